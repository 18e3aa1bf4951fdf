"""Options that need or exclude each other: an error names them, and the help says so beforehand."""

import pytest
from conftest import output, run


def words(text):
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("fair", "that is proven. [not with --clack-payout]"),
        (
            "fair",
            "At most one of --luck, --payouts, --bounds or --results, and --first or --second.",
        ),
        ("table", "across these games. [not with --second-rules]"),
        ("table", "At most one of --chances, --effects, and --first or --second."),
        ("play", "The N worst states. [with --for]"),
        ("play", "see `help review`. [only with --seat and --second-rules]"),
        ("evening", "by default all four. [with --rounds, --to or --wins]"),
        ("evening", "several times. [with --players; not with --second-rules]"),
        ("strategies", "Find the best rules of thumb. [not with --matchups, --also or FILE.py]"),
        ("write page", "lives at --address. [instead of -o FILE]"),
        ("write plot", "chances with --review]"),
        ("write plot", "The range, else 0:4. [with payout]"),
    ],
)
def test_the_help_says_what_an_option_goes_with(command, said):
    assert said in words(output(f"{command} --help"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("evening --pays highest-pays", "--pays goes with --players"),
        ("evening --told clack", "--told goes with --orders"),
        ("strategies --search --matchups", "--search and --matchups exclude each other"),
        ("fair --payouts 0:2 --clack-payout 2", "--payouts and --clack-payout exclude each other"),
        ("play --review - --all", "--review goes with --seat and --second-rules alone, not with"),
        ("write page --link -o x.html", "takes either -o FILE or --link"),
        ("write page", "takes either -o FILE or --link"),
        ("write plot tie --ties first -o x.svg", "tie and --ties exclude each other"),
    ],
)
def test_options_that_do_not_go_together_are_an_error(line, said):
    result = run(line)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in words(result.stderr)


def test_an_option_with_its_default_is_as_good_as_none():
    line = "table --tiles 2 --format csv"
    assert output(f"{line} --chances --first optimal") == output(f"{line} --chances")
