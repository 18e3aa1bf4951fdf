"""The words that texts use are explained."""

import re
import tomllib
from importlib.resources import files

import pytest
from documents import GLOSSARY, PAGES, glossary_page

from twoplayer import registered
from twoplayer.show.rules import explained, glossary
from twoplayer.strategy.own import STRATEGIES

ENTRIES = tomllib.loads((files("twoplayer.show") / "glossary.toml").read_text("utf-8"))["words"]

LINES = (
    "tile, open, covered, roll, move, turn, score, clack, stake, payoff, push, value",
    "expected value, EV, percent of a stake, games to notice, backward induction, state, DAG",
    "policy, strategy, first player, second player, score to beat, variant, family, rule of thumb",
    "seat, round, race, match, orders of play, turns, rolls, side payment, exact fraction, bounds",
    "certificate, immediate clack, one die, favoured, fair",
    "foresight, information, told, rank, standing, paytable, restart, discount",
    "zero-sum, minimax, equilibrium, mixed strategy, best reply, best response",
    "Markov decision process, MDP, dynamic programming, regret, exploitability",
)
USED = [word for line in LINES for word in line.split(", ")]


@pytest.mark.parametrize("word", USED)
def test_every_word_of_the_trade_is_explained(word):
    assert explained(word)


def test_a_word_is_found_however_it_is_written_and_by_what_means_the_same():
    assert explained("Expected-Value") == explained(" ev ") == explained("expected value")
    assert explained("tie").startswith("push: ")
    assert explained("score_to_beat").startswith("score to beat: ")


@pytest.mark.dear
def test_the_names_of_registered_rules_are_explained_as_well():
    assert all(map(explained, registered()))
    for words in ("two to go", "2 to go", "2-to-go"):
        assert explained(words).endswith(
            "must cover the 2, or the turn is over (rules registered as two-to-go)"
        )
    assert explained("jackpot") == explained("Thai style") == explained("thai")
    assert explained("say what you see") == explained("digital")


@pytest.mark.dear
@pytest.mark.parametrize("name", STRATEGIES)
def test_the_names_of_strategies_are_explained_as_well(name):
    said = f"{name}, a strategy: {STRATEGIES[name].words}"
    if name not in ("optimal", "random"):
        assert explained(name) == explained(name.replace("-", " ")) == said
    assert explained(name)


def test_a_word_is_found_without_its_accents_and_capitals():
    names = ("Klappbrett", "fermer la boîte", "Fermer la boite", "Zoltan Box", "high rollers")
    names += ("Klappenspiel", "Cierra la caja", "chiudi la scatola", "folk names")
    assert {explained(name) for name in names} == {explained("classic game")}


def test_another_word_is_not():
    assert explained("checkmate") is None


def test_no_word_is_explained_twice_and_all_are_in_order():
    names = [name for entry in ENTRIES for name in (entry["word"], *entry.get("also", ()))]
    assert len(names) == len(set(names))
    assert [*glossary()] == sorted(glossary(), key=str.lower)


@pytest.mark.parametrize("word", glossary())
def test_an_explanation_is_in_whole_sentences(word):
    assert re.fullmatch(r"\S.*\.", glossary()[word])


def test_the_page_of_the_glossary_has_every_word_and_its_other_names():
    page = PAGES[GLOSSARY]
    for each in ENTRIES:
        assert f"## {each['word']}\n\n{each['means']}\n" in page
        assert all(name in page for name in each.get("also", ()))
    assert page == glossary_page(), f"`python tests/refill.py {GLOSSARY}` writes it"


def test_canoga_as_a_college_teaches_it_is_another_game():
    said = explained("canoga")
    assert "another game" in said
    assert "positions come again" in said
    assert explained("klackers") == explained("classic game")
