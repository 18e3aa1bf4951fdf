"""The card as a sheet: what it says, and that it fits on one."""

import re

import pytest
from conftest import ROOT, run, written

from twoplayer import Variant, card
from twoplayer.exact import fraction_text
from twoplayer.show import page as view
from twoplayer.show.page import render_card, room_for

pytest.importorskip("jinja2")

SHEETS = [
    (Variant(tiles=6), "first"),
    (Variant(tiles=6, one_die="always", immediate_clack=True, ties="second"), "second"),
    (Variant(tiles="1-5,12-14", dice="2d4"), "second"),
]


def text_of(made):
    tags = r"<style>.*</style>|<[^>]*>"
    return re.sub(r"\s+", " ", re.sub(tags, " ", render_card(made), flags=re.S))


@pytest.mark.parametrize(("variant", "player"), SHEETS, ids=str)
def test_every_exception_is_on_the_sheet_under_its_roll_and_move(variant, player):
    made = card(variant, player)
    sheet = render_card(made)
    groups = dict(re.findall(r"<section><h3>(.*?)</h3>(.*?)</section>", sheet, re.DOTALL))
    boxes = [
        (heading.removesuffix(", more"), re.sub(r"[^\d]+", " ", box).split())
        for heading, group in groups.items()
        for box in re.findall(r'class="box">(.*?)</span>', group)
    ]
    assert made.lines
    assert sorted(boxes) == sorted(
        (
            f"{' or '.join(map(str, line.rolls))}: cover {' + '.join(map(str, line.covers))}",
            [str(tile) for tile in line.open_tiles],
        )
        for line in made.lines
    )
    for exact in (made.ev, made.optimum, made.cost):
        assert fraction_text(exact) in sheet


def test_a_sheet_says_in_words_what_to_roll():
    said = {
        "Roll both dice.": {},
        "Roll the die.": {"dice": "1d6"},
        "Roll all 3 dice.": {"dice": "3d4"},
        "Roll one die wherever you may; else both dice.": {"one_die": "sum <= 3"},
        "Roll both dice; a single die must be rolled while": {"one_die": "forced max <= 2"},
    }
    for words, rules in said.items():
        assert words in text_of(card(Variant(tiles=4, **rules), lines=0)), rules
    assert re.search(
        r"Roll one die where you may and .* or less; else both dice\.",
        text_of(card(Variant(tiles=5, one_die="always"), lines=0)),
    )


def test_where_there_are_too_many_scores_it_says_which_are_shown(monkeypatch):
    made = card(Variant(tiles=5), "second", lines=0)
    assert "Score to beat, and by this card" in text_of(made)
    monkeypatch.setattr(view, "_MOST_CHANCES", 6)
    assert "Score to beat, every third one, and by this card" in text_of(made)
    scores = re.findall(r"<div><b>(\d+)</b>", render_card(made))
    assert [int(score) for score in scores] == list(made.chances)[::3]


def test_the_second_player_is_told_what_she_can_expect():
    made = card(Variant(tiles=5), "second", lines=2).fractions
    sheet = render_card(made)
    cells = re.findall(r"<div><b>(\d+)</b><br>(.*?)<br>(.*?)</div>", sheet)
    assert [int(score) for score, _, _ in cells] == list(made.chances)
    for (_, *shown), chances in zip(cells, made.chances.values(), strict=True):
        for text, chance in zip(shown, chances, strict=True):
            low = {"&lt;1": 0, "&gt;99": 99}.get(text)
            assert (
                (low < 100 * chance < low + 1)
                if low is not None
                else round(100 * chance) == int(text)
            )
    assert "you have won: how you go on makes no difference" in text_of(made)
    assert "you have won" not in text_of(card(Variant(tiles=3, clack_payout=2), "second"))
    assert "score to beat" not in text_of(card(Variant(tiles=3)))


def test_a_name_is_shown_and_not_done():
    assert "&lt;script&gt;" in render_card(card(Variant(tiles=2).called("<script>")))


@pytest.mark.dear
def test_the_sheet_is_full_and_prints_on_one_page_of_a5(tab):
    for name in ("card_first.html", "card_second.html"):
        tab.set_content((ROOT / "reports" / name).read_text("utf-8"))
        pdf = tab.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1, name
        tab.emulate_media(media="print")
        height = tab.evaluate("document.body.getBoundingClientRect().height") / 96 * 25.4
        tab.emulate_media(media="screen")
        assert 160 < height < 192, name


def test_the_command_writes_the_card(tmp_path):
    path = tmp_path / "card.html"
    assert written(f"write card --tiles 4 --seat 2 -o {path}") == f"Wrote {path}.\n"
    variant = Variant(tiles=4).called("your rules")
    made = card(variant, "second", lines=room_for(variant, "second"))
    assert path.read_text("utf-8") == render_card(made)
    assert "Rules: your rules (4 tiles, 1 to 4)." in path.read_text("utf-8")
    result = run(f"write card -o {tmp_path}/card.svg")
    assert result.exit_code == 2
    assert "takes a name that ends in .html" in result.stderr
    assert run(f"write card sixteen -o {path}").exit_code == 2
