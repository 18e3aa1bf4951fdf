"""Results for people: tables, text, figures, the page."""

from ..names import offered

__getattr__, __dir__ = offered(__name__)
