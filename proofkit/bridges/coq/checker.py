"""Run `coqc` on an export and read its answer for each theorem.

A file is compiled in one go. Where Coq refuses a block, the block is left out and the rest
compiled again, so that one failing proof hides no other.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from proofkit.bridges.coq.document import Document, foundations
from proofkit.bridges.coq.running import SPENT, milliseconds, run
from proofkit.foundations.errors import MissingProgram, ProofkitError
from proofkit.foundations.exact import shorten

PARALLEL = 2
SECONDS = 300
"""Longest processor time for one run of coqc."""

STEP_SECONDS = 60
"""Longest processor time for a sentence of a proof: a bad one is stopped, and the others go on."""

LIBRARY = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
_PRIMITIVE = ("PrimFloat.", "PrimInt63.", "Uint63.", "Int63.", "FloatAxioms.", "Uint63Axioms.")
_STOPPED = "stopped"
_SENTENCES = ("Lemma ", "Theorem ", "Definition ")
_PLACE = re.compile(r'^File "[^"]*", line (\d+), characters', re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """What Coq said of one theorem; or of a lemma about the quantities, which belongs to no
    claim (`claim` is empty) and is listed only when Coq refuses it."""

    claim: str
    part: int
    theorem: str
    accepted: bool
    milliseconds: int = 0
    axioms: tuple[str, ...] = ()
    message: str = ""


def require_coq() -> str:
    """The path of `coqc`, or a refusal that says what to install."""
    program = shutil.which("coqc")
    if program is None:
        raise MissingProgram(
            "coqc is not installed: install the Debian packages coq and libcoq-interval"
        )
    return program


def version() -> str:
    """The version of Coq."""
    found = subprocess.run(
        [require_coq(), "--print-version"], capture_output=True, text=True, check=False
    )
    return found.stdout.split(" ")[0].strip()


def allowed(axiom: str, strict: bool) -> bool:
    """Is this one of the standard library's axioms that a theorem may rest on?"""
    return axiom in LIBRARY or (not strict and axiom.startswith(_PRIMITIVE))


def check(documents: Sequence[Document], strict: bool = False) -> list[Answer]:
    """What Coq says of every theorem; nothing is kept."""
    with tempfile.TemporaryDirectory() as folder:
        return compile_in(Path(folder), documents, strict)


def compile_in(place: Path, documents: Sequence[Document], strict: bool = False) -> list[Answer]:
    """Compile every file after those it needs, two at a time; what Coq accepted stays there."""
    program = require_coq()
    for name, text in foundations(documents).items():
        (place / f"{name}.v").write_text(text, encoding="utf-8")
        refused = _run(program, place, name)[1]
        if refused:
            raise ProofkitError(f"Coq refuses {name}: {shorten(refused, 300)}")
    done: dict[str, Future[list[Answer]]] = {}
    with ThreadPoolExecutor(PARALLEL) as pool:
        for document in documents:
            needed = [done[m] for m in document.needs if m in done]
            done[document.module] = pool.submit(_document, program, place, document, needed)
    answers = [a for document in documents for a in done[document.module].result()]
    enclosed = {f"{d.module}.{t.name}" for d in documents for t in d.theorems if t.enclosed}
    return _with_axioms(program, place, answers, strict, enclosed)


def _document(
    program: str, place: Path, document: Document, needed: Sequence[Future[list[Answer]]]
) -> list[Answer]:
    for other in needed:
        other.result()
    kept, messages, lost = document, {}, []
    while True:
        text = kept.text()
        (place / f"{document.module}.v").write_text(text, encoding="utf-8")
        output, refused = _run(program, place, document.module)
        if not refused:
            break
        index, line = _place(kept, output, refused)
        if index is None:
            why = shorten(_reason(refused), 400)
            messages.update({t.key: why for t in document.theorems})
            if not document.theorems:
                lost.append(Answer("", 0, f"{document.module} as a whole", False, 0, (), why))
            kept = replace(kept, blocks=[])
            break
        key, lines = kept.blocks[index]
        lemma = _step(_lines(lines), line)
        messages[key] = shorten(f"{lemma}: {_reason(refused)}", 400)
        if not key:
            name, why = f"{document.module}.{lemma}", shorten(_reason(refused), 400)
            lost.append(Answer("", 0, name, False, 0, (), why))
        kept = replace(kept, blocks=[b for k, b in enumerate(kept.blocks) if k != index])
    times = _times(kept, output if not refused else "")
    here = {key for key, _ in kept.blocks}
    answers = lost
    for theorem in document.theorems:
        key, name = theorem.key, f"{document.module}.{theorem.name}"
        found = key in here, times.get(key, 0), (), messages.get(key, "")
        answers.append(Answer(theorem.claim, theorem.part, name, *found))
    return answers


def _run(program: str, place: Path, module: str) -> tuple[str, str]:
    """What coqc printed, and its error if it refused."""
    command = [program, "-q", "-noglob", "-time", "-R", ".", "Proofkit", f"{module}.v"]
    found = run(command, place, STEP_SECONDS, SECONDS)
    if found.good:
        return found.output, ""
    if found.stopped:
        return found.output, _why_stopped(found.output)
    return found.output, found.complaint or found.output or "coqc failed without a word"


def _why_stopped(output: str) -> str:
    spent = sum(map(milliseconds, SPENT.finditer(output))) // 1000
    if spent + STEP_SECONDS < SECONDS:
        return f"{_STOPPED}: a step took longer than {STEP_SECONDS} seconds"
    return f"{_STOPPED} after {SECONDS} seconds for the whole file"


def _place(document: Document, output: str, message: str) -> tuple[int | None, int]:
    """The block in which the error is, and the line there; where coqc was stopped, the block
    after the last sentence it had done."""
    match = _PLACE.search(message)
    if match is not None:
        line = int(match[1])
    elif message.startswith(_STOPPED):
        done = [int(found[2]) for found in SPENT.finditer(output)]
        text = document.text().encode()[: max(done, default=0) + 1].decode(errors="replace")
        line = text.count("\n") + 1
    else:
        return None, 0
    line -= len(_lines(document.head))
    for index, (_, block) in enumerate(document.blocks):
        length = len(_lines(block)) + 1  # an empty line goes before it
        if line <= length:
            return (index, line - 1) if line > 0 else (None, 0)
        line -= length
    return None, 0


def _lines(block: Sequence[str]) -> list[str]:
    """The lines of a block as they stand in the file."""
    return "\n".join(block).split("\n")


def _step(lines: Sequence[str], line: int) -> str:
    """The lemma, theorem or definition of a block to which a line belongs."""
    named = [x for x in lines[: max(line, 1)] if x.startswith(_SENTENCES)]
    named = named or [x for x in lines if x.startswith(_SENTENCES)][:1]
    return named[-1].split()[1] if named else "the block"


def _reason(message: str) -> str:
    return " ".join((message.partition("Error:")[2] or message).split())


def _times(document: Document, output: str) -> dict[str, int]:
    """Milliseconds of processor time spent on each block, from coqc's own account."""
    starts, place = [], len("\n".join(document.head).encode()) + 1
    for key, lines in document.blocks:
        starts.append((place, key))
        place += len("\n".join(["", *lines]).encode()) + 1
    total: dict[str, int] = {}
    for match in SPENT.finditer(output):
        key = next((k for start, k in reversed(starts) if start <= int(match[1])), "")
        total[key] = total.get(key, 0) + milliseconds(match)
    return total


def _with_axioms(
    program: str, place: Path, answers: Sequence[Answer], strict: bool, enclosed: Set[str]
) -> list[Answer]:
    """Each accepted theorem with the axioms that Coq lists for it; one that is not allowed
    makes it not accepted. To list them takes Coq longer than to check the proof. So they are
    listed together for all proofs by interval arithmetic, and for all others if these need the
    library's only; else file by file, and at last singly."""
    found: dict[str, tuple[str, ...]] = {}
    kinds: tuple[Callable[[str], object], ...]
    kinds = enclosed.__contains__, lambda name: name.partition(".")[0], str
    asked: list[list[str]] = []
    listed: list[tuple[str, ...]] = []
    for kind in kinds:
        groups: dict[object, list[str]] = {}
        for name in (a.theorem for a in answers if a.accepted and a.theorem not in found):
            groups.setdefault(kind(name), []).append(name)
        if asked != list(groups.values()):
            asked = list(groups.values())
            listed = _assumptions(program, place, asked)
        for (key, group), together in zip(groups.items(), listed, strict=True):
            exact = strict or key is False
            if kind is str or all(allowed(axiom, exact) for axiom in together):
                found.update(dict.fromkeys(group, together))
    result = []
    for answer in answers:
        if answer.accepted:
            axioms = found[answer.theorem]
            wrong = [a for a in axioms if not allowed(a, strict)]
            answer = replace(answer, axioms=axioms, accepted=not wrong)
            if wrong:
                answer = replace(answer, message=f"depends on {', '.join(wrong)}")
        result.append(answer)
    return result


def _assumptions(
    program: str, place: Path, groups: Sequence[Sequence[str]]
) -> list[tuple[str, ...]]:
    """The axioms that the theorems of each group rest on."""
    if not groups:
        return []
    modules = dict.fromkeys(name.partition(".")[0] for group in groups for name in group)
    lines = [f"Require {module}." for module in modules]
    for k, group in enumerate(groups):
        lines.append(f"Definition group{k} := ({', '.join(group)}).")
        lines.append(f"Print Assumptions group{k}.")
    (place / "Assumptions.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [program, "-q", "-noglob", "-R", ".", "Proofkit", "Assumptions.v"]
    found = run(command, place, SECONDS, SECONDS)
    if found.stopped:
        raise ProofkitError(f"Print Assumptions took longer than {SECONDS} seconds")
    answers = re.split(r"^(?=Closed under|Axioms:)", found.output, flags=re.MULTILINE)[1:]
    if not found.good or len(answers) != len(groups):
        raise ProofkitError(f"Print Assumptions failed: {shorten(found.complaint, 300)}")
    return [_listed(text.partition("\n")[2]) for text in answers]


def _listed(text: str) -> tuple[str, ...]:
    """Axioms by name; anything else that Coq was told to take on trust, in its own words."""
    lines = [line for line in text.splitlines() if line[:1].strip()]
    found = [re.match(r"([A-Za-z_][\w.']*)\s*(:|$)", line) for line in lines]
    return tuple(m[1] if m else line for m, line in zip(found, lines, strict=True))
