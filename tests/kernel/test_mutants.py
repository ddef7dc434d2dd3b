"""Certificates of the toolbox, changed and sealed anew, and theorems cited with any terms: what is
still accepted is true at every point that satisfies the hypotheses it rests on."""

import copy
import json
import random
import re
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.foundations.seals import seal
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Context, Known, Theorem, Trail, replace
from proofkit.kernel.certificates import Library
from proofkit.language.terms import parse

FILES = Path(__file__).parents[2] / "lemmas" / "certificates"
FAMILIES = ("tangents", "bernoulli", "means", "growth", "shares")
NUMBER = re.compile(r"(?<![\w.])\d+")
RELATIONS = ["<=", "<", "=", ">", ">="]
WEAKER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<="}
VALUES = [Fraction(v) for v in ("0", "1", "-1", "2", "1/2", "-1/2", "1/3", "3", "-2", "7/5", "10")]
SAID = (
    "left",
    "right",
    "term",
    "function",
    "old",
    "new",
    "start",
    "at",
    "low",
    "high",
    "times",
)
HEAD = ("parameters", "hypotheses", "statements")
REFUSED = (CertificateError, InputError, Undefined)


@pytest.fixture(scope="module")
def toolbox():
    """The claims in an order in which each cites earlier ones, and what they prove."""
    found = [json.loads((FILES / f"{name}.json").read_text()).values() for name in FAMILIES]
    library, claims = Library(), []
    for claim in (claim for file in found for claim in file):
        library.replay(claim)
        claims.append(claim)
    return library, claims


# What is true -------------------------------------------------------------------------


def is_true(build, fact, values):
    """None where numbers are out of reach; a statement without a value is not true."""
    left, right = (build.evaluate(side, values) for side in fact[::2])
    if left is None or right is None:
        large = any(abs(v) > 50 for v in values.values() if isinstance(v, Fraction))
        return None if large else False
    gap = left - right
    if abs(gap) <= (abs(left) + abs(right) + 1) * mpmath.mpf(10) ** -45:
        return fact[1] in ("<=", "=", ">=")
    return {"<": gap < 0, "<=": gap < 0, "=": False, ">": gap > 0, ">=": gap > 0}[fact[1]]


def sampled(build, attacker, kinds, facts, tries=60):
    """Points at which the facts are true."""
    found = []
    for _ in range(tries):
        point = {n: attacker.choice(VALUES) for n in kinds}
        point = {n: Fraction(int(v)) if kinds[n] else v for n, v in point.items()}
        if all(is_true(build, fact, point) for fact in facts):
            found.append(point)
    return found[:6]


# Mutants ------------------------------------------------------------------------------


class Mutator(random.Random):
    def number(self, digits):
        value = int(digits) + self.choice([1, -1, 2, Fraction(1, 1000), Fraction(-1, 1000)])
        return str(value) if value >= 0 and value == int(value) else f"({value})"

    def text(self, source, names):
        """Another term: a number, a sign or a name in it is changed."""
        places = [*NUMBER.finditer(source)]
        places += [
            m for m in re.finditer(r"[-+*/]|\b[A-Za-z]\w*", source) if m[0] in {*names, *"+-*"}
        ]
        if not places:
            return f"({source}) - 1/1000"
        place = self.choice(places)
        if place[0].isdigit():
            new = self.number(place[0])
        elif place[0] in names:
            name = place[0]
            new = self.choice(
                [
                    f"abs({name})",
                    f"sqrt({name}^2)",
                    f"(-{name})",
                    *names,
                    f"max({name}, 0)",
                ]
            )
        else:
            new = self.choice("+-*")
        return source[: place.start()] + new + source[place.end() :]

    def mutant(self, claim):
        """The claim with something in it changed, in one place or wherever it stands."""
        claim, names = copy.deepcopy(claim), list(claim["parameters"])
        entries = list(objects(claim))
        terms = [entry[key] for entry in entries for key in SAID if isinstance(entry.get(key), str)]
        old, kind = self.choice(terms), self.randrange(8)
        if kind < 2:
            new = self.text(old, names)
            claim = rewritten(claim, lambda source: new if source == old else source)
        elif kind == 2:
            digits = self.choice(NUMBER.findall(" ".join(terms)) or ["0"])
            new = self.number(digits)
            claim = rewritten(
                claim,
                lambda source: NUMBER.sub(lambda m: new if m[0] == digits else m[0], source),
            )
        elif kind == 3 and claim["hypotheses"]:
            claim["hypotheses"].remove(self.choice(claim["hypotheses"]))
        elif kind == 4 and claim["hypotheses"]:
            entry = self.choice(claim["hypotheses"])
            entry["relation"] = WEAKER[entry["relation"]]
        elif kind == 5:
            for entry in entries:  # a stricter statement, in every step of its proof
                if entry.get("relation") in ("<=", ">="):
                    entry["relation"] = WEAKER[entry["relation"]]
        elif kind == 6:
            claim["parameters"][self.choice(names)] = self.choice(["real", "integer"])
        else:
            related = [entry for entry in entries if "relation" in entry]
            self.choice(related)["relation"] = self.choice(RELATIONS)
        return seal(claim)


def objects(value):
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        yield from objects(part)


def rewritten(value, change):
    """Every term in a certificate changed."""
    if isinstance(value, dict):
        return {k: change(v) if k in SAID and isinstance(v, str) else rewritten(v, change)
                for k, v in value.items()}  # fmt: skip
    return [rewritten(part, change) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("seed", range(3))
def test_mutants_that_are_accepted_are_true(build, toolbox, seed):
    library, claims = toolbox
    mutator, others = Mutator(seed), 0
    for _ in range(250):
        place = mutator.randrange(len(claims))
        earlier = Library()
        earlier._verdicts = {c["id"]: library._verdicts[c["id"]] for c in claims[:place]}
        mutant = mutator.mutant(claims[place])
        try:
            verdict = earlier.replay(mutant)
        except CertificateError:
            continue
        others += any(mutant[part] != claims[place][part] for part in HEAD)
        context = verdict.context
        rests = [context.hypotheses[id] for id in verdict.used.hypotheses]
        for point in sampled(build, mutator, context.parameters, rests):
            for fact in verdict.facts:
                values = {**point, **context.definitions}
                assert is_true(build, fact, values) is not False, (
                    mutant["statements"],
                    point,
                )
    assert others > 10


# Citations ----------------------------------------------------------------------------

THEOREMS = {
    # parameters (`m` is an integer), hypotheses, statement, definitions
    "log": ("a", ["a > 0"], "log(a) <= a - 1", {}),
    "bernoulli": ("a m", ["a >= -1", "m >= 0"], "1 + m*a <= (1 + a)^m", {}),
    "means": (
        "a b",
        ["a >= 0", "b >= 0"],
        "root <= half",
        {"root": "(a*b)^(1/2)", "half": "(a + b)/2"},
    ),
    "whole": ("m", ["m > 0"], "1 <= m", {}),
    "hidden": ("a x", ["x >= 1"], "a^2 <= y", {"y": "a^2*x"}),
    "tied": ("a m", ["a = m"], "0 <= a*(a + 1)", {}),
}
TERMS = """
    x; y; n; u; v; x - x; 1/x; log(x); n/2; 2*n; n^2; abs(y); 0; -1; sqrt(x); n - 1/2; max(n, 0); x*y;
    exp(y); x^n; x + 1; n - 1
"""
GIVEN = """
    x >= 0; x > 0; x >= 1; y > 0; y < 0; y >= -1; n >= 0; n > 0; n >= 1; x <= y; x = n; x*y > 0; n < x
"""
KINDS = {"x": False, "y": False, "n": True}


def theorem(build, name):
    """Its hypotheses are called like those of a goal, which say something else."""
    parameters, hypotheses, statement, definitions = THEOREMS[name]
    known = {f"f{k}": build.fact(hypothesis) for k, hypothesis in enumerate(hypotheses)}
    kinds = {p: p == "m" for p in parameters.split()}
    terms = {name: parse(source) for name, source in definitions.items()}
    return Theorem(Context(kinds, known, terms), (build.fact(statement),), Trail(set(known)))


def citation(attacker, theorems, facts):
    """A goal that may be an instance of a theorem, and a node that cites it."""
    name = attacker.choice(list(theorems))
    cited = theorems[name].context
    put = {p: attacker.choice(TERMS.split(";")).strip() for p in cited.parameters}
    terms = {p: parse(source) for p, source in put.items()}
    left, relation, right = theorems[name].facts[0]
    sides = [replace(cited.unfold(side), terms) for side in (left, right)]
    assumed = {"rule": "assume", "fact": attacker.choice(facts)}
    leaves = [{"rule": "sign"}, {"rule": "ring"}, assumed, assumed]
    shown = [id for id in cited.hypotheses if attacker.random() < 0.8]  # the others go by name
    node = {"rule": "cite", "claim": name, "part": 0, "with": put}
    node["premises"] = {id: attacker.choice(leaves) for id in shown}
    return (sides[0], relation, sides[1]), node


@pytest.mark.parametrize("seed", range(3))
def test_citations_with_any_terms_prove_nothing_false(build, seed):
    attacker, proved = random.Random(seed), 0
    theorems = {name: theorem(build, name) for name in THEOREMS}
    definitions = {"u": parse("x - y"), "v": parse("u + n")}
    for _ in range(60):
        given = [build.fact(fact.strip()) for fact in attacker.sample(GIVEN.split(";"), 3)]
        facts = {f"f{k}": fact for k, fact in enumerate(given)}
        context = Context(KINDS, facts, definitions)
        for _ in range(25):
            goal, node = citation(attacker, theorems, list(facts))
            known = Known(context, Trail(), theorems.__getitem__)
            try:
                with limited(20_000):
                    inference.check(known, goal, node)
            except REFUSED:
                continue
            proved += 1
            rests = [facts[id] for id in known.trail.hypotheses]
            for point in sampled(build, attacker, KINDS, rests, 20):
                values = {**point, **definitions}
                assert is_true(build, goal, values) is not False, (goal, node, point)
    assert proved > 20
