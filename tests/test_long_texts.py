"""What is too long is refused before it is read, by whatever reads what users give.

Where reading takes the square of a text's length, a million characters take hours, not seconds:
the limit of `pytest` for a test ends that, and says where it was. A text that nobody measures is
refused for something else than its length, and these tests want that reason.
"""

import json
from contextlib import nullcontext
from itertools import cycle, product

import pytest
from long_texts import (
    EXAMPLES,
    KINDS,
    LONGEST_RULES,
    TOO_LONG,
    example_for,
    functions,
    options,
    stretched,
    text_of,
    texts,
)

from twoplayer import InputError, Variant, certificate, check, check_table, solve, strategy_value
from twoplayer.checker import Certificate, Game, RefusedError
from twoplayer.claims.number import number_of
from twoplayer.cli.typed import played_in
from twoplayer.errors import LONGEST, FileError, RulesError
from twoplayer.variant import family
from twoplayer.variant.fields import FIELDS

MANY = 10**6
TOO_LONG_TO_READ = " characters long, more than 4000"
LOOKED_UP = {
    "aim",
    "also",
    "first",
    "format",
    "illegal",
    "keep",
    "name",
    "payoff",
    "player",
    "pays",
    "render_mode",
    "second",
    "starts",
    "told",
}
"""What functions look up among words or numbers, and read no further."""
FREE = {"strategy_of name"}
"""What is any text, up to the longest."""
LINES = ('dice = "{}"', 'clack_payout = ["{}"]', '"{}" = 1', 'rule_sets = ["{}"]')


@pytest.mark.parametrize("each", [*functions(), *options()], ids=str)
def test_what_takes_text_has_an_example_of_it(each):
    assert example_for(each)


def refusal(error, read, *arguments, **rules):
    with pytest.raises(error) as caught:
        read(*arguments, **rules)
    assert len(str(caught.value)) < 1500
    return str(caught.value)


def is_measured(text, said):
    """Return whether it is refused for its length, or is short without the blanks around it."""
    return TOO_LONG_TO_READ in said or len(text.strip()) < LONGEST


@pytest.mark.dear
@pytest.mark.parametrize("kind", KINDS)
def test_functions_refuse_a_million_characters(kind):
    text = text_of(kind, MANY)
    for each in functions():
        said = refusal(InputError, each.give, text)
        assert TOO_LONG_TO_READ in said or each.name in LOOKED_UP, each


@pytest.mark.dear
def test_commands_refuse_a_million_characters():
    for text, each in zip(cycle(texts(MANY)), options(), strict=False):
        result = each.give(text)
        assert result.exit_code == 2
        assert TOO_LONG_TO_READ in result.stderr, each
        assert len(result.stderr) < 200


def different(some):
    """Return one of what takes text by a name, and is annotated or spelled alike."""
    return list({(each.name, each.kind): each for each in reversed(list(some))}.values())


@pytest.mark.dear
@pytest.mark.parametrize("each", different(functions()), ids=str)
def test_functions_read_as_many_as_there_may_be(each):
    for text in (*stretched(example_for(each), LONGEST), *texts(LONGEST)):
        with nullcontext() if str(each) in FREE else pytest.raises(InputError):
            each.give(text)


@pytest.mark.dear
@pytest.mark.parametrize("each", different(options()), ids=str)
def test_commands_read_as_many_as_there_may_be(each):
    if each.name == "scheduler":
        return  # a library reads that, which takes seconds to load
    for text in (*stretched(example_for(each), LONGEST), *texts(LONGEST)):
        result = each.give(text)
        said = result.stderr.removeprefix("Error: ")
        assert result.exit_code in (0, 2, 3)
        of_option = each.kind.startswith("--") and result.exit_code
        assert not of_option or said.startswith((f"{each.kind}: ", text[:3])), said


@pytest.mark.dear
@pytest.mark.parametrize("kind", KINDS)
def test_rules_and_claims_refuse_a_million_characters(kind):
    text = text_of(kind, MANY)
    for field in FIELDS:
        said = refusal(RulesError, Variant, **{field: text})
        assert said.startswith(f"{field}: got ")
        assert said.endswith(f"{MANY}{TOO_LONG_TO_READ}; takes {FIELDS[field].takes}")
    refusal(RulesError, Variant, tiles=[text])
    refusal(RulesError, Variant().replace, **{text: 1})
    for claim in (text, f"{text}%"):
        assert is_measured(text, refusal(ValueError, number_of, claim))
        assert is_measured(text, refusal(InputError, check, claim))
    assert TOO_LONG_TO_READ in refusal(InputError, solve, text)
    refusal(InputError, strategy_value, "classic", text)


@pytest.mark.dear
def test_files_of_rules_refuse_long_texts(tmp_path):
    path = tmp_path / "my-pub.toml"
    for text, line in product(texts(MANY // 10), LINES):
        path.write_text(line.format(text))
        refusal(InputError, family, path)
    path.write_text(f'summary = "{"a" * (MANY // 10)}"')
    said = refusal(InputError, family, path)
    assert "summary: got 'aaa" in said
    assert TOO_LONG_TO_READ in said


@pytest.mark.dear
def test_games_written_down_are_refused_with_a_million_characters(tmp_path):
    path = tmp_path / "game.txt"
    for text in (*texts(MANY), *stretched(EXAMPLES["text"], MANY)):
        path.write_text(text)
        said = refusal(FileError, played_in, Variant(), str(path))
        assert f"{MANY} characters long, more than" in said


@pytest.mark.dear
@pytest.mark.parametrize("kind", KINDS)
def test_tables_refuse_long_texts(kind):
    text = text_of(kind, 130_000)  # no cell of CSV is longer
    refusal(InputError, check_table, f'first_player_ev,"{text}"\n0,0\n')
    for heading in (*FIELDS, "first_player_ev_percent", "first_player_ev"):
        row = {"first_player_ev": "0", heading: f'"{text}"'}
        table = f"{','.join(row)}\n{','.join(row.values())}\n"
        assert is_measured(text, refusal(InputError, check_table, table))


@pytest.mark.dear
def test_certificates_refuse_long_texts():
    board = certificate(Variant(tiles=2, dice="2d2")).text
    for text in texts(MANY // 10):
        for place in places(json.loads(board)):
            for key, value in ((place[-1], text), (text, 0)):
                claims = json.loads(board)
                inside = claims
                for step in place[:-1]:
                    inside = inside[step]
                inside[key] = value
                refusal(RefusedError, Certificate, claims)


def places(claims):
    """Return where an object has values, those of its objects as well."""
    for key, value in claims.items():
        yield (key,)
        for place in places(value) if isinstance(value, dict) else ():
            yield (key, *place)


def test_a_folder_with_a_name_longer_than_names_are_is_told():
    assert "cannot be read" in refusal(FileError, family, f"{'a' * 300}/my-pub.toml")


# The longest that are read


def as_certified(rules):
    """Spell rules as a certificate does, in which large numbers are text."""
    return {
        name: str(rule) if type(rule) is int and abs(rule) > 2**53 else rule
        for name, rule in rules.items()
    }


def test_rules_as_long_as_can_be_are_read_back():
    for rules in LONGEST_RULES:
        variant = Variant(**rules)
        assert all(len(str(rule)) <= LONGEST for rule in variant.rules().values())
        assert Variant(**variant.rules()) == variant


def test_the_checker_reads_rules_as_long_as_variant_does():
    for rules in LONGEST_RULES:
        Game(as_certified(Variant(**rules).rules()))


@pytest.mark.parametrize("rules", TOO_LONG, ids=lambda rules: next(iter(rules)))
def test_nobody_reads_a_digit_more(rules):
    with pytest.raises(RulesError):
        Variant(**rules)
    with pytest.raises(RefusedError, match="is not of the form"):
        Game({**Variant().rules(), **rules})


# The page

OF_LINKS = {"open": "1.2.7", "to_beat": "12", "game": "5.4-9_6.6-3.4.5~3.1", "lang": "en"}
"""What a link may say beside rules."""
LINKED = """
(field) => texts.map((text) => {
  openLink(field + encodeURIComponent(text));
  return fault;
})
"""
WRITTEN = """
() => {
  openPanel();
  openPlayers();
  for (const list of document.querySelectorAll("#panel select")) list.value = SAY.other;
  const isText = ({ type, readOnly }) => type === "text" && !readOnly;
  const fields = [...document.querySelectorAll("input, textarea")].filter(isText);
  for (const field of fields) {
    for (const text of [...texts, ""]) {
      field.value = text;
      field.dispatchEvent(new Event("input"));
      field.dispatchEvent(new Event("change"));
    }
  }
  return fields.map(({ id, className }) => id || className);
}
"""
NAMED = "() => texts.map((name) => readEvening({ players: [{ name }, {}] }).players[0].name)"


@pytest.mark.dear
def test_the_page_answers_as_many_at_once(open_page):
    page = open_page()

    def given(*some):
        page.evaluate("(some) => { globalThis.texts = some; }", some)

    def answered(script, *arguments):
        return page.evaluate(f"({script})({json.dumps(arguments)[1:-1]})")

    given(*texts(MANY))
    for field in (*FIELDS, *OF_LINKS):
        faults = answered(LINKED, f"{field}=")
        assert max(map(len, faults)) < 700
        if field in (*FIELDS, "game"):
            assert all("1000000 characters long" in fault for fault in faults)
        assert all(faults) or field == "lang"
    assert all(answered(LINKED, ""))
    assert max(map(len, answered(NAMED))) <= 20
    page.evaluate("openLink('scoring=digits&to_beat=12')")  # whose score to beat is written
    switched = page.evaluate("SWITCHED")  # the rules that are chosen, never written
    fields = {"beat-text", "player-name", *(f"text-{name}" for name in {*FIELDS} - {*switched})}
    assert {*answered(WRITTEN)} == fields
    for field, example in {**{name: EXAMPLES[name] for name in FIELDS}, **OF_LINKS}.items():
        given(*stretched(example, LONGEST), *texts(LONGEST))
        answered(LINKED, f"{field}=")
