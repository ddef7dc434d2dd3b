"""What SymPy assumed of symbols while a claim was written has to follow from its hypotheses.

The kernel sees it at sight or checks a proof of it. Else the claim is refused: SymPy may have
simplified it by what is not so, and what is left of it may say less than its author wrote.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import ProofkitError, UnsupportedTerm
from proofkit.kernel.assumptions import Context, Fact, Known, Trail
from proofkit.kernel.sign import (
    AT_LEAST_ZERO,
    AT_MOST_ZERO,
    NEGATIVE,
    NOT_ZERO,
    POSITIVE,
    ZERO_ONLY,
    within,
)
from proofkit.language.claims import Claim, Statement
from proofkit.language.terms import ZERO, Term, variable

SECONDS = 4

MEANT = {
    "nonzero": (NOT_ZERO, "greater({}, 0)", (">", "<")),
    "nonnegative": (AT_LEAST_ZERO, "at_least({}, 0)", (">=",)),
    "nonpositive": (AT_MOST_ZERO, "at_most({}, 0)", ("<=",)),
    "positive": (POSITIVE, "greater({}, 0)", (">",)),
    "negative": (NEGATIVE, "less({}, 0)", ("<",)),
    "zero": (ZERO_ONLY, "equal({}, 0)", ("=",)),
}
"""What SymPy's words say of a sign, how an author says it, and the relations to 0 of which one
has to be proved."""

Reader = Callable[[Statement], Fact]
Definitions = tuple[tuple[str, Term], ...]


def require(claim: Claim, read: Reader, definitions: Definitions) -> None:
    """All that was assumed of symbols follows from the hypotheses with which the claim was made."""
    presumed = claim.presumptions
    kinds = tuple((p.name, p.integer) for p in claim.parameters)
    for name, word in presumed.signs:
        key = name, word, kinds, presumed.hypotheses, definitions
        if key not in _known:
            made = replace(claim, hypotheses=presumed.hypotheses)
            _known[key] = _follows(name, word, made, read, definitions)
        if not _known[key]:
            mend = MEANT[word][1].format(name)
            raise UnsupportedTerm(
                f"the symbol {name} assumes {word}, which does not follow from the hypotheses; "
                f'add {mend} to them, or write symbols("{name}", real=True)'
            )


_known: dict[tuple[object, ...], bool] = {}


def _follows(name: str, word: str, claim: Claim, read: Reader, definitions: Definitions) -> bool:
    """At sight, or by a proof that is found."""
    allowed, _, relations = MEANT[word]
    facts = {h.id: read(h.statement) for h in claim.hypotheses}
    context = Context({p.name: p.integer for p in claim.parameters}, facts, dict(definitions))
    with suppress(ProofkitError), limited(seconds=SECONDS):
        known = Known(context, Trail())
        known.require_value(variable(name))
        if within(known.sign(variable(name)), allowed):
            return True
    return any(_proved(claim, context, (variable(name), r, ZERO)) for r in relations)


def _proved(claim: Claim, context: Context, goal: Fact) -> bool:
    """Does a search find a proof that the kernel accepts?"""
    from proofkit.search.facts import settle
    from proofkit.search.samples import samples

    with suppress(ProofkitError):
        return settle(claim.name, context, goal, samples(claim)).value == "proved"
    return False
