"""Exact values of Shut the Box for two players, under any house rules.

This package offers the functions that users call and the classes that users construct. The classes
of results, and names that few users need, are imported from an inner package. These packages are
`variant`, `turn`, `game`, `evening`, `strategy`, `many`, `claims`, `show` and `errors`. An example
is `from twoplayer.game import Solution`. `help` of a result lists the methods of the result, such
as `help(solve("classic"))`. One of these is `optimal_moves(tiles, roll, score_to_beat=12)`.
"""

from importlib import import_module as _import_module

from .names import everywhere as _everywhere
from .names import homes as _homes
from .names import offered as _offered
from .names import packages as _packages

__version__ = "0.5.0"

_AT_THE_SHELL = {
    "fair": "solve(variant).fairness(), matchup(variant, …) or fair_payouts(variant)",
    "table": "solve_all(variants), whose to_records() and to_frame() are tables",
    "play": "solve(variant).play(), one_player(variant) or Play(variant)",
    "rules": "registered() for the names, variants(name) for the rules",
    "strategies": "strategy_values(variant)",
    "help": "help(twoplayer) or help(twoplayer.solve)",
    "write": "certificate(variant), card(variant), show.report(games), or plot",
}
"""The commands that the shell alone has, and the Python to call in place of each."""
_get, _ = _offered(__name__)


def __getattr__(name: str) -> object:
    if name == "__all__" or (not name.startswith("__") and name in _homes()):
        return _get(name)
    if name in _packages():
        return _import_module(f"{__name__}.{name}")
    more = ""
    if name in _AT_THE_SHELL:
        more = f", which is a command of the shell; in Python call {_AT_THE_SHELL[name]}"
    elif not name.startswith("_"):
        where = [package for package, known in _everywhere() if known == name]
        more = f"; it is imported from {where[0]}" if where else ""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{more}")


def __dir__() -> list[str]:
    return sorted([*_homes(), *_packages(), "__version__"])
