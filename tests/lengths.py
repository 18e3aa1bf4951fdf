"""Texts of any length, and the longest rules that there are."""

from twoplayer.errors import LONGEST

KINDS = ("1{}", "1{}x", "9{}", " {}x", "a{}", "1,{}", "1-2,{}", "-{}", "1.{}", "sum<=6 and {}")


def texts(length):
    """Return texts with so many characters: a part over and over, and maybe another end."""
    for kind in KINDS:
        part, end = kind.split("{}")
        yield (part * length)[: length - len(end)] + end


LONGEST_RULES = [
    {"tiles": ",".join(str(10**99 + 2 * place) for place in range(24))},
    {"one_die": " and ".join(f"{name} <= -{'9' * 1000}" for name in ("sum", "max", "count"))},
    {"clack_payout": f"{'9' * 1000}/1{'0' * 999}"},
    {"clack_payout": f"0.{'0' * 998}1"},
    {"stop_total": f"-{'9' * 100}"},
    {"max_tiles": "9" * 100},
    {"dice": " " * (LONGEST - 3) + "1d6"},
    {"weights": f"1{f',{10**18}' * 99}", "dice": "1d100"},
]
TOO_LONG = [
    {"tiles": f"1,1{'0' * 100}"},
    {"one_die": f"sum <= 1{'0' * 1000}"},
    {"clack_payout": f"1{'0' * 1000}"},
    {"clack_payout": f"1/1{'0' * 1000}"},
    {"clack_payout": f"0.{'0' * 999}1"},
    {"stop_total": f"-1{'0' * 100}"},
    {"max_tiles": f"1{'0' * 100}"},
    {"dice": " " * (LONGEST - 2) + "1d6"},
    {"weights": f"1{f',{10**19}' * 99}", "dice": "1d100"},
]
"""The same with a digit, or a blank, more."""
