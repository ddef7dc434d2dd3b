"""Numbers from text are exact, or refused in one line."""

from fractions import Fraction

import numpy
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from proofkit.foundations.errors import InputError, LimitExceeded
from proofkit.foundations.exact import MAX_DIGITS, integer, rational, shorten


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7/10", Fraction(7, 10)),
        ("0.7", Fraction(7, 10)),
        ("1e18", Fraction(10**18)),
        ("-3", Fraction(-3)),
        ("+5", Fraction(5)),
        (" 2 ", Fraction(2)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("1.25E-2", Fraction(1, 80)),
        ("-0.0", Fraction(0)),
        ("-6/4", Fraction(-3, 2)),
        ("0e900", Fraction(0)),
        ("9" * MAX_DIGITS, Fraction(10**MAX_DIGITS - 1)),
    ],
)
def test_text_is_read_exactly(text, value):
    assert rational(text) == value


NOT_NUMBERS = ["", " ", "-", ".", "e5", "1e", "nan", "inf", "-inf", "٣", "\x1b[31m", "1\x00"]
NOT_QUITE = ["1/-2", "1 / 2", "1_000", "0x10", "1.5/2", "1e3/2", "1/2/3", "1,5", "1;x", "1\n2"]


@pytest.mark.parametrize("value", [*NOT_NUMBERS, *NOT_QUITE, "1/0", "1/000"])
def test_junk_is_refused_by_name(value):
    with pytest.raises(InputError, match=r"^a1: ") as caught:
        rational(value, "a1")
    assert "\n" not in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "value", [0.1, 1.0, float("nan"), float("inf"), True, None, b"1", [], {}, 1j, numpy.float64(1)]
)
def test_inexact_values_are_refused(value):
    with pytest.raises(InputError, match="exact number"):
        rational(value)


def test_a_container_of_an_unprintable_number_is_refused_in_one_line():
    with pytest.raises(InputError, match="of type list"):
        rational([1 << 100_000])


def test_rationals_of_other_libraries_are_exact():
    assert rational(sympy.Rational(6, 5)) == Fraction(6, 5)
    assert rational(sympy.Integer(3)) == 3
    large = rational(numpy.int64(2**62))
    assert large * 4 == 2**64
    assert type(large.numerator) is int


DIGITS = "9" * (MAX_DIGITS + 1)
BOMBS = [DIGITS, "9" * 10_000_000, "1e1000000000", f"1e{DIGITS}", "1e-999999", f"1/{DIGITS}"]


@pytest.mark.parametrize(
    "value", [*BOMBS, 10**MAX_DIGITS, 1 << 10_000_000, Fraction(1, 1 << 9999)], ids=range(9)
)
def test_bombs_are_refused_at_once(value):
    with pytest.raises(LimitExceeded, match=r"^n: .*1000 digits"):
        rational(value, "n")


@given(st.fractions())
def test_a_fraction_survives_its_text(number):
    assert rational(str(number)) == rational(number) == number


@given(st.decimals(allow_nan=False, allow_infinity=False, places=20))
def test_decimals_mean_what_they_say(number):
    assert rational(str(number)) == Fraction(number)


@given(st.text(max_size=30))
def test_any_text_is_a_number_or_a_clear_refusal(text):
    try:
        rational(text, "b")
    except InputError as error:
        assert str(error).isprintable()


def test_integers():
    assert integer("1e18") == 10**18
    assert integer("4/2") == 2
    with pytest.raises(InputError, match=r"d: expected an integer, got 1\.5"):
        integer("1.5", "d")


def test_shorten_never_exceeds_its_limit():
    assert shorten("a\nb\x1b") == "a?b?"
    assert shorten("x" * 60) == "x" * 60
    assert shorten("x" * 61) == "x" * 57 + "..."
