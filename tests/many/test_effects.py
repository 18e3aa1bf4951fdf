"""What each rule does: counted again from the EVs in the simplest way."""

import csv
import io
import json
from fractions import Fraction

import pytest
from conftest import output, run, to_fraction

from twoplayer import InputError, Variant, effects, solve, solve_all

RULES = {"tiles": [3, 4], "one_die": ["never", "always"], "ties": ["first", "push", "second"]}
GAMES = [
    Variant(tiles=tiles, one_die=one_die, ties=ties)
    for tiles in RULES["tiles"]
    for one_die in RULES["one_die"]
    for ties in RULES["ties"]
]


@pytest.fixture(scope="module")
def found():
    return effects(GAMES)


def sign(number):
    return (number > 0) - (number < 0)


def test_the_first_value_of_a_rule_is_compared_with_each_other(found):
    assert [(each.rule, each.before, each.after, each.games) for each in found] == [
        ("tiles", "1-3", "1-4", 6),
        ("one_die", "never", "always", 6),
        ("ties", "first", "push", 4),
        ("ties", "first", "second", 4),
    ]


@pytest.mark.parametrize("number", range(4))
def test_an_effect_is_the_difference_of_evs_of_games_that_differ_in_nothing_else(found, number):
    ev = {game: solve(game).fractions.first_player_ev for game in GAMES}
    effect = found[number].fractions
    before = [game for game in GAMES if game.rules()[effect.rule] == effect.before]
    after = [game.replace(**{effect.rule: effect.after}) for game in before]
    changes = {b: ev[a] - ev[b] for b, a in zip(before, after, strict=True)}
    assert effect.changes == changes
    assert effect.mean == sum(changes.values()) / len(changes)
    assert effect.mean_size == sum(map(abs, changes.values())) / len(changes)
    assert (effect.least, effect.most) == (min(changes.values()), max(changes.values()))
    assert abs(changes[effect.largest_in]) == max(map(abs, changes.values()))
    names = {1: "first", -1: "second", 0: "nobody"}
    assert effect.turned == {
        b: names[sign(ev[a])]
        for b, a in zip(before, after, strict=True)
        if sign(ev[a]) != sign(ev[b])
    }


def test_effects_of_equal_games_are_equal_and_stand_in_a_set_once(found):
    assert found == effects(GAMES)
    assert len({*found, *effects(GAMES)}) == len(found)


def test_a_rule_that_changes_who_is_favoured_is_among_them(found):
    assert [len(each.turned) > 0 for each in found] == [True, False, True, True]


def test_of_a_list_only_games_that_differ_in_one_rule_are_compared():
    some = [Variant(tiles=3), Variant(tiles=4), Variant(tiles=4, ties="first")]
    assert [(each.rule, each.games) for each in effects(some)] == [
        ("tiles", 1),
        ("ties", 1),
    ]
    with pytest.raises(InputError, match="got 2, no two of which differ in one rule alone"):
        effects([some[0], some[2]])
    with pytest.raises(InputError, match="no two of which"):
        effects("classic")


def test_records_have_every_game(found):
    records = found[2].to_records()
    assert len(records) == found[2].games
    for record, (game, change) in zip(records, found[2].changes.items(), strict=True):
        assert record["tiles"] == game.rules()["tiles"]
        assert Fraction(record["change"]) == to_fraction(change)
        assert (record["favoured_before"] != record["favoured_after"]) == (game in found[2].turned)


# The command


def test_csv_and_json_are_exact():
    found = effects("sixteen")
    rows = list(csv.DictReader(io.StringIO(output("table --format csv --effects"))))
    objects = json.loads(output("table sixteen --format json --effects"))
    for row, each, effect in zip(rows, objects, found, strict=True):
        assert Fraction(row["mean"]) == to_fraction(effect.mean)
        assert Fraction(each["least"]["exact"]) == to_fraction(effect.least)
        assert int(row["turned"]) == len(each["turned"]) == len(effect.turned)


@pytest.mark.dear
def test_the_text_says_who_else_is_favoured_and_where():
    text = output("table --effects")
    assert max(map(len, text.splitlines())) <= 80
    assert "8 of 8" in text
    turned = sum(s.favoured == "first" for s in solve_all("sixteen"))
    said = " ".join(text.partition("Who else is favoured after the change:")[2].split())
    assert said.startswith("- immediate clack yes instead of no: the first player with one die")
    assert said.endswith(f"and in {turned - 3} more games.")
    assert "scoring shut instead of sum: nobody." in output("table house --effects")


def test_a_change_in_one_game_alone_has_one_column():
    heads = output("table --effects --tiles 4 --one-die never --clack-payout 1").split("---")[0]
    assert "change" in heads
    assert not any(word in heads for word in ("average", "lowest", "highest"))
    assert "average" in output("table --effects sixteen --tiles 4").split("---")[0]


def test_a_change_in_one_game_alone_says_who_is_favoured_then():
    lines = output("table --effects --ties first --ties push").splitlines()
    assert ["ties", "first", "push", "-4.0086", "second"] in map(str.split, lines)


def test_games_alone_have_no_effects():
    result = run("table classic --effects")
    assert result.exit_code == 2
    assert "no two of which differ in one rule alone" in result.stderr
