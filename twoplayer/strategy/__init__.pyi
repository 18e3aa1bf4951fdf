"""What the package offers to users, each name with its home; `names.py` reads them here."""

from .card import Card as Card
from .card import CardLine as CardLine
from .one_player import OnePlayer as OnePlayer
from .one_player import Restarts as Restarts
from .one_player import coverable_sets as coverable_sets
from .one_player import foresight as foresight
from .one_player import restarts as restarts
from .one_player import winning_sequences as winning_sequences
from .regret import Regret as Regret
from .regret import Regrets as Regrets
from .response import AnsweringTurn as AnsweringTurn
from .response import BestResponse as BestResponse
from .response import Exploitability as Exploitability
from .rounds_until import RoundsUntil as RoundsUntil
from .search import BestRuleOfThumb as BestRuleOfThumb
from .search import RuleOfThumbSearch as RuleOfThumbSearch
from .search import search_rules_of_thumb as search_rules_of_thumb
from .simulation import Estimate as Estimate
from .simulation import Estimates as Estimates
from .simulation import transcript as transcript
from .values import Matchup as Matchup
from .values import StrategyRange as StrategyRange
from .values import StrategyValue as StrategyValue
from .values import StrategyValues as StrategyValues
from .values import strategy_range as strategy_range

__all__: list[str]
