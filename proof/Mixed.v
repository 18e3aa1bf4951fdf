(** Dice, coins and moods do not help: the value stands against strategies that are mixed. *)
From Coq Require Import List QArith Lia.
From Shut Require Import Games.
Import ListNotations.
Open Scope Q_scope.

(** A player draws one of finitely many strategies, with these chances. *)
Definition mixture := list (Q * strategy).
Definition is_mixture (m : mixture) : Prop :=
  (forall chance s, In (chance, s) m -> 0 <= chance) /\ sum (map fst m) == 1.

(** The mean of [f] over what is drawn. *)
Definition weigh (f : strategy -> Q) (m : mixture) : Q :=
  sum (map (fun '(chance, s) => chance * f s) m).

Definition mixed_payoff (m1 m2 : mixture) (g : game) : Q :=
  weigh (fun s1 => weigh (fun s2 => payoff s1 s2 g) m2) m1.

(** A strategy that is drawn for certain. *)
Definition pure (s : strategy) : mixture := [(1, s)].

Lemma weigh_pure f s : weigh f (pure s) == f s.
Proof. unfold weigh, pure. simpl. ring. Qed.

Lemma weigh_le f f' m : is_mixture m -> (forall s, f s <= f' s) -> weigh f m <= weigh f' m.
Proof.
  intros [P _] F. unfold weigh. induction m as [|[chance s] m IH]; simpl; [apply Qle_refl|].
  apply Qplus_le_compat; [|apply IH; intros; eapply P; right; eauto].
  rewrite !(Qmult_comm chance). apply Qmult_le_compat_r; [apply F|].
  apply (P chance s). now left.
Qed.

Lemma weigh_constant v m : is_mixture m -> weigh (fun _ => v) m == v.
Proof.
  intros [_ S]. transitivity (sum (map fst m) * v); [|rewrite S; ring].
  clear S. unfold weigh. induction m as [|[chance s] m IH]; simpl; [ring|]. rewrite IH. ring.
Qed.

Theorem mixed g v : is_value g v -> exists s1 s2,
  (forall m2, is_mixture m2 -> v <= mixed_payoff (pure s1) m2 g)
  /\ (forall m1, is_mixture m1 -> mixed_payoff m1 (pure s2) g <= v).
Proof.
  intros [[s1 A] [s2 B]]. exists s1, s2. unfold mixed_payoff. split; intros m M.
  - rewrite weigh_pure. apply (Qle_trans _ (weigh (fun _ => v) m)).
    + rewrite (weigh_constant v m M). apply Qle_refl.
    + now apply weigh_le.
  - apply (Qle_trans _ (weigh (fun _ => v) m)).
    + apply weigh_le; [exact M|]. intros s. rewrite weigh_pure. apply B.
    + rewrite (weigh_constant v m M). apply Qle_refl.
Qed.
