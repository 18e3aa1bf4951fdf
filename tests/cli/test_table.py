"""Many games beside each other."""

import csv
import io
import json
import re
from fractions import Fraction

import pytest
from conftest import TESTS, output, run

from twoplayer import Variant, matchup, solve
from twoplayer.cli.command import FORMATS
from twoplayer.exact import percent_text

CLASSIC = "-668351559599495/166583718925369344"


def test_the_table_of_sixteen_is_the_published_one_in_80_columns():
    text = output("table sixteen")
    assert max(map(len, text.splitlines())) <= 80
    rows = [re.split(r"  +", line.strip()) for line in text.splitlines()[3:19]]
    published = csv.reader((TESTS / "published_sixteen.csv").read_text("utf-8").splitlines()[1:])
    yes = {"true": "yes", "false": "no"}
    assert [row[:4] for row in rows] == [[d, p, yes[i], ev] for d, p, i, ev in published]
    assert [row[4] for row in rows] == ["second" if "-" in row[3] else "first" for row in rows]


def test_without_a_name_the_table_is_of_the_sixteen():
    assert output("table") == output("table sixteen")


@pytest.mark.few(2)
@pytest.mark.parametrize("format", FORMATS)
def test_a_table_has_the_fraction_in_every_format(format):
    over, under = CLASSIC.removeprefix("-").split("/")
    fraction = rf"$-\frac{{{over}}}{{{under}}}$" if format == "latex" else CLASSIC
    assert fraction in output(f"table sixteen --exact --format {format}")


@pytest.mark.parametrize("format", ["csv", "json"])
def test_csv_and_json_always_have_the_fraction(format):
    assert CLASSIC in output(f"table sixteen --format {format}")


def test_tsv_is_csv_with_tabs_and_is_checked_as_well():
    made = output("table sixteen --format tsv")
    assert list(csv.reader(io.StringIO(made), delimiter="\t")) == list(
        csv.reader(io.StringIO(output("table sixteen --format csv")))
    )
    assert "16 of 16 rows are right" in output("check -", input=made)


@pytest.mark.dear
def test_a_family_is_ranked_the_fairest_first():
    rows = json.loads(output("table sixteen --chances --format json"))
    sizes = [Fraction(row["side_payment"]["exact"]) for row in rows]
    assert sizes == sorted(sizes)
    assert all(Fraction(row["side_payment"]["exact"]) > 0 for row in rows)
    for row in rows[:3]:
        outcomes = solve(Variant(**row["variant"])).outcomes
        assert row["second_clacks"]["exact"] == str(outcomes.second_clacks)
        assert row["games"] == solve(Variant(**row["variant"])).fairness().games


@pytest.mark.dear
def test_chances_are_how_often_each_player_wins():
    rows = csv.DictReader(output("table sixteen --chances --format csv").splitlines())
    lines = re.findall("^(?:never|always|max|sum).*", output("table sixteen --chances"), re.M)
    for line, row in zip(lines, rows, strict=True):
        cells = [percent_text(Fraction(row[f"{each}_wins"]), 2) for each in ("first", "second")]
        assert re.split(r"  +", line)[-3:] == [*cells, f"{int(row['games']):,}"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--sort=-games", "--sort: got 'games', which needs --chances; takes name, "),
        ("--where games>5", "--where: got 'games', which needs --chances; takes name, "),
        ("--sort gain", "--sort: got 'gain', an unknown column; takes name, "),
    ],
)
def test_a_column_that_is_not_there_says_what_is(line, said):
    result = run(f"table {line}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {said}")
    assert result.stderr.endswith(", favoured, exact, ev, ev_percent\n")


def test_a_game_that_a_strategy_does_not_go_with_is_left_out_of_a_sweep():
    line = "table digital classic --tiles 5 --first highest-score-left --format csv"
    result = run(line)
    assert result.exit_code == 0
    assert [row["name"] for row in csv.DictReader(result.stdout.splitlines())] == [
        "digital (tiles 1-5)"
    ]
    assert result.stderr.startswith("classic (tiles 1-5) is left out. scoring: got 'sum'")
    assert run("table classic --first highest-score-left").exit_code == 2
    assert run("table sixteen --first nonsense").stderr.count("\n") == 1
    assert run("table classic two-to-go --first highest-score-left").exit_code == 2


def test_several_games_between_people_are_ranked():
    chain = "largest-first,lowest-score"
    rows = json.loads(output(f"table sixteen --tiles 5 --first {chain} --format json"))
    evs = [Fraction(row["first_player_ev"]["exact"]) for row in rows]
    assert evs == sorted(evs, key=abs)
    for row in rows[:3]:
        played = matchup(Variant(**row["variant"]), chain).fractions
        assert row["first"] == chain
        for name in ("first_player_ev", "optimal_ev", "first_costs", "second_costs"):
            assert Fraction(row[name]["exact"]) == getattr(played, name)


# Rules that are typed several times


def games(line):
    return [Variant(**row["variant"]) for row in json.loads(output(f"{line} --format json"))]


def test_a_rule_that_is_typed_twice_is_a_sweep():
    found = games("table --tiles 1-3 --tiles 1-4 --clack-payout 1 --clack-payout 2")
    assert len(found) == 4
    assert {*found} == {Variant(tiles=n, clack_payout=c) for n in (3, 4) for c in (1, 2)}


@pytest.mark.parametrize("line", ["{0} {1}", "{1} {0}", "{0} {1} --tiles 3"])
def test_yes_and_no_are_a_sweep(line):
    typed = line.format("--immediate-clack", "--no-immediate-clack")
    assert {v.immediate_clack for v in games(f"table classic {typed}")} == {False, True}
    assert len(games(f"table {typed}")) == 2


def test_a_sweep_replaces_the_rule_of_every_game_that_is_named():
    found = games("table classic house --tiles 3 --tiles 4 --where immediate_clack=no")
    assert {len(each.tiles) for each in found} == {3, 4}


@pytest.mark.parametrize(
    "command",
    [
        *("fair", "play", "play --all", "play --for clack", "mend", "check 0", "strategies"),
        *("simulate", "write proof -o x.json", "write page --link", "write card -o x.html"),
        *("write graph -o x.dot", "write model -o x.prism", "fair --bounds"),
    ],
)
def test_a_command_of_one_game_names_the_command_of_several(command):
    result = run(f"{command} --tiles 3 --tiles 4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "Error: got 2 games, of your rules; takes one: settle tiles (1-3 | 1-4); "
        "`twoplayer table` compares several games\n"
    )


def test_tiles_that_may_be_sizes_are_said_to_be_tiles():
    result = run("table --tiles 9,10")
    assert result.exit_code == 0
    assert result.stderr == (
        "--tiles 9,10 is one game, with these tiles alone. Several sizes are --tiles 9 --tiles 10."
        "\n"
    )
    assert run("table --tiles 1,2").stderr == ""


def test_a_ratio_that_may_be_a_range_is_said_to_be_a_ratio():
    said = (
        "--clack-payout 0:2 is one payout, the ratio 0. A range is `twoplayer fair --payouts 0:2`."
        "\n--clack-payout 2:6 is one payout, the ratio 1/3. A range is `twoplayer fair --payouts "
        "2:6`.\n"
    )
    line = "table --tiles 3 --clack-payout 0:2 --clack-payout 3:2 --clack-payout 2:6"
    assert run(line).stderr == said
    for other in ("3:2", "2:1", "2:2", "1/3"):
        assert run(f"fair --tiles 3 --clack-payout {other}").stderr == ""


CHILD = "tiles = [1, 2, 3, 4, 6]\n"
REMARK = (
    'child: tiles = [1, 2, 3, 4, 6] is a family of 5 games. One game is written tiles = "1-4,6".\n'
)


@pytest.fixture
def rule_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "child.toml").write_text(CHILD)
    (tmp_path / "half.toml").write_text('tiles = 3\nclack_payout = ["1:2", "3:2"]\n')
    (tmp_path / "pubs.toml").write_text('rule_sets = ["child.toml", "half.toml"]\n')


@pytest.mark.parametrize(
    "line", ["table child.toml", "rules child.toml", "rules pubs.toml", "table child.toml ten"]
)
def test_a_list_of_tiles_is_said_to_be_a_family(rule_files, line):
    result = run(line)
    assert result.exit_code == 0
    assert result.stderr.startswith(REMARK)
    assert result.stderr.count("a family of") == 1


def test_a_rule_file_in_a_list_is_told_of_too_and_only_what_holds(rule_files):
    half = (
        'half: clack_payout = "1:2" is one payout, the ratio 1/2. A range is '
        "`twoplayer fair --payouts 1:2`.\n"
    )
    assert run("table pubs.toml").stderr.startswith(REMARK + half)
    assert run("table pubs.toml --tiles 4").stderr.startswith(half)
    assert run("fair child.toml --tiles 4").stderr == ""


@pytest.mark.parametrize(
    "line", ["fair child.toml", "fair --second-rules child.toml", "mend child.toml"]
)
def test_who_wants_one_game_is_told_how_its_tiles_are_written(rule_files, line):
    result = run(line)
    assert result.exit_code == 2
    write = (
        'takes one: write tiles = "1-4,6" for one game with these tiles, or settle tiles (1-1 | '
    )
    assert write in result.stderr


@pytest.mark.parametrize("sizes", ["9, 10, 12", "3, 4", "4, 3, 2, 1", '"1", "2", "3"'])
def test_a_list_of_sizes_is_a_family_without_a_word(tmp_path, sizes):
    (path := tmp_path / "sizes.toml").write_text(f"tiles = [{sizes}]\n")
    assert "family" not in run(f"rules {path}").stderr
    assert "write tiles" not in run(f"fair {path}").stderr


@pytest.mark.parametrize(
    "line", ["--chances --effects", "--first random --chances", "--effects --second random"]
)
def test_one_view_at_a_time(line):
    result = run(f"table {line}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "one of them" in result.stderr
