"""What the package offers to users, each name with its home; `names.py` reads them here."""

from .exports import prism as prism
from .graphs import annotated_graph as annotated_graph

__all__: list[str]
