"""Firefox as it comes from a distribution's packages, driven by WebDriver BiDi.

Playwright drives a Firefox of its own, or one that is younger than those.
"""

import json
import shutil
import subprocess
import time
from contextlib import contextmanager
from itertools import count

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
ADDRESS = "WebDriverBiDiServer.json"
"""Where Firefox writes, in its profile, on which port it listens."""
PATIENT = {"max_size": None, "open_timeout": None, "ping_interval": None}
"""A browser that is slow is not given up; one that has ended closes the connection."""
PREFERENCES = 'user_pref("ui.prefersReducedMotion", 1);\n'


@contextmanager
def firefox(profile):
    """Start it with a fresh profile, and open a tab; end it afterwards."""
    from websockets.sync.client import connect

    (profile / "user.js").write_text(PREFERENCES)
    command = [FIREFOX, "--headless", "--no-remote", "--remote-debugging-port=0"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([*command, "--profile", str(profile)], **quiet)
    try:
        with connect(address(profile, process), **PATIENT) as socket:
            yield Tab(socket)
    finally:
        process.terminate()
        process.wait()


def address(profile, process):
    """Wait until Firefox says where it listens."""
    while not (found := profile / ADDRESS).exists() or not (text := found.read_text()):
        assert process.poll() is None, "Firefox has ended"
        time.sleep(0.1)
    said = json.loads(text)
    return f"ws://{said['ws_host']}:{said['ws_port']}/session"


class Tab:
    """One tab, with what its page said to the console, or complained of."""

    def __init__(self, socket):
        self.socket, self.numbers, self.said = socket, count(), []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        [tab] = self.send("browsingContext.getTree")["contexts"]
        self.tab = tab["context"]

    def send(self, method, **params):
        """Send a command, and return what comes of it."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != number:
            self.said.append(answer["params"]["text"])
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, address, viewport):
        self.send("browsingContext.setViewport", context=self.tab, viewport=viewport)
        self.send("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, expression):
        """Evaluate an expression, or call a function, as Playwright's pages do."""
        code = f"(async (it) => JSON.stringify(await (it?.call ? it() : it)))({expression})"
        target = {"target": {"context": self.tab}, "awaitPromise": True}
        found = self.send("script.evaluate", expression=code, **target)
        assert found["type"] == "success", found
        return json.loads(found["result"].get("value", "null"))

    def tap(self, x, y):
        """Touch a point with a finger."""
        actions = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        finger["actions"] = actions
        self.send("input.performActions", context=self.tab, actions=[finger])
