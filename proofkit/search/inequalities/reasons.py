"""Why a rule that stands alone proves its goal, in one phrase, and on which facts it rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from proofkit.kernel.assumptions import Context, Fact, Known, Trail, upwards
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, POSITIVE, within
from proofkit.language.terms import (
    ONE,
    ZERO,
    Term,
    add,
    multiply,
    number,
    parse,
)
from proofkit.search.inequalities.tidy import shown, tidy
from proofkit.search.nodes import SIGN, accepted
from proofkit.search.walking import ENDS, inner_first, parts

MAX_FACTS = 12
MAX_LENGTH = 240
LONG = 30
SHORT = 6
MAX_SCALE = 1000


class Reasons:
    """Phrases about goals at one place; `name` says a fact as the reader knows it."""

    def __init__(self, known: Known, name: Any) -> None:
        self.known, self.name = known, name

    def ring(self, goal: Fact) -> str:
        functions = {op for side in goal[::2] for op in _functions(side)}
        if functions & {"log", "exp", "power"}:
            said = "both sides are the same by the rules for powers and logarithms"
        else:
            said = "both sides are the same when multiplied out"
        return self.where(goal, said)

    def sign(self, goal: Fact, node: Mapping[str, Any]) -> str:
        rests = self.rests_on(goal, node)
        if len(rests) == 1:
            return f"because {rests[0]}"
        if ZERO not in goal[::2]:
            small, relation, large = upwards(goal)
            difference = self.known.ring.canonical(large - small)
            alone = (ZERO, relation, difference)
            if accepted(self.known, alone, SIGN):
                rests = self.rests_on(alone, SIGN)
                return self.where(goal, self._with(f"the difference is {shown(difference)}", rests))
        return self.where(goal, self._with("by the signs of its parts", rests))

    def box(self, goal: Fact, node: Mapping[str, Any]) -> str:
        return self._with("by enclosing the values", self.rests_on(goal, node))

    def sum(self, goal: Fact, node: Mapping[str, Any]) -> str:
        """`the difference is 2*(x - y)^2`, with the facts that make each product >= 0."""
        if not node["sum"] and node.get("equations"):
            return f"because {'; '.join(self.name(e['fact']) for e in node['equations'])}"
        alone = _single(node)
        times, scale = _scaled(node)
        if alone is not None and times.op == "number":
            return f"because {self.name(alone)}"
        if alone is not None:
            return f"multiplied by {shown(times)}, which is > 0, this is {self.name(alone)}"
        if (divided := self._divided(node)) is not None:
            return divided
        whole = "" if times == ONE else f" times {shown(times)}"
        if not node["sum"]:
            return self.where(goal, f"the difference{whole} is 0")
        return self.where(goal, f"the difference{whole} is {self.products(node, scale)}")

    def _divided(self, node: Mapping[str, Any]) -> str | None:
        """Where the goal is a long fact times what is > 0."""
        entry = node["sum"][0] if len(node["sum"]) == 1 and "times" not in node else {}
        if entry.keys() != {"weight", "facts", "signs"} or len(entry["facts"]) != 1:
            return None
        factor = multiply(number(Fraction(entry["weight"])), *map(term, entry["signs"]))
        name = self.name(entry["facts"][0])
        if len(name) < LONG or self.known.sign(factor) != POSITIVE:
            return None
        return f"divided by {shown(factor)}, which is > 0, this is {name}"

    def products(self, node: Mapping[str, Any], scale: Fraction = Fraction(1)) -> str:
        """The sum of products, and why each of them is >= 0."""
        products, rests, squares = [], list[str](), False
        for entry in node["sum"]:
            factors = [number(Fraction(entry["weight"]) * scale)]
            for id in entry.get("facts", ()):
                factors.append(_difference(self.known.facts[id]))
                rests.append(self.name(id))
            for value in map(term, entry.get("signs", ())):
                factors.append(tidy(value))
                rests += self.rests_on((ZERO, "<=", value), SIGN)
            for root in entry.get("squares", ()):
                factors.append(term(root) ** number(2))
                squares = True
            products.append(tidy(multiply(*factors)))
        parts = sorted(map(shown, products), key=lambda part: part.startswith("-"))
        said = " + ".join(parts).replace("+ -", "- ") or "0"
        if len(said) > MAX_LENGTH:
            said = f"a sum of {len(products)} products that are >= 0"
        rests += [self.name(entry["fact"]) for entry in node.get("equations", ())]
        if rests:
            return self._with(said, list(dict.fromkeys(rests)))
        if squares:
            return f"{said}, and squares are >= 0"
        return said if len(node["sum"]) == 1 and said == "1" else f"{said}, and no factor is < 0"

    def rests_on(self, goal: Fact, node: Mapping[str, Any]) -> list[str]:
        """The facts without which the goal is not proved at sight; one alone, if it is enough."""
        facts = self.known.facts
        for few in ((), *((id,) for id in facts)):
            if accepted(self._place(few), goal, dict(node)):
                return [*map(self.name, few)]
        if len(facts) > MAX_FACTS:
            return []
        kept = [*facts]
        for id in facts:
            fewer = [other for other in kept if other != id]
            if accepted(self._place(fewer), goal, dict(node)):
                kept = fewer
        return [self.name(id) for id in kept] if len(kept) <= SHORT else []

    def _place(self, ids: Iterable[str]) -> Known:
        """The place where only these facts are known."""
        facts = {id: self.known.facts[id] for id in ids}
        context = self.known.context
        return Known(Context(self.known.kinds, facts, context.definitions), Trail())

    def where(self, goal: Fact, reason: str) -> str:
        """The reason, after what absolute values are here."""
        found: dict[str, None] = {}
        for inside in (part for side in goal[::2] for part in _absolute(side)):
            sign = self.known.sign(inside)
            value = inside if within(sign, AT_LEAST_ZERO) else -inside
            if within(sign, AT_LEAST_ZERO) or within(sign, AT_MOST_ZERO):
                found[f"abs({shown(inside)}) = {shown(value)}"] = None
        return f"as {', '.join(found)}: {reason}" if found else reason

    def _with(self, reason: str, rests: list[str]) -> str:
        return f"{reason}, where {'; '.join(rests[:SHORT])}" if rests else reason


def term(value: Any) -> Term:
    """A term of a node: in this process a term, in a file its text."""
    return value if isinstance(value, Term) else parse(value)


def _single(node: Mapping[str, Any]) -> str | None:
    """The fact of which the goal is a multiple, if it is one."""
    if len(node["sum"]) != 1 or node.get("equations"):
        return None
    entry = node["sum"][0]
    return (
        entry["facts"][0]
        if entry.keys() == {"weight", "facts"} and len(entry["facts"]) == 1
        else None
    )


def _scaled(node: Mapping[str, Any]) -> tuple[Term, Fraction]:
    """What the difference is multiplied by, and by what this and the weights are multiplied so
    that they have no denominators; 1 where they are not multiplied at all."""
    if "times" not in node:
        return ONE, Fraction(1)
    times = term(node["times"])
    if times.op == "number":
        return ONE, 1 / times.args[0]
    weights = [Fraction(entry["weight"]) for entry in node["sum"]]
    if not any(weights):  # nothing is added: the difference vanishes
        return tidy(times), Fraction(1)
    common = lcm(*(weight.denominator for weight in weights))
    scale = Fraction(common, gcd(*(int(weight * common) for weight in weights)))
    if scale > MAX_SCALE:
        return times, Fraction(1)
    parts = times.args if times.op == "sum" else (times,)
    return add(*(tidy(number(scale) * part) for part in parts)), scale


def _difference(fact: Fact) -> Term:
    """What the fact says is >= 0."""
    left, _, right = fact
    return tidy(right if left == ZERO else -left if right == ZERO else right - left)


def _functions(value: Term) -> Iterator[str]:
    for part in parts(value):
        root = (
            part.op == "power"
            and part.args[1].op == "number"
            and part.args[1].args[0].denominator <= 2
        )
        if part.op not in ENDS and not root:
            yield part.op


def _absolute(value: Term) -> list[Term]:
    return [part.args[0] for part in inner_first(value) if part.op == "abs"]
