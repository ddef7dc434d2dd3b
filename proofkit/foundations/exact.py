"""Exact rationals from text, and back.

`7/10`, `0.7`, `1e18` and `-3` are read exactly. Binary floats are refused: `0.1` as a
float is not one tenth, and nothing downstream could tell.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from numbers import Rational

from proofkit.foundations.errors import InputError, LimitExceeded

MAX_DIGITS = 1000
"""Longest number accepted, in digits, written out in full."""

_TOO_LONG = 10**MAX_DIGITS
_NUMBER = re.compile(
    r"[+-]?(?P<whole>\d*)(?:\.(?P<part>\d*))?(?:[eE](?P<exponent>[+-]?\d+))?"
    r"(?:/(?P<below>\d+))?",
    re.ASCII,
)


def rational(value: object, name: str = "value") -> Fraction:
    """The exact number `value` stands for; `name` is how an error message calls it.

    Text, integers and rationals of any library (`Fraction`, SymPy's, NumPy's integers)
    are exact and accepted; floats are not.

    >>> rational("0.7"), rational("1e3"), rational("-3/4")
    (Fraction(7, 10), Fraction(1000, 1), Fraction(-3, 4))
    """
    if isinstance(value, str):
        return _from_text(value.strip(), name)
    number = value if type(value) is Fraction else _from_rational(value, name)
    if max(abs(number.numerator), number.denominator) >= _TOO_LONG:
        raise _too_long(name)
    return number


def _from_rational(value: object, name: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise InputError(
            f"{name}: expected an exact number such as 7/10, 0.7 or 1e18, got {_describe(value)}"
        )
    return Fraction(int(value.numerator), int(value.denominator))


def integer(value: object, name: str = "value", limits: tuple[int, int] | None = None) -> int:
    """The exact integer `value` stands for (`1e18` is one, `1.5` is not), within the limits."""
    number = rational(value, name)
    if number.denominator != 1:
        raise InputError(f"{name}: expected an integer, got {shorten(str(value))}")
    if limits is not None and not limits[0] <= number <= limits[1]:
        least, most = limits
        raise InputError(f"{name}: expected {least} to {most}, got {shorten(str(number))}")
    return number.numerator


def shorten(text: str, limit: int = 60) -> str:
    """`text` as one printable line that fits a message."""
    line = "".join(c if c.isprintable() else "?" for c in text[: limit + 1])
    return line if len(line) <= limit else line[: limit - 3] + "..."


def _describe(value: object) -> str:
    """A value of the wrong type, for a message. Containers are not printed: they may be
    huge, and may hold integers that Python refuses to print."""
    kind = type(value).__name__
    if isinstance(value, bool | float | complex):
        return f"{value} of type {kind}"
    return f"a value of type {kind}"


@lru_cache(maxsize=1024)  # defaults and ends of ranges are read again for every point
def _from_text(text: str, name: str) -> Fraction:
    if len(text) > 2 * MAX_DIGITS + 2:
        raise _too_long(name)
    match = _NUMBER.fullmatch(text)
    if match is None or not (match["whole"] or match["part"]):
        raise InputError(
            f"{name}: expected an exact number such as 7/10, 0.7 or 1e18, got {shorten(repr(text))}"
        )
    if match["below"] and (match["part"] is not None or match["exponent"]):
        raise InputError(f"{name}: a fraction has whole numbers on both sides, got {shorten(text)}")
    above = len(match["whole"]) + len(match["part"] or "") + abs(int(match["exponent"] or 0))
    if max(above, len(match["below"] or "")) > MAX_DIGITS:
        raise _too_long(name)
    if int(match["below"] or 1) == 0:
        raise InputError(f"{name}: the denominator of {shorten(text)} is zero")
    return Fraction(text)


def _too_long(name: str) -> LimitExceeded:
    return LimitExceeded(f"{name}: a number of more than {MAX_DIGITS} digits is not accepted")
