"""The picture of the modules, and what is shipped."""

import ast
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import twoplayer
from twoplayer import Variant
from twoplayer.fields import FIELDS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "twoplayer"

DOWNWARD = [
    "__main__",
    "cli",
    "cli.advice",
    "cli.fairness",
    "cli.figures",
    "cli.one_player",
    "cli.reports",
    "cli.shared",
    "report.generated",
    "report.atlas",
    "results",
    "report.one_player",
    "report.house",
    "report.family",
    "report.page",
    "report.plots",
    "report.figures",
    "report.views",
    "report.fairness_table",
    "report.advice_text",
    "simulation",
    "rule_search",
    "strategy",
    "sequences",
    "restart",
    "fairness",
    "payout_function",
    "by_payout",
    "piecewise",
    "solo",
    "check",
    "advice",
    "report.ranking",
    "game",
    "outcomes",
    "payoffs",
    "solved_turn",
    "positions",
    "report.table",
    "report.paragraphs",
    "report",
    "workers",
    "induction",
    "layout",
    "dag",
    "moves",
    "registry",
    "files",
    "family",
    "variant",
    "fields",
    "covering",
    "one_die",
    "scoring",
    "states",
    "dice",
    "exact",
    "errors",
]
"""A module imports only from modules further down, wherever the import stands."""


def path_of(module):
    folder = PACKAGE / module.replace(".", "/")
    return folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")


def imported(module):
    """Yield the modules of the package that a module imports from."""
    path = path_of(module)
    inside = path.relative_to(PACKAGE).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            parent = [*inside, ""][: len(inside) - node.level + 1]
            names = [node.module] if node.module else [alias.name for alias in node.names]
            found = [".".join([*parent, name]) for name in names]
            yield from [name for name in found if path_of(name).exists()]


@pytest.mark.parametrize("module", DOWNWARD)
def test_imports_run_downward(module):
    below = DOWNWARD[DOWNWARD.index(module) + 1 :]
    assert [name for name in imported(module) if name not in below] == []


def test_the_picture_has_every_module():
    paths = {path_of(module) for module in DOWNWARD}
    assert paths == set(PACKAGE.rglob("*.py")) - {PACKAGE / "__init__.py"}


@pytest.mark.parametrize("module", ["dag", "layout", "induction"])
def test_the_solver_knows_no_house_rules(module):
    """A roll matters to it only through the sets that it may cover."""
    tree = ast.parse(path_of(module).read_text("utf-8"))
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    told = {"tiles", "dice", "moves", "one_turn"} | ({"scoring"} if module == "dag" else set())
    rules = {name for name in vars(Variant) if not name.startswith("_")} | set(FIELDS)
    assert names & rules <= told
    assert not set(imported(module)) & {"covering", "one_die", "fields", "dice", "registry"}


def test_every_public_name_is_there_and_documented():
    for name in twoplayer.__all__:
        assert getattr(twoplayer, name).__doc__
    assert set(twoplayer.__all__) <= set(dir(twoplayer))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        twoplayer.nonsense  # noqa: B018


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel from a copy of the files that it is made of."""
    source = tmp_path_factory.mktemp("source")
    shutil.copytree(PACKAGE, source / "twoplayer", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "rules", source / "rules")
    for name in ("setup.cfg", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
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


def test_the_wheel_holds_the_same_rules_as_the_checkout(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        shipped = {
            Path(name).name: archive.read(name)
            for name in archive.namelist()
            if name.startswith("twoplayer/rules/")
        }
        assert "twoplayer/py.typed" in archive.namelist()
        templates = {path.name for path in (PACKAGE / "report" / "templates").iterdir()}
        shipped_templates = {f"twoplayer/report/templates/{name}" for name in templates}
        assert shipped_templates <= set(archive.namelist())
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
