(** Who follows the advice of an accepted table, from any position, makes sure of its value. The
    advice goes by what is open, the roll and the score to beat: nothing else has to be kept. *)
From Coq Require Import List ZArith QArith Lia Bool.
From Shut Require Import Games Rules Minimax Checker Sound.
Import ListNotations.
Open Scope Z_scope.

(** * To follow a book *)

(** A book says which number of dice to take, and which set to cover, by their places. *)
Record book := {
  dice_by : list tile -> nat;
  set_by : list tile -> list die -> nat
}.

Definition chosen {A} (i : nat) (l : list A) : option A := nth_error l (place i (length l)).

(** The strategy that follows a book through a turn: from what has happened it works out what is
    open and was rolled, and asks the book. What happens after the turn is up to [rest]. *)
Fixpoint by_book (r : rules) (b : book) (n : nat) (open : list tile) (rest : Z -> strategy)
    : strategy := fun h =>
  match n, open with
  | O, _ | _, [] => rest (score r open) h
  | S n, _ =>
      match h with
      | [] => dice_by b open
      | [_] => O                                   (* the roll is chance *)
      | d :: i :: h =>
          match nth_error (may_roll r open) d with
          | None => O
          | Some rolls =>
              match nth_error rolls i with
              | None => O
              | Some roll =>
                  match covers r open roll with
                  | [] => rest (score r open) h
                  | sets =>
                      match h with
                      | [] => set_by b open roll
                      | j :: h =>
                          match nth_error sets j with
                          | None => O
                          | Some set => by_book r b n (without set open) rest h
                          end
                      end
                  end
              end
          end
      end
  end.

(** The book's advice is worth as much, by the numbers of a table, as what there is to choose. *)
Definition advises (r : rules) (d : positive) (pay : Z -> Q) (m : table) (b : book) : bool :=
  forallb (fun open =>
    match open with
    | [] => true
    | _ =>
        match chosen (dice_by b open) (may_roll r open) with
        | None => false
        | Some rolls =>
            (rolls_number r d pay m open rolls =? size rolls * number r m open)
            && forallb (fun roll =>
                 match chosen (set_by b open roll) (covers r open roll) with
                 | None => true                    (* the roll ends the turn *)
                 | Some set => number r m (without set open) =? roll_number r d pay m open roll
                 end) rolls
        end
    end) (subsets (start r)).

(** * It is careful *)

Lemma careful_ext who g : forall s s', (forall h, s h = s' h) -> careful who s g -> careful who s' g.
Proof.
  induction g as [paid|l IH|p l IH] using game_induction; intros s s' E C; [easy| |];
    rewrite Forall_forall in IH; cbn [careful] in *; try destruct (same_player p who);
    rewrite (all_numbered _ _ (Over 0)) in C; apply (all_numbered _ _ (Over 0)); intros i I.
  - apply (IH _ (nth_In _ _ I) (seen i s)); [intros h; apply E|now apply C].
  - rewrite <- E. intros A. destruct (C i I A) as [V C']. split; [exact V|].
    apply (IH _ (nth_In _ _ I) (seen i s)); [intros h; apply E|exact C'].
  - apply (IH _ (nth_In _ _ I) (seen i s)); [intros h; apply E|now apply C].
Qed.

(** A player who has nothing to choose is careful, whatever the strategy. *)
Lemma idle_careful r p who after : same_player p who = false ->
  (forall k s, careful who s (after k)) -> forall n open s, careful who s (turn r p n open after).
Proof.
  intros O A. induction n as [|n IH]; intros open s; [apply A|].
  destruct open as [|t l]; [apply A|]. rewrite turn_step by easy.
  cbn [careful]. rewrite O. apply (all_numbered _ _ (Over 0)). intros i I.
  rewrite map_length in I. rewrite (nth_indep _ _ (Chance (map
    (after_roll r p n (t :: l) after) []))) by now rewrite map_length.
  rewrite (map_nth (fun rolls => Chance (map _ rolls))).
  cbn [careful]. apply (all_numbered _ _ (Over 0)). intros j J. rewrite map_length in J.
  rewrite (nth_indep _ _ (after_roll r p n (t :: l) after [])) by now rewrite map_length.
  rewrite map_nth. unfold after_roll. destruct (covers _ _ _) as [|set sets]; [apply A|].
  cbn [careful]. rewrite O. apply (all_numbered _ _ (Over 0)). intros k K.
  rewrite map_length in K. rewrite (nth_indep _ _ (turn r p n (without [] (t :: l)) after))
    by now rewrite map_length.
  rewrite (map_nth (fun set => turn r p n (without set (t :: l)) after)). apply IH.
Qed.

Section Turn.
  Variables (r : rules) (p who : player) (after : Z -> game) (b : book) (rest : Z -> strategy).
  Hypothesis is_proper : proper r.
  Hypothesis later : forall open, In open (subsets (start r)) ->
    careful who (rest (score r open)) (after (score r open)).

  (** What the book says is worth as much as the choice. *)
  Hypothesis best_dice : forall n open rolls, same_player p who = true ->
    In open (subsets (start r)) -> open <> [] -> (length open <= S n)%nat ->
    chosen (dice_by b open) (may_roll r open) = Some rolls ->
    (value (Chance (map (after_roll r p n open after) rolls)) == value (turn r p (S n) open after))%Q.
  Hypothesis best_set : forall n open rolls roll set, same_player p who = true ->
    In open (subsets (start r)) -> open <> [] -> (length open <= S n)%nat ->
    chosen (dice_by b open) (may_roll r open) = Some rolls -> In roll rolls ->
    chosen (set_by b open roll) (covers r open roll) = Some set ->
    (value (turn r p n (without set open) after) == value (after_roll r p n open after roll))%Q.

  Lemma nth_error_at {A} (l : list A) i a : (i < length l)%nat -> nth_error l i = Some (nth i l a).
  Proof. intros. now apply nth_error_nth'. Qed.

  Lemma by_book_careful : forall n open, In open (subsets (start r)) -> (length open <= n)%nat ->
    careful who (by_book r b n open rest) (turn r p n open after).
  Proof using is_proper later best_dice best_set.
    induction n as [|n IH]; intros open I L; [apply later, I|].
    destruct open as [|t l]; [apply later, I|].
    remember (t :: l) as open eqn:E. assert (N : open <> []) by now subst.
    assert (step : forall h, by_book r b (S n) open rest h =
      match h with
      | [] => dice_by b open
      | [_] => O
      | d :: i :: h =>
          match nth_error (may_roll r open) d with
          | None => O
          | Some rolls => match nth_error rolls i with
            | None => O
            | Some roll => match covers r open roll with
              | [] => rest (score r open) h
              | sets => match h with
                | [] => set_by b open roll
                | j :: h => match nth_error sets j with
                  | None => O
                  | Some set => by_book r b n (without set open) rest h
                  end
                end
              end
            end
          end
      end) by (subst; reflexivity).
    clear t l E. set (s := by_book r b (S n) open rest) in *.
    (* one roll of a number of dice, of those that the book says if it is asked *)
    assert (rolled : forall d rolls i roll, nth_error (may_roll r open) d = Some rolls ->
      nth_error rolls i = Some roll ->
      (same_player p who = true -> chosen (dice_by b open) (may_roll r open) = Some rolls) ->
      careful who (seen i (seen d s)) (after_roll r p n open after roll)).
    { intros d rolls i roll D R B. unfold after_roll.
      destruct (covers r open roll) as [|set0 sets0] eqn:C.
      - apply (careful_ext _ _ (rest (score r open))); [|now apply later].
        intros h. unfold seen. now rewrite step, D, R, C.
      - assert (go : forall j set, nth_error (set0 :: sets0) j = Some set ->
          careful who (seen j (seen i (seen d s))) (turn r p n (without set open) after)).
        { intros j set J.
          apply (careful_ext _ _ (by_book r b n (without set open) rest)).
          { intros h. unfold seen. now rewrite step, D, R, C, J. }
          destruct (is_proper open rolls roll set) as [Ns U].
          - eapply nth_error_In, D.
          - eapply nth_error_In, R.
          - rewrite C. eapply nth_error_In, J.
          - pose proof (without_less _ _ Ns U). apply IH; [|lia].
            eapply subsets_trans; [apply subsets_filter|exact I]. }
        cbn [careful]. destruct (same_player p who);
          apply (all_numbered _ _ (turn r p n (without [] open) after)); intros j J;
          rewrite map_length in J;
          rewrite (map_nth (fun set => turn r p n (without set open) after));
          pose proof (nth_error_at (set0 :: sets0) j [] J) as At; [|now apply go].
        intros Chosen. split; [|now apply go].
        assert (Says : seen i (seen d s) [] = set_by b open roll).
        { unfold seen. now rewrite step, D, R, C. }
        rewrite Says, map_length in Chosen. rewrite Chosen in At.
        rewrite (best_set n open rolls roll _ eq_refl I N L (B eq_refl));
          [|now apply (nth_error_In _ i)|unfold chosen; rewrite C, Chosen; exact At].
        unfold after_roll. rewrite C. reflexivity. }
    rewrite turn_step by exact N. cbn [careful].
    destruct (same_player p who);
      apply (all_numbered _ _ (Chance (map (after_roll r p n open after) []))); intros d D;
      rewrite map_length in D; rewrite (map_nth (fun rolls => Chance (map _ rolls)));
      pose proof (nth_error_at (may_roll r open) d [] D) as Dice.
    - intros Chosen. rewrite step, map_length in Chosen.
      assert (B : chosen (dice_by b open) (may_roll r open) = Some (nth d (may_roll r open) [])).
      { unfold chosen. now rewrite <- Chosen. }
      split.
      + rewrite (best_dice n open _ eq_refl I N L B), turn_step by exact N. reflexivity.
      + cbn [careful]. apply (all_numbered _ _ (after_roll r p n open after [])). intros i R.
        rewrite map_length in R. rewrite map_nth.
        eapply rolled; [exact Dice|now apply nth_error_at|easy].
    - cbn [careful]. apply (all_numbered _ _ (after_roll r p n open after [])). intros i R.
      rewrite map_length in R. rewrite map_nth.
      eapply rolled; [exact Dice|now apply nth_error_at|easy].
  Qed.
End Turn.

(** * A book of a right table *)

Section Book.
  Variables (r : rules) (who : player) (after : Z -> game).
  Variables (d : positive) (pay : Z -> Q) (m : table) (b : book) (rest : Z -> strategy).
  Hypothesis is_proper : proper r.
  Hypothesis ends : forall open, In open (subsets (start r)) ->
    (gain who (value (after (score r open))) == pay (score r open))%Q.
  Hypothesis right : turn_right (states r) d pay m = true.
  Hypothesis good : advises r d pay m b = true.
  Hypothesis later : forall open, In open (subsets (start r)) ->
    careful who (rest (score r open)) (after (score r open)).

  Lemma same_gain x y z : (gain who x == z -> gain who y == z -> x == y)%Q.
  Proof.
    intros X Y. rewrite <- (gain_gain who x), <- (gain_gain who y). apply gain_same.
    now rewrite X, Y.
  Qed.

  Lemma advice_careful open n : In open (subsets (start r)) -> (length open <= n)%nat ->
    careful who (by_book r b n open rest) (turn r who n open after).
  Proof using is_proper ends right good later.
    assert (sound := turn_sound r who after d pay m is_proper ends right).
    assert (good' : forall open rolls, In open (subsets (start r)) -> open <> [] ->
      chosen (dice_by b open) (may_roll r open) = Some rolls ->
      rolls_number r d pay m open rolls = size rolls * number r m open
      /\ forall roll set, In roll rolls ->
         chosen (set_by b open roll) (covers r open roll) = Some set ->
         number r m (without set open) = roll_number r d pay m open roll).
    { clear open n. intros open rolls I N C. unfold advises in good.
      rewrite forallb_forall in good. specialize (good open I).
      destruct open as [|t l]; [easy|]. rewrite C in good. apply andb_prop in good as [A B].
      split; [now apply Z.eqb_eq|]. intros roll set J S. rewrite forallb_forall in B.
      specialize (B roll J). rewrite S in B. now apply Z.eqb_eq. }
    apply by_book_careful; auto.
    - clear open n. intros n open rolls _ I N L C. assert (J := nth_error_In _ _ C).
      destruct (choice_right r d pay m right open I N) as [A _].
      destruct (A rolls J) as [P _]. destruct (good' open rolls I N C) as [W _].
      eapply same_gain; [|now apply sound].
      apply (proj2 (over_of d _ _ _ P
        (rolls_right r who after d pay m is_proper ends right n open rolls (sound n) I L J P) _) W).
    - clear open n. intros n open rolls roll set _ I N L C K S.
      assert (J := nth_error_In _ _ C). destruct (good' open rolls I N C) as [_ W].
      eapply same_gain; [|now apply (roll_right r who after d pay m is_proper ends right n open rolls)].
      rewrite <- (W roll set K S).
      apply (move_right r who after d m is_proper n open rolls roll); auto.
      eapply nth_error_In, S.
  Qed.
End Book.

(** * Who follows it makes sure of the value *)

Section Accepted.
  Variables (r own : rules) (c : certificate) (claim : Q).
  Hypothesis first_proper : proper r.
  Hypothesis second_proper : proper own.
  Hypothesis accepted : accepts r own c claim = true.

  Lemma over_careful who (f : Z -> Q) k s : careful who s (Over (f k)).
  Proof. exact I. Qed.

  Lemma first_idle k s : careful First s (then_second r own k).
  Proof.
    unfold then_second. destruct (at_once r k); [exact I|].
    apply idle_careful; [easy|]. intros. apply over_careful.
  Qed.

  (** The first player follows a book of the table, from any tiles in his turn. *)
  Theorem advice_first b rest open :
    advises r (first_unit c) (to_first r c (roots own c)) (first_table c) b = true ->
    In open (subsets (start r)) ->
    forall s2, (number r (first_table c) open # first_unit c
      <= payoff (by_book r b (length open) open rest) s2
           (turn r First (length open) open (then_second r own)))%Q.
  Proof using first_proper second_proper accepted.
    intros B I s2. rewrite <- (first_value r own c claim) by auto. apply sure_first.
    apply (advice_careful r First (then_second r own) (first_unit c)
      (to_first r c (roots own c)) (first_table c)); auto using first_idle.
    - intros open' I'. unfold gain.
      apply (first_ends r own c claim accepted
        (fun first => whole_turn own Second (fun s => Over (pays r first s)))); auto.
      intros k m J. apply (second_value r own c claim); auto using all_open.
    - now apply (tables_right r own c claim).
  Qed.

  Lemma second_careful b rest k m open : In (k, m) (second_tables c) ->
    advises own (second_unit c) (fun s => - pays r k s)%Q m b = true ->
    In open (subsets (start own)) ->
    careful Second (by_book own b (length open) open rest)
      (turn own Second (length open) open (fun s => Over (pays r k s))).
  Proof using second_proper accepted.
    intros J B I. apply (advice_careful own Second (fun s => Over (pays r k s)) (second_unit c)
      (fun s => - pays r k s)%Q m); auto.
    - reflexivity.
    - now apply (tables_right r own c claim).
    - intros. apply over_careful.
  Qed.

  (** The second player does, from any tiles in her turn, with the score [k] to beat. *)
  Theorem advice_second b rest k m open : In (k, m) (second_tables c) ->
    advises own (second_unit c) (fun s => - pays r k s)%Q m b = true ->
    In open (subsets (start own)) ->
    forall s1, (payoff s1 (by_book own b (length open) open rest)
        (turn own Second (length open) open (fun s => Over (pays r k s)))
      <= - (number own m open # second_unit c))%Q.
  Proof using second_proper accepted.
    intros J B I s1. rewrite <- (second_value r own c claim second_proper accepted k m) by eauto.
    apply sure_second. now apply (second_careful b rest k m).
  Qed.

  (** The second player looks on, and then follows the book for the score that was left: of the
      whole game. *)
  Theorem advice_second_whole (b : Z -> book) looks_on rest :
    (forall k m, In (k, m) (second_tables c) ->
       advises own (second_unit c) (fun s => - pays r k s)%Q m (b k) = true) ->
    forall s1, (payoff s1 (by_book r looks_on (length (start r)) (start r) (fun k =>
        by_book own (b k) (length (start own)) (start own) rest)) (two_turns_by r own) <= claim)%Q.
  Proof using first_proper second_proper accepted.
    intros B s1. destruct (tables_right r own c claim accepted) as [_ [_ V]].
    rewrite <- V, <- (first_value r own c claim) by auto using all_open. apply sure_second.
    apply by_book_careful; try discriminate; auto using all_open.
    intros open I. unfold then_second. destruct (at_once r (score r open)) eqn:O; [exact Logic.I|].
    destruct (has_table r own c claim accepted open I O) as [m J].
    apply (second_careful _ _ _ m); auto using all_open.
  Qed.
End Accepted.

(** * There is such a book: it can be read off the table *)

Fixpoint find_place {A} (f : A -> bool) (l : list A) : nat :=
  match l with
  | [] => O
  | x :: l => if f x then O else S (find_place f l)
  end.

Definition book_of (r : rules) (d : positive) (pay : Z -> Q) (m : table) : book := {|
  dice_by open := find_place (fun rolls =>
    rolls_number r d pay m open rolls =? size rolls * number r m open) (may_roll r open);
  set_by open roll := find_place (fun set =>
    number r m (without set open) =? roll_number r d pay m open roll) (covers r open roll)
|}.

Lemma chosen_found {A} (f : A -> bool) l : (exists x, In x l /\ f x = true) ->
  exists x, chosen (find_place f l) l = Some x /\ f x = true.
Proof.
  intros [x [I F]]. assert (H : exists y, nth_error l (find_place f l) = Some y /\ f y = true).
  { induction l as [|y l IH]; [easy|]. simpl. destruct (f y) eqn:E; [now exists y|].
    apply IH. now destruct I as [->|I]; [congruence|]. }
  destruct H as [y [N Y]]. exists y. split; [|exact Y]. unfold chosen, place.
  destruct (Nat.ltb_spec (find_place f l) (length l)); [exact N|].
  now rewrite (proj2 (nth_error_None _ _)) in N by assumption.
Qed.

Lemma most_in m l : l <> [] -> exists k, In k l /\ get m k = most m l.
Proof.
  induction l as [|k [|k' l] IH]; [easy|intros _; exists k; simpl; auto|]. intros _.
  change (most m (k :: k' :: l)) with (Z.max (get m k) (most m (k' :: l))).
  destruct (Z.max_spec (get m k) (most m (k' :: l))) as [[_ ->]|[_ ->]].
  - destruct IH as [x [I E]]; [easy|]. exists x. split; [now right|exact E].
  - exists k. split; [now left|reflexivity].
Qed.

Theorem book_of_advises r d pay m : turn_right (states r) d pay m = true ->
  advises r d pay m (book_of r d pay m) = true.
Proof.
  intros R. apply forallb_forall. intros open I. destruct open as [|t l]; [easy|].
  remember (t :: l) as open eqn:E. assert (N : open <> []) by now subst. clear t l E.
  destruct (choice_right r d pay m R open I N) as [_ [rolls [J W]]].
  destruct (chosen_found (fun rolls =>
    rolls_number r d pay m open rolls =? size rolls * number r m open) (may_roll r open))
    as [rolls' [C W']]; [exists rolls; split; [exact J|now apply Z.eqb_eq]|].
  cbn [book_of dice_by set_by]. rewrite C, W'. cbn [andb]. apply forallb_forall. intros roll _.
  destruct (covers r open roll) as [|s sets] eqn:S; [reflexivity|]. rewrite <- S.
  destruct (chosen_found (fun set =>
    number r m (without set open) =? roll_number r d pay m open roll) (covers r open roll))
    as [set [C' W'']]; [|now rewrite C'].
  destruct (most_in m (leads_to r open roll)) as [k [K M]].
  { unfold leads_to. now rewrite S. }
  apply in_map_iff in K as [set [<- K]]. exists set. split; [exact K|]. apply Z.eqb_eq.
  unfold number. rewrite M. unfold roll_number, leads_to. now rewrite S.
Qed.
