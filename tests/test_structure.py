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
    "cli_one_player",
    "command_line",
    "report",
    "figures",
    "report_one_player",
    "report_house",
    "report_family",
    "views",
    "simulation",
    "rule_search",
    "strategy",
    "sequences",
    "restart",
    "solo",
    "check",
    "ranking",
    "game",
    "payoffs",
    "solved_turn",
    "positions",
    "table",
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


def imported(module):
    for node in ast.walk(ast.parse((PACKAGE / f"{module}.py").read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield from [node.module] if node.module else []


@pytest.mark.parametrize("module", DOWNWARD)
def test_imports_run_downward(module):
    below = DOWNWARD[DOWNWARD.index(module) + 1 :]
    assert [name for name in imported(module) if name not in below] == []


def test_the_picture_has_every_module():
    assert sorted(DOWNWARD) == sorted(p.stem for p in PACKAGE.glob("*.py") if p.stem != "__init__")


@pytest.mark.parametrize("module", ["dag", "layout", "induction"])
def test_the_solver_knows_no_house_rules(module):
    """A roll matters to it only through the sets that it may cover."""
    tree = ast.parse((PACKAGE / f"{module}.py").read_text("utf-8"))
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
