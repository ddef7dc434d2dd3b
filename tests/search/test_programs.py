"""What the tactics that seek certificates do at the edges of their input."""

from fractions import Fraction

from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.language.terms import ZERO, number, power, subtract, variable
from proofkit.search.budget import Budget
from proofkit.search.inequalities import bernstein, reduce
from proofkit.search.inequalities.prover import Prover
from proofkit.search.inequalities.system import System

X = variable("x")


def place():
    return Prover(Budget(5)), Known(Context({"x": False}, {}), Trail())


def test_a_constant_has_one_coefficient():
    system = System(*place(), (ZERO, "<=", number(3)))
    assert bernstein.coefficients(system, bernstein.shape_of(system), {}) == {(): Fraction(3)}


def test_a_high_degree_is_not_factored():
    """Finding the factors of this would go on for minutes, and nothing could stop it."""
    high = power(X, number(10831))
    goal = (ZERO, "<=", subtract(number(448105027576433380798239036383), high))
    search, known = place()
    assert reduce.prove(search, known, goal, 0) is None
