(** What the checker accepts is the value of the game, and every number in its tables is the
    value of the game that goes on from there. *)
From Coq Require Import List ZArith QArith Qminmax Lia Bool FMapPositive.
From Shut Require Import Games Rules Minimax Checker.
Import ListNotations.
Open Scope Z_scope.

(** * A turn is never cut short *)

(** A move covers a set of open tiles, at least one. *)
Definition proper (r : rules) : Prop :=
  forall open rolls roll set, In rolls (may_roll r open) -> In roll rolls ->
    In set (covers r open roll) -> set <> [] /\ In set (subsets open).

Lemma all_open {A} (l : list A) : In l (subsets l).
Proof. induction l; simpl; [now left|]. apply in_or_app. right. now apply in_map. Qed.

Lemma subsets_filter {A} (f : A -> bool) l : In (filter f l) (subsets l).
Proof.
  induction l as [|x l IH]; simpl; [auto|]. apply in_or_app.
  destruct (f x); [right; now apply in_map|now left].
Qed.

Lemma subsets_incl {A} (l m : list A) : In l (subsets m) -> incl l m.
Proof.
  revert l. induction m as [|x m IH]; simpl; intros l.
  - intros [<-|[]]; easy.
  - intros H. apply in_app_or in H as [H|H]; [now apply incl_tl, IH|].
    apply in_map_iff in H as [l' [<- H]]. apply incl_cons; [now left|]. now apply incl_tl, IH.
Qed.

Lemma subsets_trans {A} (l m n : list A) :
  In l (subsets m) -> In m (subsets n) -> In l (subsets n).
Proof.
  revert l m. induction n as [|x n IH]; simpl; intros l m L M.
  - destruct M as [<-|[]]. exact L.
  - apply in_or_app. apply in_app_or in M as [M|M]; [left; eauto|].
    apply in_map_iff in M as [m' [<- M]]. simpl in L. apply in_app_or in L as [L|L]; [left; eauto|].
    apply in_map_iff in L as [l' [<- L]]. right. apply in_map. eauto.
Qed.

Lemma filter_less {A} (f : A -> bool) x l :
  In x l -> f x = false -> (length (filter f l) < length l)%nat.
Proof.
  intros I F. assert (L : forall l, (length (filter f l) <= length l)%nat).
  { intros l'. induction l'; simpl; [lia|]. destruct (f a); simpl; lia. }
  induction l as [|y l IH]; [easy|]. simpl. destruct I as [->|I].
  - rewrite F. specialize (L l). lia.
  - specialize (IH I). destruct (f y); simpl; lia.
Qed.

Lemma without_less set open : set <> [] -> In set (subsets open) ->
  (length (without set open) < length open)%nat.
Proof.
  intros N H. destruct set as [|t set]; [easy|]. apply (filter_less _ t).
  - apply (subsets_incl _ _ H). now left.
  - simpl. now rewrite Z.eqb_refl.
Qed.

(** What follows a roll. *)
Definition after_roll r who n open after (roll : list die) : game :=
  match covers r open roll with
  | [] => after (score r open)
  | sets => Choose who (map (fun set => turn r who n (without set open) after) sets)
  end.

Lemma turn_step r who n open after : open <> [] -> turn r who (S n) open after
  = Choose who (map (fun rolls => Chance (map (after_roll r who n open after) rolls))
      (may_roll r open)).
Proof. now destruct open. Qed.

Lemma turn_shut r who n after : turn r who n [] after = after (score r []).
Proof. now destruct n. Qed.

(** More rounds than tiles change nothing. *)
Theorem turn_is_whole r who after : proper r -> forall n open,
  (length open <= n)%nat -> turn r who (S n) open after = turn r who n open after.
Proof.
  intros P. induction n as [|n IH]; intros open L.
  - destruct open; [easy|simpl in L; lia].
  - destruct open as [|t l]; [easy|]. remember (t :: l) as open eqn:E.
    rewrite !turn_step by now subst. clear E. f_equal.
    apply map_ext_in. intros rolls J. f_equal. apply map_ext_in. intros roll K.
    unfold after_roll. destruct (covers r open roll) as [|s sets] eqn:C; [easy|].
    rewrite <- C. f_equal. apply map_ext_in. intros set I. apply IH.
    destruct (P _ _ _ _ J K I) as [N U]. pose proof (without_less _ _ N U). lia.
Qed.

(** * Whole numbers over one denominator *)

Lemma over_le d x y : x <= y -> (x # d <= y # d)%Q.
Proof. unfold Qle; simpl. nia. Qed.

Lemma over_plus d x y : ((x # d) + (y # d) == (x + y) # d)%Q.
Proof. unfold Qeq, Qplus; cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. ring. Qed.

Lemma over_times d k x : (inject_Z k * (x # d) == (k * x) # d)%Q.
Proof. unfold inject_Z, Qeq, Qmult; cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. ring. Qed.

Lemma over_most d m l : l <> [] ->
  (maximum (map (fun k => get m k # d) l) == most m l # d)%Q.
Proof.
  induction l as [|k [|k' l] IH]; [easy|reflexivity|]. intros _.
  change (most m (k :: k' :: l)) with (Z.max (get m k) (most m (k' :: l))).
  cbn [map]. rewrite maximum_cons. cbn [map] in IH. rewrite IH by easy.
  destruct (Z.max_spec (get m k) (most m (k' :: l))) as [[H ->]|[H ->]].
  - apply Q.max_r, over_le. lia.
  - apply Q.max_l, over_le. lia.
Qed.

Lemma over_sum {A} d (f : A -> Q) (g : A -> Z) l :
  (forall x, In x l -> (f x == g x # d)%Q) -> (sum (map f l) == total (map g l) # d)%Q.
Proof.
  induction l as [|x l IH]; intros F; [reflexivity|]. cbn [map sum total].
  assert (Fx := F x (or_introl eq_refl)).
  assert (Fl := IH (fun y I => F y (or_intror I))). rewrite Fx, Fl. apply over_plus.
Qed.

Lemma over_of d k x v : 0 < k -> (inject_Z k * x == v # d)%Q ->
  forall y, (v <= k * y -> (x <= y # d)%Q) /\ (v = k * y -> (x == y # d)%Q).
Proof.
  intros K X y. assert (~ inject_Z k == 0)%Q by (unfold Qeq; simpl; lia). split; intros V.
  - apply (Qmult_le_l _ _ (inject_Z k)); [unfold Qlt; simpl; lia|].
    rewrite X, over_times. now apply over_le.
  - apply (Qmult_inj_l _ _ (inject_Z k)); [assumption|]. now rewrite X, over_times, V.
Qed.

Lemma length_times_mean l : l <> [] -> (inject_Z (Z.of_nat (length l)) * mean l == sum l)%Q.
Proof.
  intros N. unfold mean. field. destruct l; [easy|]. unfold Qeq; simpl; lia.
Qed.

Lemma weighed_throws m e l :
  weighed m e (fold_right add_throw [] l) = total (map (worth m e) l).
Proof.
  induction l as [|x l IH]; [reflexivity|]. cbn [fold_right map total].
  rewrite <- IH. generalize (fold_right add_throw [] l) as o. clear.
  induction o as [|[n y] o IHo]; cbn [add_throw weighed]; [lia|].
  destruct (list_eq_dec Pos.eq_dec x y) as [->|]; cbn [weighed]; lia.
Qed.

(** * A turn *)

Section Turn.
  Variables (r : rules) (who : player) (after : Z -> game).
  Variables (d : positive) (pay : Z -> Q) (m : table).
  Hypothesis is_proper : proper r.
  Hypothesis ends : forall open, In open (subsets (start r)) ->
    (gain who (value (after (score r open))) == pay (score r open))%Q.
  Hypothesis right : turn_right (states r) d pay m = true.

  (** What the table says of a set of open tiles, of ending there, and of a roll there. *)
  Definition number open : Z := get m (key (start r) open).
  Definition ending open : Z := scaled d (pay (score r open)).
  Definition roll_number open roll : Z := worth m (ending open) (leads_to r open roll).

  Lemma ending_right open : In open (subsets (start r)) ->
    (ending open # d == pay (score r open))%Q.
  Proof using right.
    intros I. apply andb_prop in right as [H _]. rewrite forallb_forall in H.
    apply Qeq_bool_iff. exact (H _ (in_map (state_of r) _ _ I)).
  Qed.

  Lemma equation_holds open : In open (subsets (start r)) ->
    equation (fun s => scaled d (pay s)) m (state_of r open) = true.
  Proof using right.
    intros I. apply andb_prop in right as [_ H]. rewrite forallb_forall in H.
    exact (H _ (in_map (state_of r) _ _ I)).
  Qed.

  Lemma shut_right : In [] (subsets (start r)) ->
    (gain who (value (after (score r []))) == number [] # d)%Q.
  Proof using ends right.
    intros I. rewrite (ends [] I), <- (ending_right [] I).
    pose proof (equation_holds [] I) as E. apply Z.eqb_eq in E.
    change (number [] = ending []) in E. now rewrite E.
  Qed.

  Definition size (rolls : list (list die)) : Z := Z.of_nat (length rolls).
  Definition rolls_number open rolls : Z := total (map (roll_number open) rolls).

  (** What the checker has looked at: no number of dice has a larger mean, and one has as large. *)
  Lemma choice_right open : In open (subsets (start r)) -> open <> [] ->
    (forall rolls, In rolls (may_roll r open) ->
       0 < size rolls /\ rolls_number open rolls <= size rolls * number open)
    /\ exists rolls, In rolls (may_roll r open)
         /\ rolls_number open rolls = size rolls * number open.
  Proof using right.
    intros I N. pose proof (equation_holds open I) as E. unfold equation in E.
    replace (shut _) with false in E by now destruct open.
    cbn [state_of choices its_key its_score] in E. fold (number open) (ending open) in E.
    apply andb_prop in E as [A B]. rewrite map_map in A, B.
    assert (W : forall rolls, weighed m (ending open) (snd (throws_of r open rolls))
      = rolls_number open rolls).
    { intros rolls. unfold throws_of, rolls_number. cbn [snd].
      now rewrite weighed_throws, map_map. }
    split.
    - intros rolls J. rewrite forallb_forall in A. rewrite <- W.
      specialize (A _ (in_map _ _ _ J)). apply andb_prop in A as [A1 A2].
      apply Z.ltb_lt in A1. apply Z.leb_le in A2. now split.
    - apply existsb_exists in B as [[n x] [J E]]. apply in_map_iff in J as [rolls [X J]].
      injection X as <- <-. exists rolls. rewrite <- W. split; [exact J|now apply Z.eqb_eq].
  Qed.

  (** The table is right for sets of at most [n] tiles. *)
  Definition right_up_to n : Prop := forall open, In open (subsets (start r)) ->
    (length open <= n)%nat -> (gain who (value (turn r who n open after)) == number open # d)%Q.

  Lemma move_right n open rolls roll set : right_up_to n ->
    In open (subsets (start r)) -> (length open <= S n)%nat ->
    In rolls (may_roll r open) -> In roll rolls -> In set (covers r open roll) ->
    (gain who (value (turn r who n (without set open) after)) == number (without set open) # d)%Q.
  Proof using is_proper.
    intros IH I L J K C. destruct (is_proper _ _ _ _ J K C) as [N U].
    pose proof (without_less _ _ N U).
    apply IH; [|lia]. eapply subsets_trans; [apply subsets_filter|exact I].
  Qed.

  Lemma roll_right n open rolls roll : right_up_to n ->
    In open (subsets (start r)) -> (length open <= S n)%nat ->
    In rolls (may_roll r open) -> In roll rolls ->
    (gain who (value (after_roll r who n open after roll)) == roll_number open roll # d)%Q.
  Proof using is_proper ends right.
    intros IH I L J K.
    assert (M := fun set => move_right n open rolls roll set IH I L J K).
    unfold after_roll, roll_number, leads_to. destruct (covers r open roll) as [|s sets].
    - cbn [map worth]. now rewrite ends, ending_right.
    - unfold worth. cbn [map]. rewrite <- over_most by easy. cbn [value]. rewrite gain_gain.
      change (key _ (without s open) :: map (fun set => key (start r) (without set open)) sets)
        with (map (fun set => key (start r) (without set open)) (s :: sets)).
      change (turn r who n (without s open) after
          :: map (fun set => turn r who n (without set open) after) sets)
        with (map (fun set => turn r who n (without set open) after) (s :: sets)).
      rewrite !map_map. apply maximum_same. revert M. generalize (s :: sets) as l. clear.
      induction l as [|s l IH]; intros M; constructor; [apply M; now left|].
      apply IH. intros set C. apply M. now right.
  Qed.

  (** All rolls of one number of dice. *)
  Lemma rolls_right n open rolls : right_up_to n ->
    In open (subsets (start r)) -> (length open <= S n)%nat ->
    In rolls (may_roll r open) -> 0 < size rolls ->
    (inject_Z (size rolls) * gain who (value (Chance (map (after_roll r who n open after) rolls)))
      == rolls_number open rolls # d)%Q.
  Proof using is_proper ends right.
    intros IH I L J N. cbn [value]. rewrite gain_mean, !map_map. unfold size in *.
    rewrite <- (map_length (fun roll => gain who (value (after_roll r who n open after roll)))).
    rewrite length_times_mean by (intros Z; apply map_eq_nil in Z; subst; simpl in N; lia).
    apply over_sum. intros roll K. now apply (roll_right n open rolls).
  Qed.

  Lemma turn_sound n : right_up_to n.
  Proof using is_proper ends right.
    induction n as [|n IH]; intros open I L.
    { destruct open; [apply shut_right, I|simpl in L; lia]. }
    destruct open as [|t l]; [apply shut_right, I|].
    remember (t :: l) as open eqn:E. assert (N : open <> []) by now subst. clear t l E.
    rewrite turn_step by exact N. cbn [value]. rewrite gain_gain, map_map.
    destruct (choice_right open I N) as [A [rolls [J B]]]. apply maximum_is.
    - intros y Y. apply in_map_iff in Y as [rolls' [<- J']]. destruct (A _ J') as [P X].
      exact (proj1 (over_of d _ _ _ P (rolls_right n open rolls' IH I L J' P) _) X).
    - exists (gain who (value (Chance (map (after_roll r who n open after) rolls)))).
      split; [exact (in_map (fun rolls => gain who (value (Chance (map _ rolls)))) _ _ J)|].
      destruct (A _ J) as [P _].
      exact (proj2 (over_of d _ _ _ P (rolls_right n open rolls IH I L J P) _) B).
  Qed.
End Turn.

(** * Two turns *)

Section Accepted.
  Variables (r own : rules) (c : certificate) (claim : Q).
  Hypothesis first_proper : proper r.
  Hypothesis second_proper : proper own.
  Hypothesis accepted : accepts r own c claim = true.

  Lemma tables_right :
    (forall k m, In (k, m) (second_tables c) ->
       turn_right (states own) (second_unit c) (fun s => - pays r k s)%Q m = true)
    /\ turn_right (states r) (first_unit c) (to_first r c (roots own c)) (first_table c) = true
    /\ (number r (first_table c) (start r) # first_unit c == claim)%Q.
  Proof using accepted.
    unfold accepts in accepted. apply andb_prop in accepted as [A V].
    apply andb_prop in A as [A F]. apply andb_prop in A as [_ S].
    repeat split; [|exact F|now apply Qeq_bool_iff].
    intros k m J. rewrite forallb_forall in S. exact (S _ J).
  Qed.

  (** The second player has a table for every score after which she rolls. *)
  Lemma has_table open : In open (subsets (start r)) -> at_once r (score r open) = None ->
    exists m, In (score r open, m) (second_tables c).
  Proof using accepted.
    intros I O. pose proof accepted as A. unfold accepts in A. apply andb_prop in A as [A _].
    apply andb_prop in A as [A _]. apply andb_prop in A as [A _]. rewrite forallb_forall in A.
    specialize (A _ (in_map (state_of r) _ _ I)). cbn [state_of its_score] in A.
    rewrite O in A. apply existsb_exists in A as [[k v] [J E]]. apply Z.eqb_eq in E as ->.
    apply in_map_iff in J as [[k m] [X J]]. injection X as -> <-. now exists m.
  Qed.

  (** Every number against every score to beat. *)
  Lemma second_value k m open n : In (k, m) (second_tables c) -> In open (subsets (start own)) ->
    (length open <= n)%nat ->
    (value (turn own Second n open (fun s => Over (pays r k s)))
      == - (number own m open # second_unit c))%Q.
  Proof using second_proper accepted.
    intros J I L. rewrite <- (Qopp_involutive (value _)). apply Qopp_comp.
    apply (turn_sound own Second (fun s => Over (pays r k s)) (second_unit c)
      (fun s => - pays r k s)%Q m); auto; [reflexivity|].
    now apply (proj1 tables_right).
  Qed.

  (** What [to_first] says of a score is what follows it. [hers] is her turn, which has to be
      worth what her table says. *)
  Lemma first_ends (hers : Z -> game) :
    (forall k m, In (k, m) (second_tables c) ->
       (value (hers k) == - (number own m (start own) # second_unit c))%Q) ->
    forall open, In open (subsets (start r)) ->
    (value (match at_once r (score r open) with
            | Some paid => Over paid
            | None => hers (score r open)
            end) == to_first r c (roots own c) (score r open))%Q.
  Proof using accepted.
    intros V open I. unfold to_first. destruct (at_once r (score r open)) eqn:O; [reflexivity|].
    destruct (has_table open I O) as [m0 J].
    destruct (find (fun '(k, _) => k =? score r open) (roots own c)) as [[k' v']|] eqn:F.
    - apply find_some in F as [J' E']. apply Z.eqb_eq in E' as ->.
      apply in_map_iff in J' as [[k' m] [X J']]. injection X as -> <-. now apply V.
    - apply (in_map (fun '(k, m) => (k, get m (key (start own) (start own))))) in J.
      pose proof (find_none _ _ F _ J) as X. apply Z.eqb_neq in X. congruence.
  Qed.

  Lemma first_value open n : In open (subsets (start r)) -> (length open <= n)%nat ->
    (value (turn r First n open (then_second r own))
      == number r (first_table c) open # first_unit c)%Q.
  Proof using first_proper second_proper accepted.
    intros I L. pose proof (turn_sound r First (then_second r own) (first_unit c)
      (to_first r c (roots own c)) (first_table c)) as H. unfold gain in H.
    apply H; auto; [|apply tables_right]. clear I L open. intros open I.
    apply (first_ends (fun first => whole_turn own Second (fun s => Over (pays r first s)))); auto.
    intros k m J. apply second_value; auto using all_open.
  Qed.

  (** Every number in the tables is the value of the game that goes on from there: from the
      tiles that are open in the first player's turn, *)
  Theorem accepts_first open : In open (subsets (start r)) ->
    is_value (turn r First (length open) open (then_second r own))
      (number r (first_table c) open # first_unit c).
  Proof using first_proper second_proper accepted.
    intros I. eapply is_value_equal; [|apply minimax]. now apply first_value.
  Qed.

  (** and from those in the second's, with the score [k] to beat; the number is what she gets. *)
  Theorem accepts_second k m open : In (k, m) (second_tables c) ->
    In open (subsets (start own)) ->
    is_value (turn own Second (length open) open (fun s => Over (pays r k s)))
      (- (number own m open # second_unit c)).
  Proof using second_proper accepted.
    intros J I. eapply is_value_equal; [|apply minimax]. now apply second_value.
  Qed.

  (** What is accepted is the value of the game. *)
  Theorem accepts_sound : is_value (two_turns_by r own) claim.
  Proof using first_proper second_proper accepted.
    eapply is_value_equal; [apply tables_right|]. apply accepts_first, all_open.
  Qed.
End Accepted.

(** * Finer units *)

(** The tables of a certificate say in finer units what they said. So the theorems on what is
    accepted in finer units are about the certificate as it was. *)
Theorem finer_same n (m : table) r open d :
  (number r (finer n m) open # n * d == number r m open # d)%Q.
Proof.
  unfold number, finer, get, PositiveMap.map. rewrite PositiveMap.gmapi.
  unfold Qeq; cbn [Qnum Qden]. rewrite Pos2Z.inj_mul.
  destruct (PositiveMap.find _ m); cbn [option_map]; ring.
Qed.
