"""Write the theorems of the sixteen published values, from the table of the reports.

python3 proof/sixteen.py > proof/Sixteen.v
"""

import csv
from pathlib import Path

TABLE = Path(__file__).parent.parent / "reports" / "sixteen.csv"
RULE_OF = {
    "never": "Never",
    "always": "Always",
    "max <= 6": "Max_at_most_6",
    "sum <= 6": "Sum_at_most_6",
}

HEAD = """\
(** The sixteen published values. Written by sixteen.py from reports/sixteen.csv.

    [shut_the_box rule clack immediate]: when one die may be rolled, what a win with every tile
    covered pays, and whether the first player gets it at once. The value is the first player's,
    in stakes; what it is in percent of one stands above each theorem. *)
From Coq Require Import QArith.
From Shut Require Import Games Rules Find.
"""

THEOREM = """
(** {first_player_ev_percent} % *)
Theorem value_{number:02} :
  is_value (two_turns (shut_the_box {rule} {clack_payout} {immediate_clack}))
    ({numerator} # {denominator}).
Proof. one_of_the_sixteen. Qed.
"""


def theorems() -> str:
    """Return the whole file."""
    text = HEAD
    with TABLE.open(encoding="utf-8", newline="") as table:
        for number, row in enumerate(csv.DictReader(table), 1):
            numerator, denominator = row["first_player_ev"].split("/")
            text += THEOREM.format(
                **row,
                number=number,
                rule=RULE_OF[row["one_die"]],
                numerator=numerator,
                denominator=denominator,
            )
    return text


if __name__ == "__main__":
    print(theorems(), end="")
