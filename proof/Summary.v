(** Every theorem, and what it rests on: nothing but Coq, if it says "Closed under the global
    context" below each. *)
From Coq Require Import List ZArith QArith.
From Shut Require Import Games Rules House Minimax Mixed Checker Sound Same Find Advice.
From Shut Require Small Coins Classic Sixteen.

Check Minimax.careful_is_sure. Print Assumptions Minimax.careful_is_sure.
Check Minimax.best_is_careful. Print Assumptions Minimax.best_is_careful.
Check Minimax.minimax. Print Assumptions Minimax.minimax.
Check Minimax.only_one_value. Print Assumptions Minimax.only_one_value.
Check Mixed.mixed. Print Assumptions Mixed.mixed.
Check Sound.turn_is_whole. Print Assumptions Sound.turn_is_whole.
Check Sound.accepts_first. Print Assumptions Sound.accepts_first.
Check Sound.accepts_second. Print Assumptions Sound.accepts_second.
Check Sound.accepts_sound. Print Assumptions Sound.accepts_sound.
Check Sound.finer_same. Print Assumptions Sound.finer_same.
Check Same.sixteen_proper. Print Assumptions Same.sixteen_proper.
Check Same.same_game. Print Assumptions Same.same_game.
Check Find.house_proper. Print Assumptions Find.house_proper.
Check Find.file_is_proof. Print Assumptions Find.file_is_proof.
Check Advice.advice_first. Print Assumptions Advice.advice_first.
Check Advice.advice_second. Print Assumptions Advice.advice_second.
Check Advice.advice_second_whole. Print Assumptions Advice.advice_second_whole.
Check Advice.book_of_advises. Print Assumptions Advice.book_of_advises.
Check Small.rolls_of_two_dice. Print Assumptions Small.rolls_of_two_dice.
Check Small.rolls_of_one_die. Print Assumptions Small.rolls_of_one_die.
Check Small.dice_by_rule. Print Assumptions Small.dice_by_rule.
Check Small.three_and_four. Print Assumptions Small.three_and_four.
Check Small.two_alone. Print Assumptions Small.two_alone.
Check Small.covered. Print Assumptions Small.covered.
Check Small.by_moves. Print Assumptions Small.by_moves.
Check Small.by_double. Print Assumptions Small.by_double.
Check Small.by_limits. Print Assumptions Small.by_limits.
Check Small.loaded. Print Assumptions Small.loaded.
Check Small.scores. Print Assumptions Small.scores.
Check Small.who_pays. Print Assumptions Small.who_pays.
Check Small.who_pays_ties. Print Assumptions Small.who_pays_ties.
Check Small.at_once_or_not. Print Assumptions Small.at_once_or_not.
Check Small.any_strategy. Print Assumptions Small.any_strategy.
Check Small.option_taken. Print Assumptions Small.option_taken.
Check Small.sixteen_playable. Print Assumptions Small.sixteen_playable.
Check Small.house_playable. Print Assumptions Small.house_playable.
Check Coins.by_hand. Print Assumptions Coins.by_hand.
Check Coins.not_another. Print Assumptions Coins.not_another.
Check Coins.by_certificate. Print Assumptions Coins.by_certificate.
Check Coins.by_itself. Print Assumptions Coins.by_itself.
Check Coins.first_is_sure. Print Assumptions Coins.first_is_sure.
Check Coins.second_is_sure. Print Assumptions Coins.second_is_sure.
Check Coins.choices_matter. Print Assumptions Coins.choices_matter.
Check Classic.value. Print Assumptions Classic.value.
Check Sixteen.value_01. Print Assumptions Sixteen.value_01.
Check Sixteen.value_02. Print Assumptions Sixteen.value_02.
Check Sixteen.value_03. Print Assumptions Sixteen.value_03.
Check Sixteen.value_04. Print Assumptions Sixteen.value_04.
Check Sixteen.value_05. Print Assumptions Sixteen.value_05.
Check Sixteen.value_06. Print Assumptions Sixteen.value_06.
Check Sixteen.value_07. Print Assumptions Sixteen.value_07.
Check Sixteen.value_08. Print Assumptions Sixteen.value_08.
Check Sixteen.value_09. Print Assumptions Sixteen.value_09.
Check Sixteen.value_10. Print Assumptions Sixteen.value_10.
Check Sixteen.value_11. Print Assumptions Sixteen.value_11.
Check Sixteen.value_12. Print Assumptions Sixteen.value_12.
Check Sixteen.value_13. Print Assumptions Sixteen.value_13.
Check Sixteen.value_14. Print Assumptions Sixteen.value_14.
Check Sixteen.value_15. Print Assumptions Sixteen.value_15.
Check Sixteen.value_16. Print Assumptions Sixteen.value_16.
