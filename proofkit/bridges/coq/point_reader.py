"""Reading point verdicts back: does each closed statement say what the claim says there?"""

from __future__ import annotations

from collections.abc import Iterable

from proofkit.bridges.coq.points import OPPOSITE
from proofkit.bridges.coq.reader import Statement, read
from proofkit.foundations.errors import Contradiction, InputError, LimitExceeded, Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel.assumptions import Context
from proofkit.kernel.interval import Interval
from proofkit.kernel.points import Point
from proofkit.language.claims import Claim
from proofkit.language.parameters import Values
from proofkit.language.results import FAILS, HOLDS
from proofkit.language.terms import Term
from proofkit.search.contexts import context_of, fact_of

BITS = 512
CLOSE = 256
"""Two numbers that agree to so many bits are taken for one, and none less."""

Wanted = tuple[str, Claim, int, str]
"""The name of a theorem, its claim and part, and whether the claim holds or fails there."""


def compare(source: str, wanted: Iterable[Wanted], values: Values) -> None:
    """Refuse theorems that do not say what the claims say at these values; `source` is the
    lemma's file with that of its point verdicts after it."""
    module = read(source)
    for name, claim, part, verdict in wanted:
        if name not in module.statements:
            raise Contradiction(f"{claim.name}: the export has no theorem {name}")
        try:
            _same(module.statements[name], claim, part, verdict, values)
        except (InputError, Contradiction, Undefined, LimitExceeded) as problem:
            raise Contradiction(f"{claim.name}, as exported to Coq: {problem}") from None


def _same(found: Statement, claim: Claim, part: int, verdict: str, values: Values) -> None:
    if found.parameters or found.hypotheses:
        raise Contradiction("it is not a closed statement")
    left, relation, right = fact_of(claim.parts[part].statement)
    expected = {HOLDS: relation, FAILS: OPPOSITE[relation]}[verdict]
    if found.fact[1] != expected:
        raise Contradiction(f"it says {found.fact[1]} where the claim {verdict} by {expected}")
    original = context_of(claim)
    here = Point(Context(original.parameters, {}, original.definitions), values)
    there = Point(Context({}), {})
    for mine, yours in ((found.fact[0], left), (found.fact[2], right)):
        if not _one_number(there.enclose(mine, BITS), here.enclose(yours, BITS)):
            raise Contradiction(f"{_shown(mine)} is not {_shown(yours)} there")


def _one_number(mine: Interval, yours: Interval) -> bool:
    """Do the two enclosures meet, and are both narrow?"""
    if not (mine.low <= yours.high and yours.low <= mine.high):
        return False
    return _narrow(mine) and _narrow(yours)


def _narrow(found: Interval) -> bool:
    width = found.high - found.low
    size = max(abs(found.low), abs(found.high))
    tiny = width * 2**CLOSE
    return bool(tiny <= size) or bool(tiny <= 1)


def _shown(term: Term) -> str:
    return shorten(str(term), 80)
