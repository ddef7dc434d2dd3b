"""A product is at most a weighted sum of squares, for every weight.

Young's inequality with a parameter is how products are torn apart in estimates: what is
small in one factor is paid for in the other. The weight `w` is free; at `w = 1` it is
the inequality between the geometric and the arithmetic mean of two squares.
"""

from sympy import symbols

from proofkit.claims import Hypothesis, at_least, at_most, greater
from proofkit.lemma import Definitions, Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

x, y, w = symbols("x y w", real=True)

quantities = Definitions()
gap = quantities.let("gap", w * x - y, "how far the weight is from the best one")

lemma = Lemma(
    "small-gap",
    title="A product is at most a weighted sum of squares",
    source="any textbook",
    provenance="O",
    section="Textbook inequalities",
    parameters=(
        Parameter("x", "3", "one factor"),
        Parameter("y", "1/2", "the other"),
        Parameter("w", "1/5", "the weight"),
    ),
    hypotheses=(Hypothesis("w-positive", greater(w, 0)),),
    quantities=(quantities,),
    about=__doc__,
)

square = lemma.claim(
    "square",
    at_least(gap**2, 0),
    Chain(gap**2).at_least(0, "a square is never negative"),
)
young = lemma.claim(
    "young",
    at_most(x * y, w * x**2 / 2 + y**2 / (2 * w)),
    Chain(x * y)
    .at_most(x * y + gap**2 / (2 * w), "a square over w > 0", by=square)
    .equals(w * x**2 / 2 + y**2 / (2 * w), "multiply out: the products cancel"),
)
lemma.claim(
    "means",
    at_most(x * y, (x**2 + y**2) / 2),
    Chain(x * y).at_most((x**2 + y**2) / 2, "the weight 1", by=young(w=1)),
)
