"""What the package offers to users, each name with its home; `names.py` reads them here."""

from .policies import strategy_of as strategy_of
from .shut_the_box import ExactValues as ExactValues
from .shut_the_box import ShutTheBox as ShutTheBox
from .table import table_env as table_env

__all__: list[str]
