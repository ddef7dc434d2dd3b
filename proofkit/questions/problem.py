"""One claim and one of its hypotheses: the claim without it, or with others in its place.

`audit` asks what a hypothesis is good for, `threshold` how far it can be relaxed. Both put the
same problems: the claim under other hypotheses, proved or refuted at a point; the hypothesis as
a claim of its own. Points to try are those of `failures`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any

from proofkit import search
from proofkit.foundations.errors import CertificateError
from proofkit.foundations.seals import seal
from proofkit.kernel.certificates import Library, RegionVerdict
from proofkit.language.claims import Claim, Hypothesis, Part
from proofkit.language.parameters import Values
from proofkit.language.proof import Chain, Step
from proofkit.language.results import PROVED
from proofkit.questions.ends import End, end_of
from proofkit.questions.failures import Failures
from proofkit.questions.maps import renamed
from proofkit.search.contexts import context_of, fact_of
from proofkit.search.header import header
from proofkit.search.memory import head_of, recalled
from proofkit.search.nodes import point_text
from proofkit.search.samples import inside, samples

SECONDS = 3600.0
DRAWN, MANY = 400, 20


class Problem:
    """A claim in which one hypothesis is questioned."""

    def __init__(self, claim: Claim, stated: Hypothesis) -> None:
        self.claim, self.stated = claim, stated
        self.failures = Failures(claim, stated)

    @cached_property
    def beyond(self) -> tuple[Values, ...]:
        """Some points at which all other hypotheses hold, and this one does not."""
        context = context_of(self.claim)
        start = next((p for p in islice(samples(self.claim), DRAWN) if inside(context, p)), None)
        return () if start is None else tuple(islice(self.failures.without(start), MANY))

    @property
    def end(self) -> End | None:
        """The end of a parameter's range that the hypothesis gives, if it does."""
        return end_of(self.claim, self.stated)

    @property
    def others(self) -> tuple[Hypothesis, ...]:
        return tuple(h for h in self.claim.hypotheses if h != self.stated)

    def without(self) -> Claim:
        """The claim without the hypothesis, under a name that says so."""
        name = f"{self.claim.id}-without-{self.stated.id}"
        return replace(self.claim, id=name, hypotheses=self.others)

    def instead(self, new: Sequence[Hypothesis]) -> Claim:
        """The claim, and those it cites, with other hypotheses in place of this one."""
        return _instead(self.claim, self.stated, new)

    def proofs(self, new: Sequence[Hypothesis]) -> tuple[Mapping[str, Any], ...] | None:
        """The certificates of the claim with other hypotheses in place of this one, and of what
        it cites; nothing if it is not proved."""
        library = Library()
        verdicts: dict[str, RegionVerdict] = {}

        def prove(wanted: Claim) -> bool:
            if wanted.name not in verdicts:
                if not all(prove(other) for other in wanted.cited):
                    return False
                varied = _instead(wanted, self.stated, new)
                found = _as_before(wanted, varied, library)
                if found is None:
                    found = search.prove(varied, library, refute=False, points=self.beyond).verdict
                verdicts[wanted.name] = found
            return verdicts[wanted.name].value == PROVED

        if not prove(self.claim):
            return None
        return tuple(verdict.certificate for verdict in verdicts.values())

    def implication(self) -> RegionVerdict | None:
        """The theorem that the hypothesis follows from the others, if it is found."""
        if self.beyond:
            return None
        statement = self.stated.statement
        chain = Chain(statement.left, (Step(statement.relation, statement.right, "implied"),))
        part = Part("", statement, chain)
        goal = Claim("audit", self.stated.id, (part,), self.others, {}, self.claim.parameters)
        verdict = search.prove(goal, Library(SECONDS), refute=False).verdict
        return verdict if verdict.value == PROVED else None

    def named(self, implication: RegionVerdict) -> tuple[Mapping[str, Any], ...]:
        """The certificate of that theorem, named after the claim it is asked for."""
        return tuple(renamed([implication.certificate], f" in {self.claim.name}"))


def premises(verdict: RegionVerdict) -> tuple[str, ...]:
    """The hypotheses that a proof uses, in their order."""
    return tuple(id for id in verdict.context.hypotheses if id in verdict.used.hypotheses)


def cited(claim: Claim) -> Iterator[Claim]:
    """The claim and all that its proof rests on."""
    yield claim
    for other in claim.cited:
        yield from cited(other)


def _as_before(claim: Claim, varied: Claim, library: Library) -> RegionVerdict | None:
    """The verdict on a proof of the claim as it stands, put under the other hypotheses: most
    proofs do not use the one that is given up, or use less of it than it says."""
    for certificate in recalled(claim):
        try:
            verdict = library.replay(seal({**certificate, **head_of(varied)}))
        except (CertificateError, ValueError, TypeError):
            continue
        if verdict.value == PROVED:
            return verdict
    return None


def _instead(claim: Claim, old: Hypothesis, new: Sequence[Hypothesis]) -> Claim:
    """Where that hypothesis is not assumed, its parameter may not even be known."""
    kept = [h for h in claim.hypotheses if h.statement != old.statement]
    added = new if len(kept) < len(claim.hypotheses) else ()
    parts = tuple(replace(part, chain=_chain(part.chain, old, new)) for part in claim.parts)
    return replace(claim, hypotheses=(*kept, *added), parts=parts)


def _chain(chain: Chain, old: Hypothesis, new: Sequence[Hypothesis]) -> Chain:
    def varied(step: Step) -> Step:
        given = None if step.given is None else _chain(step.given, old, new)
        return replace(step, by=tuple(_instead(c, old, new) for c in step.by), given=given)

    return Chain(chain.start, tuple(map(varied, chain.steps)))


def refuted(claim: Claim, point: Values) -> RegionVerdict | None:
    """The kernel's verdict that the claim is refuted at the point, if it is."""
    content = {
        **header(claim.name, context_of(claim), [fact_of(part.statement) for part in claim.parts]),
        "verdict": "refuted",
        "witness": point_text(point),
    }
    for part in range(len(claim.parts)):
        try:
            return Library().replay(seal({**content, "part": part}))
        except CertificateError:
            continue
    return None
