"""What the package offers to users, each name with its home; `names.py` reads them here."""

from .verdict import Verdict as Verdict
from .verdict import Verdicts as Verdicts

__all__: list[str]
