(** How a certificate is found inside Coq. Nothing is proven of what finds it, and nothing need be
    believed: the checker looks at what is found. *)
From Coq Require Import List ZArith QArith Bool FMapPositive.
From Shut Require Import Games Rules House Minimax Checker Sound Same.
Import ListNotations.
Open Scope Z_scope.

(** * Backward induction over the table *)

(** The value of a state, from those of the sets that its moves lead to. *)
Definition solved_state (u : Z -> Z) (m : table) (st : state) : Z :=
  let e := u (its_score st) in
  if shut st then e
  else
    match map (fun '(n, l) => weighed m e l / n) (choices st) with
    | [] => 0
    | x :: l => fold_right Z.max x l
    end.

(** [subsets] lists what is left of a set before the set itself. *)
Definition solved (sts : list state) (d : positive) (pay : Z -> Q) : table :=
  fold_left (fun m st =>
    PositiveMap.add (its_key st) (solved_state (fun s => scaled d (pay s)) m st) m)
    sts (PositiveMap.empty Z).

(** In units of one over [d2] for the second player's turns, and of one over [d1]. *)
Definition found (r own : rules) (d2 d1 : positive) : certificate :=
  let his := states r in
  let hers := states own in
  let rolled := filter (fun s => match at_once r s with Some _ => false | None => true end)
    (nodup Z.eq_dec (map its_score his)) in
  let second := {|
    second_unit := d2;
    second_tables := map (fun k => (k, solved hers d2 (fun s => - pays r k s)%Q)) rolled;
    first_unit := d1;
    first_table := PositiveMap.empty Z
  |} in
  let roots := roots own second in
  {| second_unit := d2;
     second_tables := second_tables second;
     first_unit := d1;
     first_table := solved his d1 (to_first r second roots) |}.

(** * House rules *)

(** A unit in which all values of a turn are whole: each round of it divides by the rolls once. *)
Definition turn_unit (h : house) : positive :=
  (Pos.of_nat (length (rolls_of (die_faces h) (dice h))) ^ Pos.of_nat (length (tiles h)))%positive.

Definition found_for (h own : house) : certificate :=
  let d2 := (Qden (clack_payout h) * turn_unit own)%positive in
  found (rules_of h) (rules_of own) d2 (d2 * turn_unit h).

Theorem house_proper h : proper (rules_of h).
Proof.
  intros open rolls roll set _ _ S. cbn [rules_of covers] in S. apply filter_In in S as [S E].
  split; [|exact S]. intros ->. discriminate E.
Qed.

Lemma house_value h own v :
  accepts (rules_of h) (rules_of own) (found_for h own) v = true ->
  is_value (two_turns_by (rules_of h) (rules_of own)) v.
Proof. apply accepts_sound; apply house_proper. Qed.

(** Proves the value of a game by house rules. The kernel computes what the checker answers. *)
Ltac by_checker := apply house_value; vm_cast_no_check (eq_refl true).

(** * The sixteen *)

(** 36 rolls at most in each of nine rounds, in two turns. *)
Lemma sixteen_value rule clack immediate v :
  let r := shut_the_box rule clack immediate in
  accepts r r (found r r (36 ^ 9) (36 ^ 18)) v = true -> is_value (two_turns r) v.
Proof. intros r. apply accepts_sound; apply sixteen_proper. Qed.

Ltac one_of_the_sixteen := apply sixteen_value; vm_cast_no_check (eq_refl true).

(** * The program *)

(** What the program [checker] computes: whether a certificate, read from a file, is accepted. *)
Definition accepts_file (h own : house) (c : certificate) (claim : Q) : bool :=
  accepts (rules_of h) (rules_of own) (refined (Qden (clack_payout h)) c) claim.

(** If it is, the claim is the value of the game, and every number in the file is the value of
    the game that goes on from there. *)
Theorem file_is_proof h own c claim : accepts_file h own c claim = true ->
  is_value (two_turns_by (rules_of h) (rules_of own)) claim
  /\ (forall open, In open (subsets (tiles h)) ->
        is_value (turn (rules_of h) First (length open) open (then_second (rules_of h) (rules_of own)))
          (number (rules_of h) (first_table c) open # first_unit c))
  /\ (forall k m open, In (k, m) (second_tables c) -> In open (subsets (tiles own)) ->
        is_value (turn (rules_of own) Second (length open) open
            (fun s => Over (pays (rules_of h) k s)))
          (- (number (rules_of own) m open # second_unit c))).
Proof.
  intros A. split; [|split].
  - exact (accepts_sound _ _ _ _ (house_proper h) (house_proper own) A).
  - intros open I. pose proof (accepts_first _ _ _ _ (house_proper h) (house_proper own) A open I) as V.
    eapply is_value_equal; [|exact V]. apply finer_same.
  - intros k m open J I.
    pose proof (in_map (fun '(k, m) => (k, finer (factor (second_unit c) (Qden (clack_payout h))) m))
      _ _ J) as J'.
    pose proof (accepts_second _ _ _ _ (house_proper own) A _ _ open J' I) as V.
    eapply is_value_equal; [|exact V]. apply Qopp_comp, finer_same.
Qed.
