import sys

import numpy as np
import pandas as pd
import pytest
from narrowed import narrowed

from twoplayer import InputError, Variant, registered, solve, variants
from twoplayer.errors import FileError, RulesError, UnknownNameError
from twoplayer.variant import Family, registry
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.registry import as_variant, family
from twoplayer.variant.variant import rule_set_of

GOOD = 'summary = "A pub"\nsource = "My own"\n'


@pytest.fixture
def rule_file(tmp_path):
    def write(text):
        path = tmp_path / "my-pub.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def faults(path):
    with pytest.raises(FileError) as caught:
        variants(path)
    return tuple(map(str, caught.value.faults))


@pytest.mark.parametrize("name", registered())
def test_every_registered_rule_set_has_members_a_summary_and_a_source(name):
    assert variants(name)
    for key, of in {"summary": "what the rules are", "source": "where they are from"}.items():
        assert getattr(family(name), key), f"rules/{name}.toml: write {key} = …: {of}"


def test_the_families():
    assert variants("classic") == (Variant(),)
    assert len(set(variants("sixteen"))) == 16
    assert len(set(variants("tiles"))) == 48
    assert {len(v.tiles) for v in variants("tiles")} == {9, 10, 12}
    assert set(variants("sixteen")) < set(variants("tiles"))


def test_the_house_list_changes_one_rule_at_a_time():
    """But for 2012, which is one game by name: twelve tiles with a single die of twenty sides."""
    named = family("house").variants
    changed = {v.name: [f for f in FIELDS if not v.is_default(f)] for v in named}
    assert changed.pop("classic") == []
    assert changed.pop("2012") == ["tiles", "dice"]
    assert {len(fields) for fields in changed.values()} == {1}
    assert {fields[0] for fields in changed.values()} == set(FIELDS) - {"dice", "weights"}


def test_every_folk_name_is_registered():
    folk = {"thai", "sally", "digital", "missionary", "golf", "full-house", "2012", "unlucky-7"}
    folk |= {"masters-traditional", "yale", "ananian", "even-stevens", "against-all-odds"}
    assert folk < set(registered())


def test_a_list_replaces_the_rules_of_its_parts(rule_file):
    path = rule_file(GOOD + 'rule_sets = ["sixteen", "thai"]\ntiles = [4, 5]\n')
    named = family(path).variants
    assert [rule_set_of(variant) for variant in named] == ["sixteen"] * 32 + ["thai"] * 2
    assert [variant.name for variant in named[-2:]] == ["thai (tiles 1-4)", "thai (tiles 1-5)"]
    assert len({variant.name for variant in named}) == 34
    assert {len(variant.tiles) for variant in named} == {4, 5}
    with pytest.raises(RulesError, match=r"got 34 games, of .*; takes one: sixteen \| thai"):
        solve(path)


@narrowed(registry, MOST_MEMBERS=10)
def test_all_parts_of_a_list_are_counted(rule_file, tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.toml").write_text(GOOD + "max_tiles = [1, 2, 3, 4]\n")
    path = rule_file(GOOD + 'rule_sets = ["a.toml", "b.toml", "c.toml"]\n')
    assert faults(path) == (f"{path}: rule_sets: more than 10 combinations",)
    path = rule_file(GOOD + 'rule_sets = ["a.toml", "b.toml"]\nties = ["first", "second"]\n')
    assert faults(path) == (f"{path}: rule_sets, ties: more than 10 combinations",)
    path = rule_file(GOOD + 'rule_sets = ["a.toml", "b.toml"]\n')
    assert len(variants(path)) == 8


def test_the_files_of_a_list_are_read_as_far_as_one(rule_file, tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.toml").write_text(GOOD + "#" * 400_000)
    path = rule_file(GOOD + 'rule_sets = ["a.toml", "b.toml", "c.toml"]\n')
    [fault] = faults(path)
    assert f"rule_sets: {tmp_path / 'c.toml'}: too large" in fault


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such devices")
def test_a_list_names_no_devices(rule_file, tmp_path):
    for name in ("zero", "stdin"):
        (tmp_path / f"{name}.toml").symlink_to(f"/dev/{name}")
    path = rule_file(GOOD + 'rule_sets = ["zero.toml", "stdin.toml"]\n')
    assert len(faults(path)) == 2
    path = rule_file(GOOD + 'rule_sets = ["/dev/zero", "/dev/stdin"]\n')
    assert len(faults(path)) == 2


@pytest.mark.parametrize("name", ["../secret", "secret", "/etc/passwd", "secret.toml.txt", ""])
def test_a_list_opens_nothing_but_rule_files(tmp_path, name):
    folder = tmp_path / "pub"
    folder.mkdir()
    for each in (tmp_path / "secret", folder / "secret", folder / "secret.toml.txt"):
        each.write_text("the words = in it")
    (folder / "ours.toml").write_text("of this a fault would be told, had it been opened")
    path = folder / "list.toml"
    path.write_text(GOOD + f'rule_sets = ["ours.toml", "{name}"]\n')
    said = f"{name or 'an empty name'}: neither a registered name nor a TOML file; "
    said += "`twoplayer rules` lists the names; a file's name ends in .toml"
    assert faults(path) == (f"{path}: rule_sets: {said}",)


@pytest.mark.parametrize(
    ("listed", "reason"),
    [
        ('"thai"', "not a list of names"),
        ("[9]", "not a list of names"),
        ('["house"]', "a list in a list"),
        ('["tai"]', "did you mean thai"),
        ('["no.toml"]', "no such file"),
        ("[]", "not a list of names"),
        ('["thai", "thai"]', "a name twice"),
        (str([f"n{n}" for n in range(1001)]), "got 1001 names; takes at most 1000"),
    ],
)
def test_a_bad_list_says_why(rule_file, listed, reason):
    [fault] = faults(rule_file(GOOD + f"rule_sets = {listed}\n"))
    assert ": rule_sets: " in fault
    assert reason in fault


def test_members_come_in_the_order_written_the_last_field_fastest(rule_file):
    path = rule_file(GOOD + 'ties = ["second", "push"]\ntiles = [3, "2,4"]\n')
    assert [(v.ties, v.tiles) for v in variants(path)] == [
        ("second", (1, 2, 3)),
        ("second", (2, 4)),
        ("push", (1, 2, 3)),
        ("push", (2, 4)),
    ]


def test_a_file_works_wherever_a_name_does(rule_file):
    path = rule_file(GOOD + "tiles = 3\n")
    assert solve(path) == solve(str(path)) == solve(Variant(tiles=3))


def test_an_unknown_name_says_what_is_near():
    with pytest.raises(UnknownNameError, match=r"sixten: .*did you mean sixteen"):
        variants("sixten")
    with pytest.raises(UnknownNameError, match="`twoplayer rules` lists the names"):
        variants("xyz")


def test_a_name_in_capitals_or_without_its_ending_is_understood(rule_file, monkeypatch):
    monkeypatch.chdir(rule_file(GOOD).parent)
    for name, meant in [
        ("CLASSIC", "classic"),
        ("my-pub", "my-pub.toml"),
        ("My_Pub", "my-pub.toml"),
    ]:
        with pytest.raises(UnknownNameError, match=f"did you mean {meant}\\?"):
            variants(name)


def test_a_missing_file_says_which_is_beside_where_it_would_be(rule_file):
    folder = rule_file(GOOD).parent
    with pytest.raises(FileError, match=rf"no such file; did you mean {folder}/my-pub\.toml\?"):
        variants(folder / "my-pbu.toml")
    (folder / "loop.toml").symlink_to("loop.toml")
    with pytest.raises(FileError, match="cannot be read"):
        variants(folder / "loop.toml")


def test_an_unknown_key_says_what_is_near(rule_file):
    path = rule_file('tile = 10\none-die = "never"\nxyzzy = 1\n')
    tile, one_die, other = faults(path)
    assert tile == f"{path}: tile: an unknown key; did you mean tiles?"
    assert one_die == f"{path}: one-die: an unknown key; did you mean one_die?"
    assert other.startswith(f"{path}: xyzzy: an unknown key; takes summary, source, rule_sets, ")


def test_a_file_of_ones_own_needs_neither_summary_nor_source(rule_file):
    path = rule_file("tiles = 3\n")
    assert variants(path) == (Variant(tiles=3),)
    assert (family(path).summary, family(path).source) == ("", "")


def test_one_variant_of_a_family_must_be_picked():
    with pytest.raises(RulesError, match=r"got 16 games, .*one_die \(never \| always \| max <= 6"):
        solve("sixteen")


def test_all_faults_of_a_file_are_named_at_once(rule_file):
    path = rule_file(
        'summary = 3\ncolour = "red"\ntiles = []\nclack_payout = [1.5, -1]\nties = "me"'
    )
    named = [fault.removeprefix(f"{path}: ").partition(":")[0] for fault in faults(path)]
    assert named == ["summary", "colour", "tiles", "clack_payout", "clack_payout", "ties"]


def test_weights_in_a_list_are_told_how_they_are_written(rule_file):
    path = rule_file("weights = [1, 1, 1, 1, 1, 2]")
    [fault] = faults(path)
    assert fault == (
        f"{path}: weights: got [1, 1, 1, 1, 1, 2], a list, which is a family; takes text: "
        'weights = "1,1,1,1,1,2"'
    )


def test_tiles_in_a_list_are_told_how_one_game_is_written(rule_file):
    path = rule_file("tiles = [1, 2, 3, 4, 5, 6, 8, 9]")
    with pytest.raises(RulesError, match=r'takes one: write tiles = "1-6,8-9" for one game'):
        solve(path)


def test_rules_that_contradict_each_other_are_named_once(rule_file):
    path = rule_file(GOOD + 'dice = "1d6"\none_die = "always"\nties = ["push", "first"]')
    [fault] = faults(path)
    assert "one_die: got 'always'" in fault


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("tiles = = 9", "not TOML"),
        (b"summary = '\xff'", "not UTF-8"),
        ("a = " + "[" * 5000, "not TOML"),
    ],
)
def test_an_unreadable_file_says_why(rule_file, content, reason):
    [fault] = faults(rule_file(content))
    assert reason in fault


def test_a_missing_file_and_a_folder(tmp_path):
    assert faults(tmp_path / "no.toml") == (f"{tmp_path / 'no.toml'}: no such file",)
    assert "a folder" in faults(tmp_path)[0]


def test_a_byte_order_mark_and_windows_line_ends_are_read(rule_file):
    path = rule_file(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode() + b"tiles = 3\r\n")
    assert variants(path) == (Variant(tiles=3),)


def test_replacing_a_field_closes_it():
    closed = family("sixteen").replace(one_die="never", clack_payout=1, immediate_clack=True)
    assert closed.single() == Variant(immediate_clack=True)


def test_words_cover_every_field():
    assert list(family("sixteen").words()) == list(FIELDS)
    assert len(family("sixteen").words()["one_die"]) == 4


def test_files_in_a_list_are_found_beside_it(tmp_path, monkeypatch):
    folder = tmp_path / "pub"
    folder.mkdir()
    (folder / "ours.toml").write_text(GOOD + "tiles = 3\n")
    (folder / "list.toml").write_text(GOOD + 'rule_sets = ["ours.toml", "classic"]\n')
    monkeypatch.chdir(tmp_path)
    assert variants("pub/list.toml") == (Variant(tiles=3), Variant())


@narrowed(registry, MOST_MEMBERS=4)
def test_a_file_may_have_as_many_members_as_it_says_and_no_more(rule_file):
    listed = ["classic", "thai", "sally", "yale"]
    for rules in ("clack_payout = [1, 2]\nmax_tiles = [1, 2]", f"rule_sets = {listed}"):
        assert len(variants(rule_file(f"{GOOD}{rules}\n"))) == 4
    for rules in ("clack_payout = [1, 2, 3, 4, 5]", f"rule_sets = {[*listed, 'golf']}"):
        [fault] = faults(rule_file(f"{GOOD}{rules}\n"))
        assert "more than 4 combinations" in fault


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("clack_payout = [1, 1]", "clack_payout: got [1, 1], a value twice"),
        ("stop_total = " + str([*range(400)]) + "\nmax_tiles = " + str([*range(1, 400)]), "100000"),
        ("clack_payout = " + "9" * 5000, "not TOML: a number with thousands of digits"),
        ("clack_payout = " + "9" * 900_000, "not TOML: a number with thousands of digits"),
        ("clack_payout = " + "9" * 5_000_000, "too large; takes at most 1,000,000 bytes"),
        (f"clack_payout = {[*range(100_001)]}", "clack_payout: more than 100000 combinations"),
        (f"immediate_clack = [{'true,' * 100_000}]", "a value twice"),
        (f"tiles = {'[' * 400_000}", "not TOML: lists in lists without end"),
        ("a." * 10 + "b = 1", "not TOML: a key in more than ten parts"),
        pytest.param(
            'a = "' + "'\\\"" * 100_000 + '"', "a: an unknown key", marks=pytest.mark.dear
        ),
        ("a . 'b' . \"c\\n\"." * 100_000 + "d = 1", "too large"),
        ("a . 'b' . \"c\\n\"." * 10_000 + "d = 1", "not TOML: a key in more than ten parts"),
    ],
)
def test_files_beyond_reason_say_why(rule_file, rules, reason):
    [fault] = faults(rule_file(GOOD + rules))
    assert reason in fault


def test_what_reads_like_a_deep_key_may_be_said(rule_file):
    path = rule_file(
        f"summary = 'a.b.c.d.e, {'… ' * 9} 1.2.3.4.5.6.7.8.9'\nsource = 'us'\ntiles = 3\n"
    )
    assert variants(path) == (Variant(tiles=3),)


def test_words_of_a_file_do_nothing(rule_file):
    path = rule_file('summary = """A\n  pub \\u001b[2J"""\nsource = "\\u202eus"\ntiles = 3\n')
    found = family(path)
    assert (found.summary, found.source) == (r"A pub \x1b[2J", r"\u202eus")
    odd = path.rename(path.with_name("a\nb\x1b.toml"))
    assert family(odd).name == r"a\nb\x1b"


@pytest.mark.parametrize("rules", [{"nonsense": 1}, {"tiles": range(10**12)}])
def test_a_family_says_which_rule_cannot_be_settled(rules):
    with pytest.raises(RulesError, match=r"^(nonsense|tiles): "):
        family("sixteen").replace(**rules).words()
    with pytest.raises(RulesError, match=r"^(nonsense|tiles): "):
        Variant().replace(**rules)


@pytest.mark.parametrize("tiles", [(9, 10), range(9, 11), {9, 10}, {9: 1, 10: 1}, iter([9, 10])])
def test_tiles_that_look_like_sizes_are_warned_of(tiles):
    with pytest.warns(
        UserWarning, match=r"is one game, .* Several sizes are tiles=\[9, …\]"
    ) as said:
        assert variants("classic", tiles=tiles) == (Variant(tiles="9-10"),)
    assert said[0].filename == __file__
    with pytest.warns(UserWarning, match=r"is one game, ") as said:
        family("classic").replace(tiles=(9, 10))
    assert said[0].filename == __file__
    assert len(variants("classic", tiles=[9, 10])) == 2


@pytest.mark.parametrize("kind", [list, np.array, pd.Series])
def test_a_list_that_looks_like_the_tiles_of_one_game_is_warned_of(kind):
    sizes = Variant(tiles=1), Variant(tiles=3), Variant(tiles=5)
    with pytest.warns(UserWarning, match=r"\[1, 3, 5\] is 3 games\. One game .* tiles=\(1, 3, 5\)"):
        assert variants("classic", tiles=kind([1, 3, 5])) == sizes
    assert variants("classic", tiles=kind(["1", "3", "5"])) == sizes
    assert Variant(tiles=kind([1, 3, 5])) == Variant(tiles="1,3,5")


ARRAYS = [np.array, pd.Series, pd.Index, lambda some: np.array(some, object)]


@pytest.mark.parametrize("array", ARRAYS)
def test_an_array_is_a_list(array):
    assert variants("classic", tiles=array([8, 9, 10])) == variants("classic", tiles=[8, 9, 10])
    assert variants("classic", clack_payout=array([1, 2])) == variants(
        "classic", clack_payout=range(1, 3)
    )
    ties = ["push", "first"]
    assert variants("classic", ties=array(ties)) == variants("classic", ties=ties)
    assert variants("classic", immediate_clack=array([True, False])) == (
        variants("classic", immediate_clack=[True, False])
    )


def test_a_row_of_an_array_is_one_value():
    assert variants("classic", tiles=np.array([[1, 2, 4], [3, 5, 6]])) == (
        Variant(tiles="1,2,4"),
        Variant(tiles="3,5,6"),
    )
    dice = np.array([[1, 1, 2], [1, 1, 3]])
    assert variants("classic", dice="2d3", weights=dice) == (
        Variant(dice="2d3", weights=(1, 1, 2)),
        Variant(dice="2d3", weights=(1, 1, 3)),
    )


@pytest.mark.parametrize("kind", [list, *ARRAYS])
def test_the_weights_of_one_die_are_no_list(kind):
    with pytest.raises(RulesError, match=r"^weights: got \[1, 1, 1, 1, 1, 2\], a list, .* a tuple"):
        variants("classic", weights=kind([1, 1, 1, 1, 1, 2]))


def test_an_array_without_end_is_refused():
    with pytest.raises(RulesError, match="more than 100000 combinations"):
        variants("classic", clack_payout=np.broadcast_to(np.int64(3), 10**12))


def test_rules_that_are_lists_are_a_sweep_of_every_combination():
    swept = variants("classic", tiles=[9, 10], clack_payout=[1, "3/2"])
    rules = [(tiles, payout) for tiles in (9, 10) for payout in (1, "3/2")]
    assert swept == tuple(Variant(tiles=tiles, clack_payout=payout) for tiles, payout in rules)
    assert variants("sixteen", ties="first") == tuple(
        each.replace(ties="first") for each in variants("sixteen")
    )
    assert variants("classic", tiles=(1, 2, 5)) == (Variant(tiles="1,2,5"),)
    assert variants("classic", tiles=range(3, 6)) == (Variant(tiles="3-5"),)
    assert variants("classic", weights=(1, 1, 1, 1, 1, 2)) == (Variant(weights="1,1,1,1,1,2"),)
    assert variants("classic", clack_payout=range(3), dice=("1d6", "2d6")) == (
        variants("classic", clack_payout=[0, 1, 2], dice=["1d6", "2d6"])
    )


def test_a_list_of_tiles_and_ties_that_are_played_again_are_told_where_they_go():
    with pytest.raises(InputError, match=r"got \[1, 2\], which is tiles: Variant\(tiles="):
        as_variant([1, 2])
    with pytest.raises(InputError, match=r"got array\(\[1, 2\]\), which is tiles: Variant\(tiles="):
        as_variant(np.array([1, 2]))
    with pytest.raises(RulesError, match=r"^ties: got 'again', which `twoplayer evening` values"):
        Variant(ties="again")


def test_a_sweep_names_what_is_wrong_with_its_rules():
    with pytest.raises(RulesError, match=r"^tile: an unknown rule"):
        variants("classic", tile=[9, 10])
    with pytest.raises(RulesError, match=r"^one_die: got 'always', with one die anyway"):
        variants("classic", dice=["2d6", "1d12"], one_die=["never", "always"])
    with pytest.raises(RulesError, match=r"^tiles, clack_payout: more than 100000 combinations"):
        variants("classic", tiles=[*range(6, 18)], clack_payout=[*range(10_000)])
    with pytest.raises(RulesError, match=r"^clack_payout: more than 100000 combinations"):
        variants("classic", clack_payout=range(10**12))


def test_a_family_that_is_made_by_hand_is_checked():
    with pytest.raises(RulesError, match="tiles: got 3, not a tuple"):
        Family("ours", "", "", {"tiles": 3})
    with pytest.raises(InputError, match="options: got None"):
        Family("ours", "", "", None)


def test_a_family_shows_itself():
    assert repr(family("house")) == "Family('house', size=27)"
    assert ">siam-mandalay" in family("house")._repr_html_()
    rules = family("sixteen")
    assert [row["rule"] for row in rules.to_records()] == [*rules.options]
    assert rules.to_records()[0]["in_words"] == "9 tiles, 1 to 9"
    assert rules.table().title.startswith("sixteen, 16 games: ")
    assert Family("ours", "", "", {}).table().title == "ours, one game"


def test_whoever_changes_a_registered_family_changes_no_other():
    one = family("house")
    one.options["tiles"] = ("1-3",)
    assert family("house").options.get("tiles") != ("1-3",)
    one.parts[0].options["tiles"] = ("1-3",)
    assert family("house").parts[0].options.get("tiles") != ("1-3",)
    assert family("house") == family("house")
