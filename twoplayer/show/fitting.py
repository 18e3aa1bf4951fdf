"""The fitting of a figure to its size: nothing is cut, and no two labels of ticks overlap.

Matplotlib's constrained layout makes room for the words beside the axes. Texts that are longer than
the figure are wrapped here, and ticks become fewer. Words that are still too large get a smaller
font.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeAlias
from warnings import catch_warnings, simplefilter

if TYPE_CHECKING:
    import matplotlib.axes

Axes: TypeAlias = "matplotlib.axes.Axes"

_ROUNDS = 30
_SMALLER = 0.94  # of a font, in each round
_NARROW = 1.5  # the most by which characters of a text differ in width
_SPARED = 0.96  # of the room: letters are wider at some resolutions than measured
_APART = 2  # pixels between two labels
_SIDE, _FOOT = 0.38, 0.3  # of the figure: the most for names on the left, and below
_TITLE = 0.4  # of the height of a figure: the most that a title takes
_LEGEND = 0.85  # of the figure's width: the most that a legend takes
_OF_A_FIGURE = (0.775, 0.77)  # the axes' share in matplotlib's usual layout


def panel(axes: Axes) -> tuple[float, float]:
    """Return the size, in inches, of the part of a figure for axes with their labels."""
    (width, height), (wide, high) = inches(axes), _OF_A_FIGURE
    return width / wide, height / high


def inches(axes: Axes) -> tuple[float, float]:
    """Return the size, in inches, of axes without their labels, as they are laid out."""
    figure, box = _figure_of(axes), axes.get_position()
    return box.width * figure.get_figwidth(), box.height * figure.get_figheight()


def laid_out(axes: Axes) -> None:
    """Lay a figure out, so that its parts can be measured."""
    with catch_warnings():
        # Axes may have no room yet: the words beside them are made smaller later.
        simplefilter("ignore", UserWarning)
        _figure_of(axes).draw_without_rendering()


def fit(axes: Axes) -> None:
    """Fit all words in the figure of these axes to its size."""
    figure, whole = _figure_of(axes), dict[Any, str]()
    for _ in range(_ROUNDS):
        laid_out(axes)
        changed = [_fitted(each, whole) for each in figure.axes]
        if any(changed):
            continue
        box = figure.get_tightbbox()
        width, height = figure.get_size_inches()
        if box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height:
            return
        for each in figure.axes:
            _shrink(each)


def title_has_room(axes: Axes) -> bool:
    """Return whether the wrapped title leaves most of the figure to the drawing."""
    title: Any = _titles(axes)[-1]
    figure, said = _figure_of(axes), title.get_text()
    laid_out(axes)
    width, height = figure.bbox.size
    _wrapped(title, width, {})
    box = title.get_window_extent()
    title.set_text(said)
    return bool(box.width <= width and box.height <= _TITLE * height)


def one_line(text: str, most: int) -> str:
    """Return a text of at most `most` characters; a text that is cut ends in ….

    >>> one_line("a clack wins at once", 9)
    'a clack…'
    """
    return text if len(text) <= most else text[: most - 1].rstrip(" ,") + "…"


def _figure_of(axes: Axes) -> Any:
    figure = axes.get_figure(root=True)
    assert figure is not None
    return figure


def _fitted(axes: Axes, whole: dict[Any, str]) -> bool:
    """Fit the words of axes that are laid out, and return whether something has changed.

    `whole` keeps each text as it was before it was wrapped.
    """
    width, height = _figure_of(axes).bbox.size
    box = axes.get_window_extent()
    middle, centre = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    changed = [
        _wrapped(axes.xaxis.label, _SPARED * 2 * min(middle, width - middle), whole),
        _wrapped(axes.yaxis.label, _SPARED * 2 * min(centre, height - centre), whole),
    ]
    changed += [_wrapped(words, room, whole) for words, room in _in_axes(axes, box.width)]
    changed += [_legend_in(axes, width), _title_in(axes, width, whole)]
    for axis, room in ((axes.yaxis, _SIDE * width), (axes.xaxis, _FOOT * height)):
        changed += [_shortened_ticks(axis, room, width), _thinned(axis)]
    return any(changed)


def _in_axes(axes: Axes, width: float) -> Iterator[tuple[Any, float]]:
    """Yield the words that are placed by a fraction of the axes, each with its room."""
    placed = [words for words in _placed(axes) if 0 <= words.xy[0] <= 1 and words.get_text()]
    beside = Counter(words.xy[1] for words in placed)
    for words in placed:
        yield words, _SPARED * width / beside[words.xy[1]]


def _placed(axes: Axes) -> list[Any]:
    """Return the words that are placed by a fraction of the axes, inside of them or beside."""
    return [words for words in axes.texts if getattr(words, "xycoords", "") == "axes fraction"]


def _length(words: Any) -> float:
    """Return the length of the lines of a text, in pixels, upright or not."""
    box = words.get_window_extent()
    return float(box.height if words.get_rotation() % 180 else box.width)


def _wrapped(words: Any, room: float, whole: dict[Any, str]) -> bool:
    """Wrap a text that is longer than its room, in lines of about the same length."""
    before = words.get_text()
    if not before or (length := _length(words)) <= room:
        return False
    said = whole.setdefault(words, before)
    # A line of more characters is too long, unless they are narrower than others by a third.
    characters = max(map(len, before.split("\n")))
    widest = min(max(map(len, said.split("\n"))), int(_NARROW * characters * room / length))
    # Lines are no narrower than the longest word of a text.
    for most in range(max(widest, (least := max(map(len, said.split())))), least - 1, -1):
        words.set_text(_filled(said, most))
        if _length(words) <= room:
            break
    return bool(words.get_text() != before)


def _filled(said: str, most: int) -> str:
    """Wrap each line of a text into lines of about the same length."""
    return "\n".join(_evenly_filled(line, most) for line in said.split("\n"))


def _evenly_filled(line: str, most: int) -> str:
    lines = wrap(line, most, break_long_words=False)
    narrower = range(len(line) // max(len(lines), 1), most)
    ways = (wrap(line, width, break_long_words=False) for width in narrower if width > 0)
    return "\n".join(next((way for way in ways if len(way) == len(lines)), lines))


def _title_in(axes: Axes, width: float, whole: dict[Any, str]) -> bool:
    """Fit the title: begin it further left, wrap it, and put it above all other words there."""
    title: Any = _titles(axes)[-1] if axes.get_title(loc="left") else None
    if title is None:
        return False
    box, inner = title.get_window_extent(), axes.get_window_extent()
    changed = False
    if box.x1 > width and box.x0 > _APART:
        title.set_x(max(inner.x0 - box.x1 + width, _APART) / inner.width - inner.x0 / inner.width)
        changed = True
    changed = _wrapped(title, width - title.get_window_extent().x0, whole) or changed
    above = [words for words in _placed(axes) if words.xy[1] >= 1]
    tops = [words.get_window_extent().y1 for words in [*above, axes.get_legend()] if words]
    lacking = max(tops, default=0) + _APART - title.get_window_extent().y0
    room = axes.get_window_extent().y1
    spare = title.get_window_extent().y0 - max([room, *tops])
    points = 72 / _figure_of(axes).dpi
    if lacking * points > 0.5 or spare * points > 12:
        pad = (title.get_window_extent().y0 - room) * points
        pad += lacking * points + 1 if lacking > 0 else 6 - spare * points
        look = {"fontsize": title.get_fontsize(), "fontweight": title.get_fontweight()}
        axes.set_title(
            title.get_text(), loc="left", pad=pad, fontfamily=title.get_fontfamily(), **look
        )
        changed = True
    return changed


def _titles(axes: Axes) -> list[Any]:
    """Return the parts with the text of the title; the title itself is the last one."""
    said = axes.get_title(loc="left")
    return [each for each in axes.get_children() if getattr(each, "get_text", str)() == said]


def _legend_in(axes: Axes, width: float) -> bool:
    """Give a legend that is too wide fewer columns."""
    legend: Any = axes.get_legend()
    if legend is None or legend.get_window_extent().width <= _LEGEND * width:
        return False
    columns = len({round(words.get_window_extent().x0) for words in legend.get_texts()})
    if columns == 1:
        return False
    legend.set_ncols(columns - 1)
    return True


def _ticks(axis: Any) -> list[tuple[float, Any]]:
    """Return the visible ticks, each with its label."""
    low, high = sorted(axis.get_view_interval())
    some = zip(axis.get_majorticklocs(), axis.get_ticklabels(), strict=False)
    return [(at, label) for at, label in some if low <= at <= high and label.get_text()]


def _shortened_ticks(axis: Any, room: float, width: float) -> bool:
    """Shorten the names of ticks that would take more than their room."""
    texts, changed = [], False
    ticks = _ticks(axis)
    for _, label in ticks:
        box = label.get_window_extent()
        inside = axis.axis_name == "y" and label.get_horizontalalignment() == "left"
        along = axis.axis_name == "y" or label.get_rotation() % 180
        size = box.height if axis.axis_name == "x" else box.width
        most = width - box.x0 if inside else room
        said = label.get_text()
        if along and size > most:
            longest = max(map(len, said.split("\n")))
            said = one_line(" ".join(said.split()), max(4, int(longest * most / size) - 1))
            changed = True
        texts.append(said)
    if changed:
        axis.set_ticks([at for at, _ in ticks], texts)
    return changed


def _thinned(axis: Any) -> bool:
    """Leave out ticks whose labels would overlap: every second tick stays, or every third, …."""
    ticks = _ticks(axis)
    boxes = [label.get_window_extent().padded(_APART / 2) for _, label in ticks]
    step = next(step for step in range(1, len(ticks) + 2) if not _overlap(boxes[::step]))
    if step == 1:
        return False
    places = [at for at, _ in ticks]
    start = places.index(0) % step if 0 in places else 0
    kept = ticks[start::step]
    axis.set_ticks([at for at, _ in kept], [label.get_text() for _, label in kept])
    return True


def _overlap(boxes: Sequence[Any]) -> bool:
    return any(one.overlaps(other) for one, other in pairwise(boxes))


def _shrink(axes: Axes) -> None:
    """Make all fonts smaller."""
    from matplotlib.text import Text

    for axis in (axes.xaxis, axes.yaxis):
        for _, label in _ticks(axis)[:1]:
            axis.set_tick_params(labelsize=label.get_fontsize() * _SMALLER)
    others = {id(label) for axis in (axes.xaxis, axes.yaxis) for label in axis.get_ticklabels()}
    for words in axes.findobj(Text):
        if id(words) not in others:
            words.set_fontsize(float(words.get_fontsize()) * _SMALLER)
