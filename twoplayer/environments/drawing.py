"""Pictures of a box: a line of text, or pixels, made with numpy alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..variant.dice import Roll
from ..variant.tiles import TileSet
from .encoding import Encoding

RENDER_MODES = ("ansi", "rgb_array")
Pixels = NDArray[np.uint8]  # (height, width, 3)
_DIGITS = (
    *("### #.# #.# #.# ###", ".#. ##. .#. .#. ###", "### ..# ### #.. ###", "### ..# ### ..# ###"),
    *("#.# #.# ### ..# ..#", "### #.. ### ..# ###", "### #.. ### #.# ###", "### ..# .#. .#. .#."),
    *("### #.# ### #.# ###", "### #.# ### ..# ###"),
)
_PIXEL = 4  # the width and height of a point of a digit, in pixels
_GROUND, _OPEN, _SHUT, _INK, _DIE = (
    (38, 92, 62),
    (240, 217, 170),
    (29, 70, 47),
    (40, 30, 20),
    (250, 250, 250),
)


def drawn(
    mode: str | None, encoding: Encoding, state: int, roll: int, beat: int | None
) -> str | Pixels | None:
    """Draw a box with the last roll and the score to beat; without a mode return None."""
    if mode is None:
        return None
    open_tiles = encoding.open_in(state).astype(bool).tolist()
    fallen = encoding.rolls[roll - 1] if roll else ()
    draw = in_text if mode == "ansi" else in_pixels
    return draw(encoding.variant.tiles, open_tiles, fallen, beat)


def in_text(tiles: TileSet, open_tiles: Sequence[bool], roll: Roll, beat: int | None) -> str:
    """Write a box in a line: covered tiles as dots, then the roll, and the score to beat."""
    shown = [
        str(tile) if is_open else "." * len(str(tile))
        for tile, is_open in zip(tiles, open_tiles, strict=True)
    ]
    rolled = f"  roll {'+'.join(map(str, roll))}" if roll else ""
    return " ".join(shown) + rolled + (f"  to beat {beat}" if beat is not None else "")


def in_pixels(tiles: TileSet, open_tiles: Sequence[bool], roll: Roll, beat: int | None) -> Pixels:
    """Draw a box: open tiles light, covered tiles dark, and below the roll and score to beat."""
    width = max(len(str(number)) for number in (*tiles, *roll, beat or 0))
    above = [
        _tile(tile, _INK if is_open else _GROUND, _OPEN if is_open else _SHUT, width)
        for tile, is_open in zip(tiles, open_tiles, strict=True)
    ]
    blank = _tile(None, _INK, _GROUND, width)
    below = [_tile(number, _INK, _DIE, width) for number in roll] or [blank]
    if beat is not None:
        below += [blank, _tile(beat, _OPEN, _GROUND, width)]
    columns = max(len(above), len(below))
    rows = [[*row, *[blank] * (columns - len(row))] for row in (above, below)]
    return np.concatenate([np.concatenate(row, axis=1) for row in rows])


def _tile(
    number: int | None, ink: tuple[int, int, int], ground: tuple[int, int, int], width: int
) -> Pixels:
    """Draw a number in the middle of a tile with room for `width` digits."""
    points = np.zeros((9, 4 * width + 3), bool)
    digits = "" if number is None else str(number)
    left = (points.shape[1] - 4 * len(digits) + 1) // 2
    for place, digit in enumerate(map(int, digits)):
        rows = [[point == "#" for point in row] for row in _DIGITS[digit].split()]
        points[2:7, left + 4 * place : left + 4 * place + 3] = rows
    large = np.pad(points.repeat(_PIXEL, 0).repeat(_PIXEL, 1), _PIXEL)
    picture = np.where(large[..., np.newaxis], np.array(ink, np.uint8), np.array(ground, np.uint8))
    picture[[*range(_PIXEL), *range(-_PIXEL, 0)]] = _GROUND
    picture[:, [*range(_PIXEL), *range(-_PIXEL, 0)]] = _GROUND
    return picture
