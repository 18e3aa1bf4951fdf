"""The page, in a real browser: its solver, a whole game by clicks, the table, and manners."""

import os
import random
import re
import shutil
from fractions import Fraction
from itertools import pairwise

import pytest
from click.testing import CliRunner
from conftest import to_fraction

from twoplayer import InputError, Variant, solve, solve_all, variants
from twoplayer.cli import main
from twoplayer.show import page as report_page
from twoplayer.show.page import MOST_BYTES, render_page
from twoplayer.show.ranking import Entry, ranked
from twoplayer.turn.moves import possible_rolls
from twoplayer.turn.positions import possible_dice
from twoplayer.turn.throws import allowed_moves
from twoplayer.variant.scores import scores
from twoplayer.variant.tiles import tile_sets

pytestmark = pytest.mark.xdist_group("browser")
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


@pytest.fixture(scope="session")
def tab():
    """Open a browser without a network, in one tab for all tests: a tab takes most of a test."""
    if CHROMIUM is None and not os.environ.get("BROWSER_TESTS_REQUIRED"):
        pytest.skip("there is no Chromium to test the page in")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser.new_context(offline=True).new_page()
        browser.close()


def written(folder, line):
    path = folder / "page.html"
    result = CliRunner().invoke(main, ["page", *line.split(), "-o", str(path)])
    assert result.exit_code == 0, result.stderr
    return path


@pytest.fixture(scope="session")
def of_sixteen(tmp_path_factory):
    return written(tmp_path_factory.mktemp("page"), "sixteen")


@pytest.fixture(scope="session")
def in_order():
    """The sixteen as they stand on the page."""
    return [e.variant for e in ranked(Entry.of("", s) for s in solve_all(variants("sixteen")))]


@pytest.fixture
def open_page(tab):
    """Open pages, each afresh, and see that nobody asked for more or complained."""
    paths, asked, said = [], [], []
    heard = {
        "request": lambda request: asked.append(request.url),
        "console": lambda message: said.append(message.text),
        "pageerror": lambda error: said.append(str(error)),
    }

    def opened(path, viewport=PHONE, color_scheme="light"):
        tab.set_viewport_size(viewport)
        tab.emulate_media(color_scheme=color_scheme)
        tab.goto(path.as_uri())
        paths.append(path)
        return tab

    for event, hear in heard.items():
        tab.on(event, hear)
    yield opened
    for event, hear in heard.items():
        tab.remove_listener(event, hear)
    tab.goto("about:blank")
    assert said == []
    assert set(asked) == {path.as_uri() for path in paths}


# What it weighs


def test_the_page_of_the_sixteen_weighs_little(of_sixteen):
    assert of_sixteen.stat().st_size <= MOST_BYTES
    assert not re.search(r"""(src|href)=["'](?!#|data:)""", of_sixteen.read_text("utf-8"))


def test_a_family_too_large_is_refused_with_its_size(tmp_path):
    line = ["page", "sixteen", "--tiles", "12", "--scoring", "digits"]
    result = CliRunner().invoke(main, [*line, "-o", str(tmp_path / "page.html")])
    assert result.exit_code == 2
    assert re.search(
        r"16 variants would take about \d+\.\d\d MB; takes at most 3 MB", result.stderr
    )
    assert not (tmp_path / "page.html").exists()


@pytest.mark.parametrize("name", ["sixteen", "classic"])
def test_the_size_is_estimated_before_anything_is_solved(monkeypatch, name):
    entries = [Entry.of(name, solution) for solution in solve_all(variants(name))]
    size = len(render_page(entries, name).encode())
    monkeypatch.setattr(report_page, "MOST_BYTES", 0.9 * size)
    with pytest.raises(InputError) as refused:
        report_page.check_size(variants(name))
    estimate = float(re.search(r"about (\d+\.\d\d) MB", str(refused.value))[1])
    assert 0.89 * size < 1e6 * estimate < 1.2 * size
    with pytest.raises(InputError, match=f"about {size / 1e6:.2f} MB"):
        render_page(entries, name)


# Its solver

EVERY_MOVE = """
(place) => {
  const variant = data.variants[place];
  const beats = [null, ...data.scorings[variant.scoring].scores.keys()];
  return beats.map((beat) => {
    const solved = solvePlayer(data, variant, beat);
    const words = [];
    for (let state = 1; state < solved.values.length; state += 1) {
      for (const choice of solved.turn.choices.filter((each) => each.states[state] === "1")) {
        for (const roll of choice.rolls) {
          const options = advise(solved, state, roll);
          words.push(options.map((option, place) => {
            const equal = place && equalWorth(option, options[place - 1]);
            return (equal ? "=" : ">") + option.move;
          }).join(""));
        }
      }
    }
    const worth = solved.values.map((value) => worthOf(solved, value));
    return [
      worth.map(({ value }) => String(value[0])),
      worth.map(({ win }) => String(win[0])),
      words.join(" "),
    ];
  });
}
"""


def test_every_move_in_every_state_against_every_score_is_the_solvers(
    open_page, of_sixteen, in_order
):
    variant = Variant(one_die="always", clack_payout=2, immediate_clack=True)
    of_page = open_page(of_sixteen).evaluate(EVERY_MOVE, in_order.index(variant))
    solution = solve(variant)
    sets = tile_sets(variant.tiles)
    rolls = [
        (dice, [allowed_moves(variant, roll) for roll in possible_rolls(variant, dice)])
        for dice in (1, 2)
    ]
    legal = [
        (state, sorted(move for move in moves if move & state == move))
        for state in range(1, len(sets))
        for dice, by_roll in rolls
        if dice in possible_dice(variant, sets[state])
        for moves in by_roll
    ]
    beats = [None, *solution.second_player_values]
    for beat, (values, wins, words) in zip(beats, of_page, strict=True):
        turn = solution.play(beat)
        _, _, worth = turn._refined(lambda part: None)
        assert [int(value) for value in values] == [value for value, *_ in worth]
        assert [int(win) for win in wins] == [win for _, win, *_ in worth]
        assert turn._optimum[0].tolist() == [value for value, *_ in worth]
        by_worth = [tuple(parts[:4]) for parts in worth]
        assert words == " ".join(_ranked(state, moves, by_worth) for state, moves in legal)


def _ranked(state, moves, by_worth):
    """Write moves, which ascend, best first, and which of them are worth the same."""
    best_first = sorted(moves, key=lambda move: by_worth[state ^ move], reverse=True)
    values = [by_worth[state ^ move][0] for move in best_first]
    signs = ["=" if value == before else ">" for before, value in pairwise([None, *values])]
    return "".join(f"{sign}{move}" for sign, move in zip(signs, best_first, strict=True))


POSITIONS = """
([place, beat, positions]) => {
  const solved = solvePlayer(data, data.variants[place], beat);
  return positions.map(([state, dice, name]) => {
    const choice = solved.turn.choices.find((t) => t.dice === dice && t.states[state] === "1");
    const roll = choice.rolls.find((each) => each.name === name);
    const options = advise(solved, state, roll);
    return options.map(({ move, ...worth }) => [
      move, ...["value", "win", "tie"].map((name) => worth[name].join("/")),
    ]);
  });
}
"""


def assert_as_solved(page, place, solution, beat, positions):
    """Compare what the page makes of positions, states with rolls, with what is solved."""
    variant = solution.variant
    sets, score = tile_sets(variant.tiles), None if beat is None else scores(variant)[beat]
    asked = [[state, dice, "·".join(map(str, roll))] for state, dice, roll in positions]
    answers = page.evaluate(POSITIONS, [place, beat, asked])
    turn = solution.fractions.play(score)
    for (state, _, roll), found in zip(positions, answers, strict=True):
        given = roll[0] if len(roll) == 1 else roll  # a total, or a single die
        options = [o for o in turn.options(sets[state], given) if o.choice]
        shown = [(sets[move], *map(Fraction, worth)) for move, *worth in found]
        assert set(shown) == set(options)
        assert [worth for _, *worth in shown] == [worth for _, *worth in options], "best first"


def position_in(variant, drawn, state):
    dice = drawn.choice(possible_dice(variant, tile_sets(variant.tiles)[state]))
    return state, dice, drawn.choice(list(possible_rolls(variant, dice)))


def test_a_thousand_positions_of_the_other_variants_are_the_solvers(
    open_page, of_sixteen, in_order
):
    page, drawn = open_page(of_sixteen), random.Random(16)
    for place, variant in enumerate(in_order):
        solution = solve(variant)
        for _ in range(8):
            beat = drawn.choice([None, *range(len(scores(variant)))])
            states = [drawn.randrange(1, 512) for _ in range(8)]
            positions = [position_in(variant, drawn, state) for state in states]
            assert_as_solved(page, place, solution, beat, positions)


@pytest.mark.parametrize(
    "rules",
    [
        {"tiles": "4-8", "moves": "sum-or-difference", "clack_payout": "5/3", "ties": "first"},
        {"tiles": "3-7", "dice": "3d4", "opening_tile": 5, "scoring": "digits", "max_tiles": 2},
        {"tiles": 6, "one_die": "forced sum <= 6", "stop_total": 7, "scoring": "count"},
        {"tiles": "1,2,5,9", "moves": "dice-or-sum", "clack_payout": 0, "ties": "second"},
        {"tiles": 12, "one_die": "always"},
    ],
    ids=" ".join,
)
def test_other_house_rules_are_solved_as_well(open_page, tmp_path, rules):
    variant = Variant(**rules)
    solution = solve(variant)
    (tmp_path / "page.html").write_text(render_page([Entry.of("ours", solution)], "ours"))
    page, drawn = open_page(tmp_path / "page.html"), random.Random(0)
    all_open = 2 ** len(variant.tiles) - 1
    for beat in [None, *(drawn.randrange(len(scores(variant))) for _ in range(7))]:
        states = [all_open, all_open, *(drawn.randint(1, all_open) for _ in range(10))]
        positions = [position_in(variant, drawn, state) for state in states]
        assert_as_solved(page, 0, solution, beat, positions)


def test_decimals_are_rounded_half_to_even_as_in_all_of_the_project(open_page, of_sixteen):
    halves = [Fraction(units, 2000) for units in range(-41, 42, 2)]
    others = [Fraction(units, 700) for units in range(-41, 42, 2)]
    texts = open_page(of_sixteen).evaluate(
        "(numbers) => numbers.map((parts) => decimal(parts.map(BigInt), 3))",
        [[str(number.numerator), str(number.denominator)] for number in halves + others],
    )
    rounded = [Fraction(text.replace("−", "-")) for text in texts]
    assert rounded == [round(1000 * number) / Fraction(1000) for number in halves + others]


# Playing


def tap(page, text):
    page.get_by_role("button", name=text, exact=True).click()


def choose(page, what, value):
    if not page.locator("#setup[open]").count():
        page.locator("#setup summary").click()
    page.locator(f"#{what}").select_option(value)


def status(page):
    return page.locator("#status").inner_text()


def play_turn(page, drawn):
    """Tap rolls and the best moves until the turn ends; return the words that it ends with."""
    while page.locator("#rolls button").count():
        rolls = page.locator("#rolls button")
        rolls.nth(drawn.randrange(rolls.count())).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        if page.locator("#moves .best").count():
            page.locator("#moves .best").first.click()
        else:
            assert "Nothing can be covered" in status(page)
            tap(page, "End the turn")
    return status(page)


@pytest.mark.parametrize(("viewport", "seed"), [(PHONE, 1), (DESK, 6)], ids=["phone", "desk"])
def test_whole_games_by_clicks(open_page, of_sixteen, viewport, seed):
    page, drawn, winners = open_page(of_sixteen, viewport), random.Random(seed), set()
    choose(page, "variant", "3")
    for _ in range(2):
        first = play_turn(page, drawn)
        assert re.match(r"Player 1 (clacks|leaves a score of \d+)\. Pass on: player 2", first)
        score = int(re.search(r"has to beat (\d+)", first)[1])
        tap(page, "Start player 2's turn")
        assert status(page).startswith(f"Player 2, beat {score}:")
        second = play_turn(page, drawn)
        mine = 0 if "clacks" in second else int(re.search(r"leaves a score of (\d+)", second)[1])
        pays = 2 if min(mine, score) == 0 else 1
        stakes = f"{pays} stake{'s' * (pays > 1)}."
        expected = {
            mine < score: f"Player 2 wins {stakes}",
            mine > score: f"Player 1 wins {stakes}",
            mine == score: "A tie: nobody pays.",
        }[True]
        assert second.endswith(expected)
        winners.add((mine > score) - (mine < score))
        tap(page, "Play again")
    assert winners == {1, -1}, "each has won one"


def test_a_clack_at_once_ends_the_game(open_page, of_sixteen, in_order):
    page = open_page(of_sixteen)
    place = in_order.index(Variant(clack_payout=2, immediate_clack=True))
    choose(page, "variant", str(place))
    for tile in range(1, 9):
        tap(page, f"Tile {tile}, open")
    tap(page, "Rolled 9")
    page.locator("#moves .best").click()
    assert status(page) == "Player 1 clacks. Player 1 wins 2 stakes."
    tap(page, "Play again")
    assert page.locator("#tiles button[aria-pressed=true]").count() == 9


def test_the_advice_shown_is_the_solvers(open_page, of_sixteen, in_order):
    page, drawn = open_page(of_sixteen, DESK), random.Random(1)
    for _ in range(12):
        place = drawn.randrange(16)
        solution = solve(in_order[place])
        beat = drawn.choice([None, *range(1, 46)])
        choose(page, "variant", str(place))
        choose(page, "player", "first" if beat is None else "second")
        if beat is not None:
            choose(page, "beat", str(beat))
        state = drawn.sample(range(1, 10), drawn.randint(3, 8))
        for tile in set(range(1, 10)) - set(state):
            tap(page, f"Tile {tile}, open")
        [roll] = drawn.sample(page.locator("#rolls button").all_inner_texts(), 1)
        tap(page, f"Rolled {roll}")
        shown = page.locator("#moves .what").all_inner_texts()
        odds = page.locator("#moves .odds").all_inner_texts()
        moves = solution.moves(state, int(roll), beat)
        turn = solution.play(beat)
        best = max(moves.values(), default=None)
        assert len(shown) == len(moves)
        worths = []
        for text, said in zip(shown, odds, strict=True):
            move = tuple(map(int, re.findall(r"\d+", text)))
            assert ("(best)" in text) == (moves[move] == best)
            worth = Fraction(re.search(r"worth (−?[\d.]+)", said)[1].replace("−", "-"))
            places = len(re.search(r"worth −?\d+\.(\d+)", said)[1])
            assert abs(worth - to_fraction(moves[move])) <= Fraction(1, 2 * 10**places)
            worths.append((worth, moves[move]))
            [win] = [o.win for o in turn.options(state, int(roll)) if o.choice == move]
            shown_win = Fraction(re.search(r"win ([\d.]+) %", said)[1])
            assert abs(shown_win / 100 - to_fraction(win)) <= Fraction(1, 20000)
            after = [tile for tile in state if tile not in move]
            then = " or ".join(map(str, turn.optimal_dice(after)))
            assert (f"then roll {then} d" if after else "that is a clack") in said
        assert worths == sorted(worths, key=lambda pair: -pair[1])
        assert len({worth for worth, _ in worths}) == len({value for _, value in worths})


def test_undo_takes_back_one_thing_at_a_time(open_page, of_sixteen):
    page = open_page(of_sixteen)
    tap(page, "Rolled 7")
    page.locator("#moves button").first.click()
    assert page.locator("#tiles button[aria-pressed=true]").count() == 8
    tap(page, "Undo")
    assert page.locator("#moves button").count() == 5
    tap(page, "Undo")
    assert page.locator("#moves button").count() == 0
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_the_rules_are_said_in_words(open_page, of_sixteen, in_order):
    page = open_page(of_sixteen)
    choose(page, "variant", "3")
    said = page.locator("#words li").all_inner_texts()
    told = [words for words in in_order[3].words().values() if words in said]
    assert said == told
    assert "a single die may be rolled instead while the open tiles sum to 6 or less" in said


def test_a_new_turn_opens_every_tile_for_the_same_player(open_page, of_sixteen):
    page = open_page(of_sixteen)
    choose(page, "player", "second")
    choose(page, "beat", "20")
    tap(page, "Tile 4, open")
    tap(page, "New turn")
    assert page.locator("#tiles button[aria-pressed=true]").count() == 9
    assert status(page).startswith("Player 2, beat 20:")


def test_the_page_rolls_dice_too(open_page, of_sixteen):
    page = open_page(of_sixteen)
    tap(page, "Roll for me")
    assert re.match(r"Player 1: you rolled \d+\.", status(page))
    assert page.get_by_role("button", name="Roll for me").is_disabled()


def test_where_one_die_may_be_rolled_both_numbers_are_valued(open_page, of_sixteen, in_order):
    page = open_page(of_sixteen)
    choose(page, "variant", str(in_order.index(Variant(one_die="always"))))
    texts = page.locator("#dice button").all_inner_texts()
    assert [text.split(":")[0] for text in texts] == ["1 die", "2 dice"]
    assert page.locator("#rolls button").count() == 11
    page.locator("#dice button").first.click()
    assert page.locator("#rolls button").all_inner_texts() == list("123456")


def test_hidden_odds_give_nothing_away(open_page, of_sixteen):
    page = open_page(of_sixteen)
    page.get_by_label("Show the odds").uncheck()
    tap(page, "Rolled 7")
    board = page.locator("#board").inner_text()
    for word in ("worth", "best", "Best", "%"):
        assert word not in board
    assert page.locator("#moves .what").all_inner_texts() == [
        *("Cover 1 + 2 + 4", "Cover 3 + 4", "Cover 2 + 5", "Cover 1 + 6", "Cover 7")
    ]


def test_hidden_odds_do_not_choose_the_dice(open_page, of_sixteen, in_order):
    page = open_page(of_sixteen)
    choose(page, "variant", str(in_order.index(Variant(one_die="always"))))
    page.get_by_label("Show the odds").uncheck()
    for tile in range(4, 10):
        tap(page, f"Tile {tile}, open")
    pressed = page.locator("#dice button[aria-pressed=true]").all_inner_texts()
    assert pressed == ["2 dice"], "though 1 die is better"


def test_a_clack_that_pays_nothing_is_no_tie(open_page, tmp_path):
    variant = Variant(tiles="1,3,5", clack_payout=0)
    entry = Entry.of("ours", solve(variant))
    (tmp_path / "page.html").write_text(render_page([entry], "ours"))
    page = open_page(tmp_path / "page.html")
    tap(page, "Rolled 9")
    tap(page, page.locator("#moves button").first.inner_text().replace("\n", " "))
    tap(page, "Start player 2's turn")
    tap(page, "Rolled 2")
    tap(page, "End the turn")
    assert status(page).endswith("Player 1 wins 0 stakes.")


def test_who_passes_on_by_the_list_keeps_the_score_to_beat(open_page, of_sixteen):
    page = open_page(of_sixteen)
    for tile in range(1, 9):
        tap(page, f"Tile {tile}, open")
    tap(page, "Rolled 2")
    tap(page, "End the turn")
    assert page.locator("#beat").is_disabled()
    choose(page, "player", "second")
    assert status(page).startswith("Player 2, beat 9:")
    choose(page, "variant", "7")
    assert status(page).startswith("Player 2, beat 9:")


def test_there_is_no_turn_to_play_after_a_clack_that_won_at_once(open_page, of_sixteen, in_order):
    page = open_page(of_sixteen)
    patient, at_once = (in_order.index(Variant(immediate_clack=wins)) for wins in (False, True))
    choose(page, "variant", str(patient))
    choose(page, "player", "second")
    assert page.locator("#beat option").first.inner_text() == "0"
    choose(page, "beat", "0")
    choose(page, "variant", str(at_once))
    assert status(page).startswith("Player 1:")
    choose(page, "player", "second")
    assert page.locator("#beat option").all_inner_texts() == [str(k) for k in range(1, 46)]


def test_a_game_goes_on_when_the_page_is_loaded_again(open_page, tmp_path, of_sixteen):
    path = tmp_path / "page.html"
    path.write_text(of_sixteen.read_text("utf-8"), "utf-8")
    page = open_page(path)
    page.get_by_label("Show the odds").uncheck()
    choose(page, "variant", "3")
    tap(page, "Rolled 7")
    tap(page, "Cover 7")
    page.get_by_role("link", name="Compare rules").click()
    tap(page, "Rolled 9")
    before = status(page), page.locator("#setup-said").inner_text()
    page.reload()
    assert (status(page), page.locator("#setup-said").inner_text()) == before
    assert not page.get_by_label("Show the odds").is_checked()
    for _ in range(2):
        tap(page, "Undo")
    assert page.locator("#tiles button[aria-pressed=true]").count() == 9

    written(tmp_path, "classic ten")
    page.reload()
    assert page.get_by_role("button", name="Undo").is_disabled(), "it is another page now"


def test_tiles_and_rolls_are_in_sight_on_a_phone(open_page, of_sixteen):
    page = open_page(of_sixteen)
    lowest = page.locator("#rolls button").last.bounding_box()
    assert lowest["y"] + lowest["height"] <= PHONE["height"]


# The table


def column(page, place):
    return page.locator(f"tbody td:nth-child({place})").all_inner_texts()


def test_the_table_is_sorted_by_any_column(open_page, of_sixteen):
    page = open_page(of_sixteen, DESK)
    evs = [abs(float(text)) for text in column(page, 4)]
    assert evs == sorted(evs), "the fairest first"
    heading = page.get_by_role("button", name="player 1 EV (%)")
    heading.click()
    assert page.locator("th[aria-sort=ascending]").count() == 1
    assert [abs(float(text)) for text in column(page, 4)] == evs
    heading.click()
    assert [abs(float(text)) for text in column(page, 4)] == evs[::-1]
    assert page.locator("th[aria-sort=descending]").count() == 1
    page.get_by_role("button", name="roll 1 die").click()
    assert column(page, 1) == sorted(
        column(page, 1), key=["never", "always", "max <= 6", "sum <= 6"].index
    )


def test_two_evs_look_equal_only_if_they_are(open_page, tmp_path):
    page = open_page(written(tmp_path, "sixteen --tiles 3-11"), DESK)
    place = [text.startswith("player 1 EV") for text in page.locator("th").all_inner_texts()]
    shown = page.locator(f"tbody td:nth-child({place.index(True) + 1})")
    texts = [text.split("\n")[0] for text in shown.all_inner_texts()]
    exact = shown.locator(".exact").all_text_contents()
    assert len(set(texts)) == len(set(exact)) == 16
    assert len({round(100 * Fraction(ev), 4) for ev in exact}) < 16, "else there is nothing to see"


def test_the_longest_numbers_do_not_make_a_phone_scroll_sideways(open_page, tmp_path):
    page = open_page(
        written(
            tmp_path, "--tiles 3 --clack-payout 12345678901234567890123456789012345678901234567890"
        )
    )
    for _ in range(2):
        tap(page, "Rolled 2")
        page.locator("#moves button, #next button").first.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_exact_fractions_are_shown_on_demand(open_page, of_sixteen, in_order):
    page = open_page(of_sixteen)
    assert not page.locator("td .exact").first.is_visible()
    page.get_by_label("Show exact fractions").check()
    shown = page.locator("td .exact").all_inner_texts()
    assert shown == [str(solve(variant).first_player_ev) for variant in in_order]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_line_of_the_table_is_played_when_it_is_tapped(open_page, of_sixteen):
    page = open_page(of_sixteen)
    page.locator("tbody tr").nth(5).locator("td").nth(3).click()
    assert page.locator("#variant").input_value() == "5"
    assert page.locator("tr.chosen").get_attribute("data-variant") == "5"


# Manners


def test_a_keyboard_is_enough(open_page, of_sixteen):
    page = open_page(of_sixteen, DESK)
    page.get_by_label("Show the odds").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.locator("#tiles button").first.get_attribute("aria-pressed") == "false"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Tile 1, covered"
    for _ in range(9):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert "you rolled 2" in status(page)
    for _ in range(11):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "best"
    page.keyboard.press("Enter")
    assert page.locator("#tiles button[aria-pressed=false]").count() == 2
    assert page.evaluate("document.activeElement.tagName") != "BODY"


def test_everything_that_is_tapped_has_a_name(open_page, of_sixteen):
    page = open_page(of_sixteen)
    tap(page, "Rolled 7")
    nameless = page.evaluate(
        """[...document.querySelectorAll("button, select, input")].filter((each) =>
        !(each.matches("button") && each.textContent.trim()) &&
        !each.getAttribute("aria-label") && !each.labels?.length).length"""
    )
    assert nameless == 0
    assert page.locator("[role=status]").count() == 1


def test_the_page_is_light_or_dark_as_the_reader_is(open_page, of_sixteen):
    def background(scheme):
        page = open_page(of_sixteen, color_scheme=scheme)
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    light, dark = (
        sum(map(int, re.findall(r"\d+", background(scheme))[:3])) for scheme in ("light", "dark")
    )
    assert light > 3 * 200
    assert dark < 3 * 60
