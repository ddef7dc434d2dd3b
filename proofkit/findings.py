"""What findings are made with, as authors of collections import it."""

from proofkit.questions.findings import (
    Finding,
    about,
    along,
    border,
    constant,
    constants,
    digits,
    end,
    evidence,
    given,
    holds,
    mechanism,
    plain,
    rational,
    sides,
    text,
)

__all__ = [
    "Finding",
    "about",
    "along",
    "border",
    "constant",
    "constants",
    "digits",
    "end",
    "evidence",
    "given",
    "holds",
    "mechanism",
    "plain",
    "rational",
    "sides",
    "text",
]
