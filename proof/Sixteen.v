(** The sixteen published values. Written by sixteen.py from reports/sixteen.csv.

    [shut_the_box rule clack immediate]: when one die may be rolled, what a win with every tile
    covered pays, and whether the first player gets it at once. The value is the first player's,
    in stakes; what it is in percent of one stands above each theorem. *)
From Coq Require Import QArith.
From Shut Require Import Games Rules Find.

(** 0.1071 % *)
Theorem value_01 :
  is_value (two_turns (shut_the_box Never 1 true))
    (136975464175127437 # 127936296134683656192).
Proof. one_of_the_sixteen. Qed.

(** 0.1721 % *)
Theorem value_02 :
  is_value (two_turns (shut_the_box Always 1 true))
    (660709130673086657 # 383808888404050968576).
Proof. one_of_the_sixteen. Qed.

(** 0.2980 % *)
Theorem value_03 :
  is_value (two_turns (shut_the_box Max_at_most_6 1 true))
    (1143578696585991101 # 383808888404050968576).
Proof. one_of_the_sixteen. Qed.

(** -0.3276 % *)
Theorem value_04 :
  is_value (two_turns (shut_the_box Sum_at_most_6 2 false))
    (-2514552439025088575 # 767617776808101937152).
Proof. one_of_the_sixteen. Qed.

(** -0.3526 % *)
Theorem value_05 :
  is_value (two_turns (shut_the_box Never 2 false))
    (-169162192890147577 # 47976111050506371072).
Proof. one_of_the_sixteen. Qed.

(** -0.3900 % *)
Theorem value_06 :
  is_value (two_turns (shut_the_box Sum_at_most_6 1 false))
    (-1496899074587435617 # 383808888404050968576).
Proof. one_of_the_sixteen. Qed.

(** -0.4012 % *)
Theorem value_07 :
  is_value (two_turns (shut_the_box Never 1 false))
    (-668351559599495 # 166583718925369344).
Proof. one_of_the_sixteen. Qed.

(** -0.4772 % *)
Theorem value_08 :
  is_value (two_turns (shut_the_box Max_at_most_6 2 false))
    (-10988169214096544953 # 2302853330424305811456).
Proof. one_of_the_sixteen. Qed.

(** 0.5621 % *)
Theorem value_09 :
  is_value (two_turns (shut_the_box Sum_at_most_6 1 true))
    (2157277998416810269 # 383808888404050968576).
Proof. one_of_the_sixteen. Qed.

(** -0.5679 % *)
Theorem value_10 :
  is_value (two_turns (shut_the_box Always 2 false))
    (-13078194676614396769 # 2302853330424305811456).
Proof. one_of_the_sixteen. Qed.

(** -0.6489 % *)
Theorem value_11 :
  is_value (two_turns (shut_the_box Max_at_most_6 1 false))
    (-2490404198066669633 # 383808888404050968576).
Proof. one_of_the_sixteen. Qed.

(** 0.6645 % *)
Theorem value_12 :
  is_value (two_turns (shut_the_box Never 2 true))
    (79704505980062495 # 11994027762626592768).
Proof. one_of_the_sixteen. Qed.

(** -0.7747 % *)
Theorem value_13 :
  is_value (two_turns (shut_the_box Always 1 false))
    (-2973273763979574077 # 383808888404050968576).
Proof. one_of_the_sixteen. Qed.

(** 1.3269 % *)
Theorem value_14 :
  is_value (two_turns (shut_the_box Always 2 true))
    (30557604818015007335 # 2302853330424305811456).
Proof. one_of_the_sixteen. Qed.

(** 1.4177 % *)
Theorem value_15 :
  is_value (two_turns (shut_the_box Max_at_most_6 2 true))
    (32647630280532859151 # 2302853330424305811456).
Proof. one_of_the_sixteen. Qed.

(** 1.5767 % *)
Theorem value_16 :
  is_value (two_turns (shut_the_box Sum_at_most_6 2 true))
    (12102972390696410297 # 767617776808101937152).
Proof. one_of_the_sixteen. Qed.
