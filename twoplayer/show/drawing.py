"""How figures look and are saved. They need matplotlib, the extra `plot`.

Red and a disc mean the first player, blue and a triangle the second, as on the page: the two
differ for the colour-blind, and in print. No curve of a game has either colour.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import wraps
from hashlib import sha256
from html import escape
from math import floor, log10
from statistics import median
from textwrap import fill
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeAlias

from ..errors import InputError, need, refused

if TYPE_CHECKING:
    import matplotlib.axes
    import matplotlib.figure

P = ParamSpec("P")
Axes: TypeAlias = "matplotlib.axes.Axes"
Figure: TypeAlias = "matplotlib.figure.Figure"
Place: TypeAlias = Callable[[float, float], Axes]  # of so many inches

FIRST, SECOND, NOBODY = "#b23020", "#22588c", "#a86f12"
INK, GREY, FAINT, PAPER = "#2a1d10", "#75664f", "#dccfb6", "#fffaf0"
BEST = "#0b6b4f"
DISC, TRIANGLE = "●", "▲"
_LINES = ("#0b6b4f", "#a86f12", "#7b4b94", "#2a1d10", "#4f8f8b", "#a35a35", "#75664f")
WIDE = 5.2  # inches: the words can be read on a phone
_MARKS = "os^Dv*P"
_STYLES = ("-", "--", "-.", ":")
HEADING: dict[str, Any] = {"fontsize": 14, "fontweight": "bold", "fontfamily": "DejaVu Serif"}
NO_LINES = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 0.6}
_NAME_SIZE, _NAME_WIDTH = 8.5, 19
_LARGEST = 10**12


def digest_of(numbers: str) -> str:
    return f"sha256 of the numbers: {sha256(numbers.encode()).hexdigest()}"


def save(draw: Callable[[str], Axes | Figure], numbers: str, format: str = "svg") -> bytes:
    """Draw numbers (CSV), with words for those who hear it read; equal ones give equal bytes."""
    # It would tell of a folder that it cannot write to; the figure is the same.
    logging.getLogger("matplotlib").disabled = True
    image = io.BytesIO()
    with look():
        figure = draw(numbers).get_figure(root=True)
        assert figure is not None
        titles = [figure.get_suptitle(), *(axes.get_title(loc="left") for axes in figure.axes)]
        title = next(filter(None, titles), "")
        words = (str(axes.get_label()) for axes in figure.axes)
        description = " ".join(label for label in words if label and not label.startswith("<"))
        described = "Subject" if format == "pdf" else "Description"
        undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(format, {})
        metadata = {"Title": title, described: digest_of(numbers), **undated}
        figure.savefig(image, format=format, dpi=150, metadata=metadata)
    if format != "svg":
        return image.getvalue()
    lines = (line.rstrip() for line in image.getvalue().decode().splitlines())
    text = "\n".join(lines).replace("<svg ", '<svg role="img" ', 1) + "\n"
    return text.replace(
        "<metadata>", f"<desc>{escape(description)}</desc>\n <metadata>", 1
    ).encode()


def look() -> Any:
    import matplotlib as mpl

    inked = "text.color", "axes.labelcolor", "xtick.color", "ytick.color"
    grounds = "figure.facecolor", "axes.facecolor", "savefig.facecolor"
    rules: dict[Any, Any] = dict.fromkeys(inked, INK) | dict.fromkeys(grounds, PAPER)
    # A name may have a $.
    rules |= {"font.size": 10, "text.parse_math": False, "axes.edgecolor": GREY}
    return mpl.rc_context({"svg.hashsalt": "twoplayer", **rules})


def figure(draw: Callable[P, Axes]) -> Callable[P, Axes]:
    """Have a function that draws ask for matplotlib, and draw in the look of all figures."""

    @wraps(draw)
    def drawn(*given: P.args, **named: P.kwargs) -> Axes:
        need("plot")
        import matplotlib as mpl

        with look():
            axes = draw(*given, **named)
            shows = mpl.is_interactive()
        # The first figure may have a notebook show all of them, which `look` would take back.
        mpl.interactive(shows)
        return axes

    return drawn


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
    """Without axes they are those of a figure that a notebook shows, which has its best size."""
    from matplotlib.axes import Axes as Given

    if axes is None:
        from matplotlib import pyplot

        axes = pyplot.subplots(figsize=size, layout="constrained")[1]
    elif not isinstance(axes, Given):
        if not callable(axes):
            raise refused("axes", axes, "those of a matplotlib figure")
        axes = axes(*size)
    axes.set_title(title, loc="left", pad=pad, **HEADING)
    axes.set_label(description)
    return axes


def grid_behind(axes: Axes, grid: Literal["both", "x"] = "both") -> None:
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
    axes.set_yticks(places, names, ha="left", va="bottom", fontsize=_NAME_SIZE)
    axes.tick_params(axis="y", length=0, pad=-1)
    for name in axes.get_yticklabels():
        name.set_bbox(NO_LINES)


def finish(
    axes: Axes, curves: Sequence[Any], x: str, y: str, sides: tuple[str, str] = ("", "")
) -> Axes:
    """Give curves a line at 0, names of both axes and sides, and at its end each curve's name."""
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    grid_behind(axes)
    if any(sides):
        axes.margins(y=0.13)
    for text, end, va in zip(sides, (0.99, 0.01), ("top", "bottom"), strict=True):
        words = axes.annotate(text, (0.01, end), xycoords="axes fraction", va=va)
        words.set(color=FIRST if DISC in text else SECOND, fontsize=9, fontweight="bold")
        words.set(bbox=NO_LINES)
    _name_at_ends(axes, curves)
    return axes


def _name_at_ends(axes: Axes, curves: Sequence[Any]) -> None:
    """Keep names off each other: from the top down, and back up."""
    low, high = axes.get_ylim()
    figure = axes.get_figure(root=True)
    assert figure is not None
    tall = axes.get_position().height * figure.get_figheight() * 72
    spots = [tuple(curve.get_xydata()[-1].tolist()) for curve in curves]
    texts = [fill(str(curve.get_label()), _NAME_WIDTH, break_on_hyphens=False) for curve in curves]
    ends = [(y - low) / (high - low) for _, y in spots]
    rooms = [(text.count("\n") + 1.5) * _NAME_SIZE * 1.2 / tall for text in texts]
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
        name.set(color=colour, fontsize=_NAME_SIZE, va="center")
    axes.set_ylim(low, high)


def line(number: int, marks: float = 0) -> dict[str, Any]:
    marker = {"marker": _MARKS[number % len(_MARKS)], "markersize": marks} if marks else {}
    colour, style = _LINES[number % len(_LINES)], _STYLES[number % len(_STYLES)]
    return {"color": colour, "linestyle": style, "linewidth": 1.4, **marker}


def even_up_to(values: Iterable[Fraction | float]) -> float | None:
    """Return 1, 2 or 5 times a power of ten, from the median on; None if all fit without it."""
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
