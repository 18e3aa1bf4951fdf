"""What would make a game fairer: every change is tried, and each is as fair as it is said to be."""

import csv
import io
import json
import re
import tomllib
from fractions import Fraction
from itertools import combinations, product

import pytest
from conftest import FEW, ROOT, output, run, to_fraction
from oracle import Oracle

from twoplayer import (
    InputError,
    RulesError,
    Variant,
    alternate,
    fair_payouts,
    mend,
    shared_box,
    solve,
)
from twoplayer.exact import plain
from twoplayer.many.mending import played as real_played
from twoplayer.variant.beside import plain_rules
from twoplayer.variant.fields import FIELDS

PUB = Variant(tiles=3, one_die="sum <= 6", immediate_clack=True)
pytestmark = pytest.mark.usefixtures("few_are_played")


def test_what_people_play_is_what_stands_in_the_rule_files():
    """Read without the registry; a default is a value too. Large boxes go with no tables."""
    found = {name: {value} for name, value in Variant().rules().items()}
    large = {ROOT / "rules" / f"{name}.toml" for name in ("the-300", "shut-the-20")}
    for path in set((ROOT / "rules").glob("*.toml")) - large:
        rules = tomllib.loads(path.read_text("utf-8"))
        for name in found.keys() & rules.keys():
            for value in rules[name] if isinstance(rules[name], list) else [rules[name]]:
                found[name].add(Variant(**{name: value}).rules()[name])
    assert {name: set(some) for name, some in real_played().items()} == found


def every_change(variant, number):
    """Yield every game in which so many rules have another value."""
    own = variant.rules()
    for names in combinations(FEW, number):
        for chosen in product(*(set(FEW[name]) - {own[name]} for name in names)):
            try:
                rules = Variant(**{**own, **dict(zip(names, chosen, strict=True))})
            except RulesError:
                continue
            yield tuple(name for name in own if name in names), rules


def rule_changes(found, number):
    return {
        (each.changed, each.variant): each
        for each in found.mends
        if len(each.changed) == number and set(each.changed) <= set(FIELDS) and not each._payouts
    }


@pytest.fixture(scope="module")
def doubles(few_are_played):
    return mend(PUB, 2)


@pytest.mark.parametrize("number", [1, 2])
def test_every_change_of_rules_that_people_play_is_tried_and_no_other(doubles, number):
    tried = set(every_change(PUB, number))
    assert set(rule_changes(doubles, number)) == tried
    assert len(tried) > (8, 30)[number - 1]


def test_the_value_of_a_change_is_that_of_the_definition(doubles):
    """By plain recursion over the checker's rules, which shares no code with the solver."""
    for (_, variant), each in rule_changes(doubles, 1).items():
        rules = {name: getattr(variant, name) for name in FIELDS}
        assert to_fraction(each.first_player_ev) == Oracle(**rules).first_player_ev()


def test_the_value_of_two_changes_is_what_solve_finds(doubles):
    for (_, variant), each in rule_changes(doubles, 2).items():
        assert each.first_player_ev == solve(variant).first_player_ev


def test_the_fairest_come_first_and_one_change_before_two(doubles):
    keys = [(len(each.changed), abs(each.first_player_ev)) for each in doubles.mends]
    assert keys == sorted(keys)
    assert {number for number, _ in keys} == {1, 2}
    assert [each for each in doubles.mends if len(each.changed) == 1] == list(mend(PUB).mends)


def test_turns_to_start_are_exactly_fair_for_two_games_and_not_for_one():
    found = mend(PUB)
    first = found.mends[0]
    ev = solve(PUB).first_player_ev
    assert first.changed == ("starts",)
    assert first.first_player_ev == 0
    assert ev > 0
    gains = f"started once more than the other gains {float(100 * ev):.4f} % of a stake"
    assert found.unfair(first).endswith(gains)
    second = mend(Variant(tiles=4, dice="1d6"))
    assert "than the other loses 0.4287 %" in second.unfair(second.mends[0])


@pytest.mark.dear
def test_the_payouts_are_those_that_are_exactly_fair():
    variant = Variant(immediate_clack=True)
    found = mend(variant)
    [fair] = [each for each in found.mends if each._payouts]
    [payout] = fair_payouts(variant, 0, 10)
    assert fair.variant == variant.replace(clack_payout=payout)
    assert solve(fair.variant).first_player_ev == 0
    assert fair.words == "winning with a clack pays 0.9278 stakes"
    assert found.unfair(fair) == f"nothing, if a clack pays exactly {payout}"


def test_an_interval_of_fair_payouts_is_one_change():
    coins = Variant(tiles=2, dice="2d2", one_die="always")
    fair = {each.words: each for each in mend(coins).mends if each._payouts}
    assert list(fair) == [
        "winning with a clack pays 0 stakes",
        "winning with a clack pays 3 stakes or more (tried up to 10)",
    ]
    assert all(solve(each.variant).first_player_ev == 0 for each in fair.values())


def test_the_other_orders_are_tried_where_they_fit():
    by_order = {each.order: each for each in mend(PUB).mends if each.changed == ("order",)}
    assert by_order["roll_by_roll"].first_player_ev == alternate(PUB).first_player_ev
    assert by_order["shared_box"].first_player_ev == shared_box(PUB).first_player_ev


@pytest.mark.dear
def test_an_order_in_which_it_would_not_fit_is_not_tried():
    large = {each.order for each in mend(Variant(tiles=12, scoring="shut")).mends}
    assert large == {"turn_by_turn", "shared_box"}


def test_a_fair_game_needs_no_turns_to_start():
    found = mend(Variant(tiles=3, scoring="shut"))
    assert found.first_player_ev == 0
    assert found.fairer(1) == 0
    assert "starts" not in {name for each in found.mends for name in each.changed}


def test_the_smallest_leave_out_what_one_of_two_rules_does_alone(doubles):
    alone = {each.variant: abs(each.first_player_ev) for each in rule_changes(doubles, 1).values()}
    smallest = doubles.smallest
    assert [each for each in smallest if len(each.changed) == 1] == list(mend(PUB).mends)
    for each in rule_changes(doubles, 2).values():
        new = each.variant.rules()
        parts = []
        for name in each.changed:
            try:
                parts.append(alone[PUB.replace(**{name: new[name]})])
            except RulesError:
                continue
        assert (each in smallest) == all(abs(each.first_player_ev) < part for part in parts)


def test_what_changes_is_said_in_words(doubles):
    for each in doubles.mends:
        if each.changed == ("one_die", "ties"):
            said = each.variant.words()
            assert each.words == f"{said['one_die']}; and {said['ties']}"
    assert any(each.changed == ("one_die", "ties") for each in doubles.mends)


@pytest.mark.parametrize("wrong", [0, 3, "1", 1.0, True, None, [1]])
def test_one_rule_or_two_may_change(wrong):
    with pytest.raises(InputError, match=r"^changes: got .*; takes a whole number, 1 or 2$"):
        mend(PUB, wrong)


def test_records_are_plain_data_with_what_stays_unfair(doubles):
    for record, each in zip(doubles.to_records(), doubles.mends, strict=True):
        assert {name: record[name] for name in FIELDS} == each.variant.rules()
        assert tuple(record["changed"].split(",")) == each.changed
        assert record["first_player_ev"] == str(each.first_player_ev)
        assert record["unfair"] == doubles.unfair(each)
        assert {type(value) for value in record.values()} <= {str, int, float, bool, type(None)}
    assert "".join(doubles._repr_html_().split()).count("<tr>") <= 1 + len(doubles.smallest)


# The command


def test_the_command_shows_the_fairest_in_words():
    text = output("mend --tiles 3 --one-die 'sum <= 6' --immediate-clack --top 4 --changes 2")
    found = mend(PUB, 2)
    words = " ".join(text.split())
    for number in (1, 2):
        some = [each for each in found.smallest if len(each.changed) == number][:4]
        for each in some:
            assert set(each.words.split()) <= set(words.split())
            assert f"{float(100 * each.first_player_ev):.4f}" in text
    tried = sum(len(each.changed) == 1 for each in found.mends)
    assert f"Of {tried} single changes, {found.fairer(1)} make the game fairer." in text
    assert "after an odd number of games" in words
    assert max(map(len, text.splitlines())) <= 80


def test_csv_and_json_have_every_change_exactly():
    line = "mend --tiles 4 --dice 1d6"
    mends = mend(Variant(tiles=4, dice="1d6")).mends
    rows = list(csv.DictReader(io.StringIO(output(f"{line} --format csv"))))
    objects = json.loads(output(f"{line} --format json"))
    evs = [to_fraction(each.first_player_ev) for each in mends]
    assert [Fraction(row["first_player_ev"]) for row in rows] == evs
    assert [Fraction(each["first_player_ev"]["exact"]) for each in objects] == evs
    assert [each["variant"] for each in objects] == [plain(plain_rules(m.variant)) for m in mends]
    assert [tuple(row["changed"].split(",")) for row in rows] == [each.changed for each in mends]


def test_results_are_kept(tmp_path):
    line = f"mend --tiles 4 --results {tmp_path / 'kept.db'}"
    first, again = run(line), run(line)
    assert first.stdout == again.stdout
    assert "known from before" not in first.stderr
    [known, whole] = re.match(r"(\d+) of (\d+) are known from before", again.stderr).groups()
    assert known == whole


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--changes 3", "--changes: got 3; takes a whole number, 1 or 2"),
        ("--top 0", "--top: got 0; takes a whole number, 1 or more"),
        ("--tiles 17 --dice 1d20", "--tiles: "),
    ],
)
def test_what_cannot_be_mended_says_why(options, said):
    result = run(f"mend {options}")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {said}")
