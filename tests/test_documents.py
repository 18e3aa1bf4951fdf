"""What the documents show is what the program prints."""

import inspect
import re
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from reference import reference

import twoplayer
from twoplayer import Variant, annotated_graph, solve, variants
from twoplayer.cli import main
from twoplayer.cli.write import write
from twoplayer.show.rules import addresses, glossary
from twoplayer.variant import tiles
from twoplayer.variant.fields import FIELDS

ROOT = Path(__file__).parent.parent
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
}
ELSEWHERE = [
    path.relative_to(ROOT).as_posix()
    for folder in (".", "benchmarks", "reports", "rules")
    for path in sorted((ROOT / folder).glob("*.md"))
    if path != ROOT / "README.md"
]
FIRST_PAGES = ["README.md", "docs/tutorial.md"]
GLOSSARY = "docs/glossary.md"
RULES = (ROOT / "rules" / "README.md").read_text("utf-8")


def mermaid(variant):
    """Draw the annotated DAG as a Mermaid flow chart."""
    graph = annotated_graph(variant)
    lines = ["flowchart LR"]
    for state, some in sorted(graph.nodes(data="open_tiles"), reverse=True):
        lines.append(f'    s{state}["{" ".join(map(str, some)) or "clack"}"]')
    for before, after, move in sorted(graph.edges(data="move"), reverse=True):
        lines.append(f'    s{before} -- "{"+".join(map(str, move))}" --> s{after}')
    return "\n".join(lines) + "\n"


BLOCK = re.compile(r"^```(\w+)\n((?:.*\n)*?)```$", re.MULTILINE)
HELP = re.compile(r"^## `twoplayer ?(.*)`\n\n```text\n((?:.*\n)*?)```$", re.MULTILINE)


def files_before(text, place):
    """Return the files that a command in some place of a page may read.

    A block of TOML, JSON, Python or text is a file, under the last name before it on the page that
    ends so; a table is text as well. Python and text need not be one.
    """
    endings = {"toml": "toml", "json": "json", "python": "py", "text": "(?:txt|csv)"}
    files = {}
    for block in BLOCK.finditer(text[:place]):
        ending = endings.get(block[1], "-")
        names = re.findall(rf"`([\w-]+\.{ending})`", text[: block.start()])
        if names or block[1] in ("toml", "json"):
            files[names[-1]] = block[2]
    return files


def printed(command):
    """Run a command in this folder, and return what it prints.

    The checker runs alone, with Python and nothing else, on a file here or one that is kept.
    """
    program, *arguments = shlex.split(command)
    if program == "twoplayer":
        return CliRunner().invoke(main, arguments).output
    assert arguments[0] == "checker.py"
    kept = [*(ROOT / "reports" / "certificates").iterdir(), ROOT / "twoplayer" / "checker.py"]
    for path in kept:
        shutil.copy(path, ".")
    alone = [sys.executable, "-I", "-S", *arguments]
    return subprocess.run(alone, check=False, capture_output=True, text=True).stdout


def shown_commands():
    """Yield every command that a page shows, with its output, and the files that it may read.

    Those of the first pages are run by default.
    """
    for page, text in PAGES.items():
        for block in BLOCK.finditer(text):
            if block[1] == "console":
                line, _, output = block[2].partition("\n")
                command = line.removeprefix("$ ")
                files = files_before(text, block.start())
                marks = [] if page in FIRST_PAGES else [pytest.mark.dear]
                yield pytest.param(command, output, files, id=f"{page}: {command}", marks=marks)


@pytest.mark.parametrize(("command", "output", "files"), list(shown_commands()))
@pytest.mark.usefixtures("one_process")
def test_the_output_on_a_page_is_real(command, output, files, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, content in files.items():
        Path(name).write_text(content, "utf-8")
    assert printed(command) == output
    assert not output.startswith(("Error", "Usage")), "a page shows what works"


@pytest.mark.parametrize("page", [page for page in PAGES if "docs/api/" not in page])
def test_what_a_page_begins_in_bold_it_says_once(page):
    leads = re.findall(r"^\*\*(.+?)\*\*", PAGES[page], re.MULTILINE)
    assert len(leads) == len(set(leads))


@pytest.mark.parametrize("page", FIRST_PAGES)
def test_a_first_page_shows_output(page):
    assert PAGES[page].count("```console\n$ twoplayer ") >= 3


def help_of(command):
    """Return what is explained of a command, or what `help` says itself."""
    arguments = command.split()
    arguments += ["--help"] * (arguments[:1] != ["help"] or len(arguments) == 1)
    return CliRunner().invoke(main, arguments, env={"COLUMNS": "80"}, prog_name="twoplayer").output


def test_the_page_of_commands_is_the_help_of_every_command():
    sections = HELP.findall(PAGES["docs/commands.md"])
    kinds = [f"write {kind}" for kind in write.commands]
    topics = ["help rules", "help rows"]
    assert [command for command, _ in sections] == ["", *main.commands, *kinds, *topics]
    assert dict(sections) == {command: help_of(command) for command, _ in sections}


def glossary_page():
    """Write the page of the glossary."""
    words = [f"- **{word}**: {means}" for word, means in glossary().items()]
    about = "What the words mean that texts, tables and commands use."
    return "\n".join(["# Glossary", "", about, "", *words, ""])


def test_the_api_reference_is_made_from_the_docstrings():
    assert reference() == {page: text for page, text in PAGES.items() if "docs/api/" in page}


def test_the_api_reference_holds_every_public_name():
    names = re.findall(r"^## `(\w+)`$", "".join(reference().values()), re.MULTILINE)
    assert sorted(names) == sorted(twoplayer.__all__)


def test_the_api_reference_says_once_what_every_result_has():
    said = "".join(text for page, text in PAGES.items() if "docs/api/" in page)
    assert said.count(inspect.getdoc(twoplayer.Solution.to_frame)) == 1


def test_the_page_of_sources_has_every_address():
    listed = re.findall(r"^- \[.*\]\((.*)\)$", PAGES["docs/sources.md"], re.MULTILINE)
    assert listed == list(dict.fromkeys(addresses().values()))


@cache
def anchors(path):
    """Return what a forge calls the headings of a page; what is there again gets a number."""
    found = []
    for heading in re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE):
        name = re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")
        again = sum(before == name or before.startswith(f"{name}#") for before in found)
        found.append(f"{name}#{again}" if again else name)
    return {name.replace("#", "-") for name in found}


def links(page):
    """Return where the relative links of a page lead: files, and headings or nothing."""
    here = ROOT / page
    found = re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)", here.read_text("utf-8"))
    return [((here.parent / file).resolve() if file else here, anchor) for file, anchor in found]


@pytest.mark.parametrize("page", [*PAGES, *ELSEWHERE])
def test_every_relative_link_leads_somewhere(page):
    for file, anchor in links(page):
        assert file.exists()
        assert not anchor or file.suffix == ".html" or anchor in anchors(file)


def test_the_indexes_lead_to_every_page():
    pages = {(ROOT / page).resolve() for page in PAGES if page.startswith("docs/")}
    indexes = ("docs/README.md", "docs/api/README.md")
    assert pages - {file for index in indexes for file, _ in links(index)} == {
        (ROOT / "docs" / "README.md").resolve()
    }


@pytest.mark.parametrize(
    ("page", "variant"),
    [
        ("docs/architecture.md", Variant(tiles=3)),
        (
            "docs/howto/teach-backward-induction.md",
            Variant(tiles=2, dice="2d2", one_die="always"),
        ),
    ],
)
def test_the_picture_on_a_page_is_the_dag(page, variant):
    assert f"```mermaid\n{mermaid(variant)}```" in PAGES[page]


def test_the_rule_files_in_the_readme_of_the_rules_work(tmp_path):
    examples = re.findall(r"```toml\n([^`]*)```", RULES)
    members = []
    for text in examples:
        path = tmp_path / "my-pub.toml"
        path.write_text(text, "utf-8")
        members.append(len(variants(path)))
    assert members == [1, 8, 3]


def test_the_readme_of_the_rules_lists_every_field_with_what_it_means_and_takes():
    rows = re.findall(r"^\| `(\w+)` \| ([^`].*) \| `.*` \|$", RULES, re.MULTILINE)
    told = {name: f"{f.means} | {f.takes}" for name, f in FIELDS.items()}
    assert {name: text.replace(r"\|", "|") for name, text in rows} == told


def test_the_readme_of_the_rules_says_what_values_mean():
    rows = re.findall(r"^\| `(\w+)` \| `(.*)` \| (.*) \|$", RULES, re.MULTILINE)
    assert rows == [
        (name, str(value).lower() if isinstance(value, bool) else str(value), words)
        for name, field in FIELDS.items()
        for value in field.examples
        for words in [field.words(field.parse(value))]
    ]


def test_the_rule_of_another_kind_in_the_readme_of_the_rules_works(monkeypatch):
    monkeypatch.setitem(tiles.COVERINGS, "sum-or-product", None)
    [example] = re.findall(r"```python\n([^`]*)```", RULES)
    exec(example, vars(tiles).copy())
    solution = solve(Variant(moves="sum-or-product"))
    assert set(solution.moves((5, 6, 9), (2, 3))) == {(5,), (6,)}
    assert solution.first_player_ev != solve("classic").first_player_ev
