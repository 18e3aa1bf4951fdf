"""The door that one comes in by, the curtain between two people, and the end of a game."""

import re

import pytest
from conftest import until
from touch import PHONE, TABLET, go, next_thing, roll, set_up, solved, status, take, tap, tile

dear = pytest.mark.dear


def is_open(page, what):
    return page.locator(what).is_visible()


def players(page):
    return page.evaluate("game.evening?.players.map(({ name, plays }) => [name, plays]) ?? null")


# The door


def test_who_opens_the_page_is_asked_who_plays_and_nobody_twice(open_page):
    page = open_page(door=True)
    assert is_open(page, "#door")
    assert page.locator("#opponents b").all_inner_texts() == ["Rosa", "Otto", "Pip"]
    assert not is_open(page, "#door-on"), "there is nothing to go on with"
    assert is_open(page, "#door-today")
    tap(page, "Go in")
    page.reload()
    until(page, "globalThis.twoplayer")
    assert not is_open(page, "#door")


def test_a_game_that_somebody_has_sent_opens_without_a_door(open_page):
    page = open_page(link="tiles=1-9&game=5.4-9_1.1", door=True)
    assert not is_open(page, "#door")
    assert status(page).startswith("Player 1: you rolled 2.")


@dear
def test_a_link_with_rules_opens_at_the_door_with_these_rules(open_page):
    page = open_page(link="clack_payout=2", door=True)
    assert is_open(page, "#door")
    page.locator("#door-rules").tap()
    assert page.evaluate("game.rules.clack_payout") == "2"


@pytest.mark.parametrize(
    ("name", "plays"),
    [
        pytest.param("Rosa", "best", marks=dear),
        ("Otto", "card"),
        pytest.param("Pip", "random", marks=dear),
    ],
)
def test_the_program_is_an_opponent_with_a_name(open_page, name, plays):
    page = open_page(door=True)
    page.locator("#opponents button").filter(has_text=name).tap()
    assert not is_open(page, "#door")
    assert players(page) == [["", "hand"], [name, plays]]
    assert page.locator("#seat-2 .name").inner_text() == name


def test_friends_are_called_by_their_names(open_page):
    page = open_page(door=True)
    page.locator("#door-friends").tap()
    for number, name in enumerate(["Ann", "Ben", "Mia"], start=1):
        if number > 2:
            page.locator("#add-friend").tap()
        page.get_by_label(f"Name of player {number}").fill(name)
    page.locator("#play-friends").tap()
    assert players(page) == [["Ann", "hand"], ["Ben", "hand"], ["Mia", "hand"]]
    assert status(page) == "Ann: roll 2 dice."


def test_names_typed_at_the_door_are_those_of_the_sheet_and_stay(open_page):
    page = open_page(door=True)
    names = ["Mum", "Dad", "Mia", "Tom"]
    page.locator("#door-friends").tap()
    for number, name in enumerate(names, start=1):
        if number > 2:
            page.locator("#add-friend").tap()
        page.get_by_label(f"Name of player {number}").fill(name)
    tap(page, "More about players")
    read = "[...document.querySelectorAll('#NAMES input')].map(({ value }) => value)"
    assert page.evaluate(read.replace("NAMES", "names")) == names
    page.locator("#close-players").tap()
    page.locator("#seat-1 .who").tap()
    assert page.evaluate(read.replace("NAMES", "friend-names")) == names


def test_todays_box_leads_back_to_the_door_one_came_from(open_page):
    page = open_page(door=True)
    page.locator("#door-today").tap()
    page.locator("#close-day").tap()
    page.locator("#door[open]").wait_for()
    tap(page, "Go in")
    tap(page, "Rules", "Today's box")
    page.locator("#close-day").tap()
    assert not is_open(page, "#door")


@dear
def test_at_least_two_friends_and_at_most_eight(open_page):
    page = open_page(door=True)
    page.locator("#door-friends").tap()
    assert page.locator("#friend-names .drop:visible").count() == 0
    for _ in range(6):
        page.locator("#add-friend").tap()
    assert page.locator("#friend-names li").count() == 8
    assert page.locator("#add-friend").get_attribute("aria-disabled") == "true"
    page.get_by_label("Remove player 3").tap()
    assert page.locator("#friend-names li").count() == 7


def test_the_names_open_the_door_and_one_can_go_on(open_page):
    page = solved(open_page())
    roll(page, 3, 5)
    page.locator("#seat-2 .who").tap()
    assert is_open(page, "#door")
    page.locator("#door-on").tap()
    assert not is_open(page, "#door")
    assert status(page).startswith("Player 1: you rolled 8.")


# The curtain


def hand_over(page):
    """Let the first player end with 9 open, by taps as hands do them."""
    set_up(page, [9])
    roll(page, 1, 1)
    page.evaluate("hush(0)")
    page.locator("#go").tap()


def test_the_curtain_says_who_is_next_and_what_there_is_to_beat(open_page):
    page = solved(open_page())
    hand_over(page)
    assert is_open(page, "#curtain")
    assert page.locator("#next-player").inner_text() == "▲ Player 2"
    assert page.locator("#target-of").inner_text() == "Player 1 has left"
    assert page.locator("#target").inner_text() == "9"
    assert page.locator("#hope-said").inner_text() == (
        f"You win {page.evaluate('hundredth(worthNow(oddsNow()).win)')} of 100 games from here "
        "with the best play."
    )
    assert page.evaluate("element('room').inert")


def test_the_phone_goes_on_when_another_starts_again(open_page):
    page = ended_by_three(open_page)
    page.evaluate("hush(0)")
    assert next_thing(page) == "Again – player 2 starts"
    page.locator("#go").tap()
    assert page.locator("#next-player").inner_text() == "▲ Player 2"
    assert page.locator("#target").inner_text() == ""
    take(page)
    assert status(page) == "Player 2: roll 2 dice."


def seat_family(page, *names):
    page.evaluate(
        """(names) => {
          const players = names.map((name) => ({ ...NOBODY, name }));
          change(newGame(game.rules, seated({ players, starts: "turn", rounds: 1, lines: [] }, 0)));
        }""",
        names,
    )


UNCUT = """(what) => [...document.querySelectorAll(what)].every(
  ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 2)"""


@dear
def test_the_button_of_the_curtain_holds_its_words_in_large_text(open_page):
    page = solved(open_page(PHONE))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    seat_family(page, "Ann", "Grandpa Ben")
    page.evaluate("() => { change({ open: 1 << 8 }); pickFaces([1, 1]); endTurn(); }")
    assert page.evaluate(UNCUT, "#take-turn")
    box = page.locator("#take-turn").bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"]


@dear
@pytest.mark.parametrize("others", [(), ("Mum", "Tom")])
def test_names_are_not_cut_where_there_is_room(open_page, others):
    page = solved(open_page({"width": 844, "height": 390}))
    seat_family(page, "Grandpa Ben", "Grandma Lisbeth", *others)
    assert page.evaluate(UNCUT, ".many #crowd .who, #rail:not(.many) .seat .who")


def test_who_has_won_before_his_first_roll_is_told_so_by_the_curtain(open_page):
    page = solved(open_page(link="tiles=1-9&second=tiles%3D1-3"))
    hand_over(page)
    assert page.locator("#target").inner_text() == "9"
    said = "Beaten! Player 2 has won: play on for the clack, or end."
    assert page.locator("#hope-said").inner_text() == said
    assert not is_open(page, "#hope")
    take(page)
    assert status(page) == said
    assert page.locator("#status").get_attribute("class") == "beaten"


def test_no_tap_is_meant_for_both_players(open_page):
    """A second tap, soon after the first, neither lifts the curtain nor rolls."""
    page = solved(open_page())
    passing = page.locator("#go").bounding_box()
    hand_over(page)
    lifting = page.locator("#take-turn").bounding_box()
    assert lifting["y"] + lifting["height"] < passing["y"]
    page.locator("#take-turn").tap()
    assert is_open(page, "#curtain"), "too soon"
    page.evaluate("hush(0)")
    page.locator("#take-turn").tap()
    assert not is_open(page, "#curtain")
    page.locator("#go").tap()
    assert page.evaluate("mayRoll()"), "too soon"
    page.evaluate("hush(0)")
    page.locator("#mine").tap()
    page.locator("#go").tap()
    assert not page.evaluate("mayRoll()")


@dear
def test_a_second_tap_does_not_skip_the_end(open_page):
    page = solved(open_page())
    set_up(page, [9], beat=20)
    roll(page, 1, 1)
    page.evaluate("hush(0)")
    page.locator("#go").tap()
    page.locator("#go").tap()
    assert page.evaluate("game.phase") == "over"
    page.evaluate("hush(0)")
    page.locator("#go").tap()
    assert page.evaluate("game.phase") == "turn"


@dear
def test_no_curtain_falls_before_the_program(open_page):
    page = solved(open_page(door=True))
    page.locator("#opponents button").first.tap()
    hand_over(page)
    assert not is_open(page, "#curtain")


# The end

LEFT = "(tiles) => { lay({ game: { ...game, open: rulesOfGame().set(tiles) } }); showBoard(); }"


def end_with(page, open_tiles):
    """End a turn with some tiles open, after a roll that covers none of them."""
    page.evaluate(LEFT, open_tiles)
    page.evaluate("pickFaces([6, 6])")
    go(page)


def ended_by_three(open_page):
    """Return the page at the end of a game of three friends, of which the second has won."""
    page = open_page(PHONE, door=True)
    page.locator("#door-friends").tap()
    page.locator("#add-friend").tap()
    page.locator("#play-friends").tap()
    for open_tiles in ([9], [1, 2], [5]):
        end_with(page, open_tiles)
    return page


def test_beaten_is_said_as_soon_as_nothing_more_can_be_won(open_page):
    page = solved(open_page())
    set_up(page, [1, 2, 9], beat=10)
    assert not status(page).startswith("Beaten")
    roll(page, 4, 5)
    tile(page, 9).tap()
    assert status(page) == "Beaten! Player 2 has won: play on for the clack, or end."
    tap(page, "End the game")
    assert page.evaluate("[game.phase, String(game.left)]") == ["over", "10,3"]
    assert page.locator("#winner").inner_text() == "▲ Player 2 wins"


@dear
@pytest.mark.parametrize("link", ["clack_payout=2", "ties=first"])
def test_where_more_can_be_won_nobody_is_told_to_end(open_page, link):
    page = solved(open_page(link=link))
    set_up(page, [1, 2, 9], beat=3)
    roll(page, 4, 5)
    tile(page, 9).tap()
    assert not status(page).startswith("Beaten")


def test_the_end_says_who_has_won_and_why(open_page):
    page = solved(open_page(TABLET))
    for open_tiles in ([9], [1, 2]):
        end_with(page, open_tiles)
    assert page.locator("#winner").inner_text() == "▲ Player 2 wins"
    assert page.locator("#winner").get_attribute("class") == "of-2"
    assert page.locator("#why").inner_text() == "It was all luck."
    assert next_thing(page) == "Again – player 1 starts"
    tap(page, "Send")
    assert is_open(page, "#send")


def test_each_players_decisions_stand_behind_his_sign(open_page):
    page = solved(open_page(TABLET))
    for tiles in ([9], [1, 2]):
        roll(page, 4, 5)
        for number in (4, 5):
            tile(page, number).tap()
        end_with(page, tiles)
    rows = page.locator("#squares span")
    assert [text[0] for text in rows.all_inner_texts()] == ["●", "▲"]
    assert rows.first.get_attribute("aria-label").startswith("Player 1: Decisions: ")


def test_what_is_copied_at_the_end_says_who_has_won_and_why(open_page):
    page = solved(open_page(TABLET))
    for open_tiles in ([9], [1, 2]):
        end_with(page, open_tiles)
    page.evaluate("navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }")
    tap(page, "Send")
    tap(page, "Copy")
    page.locator("#sent:has-text('Copied.')").wait_for()
    link = page.locator("#send-link").input_value()
    assert page.evaluate("copied").splitlines() == [
        "Shut the Box: ▲ Player 2 wins",
        "It was all luck.",
        link,
    ]


def test_what_a_mistake_nearly_cost_the_winner_is_told_apart_from_luck(open_page):
    page = solved(open_page())
    set_up(page, [1, 2, 3, 4], beat=3)
    roll(page, 1, 3)
    for number in (1, 3):
        tile(page, number).tap()

    roll(page, 2, 4)
    for number in (2, 4):
        tile(page, number).tap()

    why = page.locator("#why").inner_text()
    gained, lost = why.split(", less ")
    above = sum(map(int, re.findall("[0-9]+", gained))) - 100
    assert lost == f"{above} Player 2’s one mistake: 1 + 3 after a 4. That makes 100."


def test_a_mistake_that_decides_is_told_in_words_of_people(open_page):
    page = solved(open_page())
    set_up(page, [4, 5, 9])
    roll(page, 4, 5)
    for number in (4, 5):
        tile(page, number).tap()
    end_with(page, [9])
    end_with(page, [1, 2])
    why = page.locator("#why").inner_text()
    parts = re.fullmatch(
        r"\d+ of 100 were luck(, \d+ the position)?, "
        r"\d+ Player 1’s one mistake: 4 \+ 5 after a 9\.",
        why,
    )
    assert parts, why


def test_several_players_stand_on_steps(open_page):
    page = ended_by_three(open_page)
    steps = page.locator("#podium li")
    assert steps.all_inner_texts() == ["Player 2\n▲ 3", "Player 3\n■ 5", "Player 1\n● 9"]
    heights = [each.bounding_box()["height"] for each in steps.all()]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 3
    assert page.locator("#winner").inner_text() == "▲ Player 2 wins"
