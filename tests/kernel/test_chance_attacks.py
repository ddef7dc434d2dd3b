"""Random proofs about probabilities, put straight to the rules: what is accepted is true, by
going through every sign of every neuron."""

import random
from fractions import Fraction

import pytest

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.language.terms import Term, parse

KINDS = {"x": False, "m": True}
FACTS = ("x >= 1", "x <= 2", "m >= 1", "m <= 3")
VALUES = [{"x": x, "m": m} for x in (1, Fraction(4, 3), 2) for m in (1, 3)]
WEIGHTS = ["x", "x", "1", "2", "2*x", "x + 1", "0", "-1"]
THRESHOLDS = ["0", "1", "x", "-x", "2", "1/2*x", "3", "-3"]
SHAPES = [["1"], ["1", "1"], ["1", "2"], ["3"], ["2", "2"], ["1", "3"]]
LEAVES = [{"rule": "box", "bits": 64, "cuts": [[]]}, {"rule": "sign"}, {"rule": "ring"}]


class Attacker(random.Random):
    def sums(self, shape):
        groups = ", ".join(f"{self.choice(WEIGHTS)}, {count}" for count in shape)
        return f"{self.choice(['above', 'reaches'])}({self.choice(THRESHOLDS)}, {groups})"

    def event(self):
        shape, many = self.choice(SHAPES), self.choice(["1", "2", "m"])
        one, two = self.sums(shape), self.sums(shape)
        few = f"some({many}, {one})", f"none({many}, {self.choice([one, two])})"
        return parse(self.choice([one, few[0], few[1], f"some({many}, {one}, {two})",
                                  f"both({few[0]}, {few[1]})"]))  # fmt: skip

    def near(self, build, event):
        """A bound that may be right: the probability at some point, and a little beside it."""
        exact = build.chance(event, self.choice(VALUES))
        return str(max(exact + self.choice([0, 0, 0, 1, -1]) * Fraction(1, 8), Fraction(0)))

    def attack(self, build, event, relation):
        """A bound on the event's probability, and a node for it."""
        rules = {
            "some": ["union", "copies", "complement"],
            "none": ["complement"],
            "both": ["both", "part"],
        }
        rule = self.choice(["counted", *rules.get(event.op, [])])
        if rule == "union":
            parts = list(dict.fromkeys(event.args[1:]))
            bounds, nodes = zip(*(self.attack(build, e, "<=") for e in parts), strict=True)
            bound = f"({event.args[0]})*({' + '.join(bounds)})"
            return bound, {"rule": rule, "bounds": list(bounds), "because": list(nodes)}
        if rule == "both":
            bounds, nodes = zip(*(self.attack(build, e, ">=") for e in event.args), strict=True)
            bound = f"{bounds[0]} + {bounds[1]} - 1"
            return bound, {"rule": rule, "bounds": list(bounds), "because": list(nodes)}
        if rule == "part":
            side = self.choice([0, 1])
            bound, node = self.attack(build, event.args[side], "<=")
            return bound, {"rule": rule, "event": self.choice([side, 0]), "because": node}
        if rule == "copies":
            low, node = self.attack(build, event.args[1], ">=")
            bound = f"1 - (1 - ({low}))^({event.args[0]})"
            return bound, {"rule": rule, "event": 0, "bound": low, "because": node}
        if rule == "complement":
            other = Term({"some": "none", "none": "some"}[event.op], event.args)
            bound, node = self.attack(build, other, self.choice(["<=", ">="]))
            return f"1 - ({bound})", {"rule": rule, "bound": bound, "because": node}
        first = [{"least": self.randint(0, 4), "because": self.choice(LEAVES)} for _ in range(16)]
        return self.near(build, event), {"rule": rule, "bits": 64, "first": first}


def accepted(build, goal, node):
    facts = {f"h{k}": build.fact(fact) for k, fact in enumerate(FACTS)}
    try:
        with limited(50_000):
            inference.check(Known(Context(KINDS, facts), Trail()), goal, node)
    except (CertificateError, InputError, Undefined):
        return False
    return True


@pytest.mark.parametrize("seed", range(3))
def test_random_proofs_about_probabilities_prove_nothing_false(build, seed):
    attacker, proved = Attacker(seed), 0
    for _ in range(400):
        event, relation = attacker.event(), attacker.choice(["<=", ">="])
        for _ in range(4):
            bound, node = attacker.attack(build, event, relation)
            goal = (Term("P", (event,)), relation, parse(bound))
            if not accepted(build, goal, node):
                continue
            proved += 1
            for values in VALUES:
                exact, given = build.chance(event, values), build.rational(goal[2], values)
                assert exact <= given if relation == "<=" else exact >= given, (goal, node, values)
    assert proved > 20
