(** House rules: every rule of the program.

    Nothing is proven in this file: it is to be read. A field has the name that it has in a rule
    file, but for [one_die_if], which is "one_die" there, and the faces of a die, which take the
    place of its sides and weights. *)
From Coq Require Import List ZArith QArith Bool.
From Coq Require Decimal.
From Shut Require Import Games Rules.
Import ListNotations.
Open Scope Z_scope.

(** A measure of the open tiles, and the most that it may be: [(total, 6)] is "sum <= 6". *)
Definition limit := ((list tile -> Z) * Z)%type.

Definition count (l : list Z) : Z := Z.of_nat (length l).
Definition largest (l : list Z) : Z := fold_right Z.max 0 l.

(** When one die is rolled instead of all. "Always" is [Allowed_if []]. *)
Inductive one_die_condition :=
| Not_allowed
| Allowed_if (limits : list limit)                 (* the player chooses, if all of these hold *)
| Forced_if (limits : list limit).                 (* if they do, it is one die; else all *)

Inductive moves_rule := Sum | One_tile | Dice_or_sum | Exact | Sum_or_difference.
Inductive scoring_rule := By_sum | By_digits | By_count | By_shut.
Inductive ties_rule := Ties_push | Ties_first | Ties_second.

Record house := {
  tiles : list tile;                               (* from 1, ascending, none twice *)
  dice : nat;                                      (* how many are rolled, from 1 *)
  die_faces : list die;
    (* Equally likely: of a loaded die a face stands here as often as its weight. *)
  one_die_if : one_die_condition;
  moves : moves_rule;
  max_tiles : option Z;                            (* at most so many in a move *)
  opening_tile : option tile;                      (* the first move must cover this one *)
  stop_total : option Z;                           (* rolling this total ends the turn at once *)
  scoring : scoring_rule;
  clack_payout : Q;
  immediate_clack : bool;
  ties : ties_rule
}.

(** * What may be rolled *)

(** All rolls of [n] dice. *)
Fixpoint rolls_of (faces : list die) (n : nat) : list (list die) :=
  match n with
  | O => [[]]
  | S n => flat_map (fun a => map (cons a) (rolls_of faces n)) faces
  end.

Definition within (limits : list limit) (open : list tile) : bool :=
  forallb (fun '(measure, most) => measure open <=? most) limits.

Definition may_roll_in (h : house) (open : list tile) : list (list (list die)) :=
  let one := rolls_of (die_faces h) 1 in
  let all := rolls_of (die_faces h) (dice h) in
  match one_die_if h with
  | Not_allowed => [all]
  | Allowed_if limits => if within limits open then [all; one] else [all]
  | Forced_if limits => if within limits open then [one] else [all]
  end.

(** * What may be covered *)

Definition difference (roll : list die) : Z :=
  match roll with
  | [a; b] => Z.abs (a - b)
  | _ => 0
  end.

(** The set is one tile, with this number. *)
Definition is_tile (set : list tile) (n : Z) : bool :=
  match set with
  | [t] => t =? n
  | _ => false
  end.

(** The set is two tiles, those that two dice show. *)
Definition is_both (set : list tile) (roll : list die) : bool :=
  match roll, set with
  | [a; b], [x; y] => ((x =? a) && (y =? b)) || ((x =? b) && (y =? a))
  | _, _ => false
  end.

Definition roll_covers (rule : moves_rule) (roll : list die) (set : list tile) : bool :=
  match rule with
  | Sum => total set =? total roll
  | Sum_or_difference => (total set =? total roll) || (total set =? difference roll)
  | One_tile => is_tile set (total roll) || existsb (is_tile set) roll
  | Dice_or_sum => is_tile set (total roll) || existsb (is_tile set) roll || is_both set roll
  | Exact => is_tile set (total roll) || is_both set roll
  end.

(** A rule that there need not be. *)
Definition if_any {A} (rule : option A) (holds : A -> bool) : bool :=
  match rule with
  | Some x => holds x
  | None => true
  end.

(** The sets of open tiles, at least one tile each, that all rules allow. *)
Definition covers_in (h : house) (open : list tile) (roll : list die) : list (list tile) :=
  filter (fun set =>
    (0 <? count set)
    && roll_covers (moves h) roll set
    && if_any (max_tiles h) (fun most => count set <=? most)
    && if_any (stop_total h) (fun stop => negb (total roll =? stop))
    && if_any (opening_tile h) (fun t =>
         existsb (Z.eqb t) set || (count open <? count (tiles h))))
  (subsets open).

(** * What is scored and paid *)

(** The open tiles in ascending order, read as one number: 1, 2 and 5 are 125. *)
Definition digits (open : list tile) : Z :=
  Z.of_N (N.of_uint (fold_right (fun t after =>
    Decimal.app (N.to_uint (Z.to_N t)) after) Decimal.Nil open)).

Definition score_in (h : house) (open : list tile) : Z :=
  match scoring h with
  | By_sum => total open
  | By_digits => digits open
  | By_count => count open
  | By_shut => if count open =? 0 then 0 else 1
  end.

(** What the first player gets. A win with every tile covered, a score of 0, pays the payout. *)
Definition pays_in (h : house) (first second : Z) : Q :=
  let stake winner := if winner =? 0 then clack_payout h else 1%Q in
  if first <? second then stake first
  else if second <? first then (- stake second)%Q
  else match ties h with
       | Ties_push => 0
       | Ties_first => stake first
       | Ties_second => - stake second
       end%Q.

Definition rules_of (h : house) : rules := {|
  start := tiles h;
  may_roll := may_roll_in h;
  covers := covers_in h;
  score := score_in h;
  at_once first := if immediate_clack h && (first =? 0) then Some (clack_payout h) else None;
  pays := pays_in h
|}.
