"""What the documents show is what the program prints."""

import inspect
import io
import os
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from itertools import chain
from pathlib import Path

import picture
import pytest
from conftest import CHROMIUM, ROOT
from documents import (
    BLOCK,
    OF_FRONT,
    OF_NAMES,
    PAGES,
    REFERENCE,
    RULES,
    files_before,
    files_in,
    printed,
    rules_page,
    with_front,
    with_names,
)
from offered import OFFERED
from PIL import Image

import twoplayer
from twoplayer import Variant, solve, variants
from twoplayer.cli import main
from twoplayer.show import annotated_graph
from twoplayer.show.rules import addresses
from twoplayer.turn.dag import MOST_STATES
from twoplayer.variant import tiles
from twoplayer.words import listed

ELSEWHERE = [
    path.relative_to(ROOT).as_posix()
    for folder in (".", "benchmarks", "reports", "rules", "twoplayer/web")
    for path in sorted((ROOT / folder).glob("*.md"))
    if path != ROOT / "README.md"
]
FIRST_PAGES = ["README.md", "docs/tutorial.md"]
OF_RULES = (ROOT / RULES).read_text("utf-8")


def mermaid(variant):
    """Draw the annotated DAG as a Mermaid flow chart."""
    graph = annotated_graph(variant)
    lines = ["flowchart LR"]
    for state, some in sorted(graph.nodes(data="open_tiles"), reverse=True):
        lines.append(f'    s{state}["{" ".join(map(str, some)) or "clack"}"]')
    for before, after, move in sorted(graph.edges(data="move"), reverse=True):
        lines.append(f'    s{before} -- "{"+".join(map(str, move))}" --> s{after}')
    return "\n".join(lines) + "\n"


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


REFILL = "`python tests/refill.py` writes the outputs anew: look whether that is what you meant"


@pytest.mark.parametrize(("command", "output", "files"), list(shown_commands()))
@pytest.mark.usefixtures("one_process")
def test_the_output_on_a_page_is_real(command, output, files, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, content in files.items():
        Path(name).write_text(content, "utf-8")
    assert printed(command) == output, REFILL
    assert not output.startswith(("Error", "Usage")), "a page shows what works"


def file_of_help():
    """Return the file that `twoplayer help files` shows: its name, and what is in it."""
    said = printed("twoplayer help files")
    lines = re.findall(r"^  (.*\n)", said, re.MULTILINE)
    return re.search(r"[\w-]+\.toml", said)[0], "".join(lines)


def test_files_of_one_name_have_one_content_in_all_documents():
    """A reader of two pages has both files in a folder."""
    contents = defaultdict(set)
    texts = [*PAGES.values(), *((ROOT / page).read_text("utf-8") for page in ELSEWHERE)]
    for name, content in [file_of_help(), *chain.from_iterable(map(files_in, texts))]:
        contents[name].add(content)
    assert {name: found for name, found in contents.items() if len(found) > 1} == {}
    assert {"my-pub.toml", "fridays.toml", "mine.py", "game.txt"} <= contents.keys()


def test_what_a_text_names_in_a_file_of_python_is_in_that_file():
    """But for NAME, which stands for any."""
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "twoplayer").rglob("*.py"))]
    shown = dict(chain.from_iterable(map(files_in, PAGES.values())))
    named = {
        pair
        for text in [*PAGES.values(), *sources]
        for pair in re.findall(r"\b([\w-]+\.py):(\w+)", text)
        if pair[0] in shown and pair[1].lower() != "name"
    }
    assert ("mine.py", "few") in named
    assert [pair for pair in named if f"def {pair[1]}(" not in shown[pair[0]]] == []


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_begins_in_bold_it_says_once(page):
    leads = re.findall(r"^\*\*(.+?)\*\*", PAGES[page], re.MULTILINE)
    assert len(leads) == len(set(leads))


COUNTS = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")
COUNTED = re.compile(
    rf"^({'|'.join(COUNTS)}) [^.\n]*:\n\n((?:- .*\n(?:  .*\n)*\n?)+)", re.MULTILINE
)


def test_a_list_has_as_many_points_as_are_announced():
    announced = [each for text in PAGES.values() for each in COUNTED.findall(text)]
    assert announced
    for count, points in announced:
        assert len(re.findall("^- ", points, re.MULTILINE)) == COUNTS.index(count) + 2


def test_no_page_counts_its_remedies_recipes_or_sections():
    """The next one would make the number wrong."""
    counting = re.compile(
        rf"\b(?:{'|'.join(COUNTS)}|\d+) (?:remedies|recipes|sections)\b", re.IGNORECASE
    )
    assert [page for page, text in PAGES.items() if counting.search(text)] == []


def test_the_page_of_the_field_says_how_large_a_turn_may_be():
    assert f"A turn may have at most {MOST_STATES:,} positions." in PAGES["docs/field.md"]


@pytest.mark.parametrize("page", FIRST_PAGES)
def test_a_first_page_shows_output(page):
    assert PAGES[page].count("```console\n$ twoplayer ") >= 2


def png(colour, size=(10, 10), other=0):
    """Make a picture of one colour, with some pixels that are black."""
    image, file = Image.new("RGB", size, colour), io.BytesIO()
    for place in range(other):
        image.putpixel((place % size[0], place // size[0]), (0, 0, 0))
    image.save(file, "png")
    return file.getvalue()


def test_a_picture_is_another_where_that_can_be_seen():
    one = png((200, 30, 30))
    assert picture.difference(one, png((205, 30, 28))) == 0, "nobody sees that"
    assert picture.difference(one, png((200, 30, 30), other=3)) == 0.03
    assert picture.difference(one, png((200, 30, 30), size=(11, 10))) is None


@pytest.mark.parametrize("name", picture.PICTURES)
def test_a_picture_of_the_page_says_which_page_it_is_of(name):
    with Image.open(ROOT / "docs" / name) as image:
        assert image.size == picture.PICTURES[name]
        assert image.text["Source"].startswith("reports/page.html, sha256 ")


@pytest.mark.dear
def test_the_pictures_of_the_page_are_what_a_browser_shows():
    if CHROMIUM is None and not os.environ.get("BROWSER_TESTS_REQUIRED"):
        pytest.skip("there is no Chromium to take a picture with")
    # On its own: where a test before this one has a browser open, there can be no second one.
    alone = [sys.executable, picture.__file__, "--check"]
    compared = subprocess.run(alone, check=False, capture_output=True, text=True)
    assert compared.returncode == 0, compared.stdout + compared.stderr


def test_the_reference_holds_every_command_and_every_public_name():
    headings = re.findall(r"^## `(.+)`$", "".join(REFERENCE.values()), re.MULTILINE)
    commands = [f"twoplayer {command}" for command in main.commands]
    assert {*headings} >= {*commands, *OFFERED}


def test_the_reference_says_once_what_every_result_has():
    said = "".join(REFERENCE.values())
    sentence, *_ = inspect.getdoc(twoplayer.game.Solution.to_frame).splitlines()
    assert said.count(sentence) == 1


def test_the_reference_tells_names_from_types_and_from_what_is_said_of_them():
    said = REFERENCE["docs/api/game.md"]
    assert "\n- `second` (Variant, str, path or Game, optional): The rules of " in said
    many = REFERENCE["docs/api/many.md"]
    assert "\n- `InputError`, `RulesError`, `UnknownNameError`, `FileError`, " in many
    assert "\n- `twoplayer.seats`: Three and more players.\n" in said


def test_the_page_of_sources_has_every_address():
    listed = re.findall(r"^\| \[.*?\]\((.*?)\) \|", PAGES["docs/sources.md"], re.MULTILINE)
    assert sorted(listed) == sorted({*addresses().values()})


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


def named_files(text):
    """Return what a text calls a file or a folder here; NAME stands for any."""
    paths = rf"(?<![\w/.-])(?:{'|'.join(FOLDERS)})/[\w/.-]*\w"
    files = r"(?<![\w/.:-])\.?[\w/-][\w./-]*\.\w+\b(?![\w./(-])"
    endings = {path.suffix for path in all_files()}
    found = re.findall(paths, text)
    found += [name for name in re.findall(files, text) if Path(name).suffix in endings]
    return [path for path in dict.fromkeys(found) if "NAME" not in path]


def is_a_file(path):
    """Whether a path, or the end of one, leads to a file that the repository has."""
    return (ROOT / path).exists() or any(each.match(path) for each in all_files())


FOLDERS = ("benchmarks", "docs", "proof", "reports", "rules", "tests", "twoplayer")


@cache
def all_files():
    """Return the files that the repository has, whatever their ending."""
    inside = (each for folder in FOLDERS for each in (ROOT / folder).rglob("*"))
    return [each for each in (*ROOT.glob("*"), *inside) if each.is_file()]


def test_a_file_that_is_not_there_is_seen():
    text = """Words in `german.js`, `explorer/phrases.js` and twoplayer/nowhere, `rules/NAME.toml`;
    `box/box.css`, `box/boxes.css`, package.json, packages.json and `Play.text` of no file."""
    assert [name for name in named_files(text) if not is_a_file(name)] == [
        *("twoplayer/nowhere", "explorer/phrases.js", "box/boxes.css", "packages.json")
    ]


@pytest.mark.parametrize(
    ("page", "some"),
    [
        (
            "CONTRIBUTING.md",
            {"twoplayer/checker.py", "german.js", "proof/House.v", "setup.cfg"},
        ),
        ("twoplayer/web/README.md", {"fields.js", "box/draw.js", "tests/web/test_node.py"}),
    ],
)
def test_the_files_that_recipes_name_are_there(page, some):
    """Name the file that is meant now."""
    named = named_files((ROOT / page).read_text("utf-8"))
    assert some <= {*named}
    assert [path for path in named if not is_a_file(path)] == []


def test_the_readme_of_the_page_has_every_folder_of_scripts():
    """Add a line on a new folder."""
    text = (ROOT / "twoplayer/web/README.md").read_text("utf-8")
    folders = {path.parent.name for path in (ROOT / "twoplayer/web").glob("*/*.*")}
    assert [name for name in sorted(folders - {"__pycache__"}) if f"`{name}`" not in text] == []


def test_the_index_leads_to_every_page():
    pages = {ROOT / page for page in PAGES if page.startswith("docs/")}
    index = "docs/README.md"
    assert pages - {file for file, _ in links(index)} == {ROOT / index}


@pytest.mark.parametrize(
    ("page", "variant"),
    [
        (
            "docs/howto/teach-backward-induction.md",
            Variant(tiles=2, dice="2d2", one_die="always"),
        ),
        ("docs/how-it-works.md", Variant(tiles=3, dice="1d3", immediate_clack=True)),
    ],
)
def test_the_picture_on_a_page_is_the_dag(page, variant):
    assert f"```mermaid\n{mermaid(variant)}```" in PAGES[page]


def test_the_rule_files_in_the_readme_of_the_rules_work(tmp_path):
    members = {}
    for name, text in files_in(OF_RULES):
        (tmp_path / name).write_text(text, "utf-8")
        members[name] = len(variants(tmp_path / name))
    assert members == {"ten-tiles.toml": 1, "pay-double.toml": 8, "neighbours.toml": 3}


def test_the_readme_of_the_rules_has_every_field_and_what_its_values_mean():
    assert rules_page() == OF_RULES, f"`python tests/refill.py {RULES}` writes its tables"


def test_the_architecture_shows_the_front_of_the_core():
    page = "docs/architecture.md"
    assert len(OF_FRONT.findall(PAGES[page])) == 3
    assert with_front(PAGES[page]) == PAGES[page], f"`python tests/refill.py {page}` writes it"


def test_the_page_of_python_says_what_the_docstrings_say():
    page = "docs/python.md"
    assert len(OF_NAMES.findall(PAGES[page])) == 8
    assert with_names(PAGES[page]) == PAGES[page], f"`python tests/refill.py {page}` writes it"


def test_the_readme_of_the_rules_says_which_coverings_take_any_dice():
    told = listed([f"`{name}`" for name, each in tiles.COVERINGS.items() if each.by_total])
    assert f"All `moves` but {told} need one or two dice." in OF_RULES


def test_the_rule_of_another_kind_in_the_readme_of_the_rules_works(monkeypatch):
    monkeypatch.setitem(tiles.COVERINGS, "sum-or-product", None)
    [example] = re.findall(r"```python\n([^`]*)```", OF_RULES)
    exec(example, vars(tiles).copy())
    solution = solve(Variant(moves="sum-or-product"))
    assert set(solution.moves((5, 6, 9), (2, 3))) == {(5,), (6,)}
    assert solution.first_player_ev != solve("classic").first_player_ev
