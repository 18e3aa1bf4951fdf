"""What is sent: links to rules, to a position, to a whole game; what hostile ones do."""

import json
import random

import pytest
from conftest import examples, output
from drawn import ANY_BUT_THE_PAYOUT
from hypothesis import given, settings
from hypothesis import strategies as st
from page_languages import TAGS
from touch import (
    DESK,
    NARROW,
    end_both,
    go,
    kinds,
    menu,
    page_of,
    roll,
    scrolls,
    set_up,
    solved,
    status,
    tap,
    touch,
)

from twoplayer import Play, Variant
from twoplayer.turn.turns import board_of
from twoplayer.web.link import link_to

dear = pytest.mark.dear
HOME = "https://example.org/box/"


@pytest.fixture(scope="module")
def with_address(tmp_path_factory):
    return page_of(tmp_path_factory.mktemp("page"), f"classic --address {HOME}")


def sent(page, whole=True):
    """Tell what is copied when somebody sends."""
    page.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }")
    menu(page, "Send")
    page.get_by_label("The game as it stands").set_checked(whole)
    tap(page, "Copy")
    page.locator("#sent:has-text('Copied.')").wait_for()
    link = page.evaluate("copied")
    assert link == page.get_by_label("The link").input_value()
    tap(page, "Close")
    return link


def position(page):
    return status(page), kinds(page), page.locator("#rail").inner_text().split("odds")[0]


# A game


@pytest.mark.dear
def test_a_game_that_is_sent_opens_at_its_position(open_page, with_address):
    page = solved(open_page(path=with_address))
    roll(page, 3, 5)
    touch(page, 8)
    roll(page, 6, 6)
    touch(page, 9, 3)
    roll(page, 4, 3)
    before = position(page)
    link = sent(page)
    assert link == f"{HOME}#tiles=1-9&game=5.3-8_6.6-3.9_4.3"
    assert sent(page, whole=False) == f"{HOME}#tiles=1-9"
    page = solved(open_page(path=with_address, link=link.partition("#")[2]))
    assert page.locator("#refused").is_hidden()
    assert status(page) == before[0]
    assert kinds(page) == before[1]
    for _ in range(5):
        tap(page, "Undo")
    assert set(kinds(page).values()) == {"open"}
    assert page.locator("#undo").get_attribute("aria-disabled") == "true"


@pytest.mark.dear
def test_a_game_from_a_position_of_ones_own_is_sent_with_it(open_page, with_address):
    page = solved(open_page(path=with_address))
    set_up(page, {1, 2, 7}, 12)
    assert sent(page) == f"{HOME}#tiles=1-9&open=1.2.7&to_beat=12"
    roll(page, 3, 4)
    touch(page, 7)
    link = sent(page)
    assert link == f"{HOME}#tiles=1-9&open=1.2.7&to_beat=12&game=4.3-7"
    page = solved(open_page(path=with_address, link=link.partition("#")[2]))
    assert page.evaluate("[game.player, game.beat, game.open].map(String)") == ["2", "12", "3"]
    roll(page, 1, 2)
    tap(page, "Hint", "Cover 1 + 2")
    assert "wins" in status(page)
    assert page.evaluate("linkToGame()").endswith("&game=4.3-7_2.1-1.2")


PLAYED = """
(link) => {
  openLink(link);
  draw();
  return [fault, onPaper(), linkToGame(), game.phase, game.left.map(String), past.length];
}
"""


def played_at_random(variant, chance, rolls):
    play = Play(variant)
    for _ in range(rolls):
        if play.over:
            break
        count = chance.choice(board_of(variant).dice_in(play.open_tiles))
        play.roll(*(chance.randint(1, variant.dice.sides) for _ in range(count)))
        if play.legal_moves and chance.random() < 0.98:
            play.cover(*chance.choice(play.legal_moves))
        elif play.legal_moves:
            break
    return play


@pytest.mark.dear
def test_the_page_opens_what_play_writes(open_page):
    page = solved(open_page())

    @given(ANY_BUT_THE_PAYOUT, st.integers(0, 2**32), st.integers(0, 30))
    @settings(max_examples=examples(200))
    def check(rules, seed, rolls):
        variant = Variant(**rules)
        play = played_at_random(variant, random.Random(seed), rolls)
        link = link_to(variant, play.text)
        fault, text, again, phase, left, _ = page.evaluate(PLAYED, f"#{link}")
        assert (fault, text, again) == ("", play.text, link)
        assert (phase == "over") == play.over
        assert left[: len(play.scores)] == list(map(str, play.scores))

    check()


DRAWN = """
(link) => {
  openLink(link);
  draw();
  for (let taps = 0; taps < 200 && game.phase !== "over" && Math.random() < 0.97; taps += 1) {
    if (game.phase === "passed") next().act();
    else if (mayRoll()) {
      const counts = rulesOfGame().diceCounts(game.open);
      pickDice(counts[Math.floor(Math.random() * counts.length)]);
      const rolls = rulesOfGame().rolls(diceNow());
      if (Math.random() < 0.5) rollDice();
      else pickRoll(rolls[Math.floor(Math.random() * rolls.length)].roll);
    } else if (movesNow().length) {
      cover(movesNow()[Math.floor(Math.random() * movesNow().length)]);
    } else endTurn();
  }
  return [onPaper(), linkToGame(), game.phase, game.player, tilesIn(game.open, " ")];
}
"""


def test_play_reads_what_the_page_writes(open_page):
    page = solved(open_page())

    @given(ANY_BUT_THE_PAYOUT)
    @settings(max_examples=examples(200))
    def check(rules):
        variant = Variant(**rules)
        text, link, phase, player, open_tiles = page.evaluate(DRAWN, f"#{link_to(variant)}")
        play = Play.of(variant, text)
        assert play.text == text
        assert link == link_to(variant, text)
        if phase == "turn" and play.seat == player:
            assert " ".join(map(str, play.open_tiles)) == open_tiles

    check()


def test_the_command_writes_a_link_to_a_game_on_paper(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("5+4:9, 6+6: 5+4+3, 3+1: -\n2+1", encoding="utf-8")
    link = output(f"write page --link --review {path} --address {HOME}")
    assert link == f"{HOME}#tiles=1-9&game=5.4-9_6.6-3.4.5_3.1~2.1\n"


# Sending


SHARES = """
() => {
  globalThis.shared = [];
  navigator.share = async (what) => {
    shared.push(what);
    const why = [null, "AbortError", "NotAllowedError"][shared.length - 1];
    if (why) throw new DOMException("", why);
  };
  navigator.clipboard.writeText = async (text) => { globalThis.copied = text; };
}
"""


@dear
def test_what_the_device_offers_is_used_to_send(open_page, with_address):
    page = solved(open_page(path=with_address))
    menu(page, "Send")
    assert page.locator("#share").is_visible() == page.evaluate("Boolean(navigator.share)")
    tap(page, "Close")
    page.evaluate(SHARES)
    menu(page, "Send")
    tap(page, "Send …")
    assert page.evaluate("shared[0]") == {
        "title": "Shut the Box: The classic game",
        "url": f"{HOME}#tiles=1-9",
    }
    assert page.locator("#send-how").inner_text() == "Whoever opens the link plays by these rules."
    tap(page, "Send …")
    assert page.locator("#sent").inner_text() == "", "somebody has thought better of it"
    tap(page, "Send …")
    page.locator("#sent:has-text('Copied.')").wait_for()
    assert page.evaluate("copied") == f"{HOME}#tiles=1-9"


@dear
def test_a_file_is_sent_as_a_file(open_page):
    page = solved(open_page(DESK))
    page.evaluate(SHARES)
    roll(page, 3, 5)
    touch(page, 8)
    menu(page, "Send")
    assert page.locator("#share").is_hidden()
    assert "send the file itself" in page.locator("#send-how").inner_text()
    assert page.get_by_label("The link").input_value() == "#tiles=1-9&game=5.3-8"


@pytest.mark.dear
@pytest.mark.parametrize(("count", "rounds"), [(3, 1), (2, 2)])
def test_a_game_of_many_players_or_rounds_is_sent_as_rules(open_page, with_address, count, rounds):
    page = solved(open_page(path=with_address))
    page.evaluate(
        """([count, rounds]) => {
          const players = Array.from({ length: count }, () => NOBODY);
          change(newGame(game.rules, seated({ players, starts: "same", rounds, lines: [] }, 0)));
        }""",
        [count, rounds],
    )
    page.evaluate("pickFaces([4, 5])")
    menu(page, "Send")
    assert page.get_by_label("The game as it stands").is_hidden()
    assert "the rules alone" in page.locator("#send-only").inner_text()
    assert page.get_by_label("The link").input_value() == f"{HOME}#tiles=1-9"


@pytest.mark.dear
def test_a_game_that_was_sent_is_of_two_players(open_page, with_address):
    page = solved(open_page(path=with_address))
    page.evaluate("settings.evening = readEvening({ players: [{}, {}, {}] })")
    page.evaluate("openLink('#tiles=1-9&game=5.4-9')")
    assert page.evaluate("[seatCount(), fault]") == [2, ""]
    page.evaluate("openLink('#tiles=1-9')")
    assert page.evaluate("seatCount()") == 3


@dear
@pytest.mark.parametrize("address", ["", HOME])
def test_rules_are_sent_from_their_panel(open_page, of_sixteen, with_address, address):
    page = solved(open_page(path=with_address if address else of_sixteen))
    menu(page, "More rules")
    page.get_by_label("Start from").select_option(label="2 to go")
    page.locator("#send-rules").click()
    assert page.get_by_label("The link").input_value() == f"{address}#opening_tile=2"
    assert page.get_by_label("The game as it stands").is_hidden()


# What somebody may send

LONG = 60_000
REFUSED = {
    "markup": ("tiles=<img src=x onerror=alert(1)>", "tiles: got"),
    "markup of a game": ("game=<script>alert(1)</script>", "none such as 5.3-8"),
    "markup of a name": ("<b>x</b>=1", "an unknown rule"),
    "proto": ("__proto__=1", "an unknown rule"),
    "proto of a game": ("game=__proto__", "none such as 5.3-8"),
    "constructor": ("constructor=1&game=5.3-8", "an unknown rule"),
    "a method": ("toString", "no name of the catalogue"),
    "percent": ("%E0%A4%A", "no name of the catalogue"),
    "percent in a value": ("tiles=%E0%A4%A", "tiles: got"),
    "percent in a game": ("game=%E0%A4%A", "none such as 5.3-8"),
    "null": ("game=5.3-8%00", "none such as 5.3-8"),
    "fields": ("&".join(f"x{number}=1" for number in range(LONG // 6)), "rules are given"),
    "a long name": ("x" * LONG, "no name of the catalogue"),
    "a long rule": ("x" * LONG + "=1", "an unknown rule"),
    "long tiles": ("tiles=" + "1," * (LONG // 2), "characters long"),
    "long conditions": ("one_die=" + " and ".join(["sum <= 6"] * 5000), "characters long"),
    "a long payout": (f"clack_payout={'9' * 1001}", "more than 1000 digits"),
    "full width": ("tiles=１-９", "tiles: got"),
    "many dice": ("dice=99d100", "dice: got"),
    "many tiles": ("tiles=24", "at most 12"),
    "wrong rules": ("tiles=10&ties=split", "did you mean push"),
    "wrong rules and a game": ("tiles=abc&game=5.3-8", "tiles: got"),
    "rules twice": ("tiles=9&tiles=9", "given twice"),
    "games twice": ("game=5.3-8&game=5.3-8", "given twice"),
    "a long game": ("game=" + "5.3-8_" * (LONG // 6), "characters long"),
    "many numbers": ("game=" + ".".join(["1"] * 1000), "none such as 5.3-8"),
    "large numbers": ("game=99999999999999999999.1-8", "none such as 5.3-8"),
    "no game": ("game=", "none such as 5.3-8"),
    "signs": ("game=~_~_-.", "none such as 5.3-8"),
    "negative": ("game=-5.3-8", "none such as 5.3-8"),
    "on paper": ("game=5+3: 8", "none such as 5.3-8"),
    "an illegal move": ("game=5.3-9", "covers what it may not"),
    "a tile twice": ("game=5.3-4.4", "covers what it may not"),
    "no such tile": ("game=5.3-88", "covers what it may not"),
    "a tile that is down": ("game=5.3-8_6.2-8", "covers what it may not"),
    "an impossible die": ("game=7.1-8", "cannot be rolled"),
    "a die of 0": ("game=0.6-6", "cannot be rolled"),
    "one die": ("game=6-6", "cannot be rolled"),
    "three dice": ("game=6.1.1-8", "cannot be rolled"),
    "something left out": ("game=5.3_5.4-9", "before the last one is covered"),
    "a turn too early": ("game=5.3-8~5.4-9", "before the last turn is over"),
    "a turn too late": ("tiles=1-2&game=5.3_1.1-2", "after the turn is over"),
    "a game too long": ("tiles=1-2&game=5.3~5.3~5.3", "after the game is over"),
    "after the game": ("tiles=1-2&game=5.3~5.3_5.3", "after the game is over"),
    "open": ("open=1.1", "no tiles of this game"),
    "open markup": ("open=<b>1</b>", "no tiles of this game"),
    "open tiles of others": ("open=77", "no tiles of this game"),
    "beat": ("open=1&to_beat=46", "no score of this game"),
    "beat a method": ("to_beat=toString", "no score of this game"),
    "beat a fraction": ("to_beat=1.5", "no score of this game"),
    "beat much": ("to_beat=" + "9" * LONG, "no score of this game"),
    "beat what has won": ("immediate_clack=true&to_beat=0", "no score of this game"),
    "beat, not open": ("open=1&to_beat=12&game=1.1-2", "covers what it may not"),
}
PLAYED_ANYWAY = {
    "nothing": "",
    "a hash": "#",
    "many dice": "dice=6d100&game=100.100.100.100.100.100",
    "classic": "#tiles=1-9",
    "a clack": "open=8&game=5.3-8",
    "no tile": "open=",
    "no tile to beat 0": "open=&to_beat=0",
    "half": "tiles=1-9&game=5.3",
    "an open end": "game=5.3-8_1.1-",
}


@pytest.mark.dear
@pytest.mark.parametrize(("link", "said"), REFUSED.values(), ids=REFUSED)
def test_a_hostile_link_is_refused_with_a_word(open_page, link, said):
    page = open_page(link=link)
    fault = page.locator("#fault").text_content()
    assert said in fault
    assert len(fault) < 700
    assert page.evaluate("past.length") == 0
    assert page.evaluate("document.querySelectorAll('img, #fault *').length") == 0
    assert "covered" not in kinds(page).values()
    go(page)
    assert "rolled" in status(page)


@dear
def test_a_refused_link_says_what_to_do_next_and_what_was_wrong_if_asked(open_page):
    page = open_page(link="foo=1&tiles=24")
    refusal = page.locator("#refusal").inner_text()
    assert refusal == "This link has something that this page does not know."
    assert not page.locator("#fault").is_visible()
    tap(page, "Play: The classic game")
    assert page.locator("#refused").is_hidden()
    assert page.evaluate("[document.activeElement.id, location.hash]") == ["go", "#tiles=1-9"]
    page = open_page(link="foo=1&tiles=24")
    page.get_by_text("What was wrong?").tap()
    assert "foo: an unknown rule" in page.locator("#fault").inner_text()
    assert "at most 24" not in page.locator("#fault").inner_text(), "12 on this page"
    page = open_page(link="tiles=1-10&game=9.9")
    assert page.locator("#play-anyway").is_visible()
    assert page.evaluate("game.rules.tiles") == "1-10", "its rules can be played"


@pytest.mark.dear
@pytest.mark.parametrize("tag", TAGS)
def test_a_refusal_moves_nothing_and_may_be_touched(open_page, tag):
    page = open_page(NARROW, link=f"lang={tag}")
    docked = "element('dock').getBoundingClientRect().top"
    before = page.evaluate(docked)
    page = open_page(NARROW, link=f"tiles=10&ties=split&weights=0&foo=1&lang={tag}")
    assert page.evaluate(docked) == before
    assert not scrolls(page)
    page.locator("#refusal").tap()
    assert page.locator("#refused").is_visible(), "no dice were rolled"


@pytest.mark.dear
@pytest.mark.parametrize("link", PLAYED_ANYWAY.values(), ids=PLAYED_ANYWAY)
def test_an_odd_link_is_played(open_page, link):
    page = open_page(link=link)
    assert page.locator("#refused").is_hidden()
    page.locator("#go").click(force=True)


@pytest.mark.dear
def test_the_end_of_a_game_is_sent_too(open_page):
    page = solved(open_page(link="tiles=1-3"))
    tap(page, "My dice")
    end_both(page)
    before = position(page)
    page = solved(open_page(link=json.loads(page.evaluate("JSON.stringify(linkToGame())"))))
    assert position(page) == before
