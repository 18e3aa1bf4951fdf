"""What would make a game fairer: every change is tried, and each is as fair as it is said to be."""

import csv
import io
import json
import re
import tomllib
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from conftest import FEW, ROOT, examples, output, run, to_fraction
from drawn import pairs, rule_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Oracle

from twoplayer import (
    InputError,
    Variant,
    fair_payouts,
    match,
    mend,
    roll_by_roll,
    secret,
    shared_box,
    solve,
)
from twoplayer.errors import RulesError
from twoplayer.evening import replayed
from twoplayer.evening.rounds import STARTS
from twoplayer.exact import Bounds, plain
from twoplayer.many.mending import played as real_played
from twoplayer.variant.columns import plain_rules
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.variant import STAKES

PUB = Variant(tiles=3, one_die="sum <= 6", immediate_clack=True)
PLAIN = Variant(tiles=5)
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


def pays(change):
    """Tell whether a change is a payout of a clack at which the game is fair."""
    return change.changed == ("clack_payout",) and not change.first_player_ev


def rule_changes(found, number):
    return {
        (each.changed, each.variant): each
        for each in found.mends
        if len(each.changed) == number and set(each.changed) <= set(FIELDS) and not pays(each)
    }


@pytest.fixture(scope="module")
def doubles(few_are_played):
    return mend(PUB, 2, keep=())


@pytest.mark.parametrize("number", [1, 2])
def test_every_change_of_rules_that_people_play_is_tried_and_no_other(doubles, number):
    tried = set(every_change(PUB, number))
    assert set(rule_changes(doubles, number)) == tried
    assert len(tried) > (8, 30)[number - 1]


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("keep", "stay"),
    [
        ("none", set()),
        ([], set()),
        (("ties",), {"ties"}),
        ("one-die, CLACK_PAYOUT", {"one_die", "clack_payout"}),
        ({"tiles", "dice", "scoring"}, {"tiles", "dice", "scoring"}),
    ],
)
def test_what_is_kept_stays(doubles, keep, stay):
    found = mend(PUB, 2, keep)
    assert set(found.keep) == stay
    some = {each for each in rule_changes(doubles, 1) if not stay & {*each[0]}}
    assert set(rule_changes(found, 1)) == some
    some = {each for each in rule_changes(doubles, 2) if not stay & {*each[0]}}
    assert set(rule_changes(found, 2)) == some


def test_the_box_the_dice_and_the_scoring_are_kept_unless_somebody_says_otherwise():
    assert mend(PUB) == mend(PUB, keep="tiles,dice,weights,scoring") != mend(PUB, keep="tiles,dice")
    assert {name for each in mend(PUB).mends for name in each.changed} == {
        *("starts", "side_payment", "order", "replayed"),
        *("one_die", "opening_tile", "clack_payout", "immediate_clack", "ties"),
    }


def test_who_keeps_the_payout_has_no_remedy_that_pays_otherwise():
    changed = [each.changed for each in mend(Variant(tiles=4), keep="clack-payout").mends]
    assert ("side_payment",) in changed
    assert not {("difference",), ("clack_payout",)} & {*changed}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("tile", "got 'tile'; did you mean tiles?"),
        ("dice,one-dye", "got 'one-dye'; did you mean one_die?"),
        (("tiles", "zzz"), f"got 'zzz'; takes rules: {', '.join(FIELDS)}; or none"),
        ("", f"got ''; takes rules: {', '.join(FIELDS)}; or none"),
        (("tiles", 5), f"got 5; takes rules: {', '.join(FIELDS)}; or none"),
        (None, f"got None; takes rules: {', '.join(FIELDS)}; or none"),
        (range(10**12), f"got 0; takes rules: {', '.join(FIELDS)}; or none"),
    ],
)
def test_what_is_kept_has_to_be_rules(wrong, said):
    with pytest.raises(InputError) as error:
        mend(PUB, 1, wrong)
    assert str(error.value) == f"keep: {said}"


def test_other_questions_have_other_answers():
    """Where both find the same as well."""
    alone = Variant(tiles=1, dice="1d2", scoring="shut")
    every = [mend(alone, changes, keep) for changes in (1, 2) for keep in (tuple(FIELDS), "tiles")]
    assert len({*every}) == len(every)
    assert every[0].mends == every[2].mends


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
    assert [each for each in doubles.mends if len(each.changed) == 1] == list(
        mend(PUB, keep=()).mends
    )


def test_turns_to_start_are_exactly_fair_for_two_games_and_not_for_one():
    found = mend(PUB)
    first = found.mends[0]
    ev = solve(PUB).first_player_ev
    assert first.changed == ("starts",)
    assert first.first_player_ev == 0
    assert ev > 0
    gains = f"started once more than the other gains {float(100 * ev):.4f} % of a stake"
    assert first.unfair.endswith(gains)
    second = mend(Variant(tiles=4, dice="1d6"))
    assert "than the other loses 0.4287 %" in second.mends[0].unfair


@pytest.mark.dear
def test_the_payouts_are_those_that_are_exactly_fair():
    variant = Variant(immediate_clack=True)
    found = mend(variant)
    [fair] = [each for each in found.mends if pays(each)]
    [payout] = fair_payouts(variant, 0, 10)
    assert fair.variant == variant.replace(clack_payout=payout)
    assert solve(fair.variant).first_player_ev == 0
    assert fair.words == "winning with a clack pays 0.9278 stakes"
    assert fair.unfair == f"nothing, if a clack pays exactly {payout}"


@settings(max_examples=examples(15))
@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")))
def test_what_is_said_to_make_a_game_exactly_fair_is_offered_where_it_does(rules):
    variant = Variant(**rules)
    ev = to_fraction(solve(variant).first_player_ev)
    keep = {*FIELDS} - {"clack_payout"}
    mends = [each for each in mend(variant, 1, keep).mends if not {*each.changed} & {*FIELDS}]
    found = {each.changed: each for each in mends}
    remedies = {("starts",), ("side_payment",)} if ev else set()
    for each in mends:
        if each.order == "secret":
            assert each.first_player_ev == secret(variant).first_player_ev
    if variant.ties == "push" and not variant.immediate_clack:
        assert [each.first_player_ev for each in mends if each.order == "secret"] == [0]
    if ev and variant.scoring in ("sum", "count") and not variant.immediate_clack:
        remedies.add(("difference",))
    assert {*found} - {("order",), ("rounds",)} == remedies
    assert all(found[changed].first_player_ev == 0 for changed in remedies)
    if ev:
        assert found["side_payment",].unfair == f"nothing, if exactly {abs(ev)} stakes are paid"


@pytest.mark.dear
@settings(max_examples=examples(10))
@given(pairs(most_tiles=3).filter(lambda pair: Variant(**pair[0]) != Variant(**pair[1])))
def test_by_own_rules_the_stakes_change_for_both_and_her_turn_alone(pair):
    mine, hers = (Variant(**rules) for rules in pair)
    mending = mend(mine, keep=(), second=hers).fractions
    ev, other_ev = (Oracle(two[1], **two[0]).first_player_ev() for two in (pair, pair[::-1]))
    assert mending.first_player_ev == ev
    for each in mending.mends:
        rules = each.variant, each.second_variant
        if {*each.changed} <= {*FIELDS} and each.payouts is None:
            [name] = each.changed
            changed = {name: getattr(rules[1], name)}
            assert rules[1] == hers.replace(**changed) != hers
            assert rules[0] == (mine.replace(**changed) if name in STAKES else mine)
            both = [{n: getattr(r, n) for n in r.rules()} for r in rules]
            assert each.first_player_ev == Oracle(both[1], **both[0]).first_player_ev()
        elif each.payouts is not None:
            assert solve(*rules).fractions.first_player_ev == 0
        elif each.changed == ("starts",):
            assert each.first_player_ev == (ev - other_ev) / 2
            assert bool(each.but) == (ev == other_ev)
        elif each.changed == ("order",):
            assert each.first_player_ev == roll_by_roll(mine, hers).fractions.first_player_ev
        elif each.changed == ("rounds",):
            ways = ("same", "alternate", "loser")
            games = [match(mine, 5, starts=way, second=hers).fractions for way in ways]
            assert each.first_player_ev in [game.first_player_ev for game in games]
        else:
            assert each.changed in {("replayed",), ("side_payment",)}


@pytest.mark.dear
@settings(max_examples=examples(10))
@given(rule_sets(tuple(name for name in FIELDS if name != "tiles"), most_tiles=3))
def test_equal_rules_of_both_are_mended_as_one_rule_set(rules):
    variant = Variant(**rules)
    assert mend(variant, keep=(), second=variant) == mend(variant, keep=())


@pytest.mark.parametrize(
    ("ties", "words"),
    [
        ("first", "the first player pays the second 0.3845 stakes a game"),
        ("second", "the second player pays the first 0.3845 stakes a game"),
    ],
)
def test_who_is_favoured_pays_the_other(ties, words):
    assert words in [each.words for each in mend(Variant(tiles=3, ties=ties)).mends]


def test_a_game_is_noticed_as_its_fairness_says():
    for each in mend(PUB, keep=()).mends:
        if each.order == "turns" and each.first_player_ev and each.changed != ("replayed",):
            assert each.games == solve(each.variant).fairness().games
        else:
            assert each.games is None


# The verdict


@pytest.mark.dear
def test_some_rows_alone_stand_between_the_verdict_and_what_the_table_does_not_say():
    text = output("mend --tiles 4 --top 3")
    verdict = mend(Variant(tiles=4)).verdict
    assert " ".join(text.split()).startswith(verdict)
    assert "--top N shows more." in text
    assert "What the table does not say:" in text
    assert "changes  what changes" not in text
    fewer = output("mend --tiles 4 --where changes=9")
    assert "no rows" in fewer
    assert output("mend --tiles 4 --top 3 --format csv").count("\n") == 4


def verdict(rules, **more):
    return mend(Variant(**rules), **more).verdict


def test_a_fair_game_needs_no_mending():
    said = "The game is exactly fair: there is nothing to mend."
    assert verdict({"tiles": 3, "scoring": "shut"}) == said


def test_what_is_too_small_to_notice_hardly_matters():
    assert verdict({"tiles": 6}) == (
        "The second player gains 67.86 cents in 100 games of 1 dollar, which takes 78,493 games to "
        "notice: it hardly matters. Take turns at starting: that is exactly fair. Or play several "
        'rounds: "the lower total of 5 rounds wins; the loser of a round starts the next" is '
        '4483 times as fair. Or change one rule: "the first move must cover the 2" is 12 times '
        "as fair."
    )


def test_what_is_noticed_is_worth_mending():
    assert verdict({"tiles": 4, "ties": "first"}) == (
        "The first player gains 12.88 dollars in 100 games of 1 dollar, which takes 238 games to "
        "notice: that is worth mending. Take turns at starting: that is exactly fair. Or play "
        'several rounds: "the lower total of 5 rounds wins; the same player starts every round" is '
        '2.8 times as fair. Or change one rule: "equal scores push: nobody wins" is 2554 times '
        "as fair, and takes 1,369,153,242 games to notice."
    )


def test_of_rules_alike_in_number_the_turn_stays_if_it_can():
    """Another rule of the turn makes it fairer, but not twice as fair as the best beside it."""
    rules = {"tiles": "1-2,4-6", "scoring": "digits", "immediate_clack": True}
    changed = [each.changed for each in mend(Variant(**rules)).mends]
    assert changed.index(("opening_tile",)) < changed.index(("ties",))
    [named] = re.findall('"(.*?)" is', verdict(rules))
    assert named == "the first player wins equal scores"


def test_where_no_rule_helps_that_is_said():
    assert verdict({"tiles": 4, "clack_payout": 2}, keep=tuple(FIELDS)).endswith(
        "Take turns at starting: that is exactly fair. "
        "No change of rules among those tried makes it twice as fair."
    )
    assert verdict({"tiles": 4}, keep=tuple(FIELDS)).endswith(
        '"the lower total of 5 rounds wins; the loser of a round starts the next" is 3619 times '
        "as fair. No change of rules among those tried makes it twice as fair."
    )


@pytest.mark.dear
@settings(max_examples=examples(15))
@given(rule_sets(tuple(name for name in FIELDS if name != "tiles")), st.sampled_from([1, 2]))
def test_a_verdict_says_what_the_results_say(rules, changes):
    variant = Variant(**rules)
    found, fairness = mend(variant, changes), solve(variant).fairness()
    ev = abs(to_fraction(fairness.first_player_ev))
    said = found.verdict
    if not ev:
        assert said == "The game is exactly fair: there is nothing to mend."
        return
    assert said.startswith(f"The {solve(variant).favoured} player gains ")
    assert f"takes {fairness.games:,} game" in said
    assert ("worth mending" in said) == (fairness.games <= 10_000)
    named = re.findall(
        r'Or change (one rule|two rules): "(.*?)" is (?:exactly|([\d.]+) times)', said
    )
    by_words = {each.words: each for each in found.fractions.mends}
    assert bool(named) != ("No change of rules" in said)
    least = ev
    for number, words, times in named:
        each = by_words[words]
        left = abs(each.first_player_ev)
        assert len(each.changed) == ("one rule", "two rules").index(number) + 1
        assert set(each.changed) <= set(FIELDS) - {"tiles", "dice", "scoring"}
        exactly = Fraction(ev, left) if left else Fraction(0)
        assert Fraction(times or 0) == round(exactly, int(exactly < 10))
        assert left * 2 <= least
        least = left


def test_an_interval_of_fair_payouts_is_one_change():
    coins = Variant(tiles=2, dice="2d2", one_die="always")
    fair = {each.words: each for each in mend(coins).mends if pays(each)}
    assert list(fair) == [
        "winning with a clack pays 0 stakes",
        "winning with a clack pays 3 stakes or more (tried up to 10)",
    ]
    assert all(solve(each.variant).first_player_ev == 0 for each in fair.values())


def test_the_other_orders_are_tried_where_they_fit():
    by_order = {each.order: each for each in mend(PUB).mends if each.changed == ("order",)}
    assert by_order["rolls"].first_player_ev == roll_by_roll(PUB).first_player_ev
    assert by_order["box"].first_player_ev == shared_box(PUB).first_player_ev


@pytest.mark.dear
def test_an_order_in_which_it_would_not_fit_is_not_tried():
    large = {each.order for each in mend(Variant(tiles=12, scoring="shut")).mends}
    assert large == {"turns", "box", "secret"}


def test_several_rounds_are_tried_with_each_way_to_start_but_the_winner():
    starts = {way: words for way, words in STARTS.items() if way != "winner"}
    found = {each.words: each for each in mend(PLAIN).mends if each.changed == ("rounds",)}
    assert found.keys() == {f"the lower total of 5 rounds wins; {way}" for way in starts.values()}
    for way, words in starts.items():
        each = found[f"the lower total of 5 rounds wins; {words}"]
        assert each.first_player_ev == match(PLAIN, rounds=5, starts=way).first_player_ev
        assert (each.favoured, each.games, each.order) == ("second", None, "turns")
    assert each.unfair == "the second player gains 0.00004 % of a stake in a match"


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "rules",
    [{"clack_payout": 2}, {"immediate_clack": True}, {"tiles": 6, "scoring": "digits"}],
    ids=["payout", "immediate", "too many totals"],
)
def test_rules_without_matches_have_no_rounds(rules):
    found = mend(Variant(**{"tiles": 3, **rules}))
    assert "rounds" not in {name for each in found.mends for name in each.changed}


def test_what_bounds_cannot_tell_is_said():
    """A mend whose bounds lie on both sides of 0 favours nobody for certain."""
    bounds = Bounds(Fraction(-1, 10**12), Fraction(1, 10**12))
    each = replace(mend(Variant(tiles=4)).fractions.mends[0], but="", first_player_ev=bounds)
    assert (each.favoured, each.unfair) == ("unknown", "less than the bounds tell")
    assert each.size == Fraction(1, 10**12)


def test_a_fair_game_needs_no_turns_to_start():
    found = mend(Variant(tiles=3, scoring="shut"))
    assert found.first_player_ev == 0
    assert found.fairer(1) == 0
    assert "starts" not in {name for each in found.mends for name in each.changed}


def test_the_smallest_leave_out_what_one_of_two_rules_does_alone(doubles):
    alone = {each.variant: abs(each.first_player_ev) for each in rule_changes(doubles, 1).values()}
    smallest = doubles.smallest
    assert [each for each in smallest if len(each.changed) == 1] == list(mend(PUB, keep=()).mends)
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
        assert record["unfair"] == each.unfair
        assert record["games"] == each.games
        assert {type(value) for value in record.values()} <= {str, int, float, bool, type(None)}
    assert "".join(doubles._repr_html_().split()).count("<tr>") <= 1 + len(doubles.smallest)


# The command


def words_of(text):
    return " ".join(text.split())


def test_the_command_shows_the_fairest_in_words():
    text = output("mend --tiles 3 --one-die 'sum <= 6' --immediate-clack --changes 2")
    found = mend(PUB, 2)
    assert words_of(text).startswith(found.verdict)
    words = words_of(text)
    for number in (1, 2):
        some = [each for each in found.smallest if len(each.changed) == number][:10]
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
    objects = json.loads(output(f"{line} --format json"))["mends"]
    assert [bool(row["first_player_ev"]) for row in rows] == [
        "rounds" not in each.changed for each in mends
    ]
    for row, found, each in zip(rows, objects, mends, strict=True):
        ends = [Fraction(row[f"first_player_ev_{end}"]) for end in ("low", "high")]
        assert ends == [*each.bounds]
        ends = [found[f"first_player_ev_{end}"] for end in ("low", "high")]
        assert [Fraction(end["exact"]) for end in ends] == [*each.bounds]
        exact = found["first_player_ev"]
        assert (
            (exact is None)
            == (found["first_player_ev_percent"] is None)
            == ("rounds" in each.changed)
        )
        assert exact is None or exact == ends[0] == ends[1]
    assert [each["variant"] for each in objects] == [plain(plain_rules(m.variant)) for m in mends]
    assert [tuple(row["changed"].split(",")) for row in rows] == [each.changed for each in mends]


def test_what_lies_between_bounds_has_its_place_among_what_is_exact():
    line = "mend --tiles 5 --sort=-ev --format json"
    found = json.loads(output(line))
    lows = [Fraction(each["first_player_ev_low"]["exact"]) for each in found]
    assert lows == sorted(lows, reverse=True)
    assert None in [each["first_player_ev"] for each in found]
    line = "mend --tiles 5 --where changed=rounds --where 'ev_percent<-0.1' --format csv"
    found = list(csv.DictReader(io.StringIO(output(line))))
    assert [row["what_changes"].partition("; ")[2] for row in found] == [
        STARTS["alternate"],
        STARTS["same"],
    ]


@pytest.mark.dear
def test_json_has_the_verdict_and_what_was_asked():
    found = json.loads(output("mend --tiles 4 --dice 1d6 --keep none --changes 2 --format json"))
    expected = mend(Variant(tiles=4, dice="1d6"), 2, keep="none")
    assert found["verdict"] == expected.verdict
    assert found["first_player_ev"]["exact"] == "-25/5832"
    assert found["name"] == found["mends"][0]["name"] == "your rules (tiles 1-4, dice 1d6)"
    assert (found["changes"], found["keep"]) == (2, [])
    assert Variant(**found["variant"]) == expected.variant
    assert len(found["mends"]) == len(expected.mends)


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
        ("--keep one-dye", "--keep: got 'one-dye'; did you mean one_die?"),
        ("--top 0", "--top: got 0; takes a whole number, 1 or more"),
        ("--tiles 17 --dice 1d20", "--tiles: "),
    ],
)
def test_what_cannot_be_mended_says_why(options, said):
    result = run(f"mend {options}")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {said}")


def test_a_tie_that_is_played_again_is_a_mend_unless_ties_are_kept():
    variant = Variant(tiles=4)
    found = {each.words: each for each in mend(variant).mends if each.changed == ("replayed",)}
    for starts, double in product(("same", "other"), (False, True)):
        again = replayed(variant, starts, double)
        assert found[again.how].first_player_ev == again.first_player_ev
        assert found[again.how].games is None
    assert len(found) == 4
    assert not [each for each in mend(variant, keep="ties").mends if "replayed" in each.changed]
    certain = mend(Variant(tiles=4, scoring="shut", immediate_clack=True)).mends
    assert "for double the stake" not in " ".join(each.words for each in certain)
