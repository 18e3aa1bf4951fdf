"""The front of the core: the names of `variant`, `turn` and `game` that outer packages may use.

Outer packages may use every public name, such as `Variant` and `Position`. The `__init__.pyi` of
the three packages list the public names. Outer packages may also use

- the names of `SHARED`, which several packages use;
- the names of `FOR_ONE`, each in the one package whose subject the name is;
- all names in the modules of `WORDS`, which have columns, labels and words, and no mathematics.

All other names are internal. A test refuses imports of other names, and names here that are not
used as stated. In outer packages the test also refuses the attributes `layout` and
`transition_graph` of a `turn.induction.Turn`. Each name has a sentence here that says its purpose.
`docs/architecture.md` shows this list.
"""

from __future__ import annotations

from collections.abc import Mapping

SHARED: Mapping[str, str] = {
    # Rules
    "variant.variant.Rules": (
        "The rules of a turn, a `Variant` or an explored game of another kind, as a type."
    ),
    "variant.variant.STAKES": "The rules of the stakes, which do not change the moves of a turn.",
    "variant.variant.changed": "Returns the rules of a variant unlike those of the classic game.",
    "variant.variant.fields_that_differ": "Returns the rules in which several variants differ.",
    "variant.variant.brief": "Names a variant by given rules.",
    "variant.variant.in_brief": (
        "Names a variant by given rules, and the classic game as `classic`."
    ),
    "variant.variant.rule_set_of": "Names the rule set, registered or in a file, of a variant.",
    "variant.fields.FIELDS": (
        "Every rule by its name: its default, its words, and functions that read and spell it."
    ),
    "variant.fields.typed": "Spells a rule as a user types it.",
    "variant.registry.as_variant": "Reads one variant from a name, a file or a `Variant`.",
    "variant.registry.as_variants": "Reads several variants, for a sweep or a figure.",
    "variant.dice.Roll": "The dice of a roll, ascending, or their total, as a type.",
    "variant.tiles.TileSet": "Tiles, an ascending tuple of their numbers, as a type.",
    "variant.tiles.SCORINGS": "Every rule for the score, by its name.",
    "turn.another.GameLike": (
        "All forms in which a game may be given, with tiles or of another kind, as a type."
    ),
    "turn.another.as_game": "Reads a game with tiles, or explores a game of another kind.",
    # A turn
    "turn.turns.turn_of": "Makes the turn by given rules, or returns the kept turn.",
    "turn.turns.board_of": "Makes the board of a game with tiles, or returns the kept board.",
    "turn.induction.Turn": (
        "A turn with its scoring: a class with methods for moves and their values."
    ),
    "turn.states.States": "The states of a turn, with tiles or of another kind, as a type.",
    "turn.board.Board": (
        "The states of a turn with tiles: sets of open tiles, their rolls and moves."
    ),
    "turn.transitions.DiceChoice": (
        "A number of dice, or another choice of dice: its states and its rolls."
    ),
    "turn.position.MoveValues": "The values of the moves of a position, for making a `Position`.",
    # A game of several turns
    "game.contest.contest": "The gate: reads, compares and refuses the rules of every player.",
    "game.contest.Contest": "A game: a turn for each player, the stakes, and all scores by rank.",
    "game.contest.OfTwo": "A result about two players, with the rules of both.",
    "game.fairness.Favouring": "A result with a first player's EV, and the favoured player.",
    "game.seating.PAYS": "The payers and the paid among several players, in words.",
    "game.solution.solve_two": "Solves a contest of two, as `solve` solves a user's rules.",
    "game.solution.games_of": "Makes the contests in which both players have the same variant.",
    "game.solution.pieces": "Puts contests that share work into pieces, for several processes.",
    "game.solution.work_of": "Returns the amount of work in contests, for telling progress.",
    "game.payouts.Interval": "The two ends of a range of payouts, as a type.",
    "game.payouts.payout_interval": "Reads the two ends of a range of payouts.",
    "game.payouts.fair_intervals": "Finds the payouts at which a game is exactly fair, as ranges.",
}
"""The names that several packages use, by the module and the name."""

FOR_ONE: Mapping[str, Mapping[str, str]] = {
    "evening": {
        "turn.dag.MOST_MEMORY": "The limit of memory for tables, also for pairs of states.",
        "turn.near_best.CERTAIN": "The number for probability 1 in results of `ends_near_best`.",
        "turn.near_best.ends_near_best": (
            "Finds the chance of each end of a turn that is played for approximate payoffs."
        ),
        "game.seating.Seating": "A table: the players, the stakes, and the numbers to compute.",
        "game.seating.at_table": "Solves a table from the last seat to the first.",
        "game.seating.wins_of": "The chance of a seat to win alone, as a component of a standing.",
        "game.seating.Standings": (
            "The values of all standings before a seat, for the results of seats."
        ),
        "game.seating.ev_of": "The EV of a seat, as one component of a standing.",
        "game.seating.payoff_facing": "Makes the payoff of a seat's turn against standings.",
        "game.solution.head_starts": (
            "The EV by the tile that the second player has covered beforehand."
        ),
        "game.payouts.Line": "An EV as a line in the payment of a tie, for ties played again.",
        "game.payouts.Segment": "A line between two payouts.",
        "game.payouts.Unknown": "A game of two in which one payout is left open.",
        "game.payouts.ev_segments": "Finds the segments of the EV of such a game.",
    },
    "strategy": {
        "variant.dice.rolls": (
            "Counts the ways in which dice fall, for a player who knows the rolls beforehand."
        ),
        "variant.dice.MOST_DICE": "The most dice of a game: the width of a table of rolls.",
        "variant.dice.limits_among": (
            "The possible limits for rolling a single die; a card takes one of them."
        ),
        "turn.another.is_game": "Tells whether an object of a file is a game of another kind.",
        "turn.chances.Chances": (
            "The chances of a turn that is played by a policy: its states and its ends."
        ),
        "turn.chances.Advantages": "The gain of a turn from a move in place of a policy's choice.",
        "turn.chances.Length": "The number of rolls to come, as a result.",
        "turn.induction.NO_DISCOUNT": "The discount 1: everything after a roll counts in full.",
        "turn.induction.NO_STEP": "The reward 0 of moves without a reward.",
        "turn.by_dice.by_dice": (
            "Makes the turn in which rolls that allow the same moves are told apart."
        ),
        "game.outcomes.ends_facing_optimal": (
            "Finds the outcomes after each score, with an optimal second player."
        ),
        "game.luck.length_of": "Finds the number of rolls in a game played by given policies.",
    },
    "many": {
        "variant.fields.rules_named": "Reads the names of the rules that must not change.",
        "game.fairness.games_to_notice": "Finds the number of games until an advantage shows.",
        "game.bounds.enclose": (
            "Encloses a value, and hands out bounds as they are found, for a file."
        ),
        "game.bounds.Lows": "The bounds that `enclose` hands out, as a type.",
        "game.solution.solve_games": "Solves many contests, which share work, for `solve_all`.",
    },
    "show": {
        "variant.fields.Field": "One rule of a game, as a type.",
        "turn.transitions.ActionSet": (
            "The moves that a roll allows, as bit masks, for a model checker."
        ),
        "game.outcomes.CHANCES": "The chances of a game, in words.",
        "game.payouts.Points": "Payouts and the EV at each, for a figure.",
        "game.payouts.ev_points": "Finds the EV at payouts of equal distances.",
        "game.review.Looked": "A roll of a game in a review.",
    },
    "web": {
        "variant.fields.MEANT": "Spellings that people use for rules, for the page.",
        "variant.tiles.COVERINGS": "Every rule for the moves of a roll, by its name, for the page.",
        "variant.tiles.TIES": "Every rule for ties, by its name, for the page.",
    },
    "cli": {
        "variant.fields.LEAST_OF_SIZES": (
            "The number from which on numbers in a typed list mean sizes of the box."
        ),
        "variant.fields.ratio_said": "Says that a typed payout such as 1:3 is taken for a ratio.",
        "variant.registry.family_in": "Reads a family from text, such as the standard input.",
        "variant.registry.remarks": "Says which typed rules may have been meant otherwise.",
    },
}
"""The names that one package alone uses, by that package."""

WORDS: Mapping[str, str] = {
    "variant.columns": "Columns of rules, for tables of results.",
    "variant.labels": "Names of variants in words, just long enough to tell variants apart.",
    "game.columns": "Columns of several results: EVs, chances, the favoured player.",
    "game.players": "The two players in words: the favoured player, and payments.",
}
"""The modules that hold words alone; outer packages may use any name of these modules."""
