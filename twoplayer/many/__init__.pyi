"""What the package offers to users, each name with its home; `names.py` reads them here."""

from .effects import Effect as Effect
from .effects import Effects as Effects
from .mending import Mend as Mend
from .mending import Mending as Mending

__all__: list[str]
