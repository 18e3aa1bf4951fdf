"""Measure the speed of the package as ratios; print them as a table of Markdown, or write it.

Every figure is the CPU time of one piece of work over that of another, both run in turn, in fresh
processes, on the same machine; the table holds the median of the ratios, and their range. Whole
processes are timed from outside, pieces of Python by the process itself, imports left out.

    python benchmarks/run.py [ROUNDS] [--only WORDS] [--write]

--write puts the rows into measured.csv, and into the table of README.md those that stand there;
what was not measured stays as it is.
"""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
README, MEASURED = (ROOT / "benchmarks" / name for name in ("README.md", "measured.csv"))
HEADINGS = "what / compared with", "ratio, median", "range", "at most", "peak memory", "at most"
HEAD = f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}\n"
"""What the table begins with."""

LITERAL = "from oracle import Oracle", "Oracle().first_player_ev()"
PACKAGE = "import sympy; from twoplayer import solve, solve_all, Variant"
LITERAL_AT_ONCE = "from oracle import Oracle", "Oracle(immediate_clack=True).first_player_ev()"
FAIRNESS = (
    "import sympy; from twoplayer import Variant, ev_by_payout, fair_payouts; "
    "from twoplayer.game import ev_by_tie"
)
EVENING = (
    "import sympy; from twoplayer import Variant, match, roll_by_roll, seats; "
    "from twoplayer.evening import replayed"
)
LARGE = "import numba; from twoplayer import Variant, bounds"
OF_TWO = f"""{PACKAGE}
nine, eight = ([Variant(tiles=n, clack_payout=p) for p in range(1, 101)] for n in (9, 8))
solve("classic"), solve(Variant(tiles=8))"""
SIXTEEN = ["-m", "twoplayer", "table", "sixteen"]
STRATEGY = """import sympy; from itertools import combinations
from twoplayer import Variant, strategy_value
DIGITS = Variant(tiles=7, scoring="digits")
every = {
    (tiles, (low, high)): [m for m in moves if sum(m) == low + high]
    for count in range(10)
    for tiles in combinations(range(1, 10), count)
    for moves in [[m for n in range(1, 5) for m in combinations(tiles, n)]]
    for low in range(1, 7)
    for high in range(low, 7)
}
known = {position: next(iter(moves), ()) for position, moves in every.items()}"""
GYM = """import sympy, gymnasium, twoplayer.environments
def steps(name, first, count=100_000):
    env = gymnasium.make(name)
    seen, info = env.reset(seed=1)
    for _ in range(count):
        seen, _, over, cut, info = env.step(first(info))
        if over or cut:
            seen, info = env.reset()"""
IMPORTS = ["-c", "import click, numpy, networkx, sympy"]


class Benchmark(NamedTuple):
    """A piece of work, what it is compared with, and the most that it may take.

    Parameters
    ----------
    name
        What is compared.
    work, compared
        The arguments of a Python process, or what it imports and then runs.
    limit
        The ratio of CPU times that the median must not exceed.
    memory_limit
        The most memory in MB, if it matters.
    """

    name: str
    work: list[str] | tuple[str, str]
    compared: list[str] | tuple[str, str]
    limit: float
    memory_limit: int | None = None


BENCHMARKS = [
    *(
        Benchmark(
            f"process `twoplayer {command}` / process that imports click, numpy, networkx, sympy",
            ["-m", "twoplayer", *command.split()],
            IMPORTS,
            0.75,
        )
        for command in ("table sixteen", "fair", "play --open 1,2,5,8 --roll 8")
    ),
    Benchmark(
        "process `twoplayer --help` / process that imports click",
        ["-m", "twoplayer", "--help"],
        ["-c", "import click"],
        1.3,
    ),
    Benchmark(
        "process `checker.py` of the classic certificate / one literal solution with 9 tiles",
        ["twoplayer/checker.py", "reports/certificates/classic.json.gz"],
        LITERAL,
        1,
    ),
    Benchmark(
        "the formula, over the networkx DAG in fractions / `solve` of the classic game",
        ("import sympy; from twoplayer.turn.formula import two_players", "two_players('classic')"),
        (PACKAGE, "solve('classic')"),
        150,
    ),
    Benchmark(
        "`solve_all` of the 48 variants of `tiles` / one literal solution with 9 tiles",
        (PACKAGE, "solve_all('tiles')"),
        LITERAL,
        1.0,
        500,
    ),
    Benchmark(
        "12 tiles, payout 19/5, beyond 64 bits / one literal solution with 9 tiles",
        (PACKAGE, "solve(Variant(tiles=12, one_die='always', clack_payout='19/5'))"),
        LITERAL,
        10,
    ),
    Benchmark(
        "9 tiles, digits, 511 scores / one literal solution with 9 tiles, sum, 46 scores",
        (PACKAGE, "solve(Variant(scoring='digits'))"),
        LITERAL,
        0.5,
    ),
    Benchmark(
        "12 tiles, digits, 4,094 scores / one literal solution with 9 tiles, sum, 46 scores",
        (PACKAGE, "solve(Variant(tiles=12, scoring='digits'))"),
        LITERAL,
        20,
        1000,
    ),
    Benchmark(
        "`solve` of 9 tiles against 8, 100 games, both turns known / of 9 tiles, likewise",
        (OF_TWO, "[solve(*both) for both in zip(nine, eight)]"),
        (OF_TWO, "[solve(variant) for variant in nine]"),
        1.2,
    ),
    Benchmark(
        "`fair_payouts` from 0 to 4, 9 tiles, a clack at once / one literal solution of it",
        (FAIRNESS, "fair_payouts(Variant(immediate_clack=True), 0, 4)"),
        LITERAL_AT_ONCE,
        8,
    ),
    Benchmark(
        "the same, 10 tiles / one literal solution with 9 tiles",
        (FAIRNESS, "fair_payouts(Variant(tiles=10, immediate_clack=True), 0, 4)"),
        LITERAL_AT_ONCE,
        40,
    ),
    Benchmark(
        "`fair_payouts` of any size, 9 tiles, where there is none / one literal solution",
        (FAIRNESS, "fair_payouts(Variant())"),
        LITERAL,
        8,
    ),
    Benchmark(
        "`ev_by_payout` from 0 to 4, the whole function, 9 tiles / one literal solution",
        (FAIRNESS, "ev_by_payout(Variant(immediate_clack=True), 0, 4)"),
        LITERAL_AT_ONCE,
        60,
    ),
    Benchmark(
        "`ev_by_tie`, the whole function, 9 tiles / `ev_by_payout` from 0 to 4 of it",
        (FAIRNESS, "ev_by_tie(Variant(immediate_clack=True))"),
        (FAIRNESS, "ev_by_payout(Variant(immediate_clack=True), 0, 4)"),
        3,
    ),
    Benchmark(
        "`replayed`, four ways / one literal solution with 9 tiles",
        (EVENING, "[replayed('classic', s, d) for s in ('same', 'other') for d in (False, True)]"),
        LITERAL,
        1,
    ),
    Benchmark(
        "`outcomes` with 12 tiles / one literal solution with 9 tiles, of the EV alone",
        (PACKAGE, "solve(Variant(tiles=12)).outcomes"),
        LITERAL,
        5,
    ),
    Benchmark(
        "`outcomes` with 12 tiles, digits / one literal solution with 9 tiles, of the EV alone",
        (PACKAGE, "solve(Variant(tiles=12, scoring='digits')).outcomes"),
        LITERAL,
        20,
        1000,
    ),
    *(
        Benchmark(
            f"`seats` of {players} players, EVs and chances / one literal solution with 9 tiles",
            (EVENING, f"seats('classic', {players}).wins"),
            LITERAL,
            limit,
        )
        for players, limit in ((3, 1), (6, 10))
    ),
    Benchmark(
        "`roll_by_roll`, 9 tiles / one literal solution of it turn by turn",
        (EVENING, "roll_by_roll('classic')"),
        LITERAL,
        3,
        500,
    ),
    *(
        Benchmark(
            f"`match` of ten rounds, 9 tiles, {starts}{said} / one literal solution of the game",
            (EVENING, f"match(Variant(), 10, starts={starts!r}, exact={exact})"),
            LITERAL,
            limit,
        )
        for starts, exact, said, limit in (
            ("alternate", False, "", 1),
            ("loser", False, "", 3),
            ("alternate", True, ", exact", 4),
            ("loser", True, ", exact", 80),
        )
    ),
    *(
        Benchmark(
            f"`match` to 45, 9 tiles, {starts} / one literal solution of the game",
            (EVENING, f"match(Variant(), to=45, starts={starts!r})"),
            LITERAL,
            4,
            1000,
        )
        for starts in ("alternate", "loser")
    ),
    Benchmark(
        "`bounds` with 20 tiles and four dice, compiled first / one literal solution with 9 tiles",
        (LARGE, "bounds(Variant(tiles=20, dice='4d6'))"),
        LITERAL,
        15,
        1000,
    ),
    # Python asks a function of one's own twice in each position, and reads each answer in full. The
    # named strategies are compared with it as arrays, so the ratio is that of Python to numpy.
    Benchmark(
        "`strategy_value` of a function that only looks up / of `largest-first`",
        (STRATEGY, "strategy_value('classic', lambda tiles, roll: known[tiles, roll])"),
        (STRATEGY, "strategy_value('classic', 'largest-first')"),
        7,
    ),
    Benchmark(
        "the same by digits, one that is asked about each score / of `sure-win-or-tie`",
        (STRATEGY, "strategy_value(DIGITS, lambda tiles, roll, beat: known[tiles, roll])"),
        (STRATEGY, "strategy_value(DIGITS, 'sure-win-or-tie')"),
        15,
    ),
    Benchmark(
        "the same, of a function that leaves to chance what is in a list / of `random`",
        (STRATEGY, "strategy_value('classic', lambda tiles, roll: every[tiles, roll])"),
        (STRATEGY, "strategy_value('classic', 'random')"),
        10,
    ),
    Benchmark(
        "process `twoplayer simulate --games 1000000` / process `twoplayer table sixteen`",
        ["-m", "twoplayer", "simulate", "--games", "1000000"],
        SIXTEEN,
        20,
        1000,
    ),
    *(
        Benchmark(
            f"process with `secret` of 9 tiles, {scoring} / process `twoplayer table sixteen`",
            ["-c", f"from twoplayer import Variant, secret; secret(Variant(scoring={scoring!r}))"],
            SIXTEEN,
            limit,
        )
        for scoring, limit in (("sum", 2), ("digits", 10))
    ),
    *(
        Benchmark(
            f"`luck`: {what} of games with {tiles} tiles / `solve` and `outcomes` of the same",
            (
                f"{PACKAGE}; from twoplayer.game import luck; luck.MOST_COUNTED *= {most}",
                f"solve(Variant(tiles={tiles})).luck()",
            ),
            (PACKAGE, f"solve(Variant(tiles={tiles})).outcomes"),
            limit,
        )
        for what, most, limit in (("mean length", 0, 4), ("the chance of each length", 1, 6))
        for tiles in (9, 12)
    ),
    Benchmark(
        "`foresight` of the classic game / process `twoplayer table sixteen`",
        ("import sympy; from twoplayer.strategy import foresight", "foresight('classic')"),
        SIXTEEN,
        1,
    ),
    Benchmark(
        "100,000 steps of the environment `twoplayer/ShutTheBox-v0` / of Gymnasium's `CartPole-v1`",
        (GYM, "steps('twoplayer/ShutTheBox-v0', lambda info: info['action_mask'].argmax())"),
        (GYM, "steps('CartPole-v1', lambda info: 0)"),
        3,
    ),
]


def cpu_seconds(work: list[str] | tuple[str, str]) -> tuple[float, float]:
    """Run a piece of work in a fresh process; return its CPU time and peak memory in MB."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
    if isinstance(work, tuple):
        before, timed = work
        arguments = [
            "-c",
            f"import time; {before}\nstart = time.process_time(); {timed}; "
            "print(time.process_time() - start)",
        ]
    else:
        arguments = work
    process = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, env=environment, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    if process.returncode:
        raise SystemExit(f"failed: {arguments}")
    whole = usage.ru_utime + usage.ru_stime
    return float(printed) if isinstance(work, tuple) else whole, usage.ru_maxrss / 1024


class Measured(NamedTuple):
    """The ratios of some rounds, and the peaks of memory in MB."""

    benchmark: Benchmark
    ratios: list[float]
    peaks: list[float]

    @property
    def allowed(self) -> bool:
        """Whether neither the median nor any peak is above what it may be."""
        most = self.benchmark.memory_limit
        return median(self.ratios) <= self.benchmark.limit and (
            most is None or max(self.peaks) <= most
        )

    @property
    def cells(self) -> list[str]:
        """What stands in a row, below the headings."""
        name, *_, limit, memory_limit = self.benchmark
        middle, low, high = median(self.ratios), min(self.ratios), max(self.ratios)
        most = "" if memory_limit is None else f"{memory_limit} MB"
        peak = f"{max(self.peaks):.0f} MB"
        return [name, f"{middle:.2f}", f"{low:.2f} to {high:.2f}", str(limit), peak, most]


def measured(benchmark: Benchmark, rounds: int) -> Measured:
    """Run both sides in turn."""
    ratios, peaks = [], []
    for _ in range(rounds):
        seconds, peak = cpu_seconds(benchmark.work)
        ratios.append(seconds / cpu_seconds(benchmark.compared)[0])
        peaks.append(peak)
    return Measured(benchmark, ratios, peaks)


def row_of(cells: Sequence[str]) -> str:
    """Write a row of the table."""
    return f"| {' | '.join(cells)} |\n"


def kept() -> dict[str, list[str]]:
    """Return the cells of every row that was measured before, by name."""
    with MEASURED.open(encoding="utf-8", newline="") as file:
        return {cells[0]: cells for cells in csv.reader(file) if cells != list(HEADINGS)}


def keep(rows: Mapping[str, Sequence[str]]) -> None:
    """Keep rows, each in the place of the one before; and show those that the page has."""
    every = {**kept(), **rows}
    now = [every[each.name] for each in BENCHMARKS if each.name in every]
    with MEASURED.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEADINGS, *now])
    README.write_text(filled(README.read_text("utf-8"), now), "utf-8")


def table_of(text: str) -> str:
    """Return the rows of the table in a page."""
    found = re.match(r"(?:\|.*\n)*", text.partition(HEAD)[2])
    return found[0] if found else ""


def filled(text: str, rows: Iterable[Sequence[str]]) -> str:
    """Return a page with the rows that stand there, by their names, as they are now."""
    before = table_of(text)
    now = [row_of(cells) for cells in rows if f"| {cells[0]} |" in before]
    return text.replace(HEAD + before, HEAD + "".join(now))


def main() -> int:
    """Run what was asked for and print the table; return 1 where a limit is exceeded."""
    parser = ArgumentParser(description="Measure the speed of the package as ratios.")
    parser.add_argument("rounds", nargs="?", type=int, default=7, help="how often; 7")
    parser.add_argument("--only", metavar="WORDS", default="", help="rows with this in their name")
    parser.add_argument("--write", action="store_true", help="keep what is measured")
    asked = parser.parse_args()
    wanted = [benchmark for benchmark in BENCHMARKS if asked.only in benchmark.name]
    if not wanted:
        parser.error(f"--only: no row has {asked.only!r} in its name")
    # Both sides run from bytecode, as what is installed does.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    print(HEAD, end="")
    rows, allowed = {}, True
    for benchmark in wanted:
        found = measured(benchmark, asked.rounds)
        rows[benchmark.name], allowed = found.cells, allowed and found.allowed
        print(row_of(found.cells), end="", flush=True)
    if asked.write:
        keep(rows)
    return int(not allowed)


if __name__ == "__main__":
    sys.exit(main())
