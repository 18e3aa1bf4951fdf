"""A link as GAME: the shell reads in it what the page reads (`tests/web/node/links.test.js`)."""

import json
from fractions import Fraction
from pathlib import Path
from shlex import quote

import pytest
from conftest import run
from read_links import OF_THE_PAGE, READ, REFUSED, in_the_address

from twoplayer import InputError, Variant, solve, variants
from twoplayer.web.link import is_link, link_to

HOME = "https://example.org/box"


def written(line):
    result = run(line)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def refused(line):
    result = run(line)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


def ev(line):
    return Fraction(json.loads(written(f"{line} --format json"))["first_player_ev"]["exact"])


@pytest.mark.parametrize("link", READ)
def test_a_link_is_the_game_that_it_is_on_the_page(link):
    for spelled in {link, in_the_address(link)}:
        line = f"write page --link --address {HOME} {quote(spelled)}"
        assert written(line) == f"{HOME}#{READ[link]}\n"


@pytest.mark.parametrize(("link", "why"), {**REFUSED, **OF_THE_PAGE}.items())
def test_what_is_no_game_in_a_link_is_refused_with_the_reason(link, why):
    for spelled in {link, in_the_address(link)}:
        assert why in refused(f"fair {quote(spelled)}")


def test_a_link_is_a_game_for_every_command():
    tiles, hers = Variant(tiles=3), Variant(tiles=2)
    link = quote(f"page.html#{link_to(tiles, second=hers)}&lang=de")
    value = solve(tiles, second=hers).fractions.first_player_ev
    assert ev(f"fair {link}") == ev(link) == value
    assert run(f"check {value} {link}").exit_code == 0
    for line in ("fair", "mend", "play", "strategies", "simulate --games 9"):
        assert "second's rules" in run(f"{line} {link}").stdout
    for line in ("evening --players 3", "play --players 3 --seat 1"):
        assert "seat 2" in written(f"{line} {link}")
    assert ev(f"fair --second-rules {quote(f'page.html#{link_to(hers)}')} --tiles 3") == value
    two = written("table 'tiles=3' '#ten' --format csv").splitlines()
    assert {row.split(",")[0] for row in two[1:]} == {"ten", "your rules (tiles 1-3)"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("fair {} --second-rules ten", "takes --second-rules or second, not both"),
        ("table {} ten", "takes no other game beside it; --second-rules are for all games"),
        ("rules {}", "takes the rules of one player here, without second"),
        ("write graph {} -o x.json", "takes the rules of one player here, without second"),
        ("fair --second-rules {}", "--second-rules: GAME: got 'tiles=3&second=tiles%3D2'"),
        ("evening --players 3 --seat-rules 3={}", "--seat-rules: GAME: got 'tiles=3&second="),
        (
            "evening --players 3 {} --seat-rules 2=ten",
            "--seat-rules and second in a link exclude each other",
        ),
        ("fair {} --bounds", "--bounds and second in a link exclude each other"),
        ("table {} --effects", "--effects and second in a link exclude each other"),
        ("play {} --for score", "alone, not with second in a link"),
    ],
)
def test_rules_of_the_second_player_in_a_link_are_taken_once_or_refused(line, why):
    assert why in refused(line.format("'tiles=3&second=tiles%3D2'"))
    assert not Path("x.json").exists()


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        *((link, True) for link in (*READ, *REFUSED, *OF_THE_PAGE)),
        *(("ten", False), ("c#.toml", False), ("a=b.toml", False), ("a=b.py:game", False)),
        *(("folder#/mine.toml", False), ("tiles=3.toml", True), ("x=1&tiles=mine.py:game", True)),
    ],
)
def test_a_link_is_told_from_a_file(name, is_one):
    assert is_link(name) is is_one


def test_a_file_that_is_called_like_a_link_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("c#", "a=b"):
        Path(name).write_text("tiles = 3\n")
        assert ev(f"fair {quote(name)}") == ev("fair --tiles 3")
    Path("tiles=4").write_text("tiles = 3\n")
    assert ev("fair tiles=4") == ev("fair --tiles 4")
    assert ev("fair ./tiles=4") == ev("fair --tiles 3")


@pytest.mark.parametrize("ask", [solve, variants])
def test_in_python_a_link_is_refused_and_it_is_said_what_has_its_rules(ask):
    for link in ("page.html#ten", "tiles=1-4"):
        with pytest.raises(InputError, match=r"in Python as Variant\(tiles=…\)"):
            ask(link)
