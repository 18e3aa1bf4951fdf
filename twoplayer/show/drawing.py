"""The look and the saving of figures, which need matplotlib, the extra `plot`.

Red and a disc mean the first player, blue and a triangle the second player, as on the page. The two
differ for the colour-blind, and in print. No curve of a game has either colour. On paper the second
player's areas are light and hatched as well, so that they differ in grey.

Sizes of fonts are written for a figure of the usual size. `font` makes them smaller in a small
figure, by the font size of matplotlib, which `begin` sets.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import wraps
from hashlib import sha256
from html import escape
from inspect import signature
from math import floor, log10, nan
from statistics import median
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeAlias, TypedDict

from ..errors import InputError, need, refused
from .fitting import Axes, fit, laid_out, one_line, panel, title_has_room

if TYPE_CHECKING:
    import matplotlib.axes
    import matplotlib.figure

P = ParamSpec("P")
Figure: TypeAlias = "matplotlib.figure.Figure"
Place: TypeAlias = Callable[[float, float], Axes]  # of a width and a height in inches

FIRST, SECOND, NOBODY = "#b23020", "#22588c", "#a86f12"
INK, GREY, FAINT, PAPER = "#2a1d10", "#75664f", "#dccfb6", "#fffaf0"
COLOURS = {"first": FIRST, "second": SECOND, "nobody": NOBODY, "tie": FAINT}
BEST = "#0b6b4f"
DISC, TRIANGLE = "●", "▲"
_LINES = ("#0b6b4f", "#a86f12", "#7b4b94", "#2a1d10", "#4f8f8b", "#a35a35", "#75664f")
WIDE = 5.2  # inches: the words can be read on a phone
_MARKS = "os^Dv*P"
_STYLES = ("-", "--", "-.", ":")
HEADING: dict[str, Any] = {"fontsize": 14, "fontweight": "bold", "fontfamily": "DejaVu Serif"}
NO_LINES = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 0.6}
_NAME_SIZE, _NAME_WIDTH = 8.5, 19
_LONGEST = 72  # characters of a name that stands above its row
_BEYOND = 1.6  # of the axes' height: the most that the names of curves take
_LARGEST = 10**12
MOST_OF_A_TITLE = 200  # characters: to wrap a title takes the square of its length

_HIGH = 3.4  # inches: in a figure as high as this, fonts are of their usual size
_FONT, _HEADING, _ON_PAPER, _LEAST = 10, 14, 11, 6  # points: of text, of titles, and the smallest
_SMALLEST_SIZE, _LARGEST_SIZE = (3, 2), 100  # inches
_SERIF = ["STIXGeneral", "DejaVu Serif", "DejaVu Sans"]  # each has signs that the one before lacks
_LIGHT_BLUE, _LIGHT_GREY = "#a9cbe8", "#e4e4e4"
_HATCHES = ("", "////", "....", "xxxx", "\\\\\\\\", "++++", "oooo")
_ASKED: ContextVar[Look] = ContextVar("asked")


class Look(TypedDict, total=False):
    """The look of a figure, where it is not the usual one: every function of `plot` takes it.

    Attributes
    ----------
    size : (float, float), inches
        The width and the height of a new figure, from 3 × 2. Fonts, ticks, labels and rows are
        fitted to this size, and nothing is cut.
    title : str
        The title, of at most `MOST_OF_A_TITLE` characters; an empty text means no title.
    paper : bool
        Whether the figure is for print: a white ground, no frame, a serif font, and hatches or
        marks beside colours.
    """

    size: tuple[float, float]
    title: str
    paper: bool


def digest_of(numbers: str) -> str:
    return f"sha256 of the numbers: {sha256(numbers.encode()).hexdigest()}"


def save(
    draw: Callable[[str], Axes | Figure], numbers: str, format: str = "svg", source: str = ""
) -> bytes:
    """Draw numbers (CSV), with a description for listeners; equal numbers give equal bytes.

    `source` says how the figure was made. The text is kept as the file's Source, in PDF as
    Keywords.
    """
    # Matplotlib would warn of a folder that it cannot write to; the figure is the same.
    logging.getLogger("matplotlib").disabled = True
    image = io.BytesIO()
    with look():
        figure = draw(numbers).get_figure(root=True)
        assert figure is not None
        titles = [figure.get_suptitle(), *(axes.get_title(loc="left") for axes in figure.axes)]
        title = next(filter(None, titles), str(figure.get_label()))
        words = (str(axes.get_label()) for axes in figure.axes)
        description = " ".join(label for label in words if label and not label.startswith("<"))
        described = "Subject" if format == "pdf" else "Description"
        undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(format, {})
        made = {"Keywords" if format == "pdf" else "Source": source} if source else {}
        metadata = {"Title": title, described: digest_of(numbers), **undated, **made}
        figure.savefig(image, format=format, dpi=150, metadata=metadata)
    if format != "svg":
        return image.getvalue()
    lines = (line.rstrip() for line in image.getvalue().decode().splitlines())
    text = "\n".join(lines).replace("<svg ", '<svg role="img" ', 1) + "\n"
    return text.replace(
        "<metadata>", f"<desc>{escape(description)}</desc>\n <metadata>", 1
    ).encode()


def look(paper: bool = False) -> Any:
    import matplotlib as mpl

    inked = "text.color", "axes.labelcolor", "xtick.color", "ytick.color"
    grounds = "figure.facecolor", "axes.facecolor"
    rules: dict[Any, Any] = dict.fromkeys(inked, "black" if paper else INK)
    rules |= dict.fromkeys(grounds, "white" if paper else PAPER)
    # A name may have a $. Journals refuse fonts of type 3.
    rules |= {"font.size": _FONT, "text.parse_math": False, "axes.edgecolor": GREY}
    rules |= {"savefig.facecolor": "auto", "pdf.fonttype": 42}
    if paper:
        rules |= {"font.family": _SERIF, "hatch.linewidth": 0.5}
    return mpl.rc_context({"svg.hashsalt": "twoplayer", **rules})


def figure(draw: Callable[P, Axes]) -> Callable[P, Axes]:
    """Wrap a function that draws: ask for matplotlib first, and draw in the wanted look.

    The wrapped function takes what `Look` has; the function itself need not handle it.
    """
    looks = Look.__annotations__.keys()

    @wraps(draw)
    def drawn(*given: P.args, **named: P.kwargs) -> Axes:
        unknown = [name for name in named if name not in {*signature(draw).parameters, *looks}]
        if unknown:
            raise TypeError(f"{draw.__name__}() got an unexpected keyword argument {unknown[0]!r}")
        need("plot")
        import matplotlib as mpl

        wanted = checked({name: named[name] for name in looks & named.keys()})
        with _in_look(wanted):
            axes = draw(*given, **named)
            if is_fitted():
                if wanted.get("title") and not title_has_room(axes):
                    takes = "a shorter one, or a larger size"
                    raise refused("title", wanted["title"], takes, "too long for the figure")
                fit(axes)
            shows = mpl.is_interactive()
        # The first figure may switch a notebook to showing all figures, which `look` would undo.
        mpl.interactive(shows)
        return axes

    return drawn


@contextmanager
def _in_look(wanted: Look) -> Iterator[None]:
    token = _ASKED.set(wanted)
    try:
        with look(on_paper()):
            yield
    finally:
        _ASKED.reset(token)


def checked(wanted: Mapping[str, Any]) -> Look:
    """Return the wanted look where it is not usual; refuse values that `Look` does not allow."""
    asked: Look = {}
    if wanted.get("size") is not None:
        asked["size"] = _size(wanted["size"])
    if (title := wanted.get("title")) is not None:
        if not isinstance(title, str) or len(title) > MOST_OF_A_TITLE:
            takes = f"text of at most {MOST_OF_A_TITLE} characters; an empty one is none"
            raise refused("title", title, takes)
        asked["title"] = title
    paper = wanted.get("paper", False)
    if not isinstance(paper, bool):
        raise refused("paper", paper, "True or False")
    if paper:
        asked["paper"] = paper
    return asked


def _size(given: Any) -> tuple[float, float]:
    least_wide, least_high = _SMALLEST_SIZE
    try:
        width, height = map(float, given)
    except (TypeError, ValueError):
        width = height = nan
    if not (least_wide <= width <= _LARGEST_SIZE and least_high <= height <= _LARGEST_SIZE):
        takes = f"a width and a height in inches, from {least_wide} by {least_high}"
        raise refused("size", given, f"{takes} to {_LARGEST_SIZE} by {_LARGEST_SIZE}")
    return width, height


def asked() -> Look:
    """Return the wanted look of the figure that is being drawn."""
    return _ASKED.get(Look())


def on_paper() -> bool:
    return asked().get("paper", False)


def is_fitted() -> bool:
    """Tell whether the figure is drawn to a size, or in a look, that is not the usual one."""
    import matplotlib as mpl

    return bool(asked()) or mpl.rcParams["font.size"] != _FONT


def font(size: float) -> float:
    """Return the size of a font here that has a given size in a figure of the usual size."""
    import matplotlib as mpl

    return max(min(size, _LEAST), size * float(mpl.rcParams["font.size"]) / _FONT)


def own_size(ax: Axes | Place | None) -> tuple[float, float] | None:
    """Return the size that is asked for, or the size of the place of given axes; None: usual."""
    from matplotlib.axes import Axes as Given

    if isinstance(ax, Given):
        return panel(ax)
    if ax is None or callable(ax):
        return asked().get("size")
    raise refused("ax", ax, "those of a matplotlib figure")


def rows_in(ax: Axes | Place | None, row: float, most: int) -> int:
    """Return how many rows, each `row` points high, have room beside all other parts."""
    if (size := own_size(ax)) is None:
        return most
    scale = _scale(size)
    return max(1, min(most, int((72 * size[1] - 96 * scale) / (row * scale))))


def _scale(size: tuple[float, float]) -> float:
    """Return the size of fonts in a figure of this size, divided by their usual size."""
    return max(0.8 if on_paper() else 0.7, min(1, size[0] / WIDE, size[1] / _HIGH))


def new_figure(width: float, height: float) -> Figure:
    from matplotlib import figure

    return figure.Figure(figsize=(width, height), layout="constrained")


def on_new_figure(width: float, height: float) -> Axes:
    axes: Axes = new_figure(width, height).subplots()
    return axes


def begin(
    axes: Axes | Place | None,
    size: tuple[float, float],
    title: str,
    description: str,
    pad: float | None = None,
) -> Axes:
    """Begin a figure on given axes, or of this size if no other size is asked for.

    Without axes, the axes are those of a new figure, which a notebook shows.
    """
    import matplotlib as mpl
    from matplotlib.axes import Axes as Given

    own, given = own_size(axes), isinstance(axes, Given)
    if given and "size" in asked():
        raise refused("size", asked()["size"], "none with axes of your own, which have theirs")
    if own is not None:
        mpl.rcParams["font.size"] = _FONT * _scale(own)  # in the context of `look`
    if axes is None:
        from matplotlib import pyplot

        axes = pyplot.subplots(figsize=own or size, layout="constrained")[1]
    elif not isinstance(axes, Given):
        axes = axes(*(own or size))
    elif is_fitted():
        axes.tick_params(labelsize=font(_FONT))
    shown = asked().get("title", title)
    axes.set_title(shown, loc="left", pad=pad, **_heading())
    axes.set_label(description)
    drawn_on = axes.get_figure(root=True)
    assert drawn_on is not None
    if not given:
        drawn_on.set_label(title)
    return axes


def _heading() -> dict[str, Any]:
    if on_paper():
        return {"fontsize": font(_ON_PAPER), "fontweight": "bold"}
    return HEADING | {"fontsize": font(_HEADING)}


def ground() -> str:
    """Return the colour of the ground."""
    return "white" if on_paper() else PAPER


def no_lines() -> dict[str, Any]:
    """Return the box of a text that covers the lines behind the text."""
    return NO_LINES | {"facecolor": ground()}


def area(who: str) -> dict[str, Any]:
    """Return the look of an area for the first or the second player, nobody or a tie."""
    if not on_paper():
        return {"color": COLOURS[who]}
    looks = {
        "first": {"facecolor": FIRST, "hatch": ""},
        "second": {"facecolor": _LIGHT_BLUE, "hatch": "////"},
        "nobody": {"facecolor": _LIGHT_GREY, "hatch": ""},
        "tie": {"facecolor": "white", "hatch": "...."},
    }
    return {**looks[who], "edgecolor": INK, "linewidth": 0}


def series(number: int) -> dict[str, Any]:
    """Return the look of the bars of one of several strategies."""
    colour = _LINES[number % len(_LINES)]
    if not on_paper():
        return {"color": colour}
    hatch = _HATCHES[number % len(_HATCHES)]
    face = colour if not hatch else "white"
    return {"facecolor": face, "hatch": hatch, "edgecolor": colour, "linewidth": 0.6}


def dots(who: str) -> dict[str, Any]:
    """Return the colour and the mark of points for the first or the second player, or nobody."""
    marks = {"first": "o", "second": "^", "nobody": "s"}
    return {"color": COLOURS[who], "marker": marks[who] if on_paper() else "o"}


def grid_behind(axes: Axes, grid: Literal["both", "x", "y"] = "both") -> None:
    axes.set_axisbelow(True)
    axes.grid(color=FAINT, linewidth=0.5, axis=grid)
    axes.spines[["top", "right"]].set_visible(False)


def either_way(axes: Axes, left: str, right: str, top: float = 1) -> None:
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color=INK, linewidth=0.8)
    sides_above(axes, left, right, top, va="bottom")
    grid_behind(axes, "x")
    axes.yaxis.set_zorder(3)  # names lie over the line at 0
    axes.spines["left"].set_visible(False)


def sides_above(axes: Axes, left: str, right: str, top: float, **look: Any) -> None:
    sides = (f"{TRIANGLE} {left}", 0, "left", SECOND), (f"{right} {DISC}", 1, "right", FIRST)
    for text, end, side, colour in sides:
        words = axes.annotate(text, (end, top), xycoords="axes fraction", ha=side)
        words.set(color=colour, fontweight="bold", **look)


def names_above(axes: Axes, names: Sequence[str], above: float) -> None:
    places = [row - above for row in range(len(names))]
    shown = [one_line(name, _LONGEST) for name in names]
    axes.set_yticks(places, shown, ha="left", va="bottom", fontsize=font(_NAME_SIZE))
    axes.tick_params(axis="y", length=0, pad=-1)
    for name in axes.get_yticklabels():
        name.set_bbox(no_lines())


def finish(
    axes: Axes, curves: Sequence[Any], x: str, y: str, sides: tuple[str, str] = ("", "")
) -> Axes:
    """Add a line at 0, the names of both axes and both sides, and a name at each curve's end."""
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    grid_behind(axes)
    if any(sides):
        axes.margins(y=0.13)
    for text, end, va in zip(sides, (0.99, 0.01), ("top", "bottom"), strict=True):
        words = axes.annotate(text, (0.01, end), xycoords="axes fraction", va=va)
        words.set(color=FIRST if DISC in text else SECOND, fontweight="bold")
        words.set(fontsize=font(8 if is_fitted() else 9), bbox=no_lines())
    _name_at_ends(axes, curves)
    return axes


def _name_at_ends(axes: Axes, curves: Sequence[Any]) -> None:
    """Put a name at each curve's end; names that overlap are moved, down and back up."""
    most, apart = _BEYOND, 1.5
    line_height = 1.6 if on_paper() else 1.2  # of the font's size: serif is high
    if is_fitted():
        most, apart = 1.1, 1.2
        laid_out(axes)  # otherwise the height of the axes is not known
    low, high = axes.get_ylim()
    figure = axes.get_figure(root=True)
    assert figure is not None
    tall = axes.get_position().height * figure.get_figheight() * 72
    size = font(_NAME_SIZE)
    spots = [tuple(curve.get_xydata()[-1].tolist()) for curve in curves]
    labels = [str(curve.get_label()) for curve in curves]
    ends = [(y - low) / (high - low) for _, y in spots]

    def filled(said: Iterable[str]) -> list[str]:
        return [fill(text, _NAME_WIDTH, break_on_hyphens=False) for text in said]

    def rooms_of(texts: Iterable[str]) -> list[float]:
        return [(text.count("\n") + apart) * size * line_height / tall for text in texts]

    short = [label.split(":")[0] for label in labels]
    ways = filled(labels), filled(short), [one_line(label, _NAME_WIDTH) for label in short]
    texts = next((way for way in ways if sum(rooms_of(way)) < most), ways[-1])
    rooms = rooms_of(texts)
    beyond = max(0, sum(rooms) - 1) / 2
    places, top, bottom = list(ends), 1 + beyond, -beyond
    upper_first = sorted(range(len(curves)), key=lambda at: (-ends[at], -spots[at][0]))
    for at in upper_first:
        places[at] = min(places[at], top - rooms[at] / 2)
        top = places[at] - rooms[at] / 2
    for at in reversed(upper_first):
        places[at] = max(places[at], bottom + rooms[at] / 2)
        bottom = places[at] + rooms[at] / 2
    for curve, spot, text, place in zip(curves, spots, texts, places, strict=True):
        colour = curve.get_color()
        line = {"arrowstyle": "-", "color": colour, "linewidth": 0.6}
        name = axes.annotate(text, spot, (1.04, place), "data", "axes fraction", line, False)
        name.set(color=colour, fontsize=size, va="center")
    axes.set_ylim(low, high)


def line(number: int, marks: float = 0) -> dict[str, Any]:
    """Return the look of one of several curves; on paper each has marks, to differ in grey."""
    named: dict[str, Any] = {}
    if marks:
        named = {"marker": _MARKS[number % len(_MARKS)], "markersize": marks}
    elif on_paper():
        # A disc is a fair payout.
        named = {"marker": _MARKS[1:][number % len(_MARKS[1:])], "markersize": 3, "markevery": 0.3}
    colour, style = _LINES[number % len(_LINES)], _STYLES[number % len(_STYLES)]
    return {"color": colour, "linestyle": style, "linewidth": 1.4, **named}


def even_up_to(values: Iterable[Fraction | float]) -> float | None:
    """Return the end of a scale's linear part, from the median on; None if all is linear.

    The end is 1, 2 or 5 times a power of ten.
    """
    sizes = [abs(float(value)) for value in values if value]
    if not sizes or max(sizes) <= 12 * (middle := median(sizes)):
        return None
    power = 10.0 ** floor(log10(middle))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= middle)


def spread_out(axes: Axes, even: float | None) -> str:
    if even is None:
        return ""
    from matplotlib.ticker import NullLocator

    axes.set_xscale("symlog", linthresh=even, linscale=1)
    axes.xaxis.set_major_formatter(lambda value, place: f"{value:g}")
    axes.xaxis.set_minor_locator(NullLocator())
    return scale_in_words(even)


def scale_in_words(even: float | None) -> str:
    return f"\n(the scale is even up to ±{even:g}, and logarithmic beyond)" if even else ""


def drawable(names: Iterable[str]) -> list[str]:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    known = get_font(findfont(FontProperties())).get_charmap()
    return [
        "".join(c if ord(c) in known else c.encode("unicode_escape").decode() for c in name)
        for name in (name.replace("<=", "≤") for name in names)
    ]


def drawn_number(value: Fraction) -> Fraction:
    if abs(value) > _LARGEST:
        digits = len(str(abs(int(value))))
        raise InputError(f"got a value of {digits} digits; takes at most {_LARGEST:,}", of="plot")
    return value


def in_percent(ev: Fraction) -> Fraction:
    return drawn_number(100 * ev)
