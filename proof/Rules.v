(** Shut the Box for two players, by the sixteen published rule sets.

    Nothing is proven in this file: it is to be read. *)
From Coq Require Import List ZArith QArith Bool.
From Shut Require Import Games.
Import ListNotations.
Open Scope Z_scope.                                (* numbers below are whole *)

(** * Any game of two turns in which open tiles are covered *)

Definition tile := Z.
Definition die := Z.

Record rules := {
  start : list tile;                               (* the tiles open at the start of a turn *)
  may_roll : list tile -> list (list (list die));
    (* By what is open: for each number of dice that the player may take, the list of all rolls,
       which are equally likely. A roll is a list of dice. *)
  covers : list tile -> list die -> list (list tile);
    (* By what is open and was rolled: the sets of tiles that the player may cover. *)
  score : list tile -> Z;                          (* by what is left open *)
  at_once : Z -> option Q;
    (* By the first player's score: what he gets now, if the second player does not roll. *)
  pays : Z -> Z -> Q                               (* else by his score and hers: what he gets *)
}.

(** What is left open once a set is covered. *)
Definition without (set open : list tile) : list tile :=
  filter (fun t => negb (existsb (Z.eqb t) set)) open.

(** A turn of the player [who], with some tiles open. While one is, the player takes a number of
    dice and rolls. If the roll covers no set of open tiles, or if no tile is open, the turn has
    ended with the score of what is open, and [after] says how the game goes on. Else the
    player covers one of the sets, and the turn goes on with the others.

    By the sixteen and by all house rules every such round covers a tile, so that there cannot be
    more of them than tiles: [most] counts them down, and cuts no turn short (theorem
    [turn_is_whole]). *)
Fixpoint turn (r : rules) (who : player) (most : nat) (open : list tile) (after : Z -> game)
    : game :=
  match most, open with
  | O, _ | _, [] => after (score r open)
  | S most, _ =>
      Choose who (map (fun rolls =>
        Chance (map (fun roll =>
          match covers r open roll with
          | [] => after (score r open)
          | sets => Choose who (map (fun set => turn r who most (without set open) after) sets)
          end) rolls)) (may_roll r open))
  end.

Definition whole_turn (r : rules) (who : player) (after : Z -> game) : game :=
  turn r who (length (start r)) (start r) after.

(** The second player's turn, to beat the score that the first has left: by rules of her own, or
    by the same. What is paid is a matter of the first player's rules [r]. *)
Definition then_second (r own : rules) (first : Z) : game :=
  match at_once r first with
  | Some paid => Over paid
  | None => whole_turn own Second (fun second => Over (pays r first second))
  end.

Definition two_turns_by (r own : rules) : game := whole_turn r First (then_second r own).

Definition two_turns (r : rules) : game := two_turns_by r r.

(** * The sixteen *)

Fixpoint total (l : list Z) : Z :=
  match l with
  | [] => 0
  | x :: l => x + total l
  end.

Fixpoint subsets {A} (l : list A) : list (list A) :=
  match l with
  | [] => [[]]
  | x :: l => subsets l ++ map (cons x) (subsets l)      (* those without [x], those with it *)
  end.

Definition faces : list die := [1; 2; 3; 4; 5; 6].
Definition one_die : list (list die) := map (fun a => [a]) faces.
Definition two_dice : list (list die) :=                 (* the 36 pairs *)
  flat_map (fun a => map (fun b => [a; b]) faces) faces.

(** When a player may take one die instead of two. *)
Inductive one_die_rule := Never | Always | Max_at_most_6 | Sum_at_most_6.

Definition one_die_allowed (rule : one_die_rule) (open : list tile) : bool :=
  match rule with
  | Never => false
  | Always => true
  | Max_at_most_6 => forallb (fun t => t <=? 6) open
  | Sum_at_most_6 => total open <=? 6
  end.

(** The lower score wins one stake, or [clack] stakes with every tile covered, which is the score
    0; nothing is paid for equal scores. *)
Definition lower_wins (clack : Q) (first second : Z) : Q :=
  if first <? second then (if first =? 0 then clack else 1%Q)
  else if second <? first then (- (if second =? 0 then clack else 1%Q))%Q
  else 0%Q.

(** [clack] is what a win with every tile covered pays; [immediate] says whether the first player
    then gets it at once, and the second does not roll. *)
Definition shut_the_box (rule : one_die_rule) (clack : Q) (immediate : bool) : rules := {|
  start := [1; 2; 3; 4; 5; 6; 7; 8; 9];
  may_roll open := if one_die_allowed rule open then [two_dice; one_die] else [two_dice];
  covers open roll := filter (fun set => total set =? total roll) (subsets open);
  score := total;
  at_once first := if immediate && (first =? 0) then Some clack else None;
  pays := lower_wins clack
|}.
