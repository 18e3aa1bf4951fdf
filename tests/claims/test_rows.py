"""Whose game a row of a table is of, and what it claims: rules, names, headings, faults."""

from fractions import Fraction

import pytest
from narrowed import narrowed

from twoplayer import check, check_table, solve, variants
from twoplayer.claims import rows
from twoplayer.errors import FileError

CLASSIC = "-668351559599495/166583718925369344"


def faults(table, **given):
    with pytest.raises(FileError) as caught:
        check_table(table, **given)
    return tuple(map(str, caught.value.faults))


def right(table, **given):
    return [verdict.right for verdict in check_table(table, **given)]


def test_a_registered_name_gives_the_rules_that_a_row_leaves_out():
    table = "name,first_player_ev_percent\nclassic,-0.4012\nten,-0.3775\nclack-at-once,0.1071\n"
    assert right(table) == [True] * 3
    assert right("name,tiles,ev\nten,1-10,-0.3775 %\n") == [True]


@pytest.mark.parametrize("heading", ["name", "game", "Variant", "rules", "House rule"])
def test_a_name_may_stand_below_any_of_these_headings(heading):
    [verdict] = check_table(f"{heading},EV (%)\nten,-0.3775\n")
    assert (verdict.variant.tiles[-1], verdict.right) == (10, True)


@pytest.mark.parametrize(
    ("row", "rule", "there"),
    [
        ("classic,2,push", "clack_payout: got '2'", "1"),
        ("thai,1,second", "ties: got 'second'", "push"),
        ("sixteen,3,push", "clack_payout: got '3'", "1 or 2"),
    ],
)
def test_a_rule_that_contradicts_the_name_is_a_fault_of_the_row(row, rule, there):
    [fault] = faults(f"name,clack_payout,ties,ev\n{row},0\n")
    name = row.split(",")[0]
    assert fault == f"table: line 2: {rule}, which contradicts {name}, where it is {there}"


def test_a_family_takes_the_rules_that_say_which_of_its_members_is_meant():
    rules = "name,one_die,clack_payout,immediate_clack"
    assert right(f"{rules},EV (%)\nsixteen,sum <= 6,2,yes,1.5767\n") == [True]
    [fault] = faults(f"{rules},EV (%)\nsixteen,sum <= 6,2,,1.5767\n")
    assert fault.endswith("which is 2 games; takes the rules in which they differ: immediate_clack")


def test_an_unknown_name_is_no_verdict_where_rules_are_missing():
    [fault] = faults("name,clack_payout,ev\nour pub,2,-0.4012 %\n")
    assert "name: got 'our pub', which says nothing of the rules" in fault


def test_an_unknown_name_is_a_label_where_every_rule_has_a_column():
    rules = {**variants("ten")[0].rules(), "clack_payout": "1"}
    assert right([{"name": "our pub", **rules, "ev": "-0.3775 %"}]) == [True]
    assert right("name;not as in the classic game;EV\nour pub;tiles 1-10;-0,3775 %\n") == [True]


def test_a_name_may_be_the_rules_in_a_few_words():
    table = 'game,EV (%)\n"tiles 1-10",-0.3775\nthe classic game,-0.4012\nimmediate clack,0.1071\n'
    assert right(table) == [True] * 3
    assert right('game,EV (%)\n"sixteen (immediate clack, one die never, clack payout 1)",0.1071\n')


def test_a_file_gives_what_its_row_leaves_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pub.toml").write_text("tiles = 10\n")
    assert right("rules,ev\npub.toml,-0.3775 %\n") == [True]
    [fault] = faults("rules,ev\nother.toml,-0.3775 %\n")
    assert "other.toml: no such file" in fault


def test_a_row_without_name_and_rules_is_of_the_classic_game():
    assert right(f"first_player_ev\n{CLASSIC}\n") == [True]


def test_the_second_players_rules_stand_in_columns_of_their_own():
    [verdict] = check_table("tiles,second_tiles,ev\n9,8,1\n")
    assert verdict.second_variant.tiles == tuple(range(1, 9))
    by_name = check_table("name,second_name,ev\nclassic,ten,1\n")[0]
    assert by_name.second_variant.tiles == tuple(range(1, 11))
    assert by_name.exact == solve("classic", second="ten").first_player_ev


def test_a_second_player_with_a_name_plays_for_the_stakes_of_the_first():
    [verdict] = check_table("name,second_name,ev\nclack-pays-double,thai,1\n")
    assert [each.clack_payout for each in (verdict.variant, verdict.second_variant)] == [2, 2]


def test_columns_claim_what_they_are_called():
    table = (
        "EV,P(win),tie (%),second_wins_percent,clack,expected score,foresight\n"
        "-0.4012 %,47.738 %,4.1228,48.1392,7.1432 %,11.1575,8.81 %\n"
    )
    verdicts = check_table(table)
    found = [verdict.of for verdict in verdicts]
    assert found == ["ev", "first_wins", "tie", "second_wins", "clack", "score", "foresight"]
    assert verdicts.right


def test_both_forms_of_one_number_have_to_be_right():
    heads = "first_player_ev,first_player_ev_percent"
    assert right(f"{heads}\n{CLASSIC},-0.4012\n") == [True]
    assert right(f"{heads}\n{CLASSIC},-0.4013\n") == [False]
    assert right(f"{heads}\n1/3,-0.4012\n") == [False]


def test_a_value_is_against_the_score_beside_it():
    worth = "-19853369/1632586752"
    table = f"first_player_score,second_player_value\n10,{worth}\n11,{worth}\n"
    assert right(table) == [True, False]
    assert right("claim\n-0.0122\n", of="value", score_to_beat=10) == [True]


def test_strategies_stand_beside_what_they_are_worth():
    table = (
        "first,second,first_player_ev_percent\n"
        "largest-first,optimal,-3.9785\n"
        "optimal,optimal,-0.4012\n"
    )
    assert right(table) == [True, True]
    one = "strategy,expected_score,clack_chance_percent\nlargest-first,11.6069,6.7583\n"
    assert right(one) == [True, True]


def test_of_one_player_who_plays_for_the_game_the_chance_to_clack_is_not_the_best():
    [verdict] = check_table("strategy,clack_chance\noptimal,7.1156 %\n")
    assert verdict.right
    assert check_table("clack_chance\n7.1156 %\n")[0].right is False


def test_code_that_a_table_names_is_not_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text("open('ran', 'w')\n")
    verdicts = check_table("strategy,clack_chance\nevil.py:g,1\nlargest-first,6.7583 %\n")
    assert [verdict.right for verdict in verdicts] == [True]
    assert verdicts.passed == (
        "1 row is passed over, as 'evil.py:g' is code, which no table may run.",
    )
    assert "as 'evil.py:g' is code, which no table may run" in faults("name,ev\nevil.py:g,0\n")[0]
    assert not (tmp_path / "ran").exists()


def test_rows_that_claim_something_else_are_passed_over_and_counted():
    table = "players,first_player_ev_percent\n2,-0.4012\n3,1\n3,2\n"
    verdicts = check_table(table)
    assert [verdict.line for verdict in verdicts] == [2]
    assert verdicts.passed == (
        "2 rows are passed over, as their players says that they are of something else.",
    )
    [fault] = faults("players,first_player_ev_percent\n3,1\n")
    assert fault.startswith("table: no claim that can be checked: 1 row is passed over")


def test_a_seat_says_whose_ev_it_is():
    assert right("players,seat,ev_percent\n2,1,-0.4012\n2,2,0.4012\n2,2,-0.4012\n") == [
        True,
        True,
        False,
    ]


def test_semicolons_go_with_decimal_commas():
    assert right("name;EV (%);clack\nclassic;-0,4012;0,0714\n") == [True, True]


@pytest.mark.parametrize(
    "date", ["04-Sep", "Sep 4", "2026-09-04", "2026-09-04 00:00:00", "4.9.2026"]
)
def test_tiles_that_a_spreadsheet_has_made_a_date_are_told_as_such(date):
    [fault] = faults(f"tiles,ev\n{date},0\n")
    assert f"tiles: got {date!r}, a date, which a spreadsheet has made of it" in fault


def test_faults_of_one_kind_are_told_once_with_their_count():
    [fault] = faults("tiles,ev\n" + "x,0\n" * 500)
    assert fault.startswith("table: line 2: tiles: got 'x', 'x' is neither a tile nor a range")
    assert fault.endswith(", and 499 more rows like it")


def test_one_wrong_row_is_found_among_many():
    table = "tiles,ev (%)\n" + "9,-0.4012\n" * 300 + "9,-0.4013\n" + "10,-0.3775\n" * 300
    verdicts = check_table(table)
    assert [verdict.line for verdict in verdicts if not verdict.right] == [302]
    assert verdicts.note == "600 of 601 rows are right."


def test_an_unknown_heading_is_told_with_the_known_one_that_is_nearest():
    assert faults("one dye,ev\nnever,0\n") == (
        "table: 'one dye': an unknown heading; did you mean one_die?",
    )
    [fault] = faults("pub,landlord,tiles,ev\nours,me,9,0\n")
    said = "table: 'pub', 'landlord': unknown headings; `twoplayer help claim` says what a table"
    assert fault == f"{said} may have"
    [fault] = faults(",".join(f"qq{n}" for n in range(99)) + ",ev\n" + ",".join("0" * 100) + "\n")
    assert fault.startswith("table: 'qq0', 'qq1', 'qq2' and 96 more: unknown headings")


def test_what_claims_nothing_may_stand_beside_a_claim():
    assert right("name,ev,source,note\nclassic,-0.4012 %,a blog,by hand\n") == [True]


def test_a_table_that_claims_nothing_is_a_fault():
    assert faults("tiles\n9\n")[0].startswith("table: no column claims anything; takes one such as")
    [fault] = faults("tiles,ev\n9,\n")
    assert fault == (
        "table: no claim that can be checked: 1 row is passed over, as no number is claimed there."
    )
    verdicts = check_table("game,clack (%)\nclassic,7.14\nten,\n")
    assert (verdicts.right, verdicts.passed) == (
        True,
        ("1 row is passed over, as no number is claimed there.",),
    )


def test_whose_chance_a_row_tells_is_not_taken_for_the_first_players():
    verdicts = check_table("player,P(win)\nfirst,47.7%\nsecond,48.1%\n")
    assert [verdict.line for verdict in verdicts] == [2]
    assert verdicts.right


def test_a_column_called_claim_is_of_the_quantity_that_is_given():
    assert right("name,claim\nclassic,7.1432 %\n", of="clack") == [True]
    assert right("name,of,claim\nclassic,clack,7.1432 %\nclassic,score,11.16\n") == [True, True]


def test_what_has_no_value_in_a_game_is_a_fault_of_its_line():
    [fault] = faults("first_player_score,second_player_value\n46,0\n")
    assert fault.startswith("table: line 2: score_to_beat: got 46, where the second")
    assert fault.endswith("takes a score of the first player, 0 to 45")


def test_a_game_that_is_too_large_is_a_fault_of_its_line():
    [fault] = faults("tiles,dice,first_player_ev\n9,2d6,1/3\n24,6d6,1/3\n")
    assert fault.startswith("table: line 3: tiles: 24 of them can be covered")


@pytest.mark.dear
def test_a_table_has_so_many_rows_and_no_more():
    assert faults("tiles,ev\n" + "9,0\n" * 50_001) == (
        "table: more than 50,000 rows; takes several tables",
    )


def test_records_have_so_many_rows_and_no_more():
    with narrowed(rows, MOST_ROWS=2):
        assert right([{"tiles": 4, "clack": "1"}] * 2) == [False, False]
        assert faults([{"tiles": 4, "clack": "1"}] * 3) == (
            "table: more than 2 rows; takes several tables",
        )


def test_a_data_frame_and_records_are_tables():
    records = [{"name": "classic", "ev": Fraction(CLASSIC)}, {"name": "ten", "ev": -0.00377538}]
    assert right(records) == [True, True]
    pandas = pytest.importorskip("pandas")
    assert right(pandas.DataFrame({"tiles": [9, 10], "clack": [0.07143, None]})[:1]) == [True]


def test_what_is_no_table_is_refused():
    for given in (3, ["a"], None):
        with pytest.raises(ValueError, match="takes a path, the text of a table"):
            check_table(given)


def test_a_name_with_rules_behind_it_is_the_game_in_which_they_were_replaced():
    table = 'name,ev\n"classic (tiles 1-10)",-0.3775 %\n"ten (tiles 1-9)",-0.4012 %\n'
    assert right(table) == [True, True]
    [verdict] = check_table('name,ev\n"thai (tiles 1-4)",0\n')
    assert (verdict.variant.moves, verdict.variant.tiles) == ("one-tile", (1, 2, 3, 4))


def test_a_row_of_a_name_alone_beside_rows_with_rules_is_no_classic_game():
    rules = ",".join(variants("classic")[0].rules())
    table = f"name,{rules},ev\nours,1-9,,,,,,,,,,,,-0.4012 %\ntenn,,,,,,,,,,,,,-0.4012 %\n"
    [fault] = faults(table)
    assert fault.startswith("table: line 3: name: got 'tenn', which says nothing of the rules")


def test_the_second_seat_has_the_second_players_chances():
    assert right("seat,P(win)\n1,47.738%\n2,48.139%\n2,47.738%\n") == [True, True, False]


def test_values_of_numpy_and_pandas_are_read_as_their_numbers():
    numpy = pytest.importorskip("numpy")
    ev = numpy.float64(-0.004012)
    assert check(ev).right
    assert right([{"tiles": numpy.arange(1, 10), "ev": ev}]) == [True]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"name": ["classic", "ten"], "ev": ["-0.4012%", "-0.3775%"]})
    assert right(frame.set_index("name")) == [True, True]
    assert right([{"tiles": 9.0, "clack": pandas.NA, "ev": "-0.4012 %"}]) == [True]


def test_figures_that_are_not_checked_are_named():
    verdicts = check_table("name,EV,wins,simulated\nclassic,-0.4012%,99%,99%\n")
    assert verdicts.passed == ("Not checked: the columns 'wins' and 'simulated'.",)
    assert check_table("name,win\nclassic,47.738%\n").passed == ()
    [said] = check_table("name,EV\nclassic,-0.4012%\n", of="clack").passed
    assert said.startswith("No column is called `claim`")


def test_rows_of_json_on_one_line_are_counted_one_by_one():
    rows = '[{"ev": "-0.4012%"}, {"ev": "1%"}, {"ev": "2%"}]\n'
    assert check_table(rows).note == "1 of 3 rows are right."
