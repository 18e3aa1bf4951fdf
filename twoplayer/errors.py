"""The errors for everything that can be wrong with a user's input: one family of exceptions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager, suppress
from functools import wraps
from operator import index
from typing import Any, NamedTuple, ParamSpec, TypeVar

_CUT = 60  # characters of a value that are shown
_LIBRARIES = {  # the libraries of each extra of this package
    "page": ("jinja2", "rcssmin", "rjsmin", "segno"),
    "plot": ("matplotlib",),
    "dask": ("distributed",),
    "large": ("numba",),
    "gym": ("gymnasium", "pettingzoo"),
}
LONGEST = 4_000
"""The most characters of a rule, a number or a name; each is shorter in its normal spelling."""

Taken = ParamSpec("Taken")
Returned = TypeVar("Returned")

__all__ = [  # the names that users are told of
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
    """One fault of a user's input.

    Attributes
    ----------
    parameter : str or None
        The parameter with the faulty value. None if the fault belongs to no named parameter, such
        as a fault inside a file.
    said : str
        The fault in words: the value that was given, and the values that the parameter takes.

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
        """Make the fault of a value that its parameter does not take: `got …, why; takes …`.

        Parameters
        ----------
        parameter : str
            The name of the parameter that the value was given for.
        value : object
            The value that was given. The text has its `repr`, cut short.
        takes : str
            The values that the parameter takes, in words.
        why : str, default ""
            The reason why the value is refused, where the reason is not plain.

        Returns
        -------
        Fault
            A fault with the value, the reason and the values taken in its text.
        """
        return cls(parameter, f"got {shown(value)}{f', {why}' if why else ''}; takes {takes}")


class InputError(ValueError):
    """An input that cannot be used; the text says what was given and what is expected.

    Parameters
    ----------
    faults : Fault or str
        One or more faults: each a `Fault`, or a sentence.
    of : str, optional
        The parameter that the sentences are about. None: the sentences are about no single
        parameter.

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
        """All faults of the input, each with its parameter."""
        return self.args

    def __str__(self) -> str:
        return "\n".join(map(str, self.args))


class FaultsError(InputError):
    """An error that tells all faults at once: a `RulesError`, or a `FileError`."""


class RulesError(FaultsError):
    """A rule set with faults, each naming its field."""


class UnknownNameError(InputError):
    """A name of a game that is neither registered nor a file; `registered` lists the names."""


class GameTooLargeError(InputError):
    """A game that is refused for its size: for the memory it takes, or for the time it takes.

    `solve` raises this error before any memory is taken. `bounds` takes many games that `solve`
    refuses.
    """


class PositionError(InputError):
    """A state, roll, move or score to beat that the game does not have, or not at this point."""


class FileError(FaultsError):
    """A file that is missing, unreadable, faulty, or cannot be written."""


class Faults(list[Fault | str]):
    """The faults of several readings; `with faults:` keeps the faults of one reading.

    After such a block the program goes on with the next reading.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        if isinstance(error, InputError):
            self += error.faults
        return isinstance(error, InputError)

    def tell(self, kind: type[InputError]) -> None:
        """Raise an error of this kind with all faults, each once; without faults do nothing."""
        if self:
            raise kind(*dict.fromkeys(self))


class Unfit(list[tuple[str, InputError]]):
    """The things among several that do not fit: the name of each, and the error that says why.

    >>> unfit, fitting = Unfit(), []
    >>> for players in (2, 9):
    ...     with unfit.trying(f"an evening of {players}"):
    ...         fitting.append(whole_number("players", players, 2, 8))
    >>> fitting, [what for what, error in unfit]
    ([2], ['an evening of 9'])
    """

    @contextmanager
    def trying(self, what: str, kind: type[InputError] = InputError) -> Iterator[None]:
        """Keep the error of a thing that does not fit, and go on after the block."""
        try:
            yield
        except kind as error:
            self.append((what, error))

    def check(self, fitting: Sized) -> None:
        """Raise the first error if nothing fits and an error is kept."""
        if self and not fitting:
            raise self[0][1]


def refused(
    parameter: str, value: object, takes: str, why: str = "", kind: type[InputError] = InputError
) -> InputError:
    """Return the error, to be raised, that `Fault.got` puts into words."""
    return kind(Fault.got(parameter, value, takes, why))


def tells_its_signature(function: Callable[Taken, Returned]) -> Callable[Taken, Returned]:
    """Make the `TypeError` of a call with wrong arguments end with the function's signature.

    This decorator is for functions with keyword-only arguments. Python's own error counts the
    positional arguments, and does not say which keyword is missing.

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
    """Return a value that has to be one of `names`; any other value is an `InputError`.

    The error names `others` as well. These are forms that the caller takes besides the names.
    """
    known = list(names)
    if isinstance(value, str) and value in known:
        return value
    raise refused(parameter, value, " | ".join([*known, *others]))


def scalar(value: Any) -> Any:
    """Return a scalar of an array library as Python's own type, and any other value unchanged.

    Such a scalar is a number, a flag or a text. The scalar is known by its shape, so that numpy, or
    any library like numpy, need not be imported.

    >>> import numpy as np
    >>> scalar(np.True_), scalar(np.int64(9)), scalar(np.array("sum")), scalar("sum")
    (True, 9, 'sum', 'sum')
    """
    alone = getattr(value, "shape", None) == () and callable(getattr(value, "tolist", None))
    return value.tolist() if alone else value


def is_array(value: object) -> bool:
    """Tell whether a value is an array of any library, or similar, such as a pandas Series."""
    of_many = isinstance(value, Iterable) and getattr(value, "shape", None) != ()
    return of_many and (hasattr(value, "tolist") or hasattr(value, "__array__"))


def integer(value: object) -> int | None:
    """Return a whole number of any type as an `int`; None for any other value, such as a flag."""
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
    """Return a whole number from `low` to `high`, both included; other values raise `kind`."""
    number = integer(value)
    if number is not None and low <= number and (high is None or number <= high):
        return number
    end = "or more" if high is None else f"{'or' if high == low + 1 else 'to'} {high}"
    takes = str(low) if low == high else f"a whole number, {low} {end}"
    raise refused(parameter, value, takes, kind=kind)


def missing(extra: str) -> str:
    """Say which library an extra of this package lacks; an empty text if it lacks none."""
    from importlib.util import find_spec

    for library in _LIBRARIES[extra]:
        if not find_spec(library):
            return f"this needs {library}: pip install '.[{extra}]' in a clone"
    return ""


def need(extra: str) -> None:
    """Raise an `InputError` without an extra of this package; the text says how to install it."""
    if said := missing(extra):
        raise InputError(said)


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Ask whether the most similar known name is meant; None if no known name is similar.

    Capitals make no difference, nor do `-`, `_` and spaces, nor `.toml` at the end.
    """
    from difflib import get_close_matches

    def folded(name: str) -> str:
        return "-".join(name.casefold().replace("_", "-").removesuffix(".toml").split())

    plain = {folded(each): each for each in reversed(list(known))}
    near = get_close_matches(folded(name), plain, 1)
    return f"did you mean {visible(plain[near[0]])}?" if near else None


def too_long(value: object) -> str | None:
    """Say that a text is too long to be read; None for any other value.

    The time to read some texts grows with the square of their length.
    """
    if isinstance(value, str) and len(value) > LONGEST:
        return f"{len(value)} characters long, more than {LONGEST}"
    return None


def shown(value: object) -> str:
    """Return the `repr` of any value in one short line, even if its class raises an error."""
    try:
        long = isinstance(value, (str, bytes, list, tuple)) and len(value) > _CUT
        # The middle of a long value is cut out, so only its ends are written.
        ends = [value[:_CUT], value[-_CUT:]] if long else [value]  # type: ignore[index]
        # The `repr` of an array or a data frame has several lines.
        return cut(" ".join(map(str.strip, "".join(map(repr, ends)).split("\n"))))
    except RecursionError:
        return "lists in lists without end"
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a stranger's object may raise anything, `SystemExit` as well
        # Python has a limit of digits, and says so in these words.
        if type(error) is ValueError and "integer string conversion" in repr(error.args):
            return "a number with thousands of digits"
        return f"a {type(value).__name__}"


def cut(text: str) -> str:
    """Return a text of at most 60 characters; of a longer text, both ends."""
    return text if len(text) <= _CUT else f"{text[:40]} … {text[-10:]}"


def visible(text: str) -> str:
    """Return a text that cannot steer a terminal: invisible characters are written as escapes."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )
