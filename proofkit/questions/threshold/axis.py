"""One parameter that moves while the others stay: which values it takes, and what follows.

Parameters tied to it by an equation follow: of `n = (d - 2)*t` one of the other two is kept
and the third follows, of `b + c = 1` the other one. Where what follows is an integer, so is
what moves: `n` moves in steps of `d - 2`, and `d` with `n` kept through the divisors of `n`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, lcm

from flint import fmpz
from sympy import Expr, Poly, Rational, Symbol, fraction, together

from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName
from proofkit.foundations.exact import rational, shorten
from proofkit.language.from_sympy import from_sympy
from proofkit.language.parameters import Link, Parameter, Values, by_name, resolve
from proofkit.language.terms import Term
from proofkit.questions.pieces.prover import Ranges

MAX_FACTORED = 10**40
MAX_DEFAULT = 10**12
MAX_INTEGER = 10**18
MAX_DIGITS = 200


@dataclass(frozen=True)
class Axis:
    """`over` moves, `fixed` stay, `following` are terms in `over`."""

    over: str
    integer: bool
    fixed: Values
    following: Mapping[str, Term]
    low: Fraction
    high: Fraction
    values: Sequence[int]  # those admissible from low to high; empty for a real parameter
    parameters: tuple[Parameter, ...]

    def point(self, value: Fraction) -> Values:
        """All parameters at one value of the moving one."""
        return resolve({**self.fixed, self.over: value}, self.parameters)

    @property
    def kinds(self) -> dict[str, bool]:
        return {self.over: self.integer}

    @property
    def whole(self) -> Ranges:
        return {self.over: (self.low, self.high)}


def axis(
    over: str,
    given: Mapping[str, object],
    parameters: Sequence[Parameter],
    low: object = None,
    high: object = None,
) -> Axis:
    """The line on which `over` moves from `low` to `high` (defaults: a range that makes
    sense), with the other parameters as given or at their defaults."""
    declared = by_name(parameters)
    if over not in declared:
        known = ", ".join(declared)
        raise UnknownName(f"--over: unknown parameter {shorten(repr(over))}; known: {known}")
    if over in given:
        raise InputError(f"{over} moves: do not fix it with -p")
    fixed, loose = _fixed(over, given, declared)
    parameter = declared[over]
    start = _end("--from", low, Fraction(parameter.least or 0))
    usual = max(Fraction(1), 2 * rational(parameter.default, over))
    stop = _end("--to", high, Fraction(MAX_DEFAULT) if parameter.integer else usual)
    if parameter.least is not None and start < parameter.least:
        got = shorten(str(start))
        raise InputError(f"--from: {over} is at least {parameter.least}, got {got}")
    if not start < stop:
        raise InputError(
            f"the range of {over} is empty: from {shorten(str(start))} to {shorten(str(stop))}"
        )
    following = {name: _solved(link, name, over, fixed) for name, link in loose.items()}
    values: Sequence[int] = ()
    if parameter.integer and stop > MAX_INTEGER:
        raise LimitExceeded(
            f"{over}: integers above {MAX_INTEGER} are not looked at, got {shorten(str(stop))}"
        )
    if parameter.integer:
        values = _admissible(over, following, declared, start, stop)
        if len(values) < 2:
            found = f"only {values[0]}" if values else "no value"
            raise InputError(
                f"{found} of {over} from {shorten(str(start))} to {shorten(str(stop))} goes "
                "with the other parameters: nothing can change"
            )
        start, stop = Fraction(values[0]), Fraction(values[-1])
    terms = {name: from_sympy(term) for name, term in following.items()}
    whole, everything = parameter.integer, tuple(declared.values())
    return Axis(over, whole, fixed, terms, start, stop, values, everything)


def check_digits(digits: int) -> None:
    """A number of digits that can be worked with."""
    if not 1 <= digits <= MAX_DIGITS:
        raise InputError(f"--digits: expected 1 to {MAX_DIGITS}, got {digits}")


def _end(option: str, value: object, default: Fraction) -> Fraction:
    return default if value is None else rational(value, option)


def _fixed(
    over: str, given: Mapping[str, object], declared: Mapping[str, Parameter]
) -> tuple[Values, dict[str, Link]]:
    """The values that stay, and the parameters that follow with the link they follow by."""
    for name in given:
        if name not in declared:
            raise UnknownName(f"unknown parameter {shorten(name)!r}; known: {', '.join(declared)}")
    link = declared[over].link
    tied = set(link.solve) if link else set()
    kept = {name: value for name, value in given.items() if name not in tied}
    rest = resolve(kept, declared.values())
    fixed = {name: value for name, value in rest.items() if name not in {*tied, over}}
    if link is None:
        return fixed, {}
    unknown = [name for name in link.solve if name != over and name not in given]
    if not unknown:
        raise InputError(f"{over} cannot move: {link.text} determines it")
    for name in link.keep:
        if len(unknown) > 1 and name in unknown:
            unknown.remove(name)
            fixed[name] = rational(declared[name].default, name)
    for name in link.solve:
        if name in given:
            fixed[name] = _checked(declared[name], rational(given[name], name))
    return fixed, {unknown[0]: link}


def _checked(parameter: Parameter, value: Fraction) -> Fraction:
    """The value, if it is one for this parameter on its own."""
    return resolve({parameter.name: value}, [replace(parameter, link=None)])[parameter.name]


def _solved(link: Link, name: str, over: str, fixed: Values) -> Expr:
    """What follows, as an expression in what moves."""
    values = {k: Rational(v.numerator, v.denominator) for k, v in fixed.items()}
    found: Expr = link.solve[name]({**values, over: Symbol(over)})
    return found


def _admissible(
    over: str,
    following: Mapping[str, Expr],
    declared: Mapping[str, Parameter],
    start: Fraction,
    stop: Fraction,
) -> Sequence[int]:
    """The integers for which what follows is an integer too, and not too small."""
    symbol = Symbol(over)
    step, candidates = 1, None
    for name, term in following.items():
        if not declared[name].integer:
            continue
        above, below = (Poly(part, symbol) for part in fraction(together(term)))
        if below.degree() == 0:
            shares = [Fraction(int(c.p), int(c.q)) for c in Poly(term, symbol).all_coeffs()]
            step = lcm(step, *(share.denominator for share in shares))
        else:
            candidates = _divisors(term, symbol, above, below)
    if candidates is None:
        first = ceil(start / step) * step
        values: Sequence[int] = range(first, floor(stop) + 1, step)
    else:
        values = sorted(v for v in candidates if start <= v <= stop)
    for name, term in following.items():
        least = declared[name].least
        if least is not None:
            values = _from_least(values, term, symbol, least)
    return values


def _divisors(term: Expr, symbol: Symbol, above: Poly, below: Poly) -> list[int]:
    """The integers x for which `a + N/(x - s)` is an integer."""
    _, rest = above.div(below)
    lead, shift = below.all_coeffs() if below.degree() == 1 else (0, 0)
    if rest.degree() > 0 or lead == 0:
        raise InputError(f"what goes with {symbol} cannot be listed: {term}")
    number = abs(int((rest.LC() / lead).p))
    if number > MAX_FACTORED:
        raise LimitExceeded(f"the divisors of a number above {MAX_FACTORED} are not listed")
    found = [1]
    for prime, power in fmpz(number).factor():
        found = [f * int(prime) ** k for f in found for k in range(power + 1)]
    start = -Rational(shift, lead)
    sides = [int(start) + sign * f for f in found for sign in (1, -1)]
    return [v for v in sides if term.subs(symbol, v).is_integer]


def _from_least(values: Sequence[int], term: Expr, symbol: Symbol, least: int) -> Sequence[int]:
    """The values for which what follows is at least so much; it is monotone in them."""

    def enough(value: int) -> bool:
        return bool(term.subs(symbol, value) >= least)

    if not values:
        return values
    if enough(values[-1]):
        return values[bisect_left(values, True, key=enough) :]
    return values[: bisect_right(values, False, key=lambda v: not enough(v))]
