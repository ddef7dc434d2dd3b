"""The normal form of a random term, written out, has the value of the term wherever this has one,
nothing in it is without a value there, and what is known of it at sight is true: a law that is wrong anywhere shows here, whatever rule
would make use of it."""

import random
from fractions import Fraction

import mpmath
import pytest

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import LimitExceeded, Undefined
from proofkit.kernel import sign
from proofkit.kernel.assumptions import Known, Trail
from proofkit.kernel.polynomial import as_term
from proofkit.language.terms import Term, exp, log, number, parse
from proofkit.language.words import RELATIONS

FACTS = ["x >= 0", "x > 0", "x <= 0", "z >= 1", "z < x", "x*z > 0", "y >= 1", "x + z = 0"]
BASES = parse("max(x, -x, x + z, x - z, x^2 + z, x*(z + 1), abs(x - z), max(x, z), 2*(x + z), -3)")
EXPONENTS = parse("max(y, y - 1, -y, 1 - y, 2, -1, 1/2, 3/2, -3/2, y/2, z, 2*y, y + 1/2, y + 2, 0)")
NUMBERS = [Fraction(v) for v in ("-3", "-2", "-1", "-1/2", "0", "1/2", "1", "2", "3", "9/4")]
PRECISE = mpmath.mpf(10) ** -35


class Terms(random.Random):
    def term(self, depth):
        if not depth:
            return self.choice(BASES.args)
        inner = self.term(depth - 1)
        exponent = self.choice(EXPONENTS.args)
        power, other = inner**exponent, inner ** (parse(self.choice(["-1", "-2", "1"])) - exponent)
        return self.choice(
            [
                power,
                power * other,
                power + self.term(0),
                (power * other + self.term(0)) ** self.choice(EXPONENTS.args),
                inner * self.term(depth - 1),
                Term("abs", (inner,)),
                exp(self.choice(EXPONENTS.args) * log(inner)),
                log(power),
                Term("max", (inner, self.term(0))),
            ]
        )

    def point(self):
        return {name: self.choice(NUMBERS) for name in "xyz"}


def holds(build, fact, point):
    left, relation, right = build.fact(fact)
    gap = build.rational(left, point) - build.rational(right, point)
    return (gap > 0) - (gap < 0) in RELATIONS[relation].signs


def value(build, term, point):
    """The value, or `None` where more digits show another one: roots of what is nearly 0."""
    found = [build.evaluate(term, point, digits) for digits in (60, 120)]
    return found[0] if None not in found and agree(*found) else None


def agree(left, right):
    with mpmath.workdps(60):
        return abs(left - right) <= PRECISE * (1 + abs(left) + abs(right))


def samples(build, seed, ask):
    """What a random place says of a random term, and its value at a point where the facts hold."""
    terms = Terms(seed)
    for _ in range(250):
        given = terms.sample(FACTS, terms.choice([0, 0, 1, 2]))
        known = Known(build.context("x y z", given), Trail())
        term = terms.term(terms.choice([1, 2, 2, 3]))
        try:
            with limited(20_000):
                answer = ask(known, term)
        except (LimitExceeded, Undefined):
            continue
        for point in (terms.point() for _ in range(12)):
            if all(holds(build, fact, point) for fact in given):
                found = value(build, term, point)
                if found is not None:
                    yield answer, found, (term, answer, point, given)


@pytest.mark.parametrize("seed", range(2))
def test_the_normal_form_has_the_value_of_the_term(build, seed):
    compared = 0
    for form, found, said in samples(build, seed, lambda known, term: known.ring.canonical(term)):
        other = value(build, form, said[2])
        compared += 1
        assert other is not None and agree(found, other), said
    assert compared > 300


def test_all_that_is_read_on_the_way_has_a_value_and_keeps_it(build):
    """Whatever the form or a sign reads, wherever the term has a value: no law is used on a part
    that has none there, and no sign of such a part is believed."""

    def ask(known, term):
        known.ring.canonical(term)
        signs = dict(known._signs)
        read = known.ring._everywhere | known.ring._here
        return {part: as_term(*form) for part, form in read.items()}, signs

    compared = 0
    for (forms, signs), _, said in samples(build, 2, ask):
        for part in {*forms, *signs}:
            found = build.evaluate(part, said[2])
            assert found is not None, (part, *said[::2])
            compared += 1
            known = signs.get(part, sign.ANY)
            assert abs(found) <= PRECISE or known & sign.of_number(1 if found > 0 else -1), said
            if part in forms and value(build, part, said[2]) is not None:
                other = value(build, forms[part], said[2])
                assert other is not None and agree(found, other), (part, *said)
    assert compared > 2000


@pytest.mark.parametrize("seed", range(2))
def test_signs_known_at_sight_are_right(build, seed):
    def ask(known, term):
        return [known.sign(term - number(k)) for k in range(3)]

    informed = 0
    for signs, found, said in samples(build, seed, ask):
        for k, known in enumerate(signs):
            informed += known != sign.ANY
            gap = found - k
            assert abs(gap) <= PRECISE or known & sign.of_number(1 if gap > 0 else -1), said
    assert informed > 500
