"""The Python interface: names, numbers, what takes a variant, progress, and wrong types."""

import csv
import dataclasses
import importlib
import inspect
import io
import json
import pydoc
import re
from fractions import Fraction
from functools import cache, cached_property, partial
from math import fsum

import numpy as np
import pytest
import sympy
from conftest import parts_of
from lacking import lacking
from offered import OFFERED, PUBLIC

import twoplayer
from twoplayer import InputError, Variant, watching
from twoplayer import errors as kinds
from twoplayer.evening.orders import evs_by_order
from twoplayer.exact import ExactResult
from twoplayer.game.solution import games_of
from twoplayer.names import homes, packages
from twoplayer.tables import Tabled
from twoplayer.turn.position import Option, Position

SMALL = Variant(tiles=4, immediate_clack=True)
pytestmark = pytest.mark.usefixtures("few_are_played")


@cache
def results():
    """One of every class that a user can hold."""
    return tuple(made_results())


def made_results():
    solution, turn = twoplayer.solve(SMALL), twoplayer.solve(SMALL).play(score_to_beat=3)
    search, plain = twoplayer.strategy.search_rules_of_thumb(Variant(tiles=2)), Variant(tiles=2)
    yield from (SMALL, SMALL.dice, SMALL.one_die, twoplayer.variant.family("sixteen"))
    yield twoplayer.solve_all([SMALL])
    yield from (solution, solution.outcomes, solution.fairness(), solution.luck())
    yield from (turn, turn.payoff, turn.optimal_policy)
    yield from (found := turn.options((1, 2), 3), found[0])
    yield turn.at((1, 2))
    yield from (twoplayer.one_player(SMALL), twoplayer.strategy.restarts(SMALL, "1/2"))
    yield from (twoplayer.ev_by_payout(SMALL, 0, 4), twoplayer.certificate(SMALL))
    yield from (twoplayer.game.ev_by_tie(SMALL), twoplayer.evening.replayed(SMALL))
    yield from (twoplayer.strategy_value(SMALL, "random"), twoplayer.STRATEGIES["random"])
    yield from (twoplayer.roll_by_roll(SMALL), twoplayer.shared_box(SMALL))
    yield from (table := twoplayer.seats(SMALL, 3), table.play(2, score_to_beat=3))
    yield from (plan := twoplayer.plan_evening(plain), plan.ways[0])
    yield from (found := twoplayer.match(plain, 2), found.first_player_ev)
    yield from (
        twoplayer.matchup(SMALL, "random"),
        twoplayer.strategy.strategy_range(SMALL, "random"),
    )
    yield from (found := twoplayer.mend(plain), found.mends[-1])
    yield twoplayer.effects([plain, SMALL.replace(immediate_clack=False)])[0]
    yield twoplayer.variant.family("house").replace(one_die="always").left_out[0]
    yield from (search, search.best["clack"], twoplayer.simulate(SMALL, 10, 1)[0])
    yield twoplayer.Play.of(Variant(tiles=3), "1+1: 2").review()
    yield from (sheet := twoplayer.card(Variant(tiles=5), "second"), sheet.lines[0])


def test_every_class_that_a_user_can_hold_is_public_and_documented():
    for result in results():
        name = type(result).__name__
        assert OFFERED[name] is type(result)
        assert inspect.getdoc(type(result))


PARTS = ("Dice", "OneDie", "Family", "LeftOut", "Option", "Payoff", "Policy", "Strategy", "Bounds")
PARTS += ("CardLine",)
"""What is no result, but a part of one, or text."""


def test_every_result_shows_itself_in_a_notebook():
    for result in results():
        if type(result).__name__ not in PARTS:
            assert result._repr_html_().count("<table>") == 1, result


def test_every_result_with_columns_has_records_and_a_short_repr_without_private_fields():
    found = [result for result in results() if isinstance(result, Tabled)]
    assert {"Card", "StrategyValue", "RuleOfThumbSearch"} <= {type(r).__name__ for r in found}
    for result in found:
        assert result.to_records(), result
        assert not re.search(r"[( ]_\w+=", repr(result)), result
        assert len(repr(result)) < 400, result


def test_nothing_that_a_user_can_hold_shows_arrays():
    for result in results():
        assert re.fullmatch(r"(?!.*array).{1,400}", repr(result)), result


FRACTION = re.compile(r"-?\d+/\d+")


def decimals_of(cells):
    """Yield each exact number of a flat row with its name and the decimal that stands beside it."""
    for name, cell in cells.items():
        for unit, times in (("percent", 100), ("approx", 1)):
            if f"{name}_{unit}" in cells:
                yield name, cell, cells[f"{name}_{unit}"], times


def loose_fractions(value, name=""):
    """Yield the text in JSON that is a fraction, but for exact numbers that have an object."""
    if isinstance(value, dict):
        each = (loose_fractions(cell, name) for name, cell in value.items())
        yield from (text for texts in each for text in texts)
    elif isinstance(value, list):
        yield from (text for cell in value for text in loose_fractions(cell))
    elif isinstance(value, str) and FRACTION.fullmatch(value) and name != "exact":
        yield value


def test_an_exact_number_has_one_name_and_its_decimal_in_records_csv_and_json():
    tabled = [result for result in results() if isinstance(result, Tabled)]
    assert {"Match", "Seats", "EVByPayout"} <= {type(result).__name__ for result in tabled}
    for result in tabled:
        table, records = result.table(), result.to_records()
        reader = csv.DictReader(io.StringIO(table.write("csv")))
        assert reader.fieldnames == list(records[0]), result
        objects = json.loads(table.write("json"))
        for record, row, found in zip(records, reader, objects, strict=True):
            paired = list(decimals_of(record))
            names = {name for name, *_ in paired}
            texts = {name for name, cell in record.items() if FRACTION.fullmatch(str(cell))}
            assert texts <= names, f"no decimal beside {texts - names} of {result!r}"
            assert not list(loose_fractions(found)), result
            cells = {**found, **found.get("variant", {})}
            for name, text, approx, times in paired:
                if text is None or text == "oo" or type(cells.get(name)) is int:
                    continue
                assert approx == float(times * Fraction(text))
                assert row[name].lstrip("'") == text
                [rounded] = (decimal for n, _, decimal, _ in decimals_of(row) if n == name)
                assert abs(float(rounded) - approx) <= 0.00005
                of, end = (name, "") if name in cells else name.rsplit("_", 1)
                exact, percent = cells[of], cells.get(f"{of}_percent")
                if "low" in exact:  # bounds; what is exact is its own
                    exact, percent = exact[end], percent and percent[end]
                assert exact == {"exact": text, "approx": float(Fraction(text))}
                assert times == 1 or percent == approx


def test_lists_of_results_have_records():
    for listed in (
        twoplayer.solve_all("sixteen"),
        twoplayer.effects("sixteen"),
        twoplayer.simulate(SMALL, 10, 1),
    ):
        records = listed.to_records()
        assert len(records) >= len(listed)
        assert len({tuple(record) for record in records}) == 1
        assert listed._repr_html_().count("<tr>") == len(listed) + 1
        some = listed[:2]
        assert (type(some), list(some), listed[0]) == (type(listed), list(listed)[:2], some[0])


def test_records_are_the_same_after_json():
    for result in results():
        if isinstance(result, Tabled):
            records = result.to_records()
            assert json.loads(json.dumps(records)) == records, result
    assert Variant(**json.loads(json.dumps(SMALL.rules()))) == SMALL


def test_a_payout_is_a_number_beside_its_text_in_records_and_frames():
    pytest.importorskip("pandas")
    swept = twoplayer.solve_all(twoplayer.variants("classic", tiles=2, clack_payout=[1, "3/2"]))
    assert [row["clack_payout"] for row in swept.to_records()] == ["1", "3/2"]
    assert [row["clack_payout_approx"] for row in swept.to_records()] == [1.0, 1.5]
    frame = swept.to_frame()
    assert [*frame.clack_payout] == [1.0, 1.5]
    assert [*frame[frame.clack_payout > 1].clack_payout_exact] == ["3/2"]


def test_in_a_frame_an_exact_number_is_a_float_and_text():
    pytest.importorskip("pandas")
    solutions = twoplayer.solve_all([Variant(tiles=4), Variant(tiles=5)])
    frame = solutions.to_frame()
    evs = [Fraction(str(solution.first_player_ev)) for solution in solutions]
    assert [Fraction(text) for text in frame.first_player_ev_exact] == evs
    assert [*frame.first_player_ev] == [float(ev) for ev in evs]
    assert [*frame.first_player_ev_percent] == [float(100 * ev) for ev in evs]


def test_in_a_frame_every_number_of_a_column_is_of_one_type():
    pytest.importorskip("pandas")
    for result in results():
        if isinstance(result, Tabled) and not isinstance(result, Variant):  # whose rows are rules
            frame = result.to_frame()
            for name in frame:
                kinds = {type(cell) for cell in frame[name].dropna()}
                assert len(kinds) <= 1, (type(result), name)
                units = {f"{name}_exact", f"{name}_percent"} & {*frame}
                assert not units or kinds <= {float}, (type(result), name)


def test_each_public_name_is_at_home_where_the_stub_says():
    for package in ("twoplayer", *(f"twoplayer.{name}" for name in packages())):
        offering = importlib.import_module(package)
        assert sorted(homes(package)) == offering.__all__
        for name, home in homes(package).items():
            assert getattr(offering, name) is getattr(importlib.import_module(home), name)


def test_public_names_are_documented():
    for name in {*OFFERED} - {"VariantLike"}:
        public = OFFERED[name]
        assert inspect.getdoc(public), name
        if inspect.isfunction(public) and inspect.signature(public).parameters:
            assert "Parameters\n" in inspect.getdoc(public), name
        for part, of_class in inspect.getmembers(public) if isinstance(public, type) else []:
            if callable(of_class) or isinstance(of_class, (property, cached_property)):
                assert part.startswith("_") or inspect.getdoc(of_class), (name, part)


def test_help_on_the_strategies_says_what_each_does():
    told = pydoc.plain(pydoc.render_doc(twoplayer.STRATEGIES))
    for name, strategy in twoplayer.STRATEGIES.items():
        assert f"{name}: {strategy.words}\n" in told
        assert f"{name}: {strategy.words}" in str(twoplayer.STRATEGIES).splitlines()
    with pytest.raises(TypeError):
        twoplayer.STRATEGIES["random"] = twoplayer.STRATEGIES["optimal"]


def test_what_a_user_holds_cannot_be_changed():
    for result in results():
        if not isinstance(result, (str, list)):
            annotated = [vars(each).get("__annotations__", {}) for each in type(result).__mro__]
            field = next(
                name for each in annotated for name, of in each.items() if "ClassVar" not in str(of)
            )
            with pytest.raises(AttributeError):
                setattr(result, field, None)


# Signatures


TAKES_MORE = {
    "Family.replace": "the rules by field, whose names and types `Sweep` says",
    "Game": "a protocol, of which nothing is made",
    "Play.cover": "as many tiles as are covered",
    "Play.roll": "as many dice as are rolled",
    "Variant": "none of the two: they are there to say what is wrong",
    "Variant.replace": "the rules by field, whose names and types `RuleChanges` says",
    "variants": "the rules by field, whose names and types `Sweep` says",
    **{
        f"plot.{name}": "size, title and paper, whose names and types `Look` says"
        for name in twoplayer.plot.__all__
    },
}
"""What takes any number of arguments, or by any name, and why."""
MORE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@cache
def signatures():
    """Return the signature of every public function and method, and of what is constructed."""
    found = {}
    for name, public in OFFERED.items():
        if inspect.isfunction(public):
            found[name] = inspect.signature(public)
        elif inspect.isclass(public):
            if not issubclass(public, (list, dict, Exception)):
                found[name] = inspect.signature(public)
            for part, member in inspect.getmembers_static(public):
                function = getattr(member, "__func__", member)
                ours = getattr(function, "__module__", None) or ""
                if (
                    inspect.isfunction(function)
                    and not part.startswith("_")
                    and ours[:9] == "twoplayer"
                ):
                    found[f"{name}.{part}"] = inspect.signature(function)
        elif inspect.ismodule(public):
            found |= {
                f"{name}.{part}": inspect.signature(getattr(public, part))
                for part in public.__all__
            }
    assert len(found) > 300
    return found


def test_a_signature_says_what_is_taken():
    hiding = {
        name
        for name, signature in signatures().items()
        if any(each.kind in MORE for each in signature.parameters.values())
    }
    assert hiding == {*TAKES_MORE}


def test_a_score_to_beat_is_named():
    """It stands beside rolls, which are numbers as well, and is of the first player if missing."""
    asked = {
        name: signature.parameters["score_to_beat"].kind
        for name, signature in signatures().items()
        if "score_to_beat" in signature.parameters
        and not dataclasses.is_dataclass(OFFERED.get(name))
    }
    assert len(asked) > 10
    others = {name for name in asked if asked[name] is not inspect.Parameter.KEYWORD_ONLY}
    assert others == {"Strategy.policy"}, "it is for the solver, and takes no roll"


IN_A_POSITION = ("at", "value", "optimal_dice", "moves", "optimal_moves", "options")


@pytest.mark.parametrize(
    "name",
    [
        *(f"Solution.{part}" for part in (*IN_A_POSITION, "play", "policy")),
        *(f"RollByRoll.{part}" for part in IN_A_POSITION),
        *("Seats.play", "Secret.differences", "Secret.faced", "Payoff.of_value"),
        *("check", "check_table", "match", "card", "simulate", "transcript"),
        *("prism", "annotated_graph", "plot.dag"),
    ],
)
def test_a_wrong_call_says_what_is_taken_where_some_goes_by_its_name(name):
    every, short = signatures()[name].parameters.values(), name.rpartition(".")[2]
    by_name = next(each.name for each in every if each.kind is each.KEYWORD_ONLY)
    with pytest.raises(TypeError, match=rf"; takes {short}\(.*\*, {by_name}=.*goes by its name$"):
        PUBLIC[name](*[None] * 20)


def test_an_error_inside_of_a_call_stays_as_it_is():
    with pytest.raises(TypeError, match=r"^unhashable type: 'list'$"), watching(lambda _: {[1]}):
        twoplayer.match(SMALL.replace(immediate_clack=False), 2)


@pytest.mark.parametrize(
    "name",
    [
        "Solution",
        "PlayerTurn",
        "OnePlayer",
        "Restarts",
        "SharedBox",
        "RollByRoll",
        "SeatTurn",
        "SecretTurn",
    ],
)
def test_what_is_asked_in_a_position_says_what_it_takes(name):
    parameters = {
        part: list(signatures()[f"{name}.{part}"].parameters)[1:] for part in IN_A_POSITION
    }
    tiles, more = {
        "Solution": (["open_tiles"], ["score_to_beat"]),
        "RollByRoll": (["open_first", "open_second"], ["to_roll", "out"]),
    }.get(name, (["open_tiles"], []))
    before, after = [*tiles, *more], [*tiles, "roll", *more]
    assert list(parameters.values()) == [*[before] * 3, *[after] * 3]


# Numbers


def numbers_in(value):
    """Yield every exact number in a result of a method."""
    if isinstance(value, (Fraction, sympy.Rational)):
        yield value
    elif isinstance(value, dict):
        yield from (n for each in value.values() for n in numbers_in(each))
    elif isinstance(value, (tuple, list)):
        yield from (n for each in value for n in numbers_in(each))


ASKED = {
    "Solution": lambda s: [s.first_player_ev, s.second_player_values, s.outcomes, s.value()],
    "PlayerTurn": lambda t: (
        *(
            t.value(),
            t.values(),
            t.moves((1, 2), 3),
            t.optimal_moves((1, 2), 3),
            t.ending_value((1,)),
        ),
        *(t.options((1, 2), 3), t.options((1, 2)), list(t.policy())[:3]),
        *(t.at((1, 2)).value(), t.at((1, 2)).moves(3), t.at((1, 2)).options()),
    ),
    "OnePlayer": lambda t: [t.value(), t.score_chances(), t.exceptions()],
    "Restarts": lambda t: [t.value(), t.spread()],
    "EVByPayout": lambda ev: [ev(1), ev.lines, ev.breakpoints],
    "StrategyValue": lambda v: (
        *(v.expected_score, v.clack_chance, v.ev_against(v)),
        *(v.score_chances, v.second_player_values),
    ),
    "Matchup": lambda m: (
        *(m.first_player_ev, m.optimal_ev, m.first_costs, m.second_costs),
        *(m.first_costs_range, m.second_costs_range),
    ),
    "StrategyRange": lambda found: (
        *(found.expected_score, found.clack_chance, found.ev_as_first, found.ev_as_second),
    ),
    "RuleOfThumbSearch": lambda found: [found.best["clack"].value, found.best["score"].cost],
    "Estimate": lambda e: [e.exact],
    "RollByRoll": lambda game: (
        *(game.first_player_ev, game.value((1, 2), (3,)), game.moves((1, 2), (3,), 3)),
        *(game.options((1, 2), (3,)), game.value((1, 2), (3,), out=2)),
        *(game.at((1, 2), (3,)).value(), game.at((1, 2), (3,), to_roll=1, out=2).optimal_moves(3)),
    ),
    "SharedBox": lambda box: (
        *(box.first_player_ev, box.value((1, 2)), box.moves((1, 2), 3), box.options((1, 2))),
    ),
    "Card": lambda c: [c.ev, c.rule_ev, c.optimum, c.cost, c.chances, c.lines],
    "EVByTie": lambda ev: [ev(1), ev.lines, ev.breakpoints],
    "Replayed": lambda game: [game.first_player_ev],
    "Seats": lambda t: [*t.evs, *t.wins, t.spread, t.tie_breaks_change],
    "SeatTurn": lambda t: [t.value(), t.moves((1, 2), 3), t.options((1, 2), 3)],
    "Match": lambda m: [m.first_player_ev, m.by_rounds],
    "Effect": lambda e: [e.mean, e.mean_size, e.least, e.most, e.changes],
    "Mending": lambda m: [m.first_player_ev, m.mends[3].first_player_ev],
    "Mend": lambda m: [m.first_player_ev],
    "Luck": lambda luck: [luck.first_turn, luck.second_turn_share, luck.rolls, luck.mean_rolls],
    "Review": lambda r: [r.ev, r.result, r.luck, r.own_mistakes, r.other_mistakes],
}


@pytest.mark.parametrize("name", ASKED)
def test_numbers_are_rationals_and_fractions_where_these_are_asked_for(name):
    [result] = [r for r in results() if type(r).__name__ == name][:1]
    shown = list(numbers_in(ASKED[name](result)))
    quick = list(numbers_in(ASKED[name](result.fractions)))
    assert shown
    assert all(isinstance(number, sympy.Rational) for number in shown)
    assert all(type(number) is Fraction for number in quick)
    assert [Fraction(int(n.p), int(n.q)) for n in shown] == quick
    assert result.fractions == result


def test_no_type_says_rational_where_a_result_may_keep_fractions():
    """Parameters may: what is taken is a `sympy.Rational` as well."""
    wrong = []
    for name, each in OFFERED.items():
        if inspect.isclass(each) and issubclass(each, (ExactResult, Position, Option)):
            fields = (vars(base).get("__annotations__", {}) for base in each.__mro__)
            types = {part: said for some in fields for part, said in some.items()}
            for part, member in inspect.getmembers_static(each):
                function = getattr(member, "fget", member)
                if inspect.isfunction(function):
                    types[part] = function.__annotations__.get("return", "")
            said_so = [part for part in types if re.search(r"\bRational\b", str(types[part]))]
            wrong += [f"{name}.{part}" for part in said_so]
    assert wrong == []


def test_fairness_has_the_numbers_of_its_solution():
    solution = twoplayer.solve(SMALL)
    shown, quick = solution.fairness(), solution.fractions.fairness()
    assert isinstance(shown.side_payment + shown.variance, sympy.Rational)
    assert type(quick.side_payment + quick.variance) is Fraction
    assert shown.games == quick.games


# What takes a variant


def parameters():
    """The names of the parameters of every public function."""
    functions = {name: each for name, each in OFFERED.items() if inspect.isfunction(each)}
    return {name: list(inspect.signature(each).parameters) for name, each in functions.items()}


TAKE_A_VARIANT = {
    "solve": (),
    "roll_by_roll": (),
    "shared_box": (),
    "secret": (),
    "looking": (),
    "state_graph": (),
    "annotated_graph": (),
    "one_player": (),
    "foresight": (),
    "restarts": ("1/2",),
    "best_response": ("random",),
    "exploitability": ("random", "largest-first"),
    "winning_sequences": (),
    "coverable_sets": (),
    "bounds": (),
    "certificate": (),
    "ev_by_payout": (0, 1),
    "ev_by_tie": (),
    "replayed": (),
    "plan_evening": (),
    "prism": (),
    "seats": (3,),
    "fair_payouts": (0, 1),
    "strategy_value": ("random",),
    "strategy_values": (),
    "strategy_range": ("random",),
    "matchup": (),
    "search_rules_of_thumb": (),
    "simulate": (10, 1),
    "transcript": (1,),
    "match": (2,),
    "mend": (),
    "card": (),
}


@pytest.mark.few(12)
@pytest.mark.parametrize("name", TAKE_A_VARIANT)
def test_what_takes_a_variant_takes_its_name_and_its_file(name, tmp_path):
    function, more = OFFERED[name], TAKE_A_VARIANT[name]
    path = tmp_path / "small.toml"
    path.write_text('summary = "Small"\nsource = "Us"\ntiles = 3\n')
    from_variant, from_path = function(Variant(tiles=3), *more), function(path, *more)
    same = [function(str(path), *more)]
    if name in ("state_graph", "annotated_graph"):
        same, from_path, from_variant = [], set(from_path.edges), set(from_variant.edges)
    assert from_path == from_variant
    assert same in ([], [from_variant])
    several = [(1,)] * (name != "seats")  # there a list has the rules of every seat
    for wrong in (b"classic", *several, None, 9):
        with pytest.raises(InputError, match=r"^variant: got "):
            function(wrong, *more)
    with pytest.raises(kinds.RulesError, match="got 16 games, of sixteen; takes one: "):
        function("sixteen", *more)


def test_the_list_of_what_takes_a_variant_is_whole():
    first = {name: next(iter(found), "") for name, found in parameters().items()}
    new = (
        "test_api: no arguments for {}, which takes a variant: add what it takes behind that, or "
        "nothing, to TAKE_A_VARIANT in tests/test_api.py"
    )
    # An environment is played, and equals no other: tests/environments has its names and files.
    among = first.keys() - {"table_env"}
    found = [name for name in first if name in among and first[name] == "variant"]
    assert lacking(found, TAKE_A_VARIANT, new) == ""


def test_a_family_is_solved_by_its_name():
    assert twoplayer.solve_all("sixteen") == twoplayer.solve_all(twoplayer.variants("sixteen"))
    mixed = twoplayer.solve_all(["classic", Variant(tiles=3), "sixteen"])
    assert len(mixed) == 18


# Progress


TELLS_PROGRESS = {
    "roll_by_roll": [(SMALL,)],
    "bounds": [(SMALL,)],
    "card": [(SMALL, "first"), (SMALL, "second")],
    "certificate": [(SMALL,)],
    "effects": [([Variant(tiles=2), Variant(tiles=3)],)],
    "ev_by_payout": [(SMALL, 0, 4)],
    "ev_by_tie": [(SMALL,)],
    "fair_payouts": [(SMALL, 0, 4), (Variant(tiles=3, ties="first"), 1, None)],
    "matchup": [(SMALL,)],
    "mend": [(Variant(tiles=2),), (Variant(tiles=2, scoring="shut"),)],
    "plan_evening": [(SMALL,), (SMALL, (), Variant(tiles=3, immediate_clack=True))],
    "prism": [(SMALL,)],
    "match": [
        (Variant(tiles=2), None, 5),
        (Variant(tiles=3, ties="first"), 3, None, "loser"),
        (Variant(tiles=3), 3, None, "same", True),
    ],
    "search_rules_of_thumb": [(Variant(tiles=2),)],
    "report": [(SMALL,)],
    "seats": [(SMALL, 4)],
    "simulate": [(SMALL, 11, 1)],
    "solve_all": [([SMALL, SMALL, Variant(tiles=3)],)],
    "strategy_value": [(SMALL, "random")],
    "strategy_values": [(SMALL,)],
}
WORKS = [
    *(partial(OFFERED[n], *each) for n, some in TELLS_PROGRESS.items() for each in some),
    *(partial(twoplayer.card, Variant(tiles=5), lines=lines) for lines in (0, 1, 1000)),
    partial(twoplayer.match, Variant(tiles=3), wins=3),
    twoplayer.solve(SMALL).fairness,
    twoplayer.seats(SMALL, 4).solve_chances,
    twoplayer.seats(SMALL, 4).solve_other_way,
    *[partial(twoplayer.solve(SMALL).play().options, (1, 2), None)] * 2,
    *[partial(twoplayer.solve(SMALL).play(score_to_beat=3).options, (1, 2), 3)] * 2,
    partial(twoplayer.one_player(SMALL).options, (1, 2), None),
    lambda: evs_by_order(games_of([Variant(tiles=3), Variant(tiles=12, scoring="shut")])),
]
WHOLE = [
    partial(twoplayer.card, Variant(tiles=5), lines=1),
    *(partial(twoplayer.mend, Variant(tiles=2, scoring=scoring)) for scoring in ("sum", "shut")),
    *(partial(twoplayer.simulate, Variant(tiles=n), 11, 1) for n in (3, 4)),
    partial(twoplayer.strategy.search_rules_of_thumb, Variant(tiles=2)),
    partial(twoplayer.strategy_value, SMALL, "largest-first"),
    partial(twoplayer.fair_payouts, SMALL, 0, 4),
    partial(twoplayer.solve_all, [SMALL, Variant(tiles=3)]),
]
"""What says itself how much each part of it is, to the end."""


@pytest.mark.few(19)
@pytest.mark.parametrize("work", WORKS)
def test_the_share_done_never_falls_and_ends_at_one(work):
    shares = []
    with watching(shares.append):
        work()
    assert shares == sorted(shares)
    assert shares[0] >= 0
    assert shares[-1] == 1


@pytest.mark.few(12)
@pytest.mark.parametrize("work", [*WORKS, *WHOLE])
def test_the_parts_of_a_work_are_not_more_than_all_of_it(work):
    assert fsum(parts_of(work)) <= 1 + 1e-12


@pytest.mark.parametrize("work", WHOLE)
def test_the_parts_of_a_work_are_all_of_it(work):
    assert fsum(parts_of(work)) == pytest.approx(1, rel=1e-12)


def test_what_watches_has_to_be_called():
    with pytest.raises(InputError, match=r"^progress: got 5; takes a function"), watching(5):
        pass


# Wrong types


SOLVED = twoplayer.solve(SMALL)


@pytest.mark.parametrize(
    ("call", "parameter"),
    [
        (lambda: twoplayer.variants(9), "name"),
        (lambda: twoplayer.variant.family(b"classic"), "name"),
        (lambda: twoplayer.solve_all(5), "variants"),
        (lambda: twoplayer.solve_all(Variant()), "variants"),
        (lambda: twoplayer.solve_all(range(10**12)), "variants"),
        (lambda: twoplayer.solve_all([SMALL], executor=5), "executor"),
        (lambda: twoplayer.solve_all([SMALL], results=5), "results"),
        (lambda: Variant(tiles=np.array([[1, 2]])), "tiles"),
        (lambda: Variant(tiles=range(10**12)), "tiles"),
        (lambda: Variant(tiles=np.array(3.0)), "tiles"),
        (lambda: Variant(dice=2), "dice"),
        (lambda: SOLVED.play(score_to_beat=10**5000), "score_to_beat"),
        (lambda: SOLVED.value((10**5000,)), "open_tiles"),
        (lambda: SOLVED.moves((1, 2), 10**5000), "roll"),
        (lambda: twoplayer.fair_payouts(SMALL, 0, 10**5000), "high"),
        (lambda: twoplayer.strategy.restarts(SMALL, 10**5000), "discount"),
        (lambda: twoplayer.solve(10**5000), "variant"),
        (lambda: SOLVED.play(score_to_beat=[1]), "score_to_beat"),
        (lambda: twoplayer.roll_by_roll(SMALL).value(5, (1,)), "open_first"),
        (lambda: twoplayer.roll_by_roll(SMALL).value((1,), range(10**12)), "open_second"),
        (lambda: twoplayer.roll_by_roll(SMALL).value((1,), (1,), to_roll=1.0), "to_roll"),
        (lambda: twoplayer.roll_by_roll(SMALL).value((1,), (1,), to_roll=1, out=10**5000), "out"),
        (lambda: twoplayer.shared_box(SMALL).value(5), "open_tiles"),
        (lambda: SOLVED.play(score_to_beat=2.0), "score_to_beat"),
        (lambda: SOLVED.play(score_to_beat="2"), "score_to_beat"),
        (lambda: SOLVED.value(range(10**12)), "open_tiles"),
        (lambda: SOLVED.value(5), "open_tiles"),
        (lambda: SOLVED.play().options(range(10**12)), "open_tiles"),
        (lambda: SOLVED.moves((1, 2), range(10**12)), "roll"),
        (lambda: SOLVED.moves((1, 2), None), "roll"),
        (lambda: twoplayer.one_player(SMALL, ["score"]), "aim"),
        (lambda: twoplayer.strategy.restarts(SMALL, np.array([1, 2])), "discount"),
        (lambda: twoplayer.fair_payouts(SMALL, 0, np.array([1, 2])), "high"),
        (lambda: twoplayer.fair_payouts(SMALL, [0], 2), "low"),
        (lambda: twoplayer.ev_by_payout(SMALL, 0, 4)([1]), "payout"),
        (lambda: twoplayer.game.ev_by_tie(SMALL, [0], 2), "low"),
        (lambda: twoplayer.game.ev_by_tie(SMALL, 0, np.array([1, 2])), "high"),
        (lambda: twoplayer.game.ev_by_tie(SMALL)([1]), "tie"),
        (lambda: twoplayer.evening.replayed(SMALL, ["same"]), "starts"),
        (lambda: twoplayer.evening.replayed(SMALL, "same", 1), "double"),
        (lambda: twoplayer.match(Variant(), wins=10**5000), "wins"),
        (lambda: twoplayer.evening.looking(SMALL, told=5), "told"),
        (lambda: twoplayer.evening.looking(SMALL, told="clack"), "told"),
        (lambda: twoplayer.secret(SMALL).sure_of({0: 0.5}), "score_chances"),
        (lambda: twoplayer.seats(SMALL, 3, ["highest-pays"]), "pays"),
        (lambda: twoplayer.strategy_value(SMALL, ["random"]), "strategy"),
        (lambda: twoplayer.strategy_value(SMALL, "random").ev_against("random"), "other"),
        (lambda: twoplayer.simulate(SMALL, 10.5, 1), "games"),
        (lambda: twoplayer.simulate(SMALL, 10, 1.5), "seed"),
        (lambda: twoplayer.simulate(SMALL, 10, 1, first_strategy=5), "first_strategy"),
        (lambda: twoplayer.strategy.transcript(SMALL, None), "seed"),
        (lambda: twoplayer.strategy.winning_sequences(SMALL, 5), "open_tiles"),
        (lambda: twoplayer.Play(5), "variant"),
        (lambda: twoplayer.Play.of(SMALL, 5), "text"),
        (lambda: twoplayer.Play(SMALL).roll(10**5000), "roll"),
        (lambda: twoplayer.Play(SMALL).roll(*range(10**6)), "roll"),
        (lambda: twoplayer.Play(SMALL).cover(10**5000), "cover"),
        (lambda: twoplayer.Play(SMALL).review("first"), "seat"),
        (lambda: twoplayer.plot.chances("classic"), "play"),
        (lambda: twoplayer.match(Variant(), 10**5000), "rounds"),
        (lambda: twoplayer.match(Variant(), to=10**5000), "to"),
        (lambda: twoplayer.match(Variant(), 5, starts=["same"]), "starts"),
        (lambda: twoplayer.mend(SMALL, np.array([1, 2])), "changes"),
        (lambda: twoplayer.mend(Variant(tiles=1, dice="1d2"), executor=5), "executor"),
        (lambda: twoplayer.mend(SMALL, 1, 5), "keep"),
        (lambda: twoplayer.effects(5), "variants"),
        (lambda: twoplayer.effects(range(10**12)), "variants"),
    ],
)
def test_a_wrong_type_is_an_error_that_names_the_parameter(call, parameter):
    with pytest.raises(InputError, match=rf"^{parameter}: got "):
        call()


def test_several_whole_numbers_may_come_as_an_array():
    assert Variant(tiles=np.array([1, 2, 5])) == Variant(tiles="1-2,5")
    assert SOLVED.value(np.array([1, 2])) == SOLVED.value((1, 2))


def test_numbers_and_flags_of_numpy_are_as_pythons_own():
    twice, of_numpy = (twoplayer.evening.replayed(SMALL, double=yes) for yes in (True, np.True_))
    assert of_numpy == twice
    two, of_numpy = (twoplayer.plan_evening(SMALL, players=many) for many in (3, np.int64(3)))
    assert of_numpy.to_records() == two.to_records()
    position = SOLVED.play().at((1, 2))
    assert position.rolls(np.int64(1)) == position.rolls(1)


def test_a_full_disk_is_not_a_faulty_rule_set():
    assert not issubclass(twoplayer.errors.FileError, twoplayer.errors.RulesError)
    assert issubclass(twoplayer.errors.FileError, twoplayer.errors.FaultsError)
