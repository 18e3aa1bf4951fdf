"""What to do at the table: one turn, several players, other orders of play; whole policies."""

import csv
import io
import json
import shlex
from fractions import Fraction

import pytest
from click.testing import CliRunner
from conftest import output, run, to_fraction
from hypothesis import given
from hypothesis import strategies as st

from twoplayer import Variant, one_player, roll_by_roll, secret, solve
from twoplayer.cli import main
from twoplayer.cli.command import FORMATS
from twoplayer.evening import orders
from twoplayer.evening.orders import Order
from twoplayer.exact import decimal_texts

SMALL = ["--tiles", "4", "--dice", "1d6"]
SEAT_3 = ["--players", "3", "--seat", "3", "--to-beat"]


def play(line):
    return output(f"play {line}")


def rows(line):
    return list(csv.DictReader(io.StringIO(output(f"{line} --format csv"))))


@given(st.lists(st.fractions(-1, 1, max_denominator=10**6), min_size=1, max_size=6))
def test_two_values_look_equal_only_if_they_are(values):
    texts = decimal_texts(values, 2)
    for one, text in zip(values, texts, strict=True):
        for other, other_text in zip(values, texts, strict=True):
            assert (one == other) == (text == other_text)
        assert abs(Fraction(text) - one) <= Fraction(1, 200)


def test_values_that_differ_late_are_shown_apart():
    assert decimal_texts([Fraction(1, 10**6), Fraction(2, 10**6)], 4) == ["0.000001", "0.000002"]
    assert decimal_texts([Fraction(12344, 10**6), Fraction(12341, 10**6)], 4)[0] == "0.012344"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--open 1,2,5,8 --roll 8", "Cover 8, then roll 2 dice."),
        ("--open 1,2,5,8 --roll 8 --to-beat 12", "Cover 8 or 1+2+5: they are equally good."),
        ("--open 9 --roll 9", "Cover 9: that is a clack."),
        ("--stop-total 7 --roll 7", "A total of 7 ends your turn, with a score of 45."),
        ("--open 9 --roll 3", "Nothing can be covered: your turn ends, with a score of 9."),
        ("--one-die always --open 1,2,3", "Roll 1 die."),
        ("--open 1,2", "Roll 2 dice: worth"),
        ("--to-beat 30", "You play second, against a score of 30."),
        ("--open ''", "Every tile is covered."),
    ],
)
def test_it_says_what_to_do_in_words(line, said):
    assert said in play(line)


def test_without_a_roll_every_roll_has_its_best_move():
    rows = play("--open 1,2,5,8 --format csv").splitlines()
    assert rows[0].endswith(
        ",ties,position,dice_rolled,roll,cover,value,value_approx,win,win_percent,tie,tie_percent"
    )
    found = list(csv.DictReader(rows))
    assert [(r["dice_rolled"], r["roll"]) for r in found] == [("2", str(n)) for n in range(2, 13)]


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("--open 1,2 --to-beat 3", ["won"] * 2 + ["a tie"] * 9),
        ("--open 1,2 --to-beat 1", ["a tie", "won"] + ["lost"] * 9),
        ("--open 8,9 --to-beat 0", ["lost"] * 6 + ["-"] * 2 + ["lost"] * 3),
        ("--open 8,9 --to-beat 0 --roll 4", ["lost"]),
        ("--open 8,9 --to-beat 9 --roll 9", ["won"]),
    ],
)
def test_what_is_lost_is_told_from_what_is_a_tie(line, ends):
    """A total of 2 leaves the 1, which two dice never cover."""
    rows = play(line).split("---\n")[-1].splitlines()
    assert [row.rsplit("  ", 1)[-1].strip() for row in rows] == ends


def test_where_nothing_is_sure_nothing_is_said_of_it():
    assert "sure" in play("--open 8,9 --to-beat 0").splitlines()[3]
    assert "sure" not in play("--open 8,9 --to-beat 8 --roll 9")


def test_the_chance_to_tie_is_told():
    assert "you win 0.00 % of the time and tie 7.14 %" in play("--to-beat 0")
    rules, advice, *_ = play("--ties second").split("\n\n")
    assert rules == "rules your rules (ties second)"
    assert "tie" not in advice
    assert "Whatever you cover, you lose." in play("--open 5,9 --to-beat 0 --roll 9 --ties first")


# Several players


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (["play", "--seat", "2"], "--players: got none; takes how many play"),
        (["play", "--players", "3"], "--seat: got none; takes which of the 3 you are"),
        (
            ["play", *SMALL, "--players", "3", "--seat", "4"],
            "--seat: got 4; takes a whole number, 1 to 3",
        ),
        (["play", *SMALL, "--players", "3", "--seat", "2"], "--to-beat: got none; takes the"),
        (
            [
                "play",
                *SMALL,
                *SEAT_3,
                "2",
                "--holders",
                "3",
            ],
            "--holders: got 3; takes a whole number, 1 or 2",
        ),
    ],
)
def test_what_is_typed_wrongly_says_what_it_takes(line, reason):
    result = CliRunner().invoke(main, line)
    assert result.exit_code == 2
    assert reason in result.stderr


@pytest.mark.dear
def test_advice_for_a_seat_says_what_it_faces():
    line = [
        *[
            "--players",
            "3",
            "--seat",
            "3",
            "--to-beat",
            "12",
            "--holders",
            "2",
            "--open",
            "3,8,9",
            "--roll",
            "8",
        ]
    ]
    text = play(shlex.join(line))
    assert text.startswith("You play in seat 3 of 3, against a score of 12 that 2 have.")
    found = json.loads(play(shlex.join([*line, "--format", "json"])))
    assert Variant(**found["variant"]) == Variant()
    said = f"{found['position']} {found['advice']}"
    assert " ".join(text.split()).startswith(said)
    [row] = found["moves"]
    assert (row["value"]["exact"], row["win"]["exact"]) == ("7/18", "7/36")


@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("play", "moves"),
        ("play --order secret", "moves"),
        ("play --all", "policy"),
        ("play --for clack", "rows"),
        ("strategies", "strategies"),
        ("strategies --matchups", "matchups"),
        ("strategies --search", "rules_of_thumb"),
        ("simulate --games 100", "estimates"),
        ("simulate --transcript", "steps"),
        ("evening", "ways"),
        ("rules", "rules"),
    ],
)
def test_json_of_one_game_is_an_object_and_of_some_rows_these(line, rows):
    found = json.loads(output(f"{line} --tiles 3 --format json"))
    assert Variant(**found["variant"]) == Variant(tiles=3)
    [first] = json.loads(output(f"{line} --tiles 3 --top 1 --format json"))
    assert found[rows][0].items() <= first.items()
    same = {*first} - {*found[rows][0]}
    assert same <= {*found}
    assert same.isdisjoint({rows})
    assert {name: first[name] for name in same} == {name: found[name] for name in same}


# Rolls in turn, and one box for both


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rolls --open 1,3,5 --other-open 3,4 --roll 8", "Cover 3+5."),
        ("rolls --open 3,5 --other-open 3,4 --roll 8", "Cover 3+5: that is a clack."),
        ("rolls --open 3,5 --other-open 3,4 --roll 9", "covered: you are out, with a score of 8."),
        ("rolls --open 3 --other-open 4,5", "You are the first player. 3 is open; the other has 4"),
        ("rolls --open 3 --seat 2", "You are the second player. 3 is open"),
        ("rolls --open 3 --other-open 4,5 --other-out", "4 and 5, out with a score of 9."),
        ("rolls --open 3 --other-open ''", "the other has nothing, out with a score of 0."),
        ("rolls --open 1,2 --one-die always", "Roll 1 die: worth "),
        ("rolls --open 1,2 --one-die always", " 2 dice: worth "),
        ("box --open 1,2 --roll 3", "Cover 1+2: that is a clack."),
        ("box --open 1,2 --roll 4", "Nothing can be covered: you pay one stake."),
        ("box --open 1,2 --roll 3", "You both share one box. 1 and 2 are open"),
        ("secret --open 1", "You play first; the other will be told nothing. 1 is"),
        (
            "secret --open 1 --told 9",
            "You play first; the other will be told 9 or less, or more than 9. 1 is",
        ),
        ("secret --open ''", "Every tile is covered. Your turn is over."),
    ],
)
def test_what_to_do_roll_by_roll_and_with_one_box(line, said):
    assert said in " ".join(output(f"play --tiles 6 --order {line}").split())


def test_every_move_has_its_value_to_the_player_who_rolls():
    game = roll_by_roll(Variant(tiles=6))
    found = rows("play --tiles 6 --order rolls --open 1,2,3,5 --other-open 3,4 --roll 5")
    moves = game.moves((1, 2, 3, 5), (3, 4), 5)
    assert {row["cover"]: row["value"] for row in found} == {
        "+".join(map(str, move)): str(value) for move, value in moves.items()
    }
    [second] = rows(
        "play --tiles 6 --order rolls --open 3 --other-open 4 --other-out --seat 2 --roll 3"
    )
    assert second["value"] == str(game.moves((4,), (3,), 3, to_roll=2, out=1)[3,]) == "1"


def test_roll_by_roll_every_roll_has_its_best_move():
    found = rows("play --tiles 6 --order rolls --open 1,2,3 --other-open 4 --one-die always")
    assert [row["dice_rolled"] for row in found].count("1") == 6
    game = roll_by_roll(Variant(tiles=6, one_die="always")).fractions
    for row in found:
        best, *_ = game.options((1, 2, 3), (4,), int(row["roll"]))
        assert Fraction(row["value"]) == best.value


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--order rolls --open ''", "--open: got none, and so you are out"),
        ("--order rolls --immediate-clack --other-open ''", "--other-open: got none, but that"),
        ("--order rolls --seat 3", "--seat: got 3; takes a whole number, 1 or 2"),
        ("--order rolls --open 1,12", "--open: got 1,12; takes tiles of the game"),
        ("--order rolls --other-open 1,12", "--other-open: got 1,12; takes tiles of the game"),
        ("--order rolls --other-open x", "--other-open: got 'x'"),
        ("--order rolls --other-open '' --other-out --open ''", "--open: got none"),
        ("--order rolls --roll 13", "--roll: got 13"),
        ("--order rolls --tiles 12", "Error: --tiles: 16,777,216 pairs of sets"),
        ("--order rolls --to-beat 3", "--to-beat: goes with --order turns"),
        ("--order box --seat 1", "--seat: goes with --order turns | rolls"),
        ("--order rolls --holders 2", "--holders: goes with --order turns"),
        ("--order box --open ''", "--open: got none, and the game is over"),
        ("--order box --other-open 1", "--other-open: goes with --order rolls"),
        ("--other-out", "--other-out: goes with --order rolls"),
        ("--seat 1", "--players: got none; takes how many play"),
    ],
)
def test_what_cannot_be_is_an_error_that_names_the_option(line, said):
    result = run(f"play --tiles 3 {line}" if "--tiles" not in line else f"play {line}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_an_order_in_which_no_position_is_known_is_refused(monkeypatch):
    entry = Order("by cards", "by cards", solve)
    monkeypatch.setattr(orders, "ORDERS", {**orders.ORDERS, "cards": entry})
    result = run("play --order cards --tiles 3")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--order: got 'cards'; takes turns | rolls | box | secret\n" in result.stderr


# Whole policies


@pytest.mark.dear
def test_a_policy_has_what_comes_up_in_decimals_that_fit():
    lines = output("play --all").splitlines()
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if "/" in line]
    every = output("play --tiles 6 --all --unreached").splitlines()
    assert len(every) == 2 + 2 + 63 * 11  # whose rules they are, the headings, and the rows
    assert set(output("play --all --tiles 6").splitlines()) < set(every)


def test_a_policy_of_one_state():
    rows = list(csv.DictReader(io.StringIO(output("play --all --open '1 2 5 8' --format csv"))))
    assert [row["roll"] for row in rows] == [str(roll) for roll in range(2, 13)]
    assert {row["open_tiles"] for row in rows} == {"1,2,5,8"}
    assert "389179848989/705277476864" in output("play --all --open 1,2,5,8 --exact")
    assert output("play --all --open ''") == "no rows\n"


def test_policy_rows():
    rows = list(
        csv.DictReader(io.StringIO(output("play --tiles 7 --all --one-die always --format csv")))
    )
    row = next(r for r in rows if r["open_tiles"] == "1,2,3,4,5" and r["roll"] == "8")
    assert row["best_moves"] == "3+5"
    assert float(row["value_approx"]) == pytest.approx(float(Fraction(row["value"])))
    assert next(r for r in rows if r["open_tiles"] == "1")["dice_rolled"] == "1"
    assert not next(r for r in rows if r["open_tiles"] == "1" and r["roll"] == "2")["best_moves"]
    assert not [r for r in rows if r["open_tiles"] == "1" and int(r["roll"]) > 6]


def test_what_never_comes_up_is_told_on_request():
    some = rows("play --tiles 6 --all --to-beat 5")
    every = rows("play --tiles 6 --all --unreached --to-beat 5")
    assert len(some) < len(every)
    assert {tuple(row.values()) for row in some} < {tuple(row.values()) for row in every}


# One player


@pytest.mark.parametrize("aim", ["score", "clack", "worst-score", "worst-clack"])
def test_one_player_alone(aim):
    solved = one_player(Variant(tiles=5), aim).fractions
    [row] = rows(f"play --tiles 5 --for {aim}")
    assert Fraction(row["value"]) == solved.value((1, 2, 3, 4, 5))
    found = rows(f"play --tiles 5 --for {aim} --open 1,4,5 --roll 5")
    assert {row["covers"]: Fraction(row["value"]) for row in found} == {
        "+".join(map(str, move)): value for move, value in solved.moves((1, 4, 5), 5).items()
    }
    chances = rows(f"play --tiles 5 --for {aim} --chances")
    assert sum(Fraction(row["chance"]) for row in chances) == 1
    assert len(rows(f"play --tiles 5 --for {aim} --worst 3")) == 3


def test_a_csv_without_rows_has_its_header():
    header = output("play --tiles 3 --dice 1d3 --for score --exceptions --format csv")
    assert header.startswith("name,tiles,dice,")
    assert header.endswith(
        ",ties,aim,open_tiles,roll,best_moves,optimal,largest_tile_loses,largest_tile_loses_approx,worth\n"
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--worst 3", "--worst goes with --for"),
        ("--for score --to-beat 3", "--for goes with --open and --roll, or --all, or --worst"),
        ("--for score --order rolls", "--for goes with --open and --roll, or --all, or --worst"),
        ("--for score --worst 3 --chances", "or --exceptions, or --chances alone"),
        ("--for score --all --open 1,2", "--second-rules and --against, or --for alone"),
        ("--for score --chances --roll 3", "or --exceptions, or --chances alone"),
        ("--for best", "--for: got 'best'; takes score | clack | worst-score | worst-clack"),
        ("--unreached", "--unreached goes with --all"),
        ("--all --roll 7", "--all goes with --open, --to-beat, --unreached"),
        ("--all --players 3", "--all goes with --open, --to-beat, --unreached"),
        ("--order round", "--order: got 'round'; takes turns | rolls | box"),
    ],
)
def test_what_does_not_go_together_is_refused(line, said):
    result = run(f"play {line}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


# Each by his own rules


def test_a_second_player_is_advised_by_her_own_rules():
    text = output("play --second-rules ten --to-beat 12 --open 1,2,5,8,10 --roll 8")
    turn = solve("classic", second="ten").play(score_to_beat=12)
    best = turn.options((1, 2, 5, 8, 10), 8)[0]
    assert "1, 2, 5, 8 and 10 are open" in text
    assert f"{float(best.value):.4f}" in text
    assert "9 and 10 are" in output("play --second-rules ten --to-beat 12")


def test_a_first_player_is_advised_against_her_rules():
    line = "play --tiles 5 --second-rules ten --all --format csv"
    rows = list(csv.DictReader(io.StringIO(output(line))))
    policy = list(solve(Variant(tiles=5), second="ten").play().policy(reached=True))
    assert [row["value"] for row in rows] == [str(row["value"]) for row in policy]
    assert "play first. 1, 2, 3, 4, 5, 6, 7, 8 and 9 are open." in output("play --second-rules ten")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--for score", "alone, not with --second-rules"),
        ("--order box", "Players who share a box take the same rules."),
    ],
)
def test_rules_of_her_own_are_for_two_with_a_box_of_each(options, said):
    result = run(f"play --second-rules ten {options}")
    assert result.exit_code == 2
    assert said in result.stderr


def test_by_rules_of_her_own_they_roll_in_turn_or_see_no_score(tmp_path):
    (tmp_path / "hers.toml").write_text("tiles = 6")
    line = f"play --tiles 7 --second-rules {tmp_path}/hers.toml --seat 2 --roll 5 --order"
    both = Variant(tiles=7), Variant(tiles=6)
    every = range(1, 7)
    in_turn = roll_by_roll(*both).moves(range(1, 8), every, (1, 4), to_roll=2)
    unseen = secret(both[0], second=both[1]).second[0, 28][0][1].at(every).moves((1, 4))
    for order, moves in (("rolls", in_turn), ("secret", unseen)):
        values = [Fraction(row["value"]) for row in rows(f"{line} {order}")]
        assert values == sorted(map(to_fraction, moves.values()), reverse=True)


def test_games_by_chance_are_by_both_rules():
    text = output("simulate --games 2000 --second-rules ten")
    assert f"{float(solve('classic', second='ten').first_player_ev):.6f}" in text
    steps = output("simulate --transcript --second-rules ten --format csv")
    assert '"1,2,3,4,5,6,7,8,9,10"' in steps


# A game looked back on

GAME = "5+4: 9, 6+6: 3+4+5, 3+1: -\n5+2: 7, 6+3: 1+3+5, 6+1: -\n"


def review(line, text=GAME):
    return output(f"play --review - {line}", input=text)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_review_adds_up_for_programs(seat):
    found = json.loads(review(f"--seat {seat} --format json"))
    names = ("ev", "luck", "own_mistakes", "other_mistakes", "result")
    ev, luck, own, other, result = (
        Fraction(str(found[n] if isinstance(found[n], int) else found[n]["exact"])) for n in names
    )
    assert result == ev + luck - own + other == (1 if seat == 1 else -1)
    rolls = list(csv.DictReader(review(f"--seat {seat} --format csv").splitlines()))
    assert sum(Fraction(row["luck"]) for row in rolls) == luck
    assert [row["roll"] for row in rolls] == ["4,5", "6,6", "1,3", "2,5", "3,6", "1,6"]
    assert len(found["rolls"]) == len(rolls)


def test_a_review_says_the_dearest_mistakes_in_sentences():
    text = " ".join(review("").split())
    first = "The second player rolled 6+3 with 1-6,8-9 open. Covering 1+3+5 cost 0.7621 stakes; 9"
    assert 0 < text.index(first) < text.index("Covering 3+4+5 cost 0.5653 stakes; 4+8 was best")
    assert "Nobody made a mistake." in review("", "5+4: 9")
    dice = " ".join(review("--one-die always --tiles 2", "1: 1, 1+1: 2").split())
    assert "rolled 1+1 with 2 open. Rolling 2 dice cost" in dice
    assert "; 1 die was best." in dice


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "format", [each for each in FORMATS if each not in ("csv", "tsv", "json", "jsonl")]
)
def test_a_review_is_for_people_in_every_format_and_fits_a_terminal(format):
    text = review(f"--format {format} --tiles 1-12", "6+4: 1+2+3+4, 6+6: 12, 6+5: 5+6, 6+5: 11")
    assert text.count("11") > 2
    assert format != "text" or max(map(len, text.splitlines())) <= 80


def test_a_review_of_what_is_not_over_says_what_it_is_worth_now():
    assert "worth now" in review("", "5+4: 9, 6+6")
    assert "result" in review("")


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("--review -", 3, "stdin: line 1, roll 2: cover: got (9,); takes 1+2+5"),
        ("--review none.txt", 3, "none.txt: no such file"),
        ("--review - --all", 2, "--review goes with --seat and --second-rules alone"),
        ("--review - --order box", 2, "--review goes with --seat and --second-rules alone"),
        ("--review - --open ''", 2, "--review goes with --seat and --second-rules alone"),
        ("--review - --seat 0", 2, "--seat: got 0; takes a whole number, 1 or 2"),
        ("--review - --to-beat 3", 2, "--review goes with --seat and --second-rules alone"),
        ("--review - --seat 3", 2, "--seat: got 3; takes a whole number, 1 or 2"),
    ],
)
def test_what_cannot_be_looked_back_on_is_told(line, code, said):
    result = run(f"play {line}", input="5+4: 9, 5+3: 9" if code == 3 else GAME)
    assert result.exit_code == code
    assert said in result.stderr


def test_alone_one_may_play_for_what_scores_pay():
    line, solved = "--for 0:10,1:5/2", one_player("classic", payoff={0: 10, 1: "5/2"})
    assert str(solved.value()) in play(line)
    assert "the highest expected payment where a score pays 0:10,1:5/2" in " ".join(
        word for row in play(line).splitlines() for word in [row[:16].strip()]
    )
    assert str(solved.score_chances()[1]) in play(f"{line} --chances")
    [best] = solved.optimal_moves(solved.variant.tiles, 9)
    assert "+".join(map(str, best)) in play(f"{line} --roll 9").splitlines()[2]
    result = run("play --for 0:10,1")
    assert result.stderr.startswith("Error: --for: got '0:10,1'")
