"""The command that writes a game for other programs. It imports what it needs when it runs."""

from __future__ import annotations

from typing import Any

import click

from .duration import progress
from .options import RulesCommand, ending_of, variant_argument
from .solving import family_of

_FORMATS = ("prism", "graphml", "dot", "json")


@click.command(cls=RulesCommand)
@variant_argument
@click.option(
    "-o", "--output", required=True, metavar="FILE", help=f"One of .{', .'.join(_FORMATS)}."
)
@click.option(
    "--to-beat",
    "score_to_beat",
    type=int,
    metavar="SCORE",
    help="In .prism the second player's turn against this score, in place of the first player's.",
)
def export(name: str | None, rules: dict[str, Any], output: str, score_to_beat: int | None) -> None:
    """Write a game for model checkers, and for programs for graphs.

    \b
    .prism    one player's turn as a Markov decision process, for PRISM and Storm
    .graphml  the graph of all sets of open tiles, for Gephi, yEd and networkx
    .dot      the same graph, for Graphviz
    .json     the same graph, as nodes and links, for networkx and JavaScript

    \b
    Examples:
      twoplayer export -o classic.prism
      twoplayer export --one-die always --to-beat 12 -o second.prism
      twoplayer export --tiles 4 -o four.dot
    """
    from pathlib import Path

    format = ending_of(output, _FORMATS)
    if score_to_beat is not None and format != "prism":
        raise click.UsageError("--to-beat goes with .prism")
    variant = family_of(name, rules).single()

    from ..files import write

    if format == "prism":
        from ..show.prism import prism

        with progress():
            text = prism(variant, score_to_beat)
    else:
        from ..show.graph_files import graph_file

        text = graph_file(variant, format)
    write(Path(output), text)
