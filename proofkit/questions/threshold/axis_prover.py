"""A conjunction of statements along one axis: decided at values, proved between them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofkit.kernel import points
from proofkit.kernel.assumptions import Context, Fact
from proofkit.language.results import FAILS, HOLDS
from proofkit.language.terms import Term, variables
from proofkit.questions.pieces.citation import Citation
from proofkit.questions.pieces.prover import Decided, PieceProver
from proofkit.questions.threshold.axis import Axis


class AxisProver(PieceProver):
    """The statements along one axis."""

    def __init__(
        self,
        context: Context,
        facts: Sequence[Fact],
        axis: Axis,
        theorem: Citation | None = None,
    ) -> None:
        super().__init__(context, facts, axis, theorem)
        self.axis = axis
        self._costly = self.about_chances
        self._decided: dict[Fraction, Decided] = {}

    def at(self, value: Fraction) -> Decided:
        """The verdict of the kernel at one value."""
        if value not in self._decided:
            self._decided[value] = self.decide(self.axis.point(value))
        return self._decided[value]

    def equal_at(self, value: Fraction) -> bool:
        """Are the sides of some inequality certainly equal there?"""
        values = self.axis.point(value)
        context = self.region.known.context
        point = points.Point(context, {name: values[name] for name in context.parameters})
        return any(point.are_equal(f[0], f[2]) for f in self.facts if f[1] != "=")

    def over(self, low: Fraction, high: Fraction) -> str:
        """`holds` or `fails` if that is certain for all values from low to high, else "". Where
        pieces cost much, the two ends are looked at first."""
        if self._costly and {HOLDS, FAILS} <= {self.at(end).verdict for end in (low, high)}:
            return ""
        return self.on({self.axis.over: (low, high)})

    # Shape ----------------------------------------------------------------------------

    @property
    def convex(self) -> bool:
        """Is the set of integers where it holds known to have no gaps?

        With what moves only as the number m of neurons, P(none) is q^m, P(some) is
        1 - q^m, and P(some A and none B) is q^m*(1 - r^m): products of log-concave
        functions of m. Where such a function is at least a constant is an interval.
        """
        if len(self.facts) != 1 or self.axis.following:
            return False
        relation, unfold = self.facts[0][1], self.context.unfold
        left, right = (unfold(side) for side in self.facts[0][::2])
        if relation not in (">=", ">") or left.op != "P" or self.axis.over in variables(right):
            return False
        event = left.args[0]
        events = event.args if event.op == "both" else (event,)
        if event.op == "both" and [e.op for e in events] == ["some", "some"]:
            return False
        return all(
            e.op in ("some", "none")
            and e.args[0] == Term("variable", (self.axis.over,))
            and not any(self.axis.over in variables(arg) for arg in e.args[1:])
            for e in events
        )
