"""The page: what it is made of; rules of one's own, the table of rules, what is there again.

What it computes is compared with Python's values in Node.
"""

import re
from base64 import b64decode, b64encode
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from zlib import decompress

import pytest
from conftest import ROOT, begun, run
from person import (
    DESK,
    NARROW,
    PHONE,
    TALL,
    button,
    covered,
    fits,
    menu,
    more,
    roll,
    says,
    setting,
    status,
    tap,
    touch,
    wait,
)
from playwright.sync_api import expect
from touch import page_of

from twoplayer import InputError, Variant, solve, variants
from twoplayer.web.link import link_to
from twoplayer.web.page import check_size

# What it is made of


def test_the_page_of_the_sixteen_weighs_little(of_sixteen):
    assert of_sixteen.stat().st_size <= 240_000
    assert not re.search(r"""(src|href)=["'](?!#|data:)""", of_sixteen.read_text("utf-8"))


def test_the_minifier_takes_no_template_for_what_stands_in_another():
    """It would take the spaces of its text for spaces between words of the script."""
    for path in (ROOT / "twoplayer" / "web").glob("*/*.js"):
        assert not re.findall(r"\$\{[^`}]*`", path.read_text("utf-8")), path.name


def test_the_page_may_load_and_send_nothing(of_sixteen):
    page = of_sixteen.read_text("utf-8")
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules == {
        **dict.fromkeys(("default-src", "base-uri", "form-action"), "'none'"),
        "style-src": "'unsafe-inline'",
        "script-src": hashes(page),
        "worker-src": "blob:",
        "img-src": "data:",
    }


def hashes(page):
    """Name what stands in the page itself: nothing else is run, nor what somebody slips into it.

    The last is the board, which is packed.
    """
    texts = re.findall(r"<script(?: data-solver)?>(.*?)</script>", page, re.DOTALL)
    [packed] = re.findall(r'"packed": "(.*?)"', page)
    texts.append(decompress(b64decode(packed)).decode())
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)


@pytest.mark.parametrize("size", [NARROW, PHONE, TALL, DESK])
def test_without_scripts_the_first_thing_says_so_and_what_to_do_on_a_phone(visit, size):
    page = visit(size=size, door=True, java_script_enabled=False)
    for language, needs, safari in [
        ("en", "The board needs scripts", "open its web address in Safari"),
        ("de", "Das Brett braucht Skripte", "Öffne ihre Webadresse in Safari"),
        ("fr", "Le plateau a besoin de scripts", "ouvrir son adresse web dans Safari"),
        ("es", "El tablero necesita scripts", "abrir su dirección web en Safari"),
    ]:
        said = page.locator(f"p:lang({language})").filter(has_text=needs)
        expect(said).to_contain_text(safari)
        if language == "en":
            expect(said).to_be_in_viewport(ratio=1)
    expect(page.locator("#room")).to_be_hidden()
    assert page.locator("body").inner_text().startswith("Shut the Box\n")
    assert fits(page)


def test_a_page_too_large_is_refused_with_its_size():
    with pytest.raises(InputError, match=r"page: 1134 variants would take about 1\.\d\d MB"):
        check_size(variants("atlas"))


def test_a_game_that_a_phone_cannot_solve_is_refused(tmp_path):
    result = run(f"write page --tiles 13 -o {tmp_path / 'page.html'}")
    assert result.exit_code == 2
    assert " ".join(result.stderr.split()) == (
        "Error: --tiles: got 13 of them; takes at most 12 on a page, which a phone can still solve"
    )
    assert not (tmp_path / "page.html").exists()


def test_a_link_is_printed_for_one_game():
    for rules in ("classic", "sally --clack-payout 3/2", "--tiles 1,3,5 --immediate-clack"):
        assert run(f"write page --link {rules}").exit_code == 0
    assert run("write page --link").stdout == "tiles=1-9\n"
    assert run("write page --link sixteen").exit_code == 2
    assert run("write page classic").stderr.endswith("Error: takes either -o FILE or --link\n")


def test_two_evs_of_the_table_look_equal_only_if_they_are(tmp_path):
    page = page_of(tmp_path, "sixteen --tiles 3-11").read_text("utf-8")
    shown = re.findall(r'class="pick"[^>]*value="([^"]*)"', page)
    evs = [Fraction(str(solve(each).first_player_ev)) for each in variants("sixteen", tiles="3-11")]
    assert len({*shown}) == len({*evs}) == 16
    assert len({round(100 * ev, 4) for ev in evs}) < 16, "else there is nothing to see"


# One's own rules


def panel(page):
    return page.get_by_role("dialog", name="Your rules")


def other(page, label, text):
    panel(page).get_by_role("combobox", name=label, exact=True).select_option("other …")
    panel(page).get_by_label(f"{label}, written").fill(text)


def test_the_panel_answers_whether_it_is_fair_and_its_rules_are_played(visit):
    page = visit("ties=first")
    menu(page, "More rules")
    clack = panel(page).get_by_role("combobox", name="A clack (every tile covered) pays")
    assert clack.get_by_role("option").all_inner_texts()[:2] == ["1 stake", "2 stakes"]
    expect(panel(page).get_by_role("combobox", name="Equal scores")).to_have_count(0)  # a switch
    other(page, "A clack (every tile covered) pays", "3:2")
    variant = Variant(ties="first", clack_payout="3/2")
    ev = solve(variant).first_player_ev
    games = round(1 / Fraction(int(ev.p), int(ev.q)))
    expect(page.locator("#panel-verdict")).to_have_text(
        f"Not fair: about one stake in {games} games goes to the first player."
    )
    page.locator("#panel-more summary").click()
    expect(page.locator("#panel-percent")).to_have_text(
        f"The second player loses {float(100 * ev):.4f} % of a stake in a game on average."
    )
    expect(page.locator("#panel-exact")).to_have_text(f"{ev} stakes to the first player")
    tap(page, "Play by these rules")
    expect(page.locator("#rules-name")).to_have_text("your own")
    wait(page)
    expect(page).to_have_url(re.compile(f"#{re.escape(link_to(variant))}$"))


def test_the_panel_explains_what_is_wrong_or_odd(visit):
    page = visit()
    menu(page, "More rules")
    faults, play = page.locator("#faults"), button(page, "Play by these rules")
    dice = panel(page).get_by_role("combobox", name="Dice", exact=True)
    single = panel(page).get_by_role("combobox", name="A single die", exact=True)
    dice.select_option("1d20")
    single.select_option("always")
    expect(faults).to_have_text(
        "A single die: 'always', with one die anyway; takes 'never' with 1d20."
    )
    expect(play).to_be_disabled()
    single.select_option("never")
    expect(page.locator("#panel-verdict")).to_contain_text(
        re.compile("air: about .* to the (first|second) player")
    )
    dice.select_option("2d6")
    other(page, "Tiles", "abc")
    expect(faults).to_have_text(
        re.compile("^Tiles: 'abc', 'abc' is neither a tile nor a range; takes .*at most 12")
    )
    panel(page).get_by_label("Tiles, written").fill("1-9")
    other(page, "A roll that ends the turn", "77")
    remarks = page.locator("#remarks")
    expect(remarks).to_have_text("No roll of 2d6 makes 77.")
    expect(play).to_be_enabled()
    panel(page).get_by_label("A roll that ends the turn, written").fill("7")
    expect(remarks).to_have_text("")
    other(page, "Dice", "2d1")
    expect(remarks).to_contain_text("Dice with one side always fall alike.")


def test_the_panel_starts_from_the_names_that_people_know(visit):
    page = visit("ties=second&immediate_clack=true")
    menu(page, "More rules")
    moves = panel(page).get_by_role("combobox", name=re.compile("covers|cover"))
    expect(panel(page)).to_contain_text("any set of open tiles with the sum of the roll")
    panel(page).get_by_role("combobox", name="Tiles", exact=True).select_option("1-10")
    tap(page, "Play by these rules")
    wait(page)
    expect(page).to_have_url(re.compile("#tiles=1-10&immediate_clack=true&ties=second$"))
    menu(page, "More rules")
    panel(page).get_by_label("Start from").select_option(label="Sally")
    expect(moves.first).to_have_value("dice-or-sum")
    tap(page, "Play by these rules")
    expect(page.locator("#rules-name")).to_have_text("Sally")


def test_the_console_answers_what_any_rules_are_worth(visit):
    page = visit()
    ev = page.evaluate("() => twoplayer.firstPlayerEV({one_die: 'sum <= 6'})")
    assert ev == str(solve(Variant(one_die="sum <= 6")).first_player_ev)
    said = page.evaluate("() => twoplayer.firstPlayerEV({ties: 'x'}).catch((e) => e.message)")
    assert said == "ties: got 'x', unknown; takes push (nobody wins) | first | second"


# The game and the address


def test_a_game_goes_on_when_the_page_is_loaded_again(visit):
    page = visit("clack_payout=2")
    setting(page, "Show who is ahead", holds=False)
    setting(page, "Ask first")
    roll(page, 3, 4)
    touch(page, 7)
    tap(page, "Cover 7")
    roll(page, 4, 5)
    touch(page, 4)
    before = status(page).inner_text()
    wait(page)
    page.reload()
    begun(page, door=True)
    expect(status(page)).to_have_text(before)
    expect(covered(page)).to_have_text(["7"])
    expect(page.locator("#rules-name")).to_have_text("Clack pays double")
    expect(button(page, "My dice")).to_have_attribute("aria-pressed", "true")
    menu(page)
    expect(page.get_by_label("Ask first")).to_be_checked()
    expect(page.get_by_label("Show who is ahead")).not_to_be_checked()
    tap(page, "Back to the game")
    while button(page, "Undo").get_attribute("aria-disabled") != "true":
        tap(page, "Undo")
    expect(covered(page)).to_have_count(0)


COUNTED = """() => {
  const keep = history.replaceState;
  const { dataset } = document.documentElement;
  dataset.kept = 0;
  history.replaceState = (...state) => {
    dataset.kept = Number(dataset.kept) + 1;
    if (dataset.kept === "1") throw new DOMException("too often", "SecurityError");
    keep.apply(history, state);
  };
}"""


def test_the_game_is_kept_no_oftener_than_every_browser_allows(visit):
    page = visit()
    more(page, "Set up a position")
    wait(page)
    page.evaluate(COUNTED)
    for _ in range(101):
        page.keyboard.press("1")
        page.clock.run_for(30)
    expect(page.locator("html")).to_have_attribute("data-kept", re.compile("^[1-5][0-9]$"))
    wait(page)
    page.reload()
    begun(page, door=True)
    expect(covered(page)).to_have_text(["1"])  # what was refused once is kept later


# The table


def table(page):
    return page.get_by_role("dialog").get_by_role("table")


def column(page, place):
    return table(page).locator(f"tbody td:nth-child({place})").all_inner_texts()


def test_the_table_is_sorted_by_any_column_and_has_exact_fractions_on_demand(visit, sixteen):
    page = visit(size=DESK)
    menu(page, "Compare rules")

    def sizes():
        return [abs(float(text.replace("−", "-"))) for text in column(page, 1)]

    evs = sizes()
    assert evs == sorted(evs), "the fairest first"
    heading = page.get_by_role("button", name="First player's EV (%)")
    heading.click()
    expect(table(page).locator("th[aria-sort=ascending]")).to_have_count(1)
    assert sizes() == evs
    heading.click()
    expect(table(page).locator("th[aria-sort=descending]")).to_have_count(1)
    assert sizes() == evs[::-1]
    page.get_by_role("button", name="A single die", exact=True).click()
    assert [here for before, here in pairwise(["", *column(page, 3)]) if here != before] == [
        "never",
        "at any time",
        "while the largest open tile is 6 or less",
        "while the open tiles sum to 6 or less",
    ]
    exact = table(page).locator("td.first_player_ev")
    expect(exact.first).to_be_hidden()
    page.get_by_role("checkbox", name="Show exact fractions").check()
    expect(exact.first).to_be_visible()
    assert {*exact.all_inner_texts()} == {str(each.first_player_ev) for each in sixteen}
    assert fits(page)


def test_on_a_phone_each_line_of_the_table_is_a_card_that_is_played_when_tapped(visit):
    page = visit()
    expect(page.locator("#rules-name")).to_have_text("The classic game")
    menu(page, "Compare rules")
    row = "−0.4012 %: play by these rules: the classic game"
    expect(button(page, row)).to_have_count(1)
    lines = table(page).locator("tbody tr")
    playing = table(page).locator("tr.playing td").all_inner_texts()
    assert playing[:5] == ["−0.4012", "second", "never", "1 stake", "the second still rolls"]
    boxes = [line.bounding_box() for line in lines.all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
    assert len({box["y"] for box in boxes}) == 16
    for line, who in zip(lines.all(), column(page, 2), strict=True):
        expect(line).to_have_attribute("data-gains", who)
    page.get_by_role("checkbox", name="Show exact fractions").check()
    exact = lines.first.locator("td.first_player_ev")
    expect(exact).to_have_css("white-space", "nowrap")
    assert exact.evaluate("(cell) => cell.scrollWidth > cell.clientWidth")
    assert fits(page)
    line = lines.nth(5)
    expect(line.get_by_role("button")).to_have_accessible_name(
        re.compile("a single die may be rolled instead while the open tiles sum to 6 or less$")
    )
    line.locator("td").nth(3).tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait(page)
    expect(page).to_have_url(re.compile(r"#one_die=sum%20%3C%3D%206$"))


def test_undo_and_back_take_back_the_rules_as_well(visit):
    page = visit("clack_payout=2")
    name = page.locator("#rules-name")
    roll(page, 3, 4)
    menu(page, "Compare rules")
    table(page).locator("tbody tr").first.tap()
    expect(name).to_have_text("Clack at once")
    tap(page, "Undo")
    expect(name).to_have_text("Clack pays double")
    wait(page)
    expect(page).to_have_url(re.compile("#clack_payout=2$"))
    page.evaluate("() => { location.hash = 'ties=first'; }")
    expect(name).to_have_text("Ties to first")
    page.go_back()
    expect(name).to_have_text("Clack pays double")
    says(page, "Player 1: you rolled 7")
