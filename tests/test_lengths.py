"""What is too long is refused before it is read, by whatever reads what users give.

Where reading takes the square of a text's length, a million characters take hours. So the texts are
given to a process that may work for some seconds alone, of which it needs few.
"""

import json
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import TESTS
from lengths import LONGEST_RULES, TOO_LONG, texts

from twoplayer import (
    FileError,
    InputError,
    RulesError,
    Variant,
    certificate,
    family,
    solve,
    strategy_value,
)
from twoplayer.checker import Certificate, Game, RefusedError
from twoplayer.cli import main
from twoplayer.errors import LONGEST
from twoplayer.many.claims import claim_of, read_claims
from twoplayer.variant.fields import FIELDS

MANY = 10**6
SECONDS = 20
LIMITED = f"""
import resource
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
from test_lengths import *
rules_and_numbers(), files(), tables(), commands(), certificates()
"""
LINES = ('dice = "{}"', 'clack_payout = ["{}"]', '"{}" = 1', 'rule_sets = ["{}"]')
COMMANDS = (
    *("fair {}", "fair --tiles {}", "fair --clack-payout={}", "check {}", "check {} ten"),
    *("table --where {}", "table --sort {}", "play --open {}", "play --roll {}", "help {}"),
    *("fair --payouts {}", "evening --players {}", "simulate --games {}", "strategies --also {}"),
    *("write card -o {}", "table -o {}", "{}"),
)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit to work")
def test_as_many_characters_are_answered_at_once():
    line = [sys.executable, "-c", LIMITED]
    done = subprocess.run(line, cwd=TESTS, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def refusal(error, read, *arguments, **rules):
    with pytest.raises(error) as caught:
        read(*arguments, **rules)
    assert len(str(caught.value)) < 1500
    return str(caught.value)


def rules_and_numbers():
    for text in texts(MANY):
        for field in FIELDS:
            said = refusal(RulesError, Variant, **{field: text})
            assert said.startswith(f"{field}: got ")
            assert said.endswith(
                f"1000000 characters long, more than {LONGEST}; takes {FIELDS[field].takes}"
            )
        refusal(RulesError, Variant, tiles=[text])
        refusal(RulesError, Variant().replace, **{text: 1})
        refusal(ValueError, claim_of, text, Variant())
        refusal(ValueError, claim_of, f"{text}%", Variant())
        refusal(InputError, solve, text)
        refusal(InputError, strategy_value, "classic", text)


def files():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "my-pub.toml"
        for text, line in product(texts(MANY // 10), LINES):
            path.write_text(line.format(text))
            refusal(InputError, family, path)
        path.write_text(f'summary = "{"a" * (MANY // 10)}"')
        assert "summary: got 'aaa" in refusal(InputError, family, path)


def tables():
    for text in texts(130_000):  # no cell of CSV is longer
        refusal(InputError, read_claims, f'tiles,first_player_ev\n9,"{text}"\n', "t.csv")
        refusal(InputError, read_claims, f'tiles,first_player_ev\n"{text}",0\n', "t.csv")
        refusal(InputError, read_claims, f'first_player_ev,"{text}"\n0,0\n', "t.csv")


def commands():
    for text, line in product(texts(MANY), COMMANDS):
        words = [word.format(text) for word in line.split()]
        result = CliRunner().invoke(main, words, env={"COLUMNS": None})
        assert result.exit_code == 2
        assert " characters long, more than 4000" in result.stderr
        assert len(result.stderr) < 200


def certificates():
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
