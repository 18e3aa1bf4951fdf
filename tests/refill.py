"""Write into the documents what the program prints now: `python tests/refill.py [PAGE]…`.

The tests only compare. After a change of what is printed this brings the pages up to date, all or
those that are named; what it did is to be read in the diff.
"""

import os
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent


def refill(names):
    """Write the pages that are named, or all."""
    from documents import GLOSSARY, PAGES, RULES, glossary_page, refilled, rules_page
    from teaching import NOTEBOOK, WATCHED, executed, watched

    from twoplayer.cli import duration

    pages = {
        **{name: partial(refilled, name) for name in PAGES},
        RULES: rules_page,
        GLOSSARY: glossary_page,
        NOTEBOOK: executed,
        WATCHED: watched,
    }
    if unknown := {*names} - {*pages}:
        sys.exit(f"takes {', '.join(pages)}; got {', '.join(unknown)}")
    duration.MOST_SECONDS_UNTOLD = 3600  # nothing is announced, however slow the machine is
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in names or pages:
            (ROOT / name).write_text(pages[name](), "utf-8")


if __name__ == "__main__":
    sys.path += [str(ROOT / folder) for folder in ("tests/tools", "docs")]
    refill(sys.argv[1:])
