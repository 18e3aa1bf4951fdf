"""Limits on options typed together: declared with an option, checked here, told by its help.

Options are named as they are typed, with spaces between several. A word without dashes is a value
of the command's argument, such as a figure of `write plot`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..words import listed


@dataclass(frozen=True)
class Together:
    """The limits of an option, or of a value of an argument, on the options beside it.

    Attributes
    ----------
    needs : str
        At least one of these options has to be typed as well.
    not_with : str
        None of these options may be typed as well.
    only_with : sequence of str
        No other option of the command may be typed as well, except the options of one of these
        texts.
    beside : str
        Options that may be typed beside each text of `only_with`.
    one_of : sequence of str
        Alternatives, each with one option or several: typed options must be of one alternative.
    instead_of : str
        Exactly one has to be typed: this option, or the option with the limits.
    hint : str
        What else the error says where an option of `not_with` was typed.
    """

    needs: str = ""
    not_with: str = ""
    only_with: Sequence[str] = ()
    beside: str = ""
    one_of: Sequence[str] = ()
    instead_of: str = ""
    hint: str = ""

    def faults(
        self, word: str, typed: Mapping[str, str], options: Collection[str]
    ) -> Iterator[str]:
        """Yield the faults of `word`, the option with these limits, beside all that is typed.

        Parameters
        ----------
        word : str
            The option, or the value of an argument.
        typed : dict of str
            All that is typed, each with its name in errors.
        options : collection of str
            The command's own options, to which `only_with` applies.

        Yields
        ------
        str
            A sentence for each fault.
        """
        if self.instead_of:
            other = self.instead_of.split()[0]
            if (word in typed) == (other in typed):
                yield f"takes either {self.instead_of} or {word}"
        if word not in typed:
            return
        if self.needs and not _typed_of(self.needs, typed):
            yield f"{word} goes with {listed(self.needs.split())}"
        for other in _typed_of(self.not_with, typed):
            hint = f"; {self.hint}" if self.hint else ""
            yield f"{typed[word]} and {typed[other]} exclude each other{hint}"
        apart = {word, *self.beside.split()}
        beside = [each for each in options if each in typed and each not in apart]
        if self.only_with and not any({*beside} <= {*some.split()} for some in self.only_with):
            allowed = " ".join(self.only_with).split()
            wrong = [typed[each] for each in beside if each not in allowed]
            without = f", not with {listed(wrong, 'or')}" if wrong else ""
            yield f"{word} goes with {self._only} alone{without}"
        if sum(1 for some in self.one_of if _typed_of(some, typed)) > 1:
            yield f"{in_a_row(self.one_of)}: one of them"

    @property
    def _only(self) -> str:
        return ", or ".join(listed(some.split()) for some in self.only_with)

    @property
    def words(self) -> str:
        """The limits in a few words, for the help; `in_a_row` is for `one_of`."""
        said = []
        if self.needs:
            said.append(f"with {listed(self.needs.split(), 'or')}")
        if self.not_with:
            said.append(f"not with {listed(self.not_with.split(), 'or')}")
        if self.only_with:
            said.append(f"only with {self._only}")
        if self.instead_of:
            said.append(f"instead of {self.instead_of}")
        return "; ".join(said)


def in_a_row(alternatives: Sequence[str]) -> str:
    """List alternatives, each with one option or several.

    >>> in_a_row(["--luck", "--payouts", "--first --second"])
    '--luck, --payouts, and --first or --second'
    """
    *others, last = (listed(some.split(), "or") for some in alternatives)
    return f"{', '.join(others)}, and {last}"


def _typed_of(words: str, typed: Mapping[str, str]) -> list[str]:
    return [word for word in words.split() if word in typed]
