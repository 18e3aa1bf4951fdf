"""Which rows of a table are wanted, and in what order."""

import csv
import io
from fractions import Fraction

import pytest
from conftest import output, run
from narrowed import narrowed

from twoplayer import solve_all
from twoplayer.cli.command import FORMATS
from twoplayer.show.answer import Answer
from twoplayer.tables import Column, Table
from twoplayer.turn import dag


@pytest.mark.parametrize("said", ["fair", "fair\n", "it is\nfair", "fair\n\n"])
def test_one_line_break_ends_an_answer_whatever_its_text_ends_with(said):
    answer = Answer(Table([Column("said")], [{"said": said}]), lambda exact: said)
    assert answer.write("text") == f"{said.rstrip()}\n"
    assert answer.of_play("luck", "optimal").write("text").endswith("fair\n")


@pytest.mark.parametrize("format", FORMATS)
def test_one_line_break_ends_rows_in_every_format(format):
    text = Answer(Table([Column("said")], [{"said": "fair"}])).write(format)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_an_empty_cell_at_the_end_of_a_row_stays():
    columns = Column("said"), Column("why")
    answer = Answer(Table(columns, [{"said": "fair", "why": None}]))
    assert answer.write("tsv") == "said\twhy\nfair\t\n"


def rows(line):
    result = run(f"{line} --format csv")
    assert result.exit_code == 0, result.stderr
    return list(csv.DictReader(io.StringIO(result.stdout)))


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """The command of a table that is solved once, and all its rows."""
    kept = tmp_path_factory.mktemp("table") / "results.db"
    command = f"table tiles --tiles 4 --tiles 5 --tiles 10 --results {kept}"
    return command, rows(command)


@pytest.mark.parametrize(
    ("where", "holds"),
    [
        ("clack_payout=2.0", lambda r: r["clack_payout"] == "2"),
        ("clack-payout = 4/2", lambda r: r["clack_payout"] == "2"),
        ("clack_payout<2", lambda r: r["clack_payout"] == "1"),
        ("tiles=5", lambda r: r["tiles"] == "1-5"),
        ("tiles!=4", lambda r: r["tiles"] != "1-4"),
        ("one_die=max<=6", lambda r: r["one_die"] == "max <= 6"),
        ("immediate_clack==yes", lambda r: r["immediate_clack"] == "true"),
        ("favoured=first", lambda r: Fraction(r["first_player_ev"]) > 0),
        ("first_player_ev_percent<=.1", lambda r: float(r["first_player_ev_percent"]) <= 0.1),
        ("first_player_ev>1/1000", lambda r: Fraction(r["first_player_ev"]) > Fraction(1, 1000)),
        ("ev>0", lambda r: Fraction(r["first_player_ev"]) > 0),
        ("EV > 0.1%", lambda r: Fraction(r["first_player_ev"]) > Fraction(1, 1000)),
        ("EV (%) > 0.1", lambda r: float(r["first_player_ev_percent"]) > 0.1),
        ("player 1 EV (%) > 0.1%", lambda r: float(r["first_player_ev_percent"]) > 0.1),
        ("player 1 EV (%) > 0.1", lambda r: float(r["first_player_ev_percent"]) > 0.1),
        ("First-Player-EV-Percent > 0.1%", lambda r: float(r["first_player_ev_percent"]) > 0.1),
        ("Clack pays=2", lambda r: r["clack_payout"] == "2"),
        ("name=tiles", lambda r: True),
        ("name!=tiles", lambda r: False),
        (
            "name=tiles (tiles 1-5, one die never, clack payout 2, immediate clack)",
            lambda r: (
                (r["tiles"], r["one_die"], r["clack_payout"], r["immediate_clack"])
                == ("1-5", "never", "2", "true")
            ),
        ),
        ("max_tiles=none", lambda r: True),
        ("max_tiles<=9", lambda r: False),
    ],
)
def test_a_row_is_shown_where_the_condition_holds(table, where, holds):
    command, every = table
    assert rows(f"{command} --where '{where}'") == [row for row in every if holds(row)]


def test_all_conditions_must_hold_then_rows_are_sorted_and_cut(table):
    command, every = table
    found = rows(
        f"{command} --where tiles=4 --where favoured=first --sort=-first_player_ev --top 3"
    )
    wanted = [r for r in every if r["tiles"] == "1-4" and r["favoured"] == "first"]
    wanted.sort(key=lambda r: -Fraction(r["first_player_ev"]))
    assert found == wanted[:3]
    assert [r["tiles"] for r in rows(f"{command} --sort tiles")] == sorted(
        (r["tiles"] for r in every), key=["1-4", "1-5", "1-10"].index
    )


@pytest.mark.parametrize("sort", ["EV", "ev", "first_player_ev_percent", "'player 1 EV (%)'"])
def test_rows_are_sorted_by_what_people_call_a_column(table, sort):
    command, every = table
    found = rows(f"{command} --sort {sort}")
    assert found == sorted(every, key=lambda row: Fraction(row["first_player_ev"]))


def test_games_to_notice_can_be_asked_for_as_they_are_headed():
    [row] = rows("fair --tiles 4 --sort 'games to notice' --where 'Games to notice > 1000000'")
    assert int(row["games"]) == 1369153242
    assert rows("fair --tiles 4 --where 'games to notice < 1000000'") == []


def test_only_games_with_such_rules_are_solved():
    """So one that is too large to be solved is in nobody's way."""
    line = "table --tiles 4 --tiles 24 --scoring digits"
    assert "24 tiles by 'digits'" in run(line).stderr
    [row] = rows(f"{line} --where tiles=1-4 --where favoured=second")
    assert row["tiles"] == "1-4"


@pytest.mark.parametrize("rule", ["--max-tiles 1", "--weights 1,1,1,1,1,2"])
def test_what_is_absent_comes_first_whether_numbers_or_texts_follow(rule):
    flag, value = rule.split()
    name = flag.removeprefix("--").replace("-", "_")
    command = f"table --tiles 2 {rule} {flag} none --sort"
    assert [row[name] for row in rows(f"{command} {name}")] == ["", value]
    assert [row[name] for row in rows(f"{command} -{name}")] == [value, ""]


@pytest.mark.dear
def test_chances_are_more_results_to_choose_by():
    found = rows("table sixteen --chances --where 'games>=300000' --sort=-side_payment")
    fair = {s.variant: s.fairness() for s in solve_all("sixteen")}
    wanted = sorted((f for f in fair.values() if f.games >= 300_000), key=lambda f: -f.side_payment)
    assert [row["side_payment"] for row in found] == [str(f.side_payment) for f in wanted]
    assert 0 < len(found) < 16


@pytest.mark.dear
def test_games_between_people_can_be_chosen_by_what_their_play_costs():
    command = "table sixteen --tiles 6 --first largest-first"
    every = rows(command)
    sizes = [abs(Fraction(row["first_player_ev"])) for row in every]
    assert sizes == sorted(sizes)
    assert rows(f"{command} --where first_costs=0") == []
    dear = [row for row in every if Fraction(row["first_costs"]) > Fraction(1, 10)]
    assert 0 < len(dear) < len(every)
    by_cost = sorted(dear, key=lambda row: -Fraction(row["first_costs"]))
    assert rows(f"{command} --where 'first_costs>0.1' --sort=-first_costs") == by_cost


@pytest.mark.few(3)
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "command", ["table sixteen", "table sixteen --chances", "fair", "table sixteen --first random"]
)
def test_that_nothing_is_left_is_a_result(command, format):
    text = output(f"{command} --where ties=first --format {format}")
    shown = dict.fromkeys(("text", "markdown", "html"), "no rows")
    shown |= {"latex": "% no rows", "json": "[]", "jsonl": ""}
    if format in ("csv", "tsv"):
        headings, *rows = output(f"{command} --format {format}").splitlines()
        assert text.splitlines() == [headings]
        assert rows
    else:
        assert text.strip() == shown[format]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            "--where ties=fist",
            "--where: ties: got 'fist', unknown; takes push (nobody wins) | first | second",
        ),
        ("--where favoured=us", "--where: favoured: got 'us'; takes first | second | nobody"),
        ("--where pub=ours", "--where: got 'pub', an unknown column; takes name, tiles, dice"),
        ("--where ties", "--where: got 'ties'; takes a rule or a result, a sign"),
        ("--where 'ties<push'", "--where: got 'ties<push', of what has no order; takes = or !="),
        (
            "--where first_player_ev=1e",
            "--where: got '1e', not an exact number; takes a number for first_player_ev",
        ),
        ("--sort games", "--sort: got 'games', which needs --chances; takes name, tiles"),
        ("--top 0", "--top: got 0; takes a whole number, 1 or more"),
    ],
)
def test_what_cannot_be_read_says_what_is_taken(options, said):
    result = run(f"table sixteen {options}")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {said}")


def test_what_is_absent_is_none_and_neither_more_nor_less():
    """In a game that is exactly fair there is no number of games to notice."""
    command = "table --tiles 3 --tiles 4 --chances"
    every = rows(command)
    absent, number = ([r for r in every if (r["games"] == "") == none] for none in (True, False))
    assert (len(absent), len(number)) == (1, 1)
    assert rows(f"{command} --where games=none") == absent
    for condition in ("games>0", "games!=none", "games>=1", f"games={number[0]['games']}"):
        assert rows(f"{command} --where '{condition}'") == number
    assert rows(f"{command} --where games!=1") == every


@pytest.mark.dear
def test_the_rows_of_one_game_are_chosen_as_those_of_many():
    [row] = rows("fair --tiles 5 --payouts 0: --where 'clack_payout_low>30'")
    assert (row["clack_payout_low"], row["clack_payout_high"]) == ("71/2", "")
    assert [row["score"] for row in rows("play --for score --chances --where 'score<=2'")] == [
        *("0", "1", "2")
    ]
    words = output("fair --values --sort first_player_score --top 2").splitlines()
    assert len(words) == 2 + 2 + words[0].count("\n")


@pytest.mark.parametrize(
    "named", ["first_player_ev>0", "ev>0", "EV > 0", "first-player-ev>0", "Player 1 EV > 0"]
)
def test_a_column_is_named_as_in_csv_or_as_above_the_table_in_any_case(table, named):
    command, every = table
    wanted = [row for row in every if Fraction(row["first_player_ev"]) > 0]
    assert rows(f"{command} --where '{named}'") == wanted
    name = named.partition(">")[0].strip()
    assert rows(f"{command} --sort '-{name}' --top 1") == rows(f"{command} --sort=-EV --top 1")


@pytest.mark.parametrize(
    ("where", "meant"),
    [
        ("ev>1", "ev>1%"),
        ("first_player_ev < -0.3", "first_player_ev<-0.3%"),
        ("ev>99", None),
        ("ev<-0.3%", None),
        ("ev_percent<-0.3", None),
        ("ties=first", None),
    ],
)
def test_a_condition_that_would_hold_in_percent_says_so(where, meant):
    said = run(f"table --where '{where}'").stderr
    assert said == (
        f"{where.replace(' ', '')} is in stakes, or a chance; in percent it is '{meant}'.\n"
        if meant
        else ""
    )


def test_a_file_whose_format_is_not_what_its_ending_says_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = run("table --tiles 3 -o it.json --format csv").stderr.splitlines()
    assert said == ["Wrote it.json.", "It is csv, as --format says, though .json is json."]
    assert run("table --tiles 3 -o it.csv --format csv").stderr == "Wrote it.csv.\n"
    assert run("table --tiles 3 -o it.out --format csv").stderr == "Wrote it.out.\n"


@pytest.mark.parametrize(
    "line",
    [
        *("table --where colour=red", "table --chances --sort colour", "mend --sort colour"),
        *("table --first random --where colour=red", "table --effects --sort colour"),
        *("simulate --top 0", "strategies --where x", "play --all -o policy.xls"),
    ],
)
@narrowed(dag, MOST_MEMORY=0)
def test_what_cannot_be_is_refused_before_any_work(line):
    """Where there is no room for any table, this is said first."""
    result = run(f"{line} --tiles 1,5,11")
    assert result.exit_code == 2
    assert "tables" not in result.stderr
