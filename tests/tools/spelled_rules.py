"""Rules as people spell them: right in many ways, and wrong ones."""

import pytest

from twoplayer import Variant
from twoplayer.errors import RulesError

SPELLED_OTHERWISE = [
    {"tiles": "3, 1-2,7 – 8", "one_die": "MAX<=6 and sum ≤ 9 and sum <= +7"},
    {"tiles": " 10 ", "dice": "D20", "clack_payout": "3:2", "immediate_clack": "YES"},
    {"clack_payout": ".50", "max_tiles": "None", "stop_total": "-07", "scoring": " Digits "},
    {"clack_payout": "12345678901234567890.25", "one_die": "forced count <= -1"},
    {"tiles": "6-6", "opening_tile": "06"},
    {"weights": " 2,2, 2,+2,2,04", "clack_payout": "2"},
    {"weights": "3,3,3,3,3,3", "dice": "1D6"},
    {"weights": "None"},
    {"tiles": " 1  2 5-7,9 , 11", "one_die": "Forced-sum-6-and-max-4 and count-1"},
]

BAD = [
    {"tiles": "9-1"},
    {"tiles": "1,1"},
    {"tiles": "0"},
    {"tiles": "-3"},
    {"tiles": "0-4"},
    {"tiles": "25"},
    {"tiles": "1-30,40"},
    {"tiles": "a"},
    {"tiles": ""},
    {"dice": "7d6"},
    {"dice": "2d101"},
    {"dice": "six"},
    {"weights": ""},
    {"weights": "1,2"},
    {"weights": "7"},
    {"weights": "1,1,1", "dice": "2d4", "one_die": "max"},
    {"weights": "1,1,1,1,1,0"},
    {"weights": "1,1,1,1,1,six"},
    {"weights": f"1,1,1,1,1,{10**18 + 1}"},
    {"weights": "1" + ",1" * 100},
    {"one_die": "sum < 6"},
    {"one_die": "it's"},
    {"one_die": "sum--6"},
    {"tiles": "1 - 3 x"},
    {"one_die": "forced always"},
    {"moves": "any"},
    {"max_tiles": "0"},
    {"max_tiles": "1.5"},
    {"opening_tile": "12"},
    {"opening_tile": "2", "tiles": "5-5"},
    {"stop_total": "1" + "0" * 100},
    {"clack_payout": "-1"},
    {"clack_payout": "1/0"},
    {"clack_payout": "two"},
    {"immediate_clack": "maybe"},
    {"ties": "split"},
    {"dice": "2", "one_die": " 6  or Less", "clack_payout": "double"},
    {"ties": "constructor"},
    {"moves": "exact", "dice": "3d6", "opening_tile": "11"},
    {"one_die": "always", "dice": "1d6", "ties": "x" * 80},
]


def refused_by_variant(given):
    explained = []
    for rules in given:
        with pytest.raises(RulesError) as refused:
            Variant(**rules)
        explained.append(list(map(str, refused.value.faults)))
    return explained
