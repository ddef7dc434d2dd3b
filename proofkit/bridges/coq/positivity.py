"""A polynomial rewritten so that its sign shows: a sum of products of factors >= 0.

Three means, tried in turn: variables measured from the end of their range; a negative
monomial covered by a larger positive one; both ends of a range at once (Bernstein). A finder,
not a judge: Coq checks the rewriting with `ring` and the signs one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

from proofkit.bridges.coq.printing import rational
from proofkit.bridges.coq.ratio import times
from proofkit.kernel.polynomial import UNIT, Monomial, Sparse, collect

Ratio = Mapping[str, int]
Compare = Callable[[Ratio], bool]


@dataclass(frozen=True)
class Range:
    """Where a variable lies, and how Coq writes it."""

    low: Fraction | None
    high: Fraction | None
    shown: str


@dataclass
class Form:
    """The rewritten polynomial; `compared` lists the power quotients found to be >= 1."""

    pieces: list[str] = field(default_factory=list)
    compared: list[Ratio] = field(default_factory=list)

    def text(self) -> str:
        return " + ".join(self.pieces) or "0"


def nonnegative(
    polynomial: Sparse, ranges: Mapping[str, Range], compare: Compare, strict: bool = False
) -> Form | None:
    """The polynomial as a sum of products of factors >= 0, or `None` if no way was found."""
    names = sorted({name for monomial in polynomial for name, _ in monomial})
    movable = [n for n in names if n in ranges and _start(ranges[n]) not in (None, 0)]
    for moved in _choices(movable):
        form = _moved(polynomial, ranges, moved, compare, strict)
        if form is not None:
            return form
    return None


def _choices(names: list[str]) -> list[list[str]]:
    """Which variables to measure from an end of their range: none, all, then single ones."""
    single = [[n] for n in names] if len(names) > 1 else []
    most = [[k for k in names if k != n] for n in names] if len(names) > 2 else []
    return [[], names, *single, *most] if names else [[]]


def _start(range_: Range) -> Fraction | None:
    return range_.low if range_.low is not None else range_.high


def _moved(
    polynomial: Sparse,
    ranges: Mapping[str, Range],
    moved: list[str],
    compare: Compare,
    strict: bool,
) -> Form | None:
    shown = {name: range_.shown for name, range_ in ranges.items()}
    usable = {n for n, r in ranges.items() if r.low is not None and r.low >= 0}
    for name in moved:
        if any(dict(m).get(name, 0) < 0 for m in polynomial):
            return None
        polynomial, shown[name] = _shift(polynomial, name, ranges[name])
        usable.add(name)
    for name, range_ in ranges.items():
        both = range_.low is not None and range_.high is not None
        if both and (range_.low == 0 or name in moved):
            form = _cover(polynomial, shown, usable, compare, strict)
            if form is not None:
                return form
            polynomial, shown = _two_sided(polynomial, name, range_, shown)
            usable.add(f"{name}^")
    return _cover(polynomial, shown, usable, compare, strict)


def _shift(polynomial: Sparse, name: str, range_: Range) -> tuple[Sparse, str]:
    """With `name = low + y` or `high - y`, and how y is written; where both ends are finite,
    both are used, as the Bernstein form has it."""
    if range_.low is not None:
        shown = f"({range_.shown} - {rational(range_.low)})" if range_.low else range_.shown
        step = {UNIT: range_.low, frozenset({(name, 1)}): Fraction(1)}
    else:
        shown = f"({rational(range_.high or Fraction(0))} - {range_.shown})"
        step = {UNIT: range_.high or Fraction(0), frozenset({(name, 1)}): Fraction(-1)}
    return _substituted(polynomial, name, collect(step.items())), shown


def _substituted(polynomial: Sparse, name: str, value: Sparse) -> Sparse:
    total: Sparse = {}
    for monomial, coefficient in polynomial.items():
        exponent = dict(monomial).get(name, 0)
        rest = frozenset((n, e) for n, e in monomial if n != name)
        piece: Sparse = {rest: coefficient}
        for _ in range(exponent):
            piece = times(piece, value)
        total = collect([*total.items(), *piece.items()])
    return total


def _two_sided(
    polynomial: Sparse, name: str, range_: Range, shown: Mapping[str, str]
) -> tuple[Sparse, dict[str, str]]:
    """In powers of `name` and of `high - name` (called `name^`), of one total degree."""
    high = (range_.high or Fraction(0)) - (range_.low or Fraction(0))
    degree = max((dict(m).get(name, 0) for m in polynomial), default=0)
    total: Sparse = {}
    for monomial, coefficient in polynomial.items():
        exponent = dict(monomial).get(name, 0)
        rest = frozenset((n, e) for n, e in monomial if n != name)
        for k in range(degree - exponent + 1):
            power = frozenset(
                (n, e) for n, e in ((name, exponent + k), (f"{name}^", degree - exponent - k)) if e
            )
            weight = coefficient * comb(degree - exponent, k) / high ** (degree - exponent)
            total = collect([*total.items(), (rest | power, weight)])
    return total, {
        **shown,
        f"{name}^": f"({rational(range_.high or Fraction(0))} - {range_.shown})",
    }


def _cover(
    polynomial: Sparse,
    shown: Mapping[str, str],
    usable: set[str],
    compare: Compare,
    strict: bool,
) -> Form | None:
    """Negative monomials covered by larger positive ones; what is left is >= 0."""

    def signed(monomial: Monomial) -> bool:
        return all(name in usable or (e > 0 and e % 2 == 0) for name, e in monomial)

    if not all(signed(m) for m, c in polynomial.items()):
        return None
    left = dict(sorted(polynomial.items(), key=lambda item: sorted(item[0])))
    form = Form()
    negatives = [m for m, c in left.items() if c < 0]
    options = {
        m: [k for k, c in left.items() if c > 0 and compare(_quotient(k, m))] for m in negatives
    }
    for monomial in sorted(negatives, key=lambda m: len(options[m])):
        for other in options[monomial]:
            weight = min(-left[monomial], left[other])
            if weight > 0:
                form.compared.append(_quotient(other, monomial))
                form.pieces.append(_difference(weight, other, monomial, shown))
                left[monomial] += weight
                left[other] -= weight
        if left[monomial] < 0:
            return None
    rest = [(m, c) for m, c in left.items() if c]
    form.pieces += [written(c, m, shown) for m, c in rest]
    return None if strict and not rest else form


def _quotient(large: Monomial, small: Monomial) -> dict[str, int]:
    above, below = dict(large), dict(small)
    gaps = {n: above.get(n, 0) - below.get(n, 0) for n in {*above, *below}}
    return {n: e for n, e in gaps.items() if e}


def _difference(
    weight: Fraction, large: Monomial, small: Monomial, shown: Mapping[str, str]
) -> str:
    above, below = dict(large), dict(small)
    common = {n: min(above.get(n, 0), below.get(n, 0)) for n in {*above, *below}}
    shared = frozenset((n, e) for n, e in common.items() if e)
    gap = gap_text(_quotient(large, small), shown)
    return f"{written(weight, shared, shown)} * ({gap})"


def gap_text(quotient: Ratio, shown: Mapping[str, str]) -> str:
    """`large - small` for two products of powers without a common factor."""
    large = frozenset((n, e) for n, e in quotient.items() if e > 0)
    small = frozenset((n, -e) for n, e in quotient.items() if e < 0)
    return f"{written(Fraction(1), large, shown)} - {written(Fraction(1), small, shown)}"


def written(coefficient: Fraction, monomial: Monomial, shown: Mapping[str, str]) -> str:
    """A coefficient times powers; negative exponents become quotients."""
    above = [_power(shown.get(n, n), e) for n, e in sorted(monomial) if e > 0]
    below = [_power(shown.get(n, n), -e) for n, e in sorted(monomial) if e < 0]
    if coefficient != 1 or not above:
        above = [
            f"({rational(coefficient)})" if coefficient.denominator != 1 else rational(coefficient),
            *above,
        ]
    return " * ".join(above) + "".join(f" / {p}" for p in below)


def _power(shown: str, exponent: int) -> str:
    return shown if exponent == 1 else f"{shown} ^ {exponent}"
