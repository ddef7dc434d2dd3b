"""An independent evaluation of the deterministic claims, with mpmath alone.

Nothing of the product is imported here. Every quantity is built from the definition of the data
(token roles with multiplicities, row sums, ``u = exp(score)`` or ``u = score``, ``alpha = sum u``,
``f = u / alpha``, ``c = f^T A``) and every claim is typed from the page of statements.

Why a verdict can be trusted
----------------------------
The scores are rational multiples of ``L = log n``, so ``exp(score) = n**e`` with ``e`` rational. Each
side of a claim is therefore a quotient of two sums ``q_1 n**e_1 + ... + q_k n**e_k`` with exact
rational ``q_i`` and ``e_i`` (class :class:`Powers`), times a common positive factor 1, sqrt(L) or L.
The difference of the two sides is brought to that form *exactly*: terms with the same exponent are
added as fractions, so ``f - (1 - n**(1 - p))`` becomes ``(n**-p + n**(2-2p) - n**(1-2p)) / (...)``,
and ``n**-1640`` against 1 never meets a rounding. The token counts enter as powers of ``n`` too
(``n - 1`` is ``n**1 - n**0``, ``t`` is ``n**1/(d - 2)``), so that they cancel in the same way.

The sign of a sum is then found by evaluation with 150 digits, and accepted when the value exceeds
the largest term times ``10**-120``, far above the rounding (about ``10**-148`` of that term).
Otherwise the sum is either exactly zero, which :meth:`Powers.is_zero` decides by rational arithmetic
alone, or nonzero, and then doubling the digits must separate it from zero.

Exact zero test: let ``n = r**k`` with ``k`` as large as possible, so that ``r`` is no perfect power.
Then ``x**m - r`` is irreducible over the rationals for every ``m`` (it could factor only if ``r``
were a p-th power for a prime p dividing m, or ``r = -4 s**4``), hence the numbers ``r**(i/m)``,
``0 <= i < m``, are linearly independent over the rationals. Writing ``n**e = r**(k e)`` and splitting
``k e`` into integer and fractional part, a sum is zero exactly when for each fractional part the
rational number collected there is zero.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import mpmath

DIGITS = 150  # working digits of the first attempt; at least 120 are certain
GUARD = 30

DEFAULTS = {
    "d": "102",
    "t": "10",
    "a0": "1/100",
    "a1": "6/5",
    "b": "1/5",
    "floor": "1/5",
    "ceiling": "1/4",
    "spike": "2",
}


class Undefined(ArithmeticError):
    """A quantity has no value, for example ``f_lin`` where ``alpha_lin = 0``."""


# --- exact sums of powers of n ------------------------------------------------------------------


def integer_root(value: int, degree: int) -> int:
    """The largest integer whose ``degree``-th power is at most ``value``.

    >>> integer_root(10**30, 3), integer_root(26, 3)
    (10000000000, 2)
    """
    low, high = 1, 1 << (value.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**degree <= value:
            low = middle
        else:
            high = middle - 1
    return low


@functools.cache
def perfect_power(n: int) -> tuple[int, int]:
    """``(r, k)`` with ``n = r**k`` and ``k`` as large as possible.

    >>> perfect_power(10**18), perfect_power(64), perfect_power(12)
    ((10, 18), (2, 6), (12, 1))
    """
    for k in range(n.bit_length(), 1, -1):
        r = integer_root(n, k)
        if r**k == n:
            return r, k
    return n, 1


@functools.lru_cache(maxsize=64)
def context(digits: int) -> Any:
    """An mpmath context of its own, so that no global precision is touched."""
    made = mpmath.MPContext()
    made.dps = digits
    return made


def magnitude(mp: Any, number: Fraction) -> Any:
    """A fraction as a number of the context ``mp``."""
    return mp.mpf(number.numerator) / mp.mpf(number.denominator)


@functools.lru_cache(maxsize=4096)
def power(n: int, exponent: Fraction, digits: int) -> Any:
    """``n**exponent`` with that many working digits (the claims share most of their powers)."""
    mp = context(digits)
    return mp.power(n, magnitude(mp, exponent))


class Powers:
    """``sum of q * n**e`` with exact rational ``q`` and ``e``, for one integer ``n >= 2``."""

    def __init__(self, n: int, terms: Mapping[Fraction, Fraction]) -> None:
        self.n = n
        self.terms = {e: q for e, q in terms.items() if q}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Powers) and (self.n, self.terms) == (other.n, other.terms)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Powers) -> Powers:
        total = dict(self.terms)
        for e, q in other.terms.items():
            total[e] = total.get(e, Fraction(0)) + q
        return Powers(self.n, total)

    def __neg__(self) -> Powers:
        return Powers(self.n, {e: -q for e, q in self.terms.items()})

    def __mul__(self, other: Powers) -> Powers:
        total: dict[Fraction, Fraction] = {}
        for e1, q1 in self.terms.items():
            for e2, q2 in other.terms.items():
                total[e1 + e2] = total.get(e1 + e2, Fraction(0)) + q1 * q2
        return Powers(self.n, total)

    def rough(self, digits: int) -> tuple[Any, Any]:
        """The value and its largest term, with relative error of each term below 10**-digits.

        ``n**e`` is ``exp(e*log n)``: a relative rounding of ``e`` grows by ``|e|*log n``, which the
        extra digits cover.
        """
        reach = max((abs(e) for e in self.terms), default=Fraction(0)) * self.n.bit_length() + 1
        working = digits + GUARD + len(str(int(reach)))
        mp = context(working)
        values = [magnitude(mp, q) * power(self.n, e, working) for e, q in self.terms.items()]
        return mp.fsum(values), max(map(abs, values), default=mp.mpf(0))

    def is_zero(self) -> bool:
        """Decided by rational arithmetic alone (see the top of this file).

        >>> half = Fraction(1, 2)
        >>> Powers(4, {half: Fraction(1), Fraction(0): Fraction(-2)}).is_zero()
        True
        >>> Powers(10**30, {half: Fraction(1), Fraction(0): Fraction(-(10**15) - 1)}).is_zero()
        False
        """
        r, k = perfect_power(self.n)
        groups: dict[Fraction, list[tuple[int, Fraction]]] = {}
        for e, q in self.terms.items():
            whole = (e * k) // 1
            groups.setdefault(e * k - whole, []).append((int(whole), q))
        for group in groups.values():
            least = min(whole for whole, _ in group)
            if sum(q * r ** (whole - least) for whole, q in group):
                return False
        return True

    @functools.cached_property
    def certain(self) -> tuple[int, Any]:
        """The sign, and the value with at least 120 correct digits."""
        digits, checked = DIGITS, False
        while True:
            if not self.terms:
                return 0, context(DIGITS).mpf(0)
            total, largest = self.rough(digits)
            # The rounding is below len(terms) * 10**-digits * largest; 10**-(digits-120) relative
            # to that leaves 120 digits of the difference itself.
            if abs(total) > largest * len(self.terms) * context(30).mpf(10) ** (120 - digits):
                return (1 if total > 0 else -1), total
            if not checked:
                if self.is_zero():
                    return 0, context(DIGITS).mpf(0)
                checked = True
            digits *= 2


class Quantity:
    """A quotient of two :class:`Powers`."""

    def __init__(self, top: Powers, bottom: Powers) -> None:
        self.top, self.bottom = top, bottom

    def _other(self, other: Any) -> Quantity:
        if isinstance(other, Quantity):
            return other
        return constant(self.top.n, other)

    def __add__(self, other: Any) -> Quantity:
        other = self._other(other)
        if self.bottom == other.bottom:
            return Quantity(self.top + other.top, self.bottom)
        return Quantity(
            self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom
        )

    __radd__ = __add__

    def __neg__(self) -> Quantity:
        return Quantity(-self.top, self.bottom)

    def __sub__(self, other: Any) -> Quantity:
        return self + -self._other(other)

    def __rsub__(self, other: Any) -> Quantity:
        return self._other(other) - self

    def __mul__(self, other: Any) -> Quantity:
        other = self._other(other)
        return Quantity(self.top * other.top, self.bottom * other.bottom)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Quantity:
        other = self._other(other)
        if other.sign() == 0:
            raise Undefined("division by zero")
        if len(other.top.terms) == 1:
            # A single power has an inverse of the same form; sums keep their common denominator.
            ((e, q),) = other.top.terms.items()
            inverse = Powers(other.top.n, {-e: 1 / q})
            return Quantity(self.top * other.bottom * inverse, self.bottom)
        return Quantity(self.top * other.bottom, self.bottom * other.top)

    def __rtruediv__(self, other: Any) -> Quantity:
        return self._other(other) / self

    def squared(self) -> Quantity:
        return self * self

    def sign(self) -> int:
        """-1, 0 or 1, certain."""
        return self.top.certain[0] * self.bottom.certain[0]

    def value(self) -> Any:
        """At least 115 correct significant digits."""
        mp = context(DIGITS + GUARD)
        return mp.mpf(self.top.certain[1]) / mp.mpf(self.bottom.certain[1])


def constant(n: int, number: Fraction | int) -> Quantity:
    one = Powers(n, {Fraction(0): Fraction(1)})
    return Quantity(Powers(n, {Fraction(0): Fraction(number)}), one)


# --- claims -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """One relation of a claim: ``left relation right``, both times ``unit`` (1, L or sqrt(L))."""

    left: Quantity
    relation: str
    right: Quantity
    unit: str = "1"

    @functools.cached_property
    def distance(self) -> Quantity:
        """By how much the relation holds; of an equality, minus the gap."""
        if self.relation in ("<=", "<"):
            return self.right - self.left
        gap = self.left - self.right
        return -gap if self.relation == "=" and gap.sign() > 0 else gap

    def holds(self) -> bool:
        # L > 0 and sqrt(L) > 0 since n >= 2, so the common unit does not move the sign.
        return (
            self.distance.sign() > 0 if self.relation in ("<", ">") else self.distance.sign() >= 0
        )

    def scale(self) -> Any:
        mp = context(DIGITS + GUARD)
        logarithm = mp.log(self.left.top.n)
        return {"1": mp.mpf(1), "L": logarithm, "sqrt(L)": mp.sqrt(logarithm)}[self.unit]

    def numbers(self) -> tuple[Any, Any, Any]:
        """Left side, right side and margin."""
        scale = self.scale()
        sides = (self.left, self.right, self.distance)
        return tuple(scale * side.value() for side in sides)  # type: ignore[return-value]


@dataclass(frozen=True)
class Result:
    """What the page of statements implies for one claim at one point.

    ``verdict`` is ``holds``, ``fails``, or ``undefined`` when no part fails but some quantity does
    not exist. ``vacuous`` says that the claim speaks of an empty set of columns (it holds). ``parts``
    is empty where the page fixes no numbers, only a truth.
    """

    verdict: str
    parts: tuple[Part, ...] = ()
    vacuous: bool = False

    def deciding(self) -> list[Part]:
        """The parts whose numbers may stand for the claim: those with the least margin.

        In ``f = x <= y`` the equality has margin 0 whenever it holds and says nothing about how
        much room there is, so the narrowest inequality may stand for the claim as well.
        """
        chosen = least(self.parts)
        if self.verdict == "holds":
            chosen += least([part for part in self.parts if part.relation != "="])
        return chosen


def least(parts: Iterable[Part]) -> list[Part]:
    """The parts with the smallest margin (several at a tie), compared exactly."""
    found: list[Part] = []
    for part in parts:
        sign = (part.distance - found[0].distance).sign() if found else -1
        if sign < 0:
            found = [part]
        elif sign == 0:
            found.append(part)
    return found


def judge(makers: Iterable[Callable[[], Part]], vacuous: bool = False) -> Result:
    """A claim holds when all its parts do; a part that fails decides, whatever is undefined."""
    parts, undefined = [], False
    for make in makers:
        try:
            part = make()
            part.holds()
            parts.append(part)
        except Undefined:
            undefined = True
    if vacuous:
        verdict = "holds"
    elif not all(part.holds() for part in parts):
        verdict = "fails"
    else:
        verdict = "undefined" if undefined else "holds"
    return Result(verdict, tuple(parts), vacuous)


# --- the data -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    """Exact parameters; ``c = 1 - b``, and of ``n, d, t`` two are enough."""

    n: int
    d: int
    t: int
    a0: Fraction
    a1: Fraction
    b: Fraction
    floor: Fraction
    ceiling: Fraction
    spike: Fraction

    @property
    def c(self) -> Fraction:
        return 1 - self.b

    def power(self, exponent: Fraction | int) -> Quantity:
        """``n**exponent``."""
        one = Powers(self.n, {Fraction(0): Fraction(1)})
        return Quantity(Powers(self.n, {Fraction(exponent): Fraction(1)}), one)

    def number(self, value: Fraction | int) -> Quantity:
        return constant(self.n, value)

    @property
    def tokens(self) -> Quantity:
        return self.power(1)

    @property
    def copies(self) -> Quantity:
        """``t = n/(d - 2)``."""
        return self.power(1) / (self.d - 2)

    def strength_met(self, dataset: str) -> bool:
        """The hypothesis on the needle strength of `d0` or `d1`."""
        if dataset == "d0":
            return 0 <= self.a0 <= Fraction(1, 10)
        return self.a1 >= Fraction(7, 10)

    def split_met(self) -> bool:
        """The hypothesis on class and bias strength."""
        return min(self.b, self.c) >= Fraction(1, 10)


def point(parameters: Mapping[str, Any]) -> Point:
    """Exact parameters from texts; what is not given has its default.

    >>> point({"n": "10**3", "d": "3"}).t
    1000
    """
    given = {name: rational(value) for name, value in parameters.items()}
    layout = {name: given.pop(name) for name in ("n", "d", "t") if name in given}
    for name in ("d", "t"):
        if len(layout) < 2 and name not in layout:
            layout[name] = rational(DEFAULTS[name])
    if "n" not in layout:
        layout["n"] = (layout["d"] - 2) * layout["t"]
    elif "t" not in layout:
        layout["t"] = layout["n"] / (layout["d"] - 2)
    elif "d" not in layout:
        layout["d"] = layout["n"] / layout["t"] + 2
    if any(value.denominator != 1 for value in layout.values()):
        raise ValueError(f"not integers: {layout}")
    n, d, t = (int(layout[name]) for name in ("n", "d", "t"))
    if n != (d - 2) * t or n < 2 or d < 3 or t < 1:
        raise ValueError(f"no such layout: n = {n}, d = {d}, t = {t}")
    if "c" in given:
        given.setdefault("b", 1 - given["c"])
        if given.pop("c") + given["b"] != 1:
            raise ValueError("b + c is not 1")
    rest = {name: rational(value) for name, value in DEFAULTS.items() if name not in ("d", "t")}
    return Point(n=n, d=d, t=t, **{**rest, **given})


def rational(value: Any) -> Fraction:
    if isinstance(value, str) and "**" in value:
        base, exponent = value.split("**")
        return Fraction(int(base) ** int(exponent))
    return Fraction(value)


@dataclass(frozen=True)
class Attention:
    """Self-attention data with all-ones weights, by token role (N the needle, O any other)."""

    at: Point
    a: Fraction
    softmax: bool
    made: dict[str, Quantity] = field(default_factory=dict, compare=False)

    def row_sum(self, role: str) -> Fraction:
        """Entries of a row, in units of sqrt(L): the needle column, one identity, the bias."""
        return (self.a if role == "N" else 0) + self.at.b + self.at.c

    def u(self, query: str, key: str) -> Quantity:
        """With all-ones weights the score is the product of the row sums, times L.

        ``exp(s*L) = n**s``; linear ``u`` is in units of L.
        """
        score = self.row_sum(query) * self.row_sum(key)
        return self.at.power(score) if self.softmax else self.at.number(score)

    def alpha(self, query: str) -> Quantity:
        """One needle and ``n - 1`` other keys (siblings and others have the same scores)."""
        return self.u(query, "N") + (self.at.tokens - 1) * self.u(query, "O")

    def f(self, query: str, key: str) -> Quantity:
        name = query + key
        if name not in self.made:
            self.made[name] = self.u(query, key) / self.alpha(query)
        return self.made[name]

    # The context, in units of sqrt(L): f^T A column by column.

    def c_needle(self, query: str) -> Quantity:
        return self.f(query, "N") * self.a

    def c_own(self, query: str) -> Quantity:
        """The identity column of the needle: the needle and its ``t - 1`` siblings."""
        return (self.f(query, "N") + (self.at.copies - 1) * self.f(query, "O")) * self.at.b

    def c_class(self, query: str) -> Quantity:
        """Another identity column: ``t`` other tokens."""
        return self.at.copies * self.f(query, "O") * self.at.b

    def c_bias(self, query: str) -> Quantity:
        whole = self.f(query, "N") + (self.at.tokens - 1) * self.f(query, "O")
        return whole * self.at.c

    def energy(self, query: str) -> Quantity:
        """Sum of squares over columns 1..d-1, in units of L."""
        squares = self.c_needle(query).squared() + self.c_own(query).squared()
        return squares + self.c_class(query).squared() * (self.at.d - 3)


# --- the statements -----------------------------------------------------------------------------

Statement = Callable[[Point], Result]
CLAIMS: dict[str, Statement] = {}
HALF = Fraction(1, 2)
FLAT = Fraction(-89, 100)
QUERIES = ("N", "O")


def statement(*names: str) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    def keep(function: Callable[..., Result]) -> Callable[..., Result]:
        for name in names:
            CLAIMS[name] = function
        return function

    return keep


def collect(queries: Iterable[str], make: Callable[[str], Iterator[Part]]) -> Result:
    """All parts for all queries; an undefined quantity spoils the parts of its query only."""
    makers: list[Callable[[], Part]] = []
    for query in queries:
        try:
            makers += [functools.partial(_given, part) for part in make(query)]
        except Undefined:
            makers.append(functools.partial(_given, None))
    return judge(makers)


def _given(part: Part | None) -> Part:
    if part is None:
        raise Undefined("no value")
    return part


def single(make: Callable[[], Part], vacuous: bool = False) -> Result:
    return judge([make], vacuous)


def truth(verdict: bool) -> Result:
    """A statement for which the page fixes a truth but no numbers."""
    return Result("holds" if verdict else "fails")


# Section 2. The statements about units are identities of arbitrary vectors; here they are evaluated
# on the four rows (data set, query role) that the parameters give.


def rows(at: Point, softmax: bool) -> Iterator[tuple[Attention, str]]:
    for a in (at.a0, at.a1):
        for query in QUERIES:
            yield Attention(at, a, softmax), query


def unit_sums(at: Point, softmax: bool) -> Result:
    makers: list[Callable[[], Part]] = []
    for data, query in rows(at, softmax):

        def make(data: Attention = data, query: str = query) -> Part:
            whole = data.f(query, "N") + (at.tokens - 1) * data.f(query, "O")
            return Part(whole, "=", at.number(1))

        makers.append(make)
    return Result(judge(makers).verdict)


@statement("softmax-unit/normalised")
def _(at: Point) -> Result:
    return unit_sums(at, True)


@statement("linear-unit/normalised")
def _(at: Point) -> Result:
    return unit_sums(at, False)


@statement("softmax-unit/positive")
def _(at: Point) -> Result:
    entries = [data.f(query, key) for data, query in rows(at, True) for key in QUERIES]
    return truth(all(entry.sign() > 0 for entry in entries))


@statement("softmax-unit/shift-invariant")
def _(at: Point) -> Result:
    # Adding 3/7 to every score (in units of L) multiplies every u by n**(3/7).
    shift = at.power(Fraction(3, 7))
    same = []
    for data, query in rows(at, True):
        moved = [shift * data.u(query, key) for key in QUERIES]
        whole = moved[0] + (at.tokens - 1) * moved[1]
        same += [
            (u / whole - data.f(query, key)).sign() for u, key in zip(moved, QUERIES, strict=True)
        ]
    return truth(not any(same))


@statement("linear-unit/scale-invariant")
def _(at: Point) -> Result:
    same: list[int] = []
    try:
        for data, query in rows(at, False):
            moved = [data.u(query, key) * Fraction(-3, 7) for key in QUERIES]
            whole = moved[0] + (at.tokens - 1) * moved[1]
            same += [
                (u / whole - data.f(query, key)).sign()
                for u, key in zip(moved, QUERIES, strict=True)
            ]
    except Undefined:
        return Result("undefined")
    return truth(not any(same))


def kronecker(left: list[list[int]], right: list[list[int]]) -> list[list[int]]:
    return [[x * y for x in up for y in down] for up in left for down in right]


@functools.cache
def tensor_trick() -> tuple[bool, bool]:
    """Both statements on integer matrices of every shape up to 3 x 3, one fixed filling each."""
    shape = identity = True
    sizes = range(1, 4)
    for n, d in ((n, d) for n in sizes for d in sizes):
        a1 = [[3 * i - 2 * j + i * j + 1 for j in range(d)] for i in range(n)]
        a2 = [[i + 5 * j - i * i + 2 for j in range(d)] for i in range(n)]
        x = [[7 * i - 4 * j + 1 for j in range(d)] for i in range(d)]
        big = kronecker(a1, a2)
        shape &= len(big) == n * n and all(len(row) == d * d for row in big)
        vec = [entry for row in x for entry in row]
        left = [sum(p * q for p, q in zip(row, vec, strict=True)) for row in big]
        right = [
            sum(a1[i][k] * x[k][m] * a2[j][m] for k in range(d) for m in range(d))
            for i in range(n)
            for j in range(n)
        ]
        identity &= left == right
    return shape, identity


@statement("tensor-trick/shape")
def _(at: Point) -> Result:
    return truth(tensor_trick()[0])


@statement("tensor-trick/identity")
def _(at: Point) -> Result:
    return truth(tensor_trick()[1])


@functools.cache
def hoeffding() -> tuple[bool, bool]:
    """``P(S >= s) <= exp(-s^2/(2k))`` for k up to 40, all s; weighted, on small weights.

    Only ``s >= 0`` is meant: at k = 1, s = -1 the left side is 1 and the right side exp(-1/2). At
    s = 0 the bound is 1 and always true; elsewhere 60 digits separate the sides.
    """
    mp = context(60)
    tail = weighted = True
    for k in range(1, 41):
        upper = Fraction(0)
        for s in range(k, 0, -2):
            upper += Fraction(int(mp.binomial(k, (k + s) // 2)), 2**k)
            tail &= magnitude(mp, upper) <= mp.exp(-mp.mpf(s * s) / (2 * k))
    for weights in ((1, 2), (3, 1, 1), (1, 2, 4, 8), (5, 5, 1), (1,)):
        sums = [0]
        for w in weights:
            sums = [value + sign * w for value in sums for sign in (1, -1)]
        square = sum(w * w for w in weights)
        for s in {value for value in sums if value > 0}:
            share = Fraction(sum(value >= s for value in sums), len(sums))
            weighted &= magnitude(mp, share) <= mp.exp(-mp.mpf(s * s) / (2 * square))
    return tail, weighted


@statement("hoeffding/tail")
def _(at: Point) -> Result:
    return truth(hoeffding()[0])


@statement("hoeffding/weighted")
def _(at: Point) -> Result:
    return truth(hoeffding()[1])


@statement("dataset/token-count")
def _(at: Point) -> Result:
    return single(lambda: Part(at.number(at.n), "=", at.number((at.d - 2) * at.t)))


@statement("dataset/row-sum-needle")
def _(at: Point) -> Result:
    return judge(
        functools.partial(Part, at.number(a + at.b + at.c), "=", at.number(1 + a), "sqrt(L)")
        for a in (at.a0, at.a1)
    )


@statement("dataset/row-sum-other")
def _(at: Point) -> Result:
    return single(lambda: Part(at.number(at.b + at.c), "=", at.number(1), "sqrt(L)"))


# Section 3. The scores of all tokens but the spike may be anything in [floor, ceiling]*L. For
# softmax, f_i = 1/(1 + sum over j != i of n**(s_j - s_i)) increases in s_i and decreases in every
# other s_j. For linear units, f_i = s_i/(s_i + R) with R = (sum of the other scores) > 0 because
# floor > 0; the derivative in s_i is R/(s_i + R)**2 > 0 and the one in s_j is -s_i/(s_i + R)**2 < 0.
# On a box, a function monotone in each variable has its extremes at corners: the largest f_i has
# s_i at the ceiling and the free others at the floor, the least has them the other way round.


@statement("gap-weights/softmax-d0")
def _(at: Point) -> Result:
    top = at.power(at.ceiling)
    worst = top / (top + (at.tokens - 1) * at.power(at.floor))
    return single(lambda: Part(worst, "<=", at.power(at.ceiling - at.floor - 1)))


@statement("gap-weights/softmax-d1-spike")
def _(at: Point) -> Result:
    # The spike's score is given, so only the n - 1 others vary: all at the ceiling.
    top = at.power(at.spike)
    worst = top / (top + (at.tokens - 1) * at.power(at.ceiling))
    return single(lambda: Part(worst, ">=", at.number(HALF)))


@statement("gap-weights/softmax-d1-rest")
def _(at: Point) -> Result:
    # One token at the ceiling, n - 2 at the floor, and the spike.
    top = at.power(at.ceiling)
    worst = top / (at.power(at.spike) + top + (at.tokens - 2) * at.power(at.floor))
    return single(lambda: Part(worst, "<=", at.power(at.ceiling - at.spike)))


def gap_linear(at: Point, score: Fraction, rest: Fraction, others: int) -> Result:
    """``score`` against the largest f of a token, ``others`` tokens at the floor, ``rest`` fixed."""
    if at.floor <= 0:
        return Result("undefined")
    worst = at.number(score) / ((at.tokens - others) * at.floor + score + rest)
    return single(lambda: Part(worst, "<=", score / (at.tokens * at.floor)))


@statement("gap-weights/linear-d0")
def _(at: Point) -> Result:
    return gap_linear(at, at.ceiling, Fraction(0), 1)


@statement("gap-weights/linear-d1-spike")
def _(at: Point) -> Result:
    return gap_linear(at, at.spike, Fraction(0), 1)


@statement("gap-weights/linear-d1-rest")
def _(at: Point) -> Result:
    return gap_linear(at, at.ceiling, at.spike, 2)


# Section 4, weights.


def sides(name: str, make: Callable[[Point, Attention], tuple[Quantity, str, Quantity]]) -> None:
    """A softmax claim with one part; the data set is read off the lemma's name."""

    def claim(at: Point) -> Result:
        data = Attention(at, at.a1 if "-d1-" in name else at.a0, "softmax" in name)
        unit = "L" if name.startswith("linear") else "1"
        return single(lambda: Part(*make(at, data), unit))

    CLAIMS[name] = claim


def needle(at: Point, name: str) -> Fraction:
    return at.a1 if "-d1-" in name else at.a0


def p(a: Fraction) -> Fraction:
    return a * (1 + a)


for lemma in ("softmax-d1-weights", "softmax-d0-weights"):

    def exponential(
        query: str, key: str, exponent: Callable[[Fraction], Fraction | int]
    ) -> Callable[[Point, Attention], tuple[Quantity, str, Quantity]]:
        return lambda at, data: (data.u(query, key), "=", at.power(exponent(data.a)))

    sides(f"{lemma}/u-NN", exponential("N", "N", lambda a: (1 + a) ** 2))
    sides(f"{lemma}/u-NO", exponential("N", "O", lambda a: 1 + a))
    sides(f"{lemma}/u-ON", exponential("O", "N", lambda a: 1 + a))
    sides(f"{lemma}/u-OO", exponential("O", "O", lambda a: 1))

D1, D0 = "softmax-d1-weights", "softmax-d0-weights"
sides(f"{D1}/alpha-N-lower", lambda at, x: (x.alpha("N"), ">=", at.power((1 + x.a) ** 2)))
sides(f"{D1}/alpha-N-upper", lambda at, x: (x.alpha("N"), "<=", 2 * at.power((1 + x.a) ** 2)))
sides(
    f"{D1}/alpha-O",
    lambda at, x: (x.alpha("O"), "=", at.power(1 + x.a) + (at.tokens - 1) * at.tokens),
)
sides(f"{D1}/f-NN", lambda at, x: (x.f("N", "N"), ">=", at.number(HALF)))
sides(f"{D1}/f-NN-sharp", lambda at, x: (x.f("N", "N"), ">=", 1 - at.power(1 - p(x.a))))
sides(f"{D1}/f-NO", lambda at, x: (x.f("N", "O"), "<=", at.power(-p(x.a))))
sides(f"{D1}/f-ON", lambda at, x: (x.f("O", "N"), "<=", at.power(x.a - 1)))
sides(f"{D1}/f-OO", lambda at, x: (x.f("O", "O"), "<=", at.power(-1)))

sides(f"{D0}/alpha-O", lambda at, x: (x.alpha("O"), ">=", at.power(2)))
sides(f"{D0}/f-NN", lambda at, x: (x.f("N", "N"), "<=", at.power(p(x.a) - 1)))
sides(f"{D0}/f-NN-flat", lambda at, x: (x.f("N", "N"), "<=", at.power(FLAT)))
sides(f"{D0}/f-NO", lambda at, x: (x.f("N", "O"), "<=", at.power(-1)))
sides(f"{D0}/f-ON", lambda at, x: (x.f("O", "N"), "<=", at.power(x.a - 1)))
sides(f"{D0}/f-ON-flat", lambda at, x: (x.f("O", "N"), "<=", at.power(Fraction(-9, 10))))
sides(f"{D0}/f-OO", lambda at, x: (x.f("O", "O"), "<=", at.power(-1)))


def linear_f(lemma: str) -> None:
    @statement(f"{lemma}/f-needle")
    def _(at: Point) -> Result:
        a = needle(at, lemma)
        data = Attention(at, a, False)

        def parts(query: str) -> Iterator[Part]:
            exact = at.number(1 + a) / (at.tokens + a)
            yield Part(data.f(query, "N"), "=", exact)
            yield Part(exact, "<=", (1 + a) * at.power(-1))

        return collect(QUERIES, parts)

    @statement(f"{lemma}/f-other")
    def _(at: Point) -> Result:
        data = Attention(at, needle(at, lemma), False)
        return collect(QUERIES, lambda q: iter([Part(data.f(q, "O"), "<=", at.power(-1))]))


for lemma in ("linear-d1-weights", "linear-d0-weights"):
    sides(f"{lemma}/u-NN", lambda at, x: (x.u("N", "N"), "=", at.number((1 + x.a) ** 2)))
    sides(f"{lemma}/u-NO", lambda at, x: (x.u("N", "O"), "=", at.number(1 + x.a)))
    sides(f"{lemma}/u-ON", lambda at, x: (x.u("O", "N"), "=", at.number(1 + x.a)))
    sides(f"{lemma}/u-OO", lambda at, x: (x.u("O", "O"), "=", at.number(1)))
    sides(f"{lemma}/alpha-N", lambda at, x: (x.alpha("N"), "=", (1 + x.a) * (at.tokens + x.a)))
    sides(f"{lemma}/alpha-O", lambda at, x: (x.alpha("O"), "=", at.tokens + x.a))
    linear_f(lemma)


# Section 4, contexts, in units of sqrt(L).

D1 = "softmax-d1-context"
sides(f"{D1}/needle-lower", lambda at, x: (x.c_needle("N"), ">=", at.number(x.a / 2)))
sides(f"{D1}/needle-upper", lambda at, x: (x.c_needle("N"), "<=", at.number(x.a)))
sides(f"{D1}/own-lower", lambda at, x: (x.c_own("N"), ">=", at.number(at.b / 2)))
sides(f"{D1}/own-upper", lambda at, x: (x.c_own("N"), "<=", at.number(at.b)))
sides(f"{D1}/bias", lambda at, x: (x.c_bias("N"), "=", at.number(at.c)))
sides(
    f"{D1}/class-total",
    lambda at, x: (x.c_class("N") * (at.d - 3), "<=", at.b * at.power(1 - p(x.a))),
)


@statement(f"{D1}/class")
def _(at: Point) -> Result:
    data = Attention(at, at.a1, True)
    bound = at.b * at.copies * at.power(-p(at.a1))
    return single(lambda: Part(data.c_class("N"), "<=", bound), vacuous=at.d == 3)


def bounds(at: Point, lemma: str) -> tuple[Quantity, Quantity, Quantity]:
    """The upper bounds of the context page on ``needle``, ``own`` and one ``class`` column."""
    a, width = needle(at, lemma), Fraction(1, at.d - 2)
    if lemma.startswith("softmax"):
        return a * at.power(FLAT), at.b * (width + at.power(FLAT)), at.number(at.b * width)
    over_n = a * at.power(-1)
    return (1 + a) * over_n, at.b * (width + over_n), at.number(at.b * width)


def softmax_d0_context() -> None:
    lemma = "softmax-d0-context"

    def coordinate(name: str, index: int) -> None:
        @statement(f"{lemma}/{name}")
        def _(at: Point) -> Result:
            data = Attention(at, at.a0, True)
            exact = (data.c_needle, data.c_own, data.c_class)[index]
            bound = bounds(at, lemma)[index]
            result = collect(QUERIES, lambda q: iter([Part(exact(q), "<=", bound)]))
            return empty(at, result) if name == "class" else result

    for index, name in enumerate(("needle", "own", "class")):
        coordinate(name, index)

    @statement(f"{lemma}/bias")
    def _(at: Point) -> Result:
        data = Attention(at, at.a0, True)
        return collect(QUERIES, lambda q: iter([Part(data.c_bias(q), "=", at.number(at.c))]))


def empty(at: Point, result: Result) -> Result:
    """With d = 3 there is no class column, and a claim about each of them holds."""
    if at.d > 3:
        return result
    return Result("holds", result.parts, True)


def linear_context(lemma: str) -> None:
    def coordinate(name: str, index: int) -> None:
        @statement(f"{lemma}/{name}")
        def _(at: Point) -> Result:
            a = needle(at, lemma)
            data = Attention(at, a, False)

            def parts(query: str) -> Iterator[Part]:
                exact = (data.c_needle, data.c_own, data.c_class)[index](query)
                top = (at.number(p(a)), at.b * (at.copies + a), at.b * at.copies)[index]
                closed = top / (at.tokens + a)
                yield Part(exact, "=", closed)
                yield Part(closed, "<=", bounds(at, lemma)[index])

            result = collect(QUERIES, parts)
            return empty(at, result) if name == "class" else result

    for index, name in enumerate(("needle", "own", "class")):
        coordinate(name, index)

    @statement(f"{lemma}/bias")
    def _(at: Point) -> Result:
        data = Attention(at, needle(at, lemma), False)
        return collect(QUERIES, lambda q: iter([Part(data.c_bias(q), "=", at.number(at.c))]))


softmax_d0_context()
linear_context("linear-d1-context")
linear_context("linear-d0-context")


# Section 4, the deterministic claims of the sign lemmas.


@statement("softmax-d1-signs/margin")
def _(at: Point) -> Result:
    room = at.number(at.a1 / 2 + at.b / 2) - at.b * at.power(1 - p(at.a1))
    return single(lambda: Part(room, ">", at.number(Fraction(1, 10))))


def budget(at: Point, lemma: str) -> Quantity:
    """``V``: the squares of the context bounds over columns 1..d-1, in units of L."""
    needle_bound, own_bound, class_bound = bounds(at, lemma)
    total = needle_bound.squared() + own_bound.squared()
    return total + class_bound.squared() * (at.d - 3)


def energy(lemma: str) -> None:
    @statement(f"{lemma}/energy")
    def _(at: Point) -> Result:
        data = Attention(at, needle(at, lemma), lemma.startswith("softmax"))
        allowed = budget(at, lemma)
        return collect(QUERIES, lambda q: iter([Part(data.energy(q), "<=", allowed)]))


for lemma in ("softmax-d0-signs", "linear-d1-signs", "linear-d0-signs"):
    energy(lemma)


# --- entry points -------------------------------------------------------------------------------


def evaluate(parameters: Mapping[str, Any]) -> dict[str, Result]:
    """Every claim at these exact parameters, by ``lemma/claim``."""
    at = point(parameters)
    return {name: claim(at) for name, claim in CLAIMS.items()}


def evaluate_claim(name: str, parameters: Mapping[str, Any]) -> Result:
    """One claim.

    >>> evaluate_claim("softmax-d0-weights/f-NN", {"a0": "0"}).verdict  # 1/n <= n^-1
    'holds'
    >>> evaluate_claim("softmax-d1-signs/margin", {"d": 5, "t": 1, "b": "9/10", "a1": "7/10"}).verdict
    'fails'
    """
    return CLAIMS[name](point(parameters))


def threshold(
    claim: str,
    over: str,
    lo: Any,
    hi: Any,
    fixed: Mapping[str, Any],
    digits: int = 120,
) -> tuple[Fraction, Fraction]:
    """Where the verdict of ``claim`` changes between ``lo`` and ``hi``, by exact bisection.

    The verdicts at ``lo`` and ``hi`` must differ. Returned are two points no further apart than
    ``10**-digits``, the first with the verdict of ``lo`` and the second with that of ``hi``; every
    midpoint is an exact fraction and every verdict on the way is certain, so the change is certainly
    between them. Over ``n``, ``d`` or ``t`` they are neighbours: consecutive integers, or for ``n``
    consecutive multiples of ``d - 2`` (``d`` must then be fixed).
    """
    step = None
    if over in ("n", "d", "t"):
        if over == "n" and "d" not in fixed:
            raise ValueError("a threshold over n needs a fixed d")
        step = Fraction(rational(fixed["d"]) - 2) if over == "n" else Fraction(1)

    def verdict(value: Fraction) -> str:
        found = evaluate_claim(claim, {**fixed, over: value})
        return found.verdict

    low, high = rational(lo), rational(hi)
    first, last = verdict(low), verdict(high)
    if first == last:
        raise ValueError(f"{claim} {first} at both ends")
    width = step or Fraction(1, 10**digits)
    while abs(high - low) > width:
        middle = (low + high) / 2
        if step is not None:
            middle = low + (high - low) / step // 2 * step
        if verdict(middle) == first:
            low = middle
        else:
            high = middle
    return low, high
