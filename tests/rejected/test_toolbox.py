"""False twins of the toolbox: by how much each right side is moved past the left one, and parameters
at which the statement then fails."""

import pytest
from sympy import Rational

from proofkit.language.claims import Statement
from proofkit.language.registry import find

FALSE = {
    "tangents": {
        "exp": ("1/1000", {"x": "0"}),
        "log": ("1/1000", {"x": "1"}),
        "log-lower": ("1/1000", {"x": "1"}),
        "log-one-plus": ("1/1000", {"x": "0"}),
        "log-one-plus-lower": ("1/1000", {"x": "0"}),
        "log-one-plus-square": ("1/1000", {"x": "0"}),
        "exp-upper": ("1/1000", {"x": "0"}),
        "exp-square": ("1/1000", {"x": "0"}),
        "exp-square-upper": ("1/1000", {"x": "0"}),
        "exp-linear": ("1/1000", {"x": "1"}),
        "exp-both": ("1/1000", {"x": "0"}),
        "log-root": ("1/1000", {"x": "1"}),
        "entropy": ("1/1000", {"x": "1"}),
        "entropy-least": ("1/20", {"x": "1/2"}),
        "log-half": ("1/2", {"x": "2"}),
    },
    "bernoulli": {
        "root-line": ("1/1000", {"x": "1", "s": "1/2"}),
        "integer": ("1/1000", {"x": "3", "k": "1"}),
        "real": ("1/1000", {"x": "1/1000", "s": "1"}),
        "root": ("1/1000", {"x": "3", "s": "1"}),
        "exponential": ("1/1000", {"x": "0", "k": "50"}),
        "two-to-the-k": ("1/1000", {"k": "1"}),
        "two-to-the-k-square": ("1/1000", {"k": "4"}),
        "three-to-the-k": ("1/1000", {"k": "1"}),
        "one-over-e": ("1/100", {"k": "50"}),
        "one-over-e-lower": ("1/100", {"k": "50"}),
        "towards-e": ("1/20", {"k": "50"}),
        "beyond-e": ("1/20", {"k": "50"}),
    },
    "means": {
        "product": ("1/1000", {"x": "2", "y": "2"}),
        "geometric": ("1/1000", {"x": "1/1000", "y": "1/1000"}),
        "harmonic": ("1/1000", {"x": "3", "y": "3"}),
        "quadratic": ("1/1000", {"x": "0", "y": "0"}),
        "quadratic-root": ("1/1000", {"x": "2", "y": "2"}),
        "cubic": ("1/1000", {"x": "3", "y": "3"}),
        "three": ("1/100", {"x": "1/10", "y": "1/1000", "z": "1/10"}),
        "three-squares": ("1/1000", {"x": "1/1000", "y": "1/1000", "z": "0"}),
        "weighted": ("1/1000", {"x": "1", "y": "1/10", "w": "1"}),
        "young-square": ("1/1000", {"x": "0", "y": "0", "s": "3"}),
        "young-cubic": ("1/1000", {"x": "1", "y": "1"}),
        "reciprocal": ("1/1000", {"x": "1"}),
        "ratio": ("1/1000", {"x": "1/10", "y": "1/10"}),
        "nesbitt": ("1/1000", {"x": "2", "y": "2", "z": "2"}),
        "root-sum": ("1/1000", {"x": "1/10", "y": "0"}),
    },
    "cauchy-schwarz": {
        "two": ("1/1000", {"x": "0", "y": "0", "p": "2", "q": "3"}),
        "three": ("1/1000", {"x": "0", "y": "0", "z": "0", "p": "-1", "q": "1/1000", "r": "1/2"}),
        "two-roots": ("1/1000", {"x": "0", "y": "2", "p": "0", "q": "1"}),
        "minkowski-square": ("1/1000", {"x": "1/10", "y": "1/10", "p": "1/10", "q": "1/10"}),
        "quotients": ("1/1000", {"x": "3", "y": "1", "p": "0", "q": "0"}),
        "sum-of-two": ("1/1000", {"x": "1/1000", "y": "1/1000"}),
        "sum-of-three": ("1/1000", {"x": "-1", "y": "-1", "z": "-1"}),
        "shift": ("1/1000", {"x": "2", "y": "-1"}),
    },
    "growth": {
        "base": ("1/1000", {"x": "3", "y": "3", "s": "1"}),
        "exponent": ("1/1000", {"x": "1", "s": "3", "w": "-1"}),
        "exponent-small": ("1/1000", {"x": "1", "s": "3", "w": "1/1000"}),
        "log-linear": ("1/100", {"x": "3"}),
        "log-root": ("1", {"x": "3"}),
        "log-power": ("1", {"x": "1/2", "s": "2"}),
        "exp-square": ("5", {"x": "0"}),
        "exp-cube": ("50", {"x": "0"}),
        "log-product": ("1/1000", {"x": "1"}),
        "log-monotone": ("1/1000", {"x": "1/10", "y": "1/10"}),
    },
    "shares": {
        "convex": ("1/1000", {"x": "-1", "y": "1/10", "w": "1"}),
        "middle": ("1/1000", {"x": "1/10", "y": "1/10"}),
        "sum-lower": ("1/20", {"x": "3", "y": "-1"}),
        "sum-upper": ("1/1000", {"x": "1/1000", "y": "1/1000"}),
        "sum-mean": ("1/1000", {"x": "3", "y": "3"}),
        "positive": ("1/20", {"x": "-1", "y": "2"}),
        "below-one": ("1/20", {"x": "3", "y": "0"}),
        "larger": ("1/1000", {"x": "-1/2", "y": "-1/2"}),
        "monotone": ("1/1000", {"x": "1/2", "y": "1/2", "z": "1/1000"}),
        "ratio": ("1/1000", {"x": "3", "y": "-1"}),
        "both": ("1/1000", {"x": "2", "y": "2"}),
    },
}
LEMMAS = {lemma.id: lemma for lemma, _ in find(tuple(FALSE))}


def test_every_claim_has_a_twin():
    assert {id: set(lemma.claims) for id, lemma in LEMMAS.items()} == {
        id: set(rows) for id, rows in FALSE.items()
    }


@pytest.mark.parametrize(
    ("lemma", "name"), [(id, name) for id, rows in FALSE.items() for name in rows]
)
def test_the_twin_of_a_claim_is_not_proved(rejected, lemma, name):
    claim, (shift, at) = LEMMAS[lemma].claims[name], FALSE[lemma][name]
    (part,) = claim.parts
    said = part.statement
    moved = said.right + Rational(shift) * (-1 if "<" in said.relation else 1)
    rejected(claim, part, Statement(said.left, said.relation, moved), at)
