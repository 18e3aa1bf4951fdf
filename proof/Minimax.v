(** Every game has one value, and backward induction finds it. Whoever always takes an option of
    the highest value makes sure of it. *)
From Coq Require Import List QArith Qminmax Lia Bool.
From Shut Require Import Games.
Import ListNotations.
Open Scope Q_scope.

(** * Backward induction *)

(** What a payoff to the first player is to [who]. *)
Definition gain (who : player) (x : Q) : Q :=
  match who with
  | First => x
  | Second => - x
  end.

Fixpoint maximum (l : list Q) : Q :=
  match l with
  | [] => 0
  | [x] => x
  | x :: l => Qmax x (maximum l)
  end.

Fixpoint value (g : game) : Q :=
  match g with
  | Over paid => paid
  | Chance l => mean (map value l)
  | Choose who l => gain who (maximum (map (fun g => gain who (value g)) l))
  end.

(** A strategy of [who] is careful if, wherever play can come to with it, it takes an option that
    is worth as much as the choice. *)
Definition all (l : list Prop) : Prop := fold_right and True l.

Definition same_player (p q : player) : bool :=
  match p, q with
  | First, First | Second, Second => true
  | _, _ => false
  end.

Fixpoint careful (who : player) (s : strategy) (g : game) : Prop :=
  match g with
  | Over _ => True
  | Chance l => all (numbered (fun i g => careful who (seen i s) g) l)
  | Choose p l =>
      if same_player p who then
        all (numbered (fun i option => i = place (s []) (length l) ->
          value option == value g /\ careful who (seen i s) option) l)
      else all (numbered (fun i g => careful who (seen i s) g) l)
  end.

(** * Trees and lists *)

Section Induction.
  Variable P : game -> Prop.
  Hypothesis over : forall paid, P (Over paid).
  Hypothesis chance : forall l, Forall P l -> P (Chance l).
  Hypothesis choose : forall who l, Forall P l -> P (Choose who l).
  Fixpoint game_induction (g : game) : P g :=
    let fix each l : Forall P l :=
      match l with
      | [] => Forall_nil P
      | g :: l => Forall_cons g (game_induction g) (each l)
      end in
    match g with
    | Over paid => over paid
    | Chance l => chance l (each l)
    | Choose who l => choose who l (each l)
    end.
End Induction.

Lemma numbered_length {A B} (f : nat -> A -> B) l : length (numbered f l) = length l.
Proof. unfold numbered. generalize O. induction l; simpl; auto. Qed.

Lemma numbered_nth {A B} (f : nat -> A -> B) l i a b :
  (i < length l)%nat -> nth i (numbered f l) b = f i (nth i l a).
Proof.
  unfold numbered. change (f i) with (f (0 + i)%nat). generalize O as j. revert i.
  induction l as [|x l IH]; [simpl; lia|]. intros [|i] j H; cbn [numbered_from nth].
  - now rewrite Nat.add_0_r.
  - rewrite IH by (simpl in H; lia). f_equal. lia.
Qed.

Lemma all_numbered {A} (f : nat -> A -> Prop) l a :
  all (numbered f l) <-> forall i, (i < length l)%nat -> f i (nth i l a).
Proof.
  unfold numbered. enough (H : forall j, all (numbered_from f j l) <->
    forall i, (i < length l)%nat -> f (j + i)%nat (nth i l a)) by exact (H O).
  induction l as [|x l IH]; intros j; cbn [numbered_from all fold_right length].
  - split; [lia|easy].
  - fold (all (numbered_from f (S j) l)). rewrite IH. split.
    + intros [X L] [|i] I; [now rewrite Nat.add_0_r|].
      rewrite <- Nat.add_succ_comm. apply L. lia.
    + intros H. split; [rewrite <- (Nat.add_0_r j); apply (H O); lia|].
      intros i I. rewrite Nat.add_succ_comm. apply (H (S i)). lia.
Qed.

Lemma place_in {A} i (l : list A) : l <> [] -> (place i (length l) < length l)%nat.
Proof.
  unfold place. destruct (Nat.ltb_spec i (length l)); [auto|]. destruct l; [easy|simpl; lia].
Qed.

Lemma maximum_cons x y l : maximum (x :: y :: l) = Qmax x (maximum (y :: l)).
Proof. reflexivity. Qed.

Lemma maximum_above l x : In x l -> x <= maximum l.
Proof.
  induction l as [|y [|z l] IH]; [easy|intros [->|[]]; apply Qle_refl|].
  rewrite maximum_cons. intros [->|H]; [apply Q.le_max_l|].
  eapply Qle_trans; [apply IH, H|apply Q.le_max_r].
Qed.

Lemma maximum_in l : l <> [] -> exists x, In x l /\ x == maximum l.
Proof.
  induction l as [|y [|z l] IH]; [easy|intros _; exists y; simpl; split; [auto|reflexivity]|].
  intros _. rewrite maximum_cons. destruct (Q.max_dec y (maximum (z :: l))) as [E|E].
  - exists y; split; [now left|now symmetry].
  - destruct IH as [x [I X]]; [easy|]. exists x; split; [now right|now rewrite X, E].
Qed.

Lemma maximum_is l x :
  (forall y, In y l -> y <= x) -> (exists y, In y l /\ y == x) -> maximum l == x.
Proof.
  intros A [y [I E]]. apply Qle_antisym.
  - destruct (maximum_in l) as [z [J Z]]; [now intros ->|]. rewrite <- Z. now apply A.
  - rewrite <- E. now apply maximum_above.
Qed.

Lemma maximum_same l l' : Forall2 Qeq l l' -> maximum l == maximum l'.
Proof.
  induction 1 as [|x y l l' E F IH]; [reflexivity|].
  destruct F; [exact E|]. now rewrite !maximum_cons, E, IH.
Qed.

Lemma mean_le l m : length l = length m ->
  (forall i, (i < length l)%nat -> nth i l 0 <= nth i m 0) -> mean l <= mean m.
Proof.
  intros L H. unfold mean, Qdiv. rewrite <- L. apply Qmult_le_compat_r.
  - revert m L H. induction l as [|x l IH]; intros [|y m] L H; try easy; simpl.
    apply Qplus_le_compat; [apply (H O); simpl; lia|].
    apply IH; [auto|]. intros i I. apply (H (S i)). simpl; lia.
  - apply Qinv_le_0_compat. unfold Qle; simpl; lia.
Qed.

Lemma gain_gain who x : gain who (gain who x) == x.
Proof. destruct who; simpl; ring. Qed.

Lemma gain_sum who l : gain who (sum l) == sum (map (gain who) l).
Proof.
  induction l as [|x l IH]; [now destruct who|]. cbn [sum map].
  rewrite <- IH. destruct who; simpl; ring.
Qed.

Lemma gain_mean who l : gain who (mean l) == mean (map (gain who) l).
Proof.
  unfold mean, Qdiv. rewrite map_length, <- gain_sum. destruct who; simpl; ring.
Qed.

Lemma gain_same who x y : x == y -> gain who x == gain who y.
Proof. now destruct who; simpl; intros ->. Qed.

Lemma other_gain who p x y : same_player p who = false ->
  gain p x <= gain p y -> gain who y <= gain who x.
Proof.
  destruct who, p; try easy; intros _ H; apply Qopp_le_compat in H; [|exact H].
  cbn [gain] in H. now rewrite !Qopp_involutive in H.
Qed.

(** * Careful strategies make sure of the value *)

(** What [who] does with [s], and the other player with [s']. *)
Definition against who (s s' : strategy) : game -> Q :=
  match who with
  | First => payoff s s'
  | Second => payoff s' s
  end.

Lemma against_Chance who s s' l : against who s s' (Chance l)
  = mean (numbered (fun i g => against who (seen i s) (seen i s') g) l).
Proof. now destruct who. Qed.

Lemma against_Choose who p s s' l : against who s s' (Choose p l)
  = pick ((if same_player p who then s else s') [])
      (numbered (fun i g => against who (seen i s) (seen i s') g) l).
Proof. now destruct who, p. Qed.

(** No option is worth more to whoever chooses than the choice. *)
Lemma option_le p l g : In g l -> gain p (value g) <= gain p (value (Choose p l)).
Proof.
  intros I. cbn [value]. rewrite gain_gain. apply maximum_above.
  exact (in_map (fun g => gain p (value g)) l g I).
Qed.

Theorem careful_is_sure who g : forall s s', careful who s g ->
  gain who (value g) <= gain who (against who s s' g).
Proof.
  induction g as [paid|l IH|p l IH] using game_induction; intros s s' C.
  - destruct who; apply Qle_refl.
  - (* chance *)
    rewrite against_Chance. cbn [value careful] in *. rewrite !gain_mean.
    rewrite Forall_forall in IH. rewrite (all_numbered _ _ (Over 0)) in C.
    apply mean_le; rewrite !map_length; [now rewrite numbered_length|]. intros i I.
    rewrite (nth_indep _ 0 (gain who (value (Over 0)))) by now rewrite !map_length.
    rewrite map_map, (map_nth (fun g => gain who (value g))).
    rewrite (nth_indep _ 0 (gain who 0)) by now rewrite map_length, numbered_length.
    rewrite map_nth, (numbered_nth _ _ _ (Over 0)) by exact I.
    apply IH; [now apply nth_In|now apply C].
  - (* a choice *)
    rewrite against_Choose. unfold pick. rewrite numbered_length.
    destruct l as [|g0 l0]; [destruct who, p, place; apply Qle_refl|].
    remember (g0 :: l0) as l eqn:L. assert (N : l <> []) by now subst. clear L g0 l0.
    set (i := place _ _). assert (I : (i < length l)%nat) by now apply place_in.
    rewrite (numbered_nth _ _ _ (Over 0)) by exact I.
    rewrite Forall_forall in IH. specialize (IH _ (nth_In _ (Over 0) I)).
    cbn [careful] in C. destruct (same_player p who) eqn:E;
      rewrite (all_numbered _ _ (Over 0)) in C; specialize (C i I).
    + destruct (C eq_refl) as [V C']. rewrite <- (gain_same who _ _ V). now apply IH.
    + eapply Qle_trans; [|apply IH, C]. apply (other_gain who p); [exact E|].
      apply option_le, nth_In, I.
Qed.

(** * There is such a strategy *)

(** The place of the largest number of a list. *)
Fixpoint argmax (l : list Q) : nat :=
  match l with
  | [] => O
  | x :: l => if forallb (fun y => Qle_bool y x) l then O else S (argmax l)
  end.

Fixpoint best (who : player) (g : game) : strategy := fun h =>
  match g, h with
  | Over _, _ | Chance _, [] => O
  | Choose _ l, [] => argmax (map (fun g => gain who (value g)) l)
  | Chance l, i :: h | Choose _ l, i :: h => nth i (map (best who) l) (fun _ => O) h
  end.

Lemma argmax_in l : l <> [] -> (argmax l < length l)%nat /\ nth (argmax l) l 0 == maximum l.
Proof.
  induction l as [|x l IH]; [easy|intros _]. cbn [argmax].
  destruct (forallb _ l) eqn:F.
  - split; [simpl; lia|]. symmetry. apply maximum_is; [|exists x; now split; [left|]].
    rewrite forallb_forall in F. intros y [<-|I]; [apply Qle_refl|now apply Qle_bool_iff, F].
  - destruct l as [|y l]; [discriminate|]. destruct IH as [L M]; [easy|].
    split; [simpl in *; lia|]. rewrite maximum_cons. cbn [nth]. rewrite M. symmetry.
    apply Q.max_r. destruct (Qlt_le_dec x (maximum (y :: l))) as [H|H]; [now apply Qlt_le_weak|].
    enough (forallb (fun z => Qle_bool z x) (y :: l) = true) by congruence.
    apply forallb_forall. intros z Z. apply Qle_bool_iff.
    eapply Qle_trans; [apply maximum_above, Z|apply H].
Qed.

Lemma same_player_eq p who : same_player p who = true -> p = who.
Proof. now destruct p, who. Qed.

Theorem best_is_careful who g : careful who (best who g) g.
Proof.
  assert (later : forall (l : list game) i, (i < length l)%nat ->
    nth i (map (best who) l) (fun _ => O) = best who (nth i l (Over 0))).
  { intros l i I. rewrite (nth_indep _ _ (best who (Over 0))) by now rewrite map_length.
    apply map_nth. }
  induction g as [paid|l IH|p l IH] using game_induction; [easy| |];
    rewrite Forall_forall in IH; cbn [careful];
    try destruct (same_player p who) eqn:E; apply (all_numbered _ _ (Over 0)); intros i I.
  - change (careful who (nth i (map (best who) l) (fun _ => O)) (nth i l (Over 0))).
    rewrite later by exact I. apply IH, nth_In, I.
  - change (i = place (argmax (map (fun g => gain who (value g)) l)) (length l) ->
      value (nth i l (Over 0)) == value (Choose p l)
      /\ careful who (nth i (map (best who) l) (fun _ => O)) (nth i l (Over 0))).
    rewrite later by exact I. intros A. split; [|apply IH, nth_In, I].
    apply same_player_eq in E as ->.
    destruct (argmax_in (map (fun g => gain who (value g)) l)) as [B M].
    { intros Z. apply map_eq_nil in Z. subst l. simpl in I. lia. }
    rewrite map_length in B. unfold place in A. rewrite (proj2 (Nat.ltb_lt _ _) B) in A.
    rewrite <- A in M. cbn [value]. rewrite <- (gain_gain who (value (nth i l (Over 0)))).
    apply gain_same. rewrite <- M.
    rewrite (nth_indep _ 0 (gain who (value (Over 0)))) by now rewrite map_length.
    now rewrite (map_nth (fun g => gain who (value g))).
  - change (careful who (nth i (map (best who) l) (fun _ => O)) (nth i l (Over 0))).
    rewrite later by exact I. apply IH, nth_In, I.
Qed.

(** * The value *)

Lemma sure_first s1 g : careful First s1 g -> forall s2, value g <= payoff s1 s2 g.
Proof. intros C s2. exact (careful_is_sure First g s1 s2 C). Qed.

Lemma sure_second s2 g : careful Second s2 g -> forall s1, payoff s1 s2 g <= value g.
Proof.
  intros C s1. pose proof (careful_is_sure Second g s2 s1 C) as H. apply Qopp_le_compat in H.
  cbn [gain against] in H. now rewrite !Qopp_involutive in H.
Qed.

Theorem minimax g : is_value g (value g).
Proof.
  split.
  - exists (best First g). apply sure_first, best_is_careful.
  - exists (best Second g). apply sure_second, best_is_careful.
Qed.

Theorem only_one_value g v w : is_value g v -> is_value g w -> v == w.
Proof.
  intros [[s1 A] [s2 B]] [[t1 C] [t2 D]]. apply Qle_antisym.
  - eapply Qle_trans; [apply A|apply D].
  - eapply Qle_trans; [apply C|apply B].
Qed.

Lemma is_value_equal g v w : v == w -> is_value g v -> is_value g w.
Proof.
  intros E [[s1 A] [s2 B]]. split; [exists s1|exists s2]; intros s; rewrite <- E; auto.
Qed.
