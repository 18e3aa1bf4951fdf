"""The folder of a web site from which the page can be installed, and works without a network.

Beside the page lie a manifest, a service worker that keeps these few files, and the icon.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType

from ..many.entries import Valued
from ..variant.registry import Family
from ..variant.variant import Variant
from .html import html
from .icon import COLOUR, icon, png
from .page import render_page

_SIZES = (192, 512)


def render_folder(
    entries: Sequence[Valued],
    title: str,
    address: str = "",
    named: Sequence[Family] = (),
    *,
    second: Variant | None = None,
    elsewhere: Mapping[str, str] = MappingProxyType({}),
) -> Mapping[str, str | bytes]:
    """Write the page of some variants, and what makes it installable: contents by file name."""
    page = render_page(
        entries,
        title,
        address,
        named,
        second=second,
        elsewhere=elsewhere,
        packed=False,
        installable=True,
    )
    files: dict[str, str | bytes] = {
        "index.html": page,
        "manifest.webmanifest": json.dumps(_manifest(), indent=1) + "\n",
        "icon.svg": f"{icon()}\n",
        **{f"icon-{size}.png": png(size) for size in _SIZES},
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
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "icons": [
            {"src": name, "sizes": size, "type": kind, "purpose": purpose}
            for name, size, kind in sizes
            for purpose in ("any", "maskable")
        ],
    }
