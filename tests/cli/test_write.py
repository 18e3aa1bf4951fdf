"""What commands write into files, and what they say of it."""

import json
import re

import pytest
from conftest import output, run, written
from lacking import lacking
from narrowed import narrowed

from twoplayer import Variant, __version__, plot, solve
from twoplayer.cli.write import write
from twoplayer.show import annotated_graph
from twoplayer.turn import dag

FORMATS = {
    "txt": "text",
    "md": "markdown",
    "csv": "csv",
    "tsv": "TSV",
    "json": "json",
    "jsonl": "jsonl",
    "tex": "latex",
    "html": "html",
    "HTM": "html",
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Rows


@pytest.mark.few(9)
@pytest.mark.parametrize(("ending", "format"), FORMATS.items())
@pytest.mark.parametrize(
    "command", ["table --tiles 3", "fair --tiles 3 --values", "play --tiles 3 --all --exact"]
)
def test_rows_are_written_as_the_file_ends(command, ending, format, here):
    path = here / f"some.rows.{ending}"
    assert written(f"{command} -o {path.name}") == f"Wrote {path.name}.\n"
    typed = f"% twoplayer {command} "  # which LaTeX has in a comment
    lines = path.read_text("utf-8"), output(f"{command} --format {format}")
    one, other = ([x for x in each.splitlines() if not x.startswith(typed)] for each in lines)
    assert one == other
    assert [each.name for each in here.iterdir()] == [path.name]


def test_a_format_that_is_typed_says_more_than_the_ending(here):
    for name in ("rows.csv", "rows"):
        written(f"table --tiles 3 --format json -o {name}")
        assert json.loads((here / name).read_text())


def test_a_dash_is_stdout(here):
    assert output("table --tiles 3 -o -") == output("table --tiles 3")
    assert not list(here.iterdir())


@pytest.mark.parametrize(
    "kind", ["page", "report", "card", "model", "proof", "plot ranking", "graph"]
)
def test_a_dash_is_stdout_in_the_format_that_is_usual(kind, here):
    usual = {"plot ranking": "svg", "graph": "graphml"}
    ending = usual.get(kind) or KINDS[kind][0].partition(".")[2]
    written(f"write {kind} classic --tiles 3 -o file.{ending}")
    [file] = here.iterdir()
    assert output(f"write {kind} classic --tiles 3 -o -") == file.read_text("utf-8")


@pytest.mark.parametrize("command", ["table", "fair --format csv"])
def test_an_empty_name_is_no_file_and_a_folder_none(command, here):
    result = run(f"{command} --tiles 3 -o ''")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: --output: got ''; takes ")
    for name in ("d/", "."):
        result = run(f"{command} --tiles 3 -o {name}")
        assert (result.exit_code, result.stdout) == (3, "")
        assert result.stderr == f"Error: {name}: a folder, where a file is wanted\n"
    assert not list(here.iterdir())


@pytest.mark.parametrize("name", ["rows.xls", "rows", "csv", ".csv"])
def test_an_ending_that_says_no_format_is_refused(name, here):
    result = run(f"table --tiles 3 -o {name}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        f"Error: --output: got '{name}'; takes a name that ends in .txt, .md, .csv, .tsv, .json, "
        ".jsonl, .tex, .html or .htm, or --format\n"
    )
    assert not list(here.iterdir())


# Other files

KINDS = {
    "page": ["page.html"],
    "explorer": ["explorer.html"],
    "report": ["report.html", "report.md"],
    "card": ["card.html"],
    "plot ranking": ["plot.svg", "plot.png", "plot.pdf"],
    "plot dag": ["dag.svg"],
    "proof": ["proof.json", "proof.json.gz", "proof"],
    "theorem": ["three.v"],
    "model": ["turn.prism"],
    "graph": ["graph.graphml", "graph.dot", "graph.json"],
}
FILES = [(kind, name) for kind, names in KINDS.items() for name in names]


@pytest.mark.few(6)
@pytest.mark.parametrize(("kind", "name"), FILES)
def test_a_file_is_told_in_a_line(kind, name, here):
    assert written(f"write {kind} classic --tiles 3 -o {name}") == f"Wrote {name}.\n"
    assert [each.name for each in here.iterdir()] == [name]
    assert (here / name).stat().st_size


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("table", "rows.csv"),
        *((f"write {kind} classic", names[0]) for kind, names in KINDS.items()),
    ],
)
def test_no_folder_is_made_for_it(command, name, here):
    result = run(f"{command} --tiles 3 -o none/{name}")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith(f"Error: none/{name}: cannot be written: there is no folder ")
    assert not list(here.iterdir())


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "proof"])
@pytest.mark.parametrize("name", ["file.doc", "file", "json.txt"])
def test_another_ending_is_refused(kind, name, here):
    result = run(f"write {kind} classic --tiles 3 -o {name}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.match(f"Error: --output: got '{name}'; takes a name that ends in .", result.stderr)
    assert not list(here.iterdir())


def test_every_kind_of_file_is_tried():
    new = (
        "test_write: no file of `twoplayer write {}`: add to KINDS in tests/cli/test_write.py what "
        "names its file may have"
    )
    assert lacking(write.commands, {kind.partition(" ")[0] for kind in KINDS}, new) == ""


@pytest.mark.parametrize("kind", KINDS)
@narrowed(dag, MOST_MEMORY=0)
def test_an_empty_name_is_refused_before_any_work(kind, here):
    """Where there is no room for any table, this is said first."""
    result = run(f"write {kind} --tiles 1,5,11 -o ''")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: --output: got ''; takes ")
    assert not list(here.iterdir())


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "page"])
@pytest.mark.parametrize("name", ["d/", "there"])
def test_a_folder_is_no_file(kind, name, here):
    (here / "there").mkdir()
    result = run(f"write {kind} --tiles 3 -o {name}")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == f"Error: {name}: a folder, where a file is wanted\n"
    assert [each.name for each in here.rglob("*")] == ["there"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "page"])
def test_what_is_written_is_written_somewhere(kind, here):
    result = run(f"write {kind}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Missing option '-o'" in result.stderr


def test_a_game_on_paper_is_drawn(here):
    (here / "game.txt").write_text("1+1: 2, 6+6: -")
    line = "write plot chances --tiles 3 --review game.txt -o game.svg"
    assert written(line) == "Wrote game.svg.\n"
    assert "1+1: 2" in (here / "game.svg").read_text("utf-8")


def test_a_graph_and_a_model_are_of_the_game(here):
    written("write graph --tiles 3 -o graph.json")
    nodes = json.loads((here / "graph.json").read_text())["nodes"]
    assert len(nodes) == len(annotated_graph(Variant(tiles=3)))
    written("write graph --tiles 3 --to-beat 2 -o second.json")
    start = json.loads((here / "second.json").read_text())["nodes"][-1]
    assert start["value"] == str(solve(Variant(tiles=3)).second_player_values[2])
    written("write graph --tiles 3 --values -o first.json")
    start = json.loads((here / "first.json").read_text())["nodes"][-1]
    assert start["value"] == str(solve(Variant(tiles=3)).first_player_ev)
    written("write model --tiles 3 -o first.prism")
    written("write model --tiles 3 --to-beat 2 -o second.prism")
    assert (here / "first.prism").read_text() != (here / "second.prism").read_text()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("card --seat 3 -o x.html", "--seat: got 3; takes 1 or 2"),
        ("plot ranking --payouts 0:4 -o x.svg", "--payouts goes with payout"),
        ("plot payout --results x.db -o x.svg", "--results goes with strip"),
        ("plot pie -o x.svg", "'pie' is not one of"),
        ("plot dag -o x.svg", "dag: got 512 states; takes a game of at most 16, or a position"),
        ("plot dag --open 1,2 -o x.svg", "--roll: got none; takes what was rolled in this"),
        ("plot ranking --roll 3 -o x.svg", "--roll goes with dag"),
        ("plot dag ten classic -o x.svg", "got 2 games; takes one; "),
        ("plot chances -o x.svg", "chances goes with --review"),
        ("plot dag --review x.txt -o x.svg", "--review goes with chances"),
        ("plot regret -o x.svg", "regret goes with --first and --second"),
        ("plot ranking --first random -o x.svg", "--first goes with regret"),
        ("plot payout --size 3 -o x.svg", "--size: got '3'; takes WIDTHxHEIGHT in inches"),
        ("plot payout --size 2x2 -o x.svg", "--size: got (2.0, 2.0); takes a width and a height"),
        ("plot dag --title So --no-title -o x.svg", "--title and --no-title exclude each other"),
        ("graph --tiles 3 --to-beat 99 -o x.dot", "--to-beat: got 99"),
        ("page --link ten classic", "got 2 games; takes one; "),
        ("page --link ten -o x.html", "takes either -o FILE or --link"),
        ("page --review game.txt -o x.html", "--review goes with --link"),
        ("page -o x.htmx", "takes a name that ends in .html or .htm, or a folder that ends in /"),
        (
            "page -o x.html --address file:///box.html",
            "--address: got 'file:///box.html'; takes http",
        ),
        ("page --link --address https://a.org/#b", "--address: got 'https://a.org/#b'; takes http"),
        ("page --link --address 'https://a b'", "--address: got 'https://a b'; takes http"),
        ("page --link --address https://", "--address: got 'https://'; takes http"),
        ("explorer -o x.html --address box", "--address: got 'box'; takes http"),
        ("explorer classic --tiles 13 -o x.html", "--tiles: got 13 of them; takes at most 12"),
        ("paper", "KIND: got 'paper'; did you mean page?"),
        (
            "foo",
            "KIND: got 'foo'; takes page | explorer | report | card | plot | proof | theorem | "
            "model | graph",
        ),
    ],
)
def test_what_cannot_be_written(line, said, here):
    result = run(f"write {line}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert not list(here.iterdir())


def test_a_link_begins_with_the_address_of_the_page():
    alone = run("write page --link two-to-go")
    rules = alone.stdout.strip()
    assert f"page.html#{rules}" in alone.stderr
    assert "--address" in alone.stderr
    assert rules == "opening_tile=2"
    address = "https://example.org/box?lang=de"
    assert output(f"write page --link two-to-go --address {address}") == f"{address}#{rules}\n"


def test_every_figure_that_can_be_drawn_can_be_asked_for():
    [figure] = (p for p in write.commands["plot"].params if p.name == "figure")
    assert sorted(figure.type.choices) == sorted(plot.KINDS)


def test_a_figure_has_the_size_and_the_title_that_are_asked_for(here):
    line = "write plot ranking --tiles 3 --size 3.3x2.2 --paper -o"
    written(f"{line} plain.svg --title 'Three tiles'")
    text = (here / "plain.svg").read_text("utf-8")
    assert 'width="237.6pt" height="158.4pt"' in text
    assert "<!-- Three tiles -->" in text
    assert "#fffaf0" not in text
    written(f"{line} none.svg --no-title")
    assert "<!-- How fair are they? -->" not in (here / "none.svg").read_text("utf-8")


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_figure_keeps_where_it_is_from_if_that_is_asked_for(ending, here):
    line = f"write plot ranking --tiles 3 -o file.{ending}"
    written(line)
    said = f"twoplayer {__version__}".encode()
    file = here / f"file.{ending}"
    assert said not in file.read_bytes()
    written(f"{line} --with-source")
    kept = file.read_bytes()
    assert said in kept
    assert b"twoplayer write plot ranking --tiles 3 -o file" in kept
    assert b"tiles 1-3" in kept


def test_a_strategy_is_drawn_by_what_it_loses(here):
    written("write plot regret --tiles 3 --first smallest-first --second random -o regret.svg")
    text = (here / "regret.svg").read_text("utf-8")
    assert "smallest-first (first player): " in text
    assert "random (second player): " in text
