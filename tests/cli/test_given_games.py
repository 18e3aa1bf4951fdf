"""A game is given in one way: a name, a file, stdin or code; for both, for one, or for a seat."""

import csv
import io
import json
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import output, run
from offered import OFFERED

import twoplayer
from twoplayer import InputError, Variant, load, matchup, plan_evening, seats, solve, strategy_value
from twoplayer.web.link import link_to

CODE = """
from twoplayer import Box, Variant

print("this is no data")


class Products(Box):
    def covers(self, open_tiles, roll):
        product = roll[0] * roll[-1]
        return [*super().covers(open_tiles, roll), *[{product}] * (product in open_tiles)]


class LastRoll:
    highest_wins = True
    start = 3, 0

    def choices(self, state):
        return ["die"] if state[0] else []

    def rolls(self, choice):
        return dict.fromkeys(range(1, 7), 1)

    def moves(self, state, roll):
        return {(state[0] - 1, roll), (0, roll)}

    def score(self, state):
        return state[1]


class Failing(LastRoll):
    def score(self, state):
        raise OSError("no score")


def timid(open_tiles, roll):
    total = sum(roll)
    return open_tiles if sum(open_tiles) == total else (total,)


def four_will_do(open_tiles, roll):
    return (0 if roll > 3 else open_tiles[0] - 1, roll)


products, last, failing = Products(Variant(tiles=4)), LastRoll(), Failing()
"""
CHILD = Variant(tiles="2-3", dice="1d6")
FOUR = Variant(tiles=4)


@pytest.fixture(autouse=True)
def beside_games(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(CODE)
    Path("child.toml").write_text('tiles = "2-3"\ndice = "1d6"\n')
    return tmp_path


def data(line, **options):
    result = run(f"{line} --format json", **options)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def rows(line):
    result = run(f"{line} --format csv")
    assert result.exit_code == 0, result.stderr
    return list(csv.DictReader(io.StringIO(result.stdout)))


def exactly(row, name="first_player_ev"):
    number = row[name]
    return Fraction(number["exact"] if isinstance(number, dict) else number)


def ev(*games):
    return solve(*games).fractions.first_player_ev


# On stdin


@pytest.mark.parametrize("line", ["fair -", "-", "table -"])
def test_rules_come_from_stdin(line):
    found = data(line, input='tiles = "2-3"\ndice = "1d6"\n')
    [found] = found if isinstance(found, list) else [found]
    assert (found["name"], exactly(found)) == ("stdin", ev(CHILD))


def test_what_is_wrong_on_stdin_is_told_as_of_a_file():
    result = run("fair -", input="tiles = 0\n")
    assert (result.exit_code, result.stderr[:21]) == (3, "Error: stdin: tiles: ")


def test_where_nothing_comes_no_game_is_meant():
    result = run("fair -", input="\n")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == "Error: stdin: nothing came; takes a rule file\n"


@pytest.mark.parametrize(
    "line",
    [
        "fair - --second-rules -",
        "table - -",
        "check 1/3 - --second-rules -",
        "evening --players 3 --seat-rules 2=- --seat-rules 3=-",
        "play - --review -",
        "fair - --first mine.py:timid --second-rules -",
    ],
)
def test_stdin_stands_for_one_thing(line):
    result = run(line, input="tiles = 4\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "- is stdin, which is read once" in result.stderr


# As code


@pytest.mark.parametrize("first", ["", "fair "])
def test_a_game_as_code_is_solved(first):
    from_python = solve(load("mine.py:last")).fractions.first_player_ev
    assert exactly(data(f"{first}mine.py:last")) == from_python == Fraction(-215, 3888)
    result = run(f"{first}mine.py:last --values --luck")
    assert "\nrules                mine.py:last\n" in result.stdout
    assert "this is no data" in result.stderr


def test_a_game_as_code_may_be_one_players():
    line = "fair --tiles 4 --second-rules mine.py:products"
    assert exactly(data(line)) == ev(FOUR, load("mine.py:products"))
    assert "second's rules       mine.py:products" in run(line).stdout
    assert exactly(data("fair mine.py:products --second-rules child.toml")) == ev(
        load("mine.py:products"), CHILD
    )


@pytest.mark.dear
def test_a_game_as_code_is_checked_simulated_and_played_all_evening():
    products = load("mine.py:products")
    value = ev(products)
    assert run(f"check {value} mine.py:products").exit_code == 0
    assert run(f"check {value + 1} mine.py:products").exit_code == 1
    line = "simulate --games 200 --seed 3 mine.py:products"
    assert exactly(data(line)["estimates"][0], "exact") == value
    table = seats(products, 3).fractions
    line = "evening mine.py:products --players 3"
    assert [exactly(seat, "ev") for seat in data(line)["seats"]] == [*table.evs]
    plan = plan_evening(products).fractions
    ways = data("evening mine.py:products")["ways"]
    assert [way["how"] for way in ways] == [way.how for way in plan.ways]
    said = run("evening mine.py:products --rounds 1 --exact").stdout
    assert f"first player's EV  {value} stakes" in said
    assert str(value) in output_of("evening mine.py:products --orders --told score --exact")


def output_of(line, **options):
    result = run(line, **options)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_a_game_as_code_is_played_by_a_strategy_as_code():
    line = "fair mine.py:last --first mine.py:four_will_do"
    value = strategy_value(load("mine.py:last"), load("mine.py:four_will_do")).fractions
    assert exactly(data(line)) == value.first_player_ev
    assert f"{value.first_player_ev} stakes" in " ".join(output_of(line).split())
    result = run("fair mine.py:last --second largest-first")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "where largest-first looks at tiles; takes a Variant" in result.stderr


@pytest.mark.parametrize(
    "line",
    [
        *("table {}", "mend {}", "rules {}", "play {}"),
        *("evening {} --orders", "write page {} -o x.html", "write proof {} -o x.json"),
        *("write plot ranking {} -o x.svg", "write card --second-rules {} -o x.html"),
        *("check 0 {} --results x.db", "simulate {} --transcript", "mend --second-rules {}"),
        "play --second-rules {}",
    ],
)
def test_what_cannot_be_said_of_a_game_as_code_is_refused_with_what_can(line):
    result = run(line.format("mine.py:products"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert (
        "a game as code goes with fair, check, simulate, strategies, and evening" in result.stderr
    )
    assert not [*Path().glob("x.*")]


def test_what_cannot_be_written_of_a_game_as_code_is_refused_before_what_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "segno", None)  # as if it were not installed
    for kind in ("card", "page"):
        result = run(f"write {kind} mine.py:products -o x.html")
        assert result.exit_code == 2
        assert "GAME: got mine.py:products; takes rules; a game as code" in result.stderr
    assert "this needs segno" in run("write card -o x.html").stderr


@pytest.mark.parametrize("name", ["mend", "card", "certificate", "foresight", "Box", "bounds"])
def test_where_tiles_are_asked_about_a_game_as_code_is_refused_in_python_with_what_can(name):
    said = "got 'mine.py:products', where tiles are asked about; takes a .* goes with solve"
    with pytest.raises(InputError, match=said):
        OFFERED[name]("mine.py:products")


@pytest.mark.parametrize(
    ("game", "code", "said"),
    [
        ("mine.py", 2, "a game as code is mine.py:NAME"),
        ("mine.py:nope", 2, "GAME: got 'mine.py:nope'; takes mine.py:products | mine.py:last"),
        ("mine.py:timid", 2, "takes mine.py:products | mine.py:last"),
        ("mine.py:last --tiles 4", 2, "mine.py:last has the rules in it; give no others"),
        ("mine.py:failing", 3, "mine.py: raised OSError('no score') when failing was asked"),
        ("gone.py:last", 3, "gone.py: no such file"),
        ("classic --second-rules gone.py:last", 3, "--second-rules: gone.py: no such file"),
        ("classic --second-rules mine.py:nope", 2, "--second-rules: GAME: got 'mine.py:nope'"),
    ],
)
def test_a_game_as_code_that_there_is_not(game, code, said):
    result = run(f"fair {game}")
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr


def test_a_class_is_a_game_that_is_made_of_nothing():
    assert exactly(data("fair mine.py:LastRoll")) == exactly(data("fair mine.py:last"))


def test_a_name_without_choices_and_rolls_is_a_strategy():
    [row] = [
        r for r in rows("strategies --tiles 2 mine.py:timid") if r["strategy"] == "mine.py:timid"
    ]
    value = strategy_value(Variant(tiles=2), load("mine.py:timid")).fractions
    assert exactly(row) == value.first_player_ev


def test_strategies_are_valued_in_a_game_as_code():
    found = twoplayer.strategy_values(load("mine.py:products"))
    evs = {name: value.fractions.first_player_ev for name, value in found.items()}
    line = "strategies mine.py:products"
    assert {row["strategy"]: exactly(row) for row in rows(line)} == evs
    [row] = [r for r in rows("strategies mine.py:last mine.py:four_will_do") if "four" in str(r)]
    value = strategy_value(load("mine.py:last"), load("mine.py:four_will_do")).fractions
    assert exactly(row) == value.first_player_ev


# The second player's own


def test_every_row_of_a_table_is_against_the_same():
    for row in rows("table --tiles 3 --tiles 4 --clack-payout 2 --second-rules child.toml"):
        first, second = (
            Variant(tiles=row["tiles"], clack_payout=2),
            CHILD.replace(clack_payout=2),
        )
        assert exactly(row) == ev(first, second)
        assert row["second_tiles"] == "2-3"


def test_what_her_rules_do_not_say_of_the_stakes_is_as_in_each_row():
    found = rows("table --tiles 4 --ties push --ties first --second-rules child.toml")
    assert {row["ties"] for row in found} == {row["second_ties"] for row in found} >= {"first"}
    Path("her.toml").write_text('tiles = "2-3"\nties = "push"\n')
    result = run("table classic ties-to-first --second-rules her.toml")
    assert "ties-to-first is left out. ties: got 'push', for the second player" in result.stderr
    assert run("table ties-to-first --second-rules her.toml").exit_code == 2


def test_a_table_of_chances_or_of_people_has_her_rules():
    [row] = rows("table classic --tiles 4 --chances --second-rules child.toml")
    outcomes = solve(FOUR, CHILD).fractions.outcomes
    assert exactly(row, "second_wins") == outcomes.second_wins
    [row] = rows("table classic --tiles 4 --second random --second-rules child.toml")
    assert exactly(row) == matchup(FOUR, second_strategy="random", second=CHILD).first_player_ev


def test_a_game_is_mended_for_two_with_rules_of_their_own():
    result = run("mend --tiles 4 --second-rules child.toml --format csv")
    mending = twoplayer.mend(FOUR, second=CHILD)
    found = csv.DictReader(io.StringIO(result.stdout))
    assert [row["changed"] for row in found] == ["+".join(m.changed) for m in mending.mends]
    assert "one box for both is left out: it is a mend by equal rules alone" in result.stderr
    assert "roll by roll is left out" not in result.stderr
    said = run("mend --tiles 4 --second-rules child.toml").stdout
    assert "second's rules    child (tiles 2-3, dice 1d6)" in said
    assert "difference of the scores" not in said


def test_a_claim_is_checked_by_her_rules():
    value = ev(FOUR, CHILD)
    Path("her.toml").write_text("tiles = 8\n")
    assert run(f"check {value} --tiles 4 --second-rules child.toml").exit_code == 0
    assert run(f"check {float(value):.2f} --tiles 4 --second-rules child.toml").exit_code == 0
    assert run(f"check {float(value):.2f} --tiles 4").exit_code == 1
    result = run("check x.csv --second-rules her.toml")
    assert result.exit_code in (2, 3)
    Path("x.csv").write_text(f"tiles,first_player_ev\n9,{value}\n")
    assert (
        "x.csv has the rules in it; give no others"
        in run("check x.csv --second-rules her.toml").stderr
    )


def test_strategies_are_valued_against_her_rules():
    for row in rows("strategies --tiles 4 --second-rules child.toml"):
        value = strategy_value(FOUR, row["strategy"], CHILD).fractions
        assert exactly(row) == value.first_player_ev
        assert exactly(row, "second_player_ev") == value.second_player_ev


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "line",
    [
        *("play", "play --roll 3", "play --all", "strategies", "strategies --matchups"),
        *("simulate --games 9", "simulate --transcript", "play --players 2 --seat 1"),
    ],
)
def test_what_to_do_and_what_it_is_worth_says_whose_rules_are_meant(line):
    said = output_of(f"{line} --tiles 4 --second-rules child.toml")
    whose = "rules          your rules (tiles 1-4)\nsecond's rules child (tiles 2-3, dice 1d6)\n\n"
    assert said.startswith(whose)
    assert "'s rules" not in output_of(f"{line} --tiles 4")


def test_programs_get_the_rules_of_both():
    for line in ("play --roll 3", "strategies", "simulate --games 9"):
        both = data(f"{line} --tiles 4 --second-rules child.toml")
        assert both["second_variant"] == {
            **plain(CHILD),
            "clack_payout": {"exact": "1", "approx": 1.0},
        }
        assert "second_variant" not in data(f"{line} --tiles 4")


def test_a_review_says_whose_rules_are_meant():
    line = "play --tiles 4 --review - --second-rules child.toml"
    assert "\nsecond's rules   child (tiles 2-3" in output_of(line, input="1+1: 2, 6+6: -\n")


def test_several_players_are_told_by_their_seats():
    said = output_of("play --tiles 4 --players 3 --seat 1 --seat-rules 3=child.toml")
    assert "\nseat 3 child (tiles 2-3, dice 1d6)\n\nYou play" in said


def test_titles_say_whose_rules_are_meant():
    assert str(seats([FOUR, FOUR, "child.toml"])).startswith(
        "3 players: 4 tiles, 1 to 4; seat 3 child"
    )
    plan = plan_evening(FOUR, players=(), second="child.toml")
    assert str(plan).startswith("An evening: 4 tiles, 1 to 4; second's rules child")
    both = twoplayer.strategy_values(FOUR, second="child.toml")
    assert "second's rules child" in str(both["random"])


def test_a_proof_and_a_card_are_by_both_rules():
    assert run("write proof --tiles 4 --second-rules child.toml -o both.json").exit_code == 0
    assert "every equation holds" in output("check both.json")
    assert str(ev(FOUR, CHILD)) in Path("both.json").read_text()
    pytest.importorskip("jinja2")
    assert run("write card --tiles 4 --seat 2 --second-rules child.toml -o her.html").exit_code == 0
    made, page = twoplayer.card(FOUR, "second", second=CHILD), Path("her.html").read_text()
    assert str(made.optimum) in page
    assert "child: a card for the second player" in page


@pytest.mark.dear
def test_a_page_and_a_link_begin_with_both_rules():
    assert run("write page --tiles 4 --second-rules child.toml -o both.html").exit_code == 0
    data = re.search(r'id="data">(.*?)</script>', Path("both.html").read_text("utf-8"))[1]
    told = json.loads(data)
    assert (told["begin"], told["second"]) == (plain(FOUR), plain(CHILD))
    link = output("write page --link --tiles 4 --second-rules child.toml --address http://x")
    assert link == f"http://x#{link_to(FOUR, second=CHILD)}\n"


@pytest.mark.dear
@pytest.mark.parametrize("games", ["", "classic clack-at-once", "clack-at-once classic"])
def test_a_page_of_several_games_begins_with_the_first_of_them_and_both_rules(games):
    pytest.importorskip("jinja2")
    assert run(f"write page {games} --second-rules child.toml -o both.html").exit_code == 0
    data = re.search(r'id="data">(.*?)</script>', Path("both.html").read_text("utf-8"))[1]
    told = json.loads(data)
    pays = {name: told["begin"][name] for name in ("clack_payout", "immediate_clack")}
    assert told["second"] == plain(CHILD.replace(**pays))


def plain(variant):
    return json.loads(json.dumps(variant.rules()))


def test_rules_that_do_not_go_together_make_no_page():
    for what in ("-o x.html", "--link"):
        result = run(f"write page classic --second-rules missionary {what}")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "scoring" in result.stderr
    assert not Path("x.html").exists()


# Rules as in a link


def test_rules_are_given_as_in_a_link_to_the_page():
    rules = {"tiles": "1-3,5", "one_die": "sum <= 6", "clack_payout": "3/2"}
    link = link_to(Variant(**rules))
    typed = "tiles=1-3,5&one-die=sum <= 6&clack-payout=3/2"
    for given in (link, typed, f"https://example.org/box#{link}"):
        for line in (f"fair '{given}'", f"'{given}'"):
            assert exactly(data(line)) == ev(Variant(**rules))
    assert exactly(data(f"fair '{link}' --tiles 4")) == ev(Variant(**{**rules, "tiles": 4}))
    hers = ev(FOUR, Variant(tiles="1-3"))
    assert exactly(data("fair --tiles 4 --second-rules tiles=1-3")) == hers
    text = output("evening --tiles 4 --players 3 --seat-rules 3=tiles=1-3")
    assert "seat 3  your rules (tiles 1-3)" in text


# What an EV adds up from


PARTS = "the seat|the second's rules|the way to play"
"""What the EV adds up from, as it is said."""


def test_the_seat_the_seconds_rules_and_the_play_add_up_to_the_ev():
    line = "fair --tiles 4 --second random --second-rules child.toml"
    row = data(line)
    best = ev(FOUR, CHILD)
    value = matchup(FOUR, second_strategy="random", second=CHILD).fractions.first_player_ev
    parts = [exactly(row, name) for name in ("seat_ev", "rules_ev", "play_ev")]
    assert parts == [ev(FOUR), best - ev(FOUR), value - best]
    assert sum(parts) == exactly(row) == value
    said = run(f"{line} --exact").stdout.partition("The EV adds up from:\n\n")[2]
    parts_said = [each for each in said.splitlines() if each[:1] > " "]
    assert [re.match(PARTS, each)[0] for each in parts_said[:3]] == PARTS.split("|")
    assert all(f"exactly {part}" in " ".join(said.split()) for part in parts)


@pytest.mark.parametrize("tiles", [3, 4, 5])
def test_rounded_they_add_up_as_well(tiles):
    said = output(f"fair --tiles {tiles} --second random --second-rules child.toml")
    total = re.search(r"^in percent +(\S+) %", said, re.MULTILINE)[1]
    parts = re.findall(rf"^(?:{PARTS}) +(\S+) %", said, re.MULTILINE)
    assert len(parts) == 3
    assert sum(map(Fraction, parts)) == Fraction(total)


def test_by_the_same_rules_nothing_is_told_apart():
    line = "fair --tiles 4 --second random"
    assert "adds up" not in output(line)
    assert "seat_ev" not in data(line)


# An evening


def test_seats_are_valued_as_they_are_given():
    line = "evening --tiles 4 --players 4 --seat-rules 4=child.toml --seat-rules 2=mine.py:products"
    table = seats([FOUR, load("mine.py:products"), FOUR, CHILD]).fractions
    assert [exactly(row, "ev") for row in rows(line)] == [*table.evs]
    said = output_of(line)
    for seat, rules in {
        1: "your rules (tiles 1-4)",
        2: "mine.py:products",
        4: "child (tiles 2-3",
    }.items():
        assert f"seat {seat}  {rules}" in said


@pytest.mark.parametrize(
    ("line", "said", "row"),
    [
        ("--seat 1 --seat-rules 1=mine.py:products --open 2,3,4 --roll 1+3", "Cover 4", "4"),
        ("--seat 1 --seat-rules 1=mine.py:products --open 1,2,4 --roll 2+2", "Cover 4", "4"),
        ("--seat 1 --seat-rules 1=mine.py:products --open 1,2,4 --roll 2+1", "Cover 1+2", "1+2"),
        ("--seat 1 --seat-rules 1=mine.py:products --roll 6+5", "a score of 10.", "-"),
        ("--seat 2 --to-beat 3 --second-rules mine.py:products --open 3 --roll 3+1", "Cover 3", ""),
    ],
)
def test_with_an_own_covering_the_tiles_to_cover_are_told(line, said, row):
    text = output_of(f"play --tiles 4 --players 2 {line}")
    assert said in " ".join(text.split())
    assert f"\n{row}" in text.replace(" ", "")


def test_what_to_do_by_an_own_covering_is_worth_what_it_is_in_python():
    line = "play --tiles 4 --players 2 --seat 1 --seat-rules 1=mine.py:products"
    turn = seats([load("mine.py:products"), FOUR]).fractions.play(1)
    [row, *_] = json.loads(output_of(f"{line} --open 2,3,4 --roll 3+1 --format json"))["moves"]
    assert exactly(row, "value") == turn.options((2, 3, 4), (1, 3))[0].value
    assert row["cover"] == [[4]]
    before = output_of(f"{line} --open 2,3").splitlines()
    assert [each.split()[2] for each in before if each.split()[1:2] == ["1,2"]] == ["3"]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("1=mine.py:products --roll 8", "--roll: got 8; takes dice, such as 3+5"),
        ("1=mine.py:products --roll 7+1", "--roll: got (7, 1); takes dice, such as 3+5"),
        ("1=mine.py:last", "got mine.py:last; takes rules, or a Box, for the seat that asks"),
    ],
)
def test_a_seat_with_a_game_as_code_asks_in_its_dice_and_tiles(options, said):
    result = run(f"play --players 3 --seat 1 --seat-rules {options}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_the_best_and_the_worst_seat_of_who_has_own_rules_is_told():
    said = " ".join(output_of("evening --tiles 4 --players 3 --second-rules child.toml").split())
    evs = [
        seats([CHILD if seat == own else FOUR for seat in range(3)]).fractions.evs[own]
        for own in range(3)
    ]
    best, worst = evs.index(max(evs)), evs.index(min(evs))
    assert (
        f"Who has the rules of seat 2 is best off in seat {best + 1} "
        f"({100 * float(evs[best]):.2f} %), and worst off in seat {worst + 1} "
        f"({100 * float(evs[worst]):.2f} %)."
    ) in said
    assert "Who has" not in output("evening --tiles 4 --players 3")


def test_a_second_player_has_the_second_seat():
    line = "evening --tiles 4 --players 3 {} --format csv"
    same = [
        line.format(f"--{each}") for each in ("second-rules child.toml", "seat-rules 2=child.toml")
    ]
    assert output_of(same[0]) == output_of(same[1])
    play = "play --tiles 4 --players 3 --seat 2 --to-beat 3 --roll 3 --open 2,3 {} --format json"
    turn = seats([FOUR, CHILD, FOUR]).fractions.play(2, score_to_beat=3)
    [moves] = {
        output_of(play.format(f"--{each}"))
        for each in ("second-rules child.toml", "seat-rules 2=child.toml")
    }
    [best, *_] = json.loads(moves)["moves"]
    assert exactly(best, "value") == turn.options((2, 3), 3)[0].value
    assert "2 and 3 are open" in output_of(
        play.replace(" --open 2,3", "").format("--second-rules child.toml")
    )


@pytest.mark.parametrize("command", ["evening --players 3", "play --players 3 --seat 1"])
@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        ("--seat-rules 0=ten", 2, "--seat-rules: got 0; takes a whole number, 1 to 3"),
        ("--seat-rules 4=ten", 2, "--seat-rules: got 4; takes a whole number, 1 to 3"),
        ("--seat-rules 2=ten --seat-rules 2=ten", 2, "--seat-rules 2= is given twice"),
        ("--seat-rules 2=sixteen", 2, "--seat-rules: got 16 games, of sixteen; takes one"),
        ("--seat-rules ten", 2, "--seat-rules: got 'ten'; takes K=GAME"),
        ("--seat-rules 2=gone.toml", 3, "--seat-rules: gone.toml: no such file"),
        (
            "--seat-rules 3=ten --second-rules thai",
            2,
            "exclude each other; --seat-rules 2=GAME says the second player's rules\n",
        ),
        ("--second-rules sixteen", 2, "--second-rules: got 16 games, of sixteen; takes one"),
    ],
)
def test_seats_that_are_refused(command, options, code, said):
    result = run(f"{command} {options}")
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr


@pytest.mark.parametrize("command", ["evening", "play", "evening --rounds 2"])
def test_seats_are_of_several_players(command):
    result = run(f"{command} --seat-rules 2=ten")
    assert result.exit_code == 2
    assert "--seat-rules goes with --players" in result.stderr


def test_orders_that_have_a_meaning_are_valued_and_of_the_others_it_is_said_why():
    result = run("evening --orders --tiles 4 --second-rules child.toml --format csv")
    [row] = csv.DictReader(io.StringIO(result.stdout))
    assert exactly(row, "turns") == ev(FOUR, CHILD)
    rolls = twoplayer.roll_by_roll(FOUR, CHILD).fractions.first_player_ev
    hidden = twoplayer.secret(FOUR, second=CHILD).fractions.first_player_ev
    assert (exactly(row, "rolls"), exactly(row, "secret"), row["box"]) == (rolls, hidden, "")
    assert "one box for both is left out. Players who share a box take the same" in result.stderr


def test_a_match_and_what_is_told_are_by_both_rules():
    said = output_of("evening --tiles 4 --rounds 2 --exact --second-rules child.toml")
    match = twoplayer.match(FOUR, 2, exact=True, second=CHILD)
    assert f"first player's EV  {match.first_player_ev} stakes" in said
    assert "second's rules     child" in said
    found = data("evening --orders --told clack --tiles 4 --second-rules child.toml")["told"]
    assert exactly(found[0]) == twoplayer.secret(FOUR, "clack", CHILD).first_player_ev


def test_the_plan_is_that_of_python():
    result = run("evening --tiles 4 --second-rules child.toml --format json")
    plan = plan_evening(FOUR, second=CHILD).fractions
    found = json.loads(result.stdout)["ways"]
    assert [way["how"] for way in found] == [way.how for way in plan.ways]
    assert [exactly(way["gains"], "low") for way in found if way["players"] == 3] == [
        max(seats([FOUR, CHILD, FOUR]).fractions.evs)
    ]
    assert plan.fairest.how == json.loads(result.stdout)["fairest"]
    assert "One box for both is left out. Players who share a box" in result.stderr


def test_a_plan_has_as_many_players_as_are_wanted():
    plan = plan_evening(FOUR, players=5)
    assert [way.players for way in plan.ways if way.players > 2] == [5]
    assert plan.head_starts
    assert not plan_evening(FOUR, (), CHILD).head_starts
    with pytest.raises(twoplayer.InputError, match="players: got 9"):
        plan_evening(FOUR, 9)
