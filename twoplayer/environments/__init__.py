"""Environments for agents that learn: of Gymnasium and of PettingZoo (extra `gym`).

An import of this package makes `gymnasium.make("twoplayer/ShutTheBox-v0")` work.
"""

from importlib.util import find_spec as _find_spec

from ..names import offered

__getattr__, __dir__ = offered(__name__)

if _find_spec("gymnasium"):
    from gymnasium import register as _register

    _register("twoplayer/ShutTheBox-v0", f"{__name__}.shut_the_box:ShutTheBox")
