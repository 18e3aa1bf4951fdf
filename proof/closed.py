"""Tell whether every theorem rests on nothing but Coq, by what Coq printed of the summary.

make -C proof > theorems && python3 proof/closed.py proof/Summary.v theorems
"""

import re
import sys
from pathlib import Path

CLOSED = "Closed under the global context"


def open_theorems(summary: str, printed: str) -> list[str]:
    """Return the theorems of the summary below which Coq says anything else, or which it lacks."""
    names = re.findall(r"^Check ([\w.]+)\.", summary, re.MULTILINE)
    # Of each theorem Coq prints the name, then what it says, indented, then what it rests on.
    rests_on = re.findall(r"^([\w.]+)\s*\n((?: .*\n)+)(.*)$", printed, re.MULTILINE)
    closed = {name.rpartition(".")[2] for name, _, rests in rests_on if rests == CLOSED}
    return [name for name in names if name.rpartition(".")[2] not in closed]


if __name__ == "__main__":
    summary, printed = (Path(name).read_text("utf-8") for name in sys.argv[1:])
    found = open_theorems(summary, printed)
    count = summary.count("\nCheck ")
    if found or not count:
        sys.exit(f"Not closed: {', '.join(found) or 'nothing is listed'}")
    print(f"{count} theorems, and {CLOSED.lower()} each")
