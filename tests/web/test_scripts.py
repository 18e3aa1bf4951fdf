"""The scripts of a page: files that import each other, each entry made one script."""

import pytest
from conftest import ROOT

from twoplayer.web import html
from twoplayer.web.html import bundles


@pytest.fixture
def files(monkeypatch):
    """Let some texts be the files, by name."""
    found = {}
    monkeypatch.setattr(html, "template", lambda name: found[name])
    return found


def test_what_is_imported_stands_before_what_imports_it(files):
    files["box/start.js"] = (
        'import { one } from "../shared/one.js";\nimport "./two.js";\nstart();\n'
    )
    files["box/two.js"] = 'import {\n  one,\n} from "../shared/one.js";\none();\n'
    files["shared/one.js"] = "export function one() {}\n"
    assert bundles("box/start") == ['"use strict";\nfunction one() {}\n\none();\n\nstart();\n']


def test_an_entry_has_nothing_that_an_earlier_one_has(files):
    files["first.js"] = "export const one = 1;\n"
    files["second.js"] = 'import { one } from "./first.js";\nconst two = one + one;\n'
    first, second = bundles("first", "second")
    assert "const one = 1;" in first
    assert second == '"use strict";\nconst two = one + one;\n'


def test_files_that_import_each_other_are_refused(files):
    files["one.js"] = 'import "./two.js";\n'
    files["two.js"] = 'import "./one.js";\n'
    with pytest.raises(ValueError, match=r"one → two → one$"):
        bundles("one")


@pytest.mark.parametrize(
    "declared",
    [
        *(
            "export const name = 1;",
            "let name;",
            "let other, name;",
            "const [other, name] = [1, 2];",
        ),
        *("function name() {}", "export async function name() {}", "class name extends Map {}"),
    ],
)
def test_a_name_that_two_files_of_a_page_declare_is_refused(files, declared):
    """The second would replace the first, or stop the page, even if neither is exported."""
    files["solver.js"], files["board.js"] = "function name() {}\n", f"{declared}\n"
    with pytest.raises(ValueError, match=r"declared in two files: name$"):
        bundles("solver", "board")


def test_a_name_within_a_function_is_its_own(files):
    files["one.js"], files["two.js"] = "const name = 1;\n", "function two() {\n  let name;\n}\n"
    assert len(bundles("one", "two")) == 2


ALONE = {"box/ready", "box/unpack", "install/install", "install/service"}
"""What is no part of a page's scripts, or is its own."""


def test_every_file_belongs_to_a_page():
    made = "".join([*bundles("rules/worker", "box/start"), *bundles("explorer/explorer")])
    for path in sorted((ROOT / "twoplayer" / "web").glob("*/*.js")):
        name = f"{path.parent.name}/{path.stem}"
        lines = path.read_text("utf-8").splitlines()
        comment = next(line for line in lines if line.startswith("//"))
        assert (comment in made) == (name not in ALONE), name
