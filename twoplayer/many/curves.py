"""Points of curves: values by the score, EVs by what a clack or a tie pays, chances by the roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ..game.payouts import Points, ev_by_tie, ev_points
from ..game.players import PLAYERS
from ..game.playing import Play
from ..game.solution import solve_all
from ..variant.beside import Percent
from ..variant.variant import Variant, labels
from ..work import tracked


class OfSecond(NamedTuple):
    """A point of a curve: what the second player may expect against a score."""

    name: str
    first_player_score: int
    second_player_value: Fraction


class OfPayout(NamedTuple):
    """A point of a line: the EV where a clack pays so many stakes; each name has its ascending."""

    name: str
    clack_payout: Fraction
    first_player_ev: Percent


class OfTie(NamedTuple):
    """A point of a line: the EV where a tie pays the first player so much."""

    name: str
    tie: Fraction
    first_player_ev: Percent


class OfRoll(NamedTuple):
    """How the game ends under optimal play after a roll and a move, and before the first."""

    player: str
    roll: str  # and what was covered
    first_wins: Percent
    tie: Percent
    second_wins: Percent


def points_of_second(variants: Sequence[Variant]) -> list[OfSecond]:
    """Return the second player's value by the score to beat, of each of some games."""
    solved = solve_all(variants)
    return [
        OfSecond(name, score, value)
        for name, solution in zip(labels(variants), solved, strict=True)
        for score, value in solution.fractions.second_player_values.items()
    ]


def points_between(variants: Sequence[Variant], low: Fraction, high: Fraction) -> list[OfPayout]:
    """Return the EV at the clack payouts between two where its slope changes, and at these."""
    return points_of_payouts([(each, ev_points(each, low, high)) for each in tracked(variants)])


def points_by_tie(variants: Sequence[Variant]) -> list[OfTie]:
    """Return the EV by what a tie pays, where its slope changes and at the ends, of some games."""
    found = [ev_by_tie(each).fractions for each in tracked(variants)]
    return [
        OfTie(name, tie, constant + slope * tie)
        for name, ev in zip(labels(variants), found, strict=True)
        for tie, (constant, slope) in zip(ev.breakpoints, (ev.lines[0], *ev.lines), strict=True)
    ]


def points_of_payouts(drawn: Sequence[tuple[Variant, Points]]) -> list[OfPayout]:
    """Return the EV at some clack payouts, of each of some games."""
    names = labels([variant for variant, _ in drawn])
    return [
        OfPayout(name, *point)
        for name, (_, points) in zip(names, drawn, strict=True)
        for point in points
    ]


def points_of_game(play: Play) -> list[OfRoll]:
    """Return the chances at the start of a game, and after each roll."""
    game, found = Play(play.variant, play.second_variant), []
    for step in (None, *play.steps):
        if step:
            game.roll(*step.roll)
        if step and step.cover:
            game.cover(*step.cover)
        now = game.chances.fractions
        said = (PLAYERS[step.seat - 1], str(step)) if step else ("", "start")
        found.append(OfRoll(*said, now.first_wins, now.tie, now.second_wins))
    return found
