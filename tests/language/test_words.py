"""The words that no parameter may have are those that terms have."""

from proofkit.kernel import terms
from proofkit.language import words


def test_they_are_the_kernels():
    assert set(words.FUNCTIONS) == set(terms.FUNCTIONS)
    assert set(words.EVENTS) == set(terms.EVENTS)
    assert not any(terms.is_name(word) for word in (*words.FUNCTIONS, *words.EVENTS))
