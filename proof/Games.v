(** Games of chance for two players in which both see everything: what a game is, what a
    strategy is, what two strategies are worth against each other, and what the value is.

    Nothing is proven in this file: it is to be read. Text between (* and *) is comment. *)
From Coq Require Import List QArith.
Import ListNotations.
Open Scope Q_scope.                                (* numbers below are fractions *)

Inductive player := First | Second.

(** A game is a tree. It is over, and something is paid; or chance decides how it goes on; or a
    player does. How it goes on is one of a list of games. *)
Inductive game :=
| Over (paid : Q)                                  (* what the second player pays the first *)
| Chance (outcomes : list game)                    (* each of them is equally likely *)
| Choose (who : player) (options : list game).     (* [who] takes one of them *)

(** All that has happened, from the start, is a list of whole numbers: which outcome came up,
    which option was taken, by their places in the lists, which are counted from 0. A strategy
    is any function that says, after whatever has happened, which option to take. *)
Definition history := list nat.
Definition strategy := history -> nat.

(** What is left of a strategy once the outcome, or the option, at place [i] has come. *)
Definition seen (i : nat) (s : strategy) : strategy := fun later => s (i :: later).

(** A place that is not in a list of [n] stands for the place 0. *)
Definition place (i n : nat) : nat := if (i <? n)%nat then i else O.

Definition pick (i : nat) (l : list Q) : Q := nth (place i (length l)) l 0.

Fixpoint sum (l : list Q) : Q :=
  match l with
  | [] => 0
  | x :: l => x + sum l
  end.

Definition mean (l : list Q) : Q := sum l / inject_Z (Z.of_nat (length l)).

(** [numbered f [a; b; c]] is [[f 0 a; f 1 b; f 2 c]]. *)
Section Numbered.
  Context {A B : Type} (f : nat -> A -> B).
  Fixpoint numbered_from (i : nat) (l : list A) : list B :=
    match l with
    | [] => []
    | x :: l => f i x :: numbered_from (S i) l
    end.
  Definition numbered : list A -> list B := numbered_from 0.
End Numbered.

(** What the first player gets on average, and the second pays, if they play [s1] and [s2]. *)
Fixpoint payoff (s1 s2 : strategy) (g : game) : Q :=
  match g with
  | Over paid => paid
  | Chance outcomes =>
      mean (numbered (fun i g => payoff (seen i s1) (seen i s2) g) outcomes)
  | Choose First options =>
      pick (s1 []) (numbered (fun i g => payoff (seen i s1) (seen i s2) g) options)
  | Choose Second options =>
      pick (s2 []) (numbered (fun i g => payoff (seen i s1) (seen i s2) g) options)
  end.

(** The first player can make sure of [v] on average, whatever the second does; and the second
    of paying no more than [v], whatever the first does. *)
Definition is_value (g : game) (v : Q) : Prop :=
  (exists s1, forall s2, v <= payoff s1 s2 g) /\ (exists s2, forall s1, payoff s1 s2 g <= v).
