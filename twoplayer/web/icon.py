"""The icon of a page that is installed, also in dots, for those that take no other (iOS)."""

from __future__ import annotations

import struct
from xml.etree import ElementTree
from zlib import compress, crc32

import numpy as np

from .html import template

COLOUR = "#3a2112"
"""What it stands on."""
_SHAPE = ("x", "y", "width", "height", "rx")


def icon() -> str:
    """Return the icon as SVG: boxes with round corners alone."""
    return "".join(template("install/icon.svg").splitlines())


def png(size: int) -> bytes:
    """Draw the icon in dots, as many across as down."""
    down, across = (np.mgrid[:size, :size] + 0.5) * 100 / size
    dots = np.full((size, size, 3), [float(each) for each in bytes.fromhex(COLOUR[1:])])
    for box in ElementTree.fromstring(icon()):
        x, y, width, height, corner = (float(box.attrib[name]) for name in _SHAPE)
        # How far a dot is outside of the box without its corners, and so how much it is covered.
        right = np.maximum(abs(across - x - width / 2) - width / 2 + corner, 0)
        below = np.maximum(abs(down - y - height / 2) - height / 2 + corner, 0)
        part = np.clip((corner - np.hypot(right, below)) * size / 100 + 0.5, 0, 1)[..., None]
        dots += part * ([*bytes.fromhex(box.attrib["fill"][1:])] - dots)
    rows = np.pad(dots.round().astype(np.uint8).reshape(size, -1), ((0, 0), (1, 0)))
    header = struct.pack(">2I5B", size, size, 8, 2, 0, 0, 0)
    chunks = {b"IHDR": header, b"IDAT": compress(rows.tobytes(), 9), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))
        for kind, data in chunks.items()
    )
