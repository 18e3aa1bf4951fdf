"""A sweep goes on without what contradicts itself, and says so."""

import pytest
from conftest import run, written

from twoplayer import Variant, solve, variants
from twoplayer.errors import FileError, RulesError
from twoplayer.variant import family

MIXED = 'tiles = [3, 4]\ndice = ["2d6", "1d6"]\none_die = ["never", "always"]\n'


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        (tmp_path / name).write_text(f'summary = "Ours"\nsource = "Us"\n{text}')
        return name

    return write


def test_a_member_that_contradicts_itself_is_left_out_by_name():
    result = run("table house --one-die 'max <= 6' --format csv")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 1 + 26
    assert "2012" not in result.stdout
    assert result.stderr == (
        "2012 is left out. one_die: got 'max <= 6', with one die anyway; takes 'never' with 1d20\n"
    )


def test_dice_that_have_another_number_of_sides_than_weights_are_left_out():
    result = run("table --tiles 3 --dice 1d3 --dice 1d6 --weights 1,1,2 --weights 5,5,5,5,5,5")
    assert [line.split()[0] for line in result.stdout.splitlines()[3:5]] == ["1d3", "1d6"]
    assert result.stderr.splitlines() == [
        "your rules (dice 1d3, weights 5,5,5,5,5,5) is left out. "
        "weights: got '1,1,1,1,1,1', 6 numbers; takes 3 of them with dice 1d3",
        "your rules (dice 1d6, weights 1,1,2) is left out. "
        "weights: got '1,1,2', 3 numbers; takes 6 of them with dice 1d6",
    ]


def test_a_list_of_weights_is_text(file):
    """For a list is a family, and a number alone is no weights of a game."""
    file("loaded.toml", "weights = ['1,1,1,1,1,2', 'none']")
    assert len(run("table loaded.toml --format csv").stdout.splitlines()) == 1 + 2
    file("loaded.toml", "weights = [1, 2]")
    assert run("fair loaded.toml").stderr == (
        "Error: loaded.toml: weights: got [1, 2], a list, which is a family; takes text: "
        'weights = "1,2"\n'
    )


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "command",
    [
        *("table", "table --chances", "table --first random", "evening --players 3"),
        *("evening --orders", "write plot ranking -o a.svg", "write explorer -o a.html"),
        pytest.param("write page -o a.html", marks=pytest.mark.dear),
    ],
)
def test_every_sweep_goes_on(command, file):
    file("mixed.toml", MIXED)
    result = run(f"{command} mixed.toml")
    assert result.exit_code == 0, result.stderr
    wrote = [f"Wrote {name}." for name in ("a.svg", "a.html") if name in command]
    assert result.stderr.splitlines() == [
        "mixed (tiles 3, dice 1d6, one_die always) and 1 more like it are left out. "
        "one_die: got 'always', with one die anyway; takes 'never' with 1d6",
        *wrote,
    ]


def test_where_one_of_a_family_is_left_out_its_rules_are_named(file):
    file("mixed.toml", MIXED)
    result = run("table mixed.toml --tiles 3")
    assert result.stderr.startswith("mixed (dice 1d6, one_die always) is left out. one_die: got")


def test_of_very_many_reasons_the_first_are_told(file):
    listed = ", ".join(f"'sum <= {n}'" for n in range(1, 15))
    file("many.toml", f"tiles = 3\ndice = ['1d6', '2d6']\none_die = [{listed}]\n")
    lines = run("table many.toml").stderr.splitlines()
    assert len(lines) == 11
    assert lines[-1] == "4 more such reasons are not told."


def test_a_family_with_no_member_left_is_an_error(file):
    result = run("table sixteen --dice 1d6 --one-die always")
    assert result.exit_code == 2
    assert result.stderr == (
        "Error: --one-die: got 'always', with one die anyway; takes 'never' with 1d6\n"
    )
    result = run("table classic 2012 --one-die always")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: 2012: one_die: got 'always'")
    file("none.toml", "dice = '1d6'\none_die = 'always'\nties = ['push', 'first']")
    result = run("table none.toml")
    assert result.exit_code == 3
    assert result.stderr.startswith("Error: none.toml: one_die: got 'always'")


def test_in_python_the_variants_are_all_or_an_error_and_the_family_says_what_is_left(file):
    file("mixed.toml", MIXED)
    with pytest.raises(FileError, match=r"^mixed.toml: one_die: got 'always'"):
        variants("mixed.toml")
    ours = family("mixed.toml")
    with pytest.raises(RulesError, match=r"^one_die: got 'always'"):
        ours.members()
    assert len(ours.variants) == 6
    assert [each.name for each in ours.left_out] == ["mixed", "mixed"]
    assert [each.rules["tiles"] for each in ours.left_out] == [3, 4]
    with pytest.raises(RulesError, match="one_die: got"):
        ours.replace(dice="1d6", one_die="always").variants  # noqa: B018
    with pytest.raises(RulesError, match="got 8 games, of mixed; takes one: "):
        solve("mixed.toml")


def test_an_error_in_a_list_names_its_part(file):
    file("ours.toml", 'rule_sets = ["classic", "2012"]\none_die = "always"\n')
    with pytest.raises(FileError, match=r"^ours.toml: 2012: one_die: got 'always'"):
        variants("ours.toml")
    file("bad.toml", "tiles = 0\n")
    file("list.toml", 'rule_sets = ["classic", "bad.toml"]\n')
    assert run("table list.toml").stderr.startswith(
        "Error: list.toml: rule_sets: bad.toml: tiles: got 0"
    )


def test_rules_says_what_is_left_out(file):
    file("mixed.toml", MIXED)
    result = run("rules mixed.toml")
    assert result.stdout.endswith("\n6 members.\n")
    assert "one_die always) and 1 more like it are left out. " in result.stderr


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("command", "name"), [("write plot ranking", "a.svg"), ("write page", "a.html")]
)
def test_rules_under_two_names_are_drawn_once_and_that_is_said(command, name, file):
    file("ours.toml", "tiles = 3")
    file("theirs.toml", "tiles = '1-3'")
    result = run(f"{command} ours.toml theirs.toml classic --tiles 3 -o {name}")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "theirs is left out where it has the same rules as ours.",
        "classic is left out where it has the same rules as ours.",
        f"Wrote {name}.",
    ]


@pytest.mark.dear
def test_rules_that_a_family_has_twice_are_not_spoken_of(file):
    file("ours.toml", "tiles = 3\nclack_payout = [1, 2]\n")
    assert written("write plot payout ours.toml --payouts 0:1 -o a.svg") == "Wrote a.svg.\n"
    assert len(set(family("ours.toml").variants)) == 2
    assert Variant(tiles=3) in family("ours.toml").variants
