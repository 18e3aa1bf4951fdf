(** The game of two tiles and two coins, which is small enough to be solved by hand: its value on
    the whole tree; its certificate, checked; and two ways to play that make sure of the value.

    [wrong.sh] changes one number of this file at a time, and sees that it is refused. *)
From Coq Require Import List ZArith QArith Bool.
From Shut Require Import Games Rules House Minimax Checker Sound Find Advice.
Import ListNotations.
Open Scope Z_scope.

(** Heads counts 1, tails 2; one coin may be tossed instead of both. *)
Definition coins : house := {|
  tiles := [1; 2];
  dice := 2;
  die_faces := [1; 2];
  one_die_if := Allowed_if [];
  moves := Sum;
  max_tiles := None;
  opening_tile := None;
  stop_total := None;
  scoring := By_sum;
  clack_payout := 1;
  immediate_clack := false;
  ties := Ties_push
|}.

Definition r := rules_of coins.
Definition tree : game := two_turns r.

(** * The whole tree, without the checker *)

Theorem by_hand : is_value tree (-1 # 16).
Proof.
  apply (is_value_equal tree (value tree)); [|apply minimax].
  apply Qeq_bool_iff. vm_compute. reflexivity.
Qed.

(** Any other number is not. *)
Theorem not_another : ~ is_value tree (-1 # 17).
Proof.
  intros V. pose proof (only_one_value tree _ _ by_hand V) as E. discriminate E.
Qed.

(** * The certificate, with the numbers of the document *)

(** The values of no tile, 1, 2, and 1 and 2: against every score to beat in eighths, and in the
    first player's turn in sixteenths. *)
Definition certificate_of_coins : certificate := {|
  second_unit := 8;
  second_tables := [
    (0, table_of [0; -4; -4; -3]);
    (1, table_of [8; 4; 0; 3]);
    (2, table_of [8; 8; 4; 6]);
    (3, table_of [8; 8; 8; 8])];
  first_unit := 16;
  first_table := table_of [6; 0; -3; -1]
|}.

Lemma accepted : accepts r r certificate_of_coins (-1 # 16) = true.
Proof. vm_compute. reflexivity. Qed.

Theorem by_certificate : is_value tree (-1 # 16).
Proof. exact (accepts_sound r r _ _ (house_proper coins) (house_proper coins) accepted). Qed.

(** A certificate that Coq finds by itself does as well. *)
Theorem by_itself : is_value tree (-1 # 16).
Proof. by_checker. Qed.

(** * Two ways to play *)

Definition both_coins := 0%nat.
Definition one_coin := 1%nat.

(** With 1 and 2 open both coins, else one. There is never a choice of what to cover. *)
Definition first_book : book := {|
  dice_by open := match open with [1; 2] => both_coins | _ => one_coin end;
  set_by open roll := 0%nat
|}.

(** The second player does the same to beat 0 or 1; else she takes one coin. *)
Definition second_book (to_beat : Z) : book := {|
  dice_by open :=
    match open with [1; 2] => if to_beat <=? 1 then both_coins else one_coin | _ => one_coin end;
  set_by open roll := 0%nat
|}.

Definition whatever (k : Z) : strategy := fun _ => 0%nat.

Definition first_plays : strategy := by_book r first_book 2 [1; 2] whatever.
Definition second_plays : strategy := by_book r (second_book 0) 2 [1; 2] (fun to_beat =>
  by_book r (second_book to_beat) 2 [1; 2] whatever).

Theorem first_is_sure : forall s2, (-1 # 16 <= payoff first_plays s2 tree)%Q.
Proof.
  refine (advice_first r r certificate_of_coins _ (house_proper coins) (house_proper coins) accepted
    first_book whatever [1; 2] _ (all_open _)).
  vm_compute. reflexivity.
Qed.

Theorem second_is_sure : forall s1, (payoff s1 second_plays tree <= -1 # 16)%Q.
Proof.
  refine (advice_second_whole r r certificate_of_coins _ (house_proper coins) (house_proper coins)
    accepted second_book (second_book 0) whatever _).
  intros k m J. simpl in J. repeat destruct J as [E|J]; try easy; injection E as <- <-;
    vm_compute; reflexivity.
Qed.

(** * What both choose matters *)

Definition careless : strategy := fun _ => 0%nat.      (* both coins, always *)

Theorem choices_matter : (payoff first_plays second_plays tree == -1 # 16
  /\ payoff careless second_plays tree < -1 # 16
  /\ payoff first_plays careless tree > -1 # 16)%Q.
Proof. repeat split; vm_compute; reflexivity. Qed.
