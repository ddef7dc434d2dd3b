"""Lemmas share a point only where their names mean the same, and nothing is another for that."""

from fractions import Fraction

import pytest

from proofkit.language.terms import parse
from proofkit.questions import pipeline
from proofkit.questions.places import MOST_CLAIMS, About, places


@pytest.mark.parametrize("given", [{}, {"n": "1e18", "d": "3"}, {"a1": "6/10", "b": "7/10"}])
def test_a_lemma_is_decided_among_others_as_alone(given):
    for together in pipeline.check((), given, broken=[], kept=True).lemmas:
        (alone,) = pipeline.check([together.lemma.id], given_to(given, together), kept=True).lemmas
        assert alone == together


def given_to(given, checked):
    return {name: value for name, value in given.items() if name in checked.values}


def about(values, definitions=(), claims=1):
    numbers = {name: Fraction(value) for name, value in values.items()}
    terms = {name: parse(text) for name, text in dict(definitions).items()}
    return About(dict.fromkeys(values, False), numbers, terms, claims)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        (about({"x": 1}), about({"x": 1, "y": 2}), True),
        (about({"x": 1}), about({"x": 2}), False),
        (about({"x": 1}), About({"x": True}, {"x": Fraction(1)}, {}, 1), False),
        (about({"x": 1}, {"u": "x"}), about({"x": 1}, {"u": "x", "v": "u"}), True),
        (about({"x": 1}, {"u": "x"}), about({"x": 1}, {"u": "x + 1"}), False),
        (about({"x": 1}, {"u": "x"}), about({"u": 1}), False),
        (about({"u": 1}), about({"x": 1}, {"u": "x"}), False),
        (about({"x": 1}, claims=MOST_CLAIMS), about({"x": 1}), False),
    ],
)
def test_names_that_mean_something_else_are_kept_apart(one, other, shared):
    first, second, third = places([one, other, one._replace(claims=0)])
    assert (first is second) is shared
    assert third is first
