"""The page as a folder of a web site, from which it can be installed, and works without a network.

Beside the page lie a manifest, a service worker that keeps these few files, and icons, drawn here.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from ..variant.family import Family
from .fair import Game
from .html import html
from .page import render_page

_COLOUR = "#3a2112"
_SIZES = (192, 512)


class _Box(NamedTuple):
    """A box with round corners, in hundredths of the icon."""

    x: float
    y: float
    width: float
    height: float
    corner: float
    colour: str


_ICON = (
    _Box(0, 0, 100, 100, 0, _COLOUR),
    *(_Box(x, 20, 17, 30, 3, "#d9ab66") for x in (19, 62)),
    _Box(40.5, 42, 17, 8, 2, "#6b4426"),
    _Box(36, 56, 28, 28, 6, "#fdf6e3"),
    *(_Box(x - 3, x + 17, 6, 6, 3, "#24140a") for x in (42.5, 50, 57.5)),
)
"""Three tiles, one of them covered, and a die; within what a round mask leaves."""


def render_folder(
    entries: Sequence[Game], title: str, address: str = "", named: Sequence[Family] = ()
) -> Mapping[str, str | bytes]:
    """Write the page of some variants, and what makes it installable: contents by file name."""
    files: dict[str, str | bytes] = {
        "index.html": render_page(entries, title, address, named, installable=True),
        "manifest.webmanifest": json.dumps(_manifest(), indent=1) + "\n",
        "icon.svg": _svg(),
        **{f"icon-{size}.png": _png(size) for size in _SIZES},
    }
    contents = (each if isinstance(each, bytes) else each.encode() for each in files.values())
    version = sha256(b"".join(contents)).hexdigest()[:16]
    kept = ["./", *list(files)[1:]]
    return {**files, "service.js": html("service.js", version=version, files=kept)}


def _manifest() -> dict[str, object]:
    sizes = [("icon.svg", "any", "image/svg+xml")]
    sizes += [(f"icon-{size}.png", f"{size}x{size}", "image/png") for size in _SIZES]
    return {
        "name": "Shut the Box",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _COLOUR,
        "theme_color": _COLOUR,
        "icons": [
            {"src": name, "sizes": size, "type": kind, "purpose": purpose}
            for name, size, kind in sizes
            for purpose in ("any", "maskable")
        ],
    }


def _svg() -> str:
    boxes = "".join(
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" '
        f'fill="{colour}"/>'
        for x, y, width, height, corner, colour in _ICON
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{boxes}</svg>\n'


def _png(size: int) -> bytes:
    """Draw the icon in dots, for those that take no other (iOS)."""
    down, across = (np.mgrid[:size, :size] + 0.5) * 100 / size
    dots = np.full((size, size, 3), [float(each) for each in bytes.fromhex(_COLOUR[1:])])
    for x, y, width, height, corner, colour in _ICON:
        # How far a dot is outside of the box without its corners, and so how much it is covered.
        right = np.maximum(abs(across - x - width / 2) - width / 2 + corner, 0)
        below = np.maximum(abs(down - y - height / 2) - height / 2 + corner, 0)
        part = np.clip((corner - np.hypot(right, below)) * size / 100 + 0.5, 0, 1)[..., None]
        dots += part * ([*bytes.fromhex(colour[1:])] - dots)
    rows = np.pad(dots.round().astype(np.uint8).reshape(size, -1), ((0, 0), (1, 0)))
    header = struct.pack(">2I5B", size, size, 8, 2, 0, 0, 0)
    chunks = {b"IHDR": header, b"IDAT": zlib.compress(rows.tobytes(), 9), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks.items()
    )
