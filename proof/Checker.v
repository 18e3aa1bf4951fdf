(** A checker of certificates: tables of whole numbers over one denominator, a number for every
    set of open tiles. That what it accepts is so is proven in Sound.v: it need not be believed. *)
From Coq Require Import List ZArith QArith Bool FMapPositive.
From Shut Require Import Games Rules.
Import ListNotations.
Open Scope Z_scope.

(** * Tables *)

Definition table := PositiveMap.t Z.

Definition get (m : table) (k : positive) : Z :=
  match PositiveMap.find k m with
  | Some v => v
  | None => 0
  end.

(** A set of open tiles as a binary number: a digit for each tile, the first tile's is the last,
    and a 1 in front. *)
Fixpoint key (tiles open : list tile) : positive :=
  match tiles with
  | [] => xH
  | t :: tiles => if existsb (Z.eqb t) open then xI (key tiles open) else xO (key tiles open)
  end.

(** The values of all sets, as a certificate lists them: in ascending order of the keys. *)
Definition table_of (values : list Z) : table :=
  snd (fold_left (fun '(k, m) v => (Pos.succ k, PositiveMap.add k v m)) values
    (Pos.of_nat (length values), PositiveMap.empty Z)).

(** * States *)

(** The sets to which a roll may lead, by their keys: none, if it ends the turn. *)
Definition leads_to (r : rules) (open : list tile) (roll : list die) : list positive :=
  map (fun set => key (start r) (without set open)) (covers r open roll).

(** How many rolls there are, and how many of them lead to the same sets. *)
Definition throws := (Z * list (Z * list positive))%type.

Fixpoint add_throw (x : list positive) (l : list (Z * list positive)) :=
  match l with
  | [] => [(1, x)]
  | (n, y) :: l =>
      if list_eq_dec Pos.eq_dec x y then (n + 1, y) :: l else (n, y) :: add_throw x l
  end.

Definition throws_of (r : rules) (open : list tile) (rolls : list (list die)) : throws :=
  (Z.of_nat (length rolls), fold_right add_throw [] (map (leads_to r open) rolls)).

(** What the equation of a set of open tiles is made of: worked out once for all scores to beat. *)
Record state := {
  its_key : positive;
  its_score : Z;
  shut : bool;                                     (* no tile is open *)
  choices : list throws                            (* for each number of dice *)
}.

Definition state_of (r : rules) (open : list tile) : state := {|
  its_key := key (start r) open;
  its_score := score r open;
  shut := match open with [] => true | _ => false end;
  choices := map (throws_of r open) (may_roll r open)
|}.

Definition states (r : rules) : list state := map (state_of r) (subsets (start r)).

(** * Equations *)

Fixpoint most (m : table) (l : list positive) : Z :=
  match l with
  | [] => 0
  | [k] => get m k
  | k :: l => Z.max (get m k) (most m l)
  end.

(** What a roll is worth that leads to these sets, where ending the turn is worth [e]. *)
Definition worth (m : table) (e : Z) (l : list positive) : Z :=
  match l with
  | [] => e
  | _ => most m l
  end.

(** The sum over all rolls. *)
Fixpoint weighed (m : table) (e : Z) (l : list (Z * list positive)) : Z :=
  match l with
  | [] => 0
  | (n, x) :: l => n * worth m e x + weighed m e l
  end.

(** The value of a state is the largest of the means, over the numbers of dice: no mean is larger,
    and one is equal. [u] is what ending the turn is worth, by the score. *)
Definition equation (u : Z -> Z) (m : table) (st : state) : bool :=
  let v := get m (its_key st) in
  let e := u (its_score st) in
  if shut st then v =? e
  else
    let sums := map (fun '(n, l) => (n, weighed m e l)) (choices st) in
    forallb (fun '(n, x) => (0 <? n) && (x <=? n * v)) sums
    && existsb (fun '(n, x) => x =? n * v) sums.

(** A fraction in units of one over [d]; that it is whole is checked. *)
Definition scaled (d : positive) (x : Q) : Z := Qnum x * Z.pos d / QDen x.

Definition turn_right (sts : list state) (d : positive) (pay : Z -> Q) (m : table) : bool :=
  let u s := scaled d (pay s) in
  forallb (fun st => Qeq_bool (u (its_score st) # d) (pay (its_score st))) sts
  && forallb (equation u m) sts.

(** * Certificates *)

Record certificate := {
  second_unit : positive;                          (* the denominator of the second's tables *)
  second_tables : list (Z * table);                (* by the score to beat; what she gets *)
  first_unit : positive;
  first_table : table                              (* what he gets *)
}.

(** What each of the second player's turns is worth to her, by the score to beat. *)
Definition roots (own : rules) (c : certificate) : list (Z * Z) :=
  map (fun '(k, m) => (k, get m (key (start own) (start own)))) (second_tables c).

(** What the first player gets for leaving a score. *)
Definition to_first (r : rules) (c : certificate) (roots : list (Z * Z)) (first : Z) : Q :=
  match at_once r first with
  | Some paid => paid
  | None =>
      match find (fun '(k, _) => k =? first) roots with
      | Some (_, v) => - v # second_unit c
      | None => 0
      end
  end.

(** There is a table for every score after which the second player rolls; all equations of both
    players hold; and the claim is the value of all tiles in the first player's turn. *)
Definition accepts (r own : rules) (c : certificate) (claim : Q) : bool :=
  let hers := states own in
  let his := states r in
  let roots := roots own c in
  forallb (fun st => match at_once r (its_score st) with
    | Some _ => true
    | None => existsb (fun '(k, _) => k =? its_score st) roots
    end) his
  && forallb (fun '(k, m) =>
       turn_right hers (second_unit c) (fun s => - pays r k s)%Q m) (second_tables c)
  && turn_right his (first_unit c) (to_first r c roots) (first_table c)
  && Qeq_bool (get (first_table c) (key (start r) (start r)) # first_unit c) claim.

(** * Finer units *)

(** A certificate need not carry what an ending is worth as a whole number. In finer units it
    does; [p] is a denominator of all payoffs. *)
Definition finer (n : positive) (m : table) : table := PositiveMap.map (Z.mul (Z.pos n)) m.

(** The least factor by which the unit [d] has to be divided to measure one over [e] as well. *)
Definition factor (d e : positive) : positive := Z.to_pos (Z.pos e / Z.gcd (Z.pos d) (Z.pos e)).

Definition refined (p : positive) (c : certificate) : certificate :=
  let n2 := factor (second_unit c) p in
  let n1 := factor (first_unit c) (n2 * second_unit c) in
  {| second_unit := n2 * second_unit c;
     second_tables := map (fun '(k, m) => (k, finer n2 m)) (second_tables c);
     first_unit := n1 * first_unit c;
     first_table := finer n1 (first_table c) |}.
