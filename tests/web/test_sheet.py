"""The card to lay beside the box: what it says in front and on the back, and that both fit."""

import re
from html import unescape

import pytest
from conftest import ROOT, run, written
from narrowed import narrowed
from person import fits

from twoplayer import Variant, card, fair_payouts, solve, variants
from twoplayer.exact import fraction_text
from twoplayer.web import card_sheet as view
from twoplayer.web.card_sheet import DEAREST, render_card, render_wall, room_for
from twoplayer.web.link import link_to

pytest.importorskip("jinja2")

SHEETS = [
    (Variant(tiles=6), "first"),
    (Variant(tiles=6, one_die="always", immediate_clack=True, ties="second"), "second"),
    (Variant(tiles="1-5,12-14", dice="2d4"), "second"),
    (Variant(tiles=5, moves="one-tile"), "first"),
    (Variant(tiles=5, moves="one-tile"), "second"),
]
FRONT, BACK = r"<main.*?</main>", r'<section class="side back".*'
BOX = re.compile(
    r"<li>\s*(?:<span class=\"said\">Roll (?P<roll>.*?)\.</span>.*?)?"
    r'<span class="said">With (?P<open>.*?) open cover (?P<covers>.*?)(?:, to beat (?P<beat>.*?))?'
    r'\.</span><span class="tiles" aria-hidden="true">(?P<drawn>.*?)</span>',
    re.DOTALL,
)


def text_of(made):
    tags = r"<style>.*</style>|<[^>]*>"
    return re.sub(r"\s+", " ", re.sub(tags, " ", render_card(made), flags=re.S))


def side(sheet, which):
    [found] = re.findall(which, sheet, re.DOTALL)
    return found


def boxes(part, roll=None):
    """Read the exceptions that are drawn, and see that what is drawn is what is said."""
    for found in BOX.finditer(part):
        drawn = re.findall(r"<(i|b|s)>(\d*)</", found["drawn"])
        covered = [tile for how, tile in drawn if how == "b"]
        assert [tile for _, tile in drawn if tile] == found["open"].split(", ")
        assert covered == found["covers"].split(" + ")
        yield roll or found["roll"], found["open"], found["covers"], found["beat"]


def on_back(part):
    for tab, group in re.findall(r"<section><h3>(.*?)</h3><ul>(.*?)</ul>", part, re.DOTALL):
        said = re.search(r'class="said">(.*?)<', tab)
        yield from boxes(group, said[1] if said else tab)


def as_said(made, line):
    """Return what a card should say of an exception."""
    rolls = ["+".join(map(str, r)) if isinstance(r, tuple) else str(r) for r in line.rolls]
    open_tiles = ", ".join(map(str, line.open_tiles))
    return " or ".join(rolls), open_tiles, " + ".join(map(str, line.covers)), beaten(made, line)


def beaten(made, line):
    """Return against which scores an exception holds, where it is not all that can be left."""
    if line.scores is None:
        return None
    low, high = line.scores
    every = [score for score in made.chances if low <= score <= high]
    if every == list(made.chances):
        return None
    if every[0] == min(made.chances):
        return f"{high} or less"
    if every[-1] == max(made.chances):
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"


@pytest.mark.few(2)
@pytest.mark.parametrize(("variant", "player"), SHEETS, ids=str)
def test_in_front_are_the_dearest_and_on_the_back_all_others(variant, player):
    made = card(variant, player)
    sheet = render_card(made)
    front = list(boxes(side(sheet, FRONT)))
    back = list(on_back(side(sheet, BACK)))
    assert made.lines
    assert front == [as_said(made, line) for line in made.lines[:DEAREST]]
    assert sorted(back, key=str) == sorted(
        (as_said(made, line) for line in made.lines[DEAREST:]), key=str
    )
    for exact in (made.ev, made.optimum, made.cost):
        assert fraction_text(exact) in sheet


def test_a_roll_is_one_tab_in_each_column():
    made = card(Variant(tiles=7), lines=40)
    back = side(render_card(made), BACK)
    columns = re.split(r"<div>\n", side(back, r'<div class="others.*'))[1:]
    assert len(columns) == 2
    counts = [column.count("<li>") for column in columns]
    assert 0 <= counts[0] - counts[1] <= 1
    for column in columns:
        tabs = re.findall(r"<h3>(\d+)</h3>", column)
        assert tabs == sorted(set(tabs), key=int)


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


def rows_of(sheet, name):
    """Return the cells of the rows of a name, strip after strip."""
    rows = re.findall(rf'<tr><th scope="row">{name}</th>(.*?)</tr>', sheet)
    return [unescape(cell) for row in rows for cell in re.findall(r"<t[hd].*?>(.*?)</t", row)]


def test_where_there_are_too_many_scores_it_says_which_are_shown():
    made = card(Variant(tiles=5), "second", lines=0)
    assert "your chances in percent " in text_of(made)
    with narrowed(view, MOST_IN_A_STRIP=10):
        assert "your chances in percent, every third one " in text_of(made)
        scores = rows_of(render_card(made), "to beat")
    assert [int(score) for score in scores] == list(made.chances)[::3]


def test_the_second_player_is_told_what_she_can_expect():
    made = card(Variant(tiles=5), "second", lines=2).fractions
    sheet = render_card(made)
    assert [int(score) for score in rows_of(sheet, "to beat")] == list(made.chances)
    for name, chances in zip(
        ("you win", "tie"), zip(*made.chances.values(), strict=True), strict=True
    ):
        for text, chance in zip(rows_of(sheet, name), chances, strict=True):
            low = {"<1": 0, ">99": 99}.get(text)
            assert (
                (low < 100 * chance < low + 1)
                if low is not None
                else round(100 * chance) == int(text)
            )
    assert "you have won: how you go on makes no difference" in text_of(made)
    assert "you have won" not in text_of(card(Variant(tiles=3, clack_payout=2), "second"))
    assert "score to beat" not in text_of(card(Variant(tiles=3)))


def test_names_are_shown_and_not_done():
    sheet = render_card(card(Variant(tiles=2).called("<script>")))
    assert "<h1>&lt;script&gt;</h1>" in sheet
    assert "<h1>&lt;b&gt;</h1>" in render_card(card(Variant(tiles=2)), "<b>")


def test_a_camera_finds_the_page_with_these_rules():
    from segno import make

    variant = Variant(tiles=4, one_die="sum <= 6")
    made, address = card(variant), "https://example.org/box?a=1&b"
    sheet = render_card(made, address=address)
    link = f"{address}#{link_to(variant)}"
    assert unescape(re.search(r'<a href="(.*?)"', sheet)[1]) == link
    pattern = re.search(r'<path[^>]* d="(.*?)"', side(sheet, r"<header>.*?</header>"))[1]
    assert pattern in make(link, error="m", micro=False).svg_inline(border=2)
    assert "<a" not in render_card(made)
    result = run(f"write card --tiles 3 --address https://a/{500 * 'b'} -o card.html")
    assert result.exit_code == 2
    assert "takes at most 500 characters with the rules" in result.stderr


MASKS = [
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
]


def drawn_dots(path):
    """Return the dark dots of a pattern, row and column, without its margin of two."""
    dots, y, x = set(), 0, 0
    for sign, arguments in re.findall(r"([Mmh])(-?[\d.]+(?: ?-?[\d.]+)?)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", arguments)]
        if sign == "h":
            dots |= {(y - 2, x - 2 + step) for step in range(int(numbers[0]))}
            x += int(numbers[0])
        else:
            right, down = numbers
            x, y = (int(right), int(down)) if sign == "M" else (x + int(right), y + int(down))
    return dots


def read_by_camera(dots):
    """Read a pattern of version 3, which has one block of bytes, as ISO/IEC 18004 says."""
    size = 29
    assert max(map(max, dots)) == size - 1
    # The number of the mask stands under one of its own, 101, behind how errors are corrected.
    mask = MASKS[sum(((8, x) in dots) << (4 - x) for x in (2, 3, 4)) ^ 0b101]
    corners = {(y, x) for y in range(9) for x in (*range(9), *range(size - 8, size))}
    kept = corners | {(x, y) for y, x in corners} | {(6, n) for n in range(size)}
    kept |= {(y, x) for y in range(20, 25) for x in range(20, 25)}
    pairs = [(x, x - 1) for x in (*range(size - 1, 6, -2), 5, 3, 1)]
    way = [
        (y, x)
        for turn, pair in enumerate(pairs)
        for y in sorted(range(size), reverse=turn % 2 == 0)
        for x in pair
    ]
    bits = "".join(str(int((dot in dots) ^ (not mask(*dot)))) for dot in way if dot not in kept)
    kind, count, text = bits[:4], int(bits[4:12], 2), bits[12:]
    assert kind == "0100", "bytes"
    return bytes(int(text[8 * each : 8 * each + 8], 2) for each in range(count)).decode()


@pytest.mark.parametrize("rules", [{"tiles": 4}, {"tiles": "2,4"}, {"tiles": "1-2,5"}])
def test_what_a_camera_reads_is_the_link(rules):
    variant, address = Variant(**rules), "https://example.org/box/"
    sheet = render_card(card(variant, lines=0), address=address)
    pattern = re.search(r'<path[^>]* d="(.*?)"', side(sheet, r"<header>.*?</header>"))[1]
    assert read_by_camera(drawn_dots(pattern)) == f"{address}#{link_to(variant)}"


A5 = {"width": 514, "height": 748}
"""Of a sheet, what is within its margins."""
WIDEST = "</style><style>body { font-family: 'DejaVu Serif' }</style>"
"""Nobody knows which type a reader has; this is the widest."""
TALLER = """(sides) => sides.filter(
  (side) => side.scrollHeight > side.clientHeight || side.scrollWidth > side.clientWidth
).length"""


def longest(name):
    """Return the game of some rules whose words are longest: a card has most to say of it."""
    return max(variants(name), key=lambda variant: len(variant.in_words()))


def sheets_for(player):
    """Yield a published card, and of games with few tiles, many, or other moves the fullest one."""
    yield (ROOT / "reports" / f"card_{player}.html").read_text("utf-8")
    for name in ("sixteen", "full-house", "sum-or-difference"):
        variant = longest(name)
        yield render_card(card(variant, player, lines=room_for(variant, player)), name)


@pytest.mark.parametrize("player", ["first", "second"])
def test_both_sides_fit_on_paper_and_on_a_phone_and_bar_nobody(visit, tmp_path, player):
    from axe_playwright_python.sync_playwright import Axe

    for number, sheet in enumerate(sheets_for(player)):
        path = tmp_path / f"{number}.html"
        path.write_text(sheet.replace("</style>", WIDEST), "utf-8")
        page = visit(path=path)
        for size in ((320, 844), (390, 844), (1440, 900)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert fits(page), size
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.set_viewport_size(A5)
        page.emulate_media(media="print")
        assert page.locator(".side").evaluate_all(TALLER) == 0
        pdf = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2


def test_the_command_writes_the_card(tmp_path):
    path = tmp_path / "card.html"
    assert written(f"write card --tiles 4 --seat 2 -o {path}") == f"Wrote {path}.\n"
    variant = Variant(tiles=4).called("your rules")
    made = card(variant, "second", lines=room_for(variant, "second"))
    assert path.read_text("utf-8") == render_card(made, "your rules (tiles 1-4)")
    assert "<h1>your rules (tiles 1-4)</h1>" in path.read_text("utf-8")
    assert "4 tiles, 1 to 4" in path.read_text("utf-8")
    own = tmp_path / "my-pub.toml"
    own.write_text("summary = 'The Anchor: four tiles'\ntiles = 4\n")
    written(f"write card {own} --address https://example.org -o {path}")
    assert "<h1>The Anchor</h1>" in path.read_text("utf-8")
    assert 'href="https://example.org#tiles=1-4"' in path.read_text("utf-8")
    written(f"write card {own} --ties first -o {path}")
    assert "<h1>The Anchor (ties first)</h1>" in path.read_text("utf-8")
    result = run(f"write card -o {tmp_path}/card.svg")
    assert result.exit_code == 2
    assert "takes a name that ends in .html" in result.stderr
    assert run(f"write card sixteen -o {path}").exit_code == 2
    assert run(f"write card --address here -o {path}").exit_code == 2


def test_by_own_rules_a_card_says_both_and_has_no_link():
    mine, hers = Variant(tiles=3), Variant(tiles=4)
    made = card(mine, "second", lines=0, second=hers)
    said = text_of(made)
    assert "4 tiles, 1 to 4; against 3 tiles, 1 to 3" in said
    assert "<a" not in render_card(made, address="https://example.org/box")


# The sheet for a wall


def on_wall(variant, **given):
    """Return what a sheet for a wall says."""
    tags = r"<style>.*</style>|<[^>]*>"
    return unescape(" ".join(re.sub(tags, " ", render_wall(variant, **given), flags=re.S).split()))


def test_the_sheet_for_a_wall_says_what_differs_whom_it_favours_and_what_mends_it():
    variant = Variant(tiles=6, immediate_clack=True)
    said = on_wall(variant, title="The Anchor")
    own, usual = said.split("And as everybody does")
    assert "The Anchor How we play, and others do not" in own
    assert all(words in own for words in ("6 tiles, 1 to 6.", "a first-player clack wins at once."))
    assert "equal scores push: nobody wins" in usual
    solution, [payout] = solve(variant), fair_payouts(variant, 0, 10)
    favoured = "first" if solution.first_player_ev > 0 else "second"
    assert f"Whoever plays {favoured} is favoured." in usual
    assert f"exactly: {solution.first_player_ev} stakes" in usual
    assert f"a clack that pays exactly {payout} stakes it is 0." in usual


def test_a_fair_game_needs_no_mending_on_the_wall():
    said = on_wall(Variant(tiles=4, scoring="shut"))
    assert "This game is exactly fair." in said
    assert "What would make it fair" not in said


def test_the_sheet_for_a_wall_leads_to_the_page():
    address = "https://example.org/box"
    sheet = render_wall(Variant(tiles=6), address=address)
    assert f'<a href="{address}#{link_to(Variant(tiles=6))}">example.org/box</a>' in sheet
    assert "<svg" in sheet
    assert "<footer>" not in render_wall(Variant(tiles=6))


def test_the_sheet_for_a_wall_is_written_by_its_option(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written("write card --tiles 6 --wall -o wall.html")
    refused = run("write card --tiles 6 --wall --second-rules ten -o wall.html")
    assert "--wall and --second-rules exclude each other" in refused.stderr
