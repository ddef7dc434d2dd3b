"""Three shares of what the others have: at least three halves.

Nesbitt's inequality of 1903, a favourite of olympiads. There is no proof in this file:
the search finds one, and the page shows it with what the kernel checked.
"""

from sympy import Rational, symbols

from proofkit.claims import Hypothesis, at_least, greater
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter

x, y, z = symbols("x y z", real=True)

lemma = Lemma(
    "nesbitt",
    title="Three shares of what the others have",
    source="Nesbitt 1903",
    provenance="R",
    section="Textbook inequalities",
    parameters=(
        Parameter("x", "1", "a share"),
        Parameter("y", "2", "another"),
        Parameter("z", "3", "the third"),
    ),
    hypotheses=tuple(Hypothesis(f"{v}-positive", greater(v, 0)) for v in (x, y, z)),
    about=__doc__,
)
lemma.claim("sum", at_least(x / (y + z) + y / (z + x) + z / (x + y), Rational(3, 2)))
