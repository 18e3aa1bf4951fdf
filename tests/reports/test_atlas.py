"""The report on the atlas."""

import csv
import io
from fractions import Fraction

import pytest
from conftest import ROOT

from making import families
from making.rows import rows_of
from twoplayer import variants
from twoplayer.exact import parse_exact
from twoplayer.many.results import Entry


def test_the_atlas_has_every_combination():
    members = variants("atlas")
    assert len(members) == len(set(members)) == 1134
    assert len({v.turn_rules for v in members}) == 3 * 7


@pytest.fixture(scope="module")
def written():
    return (ROOT / "reports" / "atlas.csv").read_text("utf-8")


def test_the_report_holds_every_member_the_fairest_first(written):
    rows = list(csv.DictReader(io.StringIO(written)))
    evs = [abs(parse_exact(row["first_player_ev"])) for row in rows]
    assert len(rows) == 1134
    assert evs == sorted(evs)


@pytest.mark.dear
def test_a_check_computes_a_sample_and_takes_the_rest_as_it_is(written, tmp_path):
    asked, nobodys = [], Fraction(1, 7)

    def solved(wanted):
        asked.extend(wanted)
        return dict.fromkeys(wanted, nobodys)

    (tmp_path / "atlas.csv").write_text(written)
    evs = families.atlas_evs(tmp_path, solved)
    assert len(asked) == len(set(asked)) == 30
    assert {len({getattr(v, field) for v in asked}) for field in ("tiles", "scoring", "ties")} == {
        3
    }
    assert len(evs) == 1134
    assert set(asked) == {variant for variant, ev in evs.items() if ev == nobodys}

    asked.clear()
    lines = written.splitlines(keepends=True)
    (tmp_path / "atlas.csv").write_text("".join(lines[:-3]) + "nonsense\n")
    families.atlas_evs(tmp_path, solved)
    assert 30 < len(set(asked)) <= 33


@pytest.mark.dear
@pytest.mark.parametrize(
    ("wrong", "computed"), [pytest.param(0, 30, marks=pytest.mark.dear), (1, 1134)]
)
def test_games_to_notice_are_tried_by_a_sample_and_then_taken(written, tmp_path, wrong, computed):
    rows = {
        row.variant: Entry(row.variant, row.first_player_ev, row.games)
        for row in rows_of(families.ATLAS, written)
    }
    evs = {variant: rows[variant].first_player_ev for variant in variants("atlas")}
    asked = []

    def counted(entries):
        asked.extend(entries)
        known = [rows[entry.variant] for entry in entries]
        return [row._replace(games=row.games + wrong) for row in known]

    (tmp_path / "atlas.csv").write_text(written)
    found = families.atlas_games(evs, tmp_path, counted)
    assert len(asked) == len(set(asked)) == computed
    assert found == [rows[v]._replace(games=rows[v].games + wrong) for v in evs]


def test_rows_of_other_games_are_left_out(written, tmp_path):
    (tmp_path / "atlas.csv").write_text(written.replace("atlas,1-9,", "atlas,1-8,", 3))
    evs = families.atlas_evs(tmp_path, lambda wanted: dict.fromkeys(wanted, Fraction(1)))
    assert set(evs) == set(variants("atlas"))


def test_the_findings_are_those_of_the_rows(written):
    """Every finding, counted again from the table in the simplest way."""
    rows = list(csv.DictReader(io.StringIO(written)))
    page = (ROOT / "reports" / "atlas.md").read_text("utf-8")
    fields = ("tiles", "one_die", "scoring", "clack_payout", "immediate_clack", "ties")
    ev = {tuple(r[f] for f in fields): Fraction(r["first_player_ev"]) for r in rows}
    assert len(ev) == 1134
    second, first = (sum(sign * e > 0 for e in ev.values()) for sign in (-1, 1))
    assert f"favoured in {second} games, the first in {first}." in page
    assert "Of the 1,134 games not one is exactly fair" in page
    assert all(ev.values())

    def sizes(field, before, after):
        place = fields.index(field)
        for rules, value in ev.items():
            if rules[place] == before:
                yield ev[(*rules[:place], after, *rules[place + 1 :])] - value

    changes = list(sizes("scoring", "sum", "count"))
    size = float(100 * sum(map(abs, changes)) / len(changes))
    assert f"scoring `count` instead of `sum`: it moves the expected value by {size:.4f} %" in page
    changes = list(sizes("immediate_clack", "false", "true"))
    average, most = (float(100 * x) for x in (sum(changes) / len(changes), max(changes)))
    assert min(changes) == 0
    assert f"{average:+.4f} % on average, at least 0.0000 % and at most {most:.4f} %" in page
    for condition in ("sum <= 6", "max <= 6"):
        differ = sum(change != 0 for change in sizes("one_die", condition, f"forced {condition}"))
        assert f"at `{condition}` in {differ} of 162 games" in page
    one_sided = {e < 0 for rules, e in ev.items() if "digits" in rules or rules[-1] == "second"}
    assert one_sided == {True}
    assert "With scoring digits or with ties second it is the second" in page
