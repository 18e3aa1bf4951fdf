(** The exact value of a game of Shut the Box, proven from its rules. Written by twoplayer.

    It needs the folder proof/ of twoplayer, in which `make theory` has been run once. Where that
    folder is named proof, this checks it, in about {duration}:

        coqc -Q proof Shut {name}

    What the words of the theorem mean stands in Games.v, Rules.v and House.v there. *)
From Coq Require Import List ZArith QArith.
From Shut Require Import Games Rules House Find.
Import ListNotations.
Open Scope Z_scope.

{houses}
(** What the first player gets on average, in stakes, if both play their best. *)
Theorem value : is_value {game}
  ({numerator} # {denominator}).
Proof. by_checker. Qed.

Print Assumptions value.
