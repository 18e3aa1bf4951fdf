import gc
import os
import re
import shlex
import shutil
import signal
import sys
from collections import defaultdict
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from itertools import count
from math import gcd
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from click.testing import CliRunner
from hypothesis import settings
from narrowed import narrowed

CHROMIUM = next(
    filter(
        None,
        map(
            shutil.which,
            ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
        ),
    ),
    None,
)

BLANK = "about:blank"

# Many processes are started, and each would compile everything anew; so would this one, the tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# What is started in the background may ignore it, and so would what it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What runs where: `pytest` leaves out what is marked `dear`, draws 8 rule sets for a property where
# a test says no number, and a quarter of what `examples` is given, from 5 to 12. With `-m ''`
# nothing is left out, and 40 are drawn, or all: so does `.ci/run`, once. `-m dear` is what is left
# out, alone.
LEFT_OUT = "not dear"

settings.register_profile("some", deadline=None, max_examples=8)
settings.register_profile("all", settings.get_profile("some"), max_examples=40)
settings.load_profile("some")


def pytest_configure(config):
    """Draw more rule sets where nothing else is left out either."""
    if config.option.markexpr != LEFT_OUT:
        settings.load_profile("all")
    config.pluginmanager.register(Figures())
    config.pluginmanager.register(PYTHON_ALONE)


class Figures:
    """What a test or an example of a document has drawn does not stay open."""

    def pytest_runtest_teardown(self):
        if pyplot := sys.modules.get("matplotlib.pyplot"):
            pyplot.close("all")


CRASHED = "its browser had crashed"


def pytest_runtest_protocol(item, nextitem):
    """Try a test again whose browser has crashed: once, and never because of what it asserts."""
    if "chromium" not in getattr(item, "fixturenames", ()):
        return None
    where = {"nodeid": item.nodeid, "location": item.location}
    item.ihook.pytest_runtest_logstart(**where)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if (opened := item.config.stash.get(OPENED, None)) and opened.crashed:
        item.user_properties.append((CRASHED, ""))
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for each in reports:
        item.ihook.pytest_runtest_logreport(report=each)
    item.ihook.pytest_runtest_logfinish(**where)
    return True


@pytest.fixture(scope="session")
def patience(request):
    """Say for how many seconds a sign is awaited: fewer than a test may take, which says less."""
    return float(request.config.getini("faulthandler_timeout")) / 3


OUTSIDE = {"chromium", "coq", "storm"}
"""Fixtures that need more than Python: what asks for one is dear, and need not say so."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark as dear what needs more than Python, and the documents' Python, but the README's.

    Of a test that is marked as `few` so many cases stay, spread over all of them; and if its cases
    are command lines, one of each command at least.
    """
    for item in items:
        asked = OUTSIDE & {*getattr(item, "fixturenames", ())}
        if asked or item.path.is_relative_to(ROOT / "docs"):
            item.add_marker("dear")
    cases = defaultdict(list)
    for item in items:
        if item.get_closest_marker("few") and not item.get_closest_marker("dear"):
            cases[item.parent, item.originalname].append(item)
    for some in cases.values():
        [number] = some[0].get_closest_marker("few").args
        # No parameter comes again at this distance, as it would where the distance divides all.
        step = next(n for n in count(1 + 3 * len(some) // 5) if gcd(n, len(some)) == 1)
        kept = {place * step % len(some) for place in range(number)}
        first = {command_of(item): place for place, item in reversed([*enumerate(some)])}
        for place in kept:
            first.pop(command_of(some[place]), None)
        kept |= {place for command, place in first.items() if command}
        for place, item in enumerate(some):
            if place not in kept:
                item.add_marker("dear")


def command_of(item):
    """Return the command that a case of a test runs, if a parameter of it is a command line."""
    from twoplayer.cli import main

    given = item.callspec.params.values()
    words = (each.split()[0] for each in given if isinstance(each, str) and each.strip())
    return next((word for word in words if word in main.commands), "")


LIBRARIES = {"fc-list", "system_profiler", "uname"}
"""What libraries start where nothing is kept from before, as matplotlib does for its fonts."""
INSTALLS = re.compile(r"-m (build|pip|venv)\b|\bsetuptools\b")


class PythonAlone:
    """A test that is not dear starts Python, by itself or in a shell, and installs nothing."""

    def __init__(self):
        self.item = None
        sys.addaudithook(self.heard)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        self.item = None if item.get_closest_marker("dear") else item.nodeid
        try:
            return (yield)
        finally:
            self.item = None

    def heard(self, event, arguments):
        if event != "subprocess.Popen" or self.item is None:
            return
        started = arguments[1]
        words = [started] if isinstance(started, str) else [os.fsdecode(each) for each in started]
        python = sys.executable in (words if words[0] == "sh" else words[:1])
        harmless = python or os.path.basename(words[0]) in LIBRARIES
        if not harmless or INSTALLS.search(" ".join(words)):
            pytest.fail(f"{self.item} starts {words[0]}: mark it dear, which may start anything")


PYTHON_ALONE = PythonAlone()


def pytest_collection_finish():
    """Have Python look through no test for garbage: they all stay to the end."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter, config):
    reports = [each for some in terminalreporter.stats.values() for each in some]
    said = {(each.nodeid, *getattr(each, "user_properties", ())) for each in reports}
    for name in sorted(name for name, *rest in said if (CRASHED, "") in rest):
        terminalreporter.write_line(f"Tried again, since {CRASHED}: {name}", yellow=True)
    if config.option.markexpr == LEFT_OUT:
        terminalreporter.write_line("Left out: what is marked dear (pytest -n auto -m '' runs all)")


def examples(number):
    """Return how many examples a test draws by a number of its own: a few of them by default."""
    if settings.default == settings.get_profile("all"):
        return max(number, 5)
    return min(max(number // 4, 5), 12)


@pytest.fixture(scope="session", autouse=True)
def nothing_takes_long():
    """Commands announce nothing, however slow the machine is, and print for programs."""
    from twoplayer.cli import duration

    with narrowed(duration, MOST_SECONDS_UNTOLD=3600), pytest.MonkeyPatch.context() as patch:
        patch.delenv("COLUMNS", raising=False)
        yield


class Chromium:
    """A browser; one that has crashed is started again, for the tests that follow."""

    def __init__(self, playwright):
        self.playwright, self.browser, self.crashed = playwright, None, False

    def crash(self, *_):
        self.crashed = True

    def new_context(self, **options):
        """Open what shares nothing with any other: no cookie, no kept game."""
        if self.crashed or not self.browser:
            self.close()
            self.browser = self.playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            self.browser.on("disconnected", self.crash)
            self.crashed = False
        context = self.browser.new_context(has_touch=True, **options)
        context.on("page", lambda page: page.on("crash", self.crash))
        return context

    def close(self):
        if self.browser:
            self.browser.remove_listener("disconnected", self.crash)
            self.browser.close()


OPENED = pytest.StashKey[Chromium]()


@pytest.fixture(scope="session")
def chromium(request, patience):
    if CHROMIUM is None and not os.environ.get("BROWSER_TESTS_REQUIRED"):
        pytest.skip("there is no Chromium to test in")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * patience)
    with sync_playwright() as playwright:
        request.config.stash[OPENED] = opened = Chromium(playwright)
        yield opened
        opened.close()


@pytest.fixture
def new_context(chromium, patience):
    """Open browsers' contexts, which are closed after the test."""
    contexts = []

    def opened(**options):
        context = chromium.new_context(**options)
        context.set_default_timeout(1000 * patience)
        contexts.append(context)
        return context

    yield opened
    if not chromium.crashed:
        for context in contexts:
            context.close()


@pytest.fixture
def tab(new_context):
    """Open a tab without a network, in a context of its own."""
    context = new_context(offline=True)
    context.add_init_script("try { localStorage.clear(); } catch { }")  # of the page before
    return context.new_page()


@pytest.fixture(scope="session")
def of_sixteen(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "page.html"
    assert run(f"write page sixteen -o {path}").exit_code == 0
    return path


def until(page, holds):
    """Wait until an expression holds, whatever is loaded meanwhile.

    The page asks itself. Playwright's `wait_for_function` would have it evaluate a text, which its
    policy forbids.
    """
    from playwright.sync_api import Error

    asked = f"""() => new Promise((held, failed) => {{
      const ask = () => {{
        try {{
          if ({holds}) held(); else setTimeout(ask, 5);
        }} catch (error) {{
          failed(error);
        }}
      }};
      ask();
    }})"""
    while True:
        try:
            return page.evaluate(asked)
        except Error as error:
            if "context was destroyed" not in str(error):
                raise


DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Waits until the page was drawn as it is now."""


def enter(page):
    """Go through the door, where it stands open, to the box as it is."""
    if page.locator("#door").is_visible():
        page.locator("#close-door").tap()
        page.evaluate(DRAWN)  # that it is closed is told in a task of its own, after the tap
    return page


@pytest.fixture
def open_page(tab, of_sixteen):
    """Open a page, afresh, by some rules, and see that it asks for nothing and never complains."""
    asked, said = [], []
    heard = {
        "request": lambda request: asked.append(request.url),
        "console": lambda message: said.append(message.text),
        "pageerror": lambda error: said.append(str(error)),
    }

    def opened(viewport=None, color_scheme="light", path=of_sixteen, link="", door=False):
        if tab.url != BLANK:
            tab.goto(BLANK)
        tab.set_viewport_size(viewport or {"width": 360, "height": 640})
        tab.emulate_media(color_scheme=color_scheme, reduced_motion="reduce")
        tab.goto(f"{path.as_uri()}{link and f'#{link}'}")
        until(tab, "globalThis.twoplayer || !document.getElementById('old')")
        return tab if door else enter(tab)

    for event, hear in heard.items():
        tab.on(event, hear)
    yield opened
    tab.goto(BLANK)  # what it complains of as it goes is heard as well
    assert said == []
    assert {url.split(":")[0] for url in asked} <= {"file", "blob"}


@pytest.fixture
def visit(new_context, of_sixteen):
    """Open pages as people do, each in a context of its own; it asks for nothing, nor complains.

    There is no network. The clock of a page goes on by itself, or as a test has it do.
    """
    contexts, asked, said = [], [], []

    def opened(link="", path=of_sixteen, size=(360, 640), door=False, when=None, **more):
        width, height = size
        more = {"reduced_motion": "reduce", "viewport": {"width": width, "height": height}, **more}
        context = new_context(offline=True, **more)
        context.clock.install(time=when)
        contexts.append(context)
        context.on("request", lambda request: asked.append(request.url))
        context.on("console", lambda message: said.append(message.text))
        context.on("weberror", lambda error: said.append(str(error.error)))
        page = context.new_page()
        page.goto(f"{path.as_uri()}{link and f'#{link}'}")
        return begun(page, door)

    yield opened
    for context in contexts:
        for page in context.pages:
            page.goto(BLANK)  # what it complains of as it goes is heard as well
    assert said == []
    assert {url.split(":")[0] for url in asked} <= {"file", "blob", "about"}


def begun(page, door=False):
    """Wait until a page has put its words there; and go through its door, if that stands open."""
    from playwright.sync_api import expect

    expect(page.locator("h1").first).not_to_be_empty()
    return page if door else enter(page)


@pytest.fixture(scope="session")
def classic():
    from twoplayer import solve

    return solve("classic")


@pytest.fixture(scope="session")
def sixteen():
    from twoplayer import solve_all, variants

    return solve_all(variants("sixteen"))


@pytest.fixture(scope="session")
def house():
    from twoplayer import solve_all

    return solve_all("house")


def parts_of(work):
    """Return what is told where nothing is cut or filled up to make it 1."""
    from twoplayer.work import Work, doing

    parts = []

    class Uncut(Work):
        def tell(self, done):
            parts.append(done)

    uncut = Uncut()
    uncut.left = 0
    with doing(uncut):
        work()
    return parts


def to_fraction(rational):
    return Fraction(int(rational.p), int(rational.q))


TESTS = Path(__file__).parent
ROOT = TESTS.parent


def run(line, **options):
    from twoplayer.cli import main

    return CliRunner().invoke(main, shlex.split(line), prog_name="twoplayer", **options)


def output(line, **options):
    result = run(line, **options)
    assert result.exit_code == 0, result.stderr
    assert not result.stderr
    return result.stdout


@pytest.fixture
def piped():
    """Have something come in through the stdin of this process, as a pipe."""
    before = os.dup(0)

    def come(content):
        end, start = os.pipe()
        os.write(start, content)
        os.close(start)
        os.dup2(end, 0)
        os.close(end)

    yield come
    os.dup2(before, 0)
    os.close(before)


def written(line):
    """Run a command line that writes files, and return what it says of them; it prints nothing."""
    result = run(line)
    assert (result.exit_code, result.stdout) == (0, ""), result.stderr
    return result.stderr


FEW = {
    "tiles": ("1-3", "1-4", "2,4"),
    "dice": ("2d6", "1d6"),
    "one_die": ("never", "sum <= 6", "always"),
    "opening_tile": (None, 2, 3),
    "scoring": ("sum", "shut", "digits"),
    "clack_payout": ("1", "2"),
    "immediate_clack": (False, True),
    "ties": ("push", "first"),
}


@pytest.fixture(scope="module")
def few_are_played():
    """People play little, so that a game is mended in no time."""
    from twoplayer import Variant
    from twoplayer.many import mending

    fixed = {name: (value,) for name, value in Variant().rules().items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mending, "played", lambda: {**fixed, **FEW})
        yield


class Here:
    """An executor that runs everything in this process, the last first."""

    def __init__(self):
        self.done = []

    def submit(self, work, batch):
        self.done.append(batch)
        future = Future()
        try:
            future.set_result(work(batch))
        except ZeroDivisionError as error:
            future.set_exception(error)
        return future


@pytest.fixture
def one_process(monkeypatch):
    """What would be spread over all cores is done in this process."""
    from twoplayer import work

    here = Here()
    monkeypatch.setattr(work, "cores", lambda: nullcontext(here))
    return here


@contextmanager
def paying(tie):
    """Let there be one more way to settle ties: nobody wins, and the first player is paid."""
    from twoplayer.variant.tiles import TIES, Tie

    name = f"pays {tie}"  # results are kept by what rules are called
    TIES[name] = Tie("equal scores are paid", pays=tie)
    try:
        yield name
    finally:
        del TIES[name]


def ev_at(variant, payout):
    from twoplayer import solve

    return solve(variant.replace(clack_payout=payout)).first_player_ev
