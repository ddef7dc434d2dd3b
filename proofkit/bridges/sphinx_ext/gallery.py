"""Worked lemmas: files that are decided and proved during the build, each shown as its reader and
as its author sees it."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from html import escape as escape_html
from pathlib import Path

from proofkit.bridges.sphinx_ext.judge import FalseStatement
from proofkit.foundations.errors import LemmaError, ProofkitError
from proofkit.language.lemma import Lemma
from proofkit.language.results import HOLDS, PROVED, ProvedClaim
from proofkit.questions import pipeline
from proofkit.readers.report import contents, pages, phrases, sheet, wording
from proofkit.readers.report.mathematics import LATEX


def gallery(folder: Path) -> dict[str, str]:
    """A page for each file with a lemma, and an index that shows what is in it."""
    files = sorted(folder.glob("*.py"))
    try:
        lemmas = {_lemma(file): file for file in files}
        chosen = [(lemma, list(lemma.claims.values())) for lemma in lemmas]
        checked, proofs = pipeline.check_these(chosen, {}), pipeline.prove_these(chosen)
    except ProofkitError as error:
        raise FalseStatement(f"{folder}: {error}") from None
    for proof in proofs.claims:
        if proof.verdict != PROVED:
            raise FalseStatement(f"{proof.claim.place}: {proof.claim.name} is {proof.verdict}")
    for claim in (claim for one in checked.lemmas for claim in one.claims):
        if claim.verdict != HOLDS:
            raise FalseStatement(f"{claim.claim.place}: {claim.claim.name} {claim.verdict}")
    written = pages.pages(checked, proofs, {})
    for lemma, file in lemmas.items():
        code = file.read_text(encoding="utf-8").rstrip()
        source = ["", "## The file", "", f"````{{code-block}} python\n:caption: {file.name}", ""]
        written[pages.file_name(lemma.id)] += "\n".join([*source, code, "````", ""])
    proved = {claim.claim.name: claim for claim in proofs.claims}
    own = {pages.file_name(lemma.id) for lemma in lemmas}
    written = {name: text for name, text in written.items() if name in own}
    return {**written, pages.INDEX: "\n".join(_index(list(lemmas), proved))}


def _lemma(file: Path) -> Lemma:
    """The lemma of a file that belongs to no collection."""
    spec = importlib.util.spec_from_file_location(f"proofkit_gallery_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise LemmaError(f"{file}: expected a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise LemmaError(f"{file}: {type(error).__name__}: {error}") from error
    found = getattr(module, "lemma", None)
    if not isinstance(found, Lemma) or found.id != file.stem.replace("_", "-"):
        raise LemmaError(f"{file}: expected `lemma` with the id {file.stem.replace('_', '-')}")
    return found


def _index(lemmas: list[Lemma], proved: dict[str, ProvedClaim]) -> Iterator[str]:
    yield from ("# A gallery of worked lemmas", "")
    yield (
        "Each is one file, as an author writes it, and a page, as a reader sees it. They are "
        "decided and proved when these pages are built. To begin with one of them, copy its file "
        "into a collection of your own (`proofkit new NAME` makes one)."
    )
    yield from ("", '<div class="proofkit-cards">')
    for lemma in sorted(lemmas, key=lambda lemma: contents.section_order(lemma.section)):
        yield from _card(lemma, proved)
    yield "</div>"
    names = sorted(lemma.id for lemma in lemmas)
    yield from ("", "```{toctree}", ":hidden:", "", *names, "```", "")


def _card(lemma: Lemma, proved: dict[str, ProvedClaim]) -> Iterator[str]:
    """The title, the claim that the lemma comes to, and why one should care."""
    *_, last = lemma.claims.values()
    said = LATEX.statement(last.parts[0].statement)
    status = proved[last.name].verdict
    first = contents.about(lemma)[0].replace("`", "")
    yield f'<a class="proofkit-card" href="{lemma.id}.html">'
    yield f"<strong>{escape_html(wording.lowered(lemma.title))}</strong>"
    yield f'<span class="proofkit-scroll">{phrases.inline(rf"{chr(92)}displaystyle {said}")}</span>'
    yield sheet.chip(status)
    yield f"<small>{phrases.html(first)}</small>"
    yield f"<small>{escape_html(lemma.section)} · {escape_html(lemma.source)}</small></a>"
