"""Write into the README and `docs/` what the program prints now: `python tests/refill.py`.

The tests only compare. After a change of what is printed this brings the pages up to date; what it
did is to be read in the diff.
"""

import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from test_documents import (
    BLOCK,
    GLOSSARY,
    HELP,
    PAGES,
    ROOT,
    files_before,
    glossary_page,
    help_of,
    printed,
)
from tools.reference import reference
from tools.teaching import NOTEBOOK, WATCHED, executed, watched

from twoplayer.cli import duration


def refilled(text: str) -> str:
    """Return a page with every output as it is now."""

    def block(found: re.Match[str]) -> str:
        kind, content = found.groups()
        if kind != "console":
            return found[0]
        line = content.partition("\n")[0]
        for name, given in files_before(text, found.start()).items():
            Path(name).write_text(given, "utf-8")
        return f"```console\n{line}\n{printed(line.removeprefix('$ '))}```"

    def help(found: re.Match[str]) -> str:
        return found[0].replace(found[2], help_of(found[1]))

    return HELP.sub(help, BLOCK.sub(block, text))


if __name__ == "__main__":
    duration.LONG = 3600  # nothing is announced, however slow the machine is
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        for page, text in PAGES.items():
            (ROOT / page).write_text(refilled(text), "utf-8")
        for page, text in reference().items():
            (ROOT / page).write_text(text, "utf-8")
        (ROOT / GLOSSARY).write_text(glossary_page(), "utf-8")
        WATCHED.write_text(watched(WATCHED.read_text("utf-8")), "utf-8")
        nbformat.write(executed(), NOTEBOOK)
