"""Laws of powers put straight to the rules, where bases may be 0 or negative and exponents 0 or
integers: what is accepted has a value and is true at every sampled point that the facts allow."""

import operator
import random
from fractions import Fraction

import mpmath
import pytest

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import CertificateError, InputError, LimitExceeded, Undefined
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Context, Known, Trail, replace
from proofkit.language.terms import ONE, ZERO, Term, exp, log, number, variable

REFUSED = (CertificateError, InputError, LimitExceeded, Undefined)
KINDS = {"x": False, "y": False, "a": False, "b": False, "n": True, "k": True}
X, Y, A, B, N, K = map(variable, KINDS)
HOLE, TWO, HALF = variable("hole"), number(2), number(Fraction(1, 2))
BASES = [Fraction(v) for v in ("0", "0", "1", "2", "1/4", "4", "-1", "-2")]
EXPONENTS = [Fraction(v) for v in ("0", "0", "1", "2", "1/2", "-1", "3/2")]
WHOLE = [Fraction(v) for v in (0, 0, 1, 2, 3, -1, -2)]
HOLDS = {"=": operator.eq, "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}
NEAR = mpmath.mpf(10) ** -25
BOX = {"rule": "box", "bits": 64, "cuts": [[]]}


class Attacker:
    def __init__(self, build, seed):
        self.build, self.choice = build, random.Random(seed).choice
        self.facts, self.told = self.hypotheses(), 0
        self.place = Known(Context(KINDS, self.facts), Trail())
        self.points = self.allowed(self.facts.values(), 25)

    def hypotheses(self):
        ranges = [[], [], [(">=", 0)], [(">=", 0)], [(">=", 0), ("<=", 1)], [(">", 0)], [(">=", 1)]]
        ranges += [[("=", 0)], [(">=", -1)]]
        found = [(variable(n), r, number(v)) for n in KINDS for r, v in self.choice(ranges)]
        pairs = [(X, Y), (A, B), (N, K), (A, ONE), (A, N), (ZERO, A + B), (ZERO, X - Y)]
        found += [(one, "<=", other) for one, other in [self.choice(pairs)]]
        return {f"h{k}": fact for k, fact in enumerate(found)}

    def allowed(self, facts, wanted):
        """Points at which the facts hold."""
        found = []
        for _ in range(300):
            point = {n: self.choice(WHOLE) for n in "nk"}
            point |= {n: self.choice(BASES if n in "xy" else EXPONENTS) for n in "xyab"}
            if all(self.holds(fact, point) for fact in facts):
                found.append(point)
        return found[:wanted]

    def holds(self, fact, point):
        """None where a side has no value, or one that is out of reach."""
        left, right = (self.build.evaluate(side, point) for side in fact[::2])
        if left is None or right is None:
            return None
        near = abs(left - right) <= NEAR * (1 + abs(left))
        return HOLDS[fact[1]](0 if near else left - right, 0)

    def exponent(self):
        one, other = self.choice([A, B, N, K, TWO, HALF]), self.choice([A, N, ONE, number(-1)])
        return self.choice([one, one, one + other, one - other, one * other, ZERO])

    def base(self, depth=1):
        simple = self.choice([X, X, Y, ZERO, TWO, number(-1)])
        if not depth:
            return simple
        one, other = self.base(depth - 1), self.base(depth - 1)
        powers = [one ** self.exponent(), one**TWO, one**HALF, Term("abs", (one,))]
        return self.choice([simple, one * other, one + other, one - other, one / other, *powers])

    def law(self):
        p, q, e, f = self.base(self.choice([0, 1])), self.base(0), self.exponent(), self.exponent()
        two_e, size = TWO * e, Term("abs", (p,))
        return self.choice(
            [
                (p**e * p**f, p ** (e + f)), (p**e / p**f, p ** (e - f)),
                ((p**e) ** f, p ** (e * f)), ((p**e) ** f, (p**f) ** e),
                ((p * q) ** e, p**e * q**e), ((p / q) ** e, p**e / q**e),
                (log(p**e), e * log(p)), (exp(e * log(p)), p**e),
                (p ** (e + ONE), p * p**e), (p ** (e - ONE) * p, p**e),
                ((p**TWO) ** e, p**two_e), ((p**TWO) ** e, size**two_e),
                ((p**TWO) ** HALF, p), ((p**TWO) ** HALF * q, size * q),
                (Term("abs", (p**e,)), size**e), (p**e * p ** (-e), ONE), (p ** (e - e), ONE),
                (ZERO**e, ZERO), (ZERO**e, ZERO**two_e), (ZERO**e * ZERO**f, ZERO ** (e + f)),
                ((p - p) ** e, ZERO**e), ((-p) ** e, p**e), ((p - q) ** e, (q - p) ** e),
                ((p + q) ** (e + TWO), (p + q) ** e * (p**TWO + TWO * p * q + q**TWO)),
                ((p - ONE) ** (e - ONE) * (p - ONE), (p - ONE) ** e),
            ]
        )  # fmt: skip

    def accepts(self, place, goal, node):
        try:
            with limited(50_000, 5):
                inference.check(place, goal, node)
        except REFUSED:
            return False
        self.told += 1
        return True

    def attack_equality(self):
        left, right = self.law()
        for goal, node in [((left, "=", right), {"rule": "ring"}),
                           ((left, "<=", right), BOX), ((left, "<", right), BOX),
                           ((left, "<=", right), {"rule": "sign"})]:  # fmt: skip
            if self.accepts(self.place, goal, node):
                for point in self.points:
                    self.require_value(goal, point)
                    assert self.holds(goal, point) is not False, (goal, point, self.facts)

    def require_value(self, goal, point):
        """mpmath refuses what is out of reach too; then the value is not of a base 0."""
        for side in goal[::2]:
            if not all(v for n, v in point.items() if n in "xy"):
                assert self.build.evaluate(side, point) is not None, (goal, point, self.facts)

    def attack_monotony(self):
        """What follows from a comparison, and from that of its images."""
        function = self.choice(
            [HOLE ** self.exponent(), self.base(0) ** HOLE, ZERO**HOLE, HOLE**HOLE,
             HOLE ** self.exponent() * self.base(0), (HOLE * X) ** self.exponent()]
        )  # fmt: skip
        old, new = self.choice([(A, B), (X, Y), (N, K), (ZERO, A), (A, ONE), (X, ONE), (ZERO, X)])
        images = [replace(function, {"hole": end}) for end in (old, new)]
        for relation in ("<=", "<"):
            premise, goal = (old, relation, new), (images[0], relation, images[1])
            turned = (images[1], relation, images[0])
            node = {
                "hole": "hole",
                "function": function,
                "because": {"rule": "assume", "fact": "p"},
            }
            there = {"rule": "exchange", "old": old, "new": new, **node}
            back = {"rule": "exchange", "old": new, "new": old, **node}
            cancel = {"rule": "cancel", **node}
            for known, wanted, tried in [(premise, goal, there), (premise, turned, back),
                                         (goal, premise, cancel), (turned, premise, cancel)]:  # fmt: skip
                if self.accepts(self.place.with_fact("p", known), wanted, tried):
                    for point in self.points:
                        if self.holds(known, point):
                            assert self.holds(wanted, point) is not False, (wanted, known, point)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_accepted_is_true(build, seed):
    attacker = Attacker(build, seed)
    for _ in range(12):
        attacker.attack_equality()
        attacker.attack_monotony()
    assert attacker.told
