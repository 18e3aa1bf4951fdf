(** The checker as a program in OCaml. *)
From Coq Require Import List ZArith QArith FMapPositive.
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZBigInt.
From Shut Require Import Rules House Checker Find.
Extraction Language OCaml.
Extraction "proven.ml" accepts_file rules_of subsets at_once score total largest count table_of.
