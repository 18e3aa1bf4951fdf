"""The folder of a web site from which the page can be installed, and works without a network.

Beside the page lie a manifest, a service worker that keeps these few files, and the icon: also in
dots, for those that take no other (iOS).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from hashlib import sha256
from xml.etree import ElementTree
from zlib import compress, crc32

import numpy as np

from .html import html, template

_SIZES = (192, 512)
_COLOUR = "#3a2112"
"""What the icon stands on."""
_SHAPE = ("x", "y", "width", "height", "rx")


def render_folder(page: str) -> Mapping[str, str | bytes]:
    """Return a page that can be installed, and what that takes beside it, by file name."""
    files: dict[str, str | bytes] = {
        "index.html": page,
        "manifest.webmanifest": json.dumps(_manifest(), indent=1) + "\n",
        "icon.svg": f"{_icon()}\n",
        **{f"icon-{size}.png": _png(size) for size in _SIZES},
    }
    contents = (each if isinstance(each, bytes) else each.encode() for each in files.values())
    version = sha256(b"".join(contents)).hexdigest()[:16]
    kept = ["./", *list(files)[1:]]
    return {**files, "service.js": html("install/service.js", version=version, files=kept)}


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


def _icon() -> str:
    """Return the icon as SVG: boxes with round corners alone."""
    return "".join(template("install/icon.svg").splitlines())


def _png(size: int) -> bytes:
    """Draw the icon in dots, as many across as down."""
    down, across = (np.mgrid[:size, :size] + 0.5) * 100 / size
    dots = np.full((size, size, 3), [float(each) for each in bytes.fromhex(_COLOUR[1:])])
    for box in ElementTree.fromstring(_icon()):
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
