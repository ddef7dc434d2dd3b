"""Where along one parameter a claim changes truth, with a certificate on both sides."""

from proofkit.questions.threshold.axis import MAX_DIGITS, check_digits
from proofkit.questions.threshold.everywhere import BestConstant, bounds_of, roots_of
from proofkit.questions.threshold.line import Change, Line, Side, Stretch
from proofkit.questions.threshold.roots import Root
from proofkit.questions.threshold.thresholds import Threshold, threshold

__all__ = [
    "MAX_DIGITS",
    "BestConstant",
    "Change",
    "Line",
    "Root",
    "Side",
    "Stretch",
    "Threshold",
    "bounds_of",
    "check_digits",
    "roots_of",
    "threshold",
]
