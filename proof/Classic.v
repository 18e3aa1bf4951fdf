(** The exact value of a game of Shut the Box, proven from its rules. Written by twoplayer.

    It needs the folder proof/ of twoplayer, in which `make theory` has been run once. Where that
    folder is named proof, this checks it, in about 12 seconds:

        coqc -Q proof Shut Classic.v

    What the words of the theorem mean stands in Games.v, Rules.v and House.v there. *)
From Coq Require Import List ZArith QArith.
From Shut Require Import Games Rules House Find.
Import ListNotations.
Open Scope Z_scope.

Definition game : house := {|
  tiles := [1; 2; 3; 4; 5; 6; 7; 8; 9];
  dice := 2;
  die_faces := [1; 2; 3; 4; 5; 6];
  one_die_if := Not_allowed;
  moves := Sum;
  max_tiles := None;
  opening_tile := None;
  stop_total := None;
  scoring := By_sum;
  clack_payout := 1 # 1;
  immediate_clack := false;
  ties := Ties_push
|}.

(** What the first player gets on average, in stakes, if both play their best. *)
Theorem value : is_value (two_turns (rules_of game))
  (-668351559599495 # 166583718925369344).
Proof. by_checker. Qed.

Print Assumptions value.
