"""What the docstrings of public names lack, as pydoclint and ruff see it.

`python tests/documented.py` prints a line for each fault, and ends with 1 where there is one; words
after it, such as `twoplayer/variant`, are parts of paths to which it keeps.

pydoclint looks at parameters, fields and what is returned, ruff at the exceptions that a body
raises itself. Both look at files, and would ask as much of what nobody outside sees; so of what
they say that is kept which is about a public name, or about a public member that it has from this
package.
"""

import inspect
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYDOCLINT = [
    *("pydoclint", "--quiet", "--style", "numpy", "--show-filenames-in-every-violation-message"),
    *("true", "--skip-checking-raises", "true", "--skip-checking-short-docstrings", "false"),
    # A type is written for people: *float, in stakes*. The signature has the one for programs.
    *("--arg-type-hints-in-docstring", "false", "--check-return-types", "false"),
    *("--check-yield-types", "false"),
]
RUFF = ("ruff", "check", "--preview", "--select", "DOC501", "--output-format", "concise", "--quiet")


def lines():
    """Return the lines of each public thing that is written in this package: by file, from and to.

    Of a class that is its head, with the docstring; its public members are things of their own.
    """
    from offered import PUBLIC

    spans = {}
    for thing in PUBLIC.values():
        written = inspect.unwrap(getattr(thing, "fget", None) or getattr(thing, "func", thing))
        try:
            source, first = inspect.getsourcelines(written)
            path = Path(inspect.getsourcefile(written)).resolve()
        except TypeError:
            continue  # a value, such as a table of names
        if path.is_relative_to(ROOT / "twoplayer") and not inspect.ismodule(written):
            span = (first, first + len(source) - 1), inspect.isclass(written)
            spans.setdefault(str(path.relative_to(ROOT)), set()).add(span)
    return spans


def _is_of_a_table(text):
    """Whether all that a class does not describe is what its table is made of: no fields of it."""
    lacking = re.search(r"not in the docstring: \[(.*?)\]\. ", text)
    return bool(lacking) and {*re.findall(r"(\w+):", lacking[1])} <= {"about", "columns"}


def faults(kept=("",)):
    """Return what is said of public names, a line each."""
    spans = lines()
    said = []
    for command in (PYDOCLINT, RUFF):
        tool = Path(sys.executable).with_name(command[0])
        found = subprocess.run(
            [tool, *command[1:], "twoplayer"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        about = [
            re.match(r"(twoplayer/\S+?\.py):(\d+)(?::\d+)?: (.*)", line)
            for line in (found.stdout + found.stderr).splitlines()
        ]
        # Neither tool may fail without a word: a fault ends them with 1, and is about a file.
        assert found.returncode in (0, 1), found.stderr
        assert bool(found.returncode) == any(about), found.stdout + found.stderr
        # numpydoc has types in the docstring, which pydoclint can only compare or refuse (DOC111).
        # `raise refused(…)` raises what that function makes, which ruff cannot see.
        said += [
            match.groups()
            for match in about
            if match and "DOC111" not in match[3] and "Raised exception `refused`" not in match[3]
        ]
    fine = {each[:2] for each in said if "DOC603" in each[2] and _is_of_a_table(each[2])}
    said = [each for each in said if each[:2] not in fine or "DOC60" not in each[2]]
    # Fields of a base are told again where it is private; a misspelled one lacks as well.
    said = [each for each in said if "DOC602" not in each[2]]
    told = []
    for path, number, text in said:
        line = int(number)
        for (first, last), is_class in spans.get(path, ()):
            # pydoclint names the line of `class`, ruff that of `raise`.
            inside = line <= first + 8 if is_class else line <= last
            if first <= line and inside and (not is_class or "DOC6" in text):
                told.append(f"{path}:{line}: {text.split(' (Or could', 1)[0]}")
                break
    return sorted({each for each in told if any(part in each for part in kept)})


if __name__ == "__main__":
    sys.path.append(str(ROOT / "tests" / "tools"))
    found = faults(sys.argv[1:] or ("",))
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(found)} faults in docstrings of public names", file=sys.stderr)
    sys.exit(bool(found))
