"""Pages that nobody writes: one a lemma with an index, and the reference of proofkit itself.

They are written into folders of the source tree before Sphinx looks for pages, and only where
they changed, so that a second build has nothing to do. `proofkit_pages` and
`proofkit_reference` in `conf.py` name the folders; they belong to the extension.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util import logging

from proofkit import graph
from proofkit.report import pages
from proofkit.results import ProvedLemma, ProveReport
from proofkit.sphinx_ext import domain, reference
from proofkit.sphinx_ext.knowledge import Knowledge

logger = logging.getLogger(__name__)


def run(app: Sphinx) -> None:
    """Write what `conf.py` asks for."""
    source = Path(app.srcdir)
    if app.config.proofkit_pages:
        logger.info("proving every lemma, or replaying its proofs")
        update(source / app.config.proofkit_pages, lemmas(domain.of(app.env).knowledge))
    if app.config.proofkit_reference:
        update(source / app.config.proofkit_reference, reference.pages())


def lemmas(knowledge: Knowledge) -> dict[str, str]:
    """The pages that `proofkit pages` writes, each with its place in the graph."""
    checked, proved = knowledge.checked((), {}), knowledge.proved(())
    proofs = ProveReport(
        tuple(
            ProvedLemma(lemma.lemma, tuple(proved[c.claim.name] for c in lemma.claims))
            for lemma in checked.lemmas
        )
    )
    written = pages.pages(checked, proofs, graph.relations_in(knowledge.everything_proved()))
    for lemma in checked.lemmas:
        written[pages.file_name(lemma.lemma.id)] += _around(lemma.lemma.id)
    return written


def _around(lemma: str) -> str:
    title = "## What it rests on, and what rests on it"
    return f"{title}\n\n```{{proofkit:graph}} {lemma}\n:by: lemma\n```\n"


def update(folder: Path, written: Mapping[str, str]) -> None:
    """Make the folder hold these pages and no other."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in folder.rglob("*.md"):
        if path.relative_to(folder).as_posix() not in written:
            path.unlink()
