"""One question to the prover, kept in the user's cache with its certificate. What is kept is only
proposed: the kernel replays it, and it must be about exactly this statement."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from proofkit import __version__
from proofkit.evidence import telling
from proofkit.evidence.lines import Line, distinct
from proofkit.foundations import cache
from proofkit.foundations.errors import InputError, LimitExceeded, ProofkitError
from proofkit.kernel.assumptions import Known, Trail
from proofkit.kernel.certificates import Library
from proofkit.language.grammar.statements import read
from proofkit.questions import ask
from proofkit.questions.paper.results import ProofLine
from proofkit.search.memory import UNUSABLE

NO_VALUE, TOO_LONG = "no value", "too long"
_REPLAY_SECONDS = 60
_PLACE = re.compile(r"^column \d+: |: [^:]*>>>.*$")
"""The place in a statement that nobody typed."""


@dataclass(frozen=True)
class Settled:
    """`verdict` is proved, refuted, open, no value or too long."""

    verdict: str
    why: str = ""
    witness: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[ProofLine, ...] = ()


@dataclass(frozen=True)
class Question:
    """A statement, hypotheses, integers, and seconds."""

    statement: str
    given: tuple[str, ...]
    integers: tuple[str, ...]
    seconds: int

    @property
    def key(self) -> str:
        """A digest of all that the answer depends on."""
        content = ["step of a paper", __version__, *vars(self).values()]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def settle(question: Question) -> Settled:
    """The answer, from the cache if it is there."""
    kept = cache.current()
    text = None if cache.is_off() else kept.get(question.key)
    if text is not None:
        found = _recalled(question, text)
        if found is not None:
            return found
        kept.note(UNUSABLE)
    settled, certificate = _ask(question)
    entry = {**vars(settled), "witness": dict(settled.witness), "certificate": certificate}
    entry["lines"] = [[line.depth, line.statement, line.reason] for line in settled.lines]
    kept.put(question.key, json.dumps({question.key: entry}) + "\n")
    return settled


def _ask(question: Question) -> tuple[Settled, dict[str, Any] | None]:
    try:
        for text in (question.statement, *question.given):
            read(text)
    except LimitExceeded as problem:
        return Settled(TOO_LONG, str(problem)), None
    try:
        answer = ask.run(
            question.statement, question.given, question.integers, seconds=question.seconds
        )
        shown = tuple(_lines(answer))
    except LimitExceeded as problem:
        return Settled("open", str(problem)), None
    except InputError as problem:
        return Settled(NO_VALUE, _PLACE.sub("", str(problem))), None
    except ProofkitError as problem:
        return Settled("open", str(problem)), None
    why = "; ".join(answer.closest[:2])
    settled = Settled(answer.verdict, why, dict(answer.witness or {}), shown)
    return settled, answer.certificate if answer.verdict != "open" else None


def _lines(answer: ask.Answer) -> Iterator[ProofLine]:
    """The lines of a proof."""
    lines: list[Line] = []
    if answer.verdict == "proved":
        for fact, node, entries in zip(answer.facts, answer.proofs, answer.entries, strict=True):
            lines += telling.lines(Known(answer.context, Trail()), fact, node, entries)
    for line in distinct(lines):
        yield ProofLine(line.depth, line.statement, line.reason)


def _recalled(question: Question, text: str) -> Settled | None:
    """The kept answer, if the kernel accepts it and it is about this question. An answer without
    a certificate claims nothing."""
    try:
        entry = json.loads(text)[question.key]
        verdict, certificate = entry["verdict"], entry["certificate"]
        witness = {str(k): str(v) for k, v in entry["witness"].items()}
        lines = tuple(ProofLine(int(d), str(s), str(r)) for d, s, r in entry["lines"])
        if verdict in ("proved", "refuted"):
            if not _states(question, certificate, verdict):
                return None
            if verdict == "refuted":
                witness = dict(certificate["witness"])
        elif verdict not in ("open", NO_VALUE, TOO_LONG):
            return None
        return Settled(verdict, str(entry["why"]), witness, lines)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, ProofkitError):
        return None


def _states(question: Question, certificate: Any, verdict: str) -> bool:
    """Does the kernel accept the certificate, and does it say just what is asked?"""
    replayed = Library(_REPLAY_SECONDS).replay(certificate)
    hypotheses = [fact for given in question.given for fact in read(given).facts]
    context = replayed.context
    return (
        replayed.value == verdict
        and replayed.facts == tuple(read(question.statement).facts)
        and list(context.hypotheses.values()) == hypotheses
        and not context.definitions
        and {n for n, whole in context.parameters.items() if whole} == set(question.integers)
    )


def question(
    statement: str, given: Sequence[str], integers: Sequence[str], seconds: int
) -> Question:
    """A question with each hypothesis once."""
    return Question(statement, tuple(dict.fromkeys(given)), tuple(sorted(integers)), seconds)
