"""An evening on the page: names, starters, several players and rounds, the program as a player."""

import random
from fractions import Fraction
from urllib.parse import unquote

import numpy as np
import pytest
from conftest import examples, until
from drawn import TURN_FIELDS, UNPAID, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from touch import NARROW, go, leave, menu, next_thing, scrolls, solved, spelled, status, tap
from twoplayer.strategy.strategies import key_of

from twoplayer import Variant, card, seats, solve, variants
from twoplayer.evening.rounds import Series, rounds
from twoplayer.exact import decimal_text
from twoplayer.game.contest import contest
from twoplayer.turn.turns import board_of, turn_of
from twoplayer.web.link import link_to
from twoplayer.web.page import thumbs

dear = pytest.mark.dear


def evening(page, names, ways=None, rounds=1, starts="each in turn"):
    """Set up an evening, as hands do."""
    menu(page, "Players")
    rows = page.locator("#names li")
    while rows.count() < len(names):
        tap(page, "Add a player")
    for place, name in enumerate(names):
        rows.nth(place).locator("input").fill(name)
        rows.nth(place).locator("select").select_option((ways or {}).get(place, "hand"))
    page.locator("#starts").select_option(label=starts)
    page.locator("#rounds").select_option(str(rounds))
    tap(page, "Play")
    return page


def lose_turn(page):
    """Let a turn end as fast as it may, by a roll that nothing stands for sooner or later."""
    seat = page.evaluate("game.player")
    while page.evaluate("game.player") == seat and page.evaluate("game.phase") != "over":
        if page.evaluate("mayRoll()"):
            page.evaluate("pickFaces(Array(diceNow()).fill(rulesOfGame().sides))")
        elif page.evaluate("movesNow().length"):
            page.evaluate("cover(movesNow()[0])")
        else:
            go(page)


def finish(page):
    while page.evaluate("game.phase") != "over":
        lose_turn(page)


# Names


def test_an_evening_has_names_a_tally_and_starters_in_turn(open_page):
    page = evening(solved(open_page(viewport=NARROW)), ["Ann", "Ben"])
    assert page.locator(".seat .name").all_inner_texts() == ["Ann", "Ben"]
    assert status(page) == "Ann: roll 2 dice."
    lose_turn(page)
    page.evaluate("change({ open: 1, dice: 2, roll: [12], faces: [6, 6] })")
    go(page)
    assert status(page) == "Ann leaves a score of 9. Ben leaves a score of 1. Ben wins 1 stake."
    assert page.locator("#title").inner_text() == "Game 1, 0 : 1"
    assert next_thing(page) == "Again – Ben starts"
    go(page)
    assert status(page) == "Ben: roll 2 dice."
    assert page.locator("#seat-2").get_attribute("class") == "seat playing"
    assert page.locator("#title").inner_text() == "Game 2, 0 : 1"
    tap(page, "Undo")
    assert page.locator("#title").inner_text() == "Game 1, 0 : 1", (
        "the tally is undone with the game"
    )
    tap(page, "The evening")
    rows = page.locator("#evening-lines tr").all_inner_texts()
    assert [row.split("\t") for row in rows] == [
        ["Player", "Games won", "Stakes", "1"],
        ["● Ann", "0", "-1", "9"],
        ["▲ Ben", "1", "1", "1 ★"],
    ]


STARTERS = [
    ("each in turn", "BCA"),
    ("who has lost", "AAA"),
    ("who has won", "CCC"),
    ("always the same", "AAA"),
]


@pytest.mark.dear
@pytest.mark.parametrize(("starts", "starters"), STARTERS)
def test_who_starts_next(open_page, starts, starters):
    page = evening(open_page(link="tiles=1-3"), "ABC", starts=starts)
    for starter in starters:
        page.evaluate(
            "change({ phase: 'over', left: orderNow().map((place) => 3n - BigInt(place)) })"
        )
        assert next_thing(page) == f"Again – {starter} starts"
        go(page)


def test_everybodys_own_score_stands_beside_his_name(open_page):
    page = evening(open_page(link="tiles=1-3"), "ABC")
    page.evaluate("change({ player: 3, beat: 1n, left: [5n, 1n] })")
    assert page.locator("#crowd .score").all_text_contents() == ["5", "1", "6"]
    assert page.locator("#crowd .note").all_text_contents() == ["left", "left", "open"]
    page.evaluate("change({ phase: 'over', left: [5n, 1n, 3n] })")
    assert page.locator("#crowd .score").all_text_contents() == ["5", "1", "3"]


def test_the_rail_names_the_rules_of_all_whoever_plays(open_page):
    page = open_page(link="tiles=1-9")
    page.evaluate("""() => {
      const players = [{ name: "A" }, { name: "B", own: { tiles: "1-8" } }, { name: "C" }];
      change(newGame(game.rules, seated({ ...readEvening({ players }), lines: [] }, 1)));
    }""")
    assert page.evaluate("rulesOfGame().tiles.length") == 8
    assert page.locator("#rules-name").inner_text() == "The classic game"


def test_who_is_next_is_told_the_lowest_score_so_far(open_page):
    page = evening(open_page(link="tiles=1-3"), "ABC")
    page.evaluate("change({ phase: 'passed', player: 2, beat: 1n, left: [1n, 5n] })")
    assert status(page) == "B leaves a score of 5. C has to beat 1."


@dear
def test_who_has_no_name_is_called_what_the_rail_calls_him(open_page):
    page = open_page()
    menu(page, "Players")
    fields, ways = page.locator("#names input"), page.locator("#names select")
    ways.nth(1).select_option("random")
    assert fields.nth(1).get_attribute("placeholder") == "Program 2"
    ways.nth(1).select_option("hand")
    assert fields.nth(1).get_attribute("placeholder") == "Player 2"


HOSTILE = {
    "<img src=x onerror=alert(1)>": "<img src=x onerror=a",
    "<b>Ann</b>": "<b>Ann</b>",
    "N" * 10**4: "N" * 20,
    "שרה\u202e": "\u2068שרה\u2069",
    " a\n\t b ": "a b",
    "${who}": "${who}",
    "__proto__": "__proto__",
    "": "Player 8",
}


def test_names_are_text_and_short(open_page):
    page = open_page(viewport=NARROW)
    page.evaluate(
        """(names) => {
          const players = names.map((name) => ({ name, plays: "hand" }));
          change(newGame(game.rules, seated({ ...readEvening({ players }), lines: [] }, 0)));
        }""",
        list(HOSTILE),
    )
    assert page.locator("#crowd .name").all_text_contents() == list(HOSTILE.values())
    assert page.locator("#crowd img, #crowd b").count() == 0
    assert not scrolls(page)
    page.reload()
    assert page.locator("#crowd .name").all_text_contents() == list(HOSTILE.values())


STRANGE = [None, [], {"players": 3}, {"players": ["a"]}, {"players": [{}, None], "rounds": "x"}]


def test_what_was_kept_is_an_evening_or_none(open_page):
    read = open_page().evaluate("(given) => given.map(readEvening)", STRANGE)
    nobody = {"name": "", "plays": "hand", "own": {}}
    fresh = {"players": [nobody, nobody], "starts": "turn", "rounds": 1}
    assert read == [None, None, None, None, fresh]


@pytest.mark.dear
@pytest.mark.parametrize("players", [3, 5, 6, 8])
def test_the_box_and_the_dock_never_move(open_page, players):
    page = evening(open_page(viewport=NARROW), [f"Player with name {n}" for n in range(players)])
    places = "['box', 'dock'].map((id) => element(id).getBoundingClientRect().top)"
    before = page.evaluate(places)
    finish(page)
    assert page.evaluate(places) == before
    assert not scrolls(page)


@dear
def test_a_program_without_a_name_is_no_player_in_the_middle_of_a_sentence(open_page):
    page = evening(open_page(link="tiles=1-3"), ["", ""], {1: "best"})
    lose_turn(page)
    page.evaluate("undo()")
    assert page.evaluate("[whoWithin(1), whoWithin(2)]") == ["player 1", "Program 2"]


# Several players

STAKES = ("clack_payout", "immediate_clack", "ties")
ALL_RULES = rule_sets((*TURN_FIELDS, *STAKES), ties=UNPAID)
SOLVED = """
async ([rules, players, asked]) => {
  const seats = await new Seats(read(rules), players).solve();
  const { game } = seats;
  const shown = (worth) => [worth.value, worth.win].map(fractionText);
  return asked.map(([standing, left, open, roll]) => {
    const turn = seats.player(standing);
    const set = game.set(open);
    const after = turn.moves(set, roll)[0] ?? turn.ended(set);
    const scores = left.map(BigInt);
    return {
      each: everybody(turn.worth(set), scores.length + 1, scores, game.rules.ties).map(shown),
      rolled: [...shown(after), fractionText(after.tie)],
    };
  });
}
"""


def test_several_players_odds_equal_the_programs(open_page):
    page = open_page()

    @settings(max_examples=examples(25))
    @given(ALL_RULES, st.integers(3, 5), st.randoms(use_true_random=False))
    def compare(rules, players, drawn):
        equal_odds(page, rules, players, drawn, 6)

    compare()


@dear
@pytest.mark.parametrize(
    ("rules", "players"), [({}, 3), ({"ties": "first"}, 4), ({"tiles": 10}, 3)]
)
def test_several_players_odds_equal_the_programs_in_games_that_are_played(
    open_page, rules, players
):
    equal_odds(open_page(), rules, players, random.Random(1), 40)


def equal_odds(page, rules, players, drawn, count):
    variant = Variant(**rules)
    table = seats(variant, players).fractions
    found, asked = [], []
    for _ in range(count):
        left, tiles, roll = position(variant, drawn, players)
        beat = min(left, default=None)
        holding = [place for place, score in enumerate(left) if score == beat]
        holding = {"first": holding[:1], "second": holding[-1:]}.get(variant.ties, holding)
        seat, holders = len(left) + 1, len(holding)
        turn = table.play(seat, score_to_beat=beat, holders=max(holders, 1))
        best = turn.options(tiles, roll)[0]
        found.append(
            {
                "each": [list(map(str, each)) for each in of_everybody(turn, tiles, holding)],
                "rolled": list(map(str, (best.value, best.win, best.tie))),
            }
        )
        standing = f"{seat}/{'' if beat is None else beat}/{holders}"
        asked.append(
            [
                standing,
                list(map(str, left)),
                list(tiles),
                [roll] if isinstance(roll, int) else list(roll),
            ]
        )
    assert page.evaluate(SOLVED, [spelled(variant.rules()), players, asked]) == found


def position(variant, drawn, players):
    """Draw what those before have left, what is open, and a roll."""
    board = board_of(variant)
    every = [score for score in turn_of(variant).scores if score or not variant.immediate_clack]
    left = [drawn.choice(every) for _ in range(drawn.randrange(players if every else 1))]
    tiles = drawn.choice(list(filter(None, board.open_tiles)))
    return left, tiles, drawn.choice(board.rolls_in(tiles))


def of_everybody(turn, tiles, holding):
    """What everybody gets before a roll, and his chance to win alone, by seat."""
    payoff, _, worth = turn._refined()
    numbers = worth[turn._turn.board.state_of(tiles)]
    parts = {
        name: Fraction(number, payoff.unit * turn._scale)
        for name, number in zip(payoff.components, numbers, strict=True)
    }
    to_come = range(turn.seat + 1, turn.players + 1)
    evs = {turn.seat: parts["value"]}
    evs |= {place + 1: -parts["holder"] for place in holding if "holder" in parts}
    evs |= {seat: -parts[f"seat {seat}"] for seat in to_come if f"seat {seat}" in parts}
    others = [seat for seat in range(1, turn.players + 1) if seat not in evs]
    evs |= {seat: -sum(evs.values()) / len(others) for seat in others}
    wins = {turn.seat: parts["win"]} | {seat: parts[f"seat {seat} wins"] for seat in to_come}
    wins |= {place + 1: parts["holder wins"] for place in holding}
    return [(evs[seat], wins.get(seat, Fraction(0))) for seat in sorted(evs)]


@pytest.mark.dear
def test_the_rail_tells_the_odds_of_everybody(open_page):
    page = evening(open_page(link="tiles=1-4&dice=1d6"), ["Ann", "Ben", "Cleo"])
    page.locator(".chance:not(:empty)").first.wait_for()
    table = seats(Variant(tiles=4, dice="1d6"), 3)
    assert page.locator(".chance").all_inner_texts() == [
        f"win {round(100 * win)}\N{NO-BREAK SPACE}%" for win in table.wins
    ]
    assert page.locator("#bar-said").text_content().startswith("To win alone, in 100: Ann ")
    assert page.get_by_role("button", name="All odds", exact=True).count() == 1
    page.locator("#all-odds").click()
    values = ", ".join(
        f"{name} {decimal_text(ev, 3)}"
        for name, ev in zip(("Ann", "Ben", "Cleo"), table.evs, strict=True)
    )
    each = page.locator("#worth-each").inner_text()
    assert each == f"Worth in stakes, to each: {values}.".replace("-", "−")


@pytest.mark.dear
def test_it_is_said_where_there_are_no_odds(open_page):
    page = evening(open_page(link="tiles=1-12"), ["Ann", "Ben", "Cleo"])
    why = "No odds for so many: by these rules, for up to 2."
    assert page.locator("#working-words").inner_text() == "no odds"
    page.locator("#all-odds").click()
    assert page.locator("#worth").inner_text() == why


ENDS = [
    ({}, [5, 3, 7], "Ben wins 2 stakes."),
    ({}, [3, 3, 7], "Ann and Ben share: 1/2 stakes each."),
    ({}, [3, 3, 3], "A tie of all: nobody pays."),
    ({"ties": "first"}, [3, 3, 7], "Ann wins 2 stakes."),
    ({"ties": "second"}, [3, 3, 7], "Ben wins 2 stakes."),
    ({"clack_payout": "3/2"}, [5, 3, 0], "Cleo wins 3 stakes."),
    ({"clack_payout": "2", "immediate_clack": "true"}, [5, 0], "Ben wins 4 stakes."),
]


@pytest.mark.dear
def test_the_lowest_of_several_gets_a_stake_from_each(open_page):
    page = open_page()
    for rules, left, result in ENDS:
        said = page.evaluate(
            """([rules, left]) => {
              const players = ["Ann", "Ben", "Cleo"].map((name) => ({ name, plays: "hand" }));
              change(newGame(read(rules), seated({ ...readEvening({ players }), lines: [] }, 0)));
              const scores = left.map(BigInt);
              change({ ...nextTurn(scores.slice(0, -1)), phase: "over", left: scores });
              return element("status").textContent;
            }""",
            [rules, left],
        )
        assert said.endswith(result)


# Rounds


@pytest.mark.dear
def test_several_rounds_are_added_up(open_page):
    page = evening(open_page(viewport=NARROW), ["Ann", "Ben"], rounds=2)
    assert page.locator("#title").inner_text() == "Round 1 of 2"
    assert page.locator("#working-words").inner_text() == "no odds"
    play_round = "(left) => change({ player: 2, phase: 'over', left: left.map(BigInt) })"
    page.evaluate(play_round, [5, 9])
    assert (
        status(page)
        == "Round 1 of 2 is over. So far Ann\N{NO-BREAK SPACE}5, Ben\N{NO-BREAK SPACE}9."
    )
    assert next_thing(page) == "Next round: Ben starts"
    go(page)
    page.evaluate(play_round, [3, 8])
    assert status(page) == (
        "All rounds together: Ann\N{NO-BREAK SPACE}13, Ben\N{NO-BREAK SPACE}12. Ben wins 1 stake."
    )
    assert next_thing(page) == "Again – Ann starts"
    go(page)
    assert page.locator("#title").inner_text() == "Round 1 of 2"


DECIDED = """
async ([rules, margin]) => {
  const odds = await new Odds(read(rules), BigInt(margin)).solve();
  return fractionText(odds.firstPlayer().worth(odds.game.all).value);
}
"""


@pytest.mark.dear
def test_the_last_round_is_won_by_the_sum(open_page):
    page = open_page()
    for rules in ({"tiles": "1-5"}, {"tiles": "1-4", "one_die": "always"}):
        series = Series(contest(Variant(**rules), None), "same", exact=True)
        for margin in (-9, -1, 0, 1, 4, 7):
            worth, _ = rounds(series, 2, margin)
            assert page.evaluate(DECIDED, [rules, margin]) == str(worth)


@pytest.mark.dear
@pytest.mark.parametrize(("ties", "favour"), [("push", 0), ("first", 1), ("second", -1)])
def test_the_last_round_of_two_has_odds(open_page, ties, favour):
    page = evening(open_page(link=f"tiles=1-4&ties={ties}"), ["Ann", "Ben"], rounds=2)
    page.evaluate("change({ player: 2, phase: 'over', left: [5n, 3n] })")
    go(page)
    assert page.evaluate("Number(marginNow())") == 2 * (3 - 5) + favour, "Ben starts"
    page.locator("#ahead-1:not(:empty)").wait_for()
    page.evaluate("change({ player: 2, phase: 'over', left: [4n, 2n] })")
    assert status(page).startswith(
        "All rounds together: Ann\N{NO-BREAK SPACE}7, Ben\N{NO-BREAK SPACE}7."
    )
    result = {"push": "A tie of all: nobody pays.", "first": "Ann wins 1 stake."}
    assert status(page).endswith(result.get(ties, "Ben wins 1 stake."))
    won = {"push": "nobody", "first": "second", "second": "first"}[ties]
    assert page.evaluate("resultNow().winner") == won


@pytest.mark.dear
def test_rounds_are_for_rules_without_more_for_a_clack(open_page):
    page = open_page(link="clack_payout=2")
    menu(page, "Players")
    page.locator("#rounds").select_option("3")
    assert "Several rounds need rules" in page.locator("#players-remarks").inner_text()
    assert page.locator("#play-evening").get_attribute("aria-disabled") == "true"


@dear
def test_an_evening_of_four_and_five_rounds_by_touch(open_page):
    page = evening(open_page(viewport=NARROW), ["Ann", "Ben", "Cleo", "Dan"], rounds=5)
    starters, before = [], page.evaluate("element('go').getBoundingClientRect().top")
    for number in range(1, 6):
        assert page.locator("#title").inner_text() == f"Round {number} of 5"
        starters.append(page.evaluate("who(1)"))
        while page.evaluate("game.phase") != "over":
            if page.evaluate("movesNow().length"):
                move = page.evaluate("rulesOfGame().open(movesNow()[0])")
                for place in move:
                    if page.evaluate("movesNow().length"):
                        page.locator(f"#tiles button[data-tile='{place}']").click(force=True)
                if page.evaluate("movesNow().length"):
                    go(page)
            else:
                page.evaluate("still = 0")
                go(page)
            assert not scrolls(page)
            assert page.evaluate("element('go').getBoundingClientRect().top") == before
        if number < 5:
            go(page)
    assert starters == ["Ann", "Ben", "Cleo", "Dan", "Ann"]
    sums = page.evaluate("totalsNow().map(Number)")
    assert "stake" in status(page)
    tap(page, "The evening")
    rows = [row.split("\t") for row in page.locator("#evening-lines tr").all_inner_texts()]
    played = [[int(cell.split()[0]) for cell in row[3:]] for row in rows[1:]]
    assert list(map(sum, played)) == sums
    assert ["★" in row[-1] for row in rows[1:]] == [total == min(sums) for total in sums]


# The program as a player

STEPS = """
async (ways) => {
  const players = ways.map((plays) => ({ name: "", plays }));
  change(newGame(game.rules, seated({ ...readEvening({ players }), lines: [] }, 0)));
  const steps = [];
  while (game.phase !== "over") {
    const { player, open, beat, dice, roll } = game;
    const counts = mayRoll() ? rulesOfGame().diceCounts(open) : null;
    const moves = movesNow();
    const chosen = game.chosen;
    stepOfProgram();
    still = 0;
    const tiles = (set) => rulesOfGame().open(set);
    const { move } = game.log.at(-1) ?? {};
    if (counts && game.roll) steps.push({ player, beat, open: tiles(open), dice: game.dice });
    if (chosen) steps.push({ player, beat, open: tiles(open), roll, move: tiles(move) });
    await new Promise((goOn) => { setTimeout(goOn); });
  }
  return steps.map((step) => ({ ...step, beat: step.beat === null ? null : Number(step.beat) }));
}
"""


BEST = ["tiles=1-9", "one_die=sum <= 6", "tiles=1-6&scoring=digits&one_die=always"]


@pytest.mark.dear
@pytest.mark.parametrize("link", BEST)
def test_the_program_plays_the_best(open_page, link):
    page = open_page(link=link)
    solution = solve(rules_in(link))
    for step in played(page, "best"):
        tiles, score = step["open"], step["beat"]
        if "move" in step:
            assert tuple(step["move"]) in solution.optimal_moves(
                tiles, rolled(step), score_to_beat=score
            )
        else:
            assert step["dice"] in solution.optimal_dice(tiles, score_to_beat=score)


def rolled(step):
    """Return a roll as the program takes it: a total, where only that matters."""
    return step["roll"] if len(step["roll"]) > 1 else step["roll"][0]


def rules_in(link):
    return Variant(**dict(field.split("=", 1) for field in link.split("&")))


def played(page, way):
    return solved(page).evaluate(STEPS, [way, way])


@pytest.mark.dear
@pytest.mark.parametrize("link", ["tiles=1-9", "one_die=always", "moves=one-tile", "dice=3d6"])
def test_the_program_plays_by_the_rules_at_random(open_page, link):
    page, variant = open_page(link=link), rules_in(link)
    board, solution = board_of(variant), solve(variant)
    for step in played(page, "random"):
        if "move" in step:
            legal = solution.moves(step["open"], rolled(step), score_to_beat=step["beat"])
            assert tuple(step["move"]) in legal
        else:
            assert step["dice"] in board.dice_in(tuple(step["open"]))


@pytest.mark.dear
@pytest.mark.parametrize("link", ["tiles=1-9", "one_die=always", "moves=dice-or-sum", "tiles=4-9"])
def test_the_program_plays_by_the_card(open_page, link):
    page, variant = open_page(link=link), rules_in(link)
    worth = {
        player: by_rule(variant, known(link, player)["rule"]) for player in ("first", "second")
    }
    solution, board = solve(variant), board_of(variant)
    for step in played(page, "card"):
        player = "first" if step["beat"] is None else "second"
        state = board.state_of(step["open"])
        if "move" in step:
            legal = solution.moves(step["open"], rolled(step), score_to_beat=step["beat"])
            best = max(worth[player][state, state ^ board.state_of(move)] for move in legal)
            assert worth[player][state, state ^ board.state_of(step["move"])] == best
        elif len(board.dice_in(tuple(step["open"]))) > 1:
            assert step["dice"] == (1 if sum(step["open"]) <= 6 else 2)


def known(link, player):
    return next(each for each in thumbs() if player in each["players"] and link in each["games"])


def by_rule(variant, rule):
    """What a rule of thumb looks at, the most important first, by the states before and after."""
    turn = turn_of(variant)
    keys = np.column_stack([key_of(turn, *each) for each in rule]).tolist()
    moves = zip(turn.source.tolist(), turn.successor.tolist(), keys, strict=True)
    return {(before, after): key for before, after, key in moves}


def games_with_cards():
    return sorted({game for each in thumbs() for game in each["games"]})


@pytest.mark.parametrize("link", ["tiles=4-9", "tiles=1,3,5,7,9"])
def test_the_rules_of_thumb_are_those_of_the_cards(link):
    equal_cards(link)


@dear
@pytest.mark.parametrize("link", games_with_cards())
def test_all_rules_of_thumb_are_those_of_the_cards(link):
    equal_cards(link)


def equal_cards(link):
    for player in ("first", "second"):
        found, kept = card(rules_in(link), player, lines=0), known(link, player)
        assert [list(each) for each in found.rule] == kept["rule"]
        assert (found.one_die and str(found.one_die)) == kept.get("one_die")


def test_every_game_of_the_sixteen_has_a_card():
    games = games_with_cards()
    assert {unquote(link_to(variant)) for variant in variants("sixteen")} <= set(games)


LOOKS = """
() => {
  globalThis.looked = 0;
  const later = setTimeout;
  globalThis.setTimeout = (act, time) => {
    looked += Number(time === PACE);
    return later(act, time);
  };
  return past.length;
}
"""
"""How often the program has looked whether it may go on."""


@pytest.mark.dear
def test_the_program_plays_step_by_step_and_undo_takes_all_of_it_back(open_page):
    page = evening(solved(open_page(viewport=NARROW)), ["Ann", ""], {1: "random"})
    assert page.locator("#seat-2.programmed .name").inner_text() == "Program 2"
    lose_turn(page)
    assert next_thing(page) == "Program 2 plays …"
    assert status(page) == "Program 2 rolls."
    assert page.locator("#hint").get_attribute("aria-disabled") == "true"
    page.locator("#tiles button").first.click(force=True)
    assert page.evaluate("game.chosen") == 0, "nobody plays for the program"
    page.locator("#status:has-text('Program 2 has rolled')").wait_for()
    page.locator("#status:has-text('Program 2 covers')").wait_for()
    menu(page)
    before = page.evaluate(LOOKS)
    until(page, "looked > 1")
    assert page.evaluate("past.length") == before, "it waits behind a sheet"
    leave(page)
    tap(page, "Undo")
    assert page.evaluate("game.player") == 1
    assert status(page).startswith("Ann: you rolled")
