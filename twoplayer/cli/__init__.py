"""The command line. Every command imports the modules that it needs when it runs."""

from __future__ import annotations

from itertools import chain

import click

from .. import __version__
from .app import Commands, explain
from .check import check
from .fair import fair, mend, rules, table
from .play import evening, play, simulate, strategies
from .write import write

_GROUPS = {
    "Is it fair?": (fair, table, mend, check, rules),
    "How to play": (play, strategies, simulate),
    "A whole evening": (evening,),
    "To keep and to show": (write, explain),
}


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="twoplayer")
def main() -> None:
    """Settle whether a house rule of Shut the Box is fair: exact values, for two players and more.

    A GAME is a name (`twoplayer rules` lists them), a file of your own, - for stdin, or code,
    FILE.py:NAME (`twoplayer help files`). Any rule is an option as well (`twoplayer help rules`).
    Every rule that you leave out is as in the classic game: tiles 1 to 9, two dice, the lower sum
    wins, ties push.

    \b
    Examples:
      twoplayer fair
      twoplayer fair --one-die sum-6 --immediate-clack
      twoplayer mend my-pub.toml
      twoplayer help clack
    """


main.groups = _GROUPS
for _each in chain(*_GROUPS.values()):
    main.add_command(_each)
