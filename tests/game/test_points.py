"""The points that a curve is drawn through."""

from fractions import Fraction
from itertools import pairwise

import pytest
from conftest import run

from twoplayer import Variant, ev_by_payout, fair_payouts
from twoplayer.game.payouts import ev_points
from twoplayer.show import drawing, plot
from twoplayer.show.plot import points_of_payouts

GAMES = [
    (Variant(tiles=6, immediate_clack=True), Fraction(0), Fraction(4)),
    (Variant(tiles=2, dice="2d2", one_die="always"), Fraction(0), Fraction(6)),
    (Variant(tiles="4-6", ties="first", immediate_clack=True), Fraction(1, 3), Fraction(6)),
    (Variant(tiles="7,9", stop_total=7), Fraction(1), Fraction(2)),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("variant", "low", "high"), GAMES)
def test_the_points_lie_on_the_curve_and_every_place_where_it_is_0_is_one(variant, low, high):
    ev = ev_by_payout(variant, low, high).fractions
    points = ev_points(variant, low, high)
    assert points == [(payout, ev(payout)) for payout, _ in points]
    payouts = [payout for payout, _ in points]
    assert payouts == sorted(set(payouts))
    assert (payouts[0], payouts[-1]) == (low, high)
    fair = fair_payouts(variant, low, high)
    ends = {
        Fraction(str(p)) for found in fair for p in (found if type(found) is tuple else [found])
    }
    assert ends == {payout for payout, value in points if value == 0}


@pytest.mark.few(1)
@pytest.mark.parametrize(("variant", "low", "high"), GAMES)
def test_between_fair_payouts_the_points_stand_close(variant, low, high):
    points = ev_points(variant, low, high)
    for (payout, ev), (after, ev_after) in pairwise(points):
        assert after - payout <= (high - low) / 100 or ev == ev_after == 0


def test_an_interval_of_fair_payouts_is_named_once():
    variant, low, high = GAMES[1]
    points = points_of_payouts([(variant.called("coins"), ev_points(variant, low, high))])
    axes = plot.ev_by_payout(points)
    (said,) = [text.get_text() for text in axes.texts if "coins" in text.get_text()]
    assert " ".join(said.split()) == "coins: fair at 0 and 3 to 6"


@pytest.mark.dear
def test_a_game_with_very_many_pieces_is_drawn_by_as_few_points(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    drawn = []
    monkeypatch.setattr(drawing, "save", lambda draw, numbers, *more: drawn.append(numbers) or b"")
    assert run("write plot payout digital --tiles 8 --payouts 0:10 -o digital.svg").exit_code == 0
    assert len(drawn[0].splitlines()) == 1 + 101
