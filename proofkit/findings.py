"""Tools for findings: the public module that authors of collections import."""

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
