"""A sum of products of facts and squares for Coq: `psatz`.

In polynomials all is written in whole numbers, and the sum multiplied by what its weights have for
a common denominator. In a long sum that is too large a number: squares with the same factor are put
together first, for the sum of their many fractions is a polynomial with few.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from proofkit.bridges.coq import algebra, signs
from proofkit.bridges.coq.place import Lines, Place
from proofkit.bridges.coq.printing import rational
from proofkit.bridges.coq.whole import whole
from proofkit.kernel.assumptions import Fact
from proofkit.kernel.polynomial import as_sum
from proofkit.kernel.reading import term as read_term
from proofkit.kernel.sign import AT_LEAST_ZERO, POSITIVE, ZERO_ONLY
from proofkit.language.terms import ONE, ZERO, Term, add, multiply, number, power, subtract, text

Node = Mapping[str, Any]
_BITS = {"<": POSITIVE, "<=": AT_LEAST_ZERO, "=": ZERO_ONLY}
_LEMMAS = {"<=": "by_multiple", "<": "by_strict_multiple", "=": "by_equal_multiple"}
_MANY = 20
"""Longer sums are put together in two steps."""


@dataclass
class _Product:
    """A weight and its factors as Coq reads them, each with its sign and why."""

    weight: Fraction = Fraction(1)
    factors: list[tuple[str, signs.Sign]] = field(default_factory=list)

    def sign(self, place: Place) -> tuple[str, signs.Sign]:
        """The product, and its sign with the proof."""
        factors = list(self.factors)
        if self.weight != 1 or not factors:
            shown = f"({rational(self.weight)})"
            factors.insert(0, (shown, (POSITIVE, place.have(f"0 < {shown}", ["lra."]))))
        found = factors[0][1]
        for _, other in factors[1:]:
            found = signs.times(found, other)
        return " * ".join(text for text, _ in factors), found


@dataclass
class _Combination:
    place: Place
    node: Node

    def __post_init__(self) -> None:
        self.terms = self._spoken()
        self.plain = algebra.is_plain([self.place.open(term) for term in self.terms])

    def _spoken(self) -> list[Term]:
        """All terms that the sum is made of."""
        known, found = self.place.known, [read_term(self.place.known, self.node.get("times", ONE))]
        for entry in self.node["sum"]:
            for id in entry.get("facts", []):
                found += known.facts[id][::2]
            texts = [*entry.get("signs", []), *entry.get("squares", [])]
            found += [read_term(known, value) for value in texts]
        for entry in self.node.get("equations", []):
            found += [*known.facts[entry["fact"]][::2], read_term(known, entry["times"])]
        return found

    def products(self) -> list[_Product]:
        """What is summed."""
        found = [self._product(entry) for entry in self.node["sum"]]
        return found + [self._vanishing(entry) for entry in self.node.get("equations", [])]

    def _whole(self, term: Term) -> tuple[int, Term]:
        return whole(self.place.open(term)) if self.plain else (1, term)

    def _product(self, entry: Node) -> _Product:
        place, made = self.place, _Product(Fraction(entry["weight"]))
        for id in entry.get("facts", []):
            scale, shown, name = self._gap(id)
            made.weight /= scale
            made.factors.append((shown, (_BITS[place.known.facts[id][1]], name)))
        for value in entry.get("signs", []):
            self._signed(made, read_term(place.known, value))
        for value in entry.get("squares", []):
            self._squared(made, read_term(place.known, value))
        return made

    def _gap(self, id: str) -> tuple[int, str, str]:
        """What to multiply the difference of a fact's sides with, the product, and its sign."""
        place = self.place
        left, relation, right = place.known.facts[id]
        scale, gap = self._whole(subtract(right, left))
        apart = f"({place.atom(right)} - {place.atom(left)})"
        shown = place.atom(gap) if scale > 1 else apart
        stated = signs.STATED[_BITS[relation]].format(shown)
        return scale, shown, place.linear(stated, place.names[id])

    def _signed(self, made: _Product, term: Term) -> None:
        bits, name = signs.proved(self.place, term)
        scale, scaled = self._whole(term)
        if scale > 1:
            stated = signs.STATED[bits].format(self.place.atom(scaled))
            name = self.place.linear(stated, name)
        made.weight /= scale
        made.factors.append((self.place.atom(scaled), (bits, name)))

    def _squared(self, made: _Product, term: Term) -> None:
        place = self.place
        scale, scaled = self._whole(term)
        square = place.open(Term("power", (scaled, number(2))))
        strict = place.known.sign(square) == POSITIVE
        name = f"(square_nonneg {place.atom(scaled)})"
        name = signs.fact(place, square, POSITIVE) if strict else name
        made.weight /= scale**2
        bits = POSITIVE if strict else AT_LEAST_ZERO
        made.factors.append((f"{place.atom(scaled)} ^ 2", (bits, name)))

    def _vanishing(self, entry: Node) -> _Product:
        """An equation that is known, multiplied by a term."""
        place = self.place
        scale, gap, none = self._gap(entry["fact"])
        more, factor = self._whole(read_term(place.known, entry["times"]))
        sign = ZERO_ONLY, f"(times_0r {place.atom(factor)} _ {none})"
        return _Product(Fraction(1, scale * more), [(f"({place.atom(factor)} * {gap})", sign)])


def combined(place: Place, goal: Fact, node: Node) -> Lines:
    """The lines that prove the goal from the sum."""
    small, relation, large = goal
    made = _Combination(place, node)
    if made.plain and len(node["sum"]) > _MANY:
        made = _Combination(place, {**node, "sum": _together(place, node["sum"])})
    products, times = made.products(), read_term(place.known, node.get("times", ONE))
    if made.plain:
        scale = lcm(*(product.weight.denominator for product in products))
        for product in products:
            product.weight *= scale
        times = _multiplied(scale, times)
    summands = [product.sign(place) for product in products]
    names = []
    for shown, (bits, proof) in summands:
        names.append(place.have(signs.STATED[bits].format(shown), [f"exact {proof}."]))
    positive = signs.fact(place, times, POSITIVE)
    gap = f"{place.atom(times)} * ({place.atom(large)} - {place.atom(small)})"
    written = " + ".join(shown for shown, _ in summands) or "0"
    terms = [small, large, *made.terms, times]
    same = algebra.equal(place, gap, written, terms)
    if relation == "=":
        vanishes = place.have(f"{gap} = 0", [f"rewrite {same}; clear - {' '.join(names)}; lra."])
        return [f"exact ({_LEMMAS[relation]} _ _ _ {positive} {vanishes})."]
    found = [bits for _, (bits, _) in summands]
    signed = place.have(f"0 {relation} {written}", [signs.summed(names, found, relation)])
    return [f"exact ({_LEMMAS[relation]} _ _ _ _ {positive} {same} {signed})."]


def _multiplied(scale: int, term: Term) -> Term:
    if term.op == "number":
        return number(scale * term.args[0])
    return term if scale == 1 else Term("product", (number(scale), term))


def _together(place: Place, entries: Sequence[Node]) -> list[Node]:
    """The sum with one summand for all squares that have the same facts and signs as factors."""
    groups: dict[tuple[tuple[str, ...], ...], list[Node]] = {}
    for entry in entries:
        key = tuple(tuple(entry.get(kind, [])) for kind in ("facts", "signs"))
        groups.setdefault(key, []).append(entry)
    if len(groups) == 1:
        return list(entries)
    found: list[Node] = []
    for (facts, given), group in groups.items():
        if len(group) == 1:
            found += group
            continue
        bare = [{k: e[k] for k in ("weight", "squares") if k in e} for e in group]
        found.append({"weight": "1", "facts": facts, "signs": [*given, _squares(place, bare)]})
    return found


def _squares(place: Place, entries: Sequence[Node]) -> str:
    """The polynomial that squares with weights sum up to, its sign proved at this place."""
    known, summands, strict = place.known, [], False
    for entry in entries:
        squares = [power(read_term(known, s), number(2)) for s in entry.get("squares", [])]
        summands.append(multiply(number(Fraction(entry["weight"])), *squares))
        strict = strict or all(known.sign(place.open(s)) == POSITIVE for s in squares)
    whole_sum = read_term(known, text(as_sum(known.ring.ratio(add(*summands))[0])))
    relation = "<" if strict else "<="
    inner = place.child()
    last = combined(inner, (ZERO, relation, whole_sum), {"sum": entries})
    bits = _BITS[relation]
    name = place.have(signs.STATED[bits].format(place.atom(whole_sum)), [*inner.lines, *last])
    place.signs[place.open(whole_sum)] = bits, name
    return text(whole_sum)
