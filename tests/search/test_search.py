"""What the search finds is what the kernel accepts; what is false is refuted or left open."""

import random
import sys
from fractions import Fraction

import pytest
from sympy import Abs, Max, Min, Rational, exp, log, sqrt, symbols

from lemmas.notation import COLUMNS, COPIES, TOKENS
from proofkit.foundations.seals import file_text
from proofkit.kernel.assumptions import Known, Trail
from proofkit.kernel.certificates import Library, replay_text
from proofkit.language.claims import Definition, Hypothesis, at_least, at_most, equal, greater, less
from proofkit.language.events import P, some, weighted
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.proof import Chain
from proofkit.language.registry import find
from proofkit.language.words import EVENTS, RELATIONS
from proofkit.search import gaps, prove
from proofkit.search.contexts import context_of, fact_of
from proofkit.search.inequalities.sampling import seems_false
from proofkit.search.tactics import numbers

n, a, x, y, u = symbols("n a x y u")
PARAMETERS = (
    Parameter("n", "10", "tokens", integer=True),
    Parameter("a", "6/5", "strength"),
    Parameter("x", "1", "a number"),
    Parameter("y", "2", "another"),
)
HYPOTHESES = (
    Hypothesis("n-range", at_least(n, 2)),
    Hypothesis("a-lower", at_least(a, Rational(7, 10))),
    Hypothesis("x-lower", at_least(x, 0)),
    Hypothesis("x-upper", at_most(x, Rational(1, 10))),
    Hypothesis("order", at_least(y, x)),
)


class Derived:
    definitions = {"u": Definition(u, exp(a * log(n)), "by definition")}  # noqa: RUF012


@pytest.fixture
def lemma():
    return Lemma(
        "toy",
        title="Toy",
        source="here",
        provenance="O",
        section="0",
        parameters=PARAMETERS,
        hypotheses=HYPOTHESES,
        quantities=(Derived(),),
    )


def found(lemma, statement, *steps, library=None, **more):
    """What the search finds for `left relation right` in one step, or in the steps given."""
    chain = Chain(statement.left)
    for relation, term in steps or ((statement.relation, statement.right),):
        chain = getattr(chain, RELATIONS[relation].method)(term, "a reason", **more)
    claim = lemma.claim(f"c{len(lemma.claims)}", statement, chain)
    return prove(claim, Library() if library is None else library)


@pytest.mark.parametrize(
    ("statement", "hypotheses"),
    [
        (equal(u, n**a), {"n-range"}),
        (equal(u * n, n ** (1 + a)), {"n-range"}),
        (at_least(u, 1), {"n-range", "a-lower"}),
        (at_least(n**a, sqrt(n)), {"n-range", "a-lower"}),
        (greater(1 + n**a, sqrt(n)), {"n-range", "a-lower"}),
        (at_most(x**2 + x, Rational(11, 100)), {"x-lower", "x-upper"}),
        (at_most(x, y), {"order"}),
        (at_least(2 * y, x), {"order", "x-lower"}),
        (less(exp(-n), Rational(1, 7)), {"n-range"}),
        (at_least(y**2 - 2 * y + 1, 0), set()),
        (at_most(log(1 + x), Rational(1, 10)), {"x-lower", "x-upper"}),
        (at_least(1 / (1 + n ** (-a)), Rational(1, 2)), {"n-range", "a-lower"}),
        (at_most(P(some(n, weighted(x, (y, 1), (a, 3)))), 1), {"n-range"}),
    ],
)
def test_proofs_and_the_hypotheses_they_use(lemma, statement, hypotheses):
    verdict = found(lemma, statement).verdict
    assert verdict.value == "proved"
    assert verdict.used.hypotheses == hypotheses
    (again,) = replay_text(file_text([verdict.certificate]))
    assert again.value == "proved"


@pytest.mark.parametrize(
    "statement",
    [
        equal(u, n ** (a + 1)),
        at_least(u, 2),
        less(x**2 + x, Rational(11, 100)),
        at_most(x**2 + x, Rational(11, 100) - Rational(1, 10**9)),
        less(x, y),
        greater(n, 2),
        at_least(y, 1),
        at_least(a, Rational(71, 100)),
        at_most(n ** (-a), Rational(3, 5)),
    ],
)
def test_what_is_false_is_never_proved(lemma, statement, monkeypatch):
    monkeypatch.setattr("proofkit.search.steps.GAP_SECONDS", 1)  # it is sought in vain
    verdict = found(lemma, statement).verdict
    assert verdict.value in ("refuted", "open")
    if verdict.value == "refuted":
        assert set(verdict.witness) == {"n", "a", "x", "y"}
    (again,) = replay_text(file_text([verdict.certificate]))
    assert again.value == verdict.value


def test_extremes_and_absolute_values_are_read(lemma):
    assert found(lemma, at_least(Max(x, y), (x + y) / 2)).verdict.value == "proved"
    assert found(lemma, at_most(Min(x, a), Abs(x - a) + a)).verdict.value == "proved"
    assert found(lemma, at_most(Max(x, a), x)).verdict.value == "refuted"


def test_what_fails_at_an_end_is_refuted(lemma):
    for statement in (at_least(u, 4), greater(n, 2)):
        assert found(lemma, statement).verdict.value == "refuted"


def test_a_false_step_is_named_though_the_claim_is_true(lemma):
    statement = at_least(n**a, 1)
    result = found(lemma, statement, (">=", n**2), (">=", 1))
    assert result.verdict.value == "open"
    assert "step 1" in result.reason
    result = found(lemma, statement, (">=", sqrt(n)), (">=", n), (">=", 1))
    assert result.verdict.value == "open"
    assert "step 2" in result.reason
    assert "is not proved; it is false at n = " in result.reason


def test_a_counterexample_is_looked_for_once(lemma, monkeypatch):
    """Of the claim and of the step that is missing together; that of the claim counts more."""
    module = sys.modules["proofkit.search.samples"]
    seen, honest = [], module.refutation

    def counted(claim, *rest):
        seen.append(claim.id)
        return honest(claim, *rest)

    monkeypatch.setattr(module, "refutation", counted)
    statement = at_least(n**a, 1)
    assert "it is false at n = " in found(lemma, statement, (">=", n**2), (">=", 1)).reason
    assert len(seen) == 1
    result = found(lemma, at_least(n**a, n - 10), (">=", n**2), (">=", n - 10))
    assert result.verdict.value == "refuted"
    assert len(seen) == 2


def test_a_true_step_that_is_not_found_is_not_called_false(lemma, monkeypatch):
    monkeypatch.setattr("proofkit.search.steps.GAP_SECONDS", 0.0)
    result = found(lemma, at_least(exp(a), 1 + a))
    assert result.verdict.value == "open"
    assert result.reason.endswith("is not proved")


def test_a_step_that_fails_only_at_the_least_integer_is_seen():
    lemma = Lemma(
        "least",
        title="Least",
        source="here",
        provenance="O",
        section="0",
        parameters=(TOKENS, COLUMNS, COPIES),
        hypotheses=(Hypothesis("n-range", at_least(n, 2)),),
    )
    result = found(lemma, at_least(n**2, 3), (">=", 3 * n - Rational(3, 2)), (">=", 3))
    assert result.verdict.value == "open"
    assert result.reason.endswith("is not proved; it is false at n = 2")


def test_a_chain_that_ends_elsewhere_proves_nothing(lemma):
    result = found(lemma, at_least(n**a, sqrt(n)), (">=", 1))
    assert result.verdict.value == "open"
    result = found(lemma, at_least(n**a, 1), (">=", sqrt(n)), ("<=", n), (">=", 1))
    assert result.verdict.value == "open"


def test_a_term_without_a_value_is_not_proved(lemma):
    result = found(lemma, equal(1 / x, 1 / x), ("=", 1 / x))
    assert result.verdict.value == "open"
    assert result.reason


def test_a_theorem_is_cited_and_its_hypotheses_come_along(lemma):
    library = Library()
    first = lemma.claim("root", at_least(u, sqrt(n)), Chain(u).at_least(sqrt(n), "a >= 1/2"))
    assert prove(first, library).verdict.value == "proved"
    chain = Chain(u / (1 + n)).at_least(sqrt(n) / (1 + n), "the root", by=first)
    second = lemma.claim("quotient", at_least(u / (1 + n), sqrt(n) / (1 + n)), chain)
    verdict = prove(second, library).verdict
    assert verdict.value == "proved"
    assert verdict.used.theorems == {"toy/root"}
    assert verdict.used.hypotheses == {"n-range", "a-lower"}
    alone = prove(second, Library()).verdict  # nothing to cite: found by itself, or open
    assert not alone.used.theorems


def test_no_theorem_about_nothing(lemma):
    claim = lemma.claim(
        "void", at_least(x, 5), Chain(x).at_least(5, "assumed"),
        extra=[Hypothesis("impossible", at_least(x, 5))],
    )  # fmt: skip
    result = prove(claim, Library())
    assert result.verdict.value == "open"
    assert result.reason


def test_the_same_certificate_every_time(lemma):
    statement = greater(1 + n**a, sqrt(n))
    claim = lemma.claim("c", statement, Chain(statement.left).more_than(statement.right, "why"))
    first = prove(claim, Library()).verdict.certificate
    random.seed(3)
    assert prove(claim, Library()).verdict.certificate == first


def test_a_goal_that_is_false_at_a_sample_is_given_up_before_anything_is_tried(lemma, monkeypatch):
    for tactic in ("by_products", "by_substitution", "by_box"):
        monkeypatch.setattr(numbers, tactic, lambda *_: pytest.fail("this goal is false"))
    assert found(lemma, at_least(u, n)).verdict.value == "refuted"


def test_no_claim_that_is_proved_seems_false():
    """At a sample, that is; else its proof would not be looked for."""
    tried = 0
    for _, claims in find(()):
        for claim in claims:
            known = Known(context_of(claim), Trail())
            for part in claim.parts:
                fact = fact_of(part.statement)
                if fact[0].op not in EVENTS:
                    tried += 1
                    assert not seems_false(known, fact), claim.name
    assert tried > 400


def test_what_fails_at_a_point_within_the_hypotheses_is_not_sought_for_long(lemma, monkeypatch):
    sought = []

    def prepare(known, terms, _):
        sought.append(terms)
        return known, []

    monkeypatch.setattr(gaps, "prepare", prepare)
    claim = lemma.claim("odd", at_least(exp(y) / (y - 7), sqrt(y)))
    inside = {"n": 10, "a": 1, "x": 0, "y": 7}
    beyond = {**inside, "x": 1}  # against a hypothesis: says nothing
    for extra, times in ((beyond, 1), (inside, 0)):
        points = [{name: Fraction(value) for name, value in extra.items()}]
        sought.clear()
        assert prove(claim, Library(), refute=False, points=points).verdict.value == "open"
        assert len(sought) == times
