"""What a type checker is not told of public names, as pyright sees it.

`python tests/typed.py` prints a line for each fault, and ends with 1 where there is one. mypy looks
at what is written here; pyright says here what somebody else's editor can know: the type of every
argument, result and field, without a guess.
"""

import inspect
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from twoplayer.names import everywhere, homes

COMMAND = ("pyright", "--verifytypes", "twoplayer", "--ignoreexternal", "--outputjson")


def faults():
    """Return what is said of public names, and of public members, a line each."""
    tools = Path(sys.executable).parent
    # It looks for the package by the first Python on the path.
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    found = subprocess.run(
        [tools / COMMAND[0], *COMMAND[1:]],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    symbols = json.loads(found.stdout)["typeCompleteness"]["symbols"]
    public = set()
    for package, name in everywhere():
        thing = getattr(import_module(package), name)
        of_module = [f".{each}" for each in thing.__all__] if inspect.ismodule(thing) else [""]
        public |= {f"{homes(package)[name]}.{name}{each}" for each in of_module}
    seen, told = set(), []
    for symbol in symbols:
        name, _, member = symbol["name"].rpartition(".")
        if symbol["name"] in public or (name in public and not member.startswith("_")):
            seen.add(symbol["name"])
            if not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]:
                why = [" ".join(each["message"].split()) for each in symbol["diagnostics"]]
                told.append(f"{symbol['name']}: {'; '.join(why) or 'its type is not known'}")
    # Types of values that only have a name, such as that of what stands for a game, are no symbols.
    assert len(public - seen) < 5, public - seen
    return sorted(told)


if __name__ == "__main__":
    found = faults()
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(found)} faults in types of public names", file=sys.stderr)
    sys.exit(bool(found))
