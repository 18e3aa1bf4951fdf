"""Turns are made once, and the last ones kept."""

from twoplayer import Variant
from twoplayer.turn import turns
from twoplayer.turn.turns import _Kept


def test_what_is_kept_is_handed_out_without_counting_all_of_it(monkeypatch):
    kept = _Kept()
    turn = kept.turn_of(Variant())
    monkeypatch.setattr(turns, "_memory", None)
    assert kept.turn_of(Variant(clack_payout=2, ties="first")) is turn


def test_the_last_ones_stay_and_those_that_were_asked_for_again(monkeypatch):
    monkeypatch.setattr(turns, "_MEMORY", 0)
    kept, games = _Kept(), [Variant(tiles=tiles) for tiles in range(1, 10)]
    first, *others = map(kept.turn_of, games[: turns._FEW])
    assert kept.turn_of(games[0]) is first
    kept.turn_of(games[turns._FEW])
    assert kept.turn_of(games[0]) is first
    assert kept.turn_of(games[1]) is not others[0]
    assert len(kept) == turns._FEW
