"""The front of the core: the names of `variant`, `turn` and `game` that outer packages may use.

Outer packages may use every public name, such as `Variant` and `Position`. The `__init__.pyi` of
the three packages list the public names. Outer packages may also use

- the names of `SHARED`, which several packages use;
- the names of `FOR_ONE`, each in one package alone;
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
    "variant.variant.STAKES": "The rules of what is at stake, in which a turn takes no part.",
    "variant.variant.changed": "Says which rules of a variant are not as in the classic game.",
    "variant.variant.fields_that_differ": "Says in which rules some variants differ.",
    "variant.variant.brief": "Names a variant by some of its rules.",
    "variant.variant.in_brief": (
        "Names a variant by some of its rules, the classic game as `classic`."
    ),
    "variant.variant.rule_set_of": "Says which registered rule set, or file, a variant comes from.",
    "variant.fields.FIELDS": (
        "Every rule by its name: its default, its words, how it is read and spelled."
    ),
    "variant.fields.typed": "Spells a rule as somebody types it.",
    "variant.registry.as_variant": "Reads one variant from a name, a file or a `Variant`.",
    "variant.registry.as_variants": "Reads several variants, for a sweep or a figure.",
    "variant.dice.Roll": "The dice of a roll, ascending, or their total, as a type.",
    "variant.tiles.TileSet": "Tiles, an ascending tuple of their numbers, as a type.",
    "variant.tiles.SCORINGS": "Every way to score, by its name.",
    "turn.another.GameLike": (
        "Whatever a game may be given as, of tiles or of another kind, as a type."
    ),
    "turn.another.as_game": "Reads rules of tiles or a game of another kind, which it explores.",
    # A turn
    "turn.turns.turn_of": "Makes the turn by some rules, or returns the kept one.",
    "turn.turns.board_of": "Makes the board of a game with tiles, or returns the kept one.",
    "turn.induction.Turn": (
        "A turn, scored in some way: it answers what its moves are, and what they are worth."
    ),
    "turn.states.States": "The states of a turn, whatever they are states of, as a type.",
    "turn.board.Board": (
        "The states of a turn with tiles: sets of open tiles, their rolls and moves."
    ),
    "turn.transitions.DiceChoice": (
        "A number of dice, or another choice of what to roll: where it may be made, what may fall."
    ),
    "turn.position.MoveValues": (
        "The values of the moves of a position, to make a `Position` with."
    ),
    # A game of several turns
    "game.contest.contest": "The gate: reads, compares and refuses the rules of every player.",
    "game.contest.Contest": "A game: a turn for each player, the stakes, and all scores by rank.",
    "game.contest.OfTwo": "A result about two players, which keeps the rules of both.",
    "game.fairness.Favouring": "A result with a first player's EV, which says who is favoured.",
    "game.seating.PAYS": "Who pays whom among several players, in words.",
    "game.solution.solve_two": "Solves a contest of two, as `solve` solves what a user gives.",
    "game.solution.games_of": "Makes the contests in which both players have the same variant.",
    "game.solution.pieces": "Puts contests that share work into pieces, for several processes.",
    "game.solution.work_of": "Says how much work contests are, so that progress can be told.",
    "game.payouts.Interval": "The two ends of a range of payouts, as a type.",
    "game.payouts.payout_interval": "Reads the two ends of a range of payouts.",
    "game.payouts.fair_intervals": "Finds the payouts at which a game is exactly fair, as ranges.",
}
"""The names that several packages use, by the module and the name."""

FOR_ONE: Mapping[str, Mapping[str, str]] = {
    "evening": {
        "turn.dag.MOST_MEMORY": (
            "The memory that tables may take, which pairs of states are held against."
        ),
        "turn.near_best.CERTAIN": "What stands for the probability 1 in such an answer.",
        "turn.near_best.ends_near_best": (
            "Says how likely each end of a turn is, played for payoffs that are known but nearly."
        ),
        "game.seating.Seating": "A table of players, their stakes, and what is asked of it.",
        "game.seating.at_table": "Solves a table from the last seat to the first.",
        "game.seating.wins_of": "The chance of a seat to win alone, as a component of a standing.",
        "game.seating.Standings": (
            "The values of all standings before a seat, for the results of seats."
        ),
        "game.seating.ev_of": "The EV of a seat, as one component of a standing.",
        "game.seating.payoff_facing": "What a seat plays for against some standings.",
        "game.solution.head_starts": (
            "The EV by the tile that the second player has covered beforehand."
        ),
        "game.payouts.Line": "An EV as a line in what a tie pays, for a tie that is played again.",
        "game.payouts.Segment": "A line between two payouts.",
        "game.payouts.Unknown": "A game of two in which one payout is left open.",
        "game.payouts.ev_segments": "Finds the segments of which the EV of such a game consists.",
    },
    "strategy": {
        "variant.dice.rolls": (
            "Counts the ways in which some dice fall, for a player who knows them beforehand."
        ),
        "variant.dice.MOST_DICE": (
            "The most dice of a game, which is the width of a table of rolls."
        ),
        "variant.dice.limits_among": (
            "The limits up to which a single die may be rolled, of which a card takes one."
        ),
        "turn.another.is_game": "Tells a game of another kind among the objects of a file.",
        "turn.chances.Chances": (
            "How a turn goes that is played by a policy: what it reaches, how it ends."
        ),
        "turn.chances.Advantages": (
            "What a turn that is played by a policy gains where one move is made instead."
        ),
        "turn.chances.Length": "How many rolls are to come, as a result.",
        "turn.induction.NO_DISCOUNT": "The discount where what follows a roll counts in full.",
        "turn.induction.NO_STEP": "The reward of a move where there is none.",
        "turn.by_dice.by_dice": (
            "Makes the turn in which rolls that allow the same moves are told apart."
        ),
        "game.outcomes.ends_facing_optimal": (
            "Says how a game ends after each score if the second player is optimal."
        ),
        "game.luck.length_of": "Says how many rolls a game takes that is played in some way.",
    },
    "many": {
        "variant.fields.rules_named": "Reads names of rules, of those that must stay as they are.",
        "game.fairness.games_to_notice": "Says after how many games an advantage shows.",
        "game.bounds.enclose": (
            "Encloses a value, and hands out what is found on the way, to be kept."
        ),
        "game.bounds.Lows": "What is found on the way, as a type.",
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
        "game.review.Looked": "A roll of a game that is looked back on.",
    },
    "web": {
        "variant.fields.MEANT": "Spellings that people use for rules, for the page.",
        "variant.tiles.COVERINGS": "Every way to cover, by its name, for the page.",
        "variant.tiles.TIES": "Every way to settle ties, by its name, for the page.",
    },
    "cli": {
        "variant.fields.LEAST_OF_SIZES": (
            "The number from which on a typed list means sizes of the box."
        ),
        "variant.fields.ratio_said": "Says what a typed payout such as 1:3 is taken for.",
        "variant.registry.family_in": "Reads a family from text, such as the standard input.",
        "variant.registry.remarks": "Says which typed rules may be meant otherwise.",
    },
}
"""The names that one package alone uses, by that package."""

WORDS: Mapping[str, str] = {
    "variant.columns": "Columns of rules, and what stands beside them in a title.",
    "variant.labels": "Names of variants in words, as short as tells them apart.",
    "game.columns": "Columns that several results have: EVs, chances, who is favoured.",
    "game.players": "The two players in words: who is favoured, who pays whom.",
}
"""The modules that hold words alone; outer packages may use any name of these modules."""
