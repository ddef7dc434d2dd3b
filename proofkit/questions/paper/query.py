"""A step in the language of statements, with its hypotheses and what is known of its names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from proofkit.latex.hypotheses import NATURE, PaperHypothesis
from proofkit.latex.parts import FormulaPart, Names, call, names_in, number, written
from proofkit.latex.steps import PaperStep


@dataclass(frozen=True)
class Given:
    """A hypothesis as text: its sides, its names, and where it is from."""

    left: str
    relation: str
    right: str
    left_names: frozenset[str]
    right_names: frozenset[str]
    how: str

    @property
    def text(self) -> str:
        return f"{self.left} {self.relation} {self.right}"

    @property
    def names(self) -> frozenset[str]:
        return self.left_names | self.right_names

    @property
    def defines(self) -> str:
        """The name that it only gives a value to."""
        alone = self.relation == "=" and self.left_names == {self.left}
        return self.left if alone and self.left not in self.right_names else ""


@dataclass(frozen=True)
class Query:
    """What is asked. `short` are the sides without the terms that both have; `inserted` the sides
    with what names are defined as in the place of the names `inserted_for`; `parts` the unknowns
    that stand for more than a name; `unbound` the names of which nothing is said."""

    left: str
    relation: str
    right: str
    names: frozenset[str]
    short: tuple[str, str] | None = None
    short_names: frozenset[str] = frozenset()
    inserted: tuple[str, str] | None = None
    inserted_names: frozenset[str] = frozenset()
    inserted_for: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()
    integers: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    unbound: tuple[str, ...] = ()
    varying: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def statement(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


def query_of(step: PaperStep, names: Names) -> Query:
    """The query of a step that is read."""
    left, right = step.left, step.right
    if left is None or right is None:
        raise ValueError("the step is not read")
    called = (written(left, names), written(right, names))
    own = _names((left, right), names)
    given = [*_given(step.hypotheses, names), *_by_nature((left, right), step, names)]
    short = _without_common_terms(left, right) if step.relation != "=" else None
    defined = _definitions((left, right), step.hypotheses)
    inserted = tuple(_with_definitions(side, defined) for side in (left, right))
    known = {k: part for k, part in names.parts.items() if part.op == "name"}
    bound = {k for k, part in known.items() if part.text in step.bound}
    return Query(
        called[0],
        step.relation,
        called[1],
        own,
        short=(written(short[0], names), written(short[1], names)) if short else None,
        short_names=_names(short, names) if short else frozenset(),
        inserted=(written(inserted[0], names), written(inserted[1], names)) if defined else None,
        inserted_names=_names(inserted, names) if defined else frozenset(),
        inserted_for=tuple(names.name(FormulaPart("name", text=text)) for text in defined),
        given=tuple(given),
        integers=frozenset(k for k, part in known.items() if part.text in step.integers),
        parts=frozenset(k for k, part in names.parts.items() if part.op == "opaque"),
        unbound=tuple(sorted(k for k in own if k in known and k not in bound)),
        varying=tuple(sorted(k for k in own if k in known and known[k].text in step.varying)),
        unread=(*step.unread, *_families(step)),
    )


def _families(step: PaperStep) -> Iterator[str]:
    """What is said of `x_i` may be meant for `x_1` too: then nothing is refuted."""
    sides = [side for side in (step.left, step.right) if side is not None]
    own = set().union(*map(names_in, sides))
    others = set().union(*(h.names for h in step.hypotheses)) - own
    for name in sorted(others):
        base, mark, index = name.partition("_{")
        if mark and re.match(r"\\?[a-z]", index) and any(o.startswith(f"{base}_{{") for o in own):
            yield f"what is said of {name}"


def _definitions(
    sides: tuple[FormulaPart, FormulaPart], hypotheses: Sequence[PaperHypothesis]
) -> dict[str, FormulaPart]:
    """What the names of a step are equal to, each without the names put in before; not for names
    of the step itself of which something else is said too, which are no mere abbreviations."""
    said = Counter(h.left.text for h in hypotheses) + Counter(h.right.text for h in hypotheses)
    equal = {
        h.left.text: h.right
        for h in hypotheses
        if h.relation == "=" and h.left.op == "name" and h.left.text not in names_in(h.right)
    }
    found: dict[str, FormulaPart] = {}
    waiting = names_in(sides[0]) | names_in(sides[1])
    equal = {k: part for k, part in equal.items() if said[k] == 1 or k not in waiting}
    while more := sorted((waiting & equal.keys()) - found.keys()):
        text = more[0]
        meant = _with_definitions(equal[text], found)
        if text in names_in(meant):
            return {}
        found = {k: _with_definitions(part, {text: meant}) for k, part in found.items()}
        found[text] = meant
        waiting |= names_in(meant)
    return found


def _with_definitions(part: FormulaPart, defined: Mapping[str, FormulaPart]) -> FormulaPart:
    """The part with what names are equal to in their place; what is one unknown stays so."""
    if part.op == "name":
        return defined.get(part.text, part)
    if not part.args:
        return part
    return replace(part, args=tuple(_with_definitions(arg, defined) for arg in part.args))


def _names(parts: Iterable[FormulaPart], names: Names) -> frozenset[str]:
    return frozenset(
        names.name(each) for part in parts for each in part.walk() if each.op in ("name", "opaque")
    )


def _given(hypotheses: Sequence[PaperHypothesis], names: Names) -> Iterable[Given]:
    for each in hypotheses:
        yield Given(
            written(each.left, names),
            each.relation,
            written(each.right, names),
            _names((each.left,), names),
            _names((each.right,), names),
            each.how,
        )


def _by_nature(sides: Sequence[FormulaPart], step: PaperStep, names: Names) -> Iterable[Given]:
    """Norms are not negative, probabilities at most 1."""
    parts = [*sides, *(side for h in step.hypotheses for side in (h.left, h.right))]
    for text in dict.fromkeys(fact for part in parts for fact in names.facts(part)):
        left, relation, right = text.split(" ")
        both = [frozenset({side} & names.parts.keys()) for side in (left, right)]
        yield Given(left, relation, right, both[0], both[1], NATURE)


def is_total(part: FormulaPart) -> bool:
    """Has it a value whatever its names are?"""
    if part.op == "/":
        divisor = part.args[1]
        return is_total(part.args[0]) and divisor.op == "number" and divisor.text.strip("0.") != ""
    if part.op == "^":
        exponent = part.args[1]
        return is_total(part.args[0]) and exponent.op == "number" and exponent.text.isdigit()
    return part.op not in ("log", "sqrt") and all(map(is_total, part.args))


def _without_common_terms(
    left: FormulaPart, right: FormulaPart
) -> tuple[FormulaPart, FormulaPart] | None:
    """The sides without the terms that both have, if these have a value everywhere."""
    sides = [list(side.args) if side.op == "+" else [side] for side in (left, right)]
    common = [term for term in sides[0] if term in sides[1] and is_total(term)]
    if not common:
        return None
    for term in common:
        if all(term in side for side in sides):
            for side in sides:
                side.remove(term)
    short = [_added(side) for side in sides]
    return short[0], short[1]


def _added(terms: Sequence[FormulaPart]) -> FormulaPart:
    if not terms:
        return number("0")
    return terms[0] if len(terms) == 1 else call("+", *terms)
