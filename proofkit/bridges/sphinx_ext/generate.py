"""Pages that nobody writes: one a lemma with an index, the walkthroughs with what their cells
show, and the reference of proofkit itself.

They are written into folders of the source tree before Sphinx looks for pages, and only where
they changed, so that a second build has nothing to do. `proofkit_pages`, `proofkit_walkthroughs`,
`proofkit_gallery` and `proofkit_reference` in `conf.py` name the folders; they belong to the
extension. `proofkit_gallery_files` is the folder of the gallery's lemmas.
`proofkit_explorer` and `proofkit_graph` are names of pages among the built ones: the explorer, and
the graph of claims; `proofkit_pictures` has a file and what it shows for some lemmas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from sphinx.application import Sphinx
from sphinx.errors import ConfigError
from sphinx.util import logging

from proofkit.bridges.sphinx_ext import domain, reference
from proofkit.bridges.sphinx_ext.gallery import gallery
from proofkit.bridges.sphinx_ext.judge import FalseStatement
from proofkit.bridges.sphinx_ext.knowledge import SiteKnowledge
from proofkit.foundations.errors import ProofkitError
from proofkit.language import registry
from proofkit.language.results import ProvedLemma, ProveReport
from proofkit.questions import graph
from proofkit.readers import alone, explorer
from proofkit.readers.graph import page as claims_page
from proofkit.readers.report import pages, phrases, walkthrough
from proofkit.readers.report.markdown import code, escape
from proofkit.readers.walkthrough import load_all
from proofkit.readers.walkthrough.judged import PROGRAMS, judged
from proofkit.readers.walkthrough.trial import require_sound

ANSWERS = "proofkit-answers.js"
"""The program of answer boxes and sliders, among the static files."""

MARKER = ".made-by-proofkit"
"""The file by which a generated folder is known."""

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


def lemmas(knowledge: SiteKnowledge, pictures: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The pages that `proofkit pages` writes, each with its place in the graph, and the pictures:
    by lemma, the file and what it shows."""
    checked, proved = knowledge.checked((), {}), knowledge.proved(())
    proofs = ProveReport(
        tuple(
            ProvedLemma(lemma.lemma, tuple(proved[c.claim.name] for c in lemma.claims))
            for lemma in checked.lemmas
        )
    )
    shown = {
        id: f'![{said}](/{file})\n\n<div class="proofkit-caption">\n\n{said}\n\n</div>'
        for id, (file, said) in pictures.items()
    }
    around = graph.relations_in(knowledge.everything_proved())
    written = pages.pages(checked, proofs, around, shown)
    for lemma in checked.lemmas:
        if lemma.claims:
            written[pages.file_name(lemma.lemma.id)] += _around(lemma.lemma.id)
    return written


def lessons(linked: bool) -> dict[str, str | bytes]:
    """Every walkthrough with its pictures and its notebook, and a list of them; names of
    lemmas are `linked` where lemmas have pages."""
    found = load_all()
    written: dict[str, str | bytes] = {}
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
        written |= {f"{lesson.name}.md": text, notebook: walkthrough.notebook(lesson), **pictures}
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
    summary = "<summary>What it rests on, and what rests on it</summary>"
    graph = f"```{{proofkit:graph}} {lemma}\n:by: lemma\n```"
    return f'<details class="proofkit-around">\n{summary}\n\n{graph}\n\n</details>\n'


def update(folder: Path, written: Mapping[str, str | bytes]) -> None:
    """Make the folder hold these files and no other; a folder that was not made here is left
    alone."""
    marker = folder / MARKER
    if folder.exists() and any(folder.iterdir()) and not marker.exists():
        raise ConfigError(f"proofkit: {folder} has files of its own; name a folder to be made")
    folder.mkdir(parents=True, exist_ok=True)
    marker.touch()
    for name, content in written.items():
        data = content.encode() if isinstance(content, str) else content
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)
    for path in folder.rglob("*"):
        if path.is_file() and path != marker and path.relative_to(folder).as_posix() not in written:
            path.unlink()
