"""The public names, and what is shipped."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections import defaultdict
from configparser import ConfigParser
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest
from narrowed import narrowed

import twoplayer
from twoplayer.cli import main
from twoplayer.game import front
from twoplayer.names import everywhere, homes, packages
from twoplayer.show import plot
from twoplayer.turn import turns

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "twoplayer"


def test_every_public_name_is_there():
    assert dir(twoplayer) == sorted([*twoplayer.__all__, *packages(), "__version__"])
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        twoplayer.nonsense  # noqa: B018


def test_the_public_names_are_few_enough_to_read():
    assert len(twoplayer.__all__) < 40
    assert len({name for _, name in everywhere()}) > 100


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fair", "a command of the shell; in Python call solve(variant).fairness()"),
        ("table", "a command of the shell; in Python call solve_all(variants)"),
        ("play", "a command of the shell; in Python call solve(variant).play()"),
        ("rules", "a command of the shell; in Python call registered()"),
        ("strategies", "a command of the shell; in Python call strategy_values(variant)"),
        ("write", "a command of the shell; in Python call certificate(variant)"),
        ("Solution", "it is imported from twoplayer.game"),
        ("RulesError", "it is imported from twoplayer.errors"),
    ],
)
def test_what_is_elsewhere_says_where(name, said):
    with pytest.raises(AttributeError, match=re.escape(said)):
        getattr(twoplayer, name)


def test_every_command_is_in_python_or_says_what_to_call():
    """But `evening` is a package, of what is played on one."""
    for name in {*main.commands} - {"evening"}:
        if name not in twoplayer.__all__:
            with pytest.raises(
                AttributeError, match=r"a command of the shell; in Python call \w+\("
            ):
                getattr(twoplayer, name)


def test_a_package_is_there_without_an_import_of_it():
    code = "import twoplayer; print(twoplayer.game.Solution, twoplayer.errors.RulesError)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "solution.Solution" in done.stdout


def public_names(path):
    """Yield the names without an underscore at the top of a file, but for those of commands."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [each.id for each in targets if isinstance(each, ast.Name)]
        elif isinstance(node, ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.FunctionDef) and node.name != "main":
            names = [] if "cli" in path.parts and node.decorator_list else [node.name]
        else:
            names = []
        yield from (name for name in names if not name.startswith("_"))


def test_a_public_name_means_one_thing():
    """But a figure is called like the numbers that it shows, and the checker stands alone."""
    modules = {*PACKAGE.rglob("*.py")} - {PACKAGE / "checker.py"}
    where = defaultdict(set)
    for path in sorted(modules):
        for name in {*public_names(path)} - ({*plot.__all__} if path.name == "plot.py" else set()):
            where[name].add(path.relative_to(PACKAGE).as_posix())
    assert {name: places for name, places in where.items() if len(places) > 1} == {}


def parsed_with(pattern):
    """Yield the files of tests whose text has a pattern, parsed; to parse all takes long."""
    for path in sorted(ROOT.joinpath("tests").rglob("*.py")):
        text = path.read_text("utf-8")
        if re.search(pattern, text):
            yield path, ast.parse(text)


SETTING = {"setattr", "delattr", "setitem", "delitem", "object"}  # of pytest, and of `mock`


def insides(tree):
    """Yield what a test imports or sets that has an underscore, and each bound that it sets.

    Names of other packages may have one: there is no other door to a machine that lacks something.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (each.name for each in node.names if re.match("_[^_]", each.name))
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in SETTING:
            for given in node.args[:2]:
                name = str(given.value) if isinstance(given, ast.Constant) else ""
                if re.fullmatch(r"((twoplayer|making)\b.*\.)?(_[^_]|MOST_)\w*", name):
                    yield name


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from twoplayer.turn.turns import _Kept", ["_Kept"]),
        ('monkeypatch.setattr(turns, "_memory", None)', ["_memory"]),
        (
            'monkeypatch.setattr("twoplayer.strategy.own._set", None)',
            ["twoplayer.strategy.own._set"],
        ),
        ('patch.object(bounds, "MOST_WORK", 1)', ["MOST_WORK"]),
        ('monkeypatch.setattr("numba.core._name", None)', []),
        ('monkeypatch.setattr(sys, "stdin", None)', []),
    ],
)
def test_what_is_inside_is_found(code, found):
    assert [*insides(ast.parse(code))] == found


def test_a_test_neither_imports_nor_sets_what_is_inside():
    """What it reads there, ruff refuses (SLF001)."""
    found = {path.name: [*insides(tree)] for path, tree in parsed_with(r"\b_[^\W_]|\bMOST_")}
    assert "test_structure.py" in found  # so it is read what is searched for
    instead = (
        "show the same by what is public: an argument, an option, a file, a larger game; a bound "
        "that has to be lower is called MOST_... in its module, and set by `narrowed`"
    )
    assert {name: names for name, names in found.items() if names} == {}, instead


def attributes_set(tree):
    """Yield each attribute of a module of the package that code sets, also code in a text."""
    modules = {
        each.asname or each.name: f"{node.module}.{each.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("twoplayer")
        for each in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                of = getattr(getattr(target, "value", None), "id", "")
                if isinstance(target, ast.Attribute) and of in modules and target.attr.isupper():
                    yield modules[of], target.attr
        elif isinstance(node, ast.Constant) and re.search("import .*=", str(node.value), re.S):
            with suppress(SyntaxError, ValueError, TypeError):
                yield from attributes_set(ast.parse(node.value))


def test_what_a_process_of_a_test_sets_is_there():
    """In a process of its own a bound is set by hand, and one that is gone would be set in vain."""
    found = [each for _, tree in parsed_with(r"\.\w*[A-Z]\w*\s*=") for each in attributes_set(tree)]
    assert len(found) >= 3
    gone = [
        f"{module}.{name}" for module, name in found if not hasattr(import_module(module), name)
    ]
    assert not gone, "these are set in vain: the module has no such name"


def test_only_a_bound_is_narrowed():
    for name in ("MOST_NOTHING", "board_of", "_BYTES_A_TURN"):
        with (
            pytest.raises(ValueError, match=f"{name} of .* is no bound"),
            narrowed(turns, **{name: 1}),
        ):
            pass
    before = turns.MOST_KEPT_ANYWAY
    with narrowed(turns, MOST_KEPT_ANYWAY=1):
        assert turns.MOST_KEPT_ANYWAY == 1
    assert before == turns.MOST_KEPT_ANYWAY


CORE = ("variant", "turn", "game")
OUTER = ("evening", "strategy", "environments", "many", "claims", "show", "web", "cli")


ARRAYS = ("layout", "forward", "transition_graph")
"""Attributes by which the arrays of a layout are reached, from a `Turn` or `Chances`."""


def of_the_core(tree, package):
    """Yield what a module of a package takes from the core: imports, and reads of a layout."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = (node.module or "").removeprefix("twoplayer").removeprefix(".")
            module = f"{package}.{module}" if node.level == 1 else module
            names = [f"{module}.{each.name}".removeprefix(".") for each in node.names]
        elif isinstance(node, ast.Import):
            names = [each.name.removeprefix("twoplayer.") for each in node.names]
        elif isinstance(node, ast.Attribute) and node.attr in ARRAYS:
            names = [f"turn.{node.attr}"]
        else:
            names = []
        yield from (name for name in names if name.partition(".")[0] in CORE)


def not_of_the_front(names, package):
    """Return which of some names the front does not name for a package."""
    public = {
        f"{homes(home)[name]}.{name}".removeprefix("twoplayer.") for home, name in everywhere()
    }
    named = public | {*front.SHARED} | {*front.FOR_ONE.get(package, {})} | {*front.WORDS}
    return [name for name in names if not {name, name.rpartition(".")[0]} & named]


@cache
def taken(package):
    """Return what each module of a package takes from the core."""
    paths = sorted(PACKAGE.joinpath(package).glob("*.py"))
    trees = {path.stem: ast.parse(path.read_text("utf-8")) for path in paths}
    return {module: [*of_the_core(tree, package)] for module, tree in trees.items()}


@pytest.mark.parametrize(
    ("code", "refused"),
    [
        ("from ..turn.induction import Turn", []),
        ("from ..game.solution import Solution", []),  # is public
        ("from ..game.columns import EV", []),  # of a module of words
        ("from ..exact import Rows\nfrom .own import Strategy", []),  # of the ground, and its own
        ("from ..turn.chances import Chances", []),  # its own subject
        ("from ..game.payouts import Line", ["game.payouts.Line"]),  # that of others
        ("from ..turn.backup import Backup", ["turn.backup.Backup"]),
        ("def later():\n    from twoplayer.turn.layout import Level", ["turn.layout.Level"]),
        ("from ..turn import induction", ["turn.induction"]),
        ("from .. import turn", ["turn"]),
        ("import twoplayer.turn.induction", ["turn.induction"]),
        ("moves = turn.layout.source", ["turn.layout"]),
        ("goal = chances.forward.goal", ["turn.forward"]),
        ("figure(layout='constrained')", []),
    ],
)
def test_what_is_inside_of_the_core_is_found(code, refused):
    assert not_of_the_front(of_the_core(ast.parse(code), "strategy"), "strategy") == refused


@pytest.mark.parametrize("package", OUTER)
def test_outer_packages_use_of_the_core_what_its_front_names(package):
    found = {module: not_of_the_front(names, package) for module, names in taken(package).items()}
    instead = (
        "ask a `Turn`, or what else the front of the core names; a name that is really needed "
        "stands in twoplayer/game/front.py, with a sentence"
    )
    assert {module: names for module, names in found.items() if names} == {}, instead


def test_a_layout_is_read_in_its_package_alone():
    """Also `game`, which is of the core, asks a `Turn`."""
    arrays = {"turn.layout", "turn.forward"}
    read = {module: sorted(arrays & {*names}) for module, names in taken("game").items()}
    assert {module: names for module, names in read.items() if names} == {}


def test_the_architecture_has_the_modules_of_a_turn_in_an_order_in_which_imports_point_up():
    text = ROOT.joinpath("docs", "architecture.md").read_text("utf-8")
    table = text.partition("\n### A turn\n")[2].partition("\n#")[0]
    modules = re.findall(r"^\| `(\w+)` \|", table, re.M)
    paths = {path.stem: path for path in PACKAGE.joinpath("turn").glob("*.py")}
    assert sorted(modules) == sorted({*paths} - {"__init__"})
    for place, module in enumerate(modules):
        tree = ast.walk(ast.parse(paths[module].read_text("utf-8")))
        imports = [
            node.module for node in tree if isinstance(node, ast.ImportFrom) and node.level == 1
        ]
        assert {*imports} <= {*modules[:place]}, module


def test_the_front_names_what_is_used():
    """By two packages or more what is shared, and by its own alone what is there for one."""
    used = {package: {*chain.from_iterable(taken(package).values())} for package in OUTER}
    by = {name: {package for package in OUTER if name in used[package]} for name in front.SHARED}
    assert [name for name, packages in by.items() if len(packages) < 2] == []
    for package, names in front.FOR_ONE.items():
        assert [*names] == [name for name in names if name in used[package]]
        others = set().union(*(used[each] for each in OUTER if each != package))
        assert [name for name in names if name in others] == []


def test_a_site_that_knows_its_address_can_write_its_page():
    config = ConfigParser()
    config.read(ROOT / "setup.cfg")
    extras = config["options.extras_require"]
    assert set(extras["page"].split()) <= set(extras["docs"].split())


def sdist(source, **env):
    """Copy the repository, as of now, and build its sdist there."""
    ignored = [
        line.strip("/").rpartition("/")[2] for line in (ROOT / ".gitignore").read_text().split()
    ]
    ignore = shutil.ignore_patterns(".git", ".*_cache", *ignored)
    shutil.copytree(ROOT, source, ignore=ignore)
    build = "from setuptools.build_meta import build_sdist; build_sdist('dist')"
    env = {**os.environ, "PYTHONWARNINGS": "", **env}
    command = [sys.executable, "-c", build]
    subprocess.run(command, cwd=source, check=True, capture_output=True, env=env)
    [path] = (source / "dist").glob("*.tar.gz")
    return path


@pytest.mark.dear
def test_the_sdist_holds_all_that_the_repository_does(tmp_path):
    """So its tests run from it: nothing that they need is left out."""
    source = tmp_path / "source"
    with tarfile.open(sdist(source)) as archive:
        held = {each.name.partition("/")[2] for each in archive if each.isfile()}
    made = {name for name in held if name == "PKG-INFO" or ".egg-info/" in name}
    shutil.rmtree(source / "dist")
    shutil.rmtree(source / "twoplayer.egg-info")
    there = {each.relative_to(source).as_posix() for each in source.rglob("*") if each.is_file()}
    assert held - made == there - {"PKG-INFO"}


@pytest.mark.dear
def test_an_sdist_with_a_date_is_byte_for_byte_the_same_wherever_and_whenever_it_is_built(tmp_path):
    date = {"SOURCE_DATE_EPOCH": "1700000000"}
    once = sdist(tmp_path / "once", **date)
    for path in (tmp_path / "once").rglob("*"):  # which is what the second one is a copy of
        os.utime(path, (10**9, 10**9))
    again = sdist(tmp_path / "again", **date)
    assert once.read_bytes() == again.read_bytes()
    with tarfile.open(again) as archive:
        members = archive.getmembers()
    assert {each.mtime for each in members} == {1_700_000_000}
    assert {(each.uid, each.gid, each.uname, each.gname) for each in members} == {(0, 0, "", "")}


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Copy the files that the wheel is made of."""
    source = tmp_path_factory.mktemp("source")
    shutil.copytree(PACKAGE, source / "twoplayer", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "rules", source / "rules")
    for name in ("setup.cfg", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    return source


@pytest.fixture(scope="module")
def wheel(source):
    """Build the wheel."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"),
            *("--no-build-isolation", "--wheel-dir", source / "dist", source),
        ],
        check=True,
        env={**os.environ, "PYTHONWARNINGS": ""},
    )
    [path] = (source / "dist").glob("*.whl")
    return path


@pytest.mark.dear
def test_an_editable_install_is_a_path_which_type_checkers_follow(source):
    build = "from setuptools.build_meta import build_editable; build_editable('editable')"
    subprocess.run([sys.executable, "-W", "ignore", "-c", build], check=True, cwd=source)
    [path] = (source / "editable").glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        [name] = [name for name in archive.namelist() if "dist-info" not in name]
        assert archive.read(name).decode().strip() == str(source)


@pytest.mark.dear
def test_the_wheel_holds_the_same_rules_as_the_checkout(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        shipped = {
            Path(name).name: archive.read(name)
            for name in archive.namelist()
            if name.startswith("twoplayer/rules/")
        }
        assert "twoplayer/py.typed" in archive.namelist()
        sources = [path for path in PACKAGE.rglob("*") if path.is_file()]
        read = {p for p in sources if p.suffix != ".py" and p.parent.name != "__pycache__"}
        read = {path for path in read if path.name != "README.md"}  # which readers of the code have
        assert {path.relative_to(PACKAGE.parent).as_posix() for path in read} <= set(
            archive.namelist()
        )
        archive.extractall(tmp_path / "site")
    assert shipped == {path.name: path.read_bytes() for path in (ROOT / "rules").glob("*.toml")}
    for place in (tmp_path / "site", wheel):
        listed = subprocess.run(
            [sys.executable, "-c", "import twoplayer; print(*twoplayer.registered())"],
            check=True,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(place)},
        ).stdout
        assert listed.split() == sorted(name.removesuffix(".toml") for name in shipped)


def test_the_workflow_runs_the_readmes_tests_with_every_python_that_is_named():
    """Name the new Python in both, or write the command of the README anew."""
    workflow = (ROOT / ".github/workflows/tests.yml").read_text("utf-8")
    _, tests = re.findall(
        r"^    (python3 -m venv .*)$", (ROOT / "README.md").read_text("utf-8"), re.M
    )
    assert workflow.endswith(f"- run: {tests}\n")
    named = re.findall(r":: Python :: (3\.\d+)$", (ROOT / "setup.cfg").read_text("utf-8"), re.M)
    assert f"python: {named}\n".replace("'", '"') in workflow
