"""What the package offers to users, each name with its home; `names.py` reads them here."""

from .graphs import annotated_graph as annotated_graph
from .model import prism as prism
from .reporting import report as report

__all__: list[str]
