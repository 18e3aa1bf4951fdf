"""Drawn positions by drawn rules, own ones among them: another engine says what the library does.

Chromium has that of Node, in which `test_node.py` asks the same.
"""

import json

import pytest
from firefox import FIREFOX, firefox
from test_firefox import until
from test_node import drawn_rules, positions
from touch import PHONE

pytestmark = pytest.mark.dear

POSITIONS = """async () => {
  const written = ({ value, win, tie }) => [value, win, tie].map(fractionText);
  const solved = new Map();
  const oddsOf = async (rules, second) => {
    const key = JSON.stringify([rules, second]);
    const odds = () => new Odds(read(rules), undefined, second ? read(second) : undefined);
    if (!solved.has(key)) solved.set(key, await odds().solve());
    return solved.get(key);
  };
  const found = [];
  for (const { rules, second, beat, set, roll } of %s) {
    const odds = await oddsOf(rules, second);
    const player = beat === null ? odds.firstPlayer() : odds.player(BigInt(beat));
    const moves = player.moves(set, roll).map((option) => [option.move, ...written(option)]);
    found.push({
      worth: written(player.worth(set)),
      dice: player.dice(set).map((option) => [option.dice, ...written(option)]),
      moves,
      ended: moves.length ? null : written(player.ended(set)),
    });
  }
  return found;
}"""
ASKED = ("rules", "second", "beat", "set", "roll")


@pytest.fixture(scope="module")
def cases():
    drawn = list(positions(drawn_rules(20), 5))
    assert len(drawn) >= 140
    assert len({json.dumps([each["rules"], each["second"]]) for each in drawn}) >= 25
    assert sum(each["second"] is not None for each in drawn) >= 40
    return drawn


def test_firefox(of_sixteen, tmp_path, cases):
    if FIREFOX is None:
        pytest.skip("there is no Firefox to test in")
    with firefox(tmp_path) as tab:
        tab.open(of_sixteen.as_uri(), PHONE)
        until(tab, "Boolean(globalThis.twoplayer)")
        asked = [{name: each[name] for name in ASKED} for each in cases]
        found = tab.evaluate(POSITIONS % json.dumps(asked))
        assert tab.said == []
    for one, each in zip(found, cases, strict=True):
        for choices in ("dice", "moves"):
            assert sorted(one[choices]) == sorted(each[choices])
            best_first = [[worth for _, *worth in made[choices]] for made in (one, each)]
            assert best_first[0] == best_first[1]
        assert (one["worth"], one["ended"]) == (each["worth"], each["ended"])
