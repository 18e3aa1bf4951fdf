"""The scripts of a page: files that import each other, each entry made one script."""

import re

import pytest
from conftest import ROOT

from twoplayer.web import html
from twoplayer.web.html import bundles


@pytest.fixture
def files(monkeypatch):
    """Let some texts be the files, by name."""
    found = {}
    monkeypatch.setattr(html, "template", lambda name: found[name])
    return found


def test_what_is_imported_stands_before_what_imports_it(files):
    files["box/start.js"] = (
        'import { one } from "../shared/one.js";\nimport "./two.js";\nstart();\n'
    )
    files["box/two.js"] = 'import {\n  one,\n} from "../shared/one.js";\none();\n'
    files["shared/one.js"] = "export function one() {}\n"
    assert bundles("box/start") == ['"use strict";\nfunction one() {}\n\none();\n\nstart();\n']


def test_an_entry_has_nothing_that_an_earlier_one_has(files):
    files["first.js"] = "export const one = 1;\n"
    files["second.js"] = 'import { one } from "./first.js";\nconst two = one + one;\n'
    first, second = bundles("first", "second")
    assert "const one = 1;" in first
    assert second == '"use strict";\nconst two = one + one;\n'


def test_files_that_import_each_other_are_refused(files):
    files["one.js"] = 'import "./two.js";\n'
    files["two.js"] = 'import "./one.js";\n'
    with pytest.raises(ValueError, match=r"one → two → one$"):
        bundles("one")


@pytest.mark.parametrize(
    "declared",
    [
        *(
            "export const name = 1;",
            "let name;",
            "let other, name;",
            "const [other, name] = [1, 2];",
        ),
        *("function name() {}", "export async function name() {}", "class name extends Map {}"),
    ],
)
def test_a_name_that_two_files_of_a_page_declare_is_refused(files, declared):
    """The second would replace the first, or stop the page, even if neither is exported."""
    files["solver.js"], files["board.js"] = "function name() {}\n", f"{declared}\n"
    with pytest.raises(ValueError, match=r"declared in two files: name$"):
        bundles("solver", "board")


def test_a_name_within_a_function_is_its_own(files):
    files["one.js"], files["two.js"] = "const name = 1;\n", "function two() {\n  let name;\n}\n"
    assert len(bundles("one", "two")) == 2


NESTED = re.compile(r"`[^`]*\$\{[^}`]*`")


def test_no_text_with_values_stands_within_another():
    """What makes a script small would take the spaces out of the inner one."""
    assert html.minified("x = `${y ? `${z} a` : 1}`") != "x=`${y ? `${z} a` : 1}`"
    for path in sorted((ROOT / "twoplayer" / "web").glob("*/*.js")):
        for line in path.read_text("utf-8").splitlines():
            assert not NESTED.search(line), line


ALONE = {"box/ready", "box/unpack", "install/install", "install/service"}
"""What is no part of a page's scripts, or is its own."""


def test_every_file_belongs_to_a_page():
    made = "".join([*bundles("rules/worker", "box/start"), *bundles("explorer/explorer")])
    for path in sorted((ROOT / "twoplayer" / "web").glob("*/*.js")):
        name = f"{path.parent.name}/{path.stem}"
        lines = path.read_text("utf-8").splitlines()
        comment = next(line for line in lines if line.startswith("//"))
        assert (comment in made) == (name not in ALONE), name


# Look-ups by name

FILES = {
    f"{path.parent.name}/{path.stem}": path.read_text("utf-8")
    for path in sorted((ROOT / "twoplayer" / "web").glob("*/*.js"))
}
PLACES = (  # what counts; so are keys called that are no names
    *("all", "at", "before", "best", "index", "layer", "left", "length", "number", "one", "open"),
    *("other", "pick", "place", "player", "round", "seat", "set", "side", "word"),
)
COUNTED = re.compile(
    rf"""\d+ | (.*\W)? ({"|".join(PLACES)}) | .* [ ][-+*/][ ] .*  # a number, a place, a sum
    | (Math\.\w+ | Number | placeOf | seatOf | .*\.indexOf) \( .*  # what counts
    | .* \[ (\d+ | {"|".join(PLACES)}) \]  # what stands at a place among places
    | (\w+[ ]\?[ ])? "" ([ ]:[ ]"")? # a text that stands there""",
    re.VERBOSE,
)
LOOKED_UP = re.compile(r"(?<=[\w)\]])(?:\?\.)?(?=\[((?! )(?:[^][]|\[[^][]*\])+)\])")
TABLE = re.compile(r"(?:\w[\w.]*(?:\(\))?|[)\]])$")
KNOWN = re.compile(r"([\w.\"]+) in ([\w.]+)")
TAKEN = re.compile(r"\{[^{}]*\[\w+\]: [^{}]*\} = ")

CLOSED = {
    # names of rules, from a list of the page, and values of rules that have been read
    "evening/evening": "TIES[rules.ties]",
    "evening/head-start": "SAY.titles[name] game.rules[name] own[name]",
    "evening/standing": "TIES[rules.ties]",
    "explorer/atlas": "FIELDS[name] page.options[name] rules[name] each[name] before[name]",
    "explorer/changes": "SAY.titles[name] FIELDS[name]",
    "explorer/rows": "SAY.titles[name] rules[name] SAY.favoured[one.favoured]",
    "menu/cards": "FIELDS[name] SAY.switches[name] considered()[name]",
    "menu/mend": "page.options[name] FIELDS[name] rules[name]",
    "menu/panel": "FIELDS[name] SAY.accepts[name] SAY.titles[name] page.options[name] rules[name]",
    "menu/picture": "FIELDS[name]",
    "menu/table": "SAY.titles[name] SAY.titles[heading.className] FIELDS[name] kept[name] "
    "rules[name] SAY.gains[favouredIn(row)]",
    "rules/game": "TIES[rules.ties] MOVES[rules.moves] measures[name]",
    "rules/kinds": "TIES[name] TIES[ties]",
    "rules/own": "FIELDS[name] given[name] others[name] rules[name]",
    "rules/fields": "FIELDS[name] SAY.covers[name] SAY.limits[name] SAY.measures[name] "
    "SAY.scorings[name] SAY.ties[winner]",
    "rules/rules": "FIELDS[name] given[name] rules[name] takes[name] MOVES[moves] MOVES[name]",
    "words/worth": "FIELDS[name]",
    # what is asked of a game; the file has looked before whether it is one of these
    "explorer/explorer": "ASKED[name]",
    "explorer/shown": "ASKED[name] FIELDS[name] SAY.favoured[value]",
    "words/choice": "LANGUAGES[tag] LANGUAGES.en[name] phrases[name]",
    # one of a few words of the scripts themselves
    "box/end": "SQUARES[each]",
    "box/paper": "SAY.badGame[why]",
    "box/sound": "KNOCKS[name]",
    "box/taught": "SAY.toCoverBy[rules.moves]",
    "box/draw": "settings[name]",
    "coach/skill": "SAY.skills[skill]",
    "evening/opponent": "FEATURES[name] measures[name]",
    "evening/players": "SAY.startWays[way] SAY.ways[way]",
    "menu/menu": "settings[name]",
    "menu/send": "SAY.sendHow[how]",
    "rules/odds": "found[name] payoff[name]",
    "shared/dom": "all[one.dataset.label] all[one.dataset.say]",
    "today/end": "COLOURS[kind] SQUARES[kind]",
    # what a worker and its page tell each other
    "rules/solver": '"" in data',
    "rules/worker": '"" in data "" in globalThis',
    # where it is seen to
    "shared/look-up": "table[name]",
}
"""Where a file looks up a key in a table without `lookUp`, because no other key can come there."""


def bare(script):
    """Leave out comments and texts; of a text with values in it the values stay."""
    script = re.sub(r"(?ms)/\*.*?\*/|^\s*//.*?$", "", script)
    script = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', script)
    values = lambda text: " ".join(f"({value})" for value in re.findall(r"\$\{([^}]*)\}", text[0]))  # noqa: E731
    return re.sub(r"`[^`]*`", values, script)


def looked_up(script):
    """Return what a script looks up by a key that is no number, and what it takes out so."""
    script = bare(script)
    found = {f"{key} in {table}" for key, table in KNOWN.findall(script)}
    found |= {*TAKEN.findall(script)}
    for each in LOOKED_UP.finditer(script):
        if not COUNTED.fullmatch(each[1]):
            found.add(f"{TABLE.search(script[: each.start()])[0]}[{each[1]}]")
    return found


@pytest.mark.parametrize("name", FILES)
def test_what_may_be_any_name_is_looked_up_among_a_tables_own(name):
    """Every object has a `constructor`, which no file and no address has put there.

    Look it up by `lookUp` of `shared/look-up.js`. Only where no other key than those of the table
    can come does a look-up belong into `CLOSED`.
    """
    closed = re.findall(r"\S+ in \S+|\S+", CLOSED.get(name, ""))
    assert looked_up(FILES[name]) == {*closed}


@pytest.mark.parametrize(
    "script",
    [
        *(
            "return SAY.names[name] ?? title;",
            "LANGUAGES[tag]",
            "days?.[date]",
            "f(x)[key]",
            "a[b.c]",
        ),
        *("if (event.key in ROWS) go();", "for (const name in given) go();"),
        *("const { [SECOND]: text } = given;", "`${kinds[name]}`", "SAY[x ? name : other.name]"),
    ],
)
def test_a_look_up_by_any_name_is_seen(script):
    assert looked_up(script)


@pytest.mark.parametrize(
    "script",
    [
        *(
            "tiles[0]",
            "values[set]",
            "game.left[seat - 1]",
            "options[game.places[at]]",
            "won[won[0]]",
        ),
        *('history[further ? "pushState" : "replaceState"]', "lookUp(SAY.names, name)"),
        *("// SAY.names[name]", "[one, other] = [other, one];", '"tr[data-link] in a row"'),
        *("`${games} games in a row[s]`", "return { ...rules, [name]: value };"),
    ],
)
def test_a_look_up_by_place_is_none_by_name(script):
    assert not looked_up(script)
