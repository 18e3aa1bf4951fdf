"""Help: what every page of it holds, and what `twoplayer help` explains."""

import re
import tomllib

import pytest
from conftest import output, run
from twoplayer.cli.options import RulesCommand

from twoplayer import Variant, variants
from twoplayer.cli import main
from twoplayer.variant.fields import FIELDS

WITH_RULES = sorted(n for n, command in main.commands.items() if isinstance(command, RulesCommand))


def words(text):
    return " ".join(text.split())


def section(page, title):
    """Return a section of a help page, from its title to the next empty line."""
    return re.search(rf"^{title}.*:\n((?:  .*\n)*)", page, re.MULTILINE)[1]


def test_every_command_is_told_in_a_whole_sentence():
    listed = section(output("help"), "Commands")
    assert "..." not in listed
    sentences = re.split(r"^  (?=\w)", listed, flags=re.MULTILINE)[1:]
    assert [each.split()[0] for each in sentences] == sorted(main.commands)
    assert all(each.endswith(".\n") for each in sentences)


def test_help_without_a_topic_is_that_of_the_program():
    assert output("help") == output("--help")


@pytest.mark.parametrize("command", sorted(main.commands))
def test_help_of_a_command_is_its_own(command):
    assert output(f"help {command}") == output(f"{command} --help")


@pytest.mark.parametrize("command", WITH_RULES)
def test_rules_come_last_in_one_order_and_say_what_they_mean_and_take(command):
    page = output(f"{command} --help")
    titles = re.findall(r"^(\w+).*:$", page, re.MULTILINE)
    assert [title for title in titles if title != "Examples"] == ["Arguments", "Options", "Rules"]
    rules = section(page, "Rules")
    assert rules == section(output("fair --help"), "Rules")
    flags = re.findall(r"^  --([\w-]+)", rules, re.MULTILINE)
    assert [f.replace("-", "_") for f in flags if not f.startswith("no-")] == list(FIELDS)
    told = words(rules)
    for field in FIELDS.values():
        if isinstance(field.default, bool):
            meant = [f"{field.words(on)}." for on in (True, False)]
        else:
            meant = [f"{field.means}: {field.takes}."]
        for sentence in meant:
            assert sentence[0].upper() + sentence[1:] in told


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("spelled", ["{}", "--{}", "{}".upper()])
def test_help_of_a_rule_says_what_its_values_mean(field, spelled):
    for name in (field, field.replace("_", "-")):
        page = output(f"help {spelled.format(name)}")
        assert max(map(len, page.splitlines())) <= 80
        for text in (FIELDS[field].means, FIELDS[field].takes, FIELDS[field].more):
            assert text in words(page)
        for value in FIELDS[field].examples:
            assert FIELDS[field].words(FIELDS[field].parse(value)) in words(page)


@pytest.mark.parametrize("field", FIELDS)
def test_the_examples_in_the_help_of_a_rule_work(field):
    lines = dict(
        re.findall(
            r"^  (at a shell|in a rule file|in Python): +(.*)$", output(f"help {field}"), re.M
        )
    )
    variant = eval(lines["in Python"], {"Variant": Variant})
    assert not variant.is_default(field)
    assert Variant(**tomllib.loads(lines["in a rule file"])) == variant
    shown = output(lines["at a shell"].replace("twoplayer solve", "show") + " --format json")
    assert FIELDS[field].words(getattr(variant, field)) in shown


def test_the_file_in_the_help_of_files_is_the_classic_game_with_every_rule(tmp_path):
    lines = re.findall(r"^  (.*)$", output("help files"), re.MULTILINE)
    path = tmp_path / "my-pub.toml"
    path.write_text("\n".join(lines))
    assert variants(path) == (Variant(),)
    named = re.findall(r"^(?:# )?(\w+) = ", "\n".join(lines), re.MULTILINE)
    assert named == ["summary", "source", *FIELDS]
    path.write_text("\n".join(line.removeprefix("# ") for line in lines if " = " in line))
    assert not {
        f for f in ("max_tiles", "opening_tile", "stop_total") if variants(path)[0].is_default(f)
    }


def test_a_long_error_is_wrapped_between_words_for_people_alone():
    long = run("fair xyzzy", env={"COLUMNS": "60"}).stderr
    assert len(long.splitlines()) > 1
    assert max(map(len, long.splitlines())) <= 60
    one_line = run("fair xyzzy", env={"COLUMNS": None}).stderr
    assert one_line.splitlines() == [words(long)]


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("rules --one-die sum-6", "rules --one-die 'sum <= 6'"),
        ("rules --one-die forced-max-6", "rules --one-die 'forced max <= 6'"),
        (
            "play --for score --open '1 4 5 8' --roll 4+5",
            "play --for score --open 1,4,5,8 --roll 9",
        ),
        ("play --for score --roll '3 5'", "play --for score --open 1-9 --roll 3,5"),
        ("play --tiles 4 --open '1 2' --roll '1 + 2'", "play --tiles 4 --open 1,2 --roll 1,2"),
        ("simulate --tiles 2 --games 1e2", "simulate --tiles 2 --games 100"),
        ("simulate --tiles 2 --games 12E+1", "simulate --tiles 2 --games 120"),
    ],
)
def test_other_spellings_that_a_shell_leaves_alone(line, same):
    assert output(line) == output(same)
