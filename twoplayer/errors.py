"""Everything that can be wrong with what a user gives, as one family of errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager, suppress
from functools import wraps
from operator import index
from typing import Any, NamedTuple, ParamSpec, TypeVar

_CUT = 60  # characters of a value that are shown
_LIBRARIES = {  # of each extra of this package
    "page": ("jinja2", "rcssmin", "rjsmin", "segno"),
    "plot": ("matplotlib",),
    "dask": ("distributed",),
    "large": ("numba",),
    "gym": ("gymnasium", "pettingzoo"),
}
LONGEST = 4_000
"""The most characters of a rule, a number or a name: all are shorter in their normal spelling."""

Taken = ParamSpec("Taken")
Returned = TypeVar("Returned")

__all__ = [  # of which users are told
    "Fault",
    "FaultsError",
    "FileError",
    "GameTooLargeError",
    "InputError",
    "PositionError",
    "RulesError",
    "UnknownNameError",
]


class Fault(NamedTuple):
    """One thing that is wrong with what was given.

    Attributes
    ----------
    parameter : str or None
        What it was given for. None where it is not known by a name, as inside of a file.
    said : str
        What came, and what it takes.

    Examples
    --------
    >>> from twoplayer import seats
    >>> from twoplayer.errors import InputError
    >>> try:
    ...     seats("classic", players=1)
    ... except InputError as error:
    ...     [fault] = error.faults
    >>> fault.parameter, str(fault)
    ('players', 'players: got 1; takes a whole number, 2 to 8')
    """

    parameter: str | None
    said: str

    def __str__(self) -> str:
        return self.said if self.parameter is None else f"{self.parameter}: {self.said}"

    @classmethod
    def got(cls, parameter: str, value: object, takes: str, why: str = "") -> Fault:
        """Say of a value that it is not what its parameter takes: `got …, why; takes …`.

        Parameters
        ----------
        parameter : str
            The name of the parameter that the value was given for.
        value : object
            What came. Its `repr` is shown, cut short.
        takes : str
            What would do.
        why : str, default ""
            What is wrong with the value, where that is not plain.

        Returns
        -------
        Fault
            With all of this in its text.
        """
        return cls(parameter, f"got {shown(value)}{', ' * bool(why)}{why}; takes {takes}")


class InputError(ValueError):
    """What was given cannot be used; the text says what was expected and what came.

    Parameters
    ----------
    faults : Fault or str
        What is wrong, of which there may be several: each a `Fault`, or a sentence.
    of : str, optional
        The parameter that the sentences are about. None: they are about no single one.

    Examples
    --------
    >>> from twoplayer import InputError, solve
    >>> try:
    ...     solve(9)
    ... except InputError as error:
    ...     print(error.faults[0].parameter)
    variant
    """

    def __init__(self, *faults: Fault | str, of: str | None = None) -> None:
        # Another process makes the error again from its `args`.
        super().__init__(*(Fault(of, each) if isinstance(each, str) else each for each in faults))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong, each with its parameter."""
        return self.args

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


class FaultsError(InputError):
    """An error that tells all faults at once: a `RulesError`, or a `FileError`."""


class RulesError(FaultsError):
    """A rule set with faults, each naming its field."""


class UnknownNameError(InputError):
    """A name of a game that is neither registered nor a file; `registered` lists the former."""


class GameTooLargeError(InputError):
    """A game that is refused by its size: by memory, or by time where that is the limit.

    `solve` raises it before any memory is taken. `bounds` takes many games that `solve` refuses.
    """


class PositionError(InputError):
    """A state, a roll, a move or a score to beat that the game does not have at that place."""


class FileError(FaultsError):
    """A file that is missing, unreadable, faulty, or cannot be written."""


class Faults(list[Fault | str]):
    """The faults of several readings: `with faults:` keeps those of one, and goes on behind it."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        if isinstance(error, InputError):
            self += error.faults
        return isinstance(error, InputError)

    def tell(self, kind: type[InputError]) -> None:
        """Raise an error of some kind with all faults, each once; without any do nothing."""
        if self:
            raise kind(*dict.fromkeys(self))


class Unfit(list[tuple[str, InputError]]):
    """Those of several things that do not fit: what each is, and the error that says why.

    >>> unfit, fitting = Unfit(), []
    >>> for players in (2, 9):
    ...     with unfit.trying(f"an evening of {players}"):
    ...         fitting.append(whole_number("players", players, 2, 8))
    >>> fitting, [what for what, error in unfit]
    ([2], ['an evening of 9'])
    """

    @contextmanager
    def trying(self, what: str, kind: type[InputError] = InputError) -> Iterator[None]:
        """Keep the error of what does not fit, and go on behind the block."""
        try:
            yield
        except kind as error:
            self.append((what, error))

    def check(self, fitting: Sized) -> None:
        """Raise the first error if there are some, and nothing fits."""
        if self and not fitting:
            raise self[0][1]


def refused(
    parameter: str, value: object, takes: str, why: str = "", kind: type[InputError] = InputError
) -> InputError:
    """Return the error, to be raised, that `Fault.got` puts into words."""
    return kind(Fault.got(parameter, value, takes, why))


def tells_its_signature(function: Callable[Taken, Returned]) -> Callable[Taken, Returned]:
    """Make the `TypeError` of a call with wrong arguments end with what the function takes.

    It is for functions with arguments that go by their names alone: Python counts the others, and
    does not say which name is missing.

    >>> @tells_its_signature
    ... def value(tiles=None, *, score_to_beat=None): ...
    >>> value((1, 2), 12)
    Traceback (most recent call last):
        ...
    TypeError: value() takes from 0 to 1 positional arguments but 2 were given; takes \
value(tiles=None, *, score_to_beat=None), where what stands behind * goes by its name
    """

    @wraps(function)
    def called(*given: Taken.args, **named: Taken.kwargs) -> Returned:
        try:
            return function(*given, **named)
        except TypeError as error:
            # Where the call itself is wrong, no frame of the function is in the traceback.
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            said = f"{error}; takes {_spelled(function)}, where what stands behind * goes by"
            raise TypeError(f"{said} its name") from None

    return called


def _spelled(function: Callable[..., object]) -> str:
    """Return the name and the parameters of a function, without their types and without `self`."""
    from inspect import Parameter, signature

    every = signature(function).parameters.values()
    plain = [each.replace(annotation=Parameter.empty) for each in every]
    taken = signature(function).replace(
        parameters=[each for each in plain if each.name not in ("self", "cls")],
        return_annotation=Parameter.empty,
    )
    return f"{function.__name__}{taken}"


def one_of(parameter: str, value: object, names: Iterable[str], *others: str) -> str:
    """Return a value that has to be one of some names; all else is an `InputError`.

    The error names `others` as well, such as a form that the caller has read already.
    """
    known = list(names)
    if isinstance(value, str) and value in known:
        return value
    raise refused(parameter, value, " | ".join([*known, *others]))


def scalar(value: Any) -> Any:
    """Return a number, a flag or a text of an array as Python's own; all else as it is.

    It is known by its shape, so that numpy, or any library like it, need not be imported.

    >>> import numpy as np
    >>> scalar(np.True_), scalar(np.int64(9)), scalar(np.array("sum")), scalar("sum")
    (True, 9, 'sum', 'sum')
    """
    alone = getattr(value, "shape", None) == () and callable(getattr(value, "tolist", None))
    return value.tolist() if alone else value


def is_array(value: object) -> bool:
    """Return whether a value is an array or the like of any library, such as a pandas Series."""
    of_many = isinstance(value, Iterable) and getattr(value, "shape", None) != ()
    return of_many and (hasattr(value, "tolist") or hasattr(value, "__array__"))


def integer(value: object) -> int | None:
    """Return a whole number of any kind; None of all else, such as a flag."""
    value = scalar(value)
    if isinstance(value, bool):
        return None
    with suppress(TypeError):
        return index(value)  # type: ignore[arg-type]
    return None


def whole_number(
    parameter: str,
    value: object,
    low: int,
    high: int | None = None,
    kind: type[InputError] = InputError,
) -> int:
    """Return a whole number from `low` to `high`, both included; all else is an error of a kind."""
    number = integer(value)
    if number is not None and low <= number and (high is None or number <= high):
        return number
    end = "or more" if high is None else f"{'or' if high == low + 1 else 'to'} {high}"
    takes = str(low) if low == high else f"a whole number, {low} {end}"
    raise refused(parameter, value, takes, kind=kind)


def missing(extra: str) -> str:
    """Say what an extra of this package lacks; nothing if it is there."""
    from importlib.util import find_spec

    for library in _LIBRARIES[extra]:
        if not find_spec(library):
            return f"this needs {library}: pip install '.[{extra}]' in a clone"
    return ""


def need(extra: str) -> None:
    """Refuse to go on without an extra of this package: the `InputError` says how to get it."""
    if said := missing(extra):
        raise InputError(said)


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Ask whether one of some names is meant that is spelled nearly so; None where none is.

    Capitals, `-` beside `_` or a space, and what a file is called at its end make no difference.
    """
    from difflib import get_close_matches

    def folded(name: str) -> str:
        return "-".join(name.casefold().replace("_", "-").removesuffix(".toml").split())

    plain = {folded(each): each for each in reversed(list(known))}
    near = get_close_matches(folded(name), plain, 1)
    return f"did you mean {visible(plain[near[0]])}?" if near else None


def too_long(value: object) -> str | None:
    """Say so of a text too long to be read; None of all else.

    Reading some texts takes the square of their length.
    """
    if isinstance(value, str) and len(value) > LONGEST:
        return f"{len(value)} characters long, more than {LONGEST}"
    return None


def shown(value: object) -> str:
    """Return the `repr` of any value in one short line, whatever its class does."""
    try:
        long = isinstance(value, (str, bytes, list, tuple)) and len(value) > _CUT
        # What is cut out of a long one need not be written.
        ends = [value[:_CUT], value[-_CUT:]] if long else [value]  # type: ignore[index]
        # Arrays and frames are shown in several lines.
        return cut(" ".join(map(str.strip, "".join(map(repr, ends)).split("\n"))))
    except RecursionError:
        return "lists in lists without end"
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a stranger's object does, ending all included
        # Python's own words, which has a limit of digits.
        if type(error) is ValueError and "integer string conversion" in repr(error.args):
            return "a number with thousands of digits"
        return f"a {type(value).__name__}"


def cut(text: str) -> str:
    """Return a text of at most 60 characters: of a longer one both ends."""
    return text if len(text) <= _CUT else f"{text[:40]} … {text[-10:]}"


def visible(text: str) -> str:
    """Return a text that does nothing to a terminal: what would not be seen is written out."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )
