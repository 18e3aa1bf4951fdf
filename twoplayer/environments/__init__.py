"""Environments for learning agents, in the forms of Gymnasium and PettingZoo (extra `gym`).

After an import of this package `gymnasium.make("twoplayer/ShutTheBox-v0")` works.
"""

from importlib.util import find_spec as _find_spec

from ..names import offered

__getattr__, __dir__ = offered(__name__)

if _find_spec("gymnasium"):
    from gymnasium import register as _register

    _register("twoplayer/ShutTheBox-v0", f"{__name__}.shut_the_box:ShutTheBox")
