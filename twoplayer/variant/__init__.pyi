"""What the package offers to users, each name with its home; `names.py` reads them here."""

from .dice import Dice as Dice
from .dice import OneDie as OneDie
from .registry import Family as Family
from .registry import LeftOut as LeftOut
from .registry import VariantLike as VariantLike
from .registry import family as family

__all__: list[str]
