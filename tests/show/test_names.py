"""Names that users give show as they are, and do nothing."""

import csv
import io
import warnings
from fractions import Fraction
from functools import partial, reduce

import pytest
from conftest import output, run, written

from twoplayer import Variant, plot
from twoplayer.cli.command import FORMATS
from twoplayer.many.results import Entry
from twoplayer.show.drawing import save
from twoplayer.show.plot import OfPayout, OfSecond, OfTie
from twoplayer.words import render

RULES = "summary = 'A pub'\nsource = 'Us'\ntiles = 3\n"
ESCAPES = "\x1b[2J\u202e\n"


@pytest.fixture
def named(tmp_path, monkeypatch):
    """Make a rule set of a name."""
    monkeypatch.chdir(tmp_path)

    def make(name):
        path = tmp_path / f"{name}.toml"
        path.write_text(RULES)
        return f"'./{path.name}'"

    return make


@pytest.mark.parametrize("format", [each for each in FORMATS if each != "html"])
def test_a_terminal_and_a_table_are_left_alone(named, format):
    # As long as the other one is shown, since a wide table of LaTeX has lines of its own.
    plain = output(f"table classic {named('pub' + 'a' * 20)} --format {format}")
    text = output(f"table classic {named(f'pub{ESCAPES}')} --format {format}")
    assert text.replace("\n", "").replace("\t" * (format == "tsv"), "").isprintable()
    assert text.count("\n") == plain.count("\n")
    assert "x1b" in text


def test_what_a_rule_file_says_is_shown_and_not_done(named):
    name = named("pub")
    with open("pub.toml", "a") as file:
        file.write(r'dice = "\u001b[2J"')
    for command in ("rules", "fair"):
        result = run(f"{command} {name}")
        assert result.exit_code == 3
        assert result.stderr.replace("\n", "").isprintable()
        assert r"\x1b[2J" in result.stderr


def test_errors_show_a_name_and_do_nothing():
    for line in ("fair", "table classic", "check", "--", "write plot ranking classic -o"):
        result = run(f"{line} '{ESCAPES}'")
        assert result.exit_code in (2, 3)
        assert result.stderr.replace("\n", "").isprintable(), line


def test_of_very_many_faults_the_first_are_told(named):
    name = named("pub")
    with open("pub.toml", "a") as file:
        file.write(f"moves = {[f'm{n}' for n in range(1000)]}")
    lines = run(f"fair {name}").stderr.splitlines()
    assert len(lines) == 51
    assert lines[-1] == "Error: and 950 more"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1+cmd|' /C calc'!A1", "@SUM(A1)", "'=1", "＝1"])
def test_a_spreadsheet_takes_a_name_for_text(name):
    numbers = {"minus": "-0.4012", "fraction": "-1/3", "percent": "-0.4 %"}
    text = render([{"name": name, **numbers}], "csv")
    [row] = csv.DictReader(io.StringIO(text))
    assert row == {"name": f"'{name}" if name != "+1" else "+1", **numbers}


def test_a_table_with_such_names_is_checked_as_any(named):
    table = output(f"table classic {named('=1+1')} --format csv")
    assert "\n'=1+1," in table
    assert run("check -", input=table).exit_code == 0


def test_markdown_shows_the_name(named):
    text = output(f"table classic {named('*a* `b` <b> [c](d) |')} --format markdown")
    assert r"| \*a\* \`b\` \<b> \[c\](d) \| |" in " ".join(text.split())


def test_latex_shows_the_name(named):
    text = output(f"table classic {named('50%_$x^2$ {a} & #1')} --format latex")
    assert r"50\%\_\$x\^{}2\$ \{a\} \& \#1" in text


def test_latex_writes_at_most_as_mathematics():
    text = render([{"roll 1 die <= 1": "sum <= 6"}], "latex")
    assert text.count(r"$\le$ ") == 2
    assert r"sum $\le$ 6" in text


@pytest.mark.dear
def test_a_page_shows_the_name(named):
    pytest.importorskip("jinja2")
    written(f"write page classic {named('<script>alert(1)<')} -o page.html")
    with open("page.html", encoding="utf-8") as file:
        text = file.read()
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;" in text


ODD = ["pub-$2-or-$3", "$x^2$", "$", r"\frac{1}", "_hidden", "_child0", "=1", "中文"]
WRITTEN = [*ODD[:-1], r"\u4e2d\u6587"]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "format", ["svg", *(pytest.param(f, marks=pytest.mark.dear) for f in ("png", "pdf"))]
)
@pytest.mark.parametrize(
    ("kind", "record"),
    [
        ("ranking", lambda name: Entry(Variant().called(name), Fraction(0))),
        ("second-player", partial(OfSecond, first_player_score=1, second_player_value=Fraction(0))),
        ("payout", partial(OfPayout, clack_payout=Fraction(1), first_player_ev=Fraction(0))),
        ("tie", partial(OfTie, tie=Fraction(0), first_player_ev=Fraction(0))),
    ],
)
def test_a_figure_shows_every_name(kind, record, format):
    drawn = []

    def draw(numbers):
        drawn.append(plot.KINDS[kind]([record(name) for name in ODD]))
        return drawn[0]

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert save(draw, "", format)
    [axes] = drawn
    at_ends = [text for text in axes.texts if getattr(text, "arrow_patch", None)]
    texts = at_ends or axes.get_yticklabels()
    said = (": fair at 1", ": played again 0.0000 %, or 0.0000 % if the other starts")
    names = [" ".join(text.get_text().split()) for text in texts]
    shown = [reduce(str.removesuffix, said, name) for name in names]
    assert shown[: len(ODD)] == WRITTEN
    assert not any(text.get_parse_math() for text in texts)
