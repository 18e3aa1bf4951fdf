"""Everything that can be wrong with what a user gives, as one family of errors."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "FaultsError",
    "FileError",
    "GameTooLargeError",
    "InputError",
    "PositionError",
    "RulesError",
    "UnknownNameError",
    "did_you_mean",
    "one_of",
    "shown",
    "visible",
]

_CUT = 60
"""So many characters of a value are shown."""


class InputError(ValueError):
    """What was given cannot be used; the text says what was expected and what came."""


class FaultsError(InputError):
    """Several things that are wrong, all told at once.

    Parameters
    ----------
    faults
        One line for every fault.
    """

    def __init__(self, *faults: str) -> None:
        super().__init__(*faults)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(self.faults)


class RulesError(FaultsError):
    """A rule set with faults, each naming its field."""


class UnknownNameError(InputError):
    """A name that is neither registered nor a file."""


class GameTooLargeError(InputError):
    """A game whose tables would not fit the memory limit."""


class PositionError(InputError):
    """A state, a roll or a score that the game cannot reach."""


class FileError(FaultsError):
    """A file that is missing, unreadable, faulty, or cannot be written."""


def one_of(parameter: str, value: object, names: Iterable[str]) -> str:
    """Return a value that has to be one of some names."""
    known = list(names)
    if isinstance(value, str) and value in known:
        return value
    raise InputError(f"{parameter}: got {shown(value)}; takes {' | '.join(known)}")


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Ask whether one of some names is meant that is spelled nearly so; None where none is.

    Capitals, `-` beside `_`, and what a file is called at its end make no difference.

    Examples
    --------
    >>> did_you_mean("Tile", ["tiles", "dice"]), did_you_mean("my-pub", ["my-pub.toml"])
    ('did you mean tiles?', 'did you mean my-pub.toml?')
    """
    from difflib import get_close_matches

    plain = {_plain(each): each for each in reversed(list(known))}
    near = get_close_matches(_plain(name), plain, 1)
    return f"did you mean {visible(plain[near[0]])}?" if near else None


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-").removesuffix(".toml")


def shown(value: object) -> str:
    """Return the text of a value, cut to a line's length."""
    long = isinstance(value, (str, bytes, list, tuple)) and len(value) > _CUT
    try:
        # What is cut out of a long one need not be written.
        ends = [value[:_CUT], value[-_CUT:]] if long else [value]  # type: ignore[index]
        texts = list(map(repr, ends))
    except ValueError:
        return "a number with thousands of digits"
    except RecursionError:
        return "lists in lists without end"
    except Exception:  # whatever a stranger's object does
        return f"a {type(value).__name__}"
    if not long and len(texts[0]) <= _CUT:
        return texts[0]
    return f"{texts[0][:40]} … {texts[-1][-10:]}"


def visible(text: str) -> str:
    r"""Return a text that does nothing to a terminal: what would not be seen is written out.

    Examples
    --------
    >>> print(visible("my\x1b[2Jpub"))
    my\x1b[2Jpub
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )
