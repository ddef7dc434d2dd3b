"""Generated pages: one per lemma with indexes, the walkthroughs with the output of their cells,
and the reference of proofkit itself.

They are written into folders of the source tree before Sphinx looks for pages, and only where
they changed, so that a second build has little to do. `proofkit_pages`, `proofkit_walkthroughs`,
`proofkit_gallery` and `proofkit_reference` in `conf.py` name the folders; they belong to the
extension. `proofkit_gallery_files` is the folder of the gallery's lemmas.
`proofkit_explorer` and `proofkit_graph` are names of pages among the built ones: the explorer, and
the graph of claims; `proofkit_pictures` has a file and what it shows for some lemmas.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import click
from sphinx.application import Sphinx
from sphinx.util import logging

from proofkit.bridges.sphinx_ext import domain, reference
from proofkit.bridges.sphinx_ext.folders import Content, Page, update
from proofkit.bridges.sphinx_ext.gallery import gallery
from proofkit.bridges.sphinx_ext.judge import FalseStatement
from proofkit.bridges.sphinx_ext.knowledge import SiteKnowledge, lemma_fingerprint
from proofkit.foundations.errors import ProofkitError
from proofkit.language import registry
from proofkit.language.results import CheckedLemma
from proofkit.questions import graph
from proofkit.readers import alone, explorer
from proofkit.readers.graph import page as claims_page
from proofkit.readers.report import contents, pages, phrases, walkthrough
from proofkit.readers.report.markdown import code, escape
from proofkit.readers.walkthrough import load_all
from proofkit.readers.walkthrough.judged import PROGRAMS, judged
from proofkit.readers.walkthrough.trial import require_sound

ANSWERS = "proofkit-answers.js"
"""The program of answer boxes and sliders, among the static files."""

logger = logging.getLogger(__name__)


def run(app: Sphinx, program: click.Group) -> None:
    """Write what `conf.py` asks for."""
    source = Path(app.srcdir)
    if app.config.proofkit_pages:
        logger.info("proving every lemma, or replaying its proofs")
        known = domain.of(app.env).knowledge
        update(source / app.config.proofkit_pages, lemmas(known, app.config.proofkit_pictures))
    if app.config.proofkit_walkthroughs:
        logger.info("running the cells of every walkthrough")
        try:
            update(
                source / app.config.proofkit_walkthroughs, lessons(bool(app.config.proofkit_pages))
            )
        except ProofkitError as error:
            raise FalseStatement(str(error)) from None
    if app.config.proofkit_gallery:
        logger.info("proving the lemmas of the gallery")
        folder = source / app.config.proofkit_gallery_files
        update(source / app.config.proofkit_gallery, gallery(folder))
    if app.config.proofkit_reference:
        update(source / app.config.proofkit_reference, reference.pages(program))


def lemmas(knowledge: SiteKnowledge, pictures: Mapping[str, Sequence[str]]) -> dict[str, Content]:
    """The pages that `proofkit pages` writes, each with its place in the graph, and the pictures:
    by lemma, the file and what it shows."""
    checked, proved = knowledge.checked((), {}), knowledge.proved(())
    shown = {
        id: f'![{said}](/{file})\n\n<div class="proofkit-caption">\n\n{said}\n\n</div>'
        for id, (file, said) in pictures.items()
    }
    around = graph.relations_in(knowledge.everything_proved())
    short = [(name, str(term)) for name, term in contents.abbreviations()]
    known = {lemma.lemma.id for lemma in checked.lemmas}
    written: dict[str, Content] = {**pages.indexes(checked, proved)}
    for lemma in checked.lemmas:
        id = lemma.lemma.id
        make = partial(_page, lemma, proved, around, known, shown.get(id, ""))
        of = [shown.get(id), lemma_fingerprint(lemma.lemma), sorted(known), short, lemma.values]
        of += [_said(result) for result in lemma.hypotheses]
        for claim in lemma.claims:
            name = claim.claim.name
            of += [_said(claim), _said(proved[name]), _said(around[name])]
        written[pages.file_name(id)] = Page(make, of)
    return written


def _page(checked: CheckedLemma, *given: Any) -> str:
    """A lemma's page, with its place in the graph."""
    text = pages.page(checked, *given)
    return text + _around(checked.lemma.id) if checked.claims else text


def _said(result: Any) -> list[Any]:
    """What a result says beside the lemma, claim or hypothesis that it is about; a certificate is
    known by its digest."""
    said = {f.name: getattr(result, f.name) for f in fields(result) if f.name not in _ABOUT}
    certificate = said.pop("certificate", {})
    return [said, certificate.get("digest")]


_ABOUT = {"claim", "hypothesis", "told", "steps"}


def lessons(linked: bool) -> dict[str, Content]:
    """Every walkthrough with its pictures and its notebook, and a list of them; names of
    lemmas are `linked` where lemmas have pages."""
    found = load_all()
    written: dict[str, Content] = {}
    for lesson in found:
        require_sound(lesson)
        notebook = f"{lesson.name}.ipynb"
        text, pictures = walkthrough.markdown(
            lesson,
            themes=("light", "dark"),
            link=_citation if linked else code,
            download=notebook,
            judged=judged(lesson),
            typeset=phrases.html,
        )
        written |= {f"{lesson.name}.md": text, notebook: walkthrough.notebook(lesson)}
        written |= {name: _drawn(picture) for name, picture in pictures.items()}
    lines = [
        "# Walkthroughs",
        "",
        "Lessons whose pictures are computed when these pages are built, and whose answers are "
        "checked by the kernel.",
        "",
    ]
    for lesson in found:
        link = f"[{escape(lesson.title)}]({lesson.name}.md)"
        lines.append(f"- {link}, {lesson.minutes} minutes: {lesson.summary}")
    toctree = ["", "```{toctree}", ":hidden:", "", *(lesson.name for lesson in found), "```", ""]
    return {"index.md": "\n".join([*lines, *toctree]), **written}


def _drawn(picture: Any) -> Content:
    """A picture, which is drawn again when anything on it has changed."""
    data = getattr(picture, "data", None)
    return picture.svg() if data is None else Page(picture.svg, hashlib.sha256(data).hexdigest())


def _citation(name: str) -> str:
    kind = "claim" if "/" in name else "lemma"
    return f"{{proofkit:{kind}}}`{name}`"


def answers(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """The pages with answer boxes or sliders get the program that judges them."""
    body = context.get("body", "")
    if "proofkit-answer" in body or "proofkit-sliders" in body:
        app.add_js_file(ANSWERS)


def program(app: Sphinx) -> None:
    """Write that program where Sphinx looks for static files."""
    folder = Path(app.doctreedir) / "proofkit-static"
    folder.mkdir(parents=True, exist_ok=True)
    text = "\n".join(alone.text(name) for name in PROGRAMS)
    (folder / ANSWERS).write_text(text, encoding="utf-8")
    app.config.html_static_path.append(str(folder))


def explorer_page(app: Sphinx, failed: Exception | None) -> None:
    """Put the explorer among the built pages."""
    if app.config.proofkit_explorer and failed is None and app.builder.format == "html":
        proofs = domain.of(app.env).knowledge.proved(())
        page = explorer.page(registry.find(()), proofs)
        (Path(app.outdir) / app.config.proofkit_explorer).write_text(page, encoding="utf-8")


def graph_page(app: Sphinx, failed: Exception | None) -> None:
    """Put the graph of all claims among the built pages, with links to where they are explained."""
    if app.config.proofkit_graph and failed is None and app.builder.format == "html":
        known = domain.of(app.env)
        built = known.knowledge.graph((), {})
        names = {node.name for node in built.nodes} | {node.lemma for node in built.nodes}
        places = {name: place for name in names if (place := known.find(name)) is not None}
        links = {
            name: f"{app.builder.get_target_uri(page)}#{anchor}"
            for name, (page, anchor) in places.items()
        }
        text = claims_page(built, links)
        (Path(app.outdir) / app.config.proofkit_graph).write_text(text, encoding="utf-8")


def _around(lemma: str) -> str:
    summary = "<summary>What it uses, and what uses it</summary>"
    graph = f"```{{proofkit:graph}} {lemma}\n:by: lemma\n```"
    return f'<details class="proofkit-around">\n{summary}\n\n{graph}\n\n</details>\n'
