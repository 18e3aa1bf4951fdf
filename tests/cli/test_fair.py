"""Whether one game is fair: its value, its chances, the payouts that mend it, how people play."""

import csv
import io
import json
import re
import shlex
from fractions import Fraction

import pytest
import sympy
from click.testing import CliRunner
from conftest import output, run
from narrowed import narrowed

from twoplayer import Variant, matchup, one_player, solve
from twoplayer.cli import main
from twoplayer.cli.command import FORMATS
from twoplayer.exact import percent_text
from twoplayer.game import luck as luck_module
from twoplayer.game.fairness import Fairness
from twoplayer.game.payouts import fair_payouts
from twoplayer.game.solution import Solution
from twoplayer.strategy import foresight
from twoplayer.strategy import one_player as of_one_player
from twoplayer.tables import percent
from twoplayer.turn import dag
from twoplayer.turn.induction import Turn

CLASSIC = "-668351559599495/166583718925369344"


def fair(line):
    """Return the output with two spaces wherever there are more, as behind a heading."""
    result = CliRunner().invoke(main, ["fair", *shlex.split(line)])
    assert result.exit_code == 0, result.stderr
    return re.sub(r"(?<=\S) {2,}(?=\S)", "  ", result.stdout)


def test_it_says_who_gains_what_in_plain_words():
    text = output("fair")
    assert CLASSIC in text
    assert "-0.4012 %" in text
    words = (
        "In plain words: the second player gains 40.12 cents in 100 games of 1 dollar.\n\nrules "
    )
    assert text.startswith(words)


DECIDING = [
    *("rules", "first player's EV", "in percent", "favoured"),
    *("first player wins", "a tie", "second player wins"),
    *("first player clacks", "second player clacks", "games to notice", "to make it fair"),
]


def titles(text):
    """Return what stands in the first of two columns."""
    return [line[:20].rstrip() for line in text.splitlines()[2:] if not line.startswith(" ")]


def test_it_says_what_decides_an_argument_and_luck_where_it_is_asked_for():
    text, more = output("fair"), output("fair --luck")
    assert titles(text) == DECIDING
    luck = "standard deviation", "luck", "rolls in a game", "could be shut"
    assert titles(more) == [*DECIDING, *luck]
    assert more.startswith(text)


def test_it_names_rules_as_they_were_asked_for():
    assert "rules  the classic game\n" in fair("--tiles 9")
    assert "rules  your rules (tiles 1-10)\n" in fair("--tiles 10")
    assert "rules  ten (tiles 1-10)\n" in fair("ten")


def test_it_says_which_tiles_are_never_covered():
    assert "never covered  2 tiles, 13 to 14: no roll does\n" in fair("--tiles 1,2,13,14")
    assert "never covered" not in output("fair --tiles 4")


def test_it_says_every_column_of_how_fair_a_game_is(monkeypatch):
    new = percent("twice", "twice\nthe EV (%)", value=lambda row: 2 * row.first_player_ev)
    monkeypatch.setattr(Fairness, "columns", (*Fairness.columns, new))
    assert "\ntwice the EV  -0.8024 %\n" in fair("")


def test_a_chance_that_is_a_new_column_reads_like_those_beside_it(monkeypatch):
    """A table has the unit in its heading, and the line of a game has it behind the number."""
    new = percent("ahead", "second wins,\nif ahead (%)", 2, value=lambda _: Fraction(1, 8))
    monkeypatch.setattr(Fairness, "columns", (*Fairness.columns, new))
    said = output("fair classic")
    beside, ahead = re.findall(r"^(?:first player clacks|second wins, if ahead) .*", said, re.M)
    assert re.sub(" +", " ", beside) == "first player clacks 7.12 %"
    assert re.sub(" +", " ", ahead) == "second wins, if ahead 12.50 %"
    assert len(beside) == len(ahead), "the points stand below each other"


def test_it_says_that_a_fair_game_is_fair():
    assert "exactly fair" in output("fair --tiles 1-1")


def test_it_picks_a_member_of_a_family_by_its_options():
    text = output("fair sixteen --one-die never --clack-payout 1 --immediate-clack")
    assert "136975464175127437/127936296134683656192" in text


def test_no_turn_is_solved_twice(monkeypatch):
    """The second player's against every score that she can tell apart, and the first player's."""
    columns, at_start = [], Turn.at_start

    def counted(self, some, *given, **named):
        columns.append(len(some))
        return at_start(self, some, *given, **named)

    monkeypatch.setattr(Turn, "at_start", counted)
    monkeypatch.setattr(Turn, "evaluate", None)
    text = output("fair --tiles 4 --dice 1d6 --ties first")
    assert "first player wins" in text
    again = "something solves a turn again: take it from `outcomes`, or from what is solved already"
    assert columns == [11, 1], again


def test_it_says_whose_luck_it_is_and_how_many_rolls_a_game_takes():
    text, luck = fair("--tiles 4 --luck"), solve(Variant(tiles=4)).luck().fractions
    first, second = (percent_text(s, 2) for s in (luck.first_turn_share, luck.second_turn_share))
    assert f"luck  {first} % is the first turn's dice, {second} % the " in text
    assert f"rolls in a game  {float(luck.mean_rolls):.2f} on average, from 2 to 8, " in text
    found = json.loads(output("fair --tiles 4 --luck --format json"))
    told = {each["rolls"]: Fraction(each["chance"]["exact"]) for each in found["rolls"]}
    assert told == luck.rolls
    assert found["first_turn_share"]["exact"] == str(luck.first_turn_share)
    assert "luck  none\nrolls in a game  2.00" in fair("--tiles 1-1 --dice 1d1 --luck")


def test_it_says_how_much_of_what_could_be_shut_is():
    text, could = fair("--tiles 4 --luck"), foresight(Variant(tiles=4))
    share = percent_text(one_player(Variant(tiles=4), "clack").value() / could, 0)
    said = f"could be shut  {percent_text(could, 2)} % of games, had one known every roll "
    assert said in text
    assert f"one can do is {share} % of it" in " ".join(text.split())
    assert "the second's  " not in text
    other = fair("--tiles 4 --luck --second-rules two-to-go")
    could = foresight("two-to-go")
    assert f"\nthe second's  {percent_text(could, 2)} % of games" in other
    [row] = csv.DictReader(
        io.StringIO(output("fair --tiles 4 --luck --second-rules two-to-go --format csv"))
    )
    assert row["foresight"] == str(foresight(Variant(tiles=4)))
    assert row["second_foresight"] == str(could)


def test_of_a_game_of_another_kind_it_says_nothing_of_shutting(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("from twoplayer import Box, Variant\n\nsmall = Box(Variant(tiles=3))\n")
    text = output(f"fair --luck {path}:small")
    assert "rolls in a game" in text
    assert "could be shut" not in text


def test_of_a_game_that_nobody_can_shut_it_says_so():
    assert "could be shut  never, had one known" in fair("--luck --tiles 1,2,13")


@narrowed(of_one_player, MOST_FAMILIES_SOON=3)
def test_what_is_not_soon_found_in_hindsight_is_given_up():
    line = "--tiles 5 --luck"
    assert "could be shut  not found soon: too many families of states" in fair(line)
    assert json.loads(fair(f"{line} --format json"))["foresight"] is None


LUCK = {
    *("first_turn_share", "second_turn_share", "foresight"),
    *("mean_rolls", "fewest_rolls", "most_rolls", "rolls"),
}


def test_programs_get_luck_where_it_is_asked_for_and_the_standard_deviation_always():
    found, more = (json.loads(output(f"fair --tiles 4{o} --format json")) for o in ("", " --luck"))
    percentages = {
        f"{share}_percent" for share in ("first_turn_share", "second_turn_share", "foresight")
    }
    assert {*more} - {*found} == LUCK | percentages
    assert {name: more[name] for name in found} == found
    assert "standard_deviation" in found
    [row], [longer] = (
        csv.DictReader(io.StringIO(output(f"fair --tiles 4{o} --format csv")))
        for o in ("", " --luck")
    )
    assert {*longer} - {*row} == LUCK - {"rolls"} | percentages | {"mean_rolls_approx"}
    assert float(row["standard_deviation"]) == found["standard_deviation"]


@pytest.mark.parametrize("format", ["markdown", "latex", "html"])
def test_people_see_luck_in_every_format_where_it_is_asked_for(format):
    headings = ["standard deviation", "the first turn", "rolls in a game", "could be shut"]
    found, more = (output(f"fair --tiles 4{o} --format {format}") for o in ("", " --luck"))
    found, more = (text.replace(r"\\", " ") for text in (found, more))  # of a heading in LaTeX
    assert [heading in found for heading in headings] == [False] * len(headings)
    assert [heading in more for heading in headings] == [True] * len(headings)


@pytest.mark.parametrize("format", FORMATS)
def test_no_roll_is_counted_unasked(monkeypatch, format):
    counted = []

    def luck(self):
        counted.append(self)

    monkeypatch.setattr(Solution, "luck", luck)
    assert output(f"fair --tiles 4 --format {format}")
    assert counted == []
    run(f"fair --tiles 4 --luck --format {format}")
    assert len(counted) == 1


def test_where_rolls_are_too_dear_to_be_counted_they_are_averaged():
    mean = solve(Variant(tiles=3, clack_payout="7/3")).luck().mean_rolls
    with narrowed(luck_module, MOST_COUNTED=10):
        text = fair("--tiles 3 --clack-payout 7/3 --luck")
        found = json.loads(output("fair --tiles 3 --clack-payout 7/3 --luck --format json"))
    assert f"\nrolls in a game  {float(mean):.2f} on average, from 2 to 6; how often " in text
    assert "not found soon: too many moves and scores could be shut" in " ".join(text.split())
    assert re.search(r"\nluck +\d", text)
    assert (found["mean_rolls"]["exact"], found["rolls"]) == (str(mean), None)


@pytest.mark.dear
def test_of_the_usual_boxes_rolls_are_counted():
    for tiles, mean in (("10", "12.72"), ("12", "14.01")):
        assert f"\nrolls in a game  {mean} on" in fair(f"--tiles {tiles} --luck")
    assert "\nrolls in a game  11.33 on" in fair("--scoring digits --luck")


def test_json_is_an_object():
    data = json.loads(output("fair --format json --tiles 1-3,7 --clack-payout 3:2"))
    assert Variant(**data["variant"]) == Variant(tiles="1-3,7", clack_payout="3/2")
    fairness = solve(Variant(**data["variant"])).fairness()
    assert data["games"] == fairness.games
    assert data["second_wins"]["exact"] == str(fairness.outcomes.second_wins)
    classic = json.loads(output("fair --format json"))
    assert classic["first_player_ev"] == {"exact": CLASSIC, "approx": -0.004012106128444167}
    assert classic["second_player_values"][0]["exact"] == "-6063873727/6530347008"
    assert len(classic["second_player_values"]) == 46


def test_the_second_players_values_against_each_score():
    text = output("fair --values --format csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["first_player_score"]) for row in rows] == list(range(46))
    assert "194230963/2176782336" in output("fair --values")


def test_none_clears_a_field(tmp_path):
    path = tmp_path / "pub.toml"
    path.write_text('summary = "x"\nsource = "y"\nmax_tiles = 1\nopening_tile = 2\n')
    text = output(f"fair {path} --max-tiles none --opening-tile none")
    assert CLASSIC in text


def test_who_cannot_clack_never_does():
    text = fair("--tiles 7,9 --stop-total 7")
    assert re.findall(r"player clacks +never", text)
    assert fair_payouts(Variant(tiles="7,9", stop_total=7)) == ((0, sympy.oo),)
    assert fair_payouts(Variant(tiles="7,9", stop_total=7, ties="first")) == ()


def test_one_variant_is_told_in_words():
    text = fair("classic --exact")
    outcomes = solve("classic").outcomes
    assert re.search(rf"first player clacks +7\.12 %  {outcomes.first_clacks}", text)
    assert "the second player pays the first 0.0040 stakes a game" in text
    assert "never, as nobody gains" in fair("all-or-nothing")


def test_between_two_strategies_it_says_how_games_end_and_a_day_of_them():
    line, played = "--tiles 5 --first random", matchup(Variant(tiles=5), "random").fractions
    text, day = " ".join(fair(line).split()), played.days(20)
    assert f"first player wins {percent_text(played.outcomes.first_wins, 2)} % a tie" in text
    assert f"second player clacks {percent_text(played.outcomes.second_clacks, 2)} %" in text
    more, as_many, fewer = (percent_text(chance, 2) for chance in day)
    said = f"the first wins more of them in {more} %, as many in {as_many} %, fewer in {fewer} %"
    assert f"a day of 20 games {said} of days" in text
    row = json.loads(fair(f"{line} --format json"))
    assert row["tie"]["exact"] == str(played.outcomes.tie)
    assert row["day_more"] == float(day.more)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "--tiles 5 --payouts 0:",
            "of 0 or more, the game is exactly fair with these and no other",
        ),
        ("--tiles 5 --payouts 0:", "every payout from 71/2 up"),
        ("--tiles 5 --payouts 0:50", "every payout from 71/2 to 50"),
        ("--tiles 5 --payouts 0:9", "No clack payout from 0 to 9 makes this game fair."),
        ("sixteen --one-die never --immediate-clack --payouts 0:2", "0.9278 (158684"),
        (
            "--tiles 5 --payouts 0:50 --format csv",
            "clack_payout_low,clack_payout_low_approx,clack_payout_high,clack_payout_high_approx",
        ),
        ("--tiles 5 --payouts 0:9 --format latex", "% no rows"),
    ],
)
def test_the_fair_payouts_are_told(line, said):
    assert said in fair(line)


@pytest.mark.parametrize("payouts", ["5", "5:1", "a:1", "0:1:2", "-1:2", "0:nan"])
def test_a_bad_range_names_the_option(payouts):
    result = CliRunner().invoke(main, ["fair", "--payouts", payouts])
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: --payouts: got '{payouts}'")


def test_people_play_as_they_do():
    text = fair("--tiles 6 --first largest-first")
    played = matchup(Variant(tiles=6), "largest-first")
    assert f"{played.first_player_ev} stakes" in text
    assert "what the seat is worth" in text
    assert "first's play  costs" in text
    assert "times what the seat is" in text
    alike = fair("--tiles 6 --first random --second random")
    assert "exactly fair between these two" in alike
    assert fair("--tiles 6 --first optimal --second optimal") == fair("--tiles 6")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--first slow", "Error: --first: got 'slow'; takes random | largest-first"),
        ("--second random,slow", "Error: --second: got 'slow'; takes random | largest-first"),
        ("--first lowest-score-left", "by which all moves after a roll leave the same score"),
        (
            "--first random --payouts 0:2",
            "--payouts, --bounds or --results, and --first or",
        ),
    ],
)
def test_a_strategy_that_there_is_not(line, said):
    result = CliRunner().invoke(main, ["fair", *shlex.split(line)])
    assert result.exit_code == 2
    assert said in result.stderr


def test_solve_is_the_same_command():
    assert output("solve ten --values") == output("fair ten --values")
    assert output("help solve").replace("twoplayer solve", "twoplayer fair") == output("help fair")


@pytest.mark.parametrize("line", ["classic", "ten --values", "sixteen --one-die never --tiles 4"])
def test_a_first_word_that_is_a_game_is_fair_of_it(line):
    result, same = run(line), run(f"fair {line}")
    assert (result.exit_code, result.output) == (same.exit_code, same.output)


def test_a_first_word_that_ends_in_toml_is_fair_of_it(tmp_path):
    path = tmp_path / "Our.TOML"
    path.write_text("tiles = 4\n")
    assert output(f"{path} --ties first") == output(f"fair {path} --ties first")
    assert run(f"{tmp_path / 'none.toml'}").exit_code == 3


@pytest.mark.parametrize("line", ["sixteen", "--tiles 9 --tiles 10", "sixteen --payouts 0:4"])
def test_several_games_are_for_another_command(line):
    result = run(f"fair {line}")
    assert result.exit_code == 2
    assert "; takes one: settle " in result.stderr
    assert result.stderr.endswith("; `twoplayer table` compares several games\n")


@pytest.mark.parametrize(
    "line",
    ["fair thai sally", "play thai sally", "check 0 thai sally", "evening thai sally --rounds 2"],
)
def test_several_names_of_games_are_for_another_command_too(line):
    result = run(line)
    assert (result.exit_code, result.stdout) == (2, "")
    said = "Error: got 2 games; takes one; `twoplayer table` compares several games\n"
    assert result.stderr == said


# What tables do not hold


def test_a_game_that_is_too_large_for_tables_is_enclosed_without_being_asked():
    pytest.importorskip("numba")
    line = "fair --tiles 1,5,12"  # of which nobody else has made tables
    with narrowed(dag, MOST_MEMORY=0):
        result = run(line)
    assert (result.exit_code, result.stdout) == (0, output(f"{line} --bounds"))
    assert result.stderr == (
        "This game is too large for tables: its value is enclosed between proven bounds.\n"
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--bounds --payouts 0:4", "one of them"),
        *((f"--luck {other}", "one of them") for other in ("--bounds", "--payouts 0:4")),
        ("--luck --first random", "one of them"),
        ("the-300 --luck", "of them can be covered"),
        ("--bounds --first random", "one of them"),
        ("--payouts 0:4 --second random", "one of them"),
        ("--payouts 10:0", "--payouts: got '10:0'; HIGH takes a payout above 10"),
        ("--payouts -1:3", "--payouts: got '-1:3'; LOW takes 0 or more stakes"),
        ("--payouts x:", "--payouts: got 'x:'; LOW takes an exact number of stakes"),
        ("--results some.db", "--results keeps bounds: it goes with --bounds, or a game too"),
        ("--results some.db --payouts 0:", "one of them"),
        ("--results some.db --first random", "one of them"),
        ("the-300 --first random", "of them can be covered"),
    ],
)
def test_what_does_not_go_together_is_refused(line, said):
    result = run(f"fair {line}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


# A single game in JSON


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "line",
    [
        *("fair", "fair --luck", "fair --values", "fair --bounds", "fair --first largest-first"),
        *("fair --payouts 0:2", "mend", "evening --rounds 2", "evening --to 3", "evening --orders"),
    ],
)
def test_a_single_game_is_an_object_with_its_name_and_rules(line):
    if "--bounds" in line:
        pytest.importorskip("numba")
    found = json.loads(output(f"{line} two-to-go --tiles 3 --format json"))
    assert list(found)[:2] == ["name", "variant"]
    assert found["name"] == "two-to-go (tiles 1-3)"
    assert found["variant"]["tiles"] == "1-3"


def test_a_claim_that_is_a_number_is_an_object_and_rows_that_are_wanted_are_a_list():
    found = json.loads(output("check -0.4012% --format json"))
    assert found["right"] is True
    assert (found["of"], found["claim"]) == ("ev", "-0.4012 %")
    assert found["exact"]["approx"] == pytest.approx(-0.004012, abs=1e-6)
    line = "fair --tiles 3 --first largest-first --where first=largest-first --format json"
    assert [row["first"] for row in json.loads(output(line))] == ["largest-first"]
    line = "evening --orders --tiles 3 --tiles 4 --format json"
    assert [row["variant"]["tiles"] for row in json.loads(output(line))] == ["1-3", "1-4"]


def test_fair_payouts_are_pairs_beside_the_rules():
    line = "fair --payouts 0: --tiles 2 --dice 2d2 --one-die always --format json"
    ends = json.loads(output(line))["fair_payouts"]
    low = {"exact": "3", "approx": 3.0}
    assert ends[-1] == {"low": low, "high": None}


@pytest.mark.parametrize(
    "line", ["fair --bounds", "evening --rounds 2 --starts same", "evening --to 3 --starts same"]
)
def test_bounds_are_two_columns_in_csv_and_one_object_in_json(line):
    if "--bounds" in line:
        pytest.importorskip("numba")
    found = json.loads(output(f"{line} --tiles 3 --format json"))
    row = list(csv.DictReader(io.StringIO(output(f"{line} --tiles 3 --format csv"))))[-1]
    assert "first_player_ev" not in row
    for end, number in found["first_player_ev"].items():
        assert row[f"first_player_ev_{end}"] == number["exact"]
        exact = Fraction(number["exact"])
        assert found["first_player_ev_percent"][end] == float(100 * exact)
        assert row[f"first_player_ev_{end}_percent"] == percent_text(exact)
    assert not any(name.endswith(("_low", "_high")) for name in found)


# Each by his own rules


@pytest.fixture
def child(tmp_path):
    path = tmp_path / "child.toml"
    path.write_text('summary = "Small"\nsource = "Us"\ntiles = "2-3"\ndice = "1d6"\n')
    return path


def test_the_second_player_may_have_rules_of_her_own(child):
    text = fair(f"--tiles 4 --second-rules {child}")
    solution = solve(Variant(tiles=4), second=child)
    assert "\nsecond's rules  child (tiles 2-3, dice 1d6)\n" in text
    assert f"first player's EV  {solution.first_player_ev} stakes\n" in text
    assert f"first player clacks  {percent_text(solution.outcomes.first_clacks, 2)} %\n" in text


def test_a_rule_that_is_typed_is_the_firsts_and_what_is_at_stake_is_typed_for_both(child):
    line = f"fair --tiles 4 --dice 2d4 --scoring count --ties first --second-rules {child}"
    data = json.loads(output(f"{line} --format json"))
    first, second = (Variant(**data[name]) for name in ("variant", "second_variant"))
    assert first == Variant(tiles=4, dice="2d4", scoring="count", ties="first")
    assert second == Variant(tiles="2-3", dice="1d6", scoring="count", ties="first")
    solution = solve(first, second=second).fractions
    assert data["first_player_ev"]["exact"] == str(solution.first_player_ev)
    assert data["second_name"] == "child (scoring count, ties first)"
    values = {row["first_player_score"]: row["exact"] for row in data["second_player_values"]}
    assert values == {score: str(v) for score, v in solution.second_player_values.items()}


@pytest.mark.parametrize("format", FORMATS)
def test_both_rules_are_told_in_every_format(format, child):
    said = output(f"fair --tiles 4 --second-rules {child} --format {format}")
    assert "2-3" in said
    if format == "csv":
        [row] = csv.DictReader(io.StringIO(said))
        assert (row["tiles"], row["second_tiles"], row["second_dice"]) == ("1-4", "2-3", "1d6")


def test_without_other_rules_nothing_is_told_of_them():
    assert "second's rules" not in output("fair --tiles 1-9 --second-rules classic")
    assert "second_" not in output("fair --tiles 4 --format csv").partition("first_player_ev")[0]


def test_people_who_play_by_their_own_rules(child):
    line = f"fair --tiles 4 --second-rules {child} --first largest-first --second random"
    played = matchup(Variant(tiles=4), "largest-first", "random", child).fractions
    data = json.loads(output(f"{line} --format json"))
    assert data["first_player_ev"]["exact"] == str(played.first_player_ev)
    assert Variant(**data["second_variant"]) == Variant(tiles="2-3", dice="1d6")


def test_the_payouts_that_are_fair_by_rules_of_her_own(child):
    line = f"fair --tiles 4 --dice 1d6 --second-rules {child} --payouts 0:10"
    hers = Variant(tiles="2-3", dice="1d6")
    fair = fair_payouts(Variant(tiles=4, dice="1d6"), 0, 10, second=hers)
    data = json.loads(output(f"{line} --format json"))
    assert (
        [payout["low"]["exact"] for payout in data["fair_payouts"]]
        == [str(one) for one in fair]
        != []
    )
    assert Variant(**data["second_variant"]) == hers


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--second-rules ties-to-first", "ties: got 'first', for the second player; takes 'push'"),
        ("--second-rules sixteen", "got 16 games, of sixteen; takes one"),
        ("--second-rules nope", "nope: neither a registered name nor a TOML file"),
        ("--second-rules ten --bounds", "--bounds and --second-rules exclude each other"),
        ("--second-rules the-300", "tiles: 24 of them"),
        ("the-300 --second-rules ten", "tiles: 24 of them"),
    ],
)
def test_other_rules_that_are_refused(options, said):
    result = run(f"fair {options}")
    assert result.exit_code == 2
    assert said in result.stderr
