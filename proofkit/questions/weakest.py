"""Which simple further hypothesis makes a refuted statement true?

Candidates that hold at points far away come first, then those that hold at many. The first one
under which the kernel accepts a proof is told.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

from proofkit.foundations.errors import ProofkitError
from proofkit.questions import ask
from proofkit.search.inequalities.further import promising

TRIED = 8


def sufficient(
    answer: ask.Answer,
    integers: str | Sequence[str] = (),
    seconds: float = ask.SECONDS,
    let: Sequence[str] = (),
) -> str:
    """A further hypothesis under which the refuted statement is proved, such as `x >= 0`: the
    weakest of those tried, or "" if none of them is enough."""
    ends = time.monotonic() + seconds
    for source in promising(answer.context, answer.facts, answer.witness or {})[:TRIED]:
        left = ends - time.monotonic()
        if left <= 0:
            break
        with suppress(ProofkitError):
            given = [*answer.given, source]
            found = ask.run(answer.statement, given, integers, max(1, left / 3), let)
            if found.verdict == "proved":
                return source
    return ""
