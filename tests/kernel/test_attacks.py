"""Random attacks put straight to the rules: what is accepted is true at every sampled point, and
a proof rests on no hypothesis that it does not name."""

import random
from fractions import Fraction

import pytest

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import CertificateError, InputError, LimitExceeded, Undefined
from proofkit.kernel import inference, points
from proofkit.kernel.assumptions import Context, Known, Trail, replace
from proofkit.language.terms import Term, add, exp, log, multiply, number, power, variable

REFUSED = (CertificateError, InputError, LimitExceeded, Undefined)
KINDS = {"x": False, "y": False, "k": True, "n": True}
NUMBERS = [Fraction(v) for v in ("-2", "-1", "-1/2", "0", "0", "1/2", "1", "1", "2", "3")]
HOLDS = {"<=": "__le__", "<": "__lt__", ">=": "__ge__", ">": "__gt__"}
HOLE = variable("hole")


class Attacker:
    """Random terms, hypotheses, goals and nodes from one seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.choice = self.random.choice

    def term(self, depth):
        if depth == 0 or self.random.random() < 0.2:
            name = variable(self.choice(list(KINDS)))
            return self.choice([name, name, number(self.choice(NUMBERS))])
        a, b = self.term(depth - 1), self.term(depth - 1)
        return self.choice(
            [
                add(a, b),
                multiply(a, b),
                power(a, self.choice([number(2), number(-1), number(Fraction(1, 2)), b])),
                exp(a),
                log(a),
                Term("abs", (a,)),
                multiply(a, Term("abs", (a,))),
                Term(self.choice(["max", "min"]), (a, b)),
            ]
        )

    def hypotheses(self):
        found = {}
        for name in KINDS:
            for _ in range(self.choice([0, 1, 1, 2])):
                fact = variable(name), self.choice(list(HOLDS)), number(self.choice(NUMBERS))
                found[f"h{len(found)}"] = fact
        return found

    def points(self, hypotheses, count=6):
        found = []
        for _ in range(60):
            point = {
                name: Fraction(self.random.randint(-3, 4))
                if whole
                else self.choice([*NUMBERS, Fraction(self.random.randint(-24, 24), 8)])
                for name, whole in KINDS.items()
            }
            if all(
                getattr(point[a.args[0]], HOLDS[r])(b.args[0]) for a, r, b in hypotheses.values()
            ):
                found.append(point)
        return found[:count]

    def leaf(self):
        return self.choice(
            [
                {"rule": "ring"},
                {"rule": "sign"},
                {"rule": "box", "bits": 64, "cuts": [[]]},
                {"rule": "assume", "fact": self.choice(["h0", "h1", "f"])},
            ]
        )

    def attack(self):
        """A goal, and a node of a shape that fits it."""
        name = self.choice(list(KINDS))
        v, a, b = variable(name), self.term(1), self.term(1)
        function = replace(self.term(2), {name: HOLE})
        relation, leaf = self.choice(["<=", "<", "="]), self.leaf()
        shape = self.random.randrange(8)
        if shape < 2:
            old, new = self.choice([(v, a), (a, v), (a, b)])
            goal = replace(function, {"hole": old}), relation, replace(function, {"hole": new})
            node = {"rule": "exchange", "hole": "hole", "function": function}
            return goal, {**node, "old": old, "new": new, "because": leaf}
        goal = a, relation, b
        if shape == 2:
            node = {"rule": "cancel", "hole": "hole", "function": function, "because": leaf}
        elif shape == 3:
            goal = self.choice([goal, (a, relation, a)])
            node = {"rule": "antisymmetric", "below": leaf, "above": self.leaf()}
        elif shape == 4:
            node = {"rule": "integer", "because": leaf}
        elif shape == 5:
            at, side = number(self.choice(NUMBERS)), self.choice(["below", "above"])
            ends = {"variable": name, "at": at, "from": side, "fresh": "z"}
            how = {"strict": self.choice(["start", "slope"]), "closed": [], "open": []}
            node = {"rule": "derive", **ends, **how, "start": leaf, "slope": self.leaf()}
        elif shape == 6:
            run = {"variable": self.choice("kn"), "from": self.choice(["-1", "0", "1"])}
            node = {"rule": "induct", **run, "id": "f", "start": leaf, "step": self.leaf()}
        else:
            node = leaf
            size, other = Term("abs", (a,)), Term("abs", (multiply(a, b, Term("abs", (v,))),))
            goal = self.choice([(a, relation, multiply(a, b)), (size, relation, a)])
            goal = self.choice([goal, (other, relation, Term("abs", (self.choice([a, v, b]),)))])
        return goal, node


def accepted(hypotheses, goal, node):
    """The hypotheses that a proof used; `None` if it is refused."""
    known = Known(Context(KINDS, hypotheses), Trail())
    try:
        with limited(20_000):
            inference.check(known, goal, node)
    except REFUSED:
        return None
    return known.trail.hypotheses


def is_false(goal, point):
    """Does the statement fail at the point, or have no value there?"""
    try:
        verdict = points.decide(Context(KINDS), goal, point, 256)
    except LimitExceeded:
        return False
    return verdict.value == "fails" or "no value" in verdict.reason


@pytest.mark.parametrize("seed", range(4))
def test_random_proofs_prove_nothing_false(seed):
    attacker, proved = Attacker(seed), 0
    for _ in range(60):
        hypotheses = attacker.hypotheses()
        sampled = attacker.points(hypotheses)
        for _ in range(30 if sampled else 0):
            goal, node = attacker.attack()
            used = accepted(hypotheses, goal, node)
            if used is None:
                continue
            proved += 1
            assert not [p for p in sampled if is_false(goal, p)], (goal, node, hypotheses)
            rest = {id: fact for id, fact in hypotheses.items() if id in used}
            assert accepted(rest, goal, node) == used, (goal, node, hypotheses)
    assert proved > 10
