"""Pages of HTML that stand alone: templates, scripts, what they may do, and the words of rules."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any

from ..variant.fields import FIELDS, MEANT, typed
from ..variant.variant import Variant


def code(name: str) -> str:
    """Return a script, packed: without what a phone does not need, such as comments."""
    from rjsmin import jsmin

    return str(jsmin(template(f"{name}.js")))


def style(name: str) -> str:
    """Return a style sheet, packed."""
    from rcssmin import cssmin

    return str(cssmin(template(f"{name}.css")))


def policy(scripts: Sequence[str], beside: str = "") -> str:
    """Return what the page may do: run what stands in it, and nothing else; load and send nothing.

    What lies beside it may be used where that is said (`" 'self'"`). Styles are free, so that
    readers can add their own.
    """
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in scripts)
    hashes = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {hashes}; "
        f"worker-src blob:{beside}; img-src data:{beside}; {beside and f'manifest-src{beside}; '}"
        "base-uri 'none'; form-action 'none'"
    )


def template(name: str) -> str:
    """Return a file of the templates."""
    return (files("twoplayer.show") / "templates" / name).read_text("utf-8")


def html(name: str, **found: Any) -> str:
    """Fill a template with what was found."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined)
    text = re.sub(r"^\s+", "", template(name), flags=re.MULTILINE)  # no indentation
    return environment.from_string(text).render(found) + "\n"


def words_of_rules(options: Mapping[str, Iterable[Any]]) -> dict[str, Any]:
    """Return what scripts that read rules are given: what each takes, and what it may be, as typed.

    >>> words_of_rules({"tiles": ["1-9", "1-10"]})["options"]
    {'tiles': ['1-9', '1-10']}
    """
    return {
        "takes": {name: field.takes for name, field in FIELDS.items()},
        "meant": MEANT,
        "options": {name: [*map(typed, values)] for name, values in options.items()},
    }


def changed(variant: Variant) -> dict[str, Any]:
    """Return the rules that are not as in the classic game."""
    return {name: rule for name, rule in variant.rules().items() if not variant.is_default(name)}
