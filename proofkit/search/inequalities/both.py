"""The same function on both sides: logarithms, squares, exponentials."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofkit.kernel.assumptions import Fact, Known
from proofkit.kernel.polynomial import Monomial, Sparse, Sum, as_sum, constant, over
from proofkit.kernel.sign import AT_LEAST_ZERO, within
from proofkit.language.subterms import parts
from proofkit.language.terms import ZERO, Term, exp, log, number, variable, variables
from proofkit.search.inequalities.prover import Prover, live
from proofkit.search.inequalities.shapes import form
from proofkit.search.nodes import Node, cases, have, psatz, stated, summand

HOLE = variable("hole")
SIDE_FUEL = 2
MAX_DEGREE = 4


def prove(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    terms = form(known, goal[2])
    if terms is None or len(terms) < 2:
        return None
    for function, small, large in (*_back(known, goal, terms), *_ways(terms)):
        search.budget.spend()
        for part, dropped in _enough(search, known, goal, small, large):
            node = _through(search, known, goal, function, as_sum(small), part, fuel, dropped)
            if node is not None:
                return node
        node = _through(search, known, goal, function, as_sum(small), as_sum(large), fuel)
        if node is not None:
            return node
    return None


def prove_simple(search: Prover, known: Known, goal: Fact, fuel: int) -> Node | None:
    """Early, where it takes functions away and leaves the goal as short: logarithms of two
    products of powers, exponentials of a sum of logarithms."""
    terms = form(known, goal[2])
    if not terms or len(terms) < 2:
        return None
    falling, rising = _sides(terms)
    if len(rising) == len(falling) == 1 and any(map(_is_power, terms)):
        return _through(search, known, goal, log(HOLE), as_sum(falling), as_sum(rising), fuel + 1)
    if all(map(_is_logarithm, terms)):
        return _through(search, known, goal, exp(HOLE), as_sum(falling), as_sum(rising), fuel + 1)
    return None


def _back(known: Known, goal: Fact, terms: Sparse) -> Iterator[tuple[Term, Sparse, Sparse]]:
    """Functions that only facts speak of: `x <= y` where `exp(x) <= exp(y)` is known."""
    heads = {part.op for fact in live(known, goal) for part in parts(*fact[::2])}
    heads -= {part.op for part in parts(goal[2])}
    falling, rising = _sides(terms)
    for function in (exp(HOLE), log(HOLE)):
        if function.op in heads and rising and falling:
            yield function, falling, rising


def _sides(terms: Sparse) -> tuple[Sparse, Sparse]:
    """What is taken away, and what it is taken from."""
    rising = {m: c for m, c in terms.items() if c > 0}
    return {m: -c for m, c in terms.items() if c < 0}, rising


def _is_power(monomial: Monomial) -> bool:
    """Has the monomial an exponent that is no number?"""
    return not all(e.is_number for _, e in monomial)


def _is_logarithm(monomial: Monomial) -> bool:
    return len(monomial) == 1 and all(x.op == "log" and e == constant(1) for x, e in monomial)


def _ways(terms: Sparse) -> Iterator[tuple[Term, Sparse, Sparse]]:
    """Functions, and the sides `small <= large` to put them on."""
    falling, rising = _sides(terms)
    steep = {m: c for m, c in terms.items() if _is_exponential(m)}
    flat = {m: -c for m, c in terms.items() if m not in steep}
    if steep:
        if rising and falling:
            yield log(HOLE), falling, rising
        if flat and steep != rising and all(c > 0 for c in steep.values()):
            yield log(HOLE), flat, steep
        if (
            flat
            and all(c < 0 for c in steep.values())
            and flat != {m: -c for m, c in rising.items()}
        ):
            yield log(HOLE), {m: -c for m, c in steep.items()}, {m: -c for m, c in flat.items()}
    for x in sorted({x for m in terms for x, e in m if _degree(e)}, key=str):
        root = {m: c for m, c in terms.items() if any(y == x and _degree(e) for y, e in m)}
        rest = {m: c for m, c in terms.items() if m not in root}
        if not rest:
            continue
        degree = max(_degree(e) for m in root for y, e in m if y == x)
        if degree > 2 and not variables(x):
            continue
        square = HOLE ** number(degree)
        yield square, {m: -c for m, c in rest.items()}, root
        yield square, {m: -c for m, c in root.items()}, rest
    logs = [m for m in terms if _is_logarithm(m)]
    if logs:
        c = abs(Fraction(terms[logs[0]]))
        scaled: Sparse = {m: over(v, c) for m, v in terms.items()}
        alone = {m: v for m, v in scaled.items() if any(x.op == "log" for x, _ in m)}
        others = {m: -v for m, v in scaled.items() if m not in alone}
        yield exp(HOLE), others, alone


def _enough(
    search: Prover, known: Known, goal: Fact, small: Sparse, large: Sparse
) -> Iterator[tuple[Term, list[Term]]]:
    """One exponential of a larger side that is enough, and the other parts, all > 0."""
    if not 1 < len(large) <= 4:
        return
    for m in large:
        rest = as_sum({n: c for n, c in large.items() if n != m})
        part = as_sum({m: large[m]})
        if not _is_exponential(m) or not within(known.sign(rest), AT_LEAST_ZERO):
            continue
        if not search.is_false(known, (as_sum(small), goal[1], part)):
            yield part, [rest]


def _is_exponential(monomial: Monomial) -> bool:
    return any(x.op == "exp" or not e.is_number or e.number.denominator > 1 for x, e in monomial)


def _degree(exponents: Sum) -> int:
    """Of which degree is the root that these exponents are? 0 if it is none."""
    degree = exponents.number.denominator
    return degree if exponents.is_number and 1 < degree <= MAX_DEGREE else 0


def _through(
    search: Prover,
    known: Known,
    goal: Fact,
    function: Term,
    small: Term,
    large: Term,
    fuel: int,
    dropped: list[Term] | None = None,
) -> Node | None:
    """`small <= large` from `f(small) <= f(large)`, and the goal from that."""
    entries: list[Node] = []
    if function.op != "exp":
        wanted = "<" if function.op == "log" else "<="
        found = search.positive(known, large, min(SIDE_FUEL, fuel - 1), wanted)
        if found is None:
            return None
        sign = search.is_positive(known, small)
        if sign <= 0 and dropped:
            return None
        if sign <= 0:
            return _by_sign(search, found[0], goal, small, found[1], fuel) if sign == 0 else None
        lower = search.positive(found[0], small, min(SIDE_FUEL, fuel - 1), wanted)
        if lower is None:
            return None
        known, entries = lower[0], [*found[1], *lower[1]]
    relation = goal[1]
    image = tuple(_put(function, side) for side in (small, large))
    inner = search.prove(known, (image[0], relation, image[1]), fuel - 1)
    if inner is None:
        return None
    node: Node = {"rule": "cancel", "hole": "hole", "function": function, "because": inner}
    id = search.name("c")
    weight = _scale(known, goal, small, large) if not dropped else Fraction(1)
    whole = psatz([summand(weight, [id]), *([summand(1, [], dropped)] if dropped else [])])
    return have([*entries, stated(id, (small, relation, large), node)], whole)


def _scale(known: Known, goal: Fact, small: Term, large: Term) -> Fraction:
    """How many times the difference of the two sides the goal is."""
    whole, part = form(known, goal[2]), form(known, large - small)
    first = next(iter(part or ()), None)
    if not (whole and part and first in whole):
        return Fraction(1)
    return abs(Fraction(whole[first], part[first]))


def _by_sign(
    search: Prover, known: Known, goal: Fact, small: Term, entries: list[Node], fuel: int
) -> Node | None:
    """Where the smaller side is <= 0 there is nothing to show; else it is > 0."""
    id = search.name("case", small)
    if any({fact[0], fact[2]} == {small, ZERO} for fact in known.facts.values()):
        return None
    below_place = known.with_fact(id, (small, "<=", ZERO))
    below = search.prove(below_place, goal, 0)
    if below is None:
        return None
    above = search.prove(known.with_fact(id, (ZERO, "<", small)), goal, fuel)
    if above is None:
        return None
    return have(entries, cases(id, small, ZERO, below, above))


def _put(function: Term, side: Term) -> Term:
    return Term(function.op, tuple(side if arg == HOLE else arg for arg in function.args))
