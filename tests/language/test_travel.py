"""A statement that was typed arrives in another process as it was typed."""

import pickle

import pytest

from proofkit.claims import statement
from proofkit.language.from_sympy import from_sympy


@pytest.mark.parametrize(
    "source",
    [
        "max(x, x, 2) = max(2, x)",
        "min(pi, 7) <= 4",
        "max(2*e, 1) + min(y, x) >= (-1/7)^(2/3)*max(x, (-1/7)^(2/3))",
        "x/x + 0*log(x) - -x = sqrt(x)^2",
        "e^(2*pi) >= (1/2)^x*2^3",
    ],
)
def test_nothing_is_simplified_on_the_way(source):
    typed = statement(source)
    there = pickle.loads(pickle.dumps(typed))
    assert there.relation == typed.relation
    assert from_sympy(there.left) is from_sympy(typed.left)
    assert from_sympy(there.right) is from_sympy(typed.right)
