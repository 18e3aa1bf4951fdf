(** Small truths: what the definitions say, in cases that a person can follow; and that they are
    not hollow. *)
From Coq Require Import List ZArith QArith Bool.
From Shut Require Import Games Rules House Minimax Sound.
Import ListNotations.
Open Scope Z_scope.

(** * Rolls *)

Definition ways (n : Z) : nat := length (filter (fun roll => total roll =? n) two_dice).

Theorem rolls_of_two_dice : length two_dice = 36%nat /\ NoDup two_dice
  /\ map ways [2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12] = [1; 2; 3; 4; 5; 6; 5; 4; 3; 2; 1]%nat.
Proof.
  repeat split. change two_dice with (nodup (list_eq_dec Z.eq_dec) two_dice).
  apply NoDup_nodup.
Qed.

Theorem rolls_of_one_die : one_die = [[1]; [2]; [3]; [4]; [5]; [6]].
Proof. reflexivity. Qed.

Definition classic := shut_the_box Never 1 false.

(** One die, or two, by what is open. *)
Theorem dice_by_rule :
  map (fun rule => map (@length _) (may_roll (shut_the_box rule 1 false) [2; 6]))
    [Never; Always; Max_at_most_6; Sum_at_most_6] = [[36]; [36; 6]; [36; 6]; [36]]%nat
  /\ map (fun rule => map (@length _) (may_roll (shut_the_box rule 1 false) [1; 2; 3]))
    [Never; Always; Max_at_most_6; Sum_at_most_6] = [[36]; [36; 6]; [36; 6]; [36; 6]]%nat
  /\ map (fun rule => map (@length _) (may_roll (shut_the_box rule 1 false) [7]))
    [Never; Always; Max_at_most_6; Sum_at_most_6] = [[36]; [36; 6]; [36]; [36]]%nat.
Proof. repeat split. Qed.

(** * Moves *)

Theorem three_and_four : covers classic (start classic) [3; 4]
  = [[7]; [3; 4]; [2; 5]; [1; 6]; [1; 2; 4]].
Proof. reflexivity. Qed.

Theorem two_alone : covers classic [1; 8; 9] [1; 1] = [] /\ covers classic [1; 2; 8] [1; 1] = [[2]].
Proof. split; reflexivity. Qed.

Theorem covered : without [1; 2; 4] (start classic) = [3; 5; 6; 7; 8; 9].
Proof. reflexivity. Qed.

(** By other rules. *)
Definition some_house (moves : moves_rule) (max opening stop : option Z) : house := {|
  tiles := [1; 2; 3; 4; 5; 6; 7; 8; 9];
  dice := 2;
  die_faces := faces;
  one_die_if := Not_allowed;
  moves := moves;
  max_tiles := max;
  opening_tile := opening;
  stop_total := stop;
  scoring := By_sum;
  clack_payout := 1;
  immediate_clack := false;
  ties := Ties_push
|}.

Theorem by_moves : map (fun moves =>
    covers_in (some_house moves None None None) (start classic) [3; 4])
  [One_tile; Dice_or_sum; Exact; Sum_or_difference]
  = [[[7]; [4]; [3]];
     [[7]; [4]; [3]; [3; 4]];
     [[7]; [3; 4]];
     [[7]; [3; 4]; [2; 5]; [1]; [1; 6]; [1; 2; 4]]].
Proof. reflexivity. Qed.

(** A double has no two tiles, and its difference covers nothing. *)
Theorem by_double : map (fun moves =>
    covers_in (some_house moves None None None) (start classic) [2; 2])
  [One_tile; Dice_or_sum; Exact; Sum_or_difference]
  = [[[4]; [2]]; [[4]; [2]]; [[4]]; [[4]; [1; 3]]].
Proof. reflexivity. Qed.

(** At most one tile; the 2 has to be covered first, and only first; a 7 ends the turn. *)
Theorem by_limits :
  covers_in (some_house Sum (Some 1) None None) (start classic) [3; 4] = [[7]]
  /\ covers_in (some_house Sum None (Some 2) None) (start classic) [3; 4] = [[2; 5]; [1; 2; 4]]
  /\ covers_in (some_house Sum None (Some 2) None) [2; 3; 4; 7] [3; 4] = [[7]; [3; 4]]
  /\ covers_in (some_house Sum None None (Some 7)) (start classic) [3; 4] = []
  /\ covers_in (some_house Sum None None (Some 7)) (start classic) [4; 4]
     = covers classic (start classic) [4; 4].
Proof. repeat split; reflexivity. Qed.

(** A die whose 2 is twice as likely, once and twice. *)
Theorem loaded : rolls_of [1; 2; 2] 1 = [[1]; [2]; [2]]
  /\ length (rolls_of [1; 2; 2] 2) = 9%nat
  /\ filter (fun roll => total roll =? 4) (rolls_of [1; 2; 2] 2) = [[2; 2]; [2; 2]; [2; 2]; [2; 2]].
Proof. repeat split. Qed.

(** * Scores and payoffs *)

Theorem scores : total [1; 2; 5] = 8 /\ digits [1; 2; 5] = 125 /\ digits [9; 10; 12] = 91012
  /\ digits [] = 0 /\ count [1; 2; 5] = 3.
Proof. repeat split. Qed.

(** To the first player, by both scores, with two stakes for a clack. *)
Theorem who_pays : map (fun '(first, second) => lower_wins 2 first second)
    [(3, 5); (5, 3); (4, 4); (0, 5); (5, 0); (0, 0)] = [1; -1; 0; 2; -2; 0]%Q.
Proof. reflexivity. Qed.

Definition with_ties (ties : ties_rule) : house :=
  {| tiles := [1]; dice := 1; die_faces := [1]; one_die_if := Not_allowed; moves := Sum;
     max_tiles := None; opening_tile := None; stop_total := None; scoring := By_sum;
     clack_payout := 3; immediate_clack := false; ties := ties |}.

Theorem who_pays_ties : map (fun ties => (pays_in (with_ties ties) 4 4, pays_in (with_ties ties) 0 0))
    [Ties_push; Ties_first; Ties_second] = [(0, 0); (1, 3); (-1, -3)]%Q.
Proof. reflexivity. Qed.

Theorem at_once_or_not : at_once (shut_the_box Never 2 true) 0 = Some 2%Q
  /\ at_once (shut_the_box Never 2 true) 1 = None /\ at_once (shut_the_box Never 2 false) 0 = None.
Proof. repeat split. Qed.

(** * Strategies choose, and everything is there to choose *)

(** A strategy may take any option first, and go on as any strategies whatever, a different one
    after each outcome. *)
Theorem any_strategy (option : nat) (later : nat -> strategy) :
  exists s, s [] = option /\ forall i, seen i s = later i.
Proof.
  exists (fun h => match h with [] => option | i :: h => later i h end). split; reflexivity.
Qed.

(** The option that is taken is how the game goes on. *)
Theorem option_taken p l s1 s2 i g : (match p with First => s1 | Second => s2 end) [] = i ->
  nth_error l i = Some g -> payoff s1 s2 (Choose p l) = payoff (seen i s1) (seen i s2) g.
Proof.
  intros E N. assert (L : (i < length l)%nat) by (apply nth_error_Some; congruence).
  assert (G : nth i l (Over 0) = g) by now apply nth_error_nth.
  destruct p; cbn [payoff]; unfold pick; rewrite E, numbered_length; unfold place;
    rewrite (proj2 (Nat.ltb_lt _ _) L), (numbered_nth _ _ _ (Over 0)) by exact L; now rewrite G.
Qed.

(** Nowhere is there a roll without an outcome, or a choice without an option. *)
Fixpoint playable (g : game) : Prop :=
  match g with
  | Over _ => True
  | Chance l | Choose _ l => l <> [] /\ all (map playable l)
  end.

Lemma all_map {A B} (f : A -> B) (P : B -> Prop) l :
  (forall x, In x l -> P (f x)) -> all (map P (map f l)).
Proof. induction l; simpl; auto. Qed.

Lemma map_some {A B} (f : A -> B) l : l <> [] -> map f l <> [].
Proof. now destruct l. Qed.

Lemma turn_playable r who after :
  (forall open, may_roll r open <> [] /\ forall rolls, In rolls (may_roll r open) -> rolls <> []) ->
  (forall k, playable (after k)) -> forall n open, playable (turn r who n open after).
Proof.
  intros R A. induction n as [|n IH]; intros open; [apply A|].
  destruct open as [|t l]; [apply A|]. rewrite turn_step by easy.
  destruct (R (t :: l)) as [R1 R2]. cbn [playable]. split; [now apply map_some|].
  apply all_map. intros rolls I. cbn [playable]. split; [now apply map_some, R2|].
  apply all_map. intros roll _. unfold after_roll.
  destruct (covers r (t :: l) roll); [apply A|]. cbn [playable]. split; [easy|].
  apply (all_map (fun set => turn r who n (without set (t :: l)) after)). auto.
Qed.

Lemma two_turns_playable r own :
  (forall open, may_roll r open <> [] /\ forall rolls, In rolls (may_roll r open) -> rolls <> []) ->
  (forall open, may_roll own open <> []
     /\ forall rolls, In rolls (may_roll own open) -> rolls <> []) ->
  playable (two_turns_by r own).
Proof.
  intros R O. apply turn_playable; [exact R|]. intros k. unfold then_second.
  destruct (at_once r k); [exact I|]. now apply turn_playable.
Qed.

Theorem sixteen_playable rule clack immediate :
  playable (two_turns (shut_the_box rule clack immediate)).
Proof.
  apply two_turns_playable; intros open; cbn [shut_the_box may_roll];
    (destruct (one_die_allowed rule open); split; [easy| |easy|]; intros rolls J; simpl in J;
     repeat destruct J as [<-|J]; easy).
Qed.

Lemma rolls_some faces n : faces <> [] -> rolls_of faces n <> [].
Proof.
  intros F. induction n as [|n IH]; [easy|]. simpl. destruct faces as [|a faces]; [easy|].
  simpl. now destruct (rolls_of (a :: faces) n).
Qed.

(** By house rules too, if the dice have faces. *)
Theorem house_playable h own : die_faces h <> [] -> die_faces own <> [] ->
  playable (two_turns_by (rules_of h) (rules_of own)).
Proof.
  assert (H : forall h, die_faces h <> [] -> forall open, may_roll_in h open <> []
    /\ forall rolls, In rolls (may_roll_in h open) -> rolls <> []).
  { intros h' F open. unfold may_roll_in.
    pose proof (rolls_some _ 1 F). pose proof (rolls_some _ (dice h') F).
    destruct (one_die_if h'); [|destruct (within limits open)..]; split; try easy;
      intros rolls J; simpl in J; repeat destruct J as [<-|J]; easy. }
  intros F G. apply two_turns_playable; intros open; now apply H.
Qed.
