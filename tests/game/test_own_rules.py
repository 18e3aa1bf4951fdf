"""Each player by his own rules: the definition, drawn pair by drawn pair."""

import json
from fractions import Fraction

import numpy as np
import pytest
from conftest import Here, examples
from drawn import ANY_BUT_THE_PAYOUT, pairs, states_of
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import InputError, Variant, certificate, matchup, simulate, solve, solve_all
from twoplayer.checker import Certificate, RefusedError
from twoplayer.errors import PositionError
from twoplayer.game.contest import contest
from twoplayer.strategy import transcript
from twoplayer.strategy.own import STRATEGIES
from twoplayer.turn.chances import Chances
from twoplayer.turn.turns import turn_of


def solved(pair):
    first, second = (Variant(**rules) for rules in pair)
    return solve(first, second=second).fractions


def oracle_of(pair):
    first, second = pair
    return Oracle(second, **first)


@pytest.mark.parametrize(
    ("tiles", "ev"),
    [
        ("1-8", "-218647272980643265/789730223053602816"),
        ("2-9", "19355066151985966831/63968148067341828096"),
    ],
    ids=["the second without the 9", "the second without the 1"],
)
def test_a_head_start_is_worth_what_was_found_elsewhere(tiles, ev):
    assert solved([{}, {"tiles": tiles}]).first_player_ev == Fraction(ev)


@given(pairs())
def test_the_values_equal_the_definition(pair):
    solution, oracle = solved(pair), oracle_of(pair)
    assert solution.second_player_values == oracle.second_player_values()
    assert list(solution.second_player_values) == sorted(solution.second_player_values)
    assert solution.first_player_ev == oracle.first_player_ev()


@given(st.lists(pairs(most_tiles=3), min_size=1, max_size=3), st.sampled_from([None, Here()]))
@settings(max_examples=examples(30))
def test_many_games_by_own_rules_equal_the_definition(drawn, executor):
    """Of each pair those who start, and other stakes, are games beside it."""
    games = [*drawn, *(pair[::-1] for pair in drawn)]
    games += [[{**rules, "ties": "second"} for rules in pair] for pair in drawn]
    rules = [tuple(Variant(**each) for each in pair) for pair in games]
    solutions = solve_all([*rules, rules[0][1]], executor)
    for pair, (mine, hers), solution in zip(games, rules, solutions, strict=False):
        assert solution.fractions.first_player_ev == oracle_of(pair).first_player_ev()
        assert (solution.variant, solution.second_variant) == (mine, hers)
    assert solutions[-1] == solve(rules[0][1])


def test_what_is_no_pair_of_rules_is_refused():
    for wrong in [(Variant(),), (Variant(),) * 3, (Variant(), 3)]:
        with pytest.raises(InputError, match=r"^variants: got "):
            solve_all([wrong])
    with pytest.raises(InputError, match=r"^ties: got 'first'"):
        solve_all([(Variant(), Variant(ties="first"))])
    again = solve_all([("classic", "classic")])
    assert again == solve_all("classic")
    assert again.to_records() == solve_all(["classic"]).to_records()


@given(pairs(), st.data())
def test_values_and_moves_of_every_state_equal_the_definition(pair, data):
    solution, oracle = solved(pair), oracle_of(pair)
    beat = data.draw(st.sampled_from([None, *solution.second_player_values]))
    player, rules = (oracle, pair[0]) if beat is None else (oracle.second, pair[1])
    value = oracle.first_turn() if beat is None else oracle.second_turn(beat)
    for state in states_of(rules):
        assert solution.value(state, score_to_beat=beat) == value(state)
    state = data.draw(st.sampled_from(list(filter(None, states_of(rules)))))
    dice = data.draw(st.sampled_from(sorted(player.dice_counts(state))))
    roll = data.draw(st.tuples(*[st.integers(1, player.sides)] * dice))
    worth = {tuple(sorted(m)): value(state - m) for m in player.covers(state, roll)}
    assert solution.moves(state, roll, score_to_beat=beat) == worth


@given(pairs())
def test_the_chances_equal_the_definition(pair):
    expected = oracle_of(pair).outcomes()
    outcomes = solved(pair).outcomes
    assert {name: getattr(outcomes, name) for name in expected} == expected


@given(pairs())
def test_the_variance_equals_the_definition(pair):
    fairness, oracle = solved(pair).fairness().fractions, oracle_of(pair)
    assert fairness.variance == oracle.mean_square() - oracle.first_player_ev() ** 2


@given(pairs())
def test_the_chances_before_a_move_are_those_of_the_whole_turn(pair):
    """What a first player may do at the start is worth what the outcomes say."""
    solution = solved(pair)
    best, *_ = solution.play().options(solution.variant.tiles)
    outcomes = solution.outcomes
    assert (best.value, best.win, best.tie) == (
        solution.first_player_ev,
        outcomes.first_wins,
        outcomes.tie,
    )
    assert solution.fairness().side_payment == abs(solution.first_player_ev)


@given(ANY_BUT_THE_PAYOUT)
def test_the_same_rules_for_both_are_one_game(rules):
    variant = Variant(**rules)
    one, two = solve(variant), solve(variant, second=variant)
    assert (one, hash(one), repr(one)) == (two, hash(two), repr(two))
    assert one.fractions.second_player_values == two.fractions.second_player_values
    assert one.fractions.first_player_ev == two.fractions.first_player_ev
    assert repr(one.outcomes) == repr(two.outcomes)
    assert certificate(variant) == certificate(variant, second=variant)


@given(ANY_BUT_THE_PAYOUT)
def test_rules_that_mean_the_same_make_no_difference(rules):
    """All tiles at once are the most that anybody covers."""
    variant = Variant(**{**rules, "max_tiles": None})
    same = variant.replace(max_tiles=len(variant.tiles))
    one, two = solve(variant), solve(variant, second=same)
    assert one != two
    assert one.fractions.second_player_values == two.fractions.second_player_values
    assert one.fractions.first_player_ev == two.fractions.first_player_ev
    assert one.fractions.outcomes.first_wins == two.fractions.outcomes.first_wins


def test_the_second_player_faces_scores_that_she_cannot_leave():
    solution = solve("classic", second=Variant(tiles="2-9"))
    assert list(solution.second_player_values) == list(range(46))
    ending = {beat: solution.play(score_to_beat=beat).ending_value((2,)) for beat in (1, 2, 3)}
    assert ending == {1: -1, 2: 0, 3: 1}
    with pytest.raises(PositionError, match="tiles of the game, 2-9"):
        solution.value((1, 2), score_to_beat=5)
    with pytest.raises(PositionError, match="score of the game"):
        solve(Variant(tiles="2-9"), second="classic").play(score_to_beat=1)


def test_whatever_is_at_stake_has_to_be_the_same():
    other = Variant(clack_payout=2, immediate_clack=True, ties="first", scoring="count")
    with pytest.raises(InputError) as refused:
        solve("classic", second=other)
    assert [fault.parameter for fault in refused.value.faults] == [
        *("scoring", "clack_payout", "immediate_clack", "ties")
    ]
    for call in (certificate, lambda v, second: matchup(v, second=second)):
        with pytest.raises(InputError, match="ties: got 'first', for the second player"):
            call("classic", second=Variant(ties="first"))


def test_what_is_no_variant_is_refused_by_its_name():
    with pytest.raises(
        InputError, match=r"^second: got 5, which may be tiles: .*; takes a Variant"
    ):
        solve("classic", second=5)
    with pytest.raises(
        InputError, match=r"^second: got 5, which may be tiles: .*; takes a Variant"
    ):
        simulate("classic", 10, 1, second=5)


def test_names_tell_both_rules():
    solution = solve("classic", second="ten")
    assert (solution.variant.name, solution.second_variant.name) == ("classic", "ten")
    assert "second_variant=Variant(tiles='1-10')" in repr(solution)
    assert solution != solve("classic")
    assert solution.play() != solve("classic").play()


# Certificates


@given(pairs())
@settings(max_examples=examples(10))
def test_a_certificate_of_both_rules_holds(pair):
    first, second = (Variant(**rules) for rules in pair)
    claims = json.loads(certificate(first, second=second).text)
    assert claims["first_player_ev"] == str(solve(first, second=second).fractions.first_player_ev)
    assert claims.get("second_rules", claims["rules"]) == second.rules()
    proof = Certificate(claims)
    proof.check()
    assert ("The second player's own" in proof.report()) == (first != second)


CLAIMS = certificate(Variant(tiles=3), second=Variant(tiles="2,3", dice="1d6")).text


def refusal(**changes):
    claims = {**json.loads(CLAIMS), **changes}
    with pytest.raises(RefusedError) as refused:
        Certificate({name: part for name, part in claims.items() if part is not None}).check()
    return str(refused.value)


def test_an_altered_certificate_is_refused():
    claims = json.loads(CLAIMS)
    Certificate(claims).check()
    own = claims["second_rules"]
    assert "values instead of" in refusal(second_rules=None)
    assert "values instead of" in refusal(second_rules={**own, "tiles": "1-3"})
    assert "second player's turn against" in refusal(second_rules={**own, "dice": "1d4"})
    assert "second_rules: ties: not as in rules" in refusal(second_rules={**own, "ties": "first"})
    assert "rules: ties is missing" in refusal(
        second_rules={name: rule for name, rule in own.items() if name != "ties"}
    )
    assert '"third_rules" is unknown' in refusal(third_rules=own)
    swapped = refusal(rules=own, second_rules=claims["rules"])
    assert "values instead of" in swapped


# How people play


def literal_ev(pair, first, second):
    """What a game between two strategies is worth, by how often each score is left."""
    mine, hers = (Variant(**rules) for rules in pair)
    left = Chances(turn_of(mine), STRATEGIES[first].policy(contest(mine))).of_scores()
    against = Chances(turn_of(hers), STRATEGIES[second].policy(contest(hers))).of_scores()
    game = oracle_of(pair).game
    return -sum(
        chance * her_chance * game.to_second(score, her_score)
        for score, chance in left.items()
        for her_score, her_chance in (against.items() if game.second_rolls(score) else [(0, 1)])
    )


BLIND = ["random", "largest-first", "smallest-first", "fewest-tiles"]


@given(pairs(), st.sampled_from(BLIND), st.sampled_from(BLIND))
def test_strategies_are_played_each_by_his_own_rules(pair, first, second):
    mine, hers = (Variant(**rules) for rules in pair)
    found = matchup(mine, first, second, second=hers).fractions
    assert found.first_player_ev == literal_ev(pair, first, second)
    assert found.optimal_ev == solve(mine, second=hers).fractions.first_player_ev
    assert found.first_costs >= 0 <= found.second_costs
    assert found.first_costs_range.low <= found.first_costs <= found.first_costs_range.high
    assert found.second_costs_range.low <= found.second_costs <= found.second_costs_range.high


@given(pairs())
@settings(max_examples=examples(10))
def test_optimal_play_knows_both_rules_in_a_chain_too(pair):
    mine, hers = (Variant(**rules) for rules in pair)
    for name in ("optimal", "optimal,random"):
        found = matchup(mine, name, name, second=hers).fractions
        assert found.first_player_ev == solve(mine, second=hers).fractions.first_player_ev


@pytest.mark.parametrize(("beat", "left"), [(1, (5,)), (3, (2,)), (6, (5,))])
def test_who_looks_sees_scores_that_she_cannot_leave(beat, left):
    """With a 2 and a 5, either is covered: what wins for sure, else what leaves the most."""
    game = contest(Variant(tiles=3), Variant(tiles="2,5", moves="one-tile"))
    turn = game.turns[1]
    chosen = STRATEGIES["sure-win-or-tie"].policy(game, 1, beat).move_weights > 0
    choice = np.bincount(turn.decision)[turn.decision] == 2
    [after] = set(turn.successor[chosen & choice].tolist())
    assert turn.board.open_tiles[after] == left


def test_games_by_chance_agree():
    rules = {"second": Variant(tiles="2-5", dice="1d6", one_die="never")}
    for second in ("optimal", "random"):
        found = simulate(Variant(tiles=4), 20_000, 3, second_strategy=second, **rules)
        assert all(estimate.agrees for estimate in found)
    steps = transcript(Variant(tiles=4), 2, **rules)
    assert {len(step["dice"]) for step in steps if step["player"] == "second"} == {1}
    assert {s["open_tiles"] for s in steps if s["player"] == "second"} >= {(2, 3, 4, 5)}
