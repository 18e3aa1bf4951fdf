"""A game in Firefox: another engine than all the other tests have."""

import random
from fractions import Fraction

import pytest
from conftest import run
from firefox import FIREFOX, firefox
from touch import TALL, scrolls

from twoplayer import solve
from twoplayer.variant.tiles import tile_sets

SETS = tile_sets(tuple(range(1, 10)))
ODDS = """(() => {
  const { open, roll, beat } = game;
  const texts = ({ move, value, win, tie }) => [move, ...[value, win, tie].map(fractionText)];
  return [Number(beat ?? -1), open, roll[0], solver().known(beat).moves(open, roll).map(texts)];
})()"""
PLACE = """(() => {
  const { x, y, width, height } = document.querySelector("%s").getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()"""


def until(tab, holds):
    while not tab.evaluate(holds):
        pass


@pytest.mark.dear
def test_a_whole_game_in_firefox(of_sixteen, tmp_path):
    """By touch; the odds of each roll are the exact ones, nothing scrolls, nothing complains."""
    if FIREFOX is None:
        pytest.skip("there is no Firefox to test in")
    drawn, solution = random.Random(5), solve("classic").fractions
    with firefox(tmp_path) as tab:
        tab.open(of_sixteen.as_uri(), TALL)
        until(tab, "Boolean(globalThis.twoplayer && solver().ev)")
        tab.evaluate("closeDoor()")
        place = tab.evaluate(PLACE % "#go")

        def tap(what):
            tab.tap(*tab.evaluate(PLACE % what))
            assert tab.evaluate(PLACE % "#go") == place
            assert not scrolls(tab)

        while tab.evaluate("game.phase") != "over":
            tap("#go")
            until(tab, "performance.now() >= still")
            if tab.evaluate("isHanded()"):
                tap("#take-turn")
                until(tab, "performance.now() >= still")
            if tab.evaluate("mayRoll() || !movesNow().length"):
                continue
            until(tab, "solver().known(game.beat) !== null")
            beat, state, rolled, moves = tab.evaluate(ODDS)
            turn = solution.play(score_to_beat=None if beat < 0 else beat)
            best = [option for option in turn.options(SETS[state], rolled) if option.choice]
            found = [(SETS[move], *map(Fraction, worth)) for move, *worth in moves]
            assert sorted(found) == sorted(map(tuple, best))
            for number in drawn.choice(best[:2]).choice:
                tap(f"[data-tile='{number}']")
            if tab.evaluate("game.chosen"):
                tap("#go")
        assert "wins" in tab.evaluate("element('status').textContent"), "nobody, or a player"
        assert tab.said == []


RING = """(() => {
  const wide = (kind) => parseFloat(getComputedStyle(document.querySelector(kind)).strokeWidth);
  return wide("#strip .ring") - wide("#strip .dot");
})()"""


@pytest.mark.dear
def test_what_is_one_change_away_has_a_ring_in_firefox(tmp_path):
    if FIREFOX is None:
        pytest.skip("there is no Firefox to test in")
    path = tmp_path / "explorer.html"
    assert run(f"write explorer sixteen --tiles 4 -o {path}").exit_code == 0
    with firefox(tmp_path) as tab:
        tab.open(path.as_uri(), TALL)
        assert tab.evaluate(RING) > 2
