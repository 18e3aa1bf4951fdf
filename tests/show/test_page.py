"""The page, in a real browser: its rules, its solver, games by touch and by keys, and manners."""

import random
import re
from fractions import Fraction
from itertools import pairwise

import pytest
from conftest import examples, output, run, to_fraction
from drawn import rule_sets
from hypothesis import given, settings
from lengths import KINDS, LONGEST_RULES, TOO_LONG, texts

from twoplayer import InputError, RulesError, Variant, registered, solve, variants
from twoplayer.errors import LONGEST
from twoplayer.show.page import MOST_BYTES, MOST_TILES, check_size, link_to
from twoplayer.turn.board import Board
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import tile_sets

dear = pytest.mark.dear
PHONE = {"width": 360, "height": 640}
TURNED = {"width": 640, "height": 360}
DESK = {"width": 1280, "height": 900}
NARROW = {"width": 320, "height": 568}


def written(folder, line):
    path = folder / "page.html"
    assert run(f"write page {line} -o {path}").exit_code == 0
    return path


@pytest.fixture(scope="session")
def of_sixteen(tmp_path_factory):
    return written(tmp_path_factory.mktemp("page"), "sixteen")


@pytest.fixture
def open_page(tab, of_sixteen):
    """Open a page, afresh, by some rules, and see that it asks for nothing and never complains."""
    asked, said = [], []
    heard = {
        "request": lambda request: asked.append(request.url),
        "console": lambda message: said.append(message.text),
        "pageerror": lambda error: said.append(str(error)),
    }

    def opened(viewport=PHONE, color_scheme="light", path=of_sixteen, link=""):
        tab.goto("about:blank")
        tab.set_viewport_size(viewport)
        tab.emulate_media(color_scheme=color_scheme)
        tab.goto(f"{path.as_uri()}{link and f'#{link}'}")
        return tab

    for event, hear in heard.items():
        tab.on(event, hear)
    yield opened
    for event, hear in heard.items():
        tab.remove_listener(event, hear)
    tab.goto("about:blank")
    assert said == []
    assert {url.split(":")[0] for url in asked} <= {"file", "blob"}


def solved(page):
    """Wait until the odds stand there."""
    page.locator("#verdict:not(:empty)").wait_for()
    return page


# What it is made of


def test_the_page_of_the_sixteen_weighs_little(of_sixteen):
    assert of_sixteen.stat().st_size <= MOST_BYTES / 5
    assert not re.search(r"""(src|href)=["'](?!#|data:)""", of_sixteen.read_text("utf-8"))


def test_the_page_may_load_and_send_nothing(of_sixteen):
    page = of_sixteen.read_text("utf-8")
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules == {
        **dict.fromkeys(("default-src", "base-uri", "form-action"), "'none'"),
        "style-src": "'unsafe-inline'",
        "script-src": "'unsafe-inline'",
        "worker-src": "blob:",
        "img-src": "data:",
    }


def test_a_page_too_large_is_refused_with_its_size():
    with pytest.raises(InputError, match=r"page: 1134 variants would take about 1\.\d\d MB"):
        check_size(variants("atlas"))


def test_a_game_that_a_phone_cannot_solve_is_refused(tmp_path):
    result = run(f"write page --tiles 13 -o {tmp_path / 'page.html'}")
    assert result.exit_code == 2
    assert " ".join(result.stderr.split()) == (
        "Error: --tiles: got 13 of them; takes at most 12 on a page, which a phone can still solve"
    )
    assert not (tmp_path / "page.html").exists()


# Its rules

READ = "(given) => given.map((rules) => readRules(rules, page.takes, page.meant))"
FAULTS = """
(given) => given.map((rules) => {
  try { return readRules(rules, page.takes, page.meant) } catch (error) { return error.faults }
})
"""
IN_WORDS = """
(given) => given.map((rules) =>
  Object.fromEntries(Object.entries(rules).map(([name, value]) => [name, WORDS[name](value)])))
"""


def spelled(rules):
    """Spell rules as a browser takes them."""
    return {
        name: list(value) if isinstance(value, tuple) else str(value) if name != "ties" else value
        for name, value in rules.items()
        if value is not None
    }


def test_rules_are_read_and_put_into_words_as_by_variant(open_page):
    page, found = open_page(), []

    @given(rule_sets(tuple(FIELDS)[1:]))
    def draw(rules):
        found.append(rules)

    draw()
    found += [
        {"tiles": "3, 1-2,7 – 8", "one_die": "MAX<=6 and sum ≤ 9 and sum <= +7"},
        {"tiles": " 10 ", "dice": "D20", "clack_payout": "3:2", "immediate_clack": "YES"},
        {"clack_payout": ".50", "max_tiles": "None", "stop_total": "-07", "scoring": " Digits "},
        {"clack_payout": "12345678901234567890.25", "one_die": "forced count <= -1"},
        {"tiles": "6-6", "opening_tile": "06"},
        {"weights": " 2,2, 2,+2,2,04", "clack_payout": "2"},
        {"weights": "3,3,3,3,3,3", "dice": "1D6"},
        {"weights": "None"},
        {"tiles": " 1  2 5-7,9 , 11", "one_die": "Forced-sum-6-and-max-4 and count-1"},
    ]
    made = [Variant(**rules) for rules in found]
    read = page.evaluate(READ, [spelled(rules) for rules in found])
    assert [normal(rules) for rules in read] == [normal(each.rules()) for each in made]
    assert page.evaluate(IN_WORDS, read) == [each.words() for each in made]


def normal(rules):
    return {name: value if value is None else str(value) for name, value in rules.items()}


BAD = [
    {"tiles": "9-1"},
    {"tiles": "1,1"},
    {"tiles": "0"},
    {"tiles": "-3"},
    {"tiles": "0-4"},
    {"tiles": "25"},
    {"tiles": "1-30,40"},
    {"tiles": "a"},
    {"tiles": ""},
    {"dice": "7d6"},
    {"dice": "2d101"},
    {"dice": "six"},
    {"weights": ""},
    {"weights": "1,2"},
    {"weights": "7"},
    {"weights": "1,1,1", "dice": "2d4", "one_die": "max"},
    {"weights": "1,1,1,1,1,0"},
    {"weights": "1,1,1,1,1,six"},
    {"weights": f"1,1,1,1,1,{10**18 + 1}"},
    {"weights": "1" + ",1" * 100},
    {"one_die": "sum < 6"},
    {"one_die": "it's"},
    {"one_die": "sum--6"},
    {"tiles": "1 - 3 x"},
    {"one_die": "forced always"},
    {"moves": "any"},
    {"max_tiles": "0"},
    {"max_tiles": "1.5"},
    {"opening_tile": "12"},
    {"opening_tile": "2", "tiles": "5-5"},
    {"stop_total": "1" + "0" * 100},
    {"clack_payout": "-1"},
    {"clack_payout": "1/0"},
    {"clack_payout": "two"},
    {"immediate_clack": "maybe"},
    {"ties": "split"},
    {"dice": "2", "one_die": " 6  or Less", "clack_payout": "double"},
    {"ties": "constructor"},
    {"moves": "exact", "dice": "3d6", "opening_tile": "11"},
    {"one_die": "always", "dice": "1d6", "ties": "x" * 80},
]


def test_bad_rules_are_explained_as_variant_explains_them(open_page):
    assert open_page().evaluate(FAULTS, BAD) == refused_by_variant(BAD)


def refused_by_variant(given):
    explained = []
    for rules in given:
        with pytest.raises(RulesError) as refused:
            Variant(**rules)
        explained.append(list(map(str, refused.value.faults)))
    return explained


def test_rules_are_read_as_far_as_by_variant(open_page):
    page, tiles = open_page(), LONGEST_RULES[0]
    read = page.evaluate(READ, LONGEST_RULES[1:])
    assert [normal(rules) for rules in read] == [
        normal(Variant(**rules).rules()) for rules in LONGEST_RULES[1:]
    ]
    [[fault]] = page.evaluate(FAULTS, [tiles])
    assert fault == "tiles: got 24 of them; this page solves at most 12"
    assert page.evaluate(FAULTS, TOO_LONG) == refused_by_variant(TOO_LONG)


EVERY_RULE = """
([kinds, length]) => kinds.map((kind) => {
  const [part, end] = kind.split("{}");
  const text = part.repeat(length).slice(0, length - end.length) + end;
  return Object.fromEntries(Object.keys(CLASSIC).map((name) => [name, text]));
})
"""


def test_what_is_too_long_is_refused_before_it_is_read(open_page):
    """Where the first few are not, a million characters would keep the browser for hours."""
    page, read = open_page(), f"(texts) => ({FAULTS})(({EVERY_RULE})(texts))"
    for length in (LONGEST + 1, 10**6):
        explained = refused_by_variant([dict.fromkeys(FIELDS, text) for text in texts(length)])
        assert page.evaluate(read, [KINDS, length]) == explained


def test_what_the_page_cannot_solve_is_said(open_page):
    asked = [{"tiles": "13"}, {"tiles": "5,1000001"}, {"tile": "9"}]
    thirteen, large, unknown = open_page().evaluate(FAULTS, asked)
    assert thirteen == ["tiles: got 13 of them; this page solves at most 12"]
    assert large == ["tiles: got '5,1000001'; this page takes tiles up to 1000000"]
    assert unknown == [f"tile: an unknown rule; takes {', '.join(FIELDS)}"]


def test_the_link_is_the_one_that_the_command_prints(open_page):
    page = open_page()
    for rules in [
        "classic",
        "sally --clack-payout 3/2",
        "wooden-toys",
        "--tiles 1,3,5 --immediate-clack",
        "--weights 1,1,1,1,1,2",
    ]:
        printed = output(f"write page --link {rules}").strip()
        assert page.evaluate("(link) => linkTo(read(rulesIn(link)))", printed) == printed
    assert output("write page --link") == "tiles=1-9\n"
    assert run("write page --link sixteen").exit_code == 2
    assert run("write page classic").stderr.endswith("Error: takes either -o FILE or --link\n")


# Its solver


def test_drawn_rule_sets_are_worth_what_solve_says(open_page):
    page = open_page()

    @settings(max_examples=examples(200))
    @given(rule_sets(tuple(FIELDS)[1:], most_tiles=5))
    def as_solved(rules):
        found = page.evaluate("(rules) => twoplayer.firstPlayerEV(rules)", spelled(rules))
        assert found == str(solve(Variant(**rules)).first_player_ev)

    as_solved()


@dear
def test_every_game_of_the_catalogue_is_worth_what_solve_says(open_page):
    page = open_page()
    named = [(each["name"], each["rules"]) for each in page.evaluate("() => page.catalogue")]
    alone = [(name, variants(name)[0].rules()) for name in registered() if len(variants(name)) == 1]
    small = [(name, rules) for name, rules in alone if len(Variant(**rules).tiles) <= MOST_TILES]
    assert named == small
    for name, rules in named:
        found = page.evaluate("(rules) => twoplayer.firstPlayerEV(rules)", rules)
        assert found == str(solve(name).first_player_ev)


@dear
def test_bad_rules_are_refused_at_the_console_too(open_page):
    said = open_page().evaluate(
        "() => twoplayer.firstPlayerEV({ties: 'x'}).catch((e) => e.message)"
    )
    assert said == "ties: got 'x', unknown; takes push (nobody wins) | first | second"


POSITIONS = """
async ([rules, beat, positions]) => {
  const score = beat === null ? null : BigInt(beat);
  const player = await new Promise((found) => {
    const solver = new Solver(read(rules), () => solver.known(score) && found(solver.known(score)));
    solver.ask(score);
  });
  const texts = ({ value, win, tie }) => [value, win, tie].map(fractionText);
  return positions.map(([set, roll]) => [
    player.dice(set).map((option) => [option.dice, ...texts(option)]),
    player.moves(set, roll).map((option) => [option.move, ...texts(option)]),
  ]);
}
"""


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param({}, marks=dear),
        pytest.param({"one_die": "always", "clack_payout": 2, "immediate_clack": True}, marks=dear),
        {"tiles": "4-8", "moves": "sum-or-difference", "clack_payout": "5/3", "ties": "first"},
        {"tiles": 6, "weights": f"1,1,1,1,{10**18},2", "one_die": "sum <= 9"},
        {"tiles": "3-7", "dice": "3d4", "opening_tile": 5, "scoring": "digits", "max_tiles": 2},
        pytest.param(
            {"tiles": 6, "one_die": "forced sum <= 6", "stop_total": 7, "scoring": "count"},
            marks=dear,
        ),
        pytest.param(
            {"tiles": "1,2,5,9", "moves": "dice-or-sum", "clack_payout": 0, "ties": "second"},
            marks=dear,
        ),
        pytest.param({"tiles": 10, "one_die": "sum <= 6"}, marks=dear),
    ],
    ids=" ".join,
)
def test_every_choice_is_worth_what_the_solver_says(open_page, rules):
    variant, drawn = Variant(**rules), random.Random(0)
    page, solution, sets = open_page(), solve(variant).fractions, tile_sets(variant.tiles)
    board = Board(variant)
    beats = [
        score for score in solution.second_player_values if score or not variant.immediate_clack
    ]
    for beat in [None, *drawn.sample(beats, 4)]:
        positions = []
        for state in [len(sets) - 1, *(drawn.randrange(1, len(sets)) for _ in range(12))]:
            dice = drawn.choice(board.dice_in(sets[state]))
            positions.append([state, list(drawn.choice(list(board.rolls(dice))))])
        turn = solution.play(beat)
        asked = [spelled(rules), beat if beat is None else str(beat), positions]
        for (state, roll), (dice, moves) in zip(
            positions, page.evaluate(POSITIONS, asked), strict=True
        ):
            thrown = roll[0] if len(roll) == 1 else roll  # a total, or a single die
            assert_options(moves, [o for o in turn.options(sets[state], thrown) if o.choice], sets)
            assert_options(dice, turn.options(sets[state]), None)


def assert_options(shown, options, sets):
    """Compare what the page makes of a choice, best first, with what is solved."""
    found = [(sets[choice] if sets else choice, *map(Fraction, worth)) for choice, *worth in shown]
    assert set(found) == set(options)
    assert [worth for _, *worth in found] == [worth for _, *worth in options], "best first"


def test_dice_are_thrown_as_often_as_their_sides_weigh(open_page):
    """Here the random numbers are all that have two places."""
    thrown = """() => {
      const random = Math.random;
      const throws = (weights) => Array.from({ length: 100 }, (_, place) => {
        Math.random = () => place / 100;
        return throwDie(weights);
      });
      const found = [throws([1, 1, 2]), throws([1, 1, 1, 1, 1])];
      Math.random = random;
      return found;
    }"""
    loaded, even = open_page().evaluate(thrown)
    assert [loaded.count(number) for number in (1, 2, 3)] == [25, 25, 50]
    assert [even.count(number) for number in (1, 2, 3, 4, 5)] == [20] * 5


def test_decimals_are_rounded_half_to_even_as_in_all_of_the_project(open_page):
    halves = [Fraction(units, 2000) for units in range(-41, 42, 2)]
    others = [Fraction(units, 700) for units in range(-41, 42, 2)]
    texts = open_page().evaluate(
        "(numbers) => numbers.map((parts) => decimal(parts.map(BigInt), 3))",
        [[str(number.numerator), str(number.denominator)] for number in halves + others],
    )
    rounded = [Fraction(text.replace("−", "-")) for text in texts]
    assert rounded == [round(1000 * number) / Fraction(1000) for number in halves + others]


# Playing by touch


def tap(page, *names):
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def tile(page, number):
    return page.locator("#tiles button").filter(has_text=re.compile(f"^{number}$"))


def touch(page, *numbers):
    """Tap tiles, whether that does anything or not."""
    for number in numbers:
        tile(page, number).click(force=True)


def kinds(page):
    """Tell what each tile looks like, by its number."""
    tiles = page.locator("#tiles button")
    return {int(each.inner_text()): each.get_attribute("class") for each in tiles.all()}


def status(page):
    return page.locator("#status").inner_text()


def worth(page):
    page.locator("#worth:not(:empty)").wait_for()
    return page.locator("#worth").inner_text()


def set_up(page, open_tiles, beat=None):
    tap(page, "Set up a position")
    if beat is not None:
        page.get_by_label("Whose turn").select_option("2")
        page.get_by_label("Score to beat").select_option(str(beat))
    for number, kind in kinds(page).items():
        if (kind == "open") != (number in open_tiles):
            tile(page, number).click()
    tap(page, "Play from here")


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.dear
def test_taps_build_a_move_and_never_lose_the_roll(open_page):
    page = solved(open_page())
    touch(page, 3)
    assert kinds(page)[3] == "open", "there is no roll yet"
    tap(page, "Rolled 8")
    assert [number for number, kind in kinds(page).items() if "dim" in kind] == [9]
    touch(page, 9, 3)
    assert kinds(page)[3] == "chosen"
    assert [number for number, kind in kinds(page).items() if kind == "open"] == [1, 4, 5]
    touch(page, 8)
    assert kinds(page)[8] == "open dim"
    touch(page, 3)
    assert set(kinds(page).values()) == {"open", "open dim"}, "a tap again takes it back"
    touch(page, 5, 3)
    assert status(page).startswith("Player 1: you rolled 8."), "the roll is still there"
    [move] = page.locator("#moves button").all()
    assert move.inner_text().startswith("Cover 3 + 5")
    move.click()
    assert [number for number, kind in kinds(page).items() if kind == "covered"] == [3, 5]


@dear
def test_more_than_one_move_may_hold_the_tapped_tiles(open_page):
    page = solved(open_page(link="moves=sum-or-difference"))
    tap(page, "Rolled 1 and 6")
    tile(page, 5).click()
    shown = [move.split("\n")[0] for move in page.locator("#moves button").all_inner_texts()]
    assert {move.removesuffix(" (best)") for move in shown} == {"Cover 5", "Cover 2 + 5"}
    tile(page, 2).click()
    assert page.locator("#moves button").count() == 1


def play_turn(page, drawn):
    """Play rolls and moves by touch until the turn ends."""
    while page.locator("#rolls button").count():
        rolls = page.locator("#rolls button")
        rolls.nth(drawn.randrange(rolls.count())).click()
        assert fits(page)
        moves = page.locator("#moves .what").all_inner_texts()
        if not moves:
            tap(page, "End the turn")
            break
        for number in re.findall(r"\d+", drawn.choice(moves)):
            tile(page, number).click()
        page.locator("#moves .ready").click()


@pytest.mark.parametrize(
    "viewport",
    [
        pytest.param(PHONE, id="phone"),
        pytest.param(TURNED, id="turned", marks=dear),
        pytest.param(DESK, id="desk", marks=dear),
    ],
)
def test_whole_games_by_touch(open_page, viewport):
    page, drawn = (
        solved(open_page(viewport, link="one_die=sum%20%3C%3D%206&clack_payout=2")),
        random.Random(3),
    )
    play_turn(page, drawn)
    first = status(page)
    assert re.match(r"Player 1 (clacks|leaves a score of \d+)", first)
    score = int(re.search(r"player 2 has to beat (\d+)", first)[1])
    tap(page, "Start player 2's turn")
    assert status(page).startswith(f"Player 2, to beat {score}: roll 2 dice")
    play_turn(page, drawn)
    end = status(page)
    assert end.startswith(first.split(" Pass on")[0]), "both scores are there"
    mine = (
        0
        if "Player 2 clacks" in end
        else int(re.search(r"Player 2 leaves a score of (\d+)", end)[1])
    )
    pays = "2 stakes." if min(mine, score) == 0 else "1 stake."
    assert end.endswith(
        "A tie, and equal scores push: nobody wins."
        if mine == score
        else f"Player {1 + (mine < score)} wins {pays}"
    )
    tap(page, "Play again")
    assert set(kinds(page).values()) == {"open"}


@pytest.mark.dear
def test_a_clack_at_once_ends_the_game(open_page):
    page = solved(open_page(link="clack_payout=3:2&immediate_clack=yes"))
    set_up(page, {9})
    tap(page, "Rolled 9")
    page.locator("#moves .best").click()
    assert status(page) == "Player 1 clacks: every tile is covered. Player 1 wins 3/2 stakes."
    tap(page, "Play again")
    assert set(kinds(page).values()) == {"open"}


@dear
def test_a_clack_that_pays_nothing_is_no_tie(open_page):
    page = solved(open_page(link="tiles=1,3,5&clack_payout=0"))
    tap(page, "Rolled 9")
    page.locator("#moves button").click()
    tap(page, "Start player 2's turn", "Rolled 2", "End the turn")
    assert status(page).endswith("Player 1 wins 0 stakes.")


@dear
def test_the_odds_shown_are_the_solvers(open_page):
    page, drawn = solved(open_page(DESK, link="one_die=sum%20%3C%3D%206")), random.Random(1)
    solution = solve(Variant(one_die="sum <= 6"))
    for _ in range(6):
        beat = drawn.choice([None, *range(1, 46)])
        tiles = set(drawn.sample(range(1, 10), drawn.randint(3, 8)))
        set_up(page, tiles, beat)
        turn = solution.fractions.play(beat)
        assert_odds(worth(page), turn.options(sorted(tiles))[0])
        rolls = page.locator("#rolls button")
        rolls.nth(drawn.randrange(rolls.count())).click()
        roll = int(re.search(r"rolled (\d+)", status(page))[1])
        shown = page.locator("#moves .what").all_inner_texts()
        odds = page.locator("#moves .odds").all_inner_texts()
        options = [o for o in turn.options(sorted(tiles), roll) if o.choice]
        assert len(shown) == len(options)
        for text, words, option in zip(shown, odds, options, strict=True):
            assert tuple(map(int, re.findall(r"\d+", text))) in {o.choice for o in options}
            assert ("(best)" in text) == (option.value == options[0].value)
            assert_odds(words, option)
        tap(page, "New game")


def assert_odds(text, option):
    """Compare a text such as "worth 0.1 stakes · win 50 % · tie 3 %" with an option's worth."""
    match = re.search(r"worth\s(−?[\d.]+) stakes · win\s([\d.]+)\s% · tie\s([\d.]+)\s%", text)
    exact = (option.value, 100 * option.win, 100 * option.tie)
    for shown, number in zip(match.groups(), exact, strict=True):
        places = len(shown.split(".")[1])
        assert abs(Fraction(shown.replace("−", "-")) - number) <= Fraction(1, 2 * 10**places)


@dear
def test_one_die_or_two_is_offered_with_its_value(open_page):
    page = solved(open_page(link="one_die=always"))
    page.locator("#dice .odds").first.wait_for()
    offered = page.locator("#dice .what").all_inner_texts()
    assert [text.removesuffix(" (best)") for text in offered] == ["1 die", "2 dice"]
    options = solve(Variant(one_die="always")).fractions.play().options(range(1, 10))
    for text, dice in zip(page.locator("#dice .odds").all_inner_texts(), (1, 2), strict=True):
        assert_odds(text, next(option for option in options if option.choice == dice))
    assert page.locator("#rolls button").all_inner_texts() == [str(n) for n in range(2, 13)]
    page.locator("#dice button").first.click()
    assert page.locator("#rolls button").all_inner_texts() == list("123456")


@dear
def test_dice_are_shown_as_faces(open_page):
    page = solved(open_page())
    tap(page, "Roll for me")
    pips = [face.locator("circle").count() for face in page.locator("#faces .face").all()]
    assert len(pips) == 2
    assert status(page).startswith(f"Player 1: you rolled {sum(pips)}.")
    assert page.get_by_role("button", name="Roll for me").is_disabled()
    page = solved(open_page(link="moves=exact"))
    assert page.locator("#rolls .face").count() == 2 * 21
    page = solved(open_page(link="dice=1d20"))
    tap(page, "Roll for me")
    assert page.locator("#faces text").text_content() in map(str, range(1, 21))


@dear
def test_setting_up_a_position_is_a_mode_of_its_own(open_page):
    page = solved(open_page())
    tap(page, "Set up a position")
    assert status(page).startswith("Setting up a position")
    assert page.locator("#rolls button").count() == 0
    tile(page, 4).click()
    assert kinds(page)[4] == "covered"
    page.get_by_label("Whose turn").select_option("2")
    page.get_by_label("Score to beat").select_option("20")
    tap(page, "Play from here")
    assert status(page).startswith("Player 2, to beat 20: roll 2 dice")
    assert kinds(page)[4] == "covered"
    at_once = solved(open_page(link="immediate_clack=true"))
    tap(at_once, "Set up a position")
    at_once.get_by_label("Whose turn").select_option("2")
    scores = at_once.locator("#beat option").all_inner_texts()
    assert scores == [str(score) for score in range(1, 46)], "after a clack there is no turn"


@dear
def test_undo_takes_back_one_thing_at_a_time(open_page):
    page = solved(open_page())
    tap(page, "Rolled 7")
    tile(page, 7).click()
    page.locator("#moves button").first.click()
    assert list(kinds(page).values()).count("open") == 8
    tap(page, "Undo")
    assert kinds(page)[7] == "chosen"
    tap(page, "Undo", "Undo")
    assert page.locator("#rolls button").count() == 11
    assert page.get_by_role("button", name="Undo").is_disabled()


@dear
def test_the_mistakes_are_told_at_the_end(open_page):
    page = solved(open_page(link="tiles=1-6"))
    values = solve(Variant(tiles=6)).moves(range(1, 7), 6)
    lost = max(values.values()) - values[1, 2, 3]
    assert lost > 0
    tap(page, "Rolled 6")
    touch(page, 1, 2, 3)
    page.locator("#moves .ready").click()
    tap(page, "Rolled 12", "End the turn", "Start player 2's turn", "Rolled 7")
    page.locator("#moves .best").first.click()
    while not page.locator("#next button").count():
        tap(page, "Rolled 12")
        page.keyboard.press("Enter")
    page.get_by_text("What the mistakes cost").click()
    said = page.locator("#costs:has-text('Player')")
    said.wait_for()
    first = re.search(r"Player 1's mistakes cost ([\d.]+) stakes", said.inner_text())[1]
    assert abs(Fraction(first) - to_fraction(lost)) <= Fraction(1, 20000)
    assert "covered 1 + 2 + 3; better" in said.inner_text()
    assert "Player 2 made no mistake" in said.inner_text()


@dear
def test_the_wrong_number_of_dice_is_a_mistake_too(open_page):
    page = solved(open_page(link="one_die=always"))
    one, two = solve(Variant(one_die="always")).play().options((1,))
    set_up(page, {1})
    page.locator("#dice button").last.click()
    tap(page, "Rolled 7", "End the turn", "Start player 2's turn")
    while not page.locator("#next button").count():
        tap(page, "Rolled 2")
        page.keyboard.press("Enter")
    page.get_by_text("What the mistakes cost").click()
    said = page.locator("#costs:has-text('Player 1')")
    said.wait_for()
    cost = re.search(r"With 1 open, rolled 2 dice; better 1 die: ([\d.]+)", said.inner_text())[1]
    assert abs(Fraction(cost) - to_fraction(one.value - two.value)) <= Fraction(1, 20000)


@dear
def test_every_position_has_its_odds(open_page):
    page = solved(open_page())
    turn = solve("classic").fractions.play()
    set_up(page, {1, 9})
    tap(page, "Rolled 7")
    assert status(page).endswith("Nothing can be covered: the score is 10.")
    ends = turn.options((1, 9), 7)[0]
    assert_odds(worth(page), ends)
    tap(page, "End the turn")
    assert_odds(worth(page), ends)
    tap(page, "Set up a position")
    assert_odds(worth(page), turn.options((1, 9))[0])


@dear
def test_hidden_odds_give_nothing_away(open_page):
    page = solved(open_page(link="one_die=always"))
    page.get_by_label("Show the odds").uncheck()
    pressed = page.locator("#dice button[aria-pressed=true]").all_inner_texts()
    assert pressed == ["2 dice"]
    tap(page, "Rolled 7")
    board = page.locator("#board").inner_text()
    for word in ("worth", "best", "Best", "%"):
        assert word not in board
    page.keyboard.press("Enter")
    assert page.locator("#moves button").count() == 5, "Enter does not give the best away either"


@dear
def test_a_game_goes_on_when_the_page_is_loaded_again(open_page):
    page = solved(open_page(link="clack_payout=2"))
    page.get_by_label("Show the odds").uncheck()
    tap(page, "Rolled 7", "Cover 7", "Rolled 9")
    tile(page, 4).click()
    before = status(page), kinds(page), page.locator("#rules-name").inner_text()
    page.reload()
    solved(page)
    assert (status(page), kinds(page), page.locator("#rules-name").inner_text()) == before
    assert before[2] == "clack-pays-double"
    assert not page.get_by_label("Show the odds").is_checked()
    tap(page, "Undo", "Undo", "Undo", "Undo")
    assert set(kinds(page).values()) == {"open"}


@dear
def test_the_address_has_the_rules_of_the_board_and_back_goes_back(open_page):
    page = solved(open_page(link="clack_payout=2"))
    tap(page, "Rolled 7")
    page.locator("tbody tr").first.click()
    assert page.evaluate("location.hash") == "#immediate_clack=true"
    tap(page, "Undo")
    assert page.evaluate("location.hash") == "#clack_payout=2"
    page.evaluate("location.hash = 'ties=first'")
    page.locator("#rules-name:has-text('ties-to-first')").wait_for()
    page.go_back()
    page.locator("#rules-name:has-text('clack-pays-double')").wait_for()
    assert status(page).startswith("Player 1: you rolled 7")


@dear
def test_odds_that_arrive_on_the_way_to_another_address_change_nothing(open_page):
    """The address is another one before the page hears of it."""
    page = solved(open_page(link="clack_payout=2"))
    page.evaluate("() => { location.hash = 'ties=first'; draw(); }")
    page.locator("#rules-name:has-text('ties-to-first')").wait_for()
    page.go_back()
    page.locator("#rules-name:has-text('clack-pays-double')").wait_for()


# One's own rules


@pytest.mark.dear
def test_the_panel_answers_who_is_the_sucker(open_page):
    page = solved(open_page())
    tap(page, "Rules: classic")
    page.get_by_label("Equal scores", exact=True).select_option("first")
    page.get_by_label("A clack (every tile covered) pays", exact=True).select_option("other …")
    page.get_by_label("A clack (every tile covered) pays, written").fill("3:2")
    variant = Variant(ties="first", clack_payout="3/2")
    percent = float(100 * solve(variant).first_player_ev)
    said = page.locator("#panel-verdict:has-text('sucker')")
    said.wait_for()
    page.locator(f"#panel-verdict:has-text('{percent:.4f} %')").wait_for()
    assert said.inner_text().startswith("Not fair: the second player is the sucker, and loses")
    page.locator("#panel-more summary").click()
    exact = str(solve(variant).first_player_ev)
    assert page.locator("#panel-exact").inner_text() == f"{exact} stakes to the first player"
    tap(page, "Play by these rules")
    solved(page)
    assert page.evaluate("location.hash") == f"#{link_to(variant)}"
    assert page.locator("#rules-name").inner_text() == "your own"


@dear
def test_the_panel_starts_from_the_names_that_people_know(open_page):
    page = solved(open_page())
    tap(page, "Rules: classic")
    page.get_by_label("Start from").select_option("sally")
    assert page.locator("#rule-moves").input_value() == "dice-or-sum"
    tap(page, "Play by these rules")
    assert page.locator("#rules-name").inner_text() == "sally"


@dear
def test_the_panel_explains_what_does_not_go_together(open_page):
    page = solved(open_page())
    tap(page, "Rules: classic")
    page.get_by_label("Dice", exact=True).select_option("1d20")
    page.get_by_label("A single die", exact=True).select_option("always")
    said = page.locator("#faults:not(:empty)").inner_text()
    assert said == (
        "A single die (one_die): got 'always', with one die anyway; takes 'never' with 1d20"
    )
    assert page.locator("#play-these").is_disabled()
    page.get_by_label("A single die", exact=True).select_option("never")
    page.locator("#panel-verdict:has-text('sucker')").wait_for()


@dear
def test_work_on_the_rules_does_not_block_the_board(open_page):
    page = open_page(link="tiles=1-12&scoring=digits")
    page.locator("#working:has-text('%')").wait_for()
    tap(page, "Rolled 12", "Cover 12")
    assert kinds(page)[12] == "covered", "while the odds are worked out"
    page = solved(open_page())


@dear
@pytest.mark.parametrize("address", ["", "https://example.org/box/"])
def test_a_link_that_is_copied_is_of_no_file(open_page, tmp_path, address):
    page = solved(open_page(path=written(tmp_path, f"classic --address '{address}'")))
    page.evaluate("navigator.clipboard.writeText = (text) => { globalThis.copied = text; }")
    tap(page, "Rules: classic")
    page.get_by_label("Start from").select_option("two-to-go")
    tap(page, "Copy a link")
    page.locator("#copied:has-text('opied')").wait_for()
    link = page.evaluate("globalThis.copied")
    assert link == page.locator("#link").input_value()
    assert link == f"{address}#opening_tile=2"
    assert ("behind the address" in page.locator("#copied").inner_text()) == (not address)


@dear
def test_a_link_opens_the_page_on_its_rules(open_page):
    page = solved(open_page(link="tiles=10&one_die=sum <= 6"))
    assert list(kinds(page)) == list(range(1, 11))
    solution = solve(Variant(tiles=10, one_die="sum <= 6"))
    assert page.locator("#verdict-exact").text_content().split()[0] == str(solution.first_player_ev)
    page.evaluate("location.hash = 'ties=first'")
    page.locator("#rules-name:has-text('ties-to-first')").wait_for()


@dear
def test_a_link_may_be_a_name_of_the_catalogue(open_page):
    page = solved(open_page(link="sally"))
    assert page.locator("#rules-name").inner_text() == "sally"
    page = solved(open_page(link="my-pub"))
    assert "'my-pub' is no name of the catalogue" in page.locator("#fault").inner_text()


@dear
def test_a_bad_link_is_explained_and_the_classic_game_played(open_page):
    page = solved(open_page(link="tiles=10&ties=split"))
    fault = page.locator("#fault").inner_text()
    assert "ties: got 'split', unknown: did you mean push?; takes push (nobody wins)" in fault
    assert list(kinds(page)) == list(range(1, 10))
    page.reload()
    assert solved(page).locator("#fault").inner_text() == fault


@pytest.mark.dear
@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("tiles=4&tiles=5", "tiles: given twice; takes one value"),
        (f"{'x' * 100_000}=4", f"{'x' * 40} … {'x' * 10}: an unknown rule; takes tiles, "),
        ("x" * 100_000, f"'{'x' * 39} … {'x' * 9}' is no name of the catalogue"),
        (
            f"clack_payout={'1' * 100_000}x",
            "100001 characters long, more than 4000; takes an exact",
        ),
        (
            "&".join(f"x{number}=1" for number in range(50_000)),
            f"50000 rules are given, more than {len(FIELDS)}",
        ),
    ],
    ids=["twice", "a long rule", "a long name", "a long value", "many rules"],
)
def test_a_link_of_any_length_is_explained_in_a_few_lines(open_page, link, said):
    page = solved(open_page(link=link))
    fault = page.locator("#fault").inner_text()
    assert said in fault
    assert len(fault) < 500


# The table


def column(page, place):
    return page.locator(f"tbody td:nth-child({place})").all_inner_texts()


def test_the_page_opens_on_the_classic_game(open_page):
    page = solved(open_page())
    assert page.locator("#rules-name").inner_text() == "classic"
    playing = page.locator("tr.playing td").all_inner_texts()
    assert playing[:5] == ["−0.4012", "second", "never", "1 stake", "the second still rolls"]


@dear
def test_the_table_is_sorted_by_any_column(open_page):
    page = open_page(DESK)

    def sizes():
        return [abs(float(text.replace("−", "-"))) for text in column(page, 1)]

    evs = sizes()
    assert evs == sorted(evs), "the fairest first"
    heading = page.get_by_role("button", name="First player's EV (%)")
    heading.click()
    assert page.locator("th[aria-sort=ascending]").count() == 1
    assert sizes() == evs
    heading.click()
    assert sizes() == evs[::-1]
    assert page.locator("th[aria-sort=descending]").count() == 1
    page.get_by_role("button", name="A single die", exact=True).click()
    assert [here for before, here in pairwise(["", *column(page, 3)]) if here != before] == [
        "never",
        "at any time",
        "while the largest open tile is 6 or less",
        "while the open tiles sum to 6 or less",
    ]


@dear
def test_two_evs_look_equal_only_if_they_are(open_page, tmp_path):
    page = open_page(DESK, path=written(tmp_path, "sixteen --tiles 3-11"))
    texts, exact = column(page, 1), page.locator("td.first_player_ev").all_text_contents()
    assert len(set(texts)) == len(set(exact)) == 16
    assert len({round(100 * Fraction(ev), 4) for ev in exact}) < 16, "else there is nothing to see"


@dear
def test_exact_fractions_are_shown_on_demand_and_do_not_break(open_page, sixteen):
    page = open_page()
    assert not page.locator("td.first_player_ev").first.is_visible()
    page.get_by_label("Show exact fractions").check()
    shown = page.locator("td.first_player_ev").all_inner_texts()
    assert set(shown) == {str(solution.first_player_ev) for solution in sixteen}
    assert fits(page)
    wrapping = page.locator("td.first_player_ev").first.evaluate(
        "(cell) => getComputedStyle(cell).whiteSpace"
    )
    assert wrapping == "nowrap"
    table = page.locator(".scroll")
    assert table.evaluate("(element) => element.scrollWidth > element.clientWidth")


@dear
def test_a_line_of_the_table_is_played_when_it_is_tapped(open_page):
    page = solved(open_page())
    page.locator("tbody tr").nth(5).locator("td").nth(3).click()
    solved(page)
    assert page.evaluate("location.hash") == "#one_die=sum%20%3C%3D%206"
    assert page.locator("tr.playing").get_attribute("data-link") == "one_die=sum%20%3C%3D%206"


# Manners


@dear
@pytest.mark.parametrize("viewport", [PHONE, TURNED, DESK], ids=["phone", "turned", "desk"])
def test_a_whole_game_by_keys(open_page, viewport):
    page = solved(open_page(viewport))
    page.keyboard.press("1")
    assert page.locator("#typed").inner_text() == "Typed 1 …"
    page.keyboard.press("2")
    assert "you rolled 12" in status(page)
    page.keyboard.press("3")
    page.keyboard.press("9")
    assert (kinds(page)[3], kinds(page)[9]) == ("chosen", "chosen")
    page.keyboard.press("Enter")
    assert (kinds(page)[3], kinds(page)[9]) == ("covered", "covered")
    page.keyboard.press("6")
    page.keyboard.press("2")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    assert kinds(page)[6] == "covered", "the best move"
    for key in ["9", "Enter"] * 3:
        page.keyboard.press(key)
    while not page.locator("#next button").count():
        page.keyboard.press("4")
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert status(page).startswith("Player 2, to beat")
    while "wins" not in status(page) and "tie" not in status(page):
        page.keyboard.press("7")
        page.keyboard.press("Enter")


@dear
def test_the_focus_stays_on_what_is_still_there(open_page):
    page = solved(open_page(DESK))
    tap(page, "Rolled 8")
    for key in ("Space", "Enter"):
        tile(page, 3).focus()
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.textContent") == "3"
    assert kinds(page)[3] == "open", "both have done the same to the tile"
    tap(page, "Undo", "Undo", "Undo", "Set up a position")
    tile(page, 4).focus()
    page.keyboard.press("Enter")
    assert kinds(page)[4] == "covered"
    assert page.evaluate("document.activeElement.textContent") == "4"


@dear
def test_what_is_typed_is_forgotten_with_what_it_was_meant_for(open_page):
    page = solved(open_page(DESK, link="tiles=12"))
    page.keyboard.press("1")
    page.keyboard.press("Backspace")
    assert page.locator("#typed").inner_text() == ""
    page.keyboard.press("1")
    tap(page, "Rolled 8")
    page.keyboard.press("3")
    assert [number for number, kind in kinds(page).items() if kind == "chosen"] == [3]


@dear
def test_a_double_tap_is_one_tap(open_page):
    page = solved(open_page())
    tap(page, "Rolled 7")
    page.locator("#moves button").first.dblclick()
    assert status(page) == "Player 1: roll 2 dice, and tap what you rolled."


@dear
def test_the_focus_stays_where_the_hands_are(open_page):
    page = solved(open_page(DESK))
    page.locator("#rolls button").nth(5).focus()
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.className") == "best"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "rolls"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.ariaLabel") == "Rolled 2"


STATES = {
    "a new game": lambda page: None,
    "a roll": lambda page: tap(page, "Rolled 8"),
    "tiles tapped": lambda page: (tap(page, "Rolled 8"), tile(page, 3).click()),
    "setting up": lambda page: tap(page, "Set up a position"),
    "your rules": lambda page: (
        tap(page, "Rules: classic"),
        page.get_by_label("A single die", exact=True).select_option("other …"),
        page.locator("#panel-more summary").wait_for(),
    ),
    "how to play": lambda page: tap(page, "How to play"),
    "the end": lambda page: (
        set_up(page, {1, 2}, 12),
        tap(page, "Rolled 3"),
        page.locator("#moves .best").click(),
        page.get_by_text("What the mistakes cost").click(),
        page.get_by_text("Player 2 made no mistake").wait_for(),
    ),
    "exact fractions": lambda page: page.get_by_label("Show exact fractions").check(),
}


@dear
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(open_page, state):
    from axe_playwright_python.sync_playwright import Axe

    page = solved(open_page())
    STATES[state](page)
    for scheme, viewport in [("light", PHONE), ("dark", TURNED), ("dark", DESK)]:
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert found.response["violations"] == [], viewport
        assert len(found.response["passes"]) > 20


@dear
@pytest.mark.parametrize("state", STATES)
def test_nothing_is_wider_than_the_narrowest_phone(open_page, state):
    page = solved(open_page(NARROW))
    STATES[state](page)
    assert fits(page)


@dear
def test_the_longest_numbers_do_not_make_a_phone_scroll_sideways(open_page):
    page = solved(open_page(NARROW, link=f"tiles=1-3&clack_payout={'1234567890' * 5}"))
    for _ in range(2):
        tap(page, "Rolled 2")
        page.locator("#moves button, #next button").first.click()
        assert fits(page)


@dear
@pytest.mark.parametrize("viewport", [PHONE, TURNED], ids=["phone", "turned"])
@pytest.mark.parametrize("tiles", [9, 12])
def test_tiles_and_the_best_move_are_in_sight(open_page, viewport, tiles):
    page = solved(open_page(viewport, link=f"tiles={tiles}"))
    boxes = [each.bounding_box() for each in page.locator("#tiles button").all()]
    assert all(box["height"] >= 44 and box["width"] >= 44 for box in boxes)
    rolls = page.locator("#rolls button").last.bounding_box()
    assert rolls["y"] + rolls["height"] <= viewport["height"]
    assert (
        max(box["y"] + box["height"] for box in boxes)
        <= page.locator("#status").bounding_box()["y"]
    )
    tap(page, "Rolled 8")
    best = page.locator("#moves .best").bounding_box()
    assert best["y"] + best["height"] <= viewport["height"]
    assert page.evaluate("scrollY") == 0


ANNOUNCED = """
() => {
  globalThis.announced = [];
  for (const region of document.querySelectorAll("[role=status], [role=alert]")) {
    const heard = () => region.textContent && announced.push(region.textContent);
    new MutationObserver(heard).observe(region, { childList: true, characterData: true });
  }
}
"""


@dear
def test_what_happens_is_announced_once(open_page):
    page = solved(open_page())
    worth(page)
    page.evaluate(ANNOUNCED)
    tap(page, "Rolled 8")
    touch(page, 3, 5)
    page.locator("#moves .ready").click()
    before, after, odds = page.evaluate("announced")
    assert before == "Player 1: you rolled 8. Tap the tiles to cover."
    assert after == "Player 1: roll 2 dice, and tap what you rolled."
    assert odds.startswith("worth")
