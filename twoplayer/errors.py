"""Everything that can be wrong with what a user gives, as one family of errors."""

from __future__ import annotations

__all__ = [
    "FileError",
    "GameTooLargeError",
    "InputError",
    "PositionError",
    "RulesError",
    "UnknownNameError",
]


class InputError(ValueError):
    """What was given cannot be used; the text says what was expected and what came."""


class RulesError(InputError):
    """A rule set with faults.

    Parameters
    ----------
    faults
        One line for every fault, each naming its field.
    """

    def __init__(self, *faults: str) -> None:
        super().__init__(*faults)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(self.faults)


class UnknownNameError(InputError):
    """A name that is neither registered nor a file."""


class GameTooLargeError(InputError):
    """A game whose tables would not fit the memory limit."""


class PositionError(InputError):
    """A state, a roll or a score that the game cannot reach."""


class FileError(RulesError):
    """A rule file or a table file that is missing, unreadable or faulty."""
