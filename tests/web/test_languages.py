"""The languages of page and explorer: complete, chosen by the browser, an address or a setting."""

import re

import pytest
from conftest import written
from page_languages import LANGUAGES, TAGS, languages_of
from person import fits
from touch import NARROW, PHONE, menu, solved, status, tap

from twoplayer import variants
from twoplayer.variant.dice import MEASURES
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import COVERINGS, SCORINGS

dear = pytest.mark.dear

# What each phrase takes, by its path: nothing, or the names of what it is told.
PHRASES = """
(tag) => {
  asked = tag;
  speakAs("");
  const found = {};
  const walk = (each, path) => {
    if (typeof each === "string") found[path] = null;
    else if (typeof each === "function") found[path] = String(each);
    else for (const [name, inner] of Object.entries(each)) walk(inner, [...path, name]);
  };
  walk(LANGUAGES[tag], []);
  return found;
}
"""


@pytest.fixture(scope="module")
def explorer(tmp_path_factory):
    path = tmp_path_factory.mktemp("explorer") / "explorer.html"
    written(f"write explorer classic sally digital full-house golf ties-to-first -o {path}")
    return path


@pytest.fixture(params=["page", "explorer"])
def opened(request, open_page):
    """Open each of the two that speak all languages."""
    paths = {"path": request.getfixturevalue("explorer")} if request.param == "explorer" else {}
    return lambda *viewport, **more: open_page(*viewport, **paths, **more)


def phrases_of(page):
    return {tag: page.evaluate(PHRASES, tag) for tag in TAGS}


@pytest.fixture(scope="module")
def read():
    """What was read off a page once, by what was opened."""
    return {}


@pytest.fixture(params=["page", "explorer"])
def phrases(request, read):
    if request.param not in read:
        open_page = request.getfixturevalue("open_page")
        paths = {"path": request.getfixturevalue("explorer")} if request.param == "explorer" else {}
        read[request.param] = phrases_of(open_page(**paths))
    return read[request.param]


OF_VALUES = {
    "covers": COVERINGS,
    "scorings": SCORINGS,
    "measures": MEASURES,
    "ties": FIELDS["ties"].examples,
}
"""What the values of rules are called, by the table of their words."""


NAMED = ("names,", "summaries,")


def own(found):
    """Leave out what rule files and Python say in English."""
    return {path for path in found if not path.startswith(NAMED)}


WHERE = "twoplayer/web/words as german.js or both-german.js, or in twoplayer/web/explorer"


def differences(phrases, wanted):
    """Say what is missing in each language, by its phrases and those that are wanted."""
    said = []
    for tag, found in phrases.items():
        missing = sorted(wanted - {*found}, key=lambda path: (path.startswith(NAMED), path))
        needless = sorted({*found} - wanted)
        if missing:
            said.append(f"{tag} lacks words (write them in {WHERE}): {missing}")
        if needless:
            said.append(f"{tag} has words that nothing asks for (take them out): {needless}")
    return "\n".join(said)


def within(phrases, table):
    """Return of each language what a table of its phrases has."""
    return {
        tag: {path for path in found if path.startswith(f"{table},")}
        for tag, found in phrases.items()
    }


def test_page_and_explorer_speak_the_same_languages():
    """Add a language to `languages.js` of `words` and of `explorer`, both."""
    assert languages_of("explorer") == languages_of("words")
    assert ["en", *LANGUAGES] == TAGS


@dear
def test_every_language_has_every_phrase(phrases):
    named = {path for tag in LANGUAGES for path in phrases[tag]} - own(phrases["en"])
    wanted = own(phrases["en"]) | named
    assert differences({tag: phrases[tag] for tag in LANGUAGES}, wanted) == ""
    accepts = {f"accepts,{name}" for name in FIELDS}
    assert differences(within(phrases, "accepts"), accepts) == ""
    assert [path for tag in TAGS for path, text in phrases[tag].items() if text == ""] == []


@dear
@pytest.mark.parametrize("table", OF_VALUES)
def test_every_language_has_words_for_every_value_of_a_rule(phrases, table):
    wanted = {f"{table},{name}" for name in OF_VALUES[table]}
    assert differences(within(phrases, table), wanted) == ""


def test_what_a_rule_takes_is_said_with_every_name_that_python_has(open_page):
    """No language lists them itself, so that one that is new is not left out."""
    accepts = open_page().evaluate(
        "Object.fromEntries(Object.entries(LANGUAGES).map(([tag, { accepts }]) => [tag, accepts]))"
    )
    for each in accepts.values():
        assert each["moves"] == " | ".join(COVERINGS)
        assert each["scoring"] == " | ".join(SCORINGS)
        ties = re.sub(r" \(.+?\)", "", each["ties"])
        assert ties == " | ".join(FIELDS["ties"].examples)
    assert accepts["de"]["ties"] == "push (niemand gewinnt) | first | second"


DRAWN = """
([tag, given]) => {
  asked = tag;
  speakAs("");
  const said = Object.values(SAY.accepts);
  for (const rules of given.map((each) => read(each))) {
    for (const [name, value] of Object.entries(rules)) {
      said.push(FIELDS[name].words(value), besideTitle(name, value));
    }
    for (const score of [0n, 7n]) {
      const favour = favourOf(rules.ties);
      said.push(SAY.chasing(score, favour), SAY.nextHas("A", score, favour));
    }
    said.push(SAY.tie(FIELDS.ties.words(rules.ties)));
    said.push(...holdersOf([3n, 3n, 5n], rules.ties).map((seat) => SAY.playerWithin(seat + 1)));
  }
  return said;
}
"""


@pytest.fixture(scope="module")
def every_value():
    """Rules in which every value that people play, or that is registered, comes once at least."""
    values = [(name, value) for name, field in FIELDS.items() for value in field.examples]
    values += [("moves", name) for name in COVERINGS] + [("scoring", name) for name in SCORINGS]
    found = [{name: str(value)} for name, value in values]
    found += [{"one_die": f"{name} <= 3"} for name in MEASURES]
    played = variants("house") + variants("atlas")[::50]
    return found + [
        {name: str(value) for name, value in each.rules().items() if value is not None}
        for each in played
    ]


def test_no_phrase_is_undefined_whatever_the_rules(open_page, every_value):
    page = open_page()
    wrong = re.compile(r"undefined|\bnull\b|NaN|\[object|=>")
    for tag in TAGS:
        said = page.evaluate(DRAWN, [tag, every_value])
        assert [text for text in said if wrong.search(text)] == [], tag
        assert len(said) > 1000, tag
        assert all(said), tag


THROWAWAY = """
(tag) => {
  globalThis.Worker = class {
    addEventListener() {}
    postMessage() {}
    terminate() {}
  };
  asked = tag;
  TIES.double = { wins: 0, pays: "-2" };
  MOVES.any = { byTotal: false };
  SCORINGS.half = {};
  ENGLISH.ties.double = "equal scores: the first player pays double";
  ENGLISH.covers.any = "any tile";
  ENGLISH.scorings.half = "half of the sum";
  speakAs("");
  showWords();
  playBy(read({ ties: "double", moves: "any", scoring: "half", tiles: "1,3,5" }));
  const states = [
    { phase: "passed", player: 1, beat: null, left: [0n], open: 0 },
    { phase: "turn", player: 2, beat: 0n, left: [0n], open: 7 },
    { phase: "turn", player: 2, beat: 4n, left: [4n], open: 7 },
    { phase: "over", player: 2, beat: 4n, left: [4n, 4n], open: 4 },
  ];
  return states.map((state) => {
    change(state);
    openMenu();
    element("words").closest("details").open = true;
    openPanel();
    const said = document.body.innerText;
    for (const open of document.querySelectorAll("dialog[open]")) open.close();
    return said;
  });
}
"""
"""Rules that the page alone has: no worker solves them, since it would complain, soon or late."""


@pytest.mark.parametrize(
    "tag", [pytest.param(tag, marks=[dear] * (tag != LANGUAGES[0])) for tag in TAGS]
)
def test_what_has_no_words_in_a_language_is_said_in_english(open_page, tag):
    for said in open_page().evaluate(THROWAWAY, tag):
        assert "undefined" not in said
        assert "equal scores: the first player pays double" in said
        assert "any tile" in said
        assert "half of the sum" in said


SHOWN = """
([scorings, ties]) => [
  Object.keys(FIELDS.ties.choices),
  scorings.filter((name) => name === CLASSIC.scoring || !FIELDS.scoring.mark(name)),
  ties.filter((name) => !FIELDS.ties.mark(name)),
]
"""


def test_every_scoring_and_way_to_settle_ties_can_be_chosen_and_has_a_mark(open_page):
    """Those of the classic game have none."""
    ties = list(FIELDS["ties"].examples)
    assert open_page().evaluate(SHOWN, [list(SCORINGS), ties]) == [ties, ["sum"], ["push"]]


def test_every_rule_of_the_catalogue_has_its_name_and_summary(open_page):
    page = open_page()
    of_page = phrases_of(page)
    names = page.evaluate("page.catalogue.map(({ name }) => name)")
    wanted = {f"summaries,{name}" for name in names}
    wanted |= {f"names,{name}" for name in names if name != "2012"}
    found = {tag: wanted & {*of_page[tag]} for tag in LANGUAGES}
    assert differences(found, wanted) == ""


@dear
def test_every_phrase_uses_all_that_it_is_told(phrases):
    for tag in TAGS:
        for path, code in phrases[tag].items():
            if code is None:
                assert phrases["en"].get(path) is None, path
                continue
            told, said = re.split(r"=>|\)\s*\{", code, maxsplit=1)
            parameters = re.findall(r"\w+", told.partition("(")[2])
            assert parameters, (tag, path)
            assert all(re.search(rf"\b{name}\b", said) for name in parameters), (tag, path)
            english = re.split(r"=>|\)\s*\{", phrases["en"][path], maxsplit=1)[0]
            assert len(parameters) == len(re.findall(r"\w+", english.partition("(")[2])), path


# Words outside of the table

MARKED = """
() => {
  const mark = (each) => {
    if (typeof each === "string") return `⟦${each}⟧`;
    if (typeof each === "function") return (...told) => `⟦${each(...told)}⟧`;
    if (Array.isArray(each)) return each.map(mark);
    return Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, mark(inner)]));
  };
  const { catalogue = [], names: given = {} } = page;
  const all = [...catalogue.map(({ name }) => name), ...Object.values(given).flat(2)];
  const names = Object.fromEntries(all.map((name) => [name, name]));
  const summaries = Object.fromEntries(catalogue.map(({ name, summary }) => [name, summary]));
  summaries.sixteen = "all";
  SAY = mark({ ...SAY, names, summaries });
  language = "marked";
  speakAs = () => null; // nor another one
  showWords();
}
"""
OUTSIDE = """
() => {
  const said = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!parentElement.closest("script, noscript, #old, #language, #source")) said.push(data);
  }
  for (const each of document.querySelectorAll("[aria-label], [title], [placeholder], [label]")) {
    const names = ["aria-label", "title", "placeholder", "label"];
    said.push(...names.map((name) => each.getAttribute(name) ?? ""));
  }
  const outside = (text) => {
    let depth = 0;
    return [...text].filter((letter) => {
      depth += letter === "⟦" ? 1 : letter === "⟧" ? -1 : 0;
      return depth === 0 && /\\p{L}/u.test(letter);
    });
  };
  return said.filter((text) => outside(text).length);
}
"""


@pytest.mark.dear
def test_no_word_of_the_page_stands_outside_the_table(open_page):
    """Every phrase of a language of its own is in brackets: what is not comes from elsewhere."""
    page = solved(open_page(NARROW, link="one_die=always&clack_payout=2"))
    page.evaluate(MARKED)
    states = [
        "settings.mine = true; draw()",
        "pickFaces([3])",
        "pickFaces([3, 5])",
        "hint()",
        "openOdds()",
        "element('all').close(); tapTile(0)",
        "undo(); typeDigit('1')",
        "forgetTyping(); pickRoll([12]); cover(movesNow()[0])",
        "pickRoll([12])",
        "endTurn()",
        "setUp({ open: 1 })",
        "setUpPlayer(2)",
        "change({ phase: 'turn' })",
        "pickRoll([1])",
        "endTurn()",
        "openStory()",
        "element('sheet').close(); openMenu()",
        "openPanel()",
        "startFrom('sally')",
        "element('rule-tiles').value = SAY.other; element('text-tiles').value = 'x'; judge()",
        "element('text-tiles').value = '12'; element('rule-dice').value = '1d20'; judge()",
        "element('panel').close(); element('table').showModal()",
        "element('help').showModal()",
        "playBy(read({ moves: 'exact', opening_tile: '2', stop_total: '7', ties: 'second' }))",
        "pickRoll([3, 4])",
        "playBy(read({ tiles: '1-5', scoring: 'digits', dice: '1d100' }))",
        "location.hash = 'tiles=x&ties=split&dice=3d6&moves=exact&foo=1'",
        "location.hash = 'my-pub'",
        "solver().halt(true); draw()",
        "openMenu(); openMend()",
        "stopMend()",
        "element('mend').close(); element('menu').close(); openPlayers(); addPlayer()",
        "for (const each of document.querySelectorAll('#names select')) each.value = 'random'",
        "playEvening()",
        "pickFaces([6, 6])",
        "openPlayers(); endEvening()",
    ]
    for state in states:
        page.evaluate(f"() => {{ {state} }}")
        assert page.evaluate(OUTSIDE) == [], state
    page.evaluate("() => { solver().failure = SAY.stop; draw(); }")
    assert page.evaluate(OUTSIDE) == []


@dear
def test_no_word_of_the_explorer_stands_outside_the_table(open_page, explorer):
    page = open_page(NARROW, path=explorer)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.evaluate(MARKED)
    for state in [
        "element('filter').open = true",
        "choose(every.find(calledHere))",
        "choose(byFairness.at(-1))",
        "look({ only: { favoured: 'second' }, sort: 'ties' })",
        "element('copy-csv').click()",
        "element('send').click()",
        "location.hash = 'tiles=3'; open()",
        "location.hash = 'tiles=x'; open()",
    ]:
        page.evaluate(f"() => {{ {state} }}")
        page.evaluate(
            "() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))"
        )
        assert page.evaluate(OUTSIDE) == [], state


# How a language is chosen


@pytest.mark.dear
def test_the_browser_chooses(new_context, of_sixteen):
    for locale, tag, said in [
        ("de-AT", "de", "Spieler 1: wirf 2 Würfel."),
        ("fr-CA", "fr", "Joueur 1\N{NO-BREAK SPACE}: lancez 2 dés."),
        ("es-MX", "es", "Jugador 1: tira 2 dados."),
        ("ja-JP", "en", "Player 1: roll 2 dice."),
    ]:
        context = new_context(locale=locale)
        page = context.new_page()
        page.goto(of_sixteen.as_uri())
        page.locator("#status:not(:empty)").wait_for()
        assert page.locator("html").get_attribute("lang") == tag
        assert status(page) == said
        assert page.evaluate("location.hash") == "", "nothing was chosen"


@pytest.mark.dear
def test_a_setting_is_kept_in_the_address(open_page):
    page = solved(open_page(link="clack_payout=2"))
    menu(page)
    page.get_by_label("Language").select_option("de")
    page.locator("#close-menu:has-text('Zurück zum Spiel')").wait_for()
    tap(page, "Zurück zum Spiel")
    assert page.evaluate("location.hash") == "#clack_payout=2&lang=de"
    assert page.locator("#rules-name").inner_text() == "Klack zählt doppelt"
    page.reload()
    page.locator("#status:has-text('Würfel')").wait_for()
    tap(page, "Regeln")
    page.get_by_label("Sprache").select_option("en")
    page.locator("#close-menu:has-text('Back to the game')").wait_for()
    assert page.evaluate("location.hash") == "#clack_payout=2&lang=en"
    assert page.evaluate("linkTo(game.rules)") == "clack_payout=2", "links to send have none"


@pytest.mark.dear
def test_an_address_chooses_and_an_unknown_language_is_none(open_page):
    page = open_page(link="lang=es")
    page.locator("#status:has-text('tira')").wait_for()
    assert page.locator("#rules-name").inner_text() == "Clásico"
    page = open_page(link="sally&lang=fr")
    page.locator("#status:has-text('lancez')").wait_for()
    assert page.locator("#rules-name").inner_text() == "Sally"
    page = open_page(link="lang=xx&tiles=4")
    assert status(page) == "Player 1: roll 2 dice."
    assert not page.locator("#refused").is_visible()
    page = open_page(link="ties=x&lang=de")
    page.locator("#fault:has-text('unbekannt')").wait_for(state="attached")


@dear
def test_the_explorer_speaks_as_the_page_does(open_page, new_context, explorer):
    """The address says the language, or else the browser; what is chosen goes along to the page."""
    page = open_page(path=explorer)
    titles = page.evaluate(
        "Object.fromEntries(Object.entries(LANGUAGES).map(([tag, { title }]) => [tag, title]))"
    )
    assert titles["de"] == "Welche Regeln sind gerecht?"
    assert page.locator("h1").inner_text() == titles["en"]
    assert page.evaluate("[location.hash, element('play').hash]") == ["", "#tiles=1-9"]
    for tag in [*LANGUAGES, "en"]:
        page.locator("#language").select_option(tag)
        page.wait_for_url(f"**#tiles=1-9&lang={tag}")
        assert page.locator("html").get_attribute("lang") == tag
        assert page.locator("h1").inner_text() == titles[tag]
        assert page.title() == f"Shut the Box: {titles[tag]}"
        assert page.evaluate("element('play').hash") == f"#tiles=1-9&lang={tag}"
        page.reload()
        assert page.locator("h1").inner_text() == titles[tag]
    context = new_context(locale="de-AT")
    page = context.new_page()
    page.goto(explorer.as_uri())
    assert page.locator("#ev").inner_text() == "−0,4012\N{NO-BREAK SPACE}%"
    assert page.locator("#known option:checked").inner_text() == "Klassisch, Golf"


@dear
@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_explorer_is_as_narrow_in_every_language(open_page, explorer, tag):
    page = open_page(NARROW, path=explorer, link=f"lang={tag}")
    page.locator("#filter summary").click()
    assert fits(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert fits(page)


@pytest.mark.dear
@pytest.mark.parametrize(
    ("link", "english", "german"),
    [("ties=x", "unknown", "unbekannt"), ("game=5.3-9", "covers", "schließt")],
)
def test_a_refusal_is_said_in_the_language_that_is_spoken(open_page, link, english, german):
    page = open_page(link=link)
    assert english in page.locator("#fault").text_content()
    for reload in (False, True):
        if reload:
            page.evaluate("keepNow()")
            page.reload()
        for tag, said in [("de", german), ("en", english)]:
            page.locator("#language").select_option(tag, force=True)
            assert said in page.locator("#fault").text_content()
            assert page.evaluate("past.length") == 0


def test_the_title_is_in_the_language_too(open_page):
    page = open_page()
    titles = [page.title()]
    page.locator("#language").select_option("es", force=True)
    titles.append(page.title())
    assert [title[:29] for title in titles] == [
        "Shut the Box: The published s",
        "Shut the Box: Las dieciséis p",
    ]


CALLED = ["Joueur 1", "le joueur 2", "Programme 3", "Anne", "Émile", "Ben"]
LLAMADOS = ["Jugador 1", "el jugador 2", "Programa 3", "Ana"]


def test_what_stands_before_a_player(open_page):
    page = open_page()
    assert page.evaluate("(names) => names.map(ofFrench)", CALLED) == [
        *("du joueur 1", "du joueur 2", "du programme 3", "d’Anne", "d’Émile", "de Ben")
    ]
    found = page.evaluate(
        "(names) => names.map((who) => [ofSpanish('de', who), ofSpanish('a', who)])", LLAMADOS
    )
    assert found == [
        ["del jugador 1", "al jugador 1"],
        ["del jugador 2", "al jugador 2"],
        ["del programa 3", "al programa 3"],
        ["de Ana", "a Ana"],
    ]


NUMBERS = """
(tag) => {
  asked = tag;
  speakAs("");
  const stakes = ["1", "1/2", "2"].map(SAY.stakes);
  return [whole(1234567), localised("0.5"), ...stakes, SAY.or([1, 2])];
}
"""


def test_numbers_lists_and_plurals_are_those_of_the_language(open_page):
    page = open_page()
    space = "\N{NARROW NO-BREAK SPACE}"
    known = {
        "en": ["1,234,567", "0.5", "1 stake", "1/2 stakes", "2 stakes", "1 or 2"],
        "de": ["1.234.567", "0,5", "1 Einsatz", "1/2 Einsätze", "2 Einsätze", "1 oder 2"],
        "fr": [f"1{space}234{space}567", "0,5", "1 mise", "1/2 mise", "2 mises", "1 ou 2"],
        "es": ["1.234.567", "0,5", "1 apuesta", "1/2 apuestas", "2 apuestas", "1 o 2"],
    }
    assert {tag: page.evaluate(NUMBERS, tag) for tag in known} == known


CUT = """
() => [...document.querySelectorAll("#status, #go, .tool, .chip, #position *")]
  .filter(({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
    clientWidth && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1))
  .map((each) => each.id || each.textContent)
"""


@pytest.mark.dear
@pytest.mark.parametrize("viewport", [NARROW, PHONE], ids=["narrow", "phone"])
@pytest.mark.parametrize("tag", LANGUAGES)
def test_words_of_every_language_fit(open_page, viewport, tag):
    page = solved(open_page(viewport, link=f"one_die=always&lang={tag}"))
    for act in [
        "settings.mine = true; draw()",
        "settings.mine = false; pickFaces([3, 5])",
        "hint()",
        "setUp({ player: 2, beat: 12n })",
        "change({ phase: 'turn' })",
        "openOdds()",
        "element('all').close(); openMenu()",
        "openPanel()",
        "element('panel').close(); element('help').showModal()",
        "element('help').close(); element('menu').close()",
        "change({ phase: 'passed', player: 1, beat: null, left: [12n], open: 64 })",
        "change({ phase: 'over', player: 2, beat: 12n, left: [12n, 12n] })",
        "change({ phase: 'over', left: [12n, 7n] })",
        "change({ phase: 'over', left: [0n, 7n], open: 0 })",
    ]:
        page.evaluate(f"() => {{ {act} }}")
        assert fits(page), act
        assert page.evaluate(CUT) == [], act
