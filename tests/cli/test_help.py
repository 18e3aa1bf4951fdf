"""Help: what every page of it holds, and what `twoplayer help` explains."""

import re
import sys
import tomllib

import pytest
from click.shell_completion import ShellComplete
from conftest import TESTS, output, run
from offered import OFFERED

import twoplayer
from twoplayer import STRATEGIES, Variant, __version__, variants
from twoplayer.claims.headings import meaning
from twoplayer.claims.quantity import QUANTITIES
from twoplayer.cli import main
from twoplayer.cli.command import FORMATS, ROWS, VARIED, Question, rule_options
from twoplayer.cli.write import write
from twoplayer.evening.orders import ORDERS
from twoplayer.evening.rounds import STARTS
from twoplayer.game.seating import PAYS
from twoplayer.show import plot
from twoplayer.variant.fields import FIELDS
from twoplayer.variant.tiles import COVERINGS, SCORINGS, TIES


def command_of(page):
    """Return a command, or a kind of `write`."""
    *group, name = page.split() or [""]
    return (write if group else main).commands.get(name)


PAGES = ["", *sorted(main.commands), *(f"write {kind}" for kind in write.commands)]
"""Everything that `--help` explains."""


def words(text):
    return " ".join(text.split())


def test_every_command_is_told_in_a_whole_sentence():
    listed = output("help").partition("Show this message and exit.\n")[2]
    sentences = re.split(r"^  (?=[a-z])", listed, flags=re.MULTILINE)[1:]
    assert sorted(each.split()[0] for each in sentences) == sorted(main.commands)
    assert "..." not in listed + output("help write").partition("Kinds:")[2]
    for each in sentences:
        assert each.partition("\n\n")[0].rstrip().endswith(".")


def test_help_without_a_topic_is_that_of_the_program():
    assert output("help") == output("--help") == output("-h")


@pytest.mark.parametrize("page", [page for page in PAGES[1:] if page != "rules"])
def test_help_of_a_command_is_its_own(page):
    assert output(f"help {page}") == output(f"{page} --help") == output(f"{page} -h")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_help_fits_80_columns_and_has_examples(page):
    lines = output(f"{page} --help").splitlines()
    named = f"twoplayer {page}".strip()
    assert "  Examples:" in lines, f"{named}: write examples into its docstring, below Examples:"
    assert [line for line in lines if len(line) > 80] == []


@pytest.mark.parametrize("name", [n for n in PAGES if isinstance(command_of(n), Question)])
def test_options_that_many_commands_have_are_named_in_a_line_and_explained_once(name):
    command, page = command_of(name), words(output(f"{name} --help"))
    of_rows = all(option in command.rows for option in ROWS)
    assert ("see `twoplayer help rows`" in page) == of_rows
    takes, _, rules = (
        page.partition("Takes:")[2]
        .partition("see `twoplayer help rules`")[0]
        .rpartition(
            "Rules, of which each is an option:" if command.varied else "Any rule is an option too"
        )
    )
    assert rules
    for option in ("--format", "--where", *(each.opts[0] for each in rule_options())):
        assert f" {option} " not in takes.partition("--format, -o")[0]


@pytest.mark.parametrize("command", ["fair", "table"])
def test_rules_that_people_vary_are_listed_with_values_and_the_others_are_named(command):
    rules = words(output(f"{command} --help")).partition("Rules, of which each is an option:")[2]
    for said in (
        "--tiles RULE The tiles that stand open at the start: 9 | 4-9 | 1-3,7 | 6-6.",
        "--one-die RULE When a single die may be rolled instead of the dice: never | 'sum <= 6'",
        "--clack-payout RULE What a win with every tile covered (a clack) pays",
        "--immediate-clack A first-player clack wins at once.",
    ):
        assert said in rules
    others = rules.partition(" And ")[2].partition(": see `twoplayer help rules`.")[0].split(", ")
    assert {flag.removeprefix("--").replace("-", "_") for flag in others} == {*FIELDS} - {*VARIED}


def test_rules_and_rows_are_explained_once():
    told = words(output("help rules"))
    for name, field in FIELDS.items():
        assert f"--{name.replace('_', '-')} " in told
        if isinstance(field.default, bool):
            assert f"--no-{name.replace('_', '-')} " in told
            meant = [f"{field.words(on)}." for on in (True, False)]
        else:
            meant = [f"{field.means}: {field.takes}."]
        for sentence in meant:
            assert sentence[0].upper() + sentence[1:] in told
    told = output("help rows")
    for option in ROWS:
        assert option.opts[-1] in told
    assert max(map(len, told.splitlines())) <= 80


@pytest.mark.parametrize(
    ("word", "said"),
    [
        *(
            ("clack", "clack: To cover every tile."),
            ("shut the box", "clack: To cover every tile."),
        ),
        *(("Stake", "stake: What the loser"), ("push", "push: "), ("ev", "expected value: ")),
        *(
            ("ties", "ties: "),
            ("--no-immediate-clack", "immediate_clack: "),
            ("one die", "one_die"),
        ),
        *(("fair", "Usage: twoplayer fair "), ("write page", "Usage: twoplayer write page ")),
        *(("files", "A file of your own holds rules"), ("rows", "Options of every command")),
        *(("largest-first", "largest-first, a strategy: "), ("greedy", "greedy, a strategy: ")),
        ("2 to go", "2 to go: the first roll must cover the 2"),
        ("secret scores", "orders of play: "),
        *(("match", "match: Several rounds"), ("Bounds", "bounds: "), ("policy", "policy: ")),
        *(("rules", "Every rule is an option"), ("RULES", "Every rule is an option")),
        *(("claim", "claim: A number that somebody says"), ("verdict", "claim: A number")),
    ],
)
def test_a_word_is_a_topic_a_rule_a_command_or_of_the_trade(word, said):
    text = output(f"help {word}")
    assert text.startswith(said)
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("stakke", "did you mean stake?"),
        ("gready", "did you mean greedy?"),
        ("xyzzy", "takes a command, a rule, or a word of the trade"),
        ("write paper", "got 'paper'; takes page | explorer"),
    ],
)
def test_a_word_that_nobody_knows(word, said):
    result = run(f"help {word}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: WORD: got ")
    assert said in result.stderr


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
    shown = output(lines["at a shell"].replace("twoplayer fair", "rules") + " --format json")
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


def test_help_of_claims_names_every_quantity_and_headings_that_a_table_may_have():
    page = output("help claim")
    for name, quantity in QUANTITIES.items():
        assert re.search(rf"^  {name} +{re.escape(quantity.words)}\.$", page, re.MULTILINE)
    said = words(page)
    for heading, kind in {
        **dict.fromkeys(("EV (%)", "first player's EV", "P(win)", "P(clack)"), "claim"),
        **dict.fromkeys(("claim", "claimed", "figure", "published"), "number"),
        **dict.fromkeys(("name", "game", "variant", "rules"), "name"),
        **dict.fromkeys(("source", "note", "comment", "author", "year", "url"), "nothing"),
        "second_name": "second name",
        "second_tiles": "second rule",
        "first": "first",
        "second": "second",
        "strategy": "strategy",
        "score_to_beat": "to beat",
        "of": "of",
    }.items():
        assert heading in said
        assert meaning(heading, ()).kind == kind


def test_help_knows_every_name_that_python_offers():
    """At least what it is; a word of the trade, or a command, is explained as that."""
    names = {*OFFERED} - {"STRATEGIES", "VariantLike"}
    assert [name for name in names if run(f"help {name}").exit_code] == []
    assert " ".join(output("help solve-all").split()) == (
        "solve_all, a function for Python: Solve many games exactly, and share work between them. "
        "`python -m pydoc twoplayer.solve_all` says all of it."
    )
    assert "`twoplayer help transcript` explains it" in run("transcript").stderr


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


MINE = """
from itertools import combinations

def timid(open_tiles, roll):
    sets = (each for n in range(1, 5) for each in combinations(open_tiles, n))
    return next(each for each in sets if sum(each) == sum(roll))
"""


@pytest.mark.dear
@pytest.mark.parametrize("command", PAGES)
@pytest.mark.usefixtures("one_process", "few_are_played")
def test_every_example_in_help_runs_without_sympy(command, tmp_path, monkeypatch):
    lines = output(f"{command} --help").splitlines()
    examples = [line.strip() for line in lines if line.startswith("    twoplayer ")]
    assert examples, f"twoplayer {command}: write examples into its docstring, below Examples:"
    monkeypatch.setitem(sys.modules, "sympy", None)  # so that importing it fails
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-pub.toml").write_text('summary = "Ours"\nsource = "Us"\ntiles = 6\n')
    (tmp_path / "my-child.toml").write_text("tiles = 8")
    (tmp_path / "game.txt").write_text("5+4: 9, 6+6: 3+4+5, 3+1: -\n5+2: 7, 6+1: 1+6\n")
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "published.csv").write_bytes((TESTS / "published_sixteen.csv").read_bytes())
    for example in examples:
        stdin = None
        for part in example.replace("/tmp/", "").split("|"):
            line = part.strip().removeprefix("twoplayer")
            if line.startswith(" write explorer -o"):
                line += " --tiles 1-3"  # the atlas, `reports/explorer.html`, takes many minutes
            result = run(line, input=stdin)
            stdin = result.stdout
        expected = 1 if example.startswith("twoplayer check 1/1000") else 0
        assert (example, result.exit_code) == (example, expected), result.stderr


@pytest.mark.parametrize(
    ("typed", "begun", "offered"),
    [
        ("fair", "tw", twoplayer.registered()),
        ("write", "p", write.commands),
        ("write plot", "h", plot.KINDS),
        ("help", "gr", ["greedy"]),
        ("fair --ties", "", TIES),
        ("table --moves", "o", COVERINGS),
        ("write card --scoring", "d", SCORINGS),
        ("evening --rounds 3 --starts", "", STARTS),
        ("play --order", "", ORDERS),
        ("play --pays", "", PAYS),
        ("evening --pays", "h", PAYS),
        ("play --for", "w", ["worst-score", "worst-clack"]),
        ("fair --first", "la", STRATEGIES),
        ("strategies --also", "most", STRATEGIES),
        ("table --where", "t", FIELDS),
        ("table --sort", "ga", ["games"]),
        ("table --format", "h", FORMATS),
    ],
)
def test_a_shell_completes_what_an_option_takes(typed, begun, offered):
    shell = ShellComplete(main, {}, "twoplayer", "_TWOPLAYER_COMPLETE")
    found = shell.get_completions(typed.split(), begun)
    assert found
    assert [each.value for each in found] == [each for each in offered if each.startswith(begun)]


def test_how_to_cite_is_said_as_the_file_of_the_project_says_it():
    file = (TESTS.parent / "CITATION.cff").read_text("utf-8")
    kept = dict(re.findall(r"^(title|version|date-released): \"?(.*?)\"?$", file, re.MULTILINE))
    [author] = re.findall(r'^  - name: "(.*)"$', file, re.MULTILINE)
    bib = dict(re.findall(r"^  (\w+) += \{+(.*?)\}+,?$", output("help cite"), re.MULTILINE))
    assert bib == {
        "title": kept["title"],
        "author": author,
        "year": kept["date-released"][:4],
        "note": f"Python package, version {__version__}",
    }
    assert kept["version"] == __version__


def test_the_help_says_how_a_game_is_given():
    said = " ".join(output("--help").split())
    assert "a file of your own, - for stdin, or code, FILE.py:NAME" in said
