"""Where does a mechanism separate, as one parameter or two move, or its own argument?

At every value that is looked at the exact probability decides; whole numbers are all looked
at, and of real ones a grid and the changes on it, which says nothing of what lies between.
"""

from proofkit.questions.separating.line import Found, threshold
from proofkit.questions.separating.map import SeparationMap, regions
from proofkit.questions.separating.question import Question

__all__ = ["Found", "Question", "SeparationMap", "regions", "threshold"]
