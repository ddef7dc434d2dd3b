"""Decimal text of enclosed numbers: every digit shown is correct (correctly rounded)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

from flint import arb, ctx, fmpz

from proofkit.foundations.errors import Undefined

LONGEST = 4096
"""With how many bits digits are looked for at last."""
MOST_BITS = 4_000


class Ends(Protocol):
    """What encloses a number: its exact ends, possibly infinite."""

    low: arb
    high: arb


Enclosure = Callable[[int], Ends]


def decimal(enclosure: Enclosure, digits: int = 10, bits: int = 64, most: int = LONGEST) -> str:
    """The number that `enclosure(bits)` encloses, with `digits` significant digits; with
    fewer where even the most bits do not settle the last ones, and "" where none is settled
    or the number has no value."""
    best: Ends | None = None
    try:
        while bits <= most:
            best = enclosure(bits)
            found = settled(best, digits)
            if found:
                return found
            bits *= 2
    except Undefined:
        pass
    if best is None:
        return ""
    return next((t for k in range(digits - 1, 0, -1) if (t := settled(best, k))), "")


def settled(interval: Ends, digits: int) -> str:
    """The text on which both ends agree when rounded to `digits` digits, else ""."""
    low, high = interval.low, interval.high
    if not (low.is_finite() and high.is_finite()):
        return ""
    if low.is_zero() and high.is_zero():
        return "0"
    if not (low > 0 or high < 0):
        return ""
    rounded = _rounded(low, digits), _rounded(high, digits)
    if rounded[0] is None or rounded[0] != rounded[1]:
        return ""
    return ("-" if high < 0 else "") + _layout(
        *rounded[0], trim=low == high and _is_exactly(low, *rounded[0], digits)
    )


def _rounded(end: arb, digits: int) -> tuple[int, int] | None:
    """The size of an exact number as (mantissa of `digits` digits, exponent of ten)."""
    binary, power = (int(part) for part in end.man_exp())
    if abs(power) <= MOST_BITS:
        return _rounded_exactly(abs(binary), power, digits)
    mantissa_bits, exponent_bits = binary.bit_length(), power.bit_length()
    with ctx.workprec(64 + 4 * digits + mantissa_bits + 2 * exponent_bits):
        size = abs(end)
        guess = (size.log() / arb(10).log()).mid().floor().unique_fmpz()
        if guess is None:
            return None
        exponent = int(guess)
        for _ in range(3):
            scaled = size * arb(10) ** fmpz(digits - 1 - exponent)
            mantissa = (scaled + arb(0.5)).floor().unique_fmpz()
            if mantissa is None:
                return None
            if mantissa >= 10**digits:
                exponent += 1
            elif mantissa < 10 ** (digits - 1):
                exponent -= 1
            else:
                return int(mantissa), exponent
    return None


def _rounded_exactly(binary: int, power: int, digits: int) -> tuple[int, int]:
    """The same of `binary * 2^power`, in whole numbers."""
    exponent = (binary.bit_length() + power) * 30103 // 100000 + 1  # or a little less
    shift = digits - 1 - exponent
    above = binary * 10 ** max(shift, 0) << max(power, 0)
    below = 10 ** max(-shift, 0) << max(-power, 0)
    while above < below * 10 ** (digits - 1):
        above, exponent = 10 * above, exponent - 1
    mantissa = (2 * above + below) // (2 * below)
    return (mantissa, exponent) if mantissa < 10**digits else (mantissa // 10, exponent + 1)


def _is_exactly(end: arb, mantissa: int, exponent: int, digits: int) -> bool:
    """Was nothing lost by rounding, so that zeros at the end may go?"""
    binary, power = (int(part) for part in end.man_exp())
    if abs(power) > MOST_BITS or abs(exponent) > MOST_BITS:
        return False
    return abs(binary) * Fraction(2) ** power == mantissa * Fraction(10) ** (exponent - digits + 1)


def _layout(mantissa: int, exponent: int, *, trim: bool) -> str:
    """Plain notation for everyday sizes, `1.5e+30` for the others."""
    shown = str(mantissa)
    if not -6 < exponent < (16 if trim else len(shown)):
        tail = shown[1:].rstrip("0") if trim else shown[1:]
        return f"{shown[0]}{'.' if tail else ''}{tail}e{exponent:+d}"
    if exponent < 0:
        shown, exponent = "0" * -exponent + shown, 0
    whole, part = shown[: exponent + 1].ljust(exponent + 1, "0"), shown[exponent + 1 :]
    part = part.rstrip("0") if trim else part
    return f"{whole}.{part}" if part else whole
