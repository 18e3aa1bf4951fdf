"""The page as a box to play on: games by touch, hints, odds, and the story of a game."""

import random
import re
from fractions import Fraction

import pytest
from conftest import to_fraction
from drawn import rule_sets
from hypothesis import assume, given
from touch import (
    DESK,
    NARROW,
    PHONE,
    TABLET,
    TALL,
    TURNED,
    WIDE,
    all_odds,
    end_both,
    fits,
    go,
    kinds,
    menu,
    next_thing,
    roll,
    scrolls,
    set_up,
    setting,
    solved,
    spelled,
    status,
    tap,
    tile,
    tiles_that_are,
    touch,
)

from twoplayer import Variant, solve
from twoplayer.variant.fields import FIELDS

dear = pytest.mark.dear


# Tiles and the large button


def test_taps_build_a_move_that_falls_when_it_makes_the_roll(open_page):
    page = solved(open_page())
    touch(page, 3)
    assert kinds(page)[3] == "open", "there is no roll yet"
    roll(page, 3, 5)
    assert [number for number, kind in kinds(page).items() if "dim" in kind] == [9]
    assert next_thing(page) == "Cover …"
    touch(page, 9, 3)
    assert kinds(page)[3] == "chosen"
    assert next_thing(page) == "Cover 3 + …"
    assert tiles_that_are(page, "open") == [1, 4, 5]
    touch(page, 8)
    assert kinds(page)[8] == "open dim"
    touch(page, 3)
    assert set(kinds(page).values()) == {"open", "open dim"}, "a tap again takes it back"
    touch(page, 5)
    assert status(page) == "5 chosen, 3 to go."
    touch(page, 3)
    assert tiles_that_are(page, "covered") == [3, 5]


@dear
def test_the_careful_are_asked_first(open_page):
    page = solved(open_page())
    setting(page, "Ask first")
    roll(page, 3, 5)
    touch(page, 5, 3)
    assert tiles_that_are(page, "chosen") == [3, 5]
    assert status(page) == "3 + 5 chosen: that makes the roll."
    tap(page, "Cover 3 + 5")
    assert tiles_that_are(page, "covered") == [3, 5]


@dear
def test_tiles_that_may_become_another_move_do_not_fall(open_page):
    page = solved(open_page(link="moves=sum-or-difference"))
    roll(page, 1, 6)
    tile(page, 5).tap()
    assert kinds(page)[5] == "chosen", "5 is the difference, and 2 + 5 the sum"
    assert next_thing(page) == "Cover 5"
    tile(page, 2).tap()
    assert tiles_that_are(page, "covered") == [2, 5]


@dear
def test_the_tiles_stay_and_change_their_looks(open_page):
    """So that the style can move them."""
    page = solved(open_page())
    page.evaluate("() => { globalThis.nodes = [...document.querySelectorAll('#tiles button')]; }")
    roll(page, 3, 5)
    touch(page, 8)
    assert kinds(page)[8] == "covered"
    tap(page, "Undo")
    assert page.evaluate("nodes.every((node) => node.isConnected)")


DRAWN = """
() => {
  const observer = new MutationObserver(() => null);
  observer.observe(document.body, { childList: true, subtree: true });
  let kept = 0;
  for (const name of ["pushState", "replaceState"]) history[name] = () => { kept += 1; };
  tapTile(2);
  const added = observer.takeRecords().flatMap(({ addedNodes }) => [...addedNodes]);
  return [added.filter((node) => node instanceof Element).length, added.length > 0, kept];
}
"""


@dear
def test_a_tap_makes_no_element_anew_and_is_shown_before_it_is_kept(open_page):
    """Both took most of the time of a tap."""
    page = solved(open_page())
    roll(page, 3, 5)
    tap(page, "Hint")
    assert page.evaluate(DRAWN) == [0, True, 0]


@dear
def test_undo_takes_back_a_move_and_not_a_tap(open_page):
    page = solved(open_page())
    roll(page, 1, 6)
    touch(page, 3)
    touch(page, 4)
    assert tiles_that_are(page, "covered") == [3, 4]
    tap(page, "Undo")
    assert tiles_that_are(page, "open") == [1, 2, 3, 4, 5, 6, 7]
    assert status(page) == "Player 1: you rolled 7. Tap the tiles to cover."
    tap(page, "Undo")
    assert status(page) == "Player 1: 1 and …"
    tap(page, "Undo")
    assert page.locator("#undo").get_attribute("aria-disabled") == "true"


def play_turn(page, drawn, seen):
    """Play rolls and moves by touch until the turn ends."""
    player = page.evaluate("game.player")
    while page.evaluate("[game.player, game.phase]") == [player, "turn"]:
        if page.evaluate("mayRoll()"):
            go(page)
        elif moves := page.evaluate("movesNow().map((move) => rulesOfGame().open(move))"):
            tap(page, "Hint")
            seen()
            for number in drawn.choice(moves):
                tile(page, number).tap()
                seen()
            if page.evaluate("game.chosen"):
                go(page)
        else:
            go(page)
        seen()


HINTED = """
() => [0b111111111111, 0b11111111, 0b11110001111].flatMap((open) =>
  Array.from({ length: 20 }, (_, before) => {
    change({ open, roll: null, phase: "turn" });
    pickRoll([before + 1]);
    hint();
    return element("go").getBoundingClientRect().top;
  })
)
"""


@dear
@pytest.mark.parametrize("tag", ["en", "de", "fr", "es"])
@pytest.mark.parametrize("viewport", [NARROW, {"width": 568, "height": 320}])
def test_no_hint_moves_the_large_button(open_page, viewport, tag):
    page = solved(open_page(viewport, link=f"tiles=1-12&dice=1d20&lang={tag}"))
    before = page.locator("#go").bounding_box()["y"]
    assert set(page.evaluate(HINTED)) == {before}


GAMES = [
    "one_die=sum%20%3C%3D%206&clack_payout=2",
    "tiles=1-12&dice=1d20",
    "tiles=999988-999999&dice=6d100&scoring=digits",
]


@dear
@pytest.mark.parametrize(
    "viewport",
    [
        pytest.param(NARROW, id="narrow"),
        pytest.param(TALL, id="tall"),
        pytest.param(TURNED, id="turned"),
        pytest.param({"width": 568, "height": 320}, id="low"),
        pytest.param(TABLET, id="tablet"),
        pytest.param(WIDE, id="desk"),
    ],
)
def test_whole_games_by_touch_without_scrolling(open_page, viewport):
    """The large button stays where it is, and is always the next thing."""
    drawn = random.Random(3)
    for link in GAMES:
        page = open_page(viewport, link=link)
        place = page.locator("#go").bounding_box()

        def seen(page=page, place=place):
            assert page.locator("#go").bounding_box() == place
            assert not scrolls(page)
            assert inside(page, "#go, #status, #chips, #tiles, .tool, #faces .face")

        tap(page, "My dice")
        seen()
        tap(page, "My dice")
        menu(page, "Set up a position")
        page.get_by_label("Whose turn").select_option("2")
        seen()
        tap(page, "Cancel")
        seen()
        play_turn(page, drawn, seen)
        if page.evaluate("game.phase") == "passed":
            tap(page, "Pass to player 2")
        if page.evaluate("game.phase") != "over":
            score = page.evaluate("String(game.beat)")
            if len(score) > 15:
                score = f"{score[:4]}…{score[-4:]} ({len(score)} digits)"
            chases = f"beat {score}" if score != "0" else "tie at 0"
            assert status(page).startswith(f"Player 2, to {chases}: roll")
            play_turn(page, drawn, seen)
        end = status(page)
        first, second = page.evaluate("game.left.map(String)")
        winner = 1 if int(first) < int(second) else 2
        ends = " nobody wins." if first == second else rf" Player {winner} wins \d stakes?\."
        assert re.search(ends, end)
        tap(page, "Again – player 1 starts")
        assert set(kinds(page).values()) == {"open"}


INSIDE = """
(what) => [...document.querySelectorAll(what)].every((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
})
"""


def inside(page, what):
    return page.evaluate(INSIDE, what)


@dear
def test_a_clack_at_once_ends_the_game(open_page):
    page = solved(open_page(link="clack_payout=3:2&immediate_clack=yes"))
    set_up(page, {9})
    roll(page, 4, 5)
    tap(page, "Cover 9")
    assert status(page) == "Player 1 clacks: every tile is covered. Player 1 wins 3/2 stakes."
    assert page.locator("#lid").is_visible(), "the lid shuts"
    tap(page, "Again – player 1 starts")
    assert set(kinds(page).values()) == {"open"}
    assert not page.locator("#lid").is_visible()


@dear
def test_a_clack_that_pays_nothing_is_no_tie(open_page):
    page = solved(open_page(link="tiles=1,3,5&clack_payout=0"))
    roll(page, 4, 5)
    tap(page, "Cover 1 + 3 + 5", "Pass to player 2")
    roll(page, 1, 1)
    tap(page, "9 left: see who has won")
    assert status(page).endswith("Player 1 wins 0 stakes.")


@dear
@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("ties=push", "Player 2 can only tie, with a clack."),
        ("ties=first", "Player 2 cannot win any more."),
        ("ties=second", "Player 2 wins only with a clack."),
    ],
)
def test_nobody_has_to_beat_a_zero(open_page, link, said):
    page = solved(open_page(link=f"tiles=1,3,5&{link}"))
    roll(page, 4, 5)
    go(page)
    assert status(page).endswith(said)
    tap(page, "Pass to player 2")
    assert "beat 0" not in page.locator("#room").inner_text()


@dear
def test_setting_up_a_position_is_a_mode_of_its_own(open_page):
    page = solved(open_page())
    menu(page, "Set up a position")
    assert status(page).startswith("Setting up a position")
    tile(page, 4).click()
    assert kinds(page)[4] == "covered"
    page.get_by_label("Whose turn").select_option("2")
    page.locator("#beat").select_option("20")
    tap(page, "Play from here")
    assert status(page).startswith("Player 2, to beat 20: roll 2 dice")
    assert kinds(page)[4] == "covered"
    at_once = solved(open_page(link="immediate_clack=true"))
    menu(at_once, "Set up a position")
    at_once.get_by_label("Whose turn").select_option("2")
    scores = at_once.locator("#beat option").all_inner_texts()
    assert scores == [str(score) for score in range(1, 46)], "after a clack there is no turn"


@dear
def test_setting_up_can_be_left_as_it_was(open_page):
    page = solved(open_page())
    roll(page, 3, 5)
    touch(page, 8)
    before = status(page), kinds(page)
    menu(page, "Set up a position")
    touch(page, 1, 2, 3)
    page.get_by_label("Whose turn").select_option("2")
    tap(page, "Cancel")
    assert (status(page), kinds(page)) == before


@dear
def test_a_score_to_beat_is_written_where_there_are_many(open_page):
    page = open_page(link="tiles=1-9&scoring=digits")
    menu(page, "Set up a position")
    page.get_by_label("Whose turn").select_option("2")
    assert page.locator("#beat option").count() == 0
    page.locator("#beat-text").fill("480")
    page.locator("#beat-text").press("Tab")
    assert page.locator("#beat-text").input_value() == "479", "the nearest there is"
    assert page.locator("#said").text_content().startswith("480 is no score of this game")
    tap(page, "Play from here")
    assert status(page).startswith("Player 2, to beat 479")


# Dice


@dear
def test_dice_are_shown_as_faces(open_page):
    page = solved(open_page())
    tap(page, "Roll 2 dice")
    pips = [face.locator("circle").count() for face in page.locator("#faces .face").all()]
    assert len(pips) == 2
    assert status(page).startswith(f"Player 1: you rolled {sum(pips)}.")
    page = solved(open_page(link="moves=exact"))
    roll(page, 2, 5)
    assert status(page).startswith("Player 1: you rolled 2 and 5.")
    assert page.locator("#faces circle").count() == 7
    page = solved(open_page(link="dice=1d20"))
    tap(page, "Roll 1 die")
    assert page.locator("#faces text").text_content() in map(str, range(1, 21))


@dear
def test_the_felt_shows_how_many_dice_come_next(open_page):
    page = solved(open_page(link="one_die=always"))
    assert page.locator("#faces .hollow").count() == 2
    tap(page, "1 die")
    assert page.locator("#faces .hollow").count() == 1
    tap(page, "Roll 1 die")
    assert page.locator("#faces .hollow").count() == 0


@dear
def test_a_tap_on_the_felt_rolls_too(open_page):
    page = solved(open_page())
    page.locator("#middle").tap()
    assert page.locator("#faces .face").count() == 2
    before = status(page)
    page.locator("#middle").tap()
    assert status(page) == before


@dear
def test_one_die_or_two_is_offered_with_its_chance(open_page):
    page = solved(open_page(link="one_die=always"))
    assert page.locator("#chips button").all_inner_texts() == ["1 die", "2 dice"]
    assert page.locator("#chips [aria-pressed=true]").inner_text() == "2 dice"
    _, names, texts, exact = all_odds(page)
    options = solve(Variant(one_die="always")).fractions.play().options(range(1, 10))
    for name, text, fraction, option in zip(names, texts, exact, options, strict=True):
        dice = f"Roll {'1 die' if option.choice == 1 else '2 dice'}"
        assert name.removesuffix(" (best)") == dice
        assert_odds(text, option)
        assert_exact(fraction, option)
    tap(page, "1 die")
    tap(page, "My dice", "A die shows 4")
    assert status(page).startswith("Player 1: you rolled 4.")


# Odds and hints


@dear
def test_the_odds_shown_are_the_solvers(open_page):
    page, drawn = solved(open_page(DESK, link="one_die=sum%20%3C%3D%206")), random.Random(1)
    solution = solve(Variant(one_die="sum <= 6"))
    for _ in range(6):
        beat = drawn.choice([None, *range(1, 46)])
        tiles = set(drawn.sample(range(1, 10), drawn.randint(3, 8)))
        set_up(page, tiles, beat)
        turn = solution.fractions.play(beat)
        best = turn.options(sorted(tiles))[0]
        assert_odds(all_odds(page)[0], best)
        assert_bar(page, best, 1 if beat is None else 2)
        tap(page, page.locator("#go").inner_text())
        rolled = int(re.search(r"rolled (\d+)", status(page))[1])
        _, shown, odds, exact = all_odds(page)
        options = [o for o in turn.options(sorted(tiles), rolled) if o.choice]
        assert len(shown) == len(options)
        for text, words, fraction, option in zip(shown, odds, exact, options, strict=True):
            assert tuple(map(int, re.findall(r"\d+", text))) in {o.choice for o in options}
            assert ("(best)" in text) == (option.value == options[0].value)
            assert_odds(words, option)
            assert_exact(fraction, option)
        menu(page, "New game")


def assert_odds(text, option):
    """Compare a text such as "worth 0.1 stakes · win 50 % · tie 3 %" with an option's worth."""
    match = re.search(r"worth\s(−?[\d.]+) stakes · win\s([\d.]+)\s% · tie\s([\d.]+)\s%", text)
    exact = (option.value, 100 * option.win, 100 * option.tie)
    for shown, number in zip(match.groups(), exact, strict=True):
        places = len(shown.split(".")[1])
        assert abs(Fraction(shown.replace("−", "-")) - number) <= Fraction(1, 2 * 10**places)


def assert_exact(text, option):
    match = re.search(r"exactly (\S+) stakes, win (\S+), tie (\S+)", text)
    assert tuple(map(Fraction, match.groups())) == (option.value, option.win, option.tie)


def assert_bar(page, option, player):
    shown = page.locator("#shares b").all_inner_texts()
    chances = [option.win, option.tie, 1 - option.win - option.tie][:: 1 if player == 1 else -1]
    assert shown == [hundredth(chance) for chance in chances]


def hundredth(chance):
    whole = round(100 * chance)
    return "<1" if whole == 0 < chance else ">99" if whole == 100 > 100 * chance else str(whole)


@dear
def test_every_position_has_its_odds(open_page):
    page = solved(open_page())
    turn = solve("classic").fractions.play()
    set_up(page, {1, 9})
    roll(page, 1, 6)
    assert status(page).endswith("Nothing can be covered: the score is 10.")
    ends = turn.options((1, 9), 7)[0]
    assert_odds(all_odds(page)[0], ends)
    assert_bar(page, ends, 1)
    go(page)
    assert_odds(all_odds(page)[0], solve("classic").fractions.play(10).options(range(1, 10))[0])
    tap(page, "Undo")
    menu(page, "Set up a position")
    assert_odds(all_odds(page)[0], turn.options((1, 9))[0])


PARTS = """
() => [...document.querySelectorAll("#moves li")].map((item) =>
  [...item.querySelectorAll(".chances i")].map(({ style }) => style.width))
"""


@dear
def test_a_bar_shows_how_often_each_move_wins_and_fractions_are_asked_for(open_page):
    page = solved(open_page())
    roll(page, 3, 5)
    page.locator("#all-odds").tap()
    options = solve("classic").fractions.play().options(range(1, 10), 8)
    chances = [(100 * option.win, 100 * option.tie) for option in options]
    for parts, exact in zip(page.evaluate(PARTS), chances, strict=True):
        for part, chance in zip(parts, exact, strict=True):
            assert abs(Fraction(part.removesuffix("%")) - chance) <= Fraction(1, 200)
    assert page.locator("#moves .chance").all_inner_texts()[0] == "54 in 100"
    assert page.locator("#moves .fraction:visible, #worth-exact:visible").count() == 0
    page.locator("#all").get_by_label("Show exact fractions").check()
    assert page.locator("#moves .fraction:visible").count() == len(options)
    page.locator("#moves li").nth(1).tap(position={"x": 200, "y": 45})
    assert tiles_that_are(page, "covered") == [3, 5], "the whole card is the button"


@dear
def test_nothing_is_given_away_unasked(open_page):
    page = solved(open_page(link="one_die=always"))
    roll(page, 3, 4)
    box = page.locator("#box").inner_text()
    for word in ("worth", "best", "Best", "★", "in 100", "%"):
        assert word not in box
    assert page.locator("#tiles .star, #chips button").count() == 0
    page.keyboard.press("Enter")
    assert page.evaluate("movesNow().length") == 5, "Enter does not give the best away either"
    assert page.locator("#bar.rope").count() == 0, "who is ahead may be seen"
    setting(page, "Show who is ahead", False)
    assert page.locator("#bar.rope").count() == 1
    assert page.get_by_role("button", name="All odds", exact=True).count() == 1, "and not read"
    assert page.locator("#bar-said").text_content() == ""


def test_a_hint_marks_the_best_tiles_and_up_to_three_moves(open_page):
    page = solved(open_page())
    roll(page, 3, 5)
    tap(page, "Hint")
    options = solve("classic").fractions.play().options(range(1, 10), 8)
    stars = page.locator("#tiles .star")
    assert [int(each.inner_text()) for each in stars.all()] == list(options[0].choice)
    chips = page.locator("#chips button").all_inner_texts()
    assert [re.findall(r"\d+", chip.split("\n")[0]) for chip in chips[:3]] == [
        list(map(str, option.choice)) for option in options[:3]
    ]
    chances = [re.search(r"([\d.]+) in 100", chip)[1] for chip in chips[:3]]
    assert len(set(chances)) == 3, "different moves look different"
    for chance, option in zip(chances, options, strict=False):
        places = len(chance.partition(".")[2])
        assert abs(Fraction(chance) - 100 * option.win) <= Fraction(1, 2 * 10**places)
        assert places <= 1
    assert chips[3:] == ["All moves"]
    assert page.locator("#said").text_content().startswith("Best: ")
    tap(page, "Hint")
    assert page.locator("#tiles .star, #chips button").count() == 0


def test_only_chances_that_would_look_equal_have_further_digits(open_page):
    texts = open_page().evaluate(
        """(wins) => chanceTexts(
          wins.map((win) => [BigInt(win), 10000n]).map((win) => ({ value: win, win }))
        )""",
        [5426, 3431, 3424, 3353, 3353],
    )
    assert texts == [f"{chance} in 100" for chance in ("54", "34.3", "34.2", "33.5", "33.5")]


def test_a_hint_where_nothing_is_to_be_chosen_tells_the_risk(open_page):
    page = solved(open_page())
    set_up(page, {3, 9})
    tap(page, "Hint")
    ways = sum(first + second in (3, 9, 12) for first in range(1, 7) for second in range(1, 7))
    risk = round(100 * (1 - Fraction(ways, 36)))
    assert page.locator("#chips button").all_inner_texts() == [
        f"Risk of being stuck\n{risk} in 100"
    ]
    assert page.locator("#said").text_content() == f"Risk of being stuck, {risk} in 100"
    roll(page, 1, 1)
    assert page.locator("#hint").get_attribute("aria-disabled") == "true"


@dear
def test_a_hint_that_is_awaited_says_so(open_page):
    page = open_page(link="tiles=1-12&scoring=digits&dice=6d100&one_die=always")
    tap(page, "1 die", "My dice")
    page.evaluate("pickRoll([20])")
    tap(page, "Hint")
    assert page.locator("#chips button").all_inner_texts() == ["Working out the odds …"]
    tap(page, "Stop")
    assert page.locator("#chips button").count() == 0
    assert page.locator("#working-words").inner_text() == "no odds"


@dear
def test_a_hint_is_for_one_roll(open_page):
    page = solved(open_page())
    roll(page, 3, 5)
    tap(page, "Hint")
    page.locator("#chips .best").tap()
    roll(page, 3, 4)
    assert page.locator("#chips button").count() == 0
    setting(page, "Always show the best moves")
    assert page.locator("#chips .best").count() == 1


# The story


STORY = re.compile(
    r"(Player (\d) won (\S+) stakes?|Nobody won): (\S+) for the (seat|position), (\S+) luck, "
    r"(\S+) own mistakes, (\S+) mistakes of player (\d)\."
)


def tale_of(page):
    tap(page, "The story of the game")
    page.locator("#tale:has-text('luck')").wait_for()
    return STORY.fullmatch(page.locator("#tale").inner_text())


def number(text):
    return Fraction(text.replace("−", "-"))


@dear
@pytest.mark.parametrize("seed", range(4))
def test_the_story_adds_up_exactly(open_page, seed):
    page, drawn = solved(open_page(link="one_die=sum<=6&clack_payout=3:2")), random.Random(seed)
    turn = page.evaluate  # by script, for speed
    while turn("game.phase") != "over":
        if turn("game.phase") == "passed":
            go(page)
        elif turn("mayRoll()"):
            turn("rollDice()")
        elif moves := turn("movesNow()"):
            turn("(move) => cover(move)", drawn.choice(moves))
        else:
            turn("endTurn()")
    said = tale_of(page)
    shown = [number(text) for text in said.group(4, 6, 7, 8)]
    won = number(said[3]) if said[3] else Fraction(0)
    assert sum(shown) == won, "what is shown adds up as well"
    result, _, parts = page.locator("#tale-exact").inner_text().partition(" = ")
    exact = [Fraction(part) for part in re.findall(r"\(([^)]*)\)", parts)]
    assert sum(exact) == Fraction(result) == won
    ev = solve(Variant(one_die="sum <= 6", clack_payout="3/2")).fractions.first_player_ev
    assert exact[0] == (ev if said[2] != "2" else -ev)
    for part, text in zip([exact[0], *exact[2:]], [shown[0], *shown[2:]], strict=True):
        assert abs(part - text) <= Fraction(1, 2000)


@dear
def test_the_mistakes_are_told_at_the_end_and_tried_again(open_page):
    page = solved(open_page(link="tiles=1-6"))
    values = solve(Variant(tiles=6)).moves(range(1, 7), 6)
    lost = max(values.values()) - values[1, 2, 3]
    assert lost > 0
    roll(page, 2, 4)
    touch(page, 1, 2, 3)
    roll(page, 6, 6)
    go(page)
    roll(page, 3, 4)
    tap(page, "Hint")
    page.locator("#chips .best").first.tap()
    end_both(page)
    tale_of(page)
    said = page.locator("#costs").inner_text()
    first = re.search(r"Player 1's mistakes cost ([\d.]+) stakes", said)[1]
    assert abs(Fraction(first) - to_fraction(lost)) <= Fraction(1, 20000)
    assert "covered 1 + 2 + 3; better" in said
    assert "Player 2 made no mistake" in said
    assert page.locator("#graph .wrong").count() == 1
    tap(page, "Try it again")
    assert page.locator("dialog[open]").count() == 0
    assert status(page).startswith("Player 1: you rolled 6.")
    assert set(kinds(page).values()) == {"open"}


@dear
def test_a_new_game_has_no_story_yet(open_page):
    page = solved(open_page(WIDE, link="tiles=1"))
    end_both(page)
    page.locator("#tale:has-text('luck')").wait_for()
    assert page.locator("#tale-more").is_visible()
    tap(page, "Again – player 1 starts")
    for what in ("#tale", "#tale-more", "#costs p"):
        assert not page.locator(what).is_visible()


@dear
def test_the_wrong_number_of_dice_is_a_mistake_too(open_page):
    page = solved(open_page(link="one_die=always"))
    one, two = solve(Variant(one_die="always")).play().options((1,))
    set_up(page, {1})
    roll(page, 3, 4)
    go(page)
    end_both(page)
    tale_of(page)
    said = page.locator("#costs").inner_text()
    cost = re.search(r"With 1 open, rolled 2 dice; better 1 die: ([\d.]+)", said)[1]
    assert abs(Fraction(cost) - to_fraction(one.value - two.value)) <= Fraction(1, 20000)


@dear
@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "desk"])
def test_the_score_sheet_has_a_line_for_each_roll(open_page, viewport):
    page = solved(open_page(viewport))
    roll(page, 3, 5)
    touch(page, 8)
    roll(page, 4, 5)
    touch(page, 2, 7)
    menu(page, "Score sheet")
    lines = [line.split("\t") for line in page.locator("#lines tr").all_inner_texts()]
    assert lines == [["1", "3 + 5", "8", "37"], ["1", "4 + 5", "2 + 7", "28"]]
    assert page.locator("#graph svg").get_attribute("aria-label").count(", ") == 5
    assert page.locator("#graph text").all_text_contents() == ["● Player 1", "▲ Player 2"]
    assert fits(page)


# Numbers first, then exact


@pytest.mark.dear
def test_rounded_odds_come_first_where_exact_ones_take_long(open_page):
    page = open_page(link="tiles=1-11&scoring=digits")
    page.locator("#ahead-1:has-text('≈')").wait_for()
    tap(page, "Stop")  # exact ones are not to overtake what is read here
    rounded = page.locator("#verdict").text_content()
    assert rounded.startswith("≈ ")
    solved = solve(Variant(tiles=11, scoring="digits")).fractions
    ev = solved.first_player_ev
    assert f"loses {float(abs(100 * ev)):.4f} % of a stake" in rounded
    roll(page, 5, 6)
    tap(page, "Hint")
    assert "≈" in page.locator("#chips .best").inner_text()
    best = solved.play().options(range(1, 12), 11)[0]
    _, [shown, *_], [odds, *_], exact = all_odds(page)
    assert tuple(map(int, re.findall(r"\d+", shown))) == best.choice
    assert_odds(odds, best)
    assert exact == [], "nothing rounded is called exact"


NEAR = """
async (rules) => {
  const odds = await new Odds(read(rules)).solve();
  const exact = odds.firstPlayer();
  const near = new NearPlayer(odds.turn, await new Near(odds).solve(() => null));
  const apart = (one, other) => ["value", "win", "tie"].map((name) =>
    Math.abs(fraction(minus(one[name], other[name]))));
  const sets = odds.game.sets().slice(1);
  return Math.max(...sets.flatMap((set) => [
    ...apart(exact.worth(set), near.worth(set)),
    ...apart(exact.ended(set), near.ended(set)),
    ...apart(exact.dice(set)[0], near.dice(set)[0]),
  ]));
}
"""


def test_rounded_odds_are_the_exact_ones_rounded(open_page):
    page = open_page()

    @given(rule_sets(tuple(FIELDS)[1:], most_tiles=5))
    def near_exact(rules):
        assume(max(rules.get("weights") or (1,)) < 1000)
        # A payout of many digits is beyond floating numbers, and so are weights.
        rules = {**rules, "clack_payout": "3/2"}
        assert page.evaluate(NEAR, spelled(rules)) < 1e-8

    near_exact()


RESTS = """
async () => {
  const heard = async () => {
    solver().players.delete(BY_ONESELF);
    solver().ask(BY_ONESELF);
    while (!solver().known(BY_ONESELF)) await new Promise((goOn) => setTimeout(goOn));
    return solver().part;
  };
  const parts = [];
  for (let asked = 0; asked < 9; asked += 1) parts.push(await heard());
  return parts.every((part) => part === parts[0]);
}
"""
"""Whether a worker that answers does no more: it has heard by then what it was told before."""


@dear
def test_exact_odds_follow_and_can_be_stopped(open_page):
    page = open_page(link="tiles=1-10&scoring=digits")
    page.locator("#ahead-1:has-text('≈')").wait_for()
    tap(page, "Stop")
    assert page.evaluate(RESTS)
    assert page.evaluate("solver().ev") is None
    assert page.locator("#working-words").inner_text() == "≈ rounded"
    tap(page, "Go on")
    solved(page)
    assert "≈" not in page.locator("#ahead-1").inner_text()
    ev = solve(Variant(tiles=10, scoring="digits")).first_player_ev
    assert page.locator("#verdict-exact").text_content() == f"{ev} stakes to the first player"


ROUNDED = """
() => {
  const pending = new Solver(read({ tiles: "1-12", dice: "6d20" }), () => null);
  pending.stop();
  return [[0n, PLACES], [1n, PLACES], [-4n, PLACES]].map((near) => judgement(null, near));
}
"""
EXACTLY = ["Exactly fair", "Ganz gerecht", "Tout à fait équitable", "Del todo justo"]


def test_a_rounded_value_is_never_said_to_be_exactly_fair(open_page):
    page = open_page()
    for tag, exactly in zip(("en", "de", "fr", "es"), EXACTLY, strict=True):
        page.evaluate("(tag) => { asked = tag; speakAs(''); }", tag)
        assert page.evaluate("judgement([0n, 1n], null)").startswith(exactly)
        for rounded in page.evaluate(ROUNDED):
            assert rounded.startswith("≈ ")
            assert exactly.lower() not in rounded.lower()
    page.evaluate("() => { asked = 'en'; speakAs(''); }")
    assert page.evaluate(ROUNDED)[0] == (
        "≈ Nearly fair: nobody loses as much as a billionth of a stake in a game on average."
    )
    assert page.evaluate("fairTo(0n, true).textContent") == "Nearly fair"
    assert page.evaluate("fairTo(0n).textContent") == "exactly fair"


@dear
def test_an_advantage_too_small_to_be_seen_is_no_fairness_before_and_after_stop(open_page):
    """It is -8.5 * 10**-12 of a stake."""
    page = open_page(link="tiles=1-12&dice=6d20")
    page.locator("#ahead-1:has-text('≈')").wait_for()
    tap(page, "Stop")
    assert page.evaluate(RESTS)
    assert page.evaluate("solver().ev") is None
    said = page.locator("#verdict").text_content()
    assert said.startswith("≈ Nearly fair: nobody loses as much as a billionth")
    assert "xactly fair" not in page.evaluate("element('judged').textContent")


SEVENS, ROUND = "7" * 900, f"1{'0' * 900}"
PAYOUTS = [SEVENS, f"{SEVENS}/11", f"7/{ROUND}", f"{SEVENS}/{ROUND}", f"1{'0' * 40}"]
ROUNDING = """
async (payouts) => {
  const found = [];
  for (const payout of payouts) {
    const odds = await new Odds(read({ tiles: "1-3", clack_payout: payout })).solve();
    const may = mayBeRounded(odds);
    if (may) new NearPlayer(odds.turn, await new Near(odds).solve(() => null)).worth(odds.game.all);
    found.push(may);
  }
  return found;
}
"""


def test_only_what_a_float_holds_is_rounded(open_page):
    page = open_page()
    assert page.evaluate(ROUNDING, PAYOUTS) == [False, False, True, False, False]
    assert page.evaluate(ROUNDING, ["1", "0", "3/2", "1000000"]) == [True] * 4


@dear
def test_where_odds_cannot_be_rounded_the_exact_ones_come(open_page):
    page = solved(open_page(link=f"tiles=1-9&scoring=digits&clack_payout={SEVENS}"))
    assert page.evaluate("solver().near") is None
    assert page.locator("#refused").is_hidden()


@dear
def test_nothing_says_that_nothing_is_done(open_page):
    page = open_page(link="tiles=1-12&scoring=digits&dice=6d100&one_die=always")
    menu(page, "More rules")
    for part in (0, 0.004):
        said = page.evaluate(
            """(part) => {
              for (const each of [solver(), preview]) each.part = part;
              drawWorking();
              showPreview();
              const { textContent } = element("working-words");
              return [textContent, element("panel-progress").hasAttribute("value")];
            }""",
            part,
        )
        assert said == ["odds …", False]


@dear
def test_work_on_the_rules_does_not_block_the_board(open_page):
    page = open_page(link="tiles=1-12&scoring=digits")
    page.locator("#working-words:has-text('…')").wait_for()
    roll(page, 6, 6)
    touch(page, 12)
    assert kinds(page)[12] == "covered", "while the odds are worked out"
    solved(open_page())
