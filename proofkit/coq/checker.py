"""Running `coqc` on an export, and what it said of each theorem.

A file is compiled in one go. Where Coq refuses a block, the block is left out and the rest
compiled again, so that one failing proof hides no other.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from proofkit.coq import prelude
from proofkit.coq.document import Document
from proofkit.errors import MissingProgram, ProofkitError
from proofkit.exact import shorten

PARALLEL = 2
SECONDS = 300
"""Longest time for one run of coqc."""

LIBRARY = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
_PRIMITIVE = ("PrimFloat.", "PrimInt63.", "Uint63.", "Int63.", "FloatAxioms.", "Uint63Axioms.")
_PLACE = re.compile(r'^File "[^"]*", line (\d+), characters', re.MULTILINE)
_TIMING = re.compile(r"^Chars (\d+) - \d+ \[.*\] (\d+\.\d+|\d+) secs", re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """What Coq said of one theorem."""

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
    """Compile every file after those it needs, two at a time."""
    program = require_coq()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / f"{prelude.NAME}.v").write_text(prelude.TEXT, encoding="utf-8")
        refused = _run(program, place, prelude.NAME)[1]
        if refused:
            raise ProofkitError(f"Coq refuses the prelude: {shorten(refused, 300)}")
        done: dict[str, Future[list[Answer]]] = {}
        with ThreadPoolExecutor(PARALLEL) as pool:
            for document in documents:
                needed = [done[m] for m in document.needs if m in done]
                done[document.module] = pool.submit(_document, program, place, document, needed)
        answers = [a for document in documents for a in done[document.module].result()]
        return _with_axioms(program, place, answers, strict)


def _document(
    program: str, place: Path, document: Document, needed: Sequence[Future[list[Answer]]]
) -> list[Answer]:
    for other in needed:
        other.result()
    kept, messages = document, {}
    while True:
        text = kept.text()
        (place / f"{document.module}.v").write_text(text, encoding="utf-8")
        output, refused = _run(program, place, document.module)
        if not refused:
            break
        index = _refused_block(kept, refused)
        if index is None:
            messages.update({t.name: shorten(refused, 400) for t in document.theorems})
            kept = replace(kept, blocks=[])
            break
        key, lines = kept.blocks[index]
        messages[key] = shorten(f"{_step(lines, kept, index, refused)}: {_reason(refused)}", 400)
        kept = replace(kept, blocks=[b for k, b in enumerate(kept.blocks) if k != index])
    times = _times(kept, output if not refused else "")
    here = {key for key, _ in kept.blocks}
    answers = []
    for theorem in document.theorems:
        key = f"{theorem.claim}#{theorem.part}"
        name = f"{document.module}.{theorem.name}"
        message = messages.get(key, messages.get(theorem.name, ""))
        answers.append(
            Answer(theorem.claim, theorem.part, name, key in here, times.get(key, 0), (), message)
        )
    return answers


def _run(program: str, place: Path, module: str) -> tuple[str, str]:
    """What coqc printed, and its error if it refused."""
    try:
        found = subprocess.run(
            [program, "-q", "-time", "-Q", ".", "", f"{module}.v"],
            cwd=place, capture_output=True, text=True, check=False, timeout=SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "", f"coqc took longer than {SECONDS} seconds"
    if found.returncode == 0:
        return found.stdout, ""
    return found.stdout, found.stderr or found.stdout or "coqc failed without a word"


def _refused_block(document: Document, message: str) -> int | None:
    """The block in which the error is."""
    match = _PLACE.search(message)
    if match is None:
        return None
    line = int(match[1]) - len(document.head)
    for index, (_, lines) in enumerate(document.blocks):
        line -= len(lines) + 1
        if line <= 0:
            return index
    return None


def _step(lines: Sequence[str], document: Document, index: int, message: str) -> str:
    """The lemma or theorem of a block in which the error is."""
    match = _PLACE.search(message)
    before = len(document.head) + sum(len(b) + 1 for _, b in document.blocks[:index])
    here = int(match[1]) - before - 1 if match else 0
    named = [
        x for x in lines[: max(here, 1)] if x.startswith(("Lemma ", "Theorem ", "Definition "))
    ]
    return named[-1].split()[1] if named else "the block"


def _reason(message: str) -> str:
    return " ".join(message.partition("Error:")[2].split()) or " ".join(message.split())


def _times(document: Document, output: str) -> dict[str, int]:
    """Milliseconds spent on each block, from coqc's own account."""
    starts, place = [], len("\n".join(document.head).encode()) + 1
    for key, lines in document.blocks:
        starts.append((place, key))
        place += len("\n".join(["", *lines]).encode()) + 1
    total: dict[str, int] = {}
    for match in _TIMING.finditer(output):
        key = next((k for start, k in reversed(starts) if start <= int(match[1])), "")
        whole, _, thousandths = match[2].partition(".")
        spent = int(whole) * 1000 + int((thousandths + "000")[:3])
        total[key] = total.get(key, 0) + spent
    return total


def _with_axioms(
    program: str, place: Path, answers: Sequence[Answer], strict: bool
) -> list[Answer]:
    """Each accepted theorem with the axioms that Coq lists for it; one that is not allowed
    makes it not accepted."""
    found = _assumptions(program, place, [a.theorem for a in answers if a.accepted])
    result = []
    for answer in answers:
        if answer.accepted:
            axioms = found[answer.theorem]
            wrong = [a for a in axioms if not allowed(a, strict)]
            answer = replace(answer, axioms=axioms, accepted=not wrong)
            if wrong:
                answer = replace(answer, message=f"rests on {', '.join(wrong)}")
        result.append(answer)
    return result


def _assumptions(
    program: str, place: Path, theorems: Sequence[str]
) -> Mapping[str, tuple[str, ...]]:
    if not theorems:
        return {}
    modules = dict.fromkeys(name.partition(".")[0] for name in theorems)
    lines = [f"Require {module}." for module in modules]
    lines += [f"Print Assumptions {name}." for name in theorems]
    (place / "Assumptions.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    try:
        found = subprocess.run(
            [program, "-q", "-Q", ".", "", "Assumptions.v"],
            cwd=place, capture_output=True, text=True, check=False, timeout=SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise ProofkitError(f"Print Assumptions took longer than {SECONDS} seconds") from None
    answers = re.split(r"^(?=Closed under|Axioms:)", found.stdout, flags=re.MULTILINE)[1:]
    if found.returncode or len(answers) != len(theorems):
        raise ProofkitError(f"Print Assumptions failed: {shorten(found.stderr, 300)}")
    return {
        name: tuple(re.findall(r"^([A-Za-z_][\w.']*)\s*:", text.partition("\n")[2], re.MULTILINE))
        for name, text in zip(theorems, answers, strict=True)
    }
