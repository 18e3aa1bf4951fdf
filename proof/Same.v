(** The sixteen, as they are defined by themselves and as house rules, are the same games. *)
From Coq Require Import List ZArith QArith Bool Lia.
From Shut Require Import Games Rules House Sound.
Import ListNotations.
Open Scope Z_scope.

Definition as_condition (rule : one_die_rule) : one_die_condition :=
  match rule with
  | Never => Not_allowed
  | Always => Allowed_if []
  | Max_at_most_6 => Allowed_if [(largest, 6)]
  | Sum_at_most_6 => Allowed_if [(total, 6)]
  end.

Definition as_house (rule : one_die_rule) (clack : Q) (immediate : bool) : house := {|
  tiles := [1; 2; 3; 4; 5; 6; 7; 8; 9];
  dice := 2;
  die_faces := [1; 2; 3; 4; 5; 6];
  one_die_if := as_condition rule;
  moves := Sum;
  max_tiles := None;
  opening_tile := None;
  stop_total := None;
  scoring := By_sum;
  clack_payout := clack;
  immediate_clack := immediate;
  ties := Ties_push
|}.

(** Turns are the same if the rules differ in nothing that a turn asks for. *)
Lemma turn_same r r' who f g :
  (forall open, may_roll r open = may_roll r' open) ->
  (forall open rolls roll, In rolls (may_roll r open) -> In roll rolls ->
     covers r open roll = covers r' open roll) ->
  (forall open, f (score r open) = g (score r' open)) ->
  forall n open, turn r who n open f = turn r' who n open g.
Proof.
  intros R C F. induction n as [|n IH]; intros open; [apply F|].
  destruct open as [|t l]; [apply F|]. rewrite !turn_step, <- R by easy. f_equal.
  apply map_ext_in. intros rolls I. f_equal. apply map_ext_in. intros roll J.
  unfold after_roll. rewrite <- (C _ _ _ I J).
  destruct (covers r (t :: l) roll); [apply F|]. f_equal. apply map_ext. auto.
Qed.

(** No roll of theirs adds up to 0. *)
Lemma rolls_positive rule clack immediate open rolls roll :
  In rolls (may_roll (shut_the_box rule clack immediate) open) -> In roll rolls -> 0 < total roll.
Proof.
  assert (B : forallb (fun roll => 0 <? total roll) (two_dice ++ one_die) = true) by reflexivity.
  rewrite forallb_forall in B. intros I J. apply Z.ltb_lt, B, in_or_app.
  cbn [shut_the_box may_roll] in I.
  destruct (one_die_allowed rule open); simpl in I; repeat destruct I as [<-|I]; auto; easy.
Qed.

Theorem sixteen_proper rule clack immediate : proper (shut_the_box rule clack immediate).
Proof.
  intros open rolls roll set R I S. apply (rolls_positive _ _ _ _ _ _ R) in I.
  cbn [shut_the_box covers] in S. apply filter_In in S as [S E]. apply Z.eqb_eq in E.
  split; [|exact S]. intros ->. simpl in E. lia.
Qed.

Lemma largest_at_most n open : 0 <= n ->
  forallb (fun t => t <=? n) open = (largest open <=? n).
Proof.
  intros N. unfold largest. induction open as [|t open IH].
  - symmetry. now apply Z.leb_le.
  - cbn [forallb fold_right]. rewrite IH. destruct (Z.leb_spec t n),
      (Z.leb_spec (fold_right Z.max 0 open) n); cbn [andb]; symmetry;
    rewrite ?Z.leb_le, ?Z.leb_gt; lia.
Qed.

Opaque turn.

Theorem same_game rule clack immediate :
  two_turns (shut_the_box rule clack immediate)
  = two_turns (rules_of (as_house rule clack immediate)).
Proof.
  set (r := shut_the_box rule clack immediate). set (r' := rules_of _).
  assert (R : forall open, may_roll r open = may_roll r' open).
  { intros open. destruct rule; try reflexivity.
    - change (may_roll r' open)
        with (if within [(largest, 6)] open then [two_dice; one_die] else [two_dice]).
      unfold within. cbn [forallb]. rewrite andb_true_r, <- largest_at_most by easy. reflexivity.
    - change (may_roll r' open)
        with (if within [(total, 6)] open then [two_dice; one_die] else [two_dice]).
      unfold within. cbn [forallb]. now rewrite andb_true_r. }
  assert (C : forall open rolls roll, In rolls (may_roll r open) -> In roll rolls ->
    covers r open roll = covers r' open roll).
  { intros open rolls roll I J. apply (rolls_positive _ _ _ _ _ _ I) in J.
    cbn [r r' shut_the_box rules_of covers]. unfold covers_in. apply filter_ext. intros set.
    cbn [as_house moves max_tiles stop_total opening_tile if_any roll_covers].
    rewrite !andb_true_r. destruct (Z.eqb_spec (total set) (total roll)); [|now rewrite andb_false_r].
    destruct set; [simpl in *; lia|reflexivity]. }
  unfold two_turns, two_turns_by, whole_turn. change (start r') with (start r).
  apply (turn_same r r' First); [exact R|exact C|]. intros open.
  change (score r' open) with (score r open). unfold then_second, whole_turn.
  change (at_once r') with (at_once r). destruct (at_once r _); [reflexivity|].
  apply (turn_same r r' Second); [exact R|exact C|]. reflexivity.
Qed.
