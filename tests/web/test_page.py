"""The page, in a real browser: what it is made of, its rules, its solver, its sheets."""

import random
import re
from base64 import b64decode, b64encode
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from zlib import decompress

import pytest
from conftest import ROOT, examples, run
from drawn import rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from long_texts import KINDS, LONGEST_RULES, TOO_LONG, texts
from touch import (
    DESK,
    fits,
    kinds,
    menu,
    page_of,
    roll,
    setting,
    solved,
    spelled,
    status,
    tap,
    tile,
)

from twoplayer import InputError, RulesError, Variant, registered, solve, variants
from twoplayer.errors import LONGEST
from twoplayer.turn.board import Board
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import COVERINGS, tile_sets
from twoplayer.web.html import MOST_SOLVED
from twoplayer.web.link import link_to
from twoplayer.web.page import check_size

dear = pytest.mark.dear

# What it is made of


def test_the_page_of_the_sixteen_weighs_little(of_sixteen):
    assert of_sixteen.stat().st_size <= 200_000
    assert not re.search(r"""(src|href)=["'](?!#|data:)""", of_sixteen.read_text("utf-8"))


def test_the_minifier_takes_no_template_for_what_stands_in_another():
    """It would take the spaces of its text for spaces between words of the script."""
    for path in (ROOT / "twoplayer" / "web").glob("*/*.js"):
        assert not re.findall(r"\$\{[^`}]*`", path.read_text("utf-8")), path.name


def test_the_page_may_load_and_send_nothing(of_sixteen):
    page = of_sixteen.read_text("utf-8")
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules == {
        **dict.fromkeys(("default-src", "base-uri", "form-action"), "'none'"),
        "style-src": "'unsafe-inline'",
        "script-src": hashes(page),
        "worker-src": "blob:",
        "img-src": "data:",
    }


def hashes(page):
    """Name what stands in the page itself: nothing else is run, nor what somebody slips into it.

    The last is the board, which is packed.
    """
    texts = re.findall(r"<script(?: data-solver)?>(.*?)</script>", page, re.DOTALL)
    [packed] = re.findall(r'"packed": "(.*?)"', page)
    texts.append(decompress(b64decode(packed)).decode())
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)


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

READ = "(given) => given.map((rules) => read(rules))"
FAULTS = """
(given) => given.map((rules) => {
  try { return read(rules) } catch (error) { return error.faults.map(String) }
})
"""
IN_WORDS = """
(given) => given.map((rules) =>
  Object.fromEntries(Object.entries(rules).map(([name, value]) => [name, WORDS[name](value)])))
"""


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
        printed = run(f"write page --link {rules}").stdout.strip()
        assert page.evaluate("(link) => linkTo(read(rulesIn(link)))", printed) == printed
    assert run("write page --link").stdout == "tiles=1-9\n"
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
    catalogue = "page.catalogue.map(({ name, rules }) => [name, read(rules)])"
    named = [(name, normal(rules)) for name, rules in page.evaluate(catalogue)]
    alone = [(name, variants(name)[0].rules()) for name in registered() if len(variants(name)) == 1]
    small = [(name, rules) for name, rules in alone if len(Variant(**rules).tiles) <= MOST_SOLVED]
    assert sorted(named) == [(name, normal(rules)) for name, rules in small]
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
async ([rules, positions]) => {
  const beats = positions.map(([beat]) => (beat === null ? null : BigInt(beat)));
  const solver = await new Promise((found) => {
    const news = () => beats.every((beat) => solver.known(beat)) && found(solver);
    const solver = new Solver(read(rules), news);
    beats.forEach((beat) => solver.ask(beat));
  });
  solver.stop();
  const texts = ({ value, win, tie }) => [value, win, tie].map(fractionText);
  return positions.map(([, set, roll], place) => {
    const player = solver.known(beats[place]);
    return [
      texts(player.worth(set)),
      player.dice(set).map((option) => [option.dice, ...texts(option)]),
      player.moves(set, roll).map((option) => [option.move, ...texts(option)]),
      texts(player.ended(set)),
    ];
  });
}
"""


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param({}, marks=dear),
        pytest.param({"one_die": "always", "clack_payout": 2, "immediate_clack": True}, marks=dear),
        {"tiles": "4-8", "moves": "sum-or-difference", "clack_payout": "5/3", "ties": "first"},
        pytest.param(
            {"tiles": 6, "weights": f"1,1,1,1,{10**18},2", "one_die": "sum <= 9"}, marks=dear
        ),
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
    assert_worth(rules, random.Random(0), 60, open_page())


@dear
def test_drawn_positions_of_drawn_rules_are_worth_what_the_solver_says(open_page):
    page = open_page()

    @settings(max_examples=examples(100))
    @given(rule_sets(tuple(FIELDS)[1:], most_tiles=5), st.integers(0))
    def as_solved(rules, seed):
        assert_worth(rules, random.Random(seed), 5, page)

    as_solved()


def drawn_positions(variant, drawn, number, second=None):
    """Draw scores to beat (None: the first player's turn), open tiles, and rolls."""
    scores = solve(variant, second=second).second_player_values
    beats = [None, *(score for score in scores if score or not variant.immediate_clack)]
    boards = {True: Board(variant), False: Board(second or variant)}
    for _ in range(number):
        beat = drawn.choice(beats)
        board = boards[beat is None]
        tiles = drawn.choice([tiles for tiles in board.open_tiles if tiles])
        yield beat, tiles, drawn.choice(list(board.rolls(drawn.choice(board.dice_in(tiles)))))


def assert_worth(rules, drawn, number, page):
    """Compare what the page makes of drawn positions with what is solved."""
    variant = Variant(**rules)
    solution, sets = solve(variant).fractions, tile_sets(variant.tiles)
    positions = list(drawn_positions(variant, drawn, number))
    asked = [
        [beat if beat is None else str(beat), sets.index(tiles), roll]
        for beat, tiles, roll in positions
    ]
    found = page.evaluate(POSITIONS, [spelled(rules), asked])
    for (beat, tiles, thrown), (worth, dice, moves, ended) in zip(positions, found, strict=True):
        turn, by_total = solution.play(beat), COVERINGS[variant.moves].by_total
        options = turn.options(tiles, sum(thrown) if by_total else thrown)
        assert_options(moves, [option for option in options if option.choice], sets)
        assert moves or list(map(Fraction, ended)) == list(options[0][1:])
        assert_options(dice, turn.options(tiles), None)
        assert worth == dice[0][1:]


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


# One's own rules


def test_the_panel_answers_whether_it_is_fair(open_page):
    page = solved(open_page(link="ties=first"))
    menu(page, "More rules")
    page.get_by_label("A clack (every tile covered) pays", exact=True).select_option("other …")
    page.get_by_label("A clack (every tile covered) pays, written").fill("3:2")
    variant = Variant(ties="first", clack_payout="3/2")
    ev = solve(variant).first_player_ev
    exact = "#panel-verdict:not(:has-text('≈'))"
    page.locator(f"{exact}:has-text('{float(100 * ev):.4f} %')").wait_for()
    games = round(1 / Fraction(int(ev.p), int(ev.q)))
    assert page.locator("#panel-verdict").inner_text() == (
        f"Not fair: the second player loses {float(100 * ev):.4f} % of a stake in a game on "
        f"average, a stake in {games} games."
    )
    page.locator("#panel-more summary").click()
    assert page.locator("#panel-exact").inner_text() == f"{ev} stakes to the first player"
    tap(page, "Play by these rules")
    solved(page)
    assert page.evaluate("location.hash") == f"#{link_to(variant)}"
    assert page.locator("#rules-name").inner_text() == "your own"


@dear
def test_the_panel_starts_from_the_names_that_people_know(open_page):
    page = solved(open_page())
    menu(page, "More rules")
    page.get_by_label("Start from").select_option(label="Sally")
    assert page.locator("#rule-moves").input_value() == "dice-or-sum"
    tap(page, "Play by these rules")
    assert page.locator("#rules-name").inner_text() == "Sally"


@dear
def test_the_panel_explains_what_does_not_go_together(open_page):
    page = solved(open_page())
    menu(page, "More rules")
    page.get_by_label("Dice", exact=True).select_option("1d20")
    page.get_by_label("A single die", exact=True).select_option("always")
    said = page.locator("#faults:not(:empty)").inner_text()
    assert said == "A single die: 'always', with one die anyway; takes 'never' with 1d20."
    assert page.locator("#play-these").is_disabled()
    page.get_by_label("A single die", exact=True).select_option("never")
    page.locator("#panel-verdict:has-text('player loses')").wait_for()


@dear
def test_a_label_and_its_values_do_not_say_the_same(open_page):
    page = solved(open_page())
    menu(page, "More rules")
    shown = page.locator("#rule-clack_payout option").all_inner_texts()
    assert shown[:2] == ["1 stake", "2 stakes"]
    assert page.locator("#rule-one_die option").first.inner_text() == "never"


@dear
def test_the_panel_explains_tiles_for_this_page(open_page):
    page = solved(open_page())
    menu(page, "More rules")
    page.locator("#rule-tiles").select_option("other …")
    page.get_by_label("Tiles, written").fill("abc")
    said = page.locator("#faults:not(:empty)").inner_text()
    assert said.startswith("Tiles: 'abc', 'abc' is neither a tile nor a range; takes ")
    assert "at most 12" in said


@dear
def test_a_verdict_has_a_measure_and_no_endless_digits(open_page):
    page = open_page()
    said = page.evaluate(
        """() => [[-1n, 250n], [-1n, 90n], [0n, 1n], [1n, 3n ** 80n]].map((ev) => verdict(ev))"""
    )
    assert said[0] == (
        "Nearly fair: the first player loses 0.4000 % of a stake in a game on average, "
        "a stake in 250 games."
    )
    assert said[1].startswith("Not fair: the first player loses 1.1111 %")
    assert said[2] == "Exactly fair: neither seat is better."
    assert said[3].startswith("Nearly fair: the second player loses less than a trillionth %")
    assert len(said[3]) < 200


@dear
def test_what_is_odd_is_remarked(open_page):
    page = solved(open_page())
    menu(page, "More rules")
    page.get_by_label("A roll that ends the turn", exact=True).select_option("other …")
    page.get_by_label("A roll that ends the turn, written").fill("77")
    assert page.locator("#remarks").inner_text() == "No roll of 2d6 makes 77."
    assert page.locator("#play-these").is_enabled()
    page.get_by_label("A roll that ends the turn, written").fill("7")
    assert page.locator("#remarks").inner_text() == ""
    page.get_by_label("Dice", exact=True).select_option("other …")
    page.get_by_label("Dice, written").fill("2d1")
    assert page.locator("#remarks").inner_text().endswith("Dice with one side always fall alike.")


@dear
def test_a_link_opens_the_page_on_its_rules(open_page):
    page = solved(open_page(link="tiles=10&one_die=sum <= 6"))
    assert list(kinds(page)) == list(range(1, 11))
    solution = solve(Variant(tiles=10, one_die="sum <= 6"))
    assert page.locator("#verdict-exact").text_content().split()[0] == str(solution.first_player_ev)
    page.evaluate("location.hash = 'ties=first'")
    page.locator("#rules-name:has-text('Ties to first')").wait_for()


@dear
def test_a_link_may_be_a_name_of_the_catalogue(open_page):
    for link in ("sally", "#sally"):
        page = solved(open_page(link=link))
        assert page.locator("#rules-name").inner_text() == "Sally"
    page = solved(open_page(link="my-pub"))
    assert "'my-pub' is no name of the catalogue" in page.locator("#fault").text_content()


@dear
def test_a_bad_link_is_explained_and_the_classic_game_played(open_page):
    page = solved(open_page(link="tiles=10&ties=split"))
    fault = page.locator("#fault").text_content()
    assert "ties: got 'split', unknown: did you mean push?; takes push (nobody wins)" in fault
    assert list(kinds(page)) == list(range(1, 10))
    page.reload()
    assert solved(page).locator("#fault").text_content() == fault


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
    fault = page.locator("#fault").text_content()
    assert said in fault
    assert len(fault) < 500


# The game and the address


@dear
def test_a_game_goes_on_when_the_page_is_loaded_again(open_page):
    page = solved(open_page(link="clack_payout=2"))
    setting(page, "Show who is ahead", False)
    setting(page, "Ask first")
    roll(page, 3, 4)
    tile(page, 7).click()
    tap(page, "Cover 7")
    roll(page, 4, 5)
    tile(page, 4).click()
    before = status(page), kinds(page), page.locator("#rules-name").inner_text()
    page.reload()
    solved(page)
    assert (status(page), kinds(page), page.locator("#rules-name").inner_text()) == before
    assert before[2] == "Clack pays double"
    kept = page.evaluate("[settings.ask, settings.mine, settings.ahead]")
    assert kept == [True, True, False]
    while page.locator("#undo").get_attribute("aria-disabled") != "true":
        tap(page, "Undo")
    assert set(kinds(page).values()) == {"open"}


@dear
def test_the_address_has_the_rules_of_the_board_and_back_goes_back(open_page):
    page = solved(open_page(link="clack_payout=2"))
    roll(page, 3, 4)
    menu(page, "Compare rules")
    page.locator("#table tbody tr").first.click()
    assert page.evaluate("location.hash") == "#immediate_clack=true"
    tap(page, "Undo")
    assert page.evaluate("location.hash") == "#clack_payout=2"
    page.evaluate("location.hash = 'ties=first'")
    page.locator("#rules-name:has-text('Ties to first')").wait_for()
    page.go_back()
    page.locator("#rules-name:has-text('Clack pays double')").wait_for()
    assert status(page).startswith("Player 1: you rolled 7")


@dear
def test_odds_that_arrive_on_the_way_to_another_address_change_nothing(open_page):
    """The address is another one before the page hears of it."""
    page = solved(open_page(link="clack_payout=2"))
    page.evaluate("() => { location.hash = 'ties=first'; draw(); }")
    page.locator("#rules-name:has-text('Ties to first')").wait_for()
    page.go_back()
    page.locator("#rules-name:has-text('Clack pays double')").wait_for()


KEEPS = """
() => {
  let kept = 0;
  const keep = history.replaceState;
  history.replaceState = (...state) => {
    kept += 1;
    if (kept === 1) throw new DOMException("too often", "SecurityError");
    keep.apply(history, state);
  };
  const [timers, start] = [[], performance.now()];
  let passed = 0;
  performance.now = () => start + passed;
  globalThis.setTimeout = (act, time = 0) => timers.push({ act, due: passed + time });
  globalThis.clearTimeout = (timer) => { delete timers[timer - 1]; };
  const pass = (milliseconds) => {
    passed += milliseconds;
    for (const [place, timer] of timers.entries()) {
      if (timer?.due > passed || !timer) continue;
      delete timers[place];
      timer.act();
    }
  };
  for (let taps = 0; taps < 300; taps += 1) {
    setUp({ open: taps });
    pass(10);
  }
  pass(700);
  history.replaceState = keep;
  return [kept, history.state.game.open];
}
"""


@pytest.mark.dear
def test_the_game_is_kept_no_oftener_than_every_browser_allows(open_page):
    kept, last = solved(open_page()).evaluate(KEEPS)
    assert kept < 60
    assert last == 299, "what was refused once is kept later"


# The table


def column(page, place):
    return page.locator(f"#table tbody td:nth-child({place})").all_inner_texts()


def test_the_page_opens_on_the_classic_game(open_page):
    page = solved(open_page())
    assert page.locator("#rules-name").inner_text() == "The classic game"
    menu(page, "Compare rules")
    playing = page.locator("tr.playing td").all_inner_texts()
    assert playing[:5] == ["−0.4012", "second", "never", "1 stake", "the second still rolls"]
    row = "−0.4012 %: play by these rules: the classic game"
    assert page.get_by_role("button", name=row, exact=True).count() == 1


@dear
def test_the_table_is_sorted_by_any_column(open_page):
    page = open_page(DESK)
    menu(page, "Compare rules")

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
    page = open_page(DESK, path=page_of(tmp_path, "sixteen --tiles 3-11"))
    menu(page, "Compare rules")
    texts, exact = column(page, 1), page.locator("td.first_player_ev").all_text_contents()
    assert len(set(texts)) == len(set(exact)) == 16
    assert len({round(100 * Fraction(ev), 4) for ev in exact}) < 16, "else there is nothing to see"


@dear
def test_exact_fractions_are_shown_on_demand_and_do_not_break(open_page, sixteen):
    page = open_page()
    menu(page, "Compare rules")
    assert not page.locator("td.first_player_ev").first.is_visible()
    page.locator("#exact").check()
    shown = page.locator("td.first_player_ev").all_inner_texts()
    assert set(shown) == {str(solution.first_player_ev) for solution in sixteen}
    assert fits(page)
    wrapping = page.locator("td.first_player_ev").first.evaluate(
        "(cell) => getComputedStyle(cell).whiteSpace"
    )
    assert wrapping == "nowrap"
    line = page.locator("td.first_player_ev").first
    assert line.evaluate("(cell) => cell.scrollWidth > cell.clientWidth")


@dear
def test_on_a_phone_each_line_of_the_table_is_a_card_within_the_screen(open_page):
    page = open_page()
    menu(page, "Compare rules")
    boxes = [line.bounding_box() for line in page.locator("#table tbody tr").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
    assert len({box["y"] for box in boxes}) == 16
    bars = page.evaluate(
        "[...document.querySelectorAll('#table tbody tr')].map((each) => each.dataset.gains)"
    )
    assert bars == [{"first": "first", "second": "second"}[who] for who in column(page, 2)]


@dear
def test_your_rules_have_what_the_switches_lack_and_keep_what_these_say(open_page):
    page = solved(open_page(link="ties=second&immediate_clack=true"))
    menu(page, "More rules")
    assert page.locator("#rule-ties, #rule-immediate_clack").count() == 0
    cut = page.locator(".field:has(#rule-moves) .whole")
    assert cut.inner_text() == "any set of open tiles with the sum of the roll"
    page.locator("#rule-tiles").select_option("1-10")
    tap(page, "Play by these rules")
    link = "tiles=1-10&immediate_clack=true&ties=second"
    assert page.evaluate("linkTo(game.rules)") == link


@dear
def test_a_line_of_the_table_is_played_when_it_is_tapped(open_page):
    page = solved(open_page())
    menu(page, "Compare rules")
    line = page.locator("#table tbody tr").nth(5)
    name = line.locator("button").get_attribute("aria-label")
    assert name.endswith(
        " %: play by these rules: a single die may be rolled instead while "
        "the open tiles sum to 6 or less"
    )
    line.locator("td").nth(3).click()
    assert page.locator("dialog[open]").count() == 0
    solved(page)
    assert page.evaluate("location.hash") == "#one_die=sum%20%3C%3D%206"
    assert page.locator("tr.playing").get_attribute("data-link") == "one_die=sum%20%3C%3D%206"
