"""The lines of an author's chain as questions: what comes next?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath

from proofkit.foundations.errors import InputError, UnsupportedTerm
from proofkit.language import registry
from proofkit.language.claims import Claim, Part
from proofkit.language.from_sympy import from_sympy
from proofkit.language.proof import Step
from proofkit.language.results import PROVED
from proofkit.language.terms import Term, text
from proofkit.language.words import EVENTS
from proofkit.questions.steps import hypotheses_of
from proofkit.readers.report import quantifiers, wording
from proofkit.readers.report.mathematics import PLAIN
from proofkit.readers.walkthrough.answers import expression
from proofkit.readers.walkthrough.asking import RIGHT, UNKNOWN, UNREAD, WRONG, Reply, evidence
from proofkit.readers.walkthrough.document import Excerpt, Walkthrough
from proofkit.readers.walkthrough.facts import FALSE, TRUE, report_on, setting, told


@dataclass(frozen=True)
class AskedStep:
    """One line of a chain, to be found by the reader: what follows `before`?"""

    claim: Claim
    before: Term
    step: Step
    names: Mapping[str, str]  # abbreviations that may be used

    @staticmethod
    def all_of(claim: Claim, part: Part, names: Mapping[str, str]) -> Iterator[AskedStep]:
        """The steps of a chain, in order."""
        here = part.chain.start
        for step in part.chain.steps:
            yield AskedStep(claim, from_sympy(here), step, names)
            here = step.term

    def answer(self, typed: str) -> Reply:
        """Right if it equals the author's line. Another true line is said to be one."""
        about = setting(self.claim.name, self.names)
        try:
            term = expression(typed, (*about.writable, *about.context.definitions))
            wanted = from_sympy(self.step.term)
        except (InputError, UnsupportedTerm) as problem:
            return Reply(UNREAD, (f"{problem}.",))
        if wanted.op in EVENTS:
            return Reply(UNREAD, ("This line is about probabilities: Enter shows it.",))
        if about.judge_for_all((term, "=", wanted)).value == TRUE:
            return Reply(RIGHT, ("Right.",))
        line = (self.before, self.step.relation, term)
        follows = about.judge_for_all(line)
        if self.before.op == "P":  # the reader has the probability before the eyes
            said_ = f"this probability {self.step.relation} {text(term)}"
            follows = replace(follows, fact=wording.capital(said_))
        if follows.value == TRUE:
            return Reply(UNREAD, ("That is true as well, but the author goes another way.",))
        if follows.value == FALSE:
            return Reply(WRONG, ("No.", *evidence(follows)))
        return Reply(UNKNOWN, (f"{follows.fact} is neither proved nor refuted.",))


def hints(asked: AskedStep, number: int) -> Iterator[str]:
    """What helps with a line: what it cites, which hypotheses it needs, what it comes to."""
    for cited in asked.step.by:
        says = quantifiers.of_claim(cited).sentence(quantifiers.plainly(PLAIN))
        yield f"By {cited.citation}: {says}."
    report = report_on(asked.claim.name)
    if report.claims[0].verdict == PROVED and len(asked.claim.parts) == 1:
        used = hypotheses_of(report.claims[0], report.replayed, number)
        stated = [PLAIN.statement(h.statement) for h in asked.claim.hypotheses if h.id in used]
        yield f"This line needs {', '.join(stated) or 'no hypothesis'}."
    about = setting(asked.claim.name, asked.names)
    lines = asked.before, from_sympy(asked.step.term)
    before, after = (about.by_default(line) for line in lines)
    if before and after:
        values = ", ".join(f"{p.name} = {p.default}" for p in asked.claim.parameters)
        yield f"By default ({values}) the line before is {before}, and this one is {after}."


def steps_of(excerpt: Excerpt) -> list[tuple[Claim, Part]]:
    """The claims of an excerpt with their parts, in order."""
    found = registry.find((excerpt.selection,))
    return [(claim, part) for _, claims in found for claim in claims for part in told(claim)]


def of_lemma(selection: str) -> Walkthrough:
    """A walkthrough that is nothing but a lemma or a claim, line by line."""
    ((lemma, claims),) = registry.find((selection,))
    blocks = tuple(Excerpt(claim.name, 1) for claim in claims)
    name = PurePath(selection).as_posix()
    return Walkthrough(
        name,
        f"lemma {selection}",
        lemma.title,
        f"The proof of {selection}, line by line.",
        max(1, 2 * len(blocks)),
        0,
        blocks,
        digest=f"{len(blocks)} claims",
    )
