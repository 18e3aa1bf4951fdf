"""Every output says of what it is: of which rules of each player, or by which code."""

import csv
import io
import json

import pytest
from conftest import run
from lacking import lacking

from twoplayer import Variant
from twoplayer.cli import main
from twoplayer.cli.command import FORMATS, Question
from twoplayer.variant.variant import brief

VIEWS = {
    "fair": ["", "--values", "--luck", "--payouts 0:3", "--first random"],
    "table": ["classic", "classic --chances", "classic --second random"],
    "mend": ["", "--changes 2 --keep tiles,dice,moves,ties"],
    "play": [
        *("", "--roll 3", "--to-beat 2", "--open 1,2", "--all", "--all --unreached"),
        "--against random",
        *("--order rolls", "--order rolls --other-open 2 --other-out"),
        *("--order secret --told clack --policy 1", "--review -"),
        "--players 2 --seat 1 --pays highest-pays",
    ],
    "strategies": [
        "",
        "--matchups",
        "--search",
        "--also random,largest-first",
        "--until 9",
    ],
    "simulate": ["--games 9 --seed 2", "--transcript --first random --second random"],
    "evening": [
        *("", "--orders", "--orders --told clack", "--rounds 2 --starts loser", "--to 3"),
        *("--wins 1", "--players 2 --pays highest-pays"),
    ],
}
"""What each command may show, of two players."""

ELSEWHERE = {
    "fair": {"bounds", "results"},  # of the same rules for both
    "table": {"effects", "results", "scheduler"},  # the same rows from a file, or of many games
    "mend": {"results", "scheduler"},
    "evening": {"scheduler"},
    "strategies": {"regrets", "player"},  # with two tiles no strategy loses anything
    "play": {
        "holders",
        "aim",
        "step",
        "discount",
        "worst",
        "exceptions",
        "chances",
    },  # of three and more, or one
}
DEAR = "--changes", "secret", "--search", "--also", "--matchups", "--to 3", "--wins", "0:3"
"""What takes longest: of each of these commands there is another view that does not."""


def circles(lines):
    """Mark what takes longest as dear."""
    return [
        pytest.param(line, marks=[pytest.mark.dear] * any(each in line for each in DEAR))
        for line in lines
    ]


LINES = circles(f"{command} {view}".strip() for command, views in VIEWS.items() for view in views)
CODE = [
    *(
        "fair",
        "fair --values",
        "fair --luck",
        "fair --first random",
        "table classic",
        "table classic --chances",
    ),
    *("table classic --second random", "strategies", "strategies --matchups", "simulate --games 9"),
    *("evening", "evening --rounds 2", "evening --to 3", "evening --wins 1"),
    *("evening --players 2", "play --players 2 --seat 1"),
]
"""What goes with a game as code."""

FIRST, OWN = Variant(tiles=2), Variant(tiles="2-3", dice="1d6")
FLAT = "csv", "tsv"
PEOPLE = [each for each in FORMATS if each not in (*FLAT, "json", "jsonl")]
GAMES = """
from twoplayer import Box, Variant


def timid(open_tiles, roll):
    total = sum(roll)
    return open_tiles if sum(open_tiles) == total else (total,)


box = Box(Variant(tiles=3))
"""


@pytest.fixture(autouse=True)
def _files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "child.toml").write_text('tiles = "2-3"\ndice = "1d6"\n')
    (tmp_path / "mine.py").write_text(GAMES)


def told(line):
    result = run(line, input="1+1: 2, 6+6: -\n" if "--review" in line else None)
    assert result.exit_code == 0, (line, result.stderr)
    return result.stdout


def flat(line, format="csv"):
    text = told(f"{line} --format {format}")
    found = list(csv.reader(io.StringIO(text), delimiter="\t" if format == "tsv" else ","))
    header, *rows = found
    assert len({*header}) == len(header), f"{line}: a heading that comes twice"
    assert rows
    return [dict(zip(header, row, strict=True)) for row in rows]


def objects(line):
    found = json.loads(told(f"{line} --format json"))
    return found if isinstance(found, list) else [found]


def cells_of(player, variant):
    """What a flat row has of rules."""
    cells = {None: "", True: "true", False: "false"}
    return {
        player + name: cells[rule] if rule is None or isinstance(rule, bool) else str(rule)
        for name, rule in variant.rules().items()
    }


def with_own(line, own):
    return f"{line} --tiles 2 --{'seat-rules 2=' if '--players' in line else 'second-rules '}{own}"


def in_seats(line):
    """Tell whether each row is of a seat, and has the rules of that seat alone."""
    return line.startswith("evening --players")


def test_every_command_with_rows_and_each_of_its_views_is_looked_at():
    asked = {
        name: command
        for name, command in main.commands.items()
        if isinstance(command, Question) and command.rows
    }
    new = (
        "test_of_what: no line of `twoplayer {}`: add one, quick to run, for each view, to VIEWS "
        "in tests/cli/test_of_what.py"
    )
    known = {*VIEWS, "rules", "check"}  # the rules themselves, and what others say
    assert lacking(asked, known, new) == ""
    for name, views in VIEWS.items():
        words = " ".join(views).split()
        options = {each.name: each for each in asked[name].params if each.name != "games"}
        new = {
            option
            for option, each in options.items()
            if not {*each.opts} & {*words} and option not in ("second_rules", "seat_rules")
        }
        new -= ELSEWHERE.get(name, set()) | {"first", "second"}
        assert not new, (
            f"test_of_what: no line of `twoplayer {name}` with {', '.join(sorted(new))}: add one "
            "to VIEWS in tests/cli/test_of_what.py, or to ELSEWHERE what rows say no more of"
        )


@pytest.mark.few(8)
@pytest.mark.parametrize("line", LINES)
def test_every_row_has_the_rules_of_both_players(line):
    line = with_own(line, "child.toml")
    wanted = [cells_of("", FIRST) | cells_of("second_", OWN)] * 99
    names = [("your rules (tiles 1-2)", "child")] * 99
    if line.startswith("table"):
        names = [("classic (tiles 1-2)", "child")]
    if in_seats(line):
        wanted = [cells_of("", FIRST), cells_of("", OWN)]
        names = [("your rules (tiles 1-2)", None), ("child", None)]
    changed, kept = [], ("tiles", "dice")
    if line.startswith("mend"):  # these are of the game as it is after the change
        changed = [name for name in wanted[0] if name.removeprefix("second_") not in kept]
    if "--payouts" in line:
        changed = ["clack_payout"]  # that column has the answer
    for more, format in (("", "csv"), ("--top 1", "tsv")):
        for row, rules, both in zip(flat(f"{line} {more}", format), wanted, names, strict=False):
            own = {name: row[name] for name in changed}
            assert row.items() >= {**rules, **own}.items()
            assert changed or (row["name"], row.get("second_name")) == both


def test_several_games_are_told_apart_by_the_second_players_stakes():
    rows = flat("table classic digital --tiles 2 --second-rules child.toml")
    assert {row["second_name"]: row["second_scoring"] for row in rows} == {
        "child": "sum",
        "child (scoring digits)": "digits",
    }
    assert {row["name"]: row["scoring"] for row in rows} == {
        "classic (tiles 1-2)": "sum",
        "digital (tiles 1-2)": "digits",
    }


@pytest.mark.few(8)
@pytest.mark.parametrize("line", LINES)
def test_json_has_the_rules_of_both_players(line):
    line = with_own(line, "child.toml")
    for more in ("", "--top 1"):
        for place, each in enumerate(objects(f"{line} {more}")):
            if in_seats(line):
                assert Variant(**plain(each["variant"])) == (FIRST, OWN)[place]
            else:
                both = [Variant(**plain(each[name])) for name in ("variant", "second_variant")]
                assert both == [FIRST, OWN]


def plain(rules):
    """Rules as `Variant` takes them; a payout is exact beside its decimal, in every row."""
    assert {*rules["clack_payout"]} == {"exact", "approx"}
    return {**rules, "clack_payout": rules["clack_payout"]["exact"]}


@pytest.mark.few(5)
@pytest.mark.parametrize("line", LINES)
def test_people_read_the_rules_of_both_players(line):
    line = with_own(line, "child.toml")
    selected = [("--top 1", each) for each in ("text", "latex")]
    for more, format in [*(("", each) for each in PEOPLE), *selected]:
        said = told(f"{line} {more} --format {format}")
        # A narrow column breaks a line between the two; a row may be of the first seat.
        assert ("tiles 2-3" in said and "1d6" in said) or (more and in_seats(line)), format


@pytest.mark.few(8)
@pytest.mark.parametrize("line", LINES)
def test_by_the_same_rules_for_both_there_is_one_set_of_them(line):
    line = f"{line} --tiles 2"
    assert not [name for name in flat(line)[0] if name.startswith(("second_name", "second_tiles"))]
    assert "second_variant" not in objects(line)[0]
    assert "second's rules" not in told(line)


@pytest.mark.few(3)
@pytest.mark.parametrize("line", circles(CODE))
def test_code_is_called_by_its_file_and_its_name(line):
    own = with_own(line, "mine.py:box")
    key = "name" if in_seats(line) else "second_name"
    place = 1 if in_seats(line) else 0
    for format in FLAT:
        assert flat(own, format)[place][key] == "mine.py:box"
    assert objects(own)[place][key] == "mine.py:box"
    for format in PEOPLE:
        assert "mine.py:box" in told(f"{own} --format {format}").replace(r"\_", "_")


@pytest.mark.parametrize(
    "line", circles(each for each in CODE if "play" not in each and "table" not in each)
)
def test_a_game_as_code_is_called_so_too(line):
    line = f"{line} mine.py:box"
    assert {row["name"] for row in flat(line)} == {"mine.py:box"}
    assert {each["name"] for each in objects(line)} == {"mine.py:box"}


@pytest.mark.few(10)
@pytest.mark.parametrize(
    "line",
    circles(
        [
            "fair --first mine.py:timid",
            "table --first mine.py:timid",
            "simulate --games 9 --first mine.py:timid",
            "simulate --transcript --first mine.py:timid",
            "strategies mine.py",
            "strategies --also mine.py:timid",
            "strategies --matchups mine.py",
        ]
    ),
)
@pytest.mark.parametrize("format", FORMATS)
def test_a_strategy_of_ones_own_is_called_by_its_file_and_its_name(line, format):
    said = told(f"{line} --tiles 2 --format {format}")
    assert "mine.py:timid" in said


def test_a_member_of_a_family_has_a_name_of_its_own():
    with open("many.toml", "w") as file:
        file.write('tiles = [2, 3]\nclack_payout = [1, "3/2"]\n')
    names = {
        "many (tiles 1-2, clack payout 1)": ("1-2", "1"),
        "many (tiles 1-2, clack payout 3/2)": ("1-2", "3/2"),
        "many (tiles 1-3, clack payout 1)": ("1-3", "1"),
        "many (tiles 1-3, clack payout 3/2)": ("1-3", "3/2"),
    }
    for view in ("", "--chances", "--second random"):
        found = flat(f"table many.toml {view}")
        assert {row["name"]: (row["tiles"], row["clack_payout"]) for row in found} == names
        assert {each["name"] for each in objects(f"table many.toml {view}")} == {*names}
    swept = {row["name"] for row in flat("table classic --tiles 2 --tiles 3 --ties first")}
    assert swept == {"classic (tiles 1-2, ties first)", "classic (tiles 1-3, ties first)"}


def test_a_member_that_is_registered_by_itself_is_called_so():
    names = [row["name"] for row in flat("table sixteen")]
    assert len({*names}) == 16
    assert {"classic", "clack-at-once"} <= {*names}


def test_a_payout_has_one_type_in_all_rows():
    found = objects("table classic --tiles 2 --clack-payout 1 --clack-payout 3/2")
    payouts = [each["variant"]["clack_payout"] for each in found]
    assert {"exact": "1", "approx": 1.0} in payouts
    assert {"exact": "3/2", "approx": 1.5} in payouts
    [row] = objects("rules classic")
    assert row["variant"]["clack_payout"] == {"exact": "1", "approx": 1.0}


@pytest.mark.parametrize("format", PEOPLE)
def test_what_is_the_same_in_every_row_stands_below_in_few_words(format):
    below = told(
        f"table classic --tiles 2 --tiles 3 --one-die never --moves one-tile --format {format}"
    )
    rule = brief(Variant(moves="one-tile"))
    assert f"In every row: {rule}." in " ".join(below.split())
