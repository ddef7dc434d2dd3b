"""Is a statement true? A proof that the kernel accepts, a point that refutes it, or how far the
search came."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import InputError
from proofkit.foundations.seals import file_text, seal
from proofkit.kernel.assumptions import Context, Fact, Known, Trail, upwards
from proofkit.kernel.certificates import Library, RegionVerdict
from proofkit.kernel.terms import is_name, variables
from proofkit.search.budget import Budget, OutOfBudget
from proofkit.search.header import header
from proofkit.search.inequalities import algebraic, beside, programs, values
from proofkit.search.inequalities.prover import FAILURES, Prover
from proofkit.search.inequalities.statement import Typed, read
from proofkit.search.inequalities.witness import Values, inhabitant, least_margin, refutation
from proofkit.search.nodes import Node, fact_text, point_text, step_entry

SECONDS = 10
PATIENCE = 2
"""Seconds count processor time; on a busy machine somebody waits so many times as long at most."""


@dataclass
class Answer:
    """`verdict` is proved, refuted or open."""

    statement: str
    given: tuple[str, ...]
    verdict: str
    context: Context
    facts: tuple[Fact, ...]
    proofs: tuple[Node, ...] = ()
    entries: tuple[tuple[Node, ...], ...] = ()
    witness: Mapping[str, str] | None = None
    part: int = 0
    closest: list[str] = field(default_factory=list)
    lacks: str = ""
    seconds: float = 0
    certificate: dict[str, Any] = field(default_factory=dict)
    verified: RegionVerdict | None = None

    def certificate_text(self) -> str:
        """The certificate as a file that `verify` replays."""
        return file_text([self.certificate])


def run(
    statement: str,
    given: Sequence[str] = (),
    integers: Sequence[str] = (),
    seconds: float = SECONDS,
) -> Answer:
    """Ask whether the statement follows from the hypotheses given."""
    started = time.monotonic()
    lacking = programs.missing()
    said, hypotheses = read(statement), [read(source) for source in given]
    context = _context(said, hypotheses, integers)
    answer = Answer(statement, tuple(given), "open", context, tuple(said.facts))
    if lacking:
        answer.lacks = f"{lacking} is not installed: many proofs are not found without it"
    try:
        _settle(answer, said, Budget(seconds, started + PATIENCE * seconds))
    finally:
        answer.seconds = time.monotonic() - started
    return answer


def _context(said: Typed, hypotheses: list[Typed], integers: Sequence[str]) -> Context:
    for name in integers:
        if not is_name(name):
            raise InputError(f"--integer: {name!r} cannot be the name of an unknown")
    facts = [fact for hypothesis in hypotheses for fact in hypothesis.facts]
    names = set().union(*(variables(side) for f in (*said.facts, *facts) for side in f[::2]))
    unknown = sorted(set(integers) - names)
    if unknown:
        raise InputError(
            f"--integer: {unknown[0]} occurs neither in the statement nor in a hypothesis"
        )
    kinds = {name: name in integers for name in sorted(names)}
    return Context(kinds, {f"given {k}": fact for k, fact in enumerate(facts, 1)})


def _settle(answer: Answer, said: Typed, budget: Budget) -> None:
    context = answer.context
    point = None
    values.require(said, context, budget)
    try:
        with limited(seconds=max(0, budget.left())):
            for part, fact in enumerate(answer.facts):
                point = refutation(context, fact, budget.part(1 + budget.left() / 10))
                if len(context.parameters) == 1:  # few places to look at, and most touch there
                    point = point or beside.refutation(context, fact, budget, most=1)
                if point is not None:
                    return _refuted(answer, part, point)
            if _proved(answer, budget.part(budget.left() * 17 / 20)):
                return None
            for part, fact in enumerate(answer.facts):
                point = refutation(context, fact, budget, rounds=40)
                point = point or beside.refutation(context, fact, budget)
                if point is not None:
                    return _refuted(answer, part, point)
    except OutOfBudget:
        answer.closest.append("the time is up")
    except FAILURES as problem:
        answer.closest.append(f"stopped: {problem}")
    _seal(answer, {"verdict": "open"})
    return None


def _proved(answer: Answer, budget: Budget) -> bool:
    context, known = answer.context, Known(answer.context, Trail())
    point = _inhabitant(context, budget)
    if point is None:
        answer.closest.append("no values are found at which all hypotheses hold")
        return False
    proofs, search = [], Prover(budget)
    try:
        known, entries = values.ensure(search, known, answer.facts)
        for fact in answer.facts:
            node = search.settle(known, fact)
            if node is None:
                _missed(answer, search)
                return False
            proofs.append(node)
    except OutOfBudget:
        answer.closest.append("the time is up")
        _missed(answer, search)
        return False
    answer.proofs, answer.entries = tuple(proofs), (tuple(entries),) * len(proofs)
    steps = map(step_entry, answer.facts, proofs, repeat("found by the search"))
    written = [{"facts": entries, "steps": [step]} for step in steps]
    _seal(answer, {"verdict": "proved", "proofs": written, "inhabited": point})
    return True


def _inhabitant(context: Context, budget: Budget) -> dict[str, str] | None:
    """A point at which all hypotheses hold, rational if one is found."""
    point = inhabitant(context, budget)
    return algebraic.inhabitant(context, budget) if point is None else point_text(point)


def _missed(answer: Answer, search: Prover) -> None:
    """What would have been enough, had it been proved, and how near to false it came."""
    for goal in search.closest[:3]:
        if not search.is_false(Known(answer.context, Trail()), goal):
            answer.closest.append(f"it would suffice that {fact_text(goal)}")
    for fact in map(upwards, answer.facts):
        margin = least_margin(answer.context, fact)
        if margin:
            answer.closest.append(margin)


def _refuted(answer: Answer, part: int, point: Values) -> None:
    answer.part = part
    answer.witness = point_text(point)
    _seal(answer, {"verdict": "refuted", "witness": answer.witness, "part": part})


def _seal(answer: Answer, content: dict[str, Any]) -> None:
    """The certificate, replayed by the kernel: its verdict is the answer."""
    sealed = seal({**header("ask", answer.context, answer.facts), **content})
    answer.certificate = json.loads(file_text([sealed]))["claims"][0]
    answer.verified = Library(60).replay(answer.certificate)
    answer.verdict = answer.verified.value
