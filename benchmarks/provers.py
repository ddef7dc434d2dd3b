"""What `ask` settles of inequalities from other people's test suites, against z3, cvc5, Coq's
tactics (lra, nra, psatz, interval) and SymPy on the same statements in the same run: true ones
proved, false ones refuted. Each statement is a process of its own with so many seconds of
processor time as the table says (Coq's files load their libraries within it), one on each
processor at a time. A cell is what is
proved + what is refuted; *together* is what at least one of the other four settles. A wrong
verdict is counted as `wrong`: cvc5 says that `exp(x) <= 1/(1 - x)` fails for some x < 1.

python -m benchmarks --only provers
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import resource
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import proofkit
from benchmarks.inequalities import others

FORK = multiprocessing.get_context("fork")
OTHERS = ("z3", "cvc5", "coq", "sympy")
SECONDS = 10
PATIENCE = 20
"""How many times longer on the clock a process may take on a machine that does other work."""
HEAD = (
    "| kind | true | false | ask | z3 | cvc5 | Coq | SymPy | together | ask, CPU s each |\n"
    "|---|---:|---:|---|---|---|---|---|---|---:|"
)


@dataclass
class Score:
    """How many statements of a kind each tool settles: (tool, proved or refuted or wrong)."""

    kind: str
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    over: str = ""


def line(score: Score) -> str:
    """A row of the table."""
    cells = [score.kind, *(str(score.counts["all", truth]) for truth in ("proved", "refuted"))]
    for tool in ("ask", *OTHERS, "together"):
        shown = [f"{score.counts[tool, v]}" for v in ("proved", "refuted")]
        wrong = score.counts[tool, "wrong"]
        cells.append(" + ".join(shown) + (f", {wrong} wrong" if wrong else ""))
    median = sorted(score.seconds)[len(score.seconds) // 2] if score.seconds else 0.0
    return "| " + " | ".join([*cells, f"{median:.2f}"]) + " |"


def measure(quick: bool = False) -> Iterator[Score]:
    proofkit.ask("0 < exp(1)")  # what all need is imported once
    entries = json.loads(others.STATEMENTS.read_text(encoding="utf-8"))[:: 12 if quick else 1]
    seconds = SECONDS / 5 if quick else SECONDS
    with ProcessPoolExecutor(mp_context=FORK) as lanes:
        settled = list(lanes.map(partial(verdicts, seconds=seconds), entries))
    scores: dict[str, Score] = {}
    for entry, found in zip(entries, settled, strict=True):
        score = scores.setdefault(entry["category"], Score(entry["category"]))
        right = "proved" if entry["truth"] else "refuted"
        score.counts["all", right] += 1
        score.seconds.append(found["ask"][1])
        for tool, (said, _) in found.items():
            if said != "open":
                score.counts[tool, right if said == right else "wrong"] += 1
        score.counts["together", right] += any(found[tool][0] == right for tool in OTHERS)
    yield from (scores[kind] for kind in sorted(scores))
    yield _total(list(scores.values()), seconds)


def _total(scores: list[Score], seconds: float) -> Score:
    counts = sum((score.counts for score in scores), Counter[tuple[str, str]]())
    return Score(f"all, {seconds:g} s each", counts, [s for score in scores for s in score.seconds])


def verdicts(entry: dict[str, Any], seconds: float) -> dict[str, tuple[str, float]]:
    """What each tool says of a statement."""
    return {tool: verdict(tool, entry, seconds) for tool in ("ask", *OTHERS)}


def verdict(tool: str, entry: dict[str, Any], seconds: float) -> tuple[str, float]:
    """What a tool says of a statement, and the processor time it took."""
    receiver, sender = FORK.Pipe(duplex=False)
    child = FORK.Process(target=_answer, args=(tool, entry, seconds, sender))
    before, said = _spent(), "open"
    child.start()
    sender.close()
    with contextlib.suppress(EOFError):
        if receiver.poll(PATIENCE * seconds):
            said = receiver.recv()
    child.kill()
    child.join()
    return said, _spent() - before


def _answer(tool: str, entry: dict[str, Any], seconds: float, sender: Connection) -> None:
    spent = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    most = round(spent + seconds + 0.5)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    if tool != "ask":
        sender.send(others.main(tool, entry["id"], seconds))
        return
    given, integers = entry["given"], entry["integers"]
    patient = PATIENCE * seconds  # by the clock; processor time is what is limited here
    found = proofkit.ask(entry["statement"], given=given, integers=integers, seconds=patient)
    sender.send(found.verdict)


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
