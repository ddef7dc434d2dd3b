"""Is a statement true? A proof that the kernel accepts, a point that refutes it, or how far the
search came."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

from proofkit.foundations.arguments import a_text, a_time, several_texts
from proofkit.foundations.effort import limited
from proofkit.foundations.errors import (
    CertificateError,
    ImpossibleHypotheses,
    InputError,
    LimitExceeded,
    ProofkitError,
    Undefined,
)
from proofkit.foundations.seals import file_text, seal
from proofkit.kernel.assumptions import Context, Fact, Known, Trail, no_theory, upwards
from proofkit.kernel.certificates import Library, RegionVerdict
from proofkit.kernel.places import Indexed
from proofkit.language.grammar.commas import separated
from proofkit.language.grammar.statements import Typed, read
from proofkit.language.grammar.tokens import DIFFERS
from proofkit.language.terms import variables
from proofkit.questions.unknowns import declared, require_clear
from proofkit.search.budget import Budget, OutOfBudget
from proofkit.search.families import question, worlds
from proofkit.search.families.prover import Families
from proofkit.search.header import header
from proofkit.search.inequalities import algebraic, beside, contradiction, programs, values
from proofkit.search.inequalities.numeric import silent
from proofkit.search.inequalities.prover import FAILURES, Prover
from proofkit.search.inequalities.witness import Values, inhabitant, least_margin, refutation
from proofkit.search.nodes import Node, fact_text, point_text, step_entry

SECONDS = 10
PATIENCE = 2
"""Seconds count processor time; on a busy machine somebody waits so many times as long at most."""
LONGEST = 3600
AFTERWARDS = 1 / 2
"""Seconds that may be spent at the end, if no more are left: on the kernel's verdict, on how far
the search came, and on telling the proof, each."""


@dataclass
class Answer:
    """`verdict` is proved, refuted or open. What travels to another process is the certificate;
    the kernel replays it there. `sufficient` is a hypothesis that was looked for because the
    statement is refuted, and under which it is proved; "" if none was found."""

    statement: str
    given: tuple[str, ...]
    verdict: str
    context: Context
    facts: tuple[Fact, ...]
    proofs: tuple[Node, ...] = ()
    entries: tuple[tuple[Node, ...], ...] = ()
    witness: Mapping[str, Any] | None = None
    part: int = 0
    closest: list[str] = field(default_factory=list)
    lacks: str = ""
    meanings: Mapping[str, str] = field(default_factory=dict)
    sufficient: str | None = None
    seconds: float = 0
    certificate: dict[str, Any] = field(default_factory=dict)
    verified: RegionVerdict | None = None
    left: float = field(default=AFTERWARDS, repr=False, compare=False)
    shown: Callable[[Answer], str] | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return repr(self) if self.shown is None else self.shown(self)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "verified": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.verified = Library(60).replay(self.certificate)

    def certificate_text(self) -> str:
        """The certificate as a file that `verify` replays."""
        return file_text([self.certificate])


@silent
def run(
    statement: str,
    given: str | Sequence[str] = (),
    integers: str | Sequence[str] = (),
    seconds: float = SECONDS,
    let: Sequence[str] = (),
) -> Answer:
    """Ask whether the statement follows from the hypotheses given."""
    started = time.monotonic()
    seconds = a_time(seconds, "seconds")
    budget = Budget(seconds, started + PATIENCE * seconds)
    kinds = declared(several_texts(let, "let"), several_texts(integers, "integers"))
    said = read(a_text(statement, "statement"), kinds)
    sources = [part for text in several_texts(given, "given") for part in separated(text)]
    hypotheses = [read(source, kinds) for source in sources]
    if question.is_about_families([said, *hypotheses]):
        context = question.context(said, hypotheses, kinds)
    else:
        context = _context(said, hypotheses, kinds)
    require_clear(context.parameters, kinds)
    answer = Answer(statement, tuple(sources), "open", context, tuple(said.facts))
    for typed in (said, *hypotheses):
        answer.meanings = {**answer.meanings, **typed.meanings}
    _require_readable(answer)
    if lacking := programs.missing():
        answer.lacks = f"{lacking} is not installed: many proofs are not found without it"
    try:
        if context.families is None:
            _settle(answer, said, budget, seconds)
            _advise_cases(answer, hypotheses)
        else:
            _settle_families(answer, budget, seconds)
    finally:
        answer.left = max(AFTERWARDS, budget.left())
        answer.seconds = time.monotonic() - started
    return answer


def _require_readable(answer: Answer) -> None:
    """What the kernel cannot even read is refused before any work."""
    try:
        _seal(answer, {"verdict": "open"}, AFTERWARDS + SECONDS)
    except CertificateError as problem:
        raise InputError(f"the statement is not accepted: {problem.reason}") from None


def _advise_cases(answer: Answer, hypotheses: Sequence[Typed]) -> None:
    """A square > 0 does not tell the search on which side of 0 a term is."""
    for said in (said for typed in hypotheses for said in typed.meanings if DIFFERS in said):
        if answer.verdict == "open":
            cases = " and once with ".join(said.replace(DIFFERS, sign) for sign in "><")
            answer.closest.append(f"instead of {said}, try once with {cases}")


def _time_limit(seconds: float) -> str:
    longer = min(max(60, 6 * seconds), LONGEST)
    advice = f"; try --seconds {longer:g}" if longer > seconds else ""
    return f"time limit reached ({seconds:g} s){advice}"


def _context(said: Typed, hypotheses: list[Typed], declared: Mapping[str, bool]) -> Context:
    facts = [fact for hypothesis in hypotheses for fact in hypothesis.facts]
    names = set().union(*(variables(side) for f in (*said.facts, *facts) for side in f[::2]))
    unknown = sorted(declared.keys() - names)
    if unknown:
        option = "--integer" if declared[unknown[0]] else "--let"
        raise InputError(
            f"{option}: {unknown[0]} occurs neither in the statement nor in a hypothesis"
        )
    kinds = {name: declared.get(name, False) for name in sorted(names)}
    return Context(kinds, {f"given {k}": fact for k, fact in enumerate(facts, 1)})


def _settle(answer: Answer, said: Typed, budget: Budget, seconds: float) -> None:
    """Look for a point that refutes, for a proof, and longer for a point; then ask the kernel."""
    search, found, late = Prover(budget), None, False
    try:
        with budget.limiting():
            values.require(said, answer.context, budget)
    except (OutOfBudget, LimitExceeded):
        late = True
    try:
        with budget.limiting():
            found = _refutation(answer, lambda fact: _point_at_once(answer, fact, budget))
            if found is None:
                found, late = _proof_in_time(answer, search, budget.part(budget.left() * 17 / 20))
            if found is None:
                found = _refutation(answer, lambda fact: _point(answer, fact, budget))
    except (OutOfBudget, LimitExceeded):
        late = True
    except ImpossibleHypotheses:
        raise
    except FAILURES as problem:
        answer.closest.append(f"stopped: {problem}")
    left = max(AFTERWARDS, budget.left())
    if found is not None and _concluded(answer, found, left):
        return
    _missed(answer, search, left)
    if late:
        answer.closest.insert(0, _time_limit(seconds))


def _settle_families(answer: Answer, budget: Budget, seconds: float) -> None:
    """The same for sums over an index: small n and short lists, then a proof."""
    context, late, found = answer.context, False, None
    try:
        with budget.limiting():
            found = _world(answer, budget.part(budget.left() / 4))
            if found is None:
                found = _family_proof(answer, budget)
    except (OutOfBudget, LimitExceeded):
        late = True
    except FAILURES as problem:
        answer.closest.append(f"stopped: {problem}")
    if found is not None and _concluded(answer, found, max(AFTERWARDS, budget.left())):
        return
    known = Indexed(context, Trail(), no_theory)
    for side in (side for fact in answer.facts for side in fact[::2]):
        try:
            known.require_value(side)
        except (CertificateError, Undefined) as problem:
            if str(problem) not in answer.closest:
                answer.closest.append(str(problem))
    if late:
        answer.closest.insert(0, _time_limit(seconds))


def _world(answer: Answer, budget: Budget) -> dict[str, Any] | None:
    """A small n and short lists that refute a part of the statement."""
    for part, fact in enumerate(answer.facts):
        point = worlds.refutation(answer.context, fact, budget)
        if point is not None:
            return {"verdict": "refuted", "witness": point, "part": part}
    return None


def _family_proof(answer: Answer, budget: Budget) -> dict[str, Any] | None:
    point = worlds.inhabitant(answer.context, answer.facts, budget)
    if point is None:
        answer.closest.append("no small n and short lists are found at which all hypotheses hold")
        return None
    search = Families(answer.context, budget)
    known = Indexed(answer.context, Trail(), no_theory)
    proofs: list[Node] = []
    for fact in answer.facts:
        node = search.settle(known, fact)
        if node is None:
            return None
        proofs.append(node)
    answer.proofs, answer.entries = tuple(proofs), ((),) * len(proofs)
    steps = map(step_entry, answer.facts, proofs, repeat("found by the search"))
    written = [{"facts": [], "steps": [step]} for step in steps]
    return {"verdict": "proved", "proofs": written, "inhabited": point}


def _point_at_once(answer: Answer, fact: Fact, budget: Budget) -> Values | None:
    """A point that refutes the fact, if one is seen soon."""
    context = answer.context
    seconds = 1 + budget.left() / 10
    point = budget.within(seconds, lambda part: refutation(context, fact, part))
    if len(context.parameters) == 1:  # few places to look at, and most touch there
        point = point or beside.refutation(context, fact, budget, most=1)
    return point


def _point(answer: Answer, fact: Fact, budget: Budget) -> Values | None:
    point = refutation(answer.context, fact, budget, rounds=40)
    return point or beside.refutation(answer.context, fact, budget)


def _refutation(answer: Answer, find: Callable[[Fact], Values | None]) -> dict[str, Any] | None:
    """A part of the statement that is false at a point, as a certificate says it."""
    for part, fact in enumerate(answer.facts):
        point = find(fact)
        if point is not None:
            return {"verdict": "refuted", "witness": point_text(point), "part": part}
    return None


def _proof_in_time(
    answer: Answer, search: Prover, budget: Budget
) -> tuple[dict[str, Any] | None, bool]:
    """The proof, if it is found, and whether the time for it was too short."""
    search.budget = budget
    try:
        with budget.limiting():
            return _proof(answer, search, budget), False
    except (OutOfBudget, LimitExceeded):
        return None, True


def _proof(answer: Answer, search: Prover, budget: Budget) -> dict[str, Any] | None:
    known = Known(answer.context, Trail())
    point = _inhabitant(answer, budget)
    if point is None:
        answer.closest.append("no values are found at which all hypotheses hold")
        return None
    known, entries = values.ensure(search, known, answer.facts)
    proofs: list[Node] = []
    for fact in answer.facts:
        node = search.settle(known, fact)
        if node is None:
            return None
        proofs.append(node)
    answer.proofs, answer.entries = tuple(proofs), (tuple(entries),) * len(proofs)
    steps = map(step_entry, answer.facts, proofs, repeat("found by the search"))
    written = [{"facts": entries, "steps": [step]} for step in steps]
    return {"verdict": "proved", "proofs": written, "inhabited": point}


def _inhabitant(answer: Answer, budget: Budget) -> dict[str, str] | None:
    """A point at which all hypotheses hold, rational if one is found; an error if it is proved
    that there is none."""
    context = answer.context
    point = budget.within(budget.left() / 3, lambda part: inhabitant(context, part))
    if point is not None:
        return point_text(point)
    found = budget.within(budget.left() / 2, lambda part: algebraic.inhabitant(context, part))
    if found is None:
        _require_possible(answer, budget)
    return found


def _require_possible(answer: Answer, budget: Budget) -> None:
    ids = iter(answer.context.hypotheses)
    groups = [[next(ids) for _ in read(source).facts] for source in answer.given]
    kept = budget.within(
        budget.left() * 3 / 4,
        lambda part: contradiction.contradicting(answer.context, groups, part),
    )
    if not kept:
        return
    said = [answer.given[k].strip() for k in kept]
    names = {name for k in kept for id in groups[k] for name in _names(answer.context, id)}
    whole = sorted(name for name in names if answer.context.parameters[name])
    what = (
        f"the hypotheses contradict each other: {'; '.join(said)}"
        if len(said) > 1
        else f"the hypothesis {said[0]} contradicts itself"
    )
    kind = f" (where {', '.join(whole)} {_integers(len(whole))})" if whole else ""
    raise ImpossibleHypotheses(f"{what}{kind}; drop or change one")


def _integers(count: int) -> str:
    return "is an integer" if count == 1 else "are integers"


def _names(context: Context, id: str) -> frozenset[str]:
    left, _, right = context.hypotheses[id]
    return variables(left) | variables(right)


def _missed(answer: Answer, search: Prover, seconds: float) -> None:
    """What would have been enough, had it been proved, and how near to false it came."""
    if answer.closest:
        return
    with suppress(ProofkitError, ArithmeticError), limited(seconds=seconds):
        for goal in search.closest[:3]:
            if not search.is_false(Known(answer.context, Trail()), goal):
                answer.closest.append(f"it would suffice that {fact_text(goal)}")
        for fact in map(upwards, answer.facts):
            margin = least_margin(answer.context, fact)
            if margin:
                answer.closest.append(margin)


def _concluded(answer: Answer, content: dict[str, Any], seconds: float) -> bool:
    """Does the kernel accept what was found? Else the answer stays open, and says so."""
    try:
        _seal(answer, content, seconds)
    except (CertificateError, InputError) as problem:
        found = "a proof" if content["verdict"] == "proved" else "a point that may refute it"
        answer.closest.append(f"{found} was found that the kernel does not take: {problem}")
        answer.proofs, answer.entries = (), ()
        return False
    answer.part = content.get("part", 0)
    if content.get("witness") is not None:
        lists = answer.context.families or ()
        answer.witness = {
            name: worlds.as_list(value) if name in lists else value
            for name, value in content["witness"].items()
        }
    return True


def _seal(answer: Answer, content: dict[str, Any], seconds: float) -> None:
    """The certificate, replayed by the kernel: its verdict is the answer."""
    sealed = seal({**header("ask", answer.context, answer.facts), **content})
    certificate = json.loads(file_text([sealed]))["claims"][0]
    verified = Library(seconds).replay(certificate)
    answer.certificate, answer.verified, answer.verdict = certificate, verified, verified.value
