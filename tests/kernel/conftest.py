"""Builders for small certificates, and an evaluator that shares no code with the kernel."""

import operator
import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from types import SimpleNamespace

import mpmath
import pytest

from proofkit.foundations.errors import CertificateError
from proofkit.foundations.seals import seal
from proofkit.kernel.assumptions import Context
from proofkit.kernel.certificates import Library
from proofkit.language.terms import parse

RELATION = re.compile(r" (<=|>=|=|<|>) ")
EXTREMES = {"abs": abs, "max": max, "min": min}


def sides(statement):
    left, relation, right = RELATION.split(statement)
    return {"left": left, "relation": relation, "right": right}


def fact(statement):
    entry = sides(statement)
    return parse(entry["left"]), entry["relation"], parse(entry["right"])


def context(parameters, hypotheses=(), definitions=None):
    """`context("x y", ["x >= 1"])`: real parameters, hypotheses h0, h1, ..."""
    return Context(
        dict.fromkeys(parameters.split(), False),
        {f"h{k}": fact(h) for k, h in enumerate(hypotheses)},
        {name: parse(source) for name, source in (definitions or {}).items()},
    )


def certificate(names, statement, steps, *, hypotheses=(), point=None, **changes):
    """A sealed claim `m/c`; `steps` are (relation, term, node), or one node for one step."""
    if isinstance(steps, dict):
        goal = sides(statement)
        steps = [(goal["relation"], goal["right"], steps)]
    names = names.split()
    claim = {
        "id": "m/c",
        "parameters": dict.fromkeys(names, "real"),
        "hypotheses": [{"id": f"h{k}", **sides(h)} for k, h in enumerate(hypotheses)],
        "definitions": {},
        "statements": [sides(statement)],
        "verdict": "proved",
        "proofs": [
            {
                "facts": [],
                "steps": [
                    {"relation": r, "term": t, "reason": "why", "because": node}
                    for r, t, node in steps
                ],
            }
        ],
        "inhabited": point or dict.fromkeys(names, "1"),
    }
    claim["proofs"][0]["facts"] = changes.pop("facts", [])
    return seal({**claim, **changes})


def refusal(claim, library=None):
    """The message with which a claim is refused."""
    with pytest.raises(CertificateError) as caught:
        (library or Library()).replay(claim)
    return str(caught.value)


def evaluate(term, values, digits=60):
    """The real value by mpmath; None where there is none, or where it is out of reach."""
    with mpmath.workdps(digits):
        try:
            return _value(term, values)
        except (_NoValue, OverflowError):
            return None


class _NoValue(Exception):
    pass


def _value(term, values):
    if term.op == "number":
        return mpmath.mpf(term.args[0].numerator) / term.args[0].denominator
    if term.op == "variable":
        found = values[term.args[0]]
        if isinstance(found, Fraction):
            return mpmath.mpf(found.numerator) / found.denominator
        return _value(found, values)
    parts = [_value(arg, values) for arg in term.args]
    if term.op == "sum":
        return mpmath.fsum(parts)
    if term.op == "product":
        return mpmath.fprod(parts)
    if term.op == "log":
        return mpmath.log(_require(parts[0], parts[0] > 0))
    if term.op == "exp":
        return mpmath.exp(_require(parts[0], abs(parts[0]) < 10**6))
    if term.op in EXTREMES:
        return EXTREMES[term.op](*parts)
    base, exponent = parts
    integer = mpmath.isint(exponent)
    _require(base, base > 0 or (base == 0 and exponent >= 0) or (integer and base != 0))
    if base == 0:
        return mpmath.mpf(exponent == 0)
    _require(base, abs(exponent * mpmath.log(abs(base))) < 10**6)
    return base ** int(exponent) if integer else base**exponent


def _require(value, condition):
    if not condition:
        raise _NoValue
    return value


def chance(event, values=None):
    """The exact probability of an event: every sign of every neuron, both ways."""
    listed = list(dict.fromkeys(_sums(event)))
    happened = Counter({frozenset(): Fraction(1)})
    for _ in range(_neurons(event, values)):
        merged = Counter()
        for before, p in happened.items():
            for now, q in _one_neuron(listed, values).items():
                merged[before | now] += p * q
        happened = merged
    return Fraction(sum(p for seen, p in happened.items() if _is_true(event, seen)))


def _neurons(event, values):
    if event.op == "both":
        event = event.args[0]
    return int(rational(event.args[0], values)) if event.op in ("some", "none") else 1


def _sums(event):
    """The events on single neurons within an event."""
    if event.op in ("above", "reaches"):
        yield event
    else:
        for arg in event.args[0 if event.op == "both" else 1 :]:
            yield from _sums(arg)


def _one_neuron(listed, values):
    """Which of the events a neuron makes happen, and how likely that is."""
    sizes = [int(rational(count, values)) for count in listed[0].args[2::2]]
    ends = [sum(sizes[:k]) for k in range(len(sizes) + 1)]
    weights = {e: [rational(w, values) for w in e.args[1::2]] for e in listed}
    limits = {e: rational(e.args[0], values) for e in listed}
    found = Counter()
    for signs in product((1, -1), repeat=sum(sizes)):
        sums = [sum(signs[low:high]) for low, high in pairwise(ends)]
        totals = {e: sum(map(operator.mul, weights[e], sums)) for e in listed}
        found[frozenset(e for e in listed if _exceeds(e, totals[e], limits[e]))] += 1
    return {seen: Fraction(ways, 2 ** sum(sizes)) for seen, ways in found.items()}


def _exceeds(event, total, limit):
    return total >= limit if event.op == "reaches" else total > limit


def _is_true(event, seen):
    if event.op == "both":
        return all(_is_true(arg, seen) for arg in event.args)
    if event.op == "none":
        return not any(arg in seen for arg in event.args[1:])
    return any(arg in seen for arg in _sums(event))


def rational(term, values=None):
    """The value of a term made of rationals with + and *, exactly."""
    if term.op == "number":
        return term.args[0]
    if term.op == "variable":
        return Fraction(values[term.args[0]])
    parts = [rational(arg, values) for arg in term.args]
    if term.op == "power":
        return parts[0] ** int(parts[1])
    return sum(parts) if term.op == "sum" else prod(parts)


@pytest.fixture(scope="session")
def build():
    return SimpleNamespace(
        certificate=certificate,
        chance=chance,
        context=context,
        evaluate=evaluate,
        fact=fact,
        rational=rational,
        refusal=refusal,
        sides=sides,
    )


@pytest.fixture(scope="session")
def softmax():
    """The certificates of a whole lemma, as the search finds them."""
    from lemmas.separation.softmax_d1_weights import lemma
    from proofkit.search import prove

    library = Library()
    found = [prove(claim, library).verdict for claim in lemma.claims.values()]
    assert {verdict.value for verdict in found} == {"proved"}
    return [verdict.certificate for verdict in found]
