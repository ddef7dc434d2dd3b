"""Best constants of hypotheses, however they are written: none is called best that is not."""

from fractions import Fraction

import pytest
from sympy import Rational, Symbol, symbols

from proofkit.claims import Hypothesis, at_least, at_most, equal, greater, less
from proofkit.foundations.errors import InputError
from proofkit.language import registry
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain
from proofkit.questions.threshold import bounds_of
from proofkit.readers.report.style import Style
from proofkit.readers.report.threshold import bounds_text

k, x = Symbol("k", integer=True), symbols("x", real=True)
FROM_ZERO = {k: Hypothesis("k-lower", at_least(k, 0)), x: Hypothesis("x-lower", at_least(x, 0))}


@pytest.fixture
def bound(monkeypatch):
    """The bound of `over^2 <= most`, given `over >= 0` and a hypothesis that bounds it above."""

    def asked(over, said, most=4):
        lemma = Lemma(
            "squares",
            title="Squares",
            source="a test",
            provenance="O",
            section="1",
            parameters=(
                Parameter("k", "1", "a whole number", integer=True),
                Parameter("x", "1", "a number"),
            ),
            hypotheses=(FROM_ZERO[over], Hypothesis("upper", said)),
        )
        claim = lemma.claim("small", at_most(over**2, most), Chain(over**2).at_most(most, "so"))
        monkeypatch.setattr(registry, "find", lambda _: [(lemma, [claim])])
        found = bounds_of("squares/small", over.name)
        return next(one for one in found if one.end == "greatest")

    return asked


def said(one):
    return bounds_text([one], Style())


@pytest.mark.parametrize(
    ("hypothesis", "stated", "relation", "proved", "refuted"),
    [
        (at_most(k, 2), 2, "<=", 2, 3),
        (at_least(2, k), 2, "<=", 2, 3),
        (at_most(k, 1), 1, "<=", 2, 3),
        (less(k, 2), 2, "<", 3, 3),
        (greater(2, k), 2, "<", 3, 3),
        (less(k, 3), 3, "<", 3, 3),
        (at_most(k, Rational(5, 2)), 2, "<=", 2, 3),
        (less(k, Rational(5, 2)), 2, "<=", 2, 3),
        (greater(Rational(3, 2), k), 1, "<=", 2, 3),
    ],
)
def test_of_an_integer(bound, hypothesis, stated, relation, proved, refuted):
    """`k < 2` admits 1 alone, and `k < 3` is as far as it goes."""
    one = bound(k, hypothesis)
    assert (one.stated, one.relation) == (stated, relation)
    assert (one.proved, one.refuted, one.within) == (proved, refuted, 0)
    assert f"best constant: {proved}\n" in said(one)
    assert f"when k {relation} {proved}\n" in said(one)
    assert one.witness == {"k": 3, "x": one.witness["x"]}


@pytest.mark.parametrize(
    ("hypothesis", "relation", "within"),
    [
        (at_most(x, 2), "<=", Fraction(1, 10**10)),
        (at_least(2, x), "<=", Fraction(1, 10**10)),
        (less(x, 2), "<", Fraction(1, 10**10)),  # at 2 itself it holds
        (greater(2, x), "<", Fraction(1, 10**10)),
    ],
)
def test_of_a_real_number(bound, hypothesis, relation, within):
    one = bound(x, hypothesis)
    assert (one.relation, one.proved, one.within) == (relation, 2, within)
    assert one.refuted > 2 and one.refuted - one.proved <= within
    assert "best constant to within 1e-10: 2\n" in said(one)


def test_what_ends_in_a_value_that_fails_is_the_best(bound):
    """`x^2 <= 4` is false at the first value that `x < 3` leaves out, and not proved up to it."""
    one = bound(x, less(x, 3))
    assert one.proved is None
    assert "best" not in said(one)


@pytest.mark.parametrize("hypothesis", [equal(k, 2), at_most(2 * k, 4), at_most(k, x)])
def test_what_compares_no_parameter_alone(bound, hypothesis, monkeypatch):
    monkeypatch.setitem(FROM_ZERO, k, Hypothesis("other", at_least(x, 0)))
    with pytest.raises(InputError, match=r"compares k, alone on one side, with a number"):
        bound(k, hypothesis)
