"""The inference rules: what may be concluded from what.

`check` is given a goal and a node of a certificate that says which rule to apply with which
data; it returns the hypotheses and axioms used, or raises. The rules:

| rule | concludes |
|---|---|
| identity | both sides have the same normal form |
| polynomial | the difference, cross-multiplied, is a polynomial of one sign (Bernstein) |
| dominance | in the difference, each negative power is covered by a larger positive one |
| enclosure | the difference has one sign on every piece of a stated subdivision |
| replace | exchanging a subterm in a monotone position for a larger or smaller one |
| hypothesis, cite | the statement is assumed, or an earlier theorem |
| combine | adding up known inequalities with weights >= 0 |
| flip, chain | reading a relation from the right; transitivity |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel import polynomial
from proofkit.kernel.effort import limited, spend
from proofkit.kernel.normal import Normaliser, in_order, whole_number
from proofkit.kernel.polynomial import Monomial, Polynomial, Sparse, constant, plus, times
from proofkit.kernel.reading import a_text, fields, fraction, items, mapping, texts, whole
from proofkit.kernel.scope import FLIP, Context, Fact, Scope, known_relation
from proofkit.kernel.terms import (
    ONE,
    Term,
    multiply,
    negate,
    number,
    parse,
    rebuild,
    subtract,
    text,
)

MAX_NESTING = 12
MAX_STEPS = 200
MAX_PIECES = 4_000
MAX_WORK = 150_000
IMPLIES = {"=": ("=", "<=", ">="), "<": ("<", "<="), "<=": ("<=",), ">": (">", ">="), ">=": (">=",)}


@dataclass(frozen=True)
class Used:
    """What a step rests on: hypotheses by id, axioms by name, theorems by name."""

    hypotheses: frozenset[str] = frozenset()
    axioms: frozenset[str] = frozenset()
    theorems: frozenset[str] = frozenset()

    def __or__(self, other: Used) -> Used:
        return Used(
            self.hypotheses | other.hypotheses,
            self.axioms | other.axioms,
            self.theorems | other.theorems,
        )


@dataclass(frozen=True)
class Bench:
    """Where a proof is checked: its context, earlier theorems, and a test that a term has a
    value for all parameters allowed."""

    context: Context
    cite: Callable[[Context, str, int], tuple[Fact, Used]]
    defined: Callable[[Term], object]


def check(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int = 0) -> Used:
    """Check one step against its goal; raise `CertificateError` unless it is right."""
    if depth > MAX_NESTING:
        raise CertificateError("", f"a proof nested more than {MAX_NESTING} deep is not accepted")
    rule = node.get("rule") if isinstance(node, Mapping) else None
    if not isinstance(rule, str) or rule not in RULES:
        raise CertificateError("", f"unknown rule {shorten(repr(rule))}")
    try:
        with limited(MAX_WORK):
            return RULES[rule](bench, goal, node, depth)
    except Undefined as problem:
        raise CertificateError("", f"rule {rule}: {problem}") from None


def composed(relations: list[str]) -> str:
    """The relation between the two ends of a chain."""
    for equal, weak, strict in (("=", "<=", "<"), ("=", ">=", ">")):
        if set(relations) <= {equal, weak, strict}:
            return strict if strict in relations else weak if weak in relations else equal
    raise CertificateError("", f"the relations {' '.join(relations)} do not compose")


def scope_of(bench: Bench, node: Mapping[str, Any]) -> Scope:
    """What a node assumes: the hypotheses it cites, from the origin it chooses."""
    origin = mapping(node.get("origin", {}), "origin")
    shifts = {name: fraction(value, "origin") for name, value in origin.items()}
    return Scope(bench.context, texts(node["using"], "using"), shifts)


def _upwards(goal: Fact) -> tuple[Term, Term, bool]:
    """The goal as (smaller side, larger side, is it strict)."""
    left, relation, right = goal
    if relation in (">", ">="):
        left, relation, right = right, FLIP[relation], left
    return left, right, relation == "<"


def _identity(bench: Bench, goal: Fact, node: Mapping[str, Any], _: int) -> Used:
    fields(node, ("rule", "using"), ("origin",))
    left, relation, right = goal
    if "=" not in relation:
        raise CertificateError("", "an identity does not prove a strict relation")
    if Normaliser(scope_of(bench, node)).difference(left, right):
        raise CertificateError("", "the two sides are not shown to be equal")
    return Used(frozenset(node["using"]))


def _difference(
    bench: Bench, goal: Fact, node: Mapping[str, Any]
) -> tuple[Normaliser, Sparse, bool]:
    if goal[1] == "=":
        raise CertificateError("", f"rule {node['rule']} does not prove an equation")
    small, large, strict = _upwards(goal)
    normaliser = Normaliser(scope_of(bench, node))
    return normaliser, normaliser.difference(small, large), strict


def _polynomial(bench: Bench, goal: Fact, node: Mapping[str, Any], _: int) -> Used:
    fields(node, ("rule", "using"), ("origin",))
    normaliser, difference, strict = _difference(bench, goal, node)
    powers = _without_common_factor(normaliser, difference)
    atoms = {atom for monomial in powers for atom, _ in monomial}
    box = {atom: _rational_bounds(normaliser.scope, atom) for atom in atoms}
    names = {atom: f"atom{k}" for k, atom in enumerate(sorted(atoms, key=text))}
    renamed = {
        frozenset((names[atom], e) for atom, e in monomial): c for monomial, c in powers.items()
    }
    test = polynomial.is_positive if strict else polynomial.is_nonnegative
    if not test(renamed, {names[atom]: ends for atom, ends in box.items()}):
        raise CertificateError("", "the polynomial is not shown to have the sign needed")
    return Used(frozenset(node["using"]))


def _without_common_factor(normaliser: Normaliser, difference: Sparse) -> Sparse:
    """Exponents as whole numbers >= 0, after dividing by a positive monomial if need be."""
    result: list[tuple[dict[Term, int], Fraction]] = [({}, c) for c in difference.values()]
    for atom in {atom for monomial in difference for atom, _ in monomial}:
        exponents = [dict(monomial).get(atom, constant(0)) for monomial in difference]
        wholes = [whole_number(e) for e in exponents]
        if any(w is None or w < 0 for w in wholes):
            gaps = [whole_number(plus(e, times(exponents[0], constant(-1)))) for e in exponents]
            if not normaliser.is_positive(atom) or None in gaps:
                raise CertificateError("", f"{atom} does not divide out")
            least = min(gap for gap in gaps if gap is not None)
            wholes = [gap - least for gap in gaps if gap is not None]
        for (powers, _), exponent in zip(result, wholes, strict=True):
            if exponent:
                powers[atom] = exponent
    return {frozenset(powers.items()): c for powers, c in result}


def _rational_bounds(scope: Scope, atom: Term) -> tuple[Fraction | None, Fraction | None]:
    if atom.op == "variable":
        return scope.bounds(atom.args[0])
    enclosure = scope.enclose(atom)
    return _as_fraction(enclosure.low), _as_fraction(enclosure.high)


def _as_fraction(end: arb) -> Fraction | None:
    if not end.is_finite():
        return None
    mantissa, exponent = map(int, end.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent if abs(exponent) < 4_000 else None


def _dominance(bench: Bench, goal: Fact, node: Mapping[str, Any], _: int) -> Used:
    """`plan` lists `[i, j, w]`: w times the negative power i is covered by the power j."""
    fields(node, ("rule", "using", "plan"), ("origin",))
    normaliser, difference, strict = _difference(bench, goal, node)
    terms = in_order(difference)
    left_over = [c for _, c in terms]
    for entry in items(node["plan"], "plan", polynomial.MAX_TERMS):
        if len(items(entry, "plan", 3)) != 3:
            raise CertificateError("", "plan: expected entries [i, j, weight]")
        i, j = (whole(k, "plan", len(terms) - 1) for k in entry[:2])
        weight = fraction(entry[2], "plan")
        if not (weight > 0 and left_over[i] < 0 and terms[j][1] > 0):
            raise CertificateError("", "plan: a negative power is covered by a positive one")
        if not at_most(normaliser, terms[i][0], terms[j][0]):
            raise CertificateError("", f"power {i} is not shown to be at most power {j}")
        left_over[i] += weight
        left_over[j] -= weight
    if any(c < 0 for c in left_over):
        raise CertificateError("", "the plan leaves a negative power uncovered")
    if not all(_sign_known(normaliser, monomial, strict=False) for monomial, _ in terms):
        raise CertificateError("", "a power is not shown to be >= 0")
    spare = [m for (m, _), c in zip(terms, left_over, strict=True) if c > 0]
    if strict and not any(_sign_known(normaliser, monomial, strict=True) for monomial in spare):
        raise CertificateError("", "the difference is not shown to be > 0")
    return Used(frozenset(node["using"]))


def _sign_known(normaliser: Normaliser, monomial: Monomial, *, strict: bool) -> bool:
    for atom, exponents in monomial:
        whole_ = whole_number(exponents)
        free_of_zero = normaliser.is_positive(atom)
        if not free_of_zero and (strict or whole_ is None or whole_ < 1):
            return False
        if not free_of_zero and not normaliser.is_nonnegative(atom):
            return False
    return True


def at_most(normaliser: Normaliser, small: Monomial, large: Monomial) -> bool:
    """True only if `small` is certainly at most `large`, atom by atom; the powers that both
    have in common are for the caller to show >= 0."""
    powers, others = dict(small), dict(large)
    for atom in {*powers, *others}:
        mine, theirs = powers.get(atom, constant(0)), others.get(atom, constant(0))
        gap = plus(theirs, times(mine, constant(-1)))
        if gap and not _grows(normaliser, atom, gap, mine, theirs):
            return False
    return True


def _grows(normaliser: Normaliser, atom: Term, gap: Polynomial, mine: Any, theirs: Any) -> bool:
    """Is `atom^mine <= atom^theirs`, where `gap = theirs - mine`?"""
    scope = normaliser.scope
    enclosure = scope.enclose(atom)
    names = {name for monomial, _ in gap for name, _ in monomial}
    box = {name: scope.bounds(name) for name in names}
    if enclosure.low >= 1:
        return polynomial.is_nonnegative(dict(gap), box)
    if not enclosure.high <= 1 or not polynomial.is_nonnegative(
        dict(times(gap, constant(-1))), box
    ):
        return False
    wholes = whole_number(mine), whole_number(theirs)
    powers_of_zero = all(w is not None and w >= 0 for w in wholes)
    return normaliser.is_positive(atom) or (powers_of_zero and normaliser.is_nonnegative(atom))


def _enclosure(bench: Bench, goal: Fact, node: Mapping[str, Any], _: int) -> Used:
    """`cuts` is the subdivision in preorder: `["n", "64"]` cuts n at 64, `[]` is a piece."""
    fields(node, ("rule", "using", "cuts"), ("origin",))
    if goal[1] == "=":
        raise CertificateError("", "an enclosure does not prove an equation")
    small, large, strict = _upwards(goal)
    difference = subtract(large, small)
    pending = [scope_of(bench, node)]
    for cut in items(node["cuts"], "cuts", MAX_PIECES):
        if not pending:
            raise CertificateError("", "cuts: more pieces than were cut")
        scope = pending.pop()
        if items(cut, "cuts", 2):
            name, at = a_text(cut[0], "cuts"), fraction(cut[-1], "cuts")
            if name.rstrip("'") not in bench.context.parameters or name in scope.replaced:
                raise CertificateError("", f"cuts: {shorten(repr(name))} cannot be cut")
            pending.extend(reversed(scope.halves(name, at)))
            continue
        low = scope.enclose(difference).low
        if not (low > 0 if strict else low >= 0):
            raise CertificateError("", "the enclosure of a piece does not have the sign needed")
    if pending:
        raise CertificateError("", "cuts: a piece is missing")
    return Used(frozenset(node["using"]))


def _replace(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int) -> Used:
    fields(node, ("rule", "using", "old", "new", "because"), ("origin",))
    left, relation, right = goal
    old, new = parse(node["old"]), parse(node["new"])
    bench.context.check_names(old, new)
    if substitute(left, old, new) != right:
        raise CertificateError("", "replacing the subterm does not give the other side")
    scope = scope_of(bench, node)
    needed = relation
    if relation != "=":  # equals may be exchanged anywhere
        direction = _direction(Normaliser(scope), left, old, new)
        if direction == 0 or "=" not in relation:
            raise CertificateError("", "replacing proves =, <= or >= and needs a subterm to move")
        needed = relation if direction > 0 else FLIP[relation]
    return Used(frozenset(node["using"])) | check(
        bench, (old, needed, new), node["because"], depth + 1
    )


def substitute(term: Term, old: Term, new: Term) -> Term:
    """The term with every occurrence of `old` exchanged for `new`."""
    if term == old:
        return new
    if term.op in ("number", "variable"):
        return term
    args = tuple(substitute(arg, old, new) for arg in term.args)
    spend(sum(1 + len(arg.args) for arg in args) / 8)
    return rebuild(term, args)


def _direction(normaliser: Normaliser, term: Term, old: Term, new: Term) -> int:
    """+1 if `term` grows with `old` between the two values, -1 if it falls, 0 if it is free
    of it."""
    if term == old:
        return 1
    if term.op in ("number", "variable"):
        return 0
    ways = [_direction(normaliser, arg, old, new) for arg in term.args]
    moving = [k for k, way in enumerate(ways) if way]
    if not moving:
        return 0
    if term.op in ("exp", "log"):
        return ways[0]
    if term.op == "sum":
        if len({ways[k] for k in moving}) > 1:
            raise CertificateError("", "the subterm occurs with both directions")
        return ways[moving[0]]
    if term.op not in ("product", "power"):
        raise CertificateError("", f"no rule says how {term.op}(...) grows with the subterm")
    if len(moving) > 1:
        raise CertificateError("", "the subterm occurs twice in a product or power")
    if term.op == "product":
        others = [arg for k, arg in enumerate(term.args) if k != moving[0]]
        return ways[moving[0]] * _sign_of_product(normaliser, others)
    return ways[moving[0]] * _power_direction(normaliser, term, moving[0], old, new)


def _sign_of_product(normaliser: Normaliser, factors: list[Term]) -> int:
    sign = 1
    for factor in factors:
        if normaliser.is_nonnegative(factor):
            continue
        if not normaliser.is_nonnegative(negate(factor)):
            raise CertificateError("", f"the sign of {factor} is not known")
        sign = -sign
    return sign


def _power_direction(normaliser: Normaliser, term: Term, moving: int, old: Term, new: Term) -> int:
    base, exponent = term.args
    if moving == 1:
        if normaliser.is_nonnegative(subtract(base, ONE)):
            return 1
        if normaliser.is_positive(base) and normaliser.is_nonnegative(subtract(ONE, base)):
            return -1
        raise CertificateError("", f"{base} is not shown to lie on one side of 1")
    grows = exponent.op == "number" and exponent.args[0] > 0  # then a base of 0 is fine
    for value in (base, substitute(base, old, new)):
        if not (normaliser.is_nonnegative(value) if grows else normaliser.is_positive(value)):
            raise CertificateError("", f"{value} is not shown to be positive")
    return _sign_of_product(normaliser, [exponent])


def _combine(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int) -> Used:
    """The goal is a sum of known inequalities with weights >= 0."""
    fields(node, ("rule", "using", "facts"), ("origin",))
    if goal[1] == "=":
        raise CertificateError("", "combining does not prove an equation")
    small, large, strict = _upwards(goal)
    left_over, shown, used = subtract(large, small), False, Used(frozenset(node["using"]))
    for entry in items(node["facts"], "facts"):
        fields(entry, ("left", "relation", "right", "weight", "because"))
        fact = parse(entry["left"]), known_relation(entry["relation"]), parse(entry["right"])
        bench.context.check_names(fact[0], fact[2])
        weight = fraction(entry["weight"], "weight")
        if weight < 0 or fact[1] == "=":
            raise CertificateError("", "only inequalities with weights >= 0 are combined")
        low, high, known_strict = _upwards(fact)
        shown = shown or (known_strict and weight > 0)
        left_over = subtract(left_over, multiply(number(weight), subtract(high, low)))
        used |= check(bench, fact, entry["because"], depth + 1)
    if Normaliser(scope_of(bench, node)).ratio(left_over)[0] or (strict and not shown):
        raise CertificateError("", "the facts do not add up to the goal")
    return used


def _flip(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int) -> Used:
    fields(node, ("rule", "because"))
    left, relation, right = goal
    return check(bench, (right, FLIP[relation], left), node["because"], depth + 1)


def _hypothesis(bench: Bench, goal: Fact, node: Mapping[str, Any], _: int) -> Used:
    fields(node, ("rule", "id"))
    id = a_text(node["id"], "id")
    if id not in bench.context.hypotheses:
        raise CertificateError("", f"no hypothesis is called {shorten(repr(id))}")
    _require(bench.context.hypotheses[id], goal, f"hypothesis {id}")
    return Used(frozenset({id}))


def _cite(bench: Bench, goal: Fact, node: Mapping[str, Any], _: int) -> Used:
    fields(node, ("rule", "claim", "part"))
    name = a_text(node["claim"], "claim")
    fact, used = bench.cite(bench.context, name, whole(node["part"], "part", 1000))
    left, relation, right = goal
    plain = bench.context.unfold(left), relation, bench.context.unfold(right)
    _require(fact, plain, f"claim {name}")
    return used


def _require(fact: Fact, goal: Fact, name: str) -> None:
    left, relation, right = fact
    flipped = (right, FLIP[relation], left)
    for known in (fact, flipped):
        if (known[0], known[2]) == (goal[0], goal[2]) and goal[1] in IMPLIES[known[1]]:
            return
    raise CertificateError("", f"{name} says something else")


def _chain(bench: Bench, goal: Fact, node: Mapping[str, Any], depth: int) -> Used:
    fields(node, ("rule", "steps"))
    return follow(bench, goal, node["steps"], depth + 1)


def follow(bench: Bench, goal: Fact, steps: object, depth: int = 0) -> Used:
    """Check a chain of steps from the left side of the goal to its right side."""
    here, relation, right = goal
    relations, used = [], Used()
    for k, step in enumerate(items(steps, "steps", MAX_STEPS), 1):
        try:
            fields(step, ("relation", "term", "because"), ("reason", "digest"))
            relations.append(known_relation(step["relation"]))
            there = parse(step["term"])
            bench.context.check_names(there)
            bench.defined(there)
            used |= check(bench, (here, relations[-1], there), step["because"], depth)
        except (CertificateError, InputError, Undefined, RecursionError) as problem:
            raise step_refused(k, problem) from None
        here = there
    if not relations or here != right or relation not in IMPLIES[composed(relations)]:
        raise CertificateError("conclusion", "the steps do not end in the statement")
    return used


def step_refused(k: int, problem: Exception) -> CertificateError:
    """The refusal of a step, with its number."""
    if isinstance(problem, RecursionError):
        return CertificateError(f"step {k}", "nested too deep")
    if isinstance(problem, CertificateError) and problem.where:
        return CertificateError(f"step {k}, {problem.where}", problem.reason)
    return CertificateError(f"step {k}", str(problem))


RULES: dict[str, Callable[[Bench, Fact, Mapping[str, Any], int], Used]] = {
    "identity": _identity,
    "polynomial": _polynomial,
    "dominance": _dominance,
    "enclosure": _enclosure,
    "replace": _replace,
    "combine": _combine,
    "flip": _flip,
    "hypothesis": _hypothesis,
    "cite": _cite,
    "chain": _chain,
}
