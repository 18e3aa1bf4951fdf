"""What makes the reports uses the package as anybody may, and the package knows nothing of it."""

import ast

import pytest
from conftest import ROOT

MAKING = sorted((ROOT / "reports").rglob("*.py"))
OTHERS = [
    path
    for folder in ("twoplayer", "tests", "benchmarks")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if (ROOT / "tests" / "reports") not in path.parents
]


def imported(path):
    """Yield every name that a file imports, with its module: `twoplayer.exact.Bounds`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{each.name}" for each in node.names)


def used(path):
    """Yield the names of what is looked up in something, and not in this module itself."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        itself = isinstance(getattr(node, "value", None), ast.Name) and node.value.id == "self"
        if isinstance(node, ast.Attribute) and not itself:
            yield node.attr


@pytest.mark.parametrize("path", MAKING, ids=lambda path: path.name)
def test_only_names_without_an_underscore_are_taken_from_the_package(path):
    from_package = [name for name in imported(path) if name.split(".")[0] == "twoplayer"]
    private = [name for name in from_package if "._" in name]
    assert private == []
    private = {name for name in used(path) if name.startswith("_") and not name.endswith("__")}
    assert private <= {"_asdict", "_replace"}, "those of named tuples are public"


@pytest.mark.dear
def test_nothing_but_its_own_tests_imports_what_makes_the_reports():
    assert len(OTHERS) > 100
    assert [path for path in OTHERS for name in imported(path) if name.startswith("making")] == []
