"""A wrong number is told what it is, where that is hardly an accident."""

import csv
import io
import math
import random
from fractions import Fraction
from functools import cache

import pytest
from conftest import run

from twoplayer import Variant, check, solve
from twoplayer.claims.instead import instead
from twoplayer.claims.number import number_of
from twoplayer.claims.quantity import Query, answers, question_in
from twoplayer.game.contest import contest
from twoplayer.many.results import first_player_evs
from twoplayer.turn.another import as_game

SIGN, UNIT, QUANTITY, GAME = "sign", "unit", "quantity", "game"
"""What people get wrong of a number that is right as such."""

# Published figures, each as it is met with one slip: what is claimed, of which game and quantity,
# and what the number is. The figures are those of tests/spec and reports/making/published.toml.
SLIPS = [
    ("+0.4012 %", "classic", "ev", SIGN),
    ("0.4012 %", "classic", "ev", SIGN),
    ("0.3900 %", "one-die-sum-6", "ev", SIGN),
    ("0.6489 %", "one-die-max-6", "ev", SIGN),
    ("0.3526 %", "clack-pays-double", "ev", SIGN),
    ("-0.1071 %", "clack-at-once", "ev", SIGN),
    ("0.3775 %", "ten", "ev", SIGN),
    ("2.4565 %", "ananian", "ev", SIGN),
    ("-0.562 %", "yale", "ev", SIGN),
    ("668351559599495/166583718925369344", "classic", "ev", SIGN),
    ("-0.4012", "classic", "ev", UNIT),
    ("-0.3900", "one-die-sum-6", "ev", UNIT),
    ("0.1071", "clack-at-once", "ev", UNIT),
    ("-0.004012 %", "classic", "ev", UNIT),
    ("7.1432", "classic", "clack", UNIT),
    ("9.7614", "one-die-sum-6", "clack", UNIT),
    ("0.071432 %", "classic", "clack", UNIT),
    ("47.738", "classic", "first_wins", UNIT),
    ("4.1228", "classic", "tie", UNIT),
    ("0.5621", "yale", "ev", UNIT),
    ("7.143 %", "classic", "ev", QUANTITY),
    ("7.1432 %", "classic", "ev", QUANTITY),
    ("9.7614 %", "one-die-sum-6", "ev", QUANTITY),
    ("11.16", "classic", "ev", QUANTITY),
    ("11.1575", "classic", "ev", QUANTITY),
    ("11.157508444202621", "classic", "ev", QUANTITY),
    ("47.74 %", "classic", "ev", QUANTITY),
    ("48.14 %", "classic", "first_wins", QUANTITY),
    ("7.116 %", "classic", "clack", QUANTITY),
    ("8.814 %", "classic", "clack", QUANTITY),
    ("466473281/6530347008", "classic", "ev", QUANTITY),
    ("0.1071 %", "classic", "ev", GAME),
    ("0.1721 %", "classic", "ev", GAME),
    ("0.2980 %", "classic", "ev", GAME),
    ("-0.3276 %", "classic", "ev", GAME),
    ("-0.3526 %", "classic", "ev", GAME),
    ("-0.3900 %", "classic", "ev", GAME),
    ("1.5767 %", "classic", "ev", GAME),
    ("9.7614 %", "classic", "clack", GAME),
    ("-0.4012 %", "one-die-sum-6", "ev", GAME),
]


def kind_of(claim, game, of):
    """Return which slip a claim is told to be; None where it is told nothing."""
    verdict = check(claim, game, of)
    assert not verdict.right
    if not verdict.instead:
        return None
    [what, *_] = verdict.instead
    if what.question.contest != verdict.judged.question.contest:
        return GAME
    if what.of != of:
        return QUANTITY
    return SIGN if what.factor == -1 else UNIT


@pytest.mark.dear
def test_of_forty_published_figures_with_a_slip_nearly_all_are_recognised():
    slips = list(dict.fromkeys(SLIPS))
    assert len(slips) == 40
    missed = [slip for slip in slips if kind_of(*slip[:3]) != slip[3]]
    assert len(missed) <= 5, missed


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("+0.4012 %", "the first player's EV with the other sign or the second player's EV"),
        ("-0.4012", "the first player's EV in percent, which is written with %"),
        ("7.143 %", "one player's best chance to clack"),
        ("11.16", "one player's lowest expected score"),
        pytest.param(
            "0.1071 %",
            "with one rule changed: a first-player clack wins at once",
            marks=pytest.mark.dear,
        ),
    ],
)
def test_it_is_said_as_what_it_equals_and_never_as_a_verdict(claim, said):
    verdict = check(claim)
    assert not verdict.right
    first, *more = verdict.says.split("\n")
    assert first.startswith("wrong: the first player's EV is -0.4012 %")
    assert said in more[-1]
    digits = len(claim.strip("+-0. %").replace(".", ""))
    assert more[-1].startswith(f"It equals, to its {digits} digits,")


@pytest.mark.parametrize("claim", ["-0.4", "0.4 %", "7 %", "11", "-0.00", "0", "1/3"])
def test_few_digits_agree_with_something_by_accident_and_are_told_nothing(claim):
    verdict = check(claim, of="second_wins")
    assert (verdict.right, verdict.instead) == (False, ())


def test_a_right_claim_and_a_simulated_one_are_nothing_else():
    assert check("-0.4012 %").instead == ()
    assert check("7.1432 %", games=1000).instead == ()


def test_beside_rules_of_her_own_the_two_may_be_exchanged():
    right = check("1", "classic", second="ten").exact
    [what] = check(str(right), "ten", second="classic").instead
    assert "the rules of the two exchanged" in what.words


GAMES = "classic", "one-die-sum-6", "clack-at-once"
OFS = "ev", "clack", "score", "first_wins"


@cache
def asked(game, of):
    question = question_in(contest(as_game(game), None), of)
    return question, answers([question])[question]


def drawn(random):
    """Draw a claim that is equally likely of every size, with 2 to 6 digits."""
    size = math.exp(random.uniform(math.log(1e-4), math.log(50)))
    places = max(random.randint(1, 5) - math.floor(math.log10(size)), 0)
    return f"{random.choice(['', '-'])}{size:.{places}f}"


def misprinted(random, exact, percent):
    """Draw a figure of which one digit is another."""
    text = f"{float(exact * 100 if percent else exact):.{random.randint(2, 6)}f}"
    places = [n for n, digit in enumerate(text) if digit.isdigit()]
    place = random.choice(places)
    digit = random.choice([each for each in "0123456789" if each != text[place]])
    return text[:place] + digit + text[place + 1 :]


@pytest.mark.dear
@pytest.mark.parametrize("misprint", [False, True], ids=["drawn", "misprinted"])
def test_of_ten_thousand_drawn_claims_fewer_than_1_in_100_are_told_to_be_something(misprint):
    """None of them is anything: what is told is an accident."""
    chosen, told = random.Random(1), 0
    for _ in range(10_000):
        game, of = chosen.choice(GAMES), chosen.choice(OFS)
        question, exact = asked(game, of)
        percent = of != "score" and chosen.random() < 1 / 2
        text = misprinted(chosen, exact, percent) if misprint else drawn(chosen)
        number = number_of(text + "%" * percent)
        if not number.holds(exact):
            told += bool(instead(question, number, exact, first_player_evs))
    assert told < 100


def test_the_width_of_a_claim_and_what_is_near_it_decide():
    question, exact = asked("classic", "ev")
    exactly = Query("clack", question.contest)
    clack = answers([exactly])[exactly]
    for text, count in ("7.1432 %", 1), ("7.143 %", 1), ("7.14 %", 1), ("7.1 %", 0), ("7 %", 0):
        found = instead(question, number_of(text), exact, first_player_evs)
        assert [what.exact for what in found] == [clack] * count
    assert instead(question, number_of("0"), Fraction(1), first_player_evs) == ()


def test_a_fraction_is_told_by_its_denominator_and_has_no_digits():
    """There are about as many fractions with denominators up to a number as its square."""
    small = Variant(tiles=4, dice="1d6")
    wrong = check("25/5832", small, of="ev")
    assert wrong.fractions.exact == Fraction(-25, 5832)
    assert "\nIt equals the first player's EV with the other sign or the second" in wrong.says
    smaller = Variant(tiles=3, dice="1d4")
    relative = solve(smaller.replace(scoring="count")).fractions.first_player_ev
    assert relative == Fraction(-1, 128), "short: it may well be an accident"
    assert check("-1/128", smaller, of="ev").instead == ()


def test_in_text_it_stands_below_the_table_and_elsewhere_in_a_column(tmp_path):
    path, is_told = tmp_path / "claims.csv", "the first player's EV with the other sign"
    path.write_text("game,ev\nclassic,0.4012 %\nthai,-1.1 %\n", "utf-8")
    table, *below = run(f"check {path}").stdout.split("\n\n")
    assert "what it is" not in table
    assert is_told in " ".join(" ".join(below).split())
    markdown, *below = run(f"check {path} --format markdown").stdout.split("\n\n")
    assert "| what it is" in markdown
    assert is_told in markdown
    assert is_told not in " ".join(below)
    [row, _] = csv.DictReader(io.StringIO(run(f"check {path} --format csv").stdout))
    assert is_told in row["instead"]
