"""A game in Firefox: another engine than all the other tests have."""

import re
from fractions import Fraction

import pytest
from conftest import run
from firefox import FIREFOX, firefox
from person import SCROLLS
from person import TALL as SIZE

from twoplayer import solve

TALL = dict(zip(("width", "height"), SIZE, strict=True))
SEEN = """(() => {
  const text = (what) => document.querySelector(what).textContent;
  const tiles = [...document.querySelectorAll("#tiles button")];
  const { x, y, width, height } = document.querySelector("#go").getBoundingClientRect();
  return {
    status: text("#status"),
    ahead: text("#ahead-1"),
    curtain: !document.querySelector("#curtain").hidden,
    open: tiles.filter((each) => each.ariaLabel.endsWith("open")).map((each) => each.textContent),
    covers: text("#go").startsWith("Cover"),
    over: text("#go").startsWith("Again"),
    beats: Number(/to beat (\\d+)/.exec(text("#seat-2 .note"))?.[1] ?? -1),
    go: [x, y, width, height],
  };
})()"""
"""What a person sees."""
ODDS = """(() => [...document.querySelectorAll("#moves li")].map((each) => [
  each.querySelector(".what").textContent, each.querySelector(".fraction").textContent,
]))()"""
PLACE = """(() => {
  const { x, y, width, height } = document.querySelector("%s").getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()"""
SHOWN = """(() => {
  const one = document.querySelector("%s");
  one.scrollIntoView({ block: "center" });
  return one.checkVisibility();
})()"""


def until(tab, holds):
    while not tab.evaluate(holds):
        pass


class Player:
    """Somebody who plays by touch, and looks at what it does."""

    def __init__(self, tab):
        self.tab = tab

    def see(self):
        return self.tab.evaluate(SEEN)

    def tap(self, what):
        self.tab.tap(*self.tab.evaluate(PLACE % what))

    def tap_until_it_is_another(self, what):
        """Tap, and again where nothing has come of it: nothing is played at once on what is new."""
        before = self.see()
        while self.see() == before:
            self.tap(what)
        return self.see()

    def odds(self):
        """Read all odds in their sheet: of each move, best first."""
        until(self.tab, "document.querySelector('#ahead-1').textContent !== ''")
        self.tap("#all-odds")
        found = self.tab.evaluate(ODDS)
        assert self.tab.evaluate(SHOWN % "#close-all")
        self.tap("#close-all")
        return [
            (tuple(numbers(what)), *map(Fraction, re.findall(r"-?\d+(?:/\d+)?", exact)))
            for what, exact in found
        ]


def numbers(text):
    return [int(each) for each in re.findall(r"\d+", text.partition("(")[0])]


@pytest.mark.dear
def test_a_whole_game_in_firefox(of_sixteen, tmp_path):
    """By touch; the odds of each roll are the exact ones, nothing scrolls, nothing complains."""
    if FIREFOX is None:
        pytest.skip("there is no Firefox to test in")
    solution = solve("classic").fractions
    with firefox(tmp_path) as tab:
        tab.open(of_sixteen.as_uri(), TALL)
        until(tab, "document.querySelector('#door')?.open === true")
        assert tab.evaluate(SHOWN % "#close-door")
        player = Player(tab)
        player.tap("#close-door")
        until(tab, "!document.querySelector('#door').open")
        place = player.see()["go"]
        while not (seen := player.see())["over"]:
            assert seen["go"] == place
            assert not tab.evaluate(SCROLLS)
            if not seen["covers"]:
                player.tap_until_it_is_another("#take-turn" if seen["curtain"] else "#go")
                continue
            rolled = int(re.search(r"rolled (\d+)", seen["status"])[1])
            turn = solution.play(score_to_beat=None if seen["beats"] < 0 else seen["beats"])
            best = turn.options(list(map(int, seen["open"])), rolled)
            found = player.odds()
            assert sorted(found) == sorted(map(tuple, best))
            for number in best[-1].choice:
                player.tap(f"[data-tile='{number}']")
            if player.see()["covers"]:
                player.tap_until_it_is_another("#go")
        assert re.search("wins|nobody", player.see()["status"])
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
