"""`Solution`: what it answers."""

import pickle

import pytest
import sympy
from drawn import families, rule_sets
from hypothesis import given, settings

from twoplayer import (
    Variant,
    solve,
    solve_all,
    watching,
)
from twoplayer.game.contest import contest
from twoplayer.game.solution import solve_two
from twoplayer.variant.fields import FIELDS


def test_results_are_sympy_rationals(classic):
    assert isinstance(classic.first_player_ev, sympy.Rational)
    assert all(isinstance(v, sympy.Rational) for v in classic.second_player_values.values())
    assert isinstance(classic.value((1, 2)), sympy.Rational)


def test_second_player_values_hold_every_score_ascending(classic):
    assert list(classic.second_player_values) == list(range(46))


def test_against_an_immediate_clack_everything_is_lost():
    solution = solve(Variant(immediate_clack=True, clack_payout="5/3"))
    assert solution.second_player_values[0] == sympy.Rational(-5, 3)
    assert solution.value((1, 2), score_to_beat=0) == sympy.Rational(-5, 3)


def test_the_root_values_agree(classic):
    tiles = classic.variant.tiles
    assert classic.value(tiles) == classic.first_player_ev
    for score in (0, 7, 45):
        assert classic.value(tiles, score_to_beat=score) == classic.second_player_values[score]


def test_ended_turns_have_their_payoff(classic):
    assert classic.value((), score_to_beat=5) == 1
    assert classic.value((), score_to_beat=0) == 0
    assert classic.value(()) == -classic.second_player_values[0]


def test_moves_are_best_first_and_all_optimal_ones_are_given():
    moves = solve(Variant(one_die="always")).moves((1, 2, 3, 4, 5, 6), 7)
    assert list(moves.values()) == sorted(moves.values(), reverse=True)
    assert set(moves) == {(1, 6), (2, 5), (3, 4), (1, 2, 4)}


def test_equally_good_moves_and_dice_are_all_optimal():
    """Whoever can no longer lose may do as he likes."""
    solution = solve(Variant(tiles=6, one_die="always"))
    assert set(solution.optimal_moves((1, 2, 3), 3, score_to_beat=20)) == {(3,), (1, 2)}
    won = solve(Variant(tiles=6, one_die="always", scoring="shut"))
    assert won.optimal_dice((1, 2, 3), score_to_beat=0) == (1,)
    assert won.optimal_dice((), score_to_beat=1) == ()


def test_records_are_plain_data(classic):
    records = classic.to_records()
    assert len(records) == 46
    assert records[0] == {
        "first_player_score": 0,
        "second_player_value": "-6063873727/6530347008",
        "second_player_value_approx": -6063873727 / 6530347008,
    }


def test_html_shows_the_ev(classic):
    html = classic._repr_html_()
    assert "-668351559599495/166583718925369344" in html
    assert "-0.4012 " in html


def test_a_solution_has_the_name_that_its_rules_were_asked_for_by(tmp_path):
    path = tmp_path / "my-pub.toml"
    path.write_text('summary = "Small"\nsource = "Us"\ntiles = 3\n')
    for asked, name in (
        ("ten", "ten"),
        (path, "my-pub"),
        (Variant(tiles=3, ties="first"), "tiles 1-3, ties first"),
        (Variant(), "classic"),
    ):
        assert solve(asked).name == name
        assert [each.name for each in solve_all([asked])] == [name]
        given = "" if isinstance(asked, Variant) else f"name={name!r}, "
        assert repr(solve(asked)).startswith(f"Solution({given}variant=")
    (tmp_path / "two.toml").write_text('rule_sets = ["classic", "ten"]\n')
    assert [each.name for each in solve_all(tmp_path / "two.toml")] == ["classic", "ten"]


def test_solutions_of_equal_rules_are_equal_whatever_they_are_called():
    named, plain = solve("ten"), solve(Variant(tiles=10))
    assert named.name != plain.name
    assert (named, hash(named)) == (plain, hash(plain))
    assert [each.name for each in solve_all([Variant(tiles=10), "ten"])] == ["tiles 1-10", "ten"]


def test_records_of_many_games_have_name_rules_and_ev(sixteen):
    for record, each in zip(sixteen.to_records(), sixteen, strict=True):
        ev = each.fractions.first_player_ev
        assert record == {
            "name": each.name,
            **each.variant.rules(),
            "clack_payout_approx": float(each.variant.clack_payout),
            "first_player_ev": str(ev),
            "first_player_ev_percent": float(100 * ev),
            "favoured": each.favoured,
        }
    assert sixteen.to_frame().to_dict("records")[1]["name"] == sixteen[1].name
    assert ">-0.4012</td>" in sixteen._repr_html_().replace(" ", "")


def test_solutions_compare_hash_and_pickle(classic):
    again = pickle.loads(pickle.dumps(classic))
    assert again == classic
    assert hash(again) == hash(classic)
    assert again.first_player_ev == classic.first_player_ev
    assert again.second_player_values == classic.second_player_values


@given(families())
def test_many_are_solved_in_order_and_equal_to_one_by_one(family):
    """Whatever they have in common, however ties are settled, and whatever is solved once."""
    every = FIELDS["ties"].examples
    mixed = [Variant(**{**rules, "ties": ties}) for rules in family for ties in every]
    together = solve_all(mixed)
    assert [each.variant for each in together] == mixed
    for solution in together:
        found, alone = solution.fractions, solve(solution.variant).fractions
        assert found.first_player_ev == alone.first_player_ev
        assert found.second_player_values == alone.second_player_values


def test_games_whose_payoffs_need_many_bits_are_solved_beside_others():
    games = [Variant(tiles=4, clack_payout=payout) for payout in (1, 10**19, 2)]
    for game, solution in zip(games, solve_all(games), strict=True):
        assert solution.first_player_ev == solve(game).first_player_ev


def test_the_share_done_never_falls_and_ends_at_one():
    shares = []
    with watching(shares.append):
        solve_all("sixteen")
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(shares) >= 8, "one at least for each pair of variants that share work"


def test_nothing_to_solve_is_fine():
    assert solve_all([]) == []


@pytest.mark.dear
def test_the_policy_has_a_row_for_every_state_and_roll(classic):
    policy = list(classic.policy(score_to_beat=12))
    assert len(policy) == 511 * 11
    assert policy[0]["open_tiles"] == tuple(range(1, 10))
    for row in policy[::97]:
        expected = classic.optimal_moves(row["open_tiles"], row["roll"], score_to_beat=12)
        assert row["moves"] == tuple(expected)
        ended = 1 if sum(row["open_tiles"]) < 12 else -(sum(row["open_tiles"]) > 12)
        assert row["value"] == max(expected.values(), default=ended)


def test_what_was_solved_a_moment_ago_is_not_solved_again():
    """A strategy that asks `solve` in every position would take minutes."""
    rules, shares, again = Variant(tiles="1,3,17", ties="first"), [], []
    with watching(shares.append):
        found, named = solve(rules), solve(rules.called("ours"))
    with watching(again.append):
        assert solve(Variant(tiles="1,3,17", ties="first")) == found
    assert len(shares) > 1
    assert again == [1], "nothing of it is told before the end"
    assert (found.name, named.name) == (rules.name, "ours")
    assert solve(rules.called("ours")).name == "ours"


@settings(max_examples=15)
@given(rule_sets([name for name in FIELDS if name != "tiles"]))
def test_a_game_that_is_solved_with_its_chances_has_the_same_value(rules):
    game = contest(Variant(**rules), None)
    whole, alone = solve_two(game, chances=True).fractions, solve_two(game).fractions
    assert whole.first_player_ev == alone.first_player_ev
    assert whole.second_player_values == alone.second_player_values
    assert whole.outcomes.to_records() == alone.outcomes.to_records()
