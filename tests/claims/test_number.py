"""Numbers as people write them: each form is read into the interval in which it is right."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twoplayer.claims.number import number_of

Q = Fraction


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-1/250", Q(-1, 250)),
        ("−1/250", Q(-1, 250)),
        ("1⁄250", Q(1, 250)),
        ("3:2", Q(3, 2)),
        (r"\frac{1}{250}", Q(1, 250)),
        (r"$-\dfrac{1}{250}$", Q(-1, 250)),
        ("238 245", Q(238245)),
        ("238_245", Q(238245)),
        ("238'245", Q(238245)),
        ("238\N{THIN SPACE}245", Q(238245)),
        ("27 323 400 707 / 2 448 880 128", Q(27323400707, 2448880128)),
        ("0", Q(0)),
    ],
)
def test_fractions_and_whole_numbers_are_exact(text, value):
    number = number_of(text)
    assert (number.low, number.high, number.form) == (value, value, "exact")


@pytest.mark.parametrize(
    ("text", "middle", "step"),
    [
        ("-0.4012", "-0.4012", "0.0001"),
        ("−0.4012", "-0.4012", "0.0001"),
        ("–0.4012", "-0.4012", "0.0001"),
        ("-0,4012", "-0.4012", "0.0001"),
        ("-.4", "-0.4", "0.1"),
        ("-4.012e-3", "-0.004012", "0.000001"),
        (r"-4.012 \times 10^{-3}", "-0.004012", "0.000001"),
        ("-4.012×10⁻³", "-0.004012", "0.000001"),
        ("1e-3", "0.001", "0.001"),
        ("0.4012 %", "0.004012", "0.000001"),
        ("0.4012%", "0.004012", "0.000001"),
        (r"0.4012\,\%", "0.004012", "0.000001"),
        ("0.4012 percent", "0.004012", "0.000001"),
        ("0,4012 Prozent", "0.004012", "0.000001"),
        ("40 cents", "0.4", "0.01"),
        ("7 %", "0.07", "0.01"),
        ("1.234,5", "1234.5", "0.1"),
        ("1,234.5", "1234.5", "0.1"),
        ("about 7", "7", "1"),
        ("0.123 456", "0.123456", "0.000001"),
    ],
)
def test_a_rounded_number_is_right_within_half_a_unit_of_its_last_digit(text, middle, step):
    number = number_of(text)
    assert (number.middle, number.step) == (Q(middle), Q(step))
    assert number.high - number.low == Q(step)
    assert number.form == "rounded"


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("[0.40, 0.41]", "0.40", "0.41"),
        ("[0.40; 0.41]", "0.40", "0.41"),
        ("0.40 to 0.41", "0.40", "0.41"),
        ("0.4012 ± 0.0003", "0.4009", "0.4015"),
        (r"0.4012 \pm 0.0003", "0.4009", "0.4015"),
        ("0.4012 +/- 0.0003", "0.4009", "0.4015"),
        ("(7.1 ± 0.2) %", "0.069", "0.073"),
        ("[7 %, 8 %]", "0.07", "0.08"),
    ],
)
def test_an_interval_is_its_ends(text, low, high):
    number = number_of(text)
    assert (number.low, number.high, number.form) == (Q(low), Q(high), "interval")


def test_one_in_so_many_is_a_rounded_reciprocal():
    number = number_of("1 in 14")
    assert (number.low, number.high) == (1 / Q("14.5"), 1 / Q("13.5"))
    assert number_of("1 in 14.0").high == 1 / Q("13.95")
    seven = number_of("7 in 100")  # where both are counted, both are rounded
    assert (seven.low, seven.high) == (Q("6.5") / Q("100.5"), Q("7.5") / Q("99.5"))
    assert number_of("1 in 1,000").high == 1 / Q("999.5")
    assert number_of("-1 in 250").high == -1 / Q("250.5")


def test_a_comma_that_may_part_groups_is_read_both_ways():
    number = number_of("1,234")
    assert number.middle == Q("1.234")
    assert number.otherwise is not None
    assert number.otherwise.middle == 1234
    assert number_of("1,234", comma=True).otherwise is None
    assert number_of("1,2345").otherwise is None


def test_a_heading_may_say_that_numbers_are_in_percent():
    assert number_of("7.14", percent=True) == number_of("7.14 %")._replace(text="7.14")
    assert number_of("7.14 %", percent=True) == number_of("7.14 %")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "1/0",
        "-1/3%",
        "-1/250 cents",
        "0.4 % cents",
        "[0.4]",
        "[0.5, 0.4]",
        "1 in 0",
        "12 34",
        "1.2.3",
    ],
)
def test_what_is_no_number_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        number_of(text)


@given(st.fractions(max_denominator=10**6))
def test_what_is_written_as_a_fraction_is_read_as_it_is(value):
    assert number_of(str(value)).low == number_of(str(value)).high == value


@given(st.floats(min_value=-1e6, max_value=1e6, allow_subnormal=False))
def test_the_nearest_float_to_a_number_is_right_of_it(value):
    assert number_of(repr(value)).holds(Fraction(value))


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6), st.integers(1, 8))
def test_a_number_rounded_to_some_places_holds_what_was_rounded(top, bottom, places):
    exact = Fraction(top, bottom)
    units = round(exact * 10**places)
    text = f"{'-' * (units < 0)}{abs(units) // 10**places}.{abs(units) % 10**places:0{places}}"
    assert number_of(text).holds(exact)
    assert not number_of(text).holds(exact + Fraction(3, 2 * 10**places))
