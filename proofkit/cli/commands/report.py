"""`proofkit report`."""

from __future__ import annotations

import hashlib
import json as encoder
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from proofkit import __version__
from proofkit.cli import options, progress, terminal
from proofkit.foundations import files
from proofkit.foundations.errors import InputError

if TYPE_CHECKING:
    from proofkit.language.results import ProveReport
    from proofkit.readers.report.dossier import Dossier

FORMS = (".html", ".md", ".tex", ".bib")


@click.command(short_help="Write one document with verdicts, proofs and pictures.")
@options.selection
@options.parameters
@click.option(
    "-o",
    "output",
    metavar="FILE",
    default="report.html",
    show_default=True,
    help="A name that ends in .html, .md, .tex or .bib.",
)
@click.option("--fragment", is_flag=True, help="For .tex: without preamble, for \\input.")
@options.certificates
@click.option(
    "--coq",
    "record",
    metavar="DIR/coq.json",
    help="Mark what Coq accepted, from the record of export coq --check.",
)
@options.no_cache
def command(
    selection: tuple[str, ...],
    given: dict[str, object],
    output: str,
    certificates: str | None,
    record: str | None,
    fragment: bool,
) -> int:
    """Write one file with verdicts and margins at the parameters, proofs for all parameters,
    the dependency graph, pictures, findings, and the digest of the certificates. All claims
    by default.

    A name that ends in .tex makes an appendix in LaTeX, with --fragment one to input in a paper;
    .bib an entry that cites the certificates.

    Pictures need matplotlib, the graph needs Graphviz; the file says what is missing.
    """
    form = _form(output, fragment)
    if form == ".bib":
        if given or record is not None:
            raise InputError("-o FILE.bib cites proofs for all parameters: leave out -p and --coq")
        return _cite(selection, certificates, output)
    recorded = options.coq_record(record)
    from proofkit.questions import pipeline
    from proofkit.readers.report import gathering, wording

    with progress.bar() as bar:
        checked = pipeline.check(selection, given, bar)
        proofs = options.proofs(selection, certificates, bar)
        digest = _digest(proofs, certificates)
        whole = gathering.gather(checked, proofs, digest, given, bar, drawn=form == ".html")
        if recorded is not None:
            from proofkit.bridges.coq import export

            whole = replace(whole, accepted=frozenset(export.marks(recorded, bar)))
    files.write(output, _written(whole, form))
    terminal.show(f"{output} written: {wording.check_summary(checked)}")
    for sentence in wording.disagreements(checked):
        terminal.complain(f"contradiction: {sentence}", 4)
    return 4 if checked.contradictions else 0


def _form(output: str, fragment: bool) -> str:
    """The form that a name asks for."""
    form = options.ending(output, FORMS)
    if fragment and form != ".tex":
        raise InputError("--fragment: only with -o FILE.tex")
    return "fragment" if fragment else form


def _cite(selection: tuple[str, ...], certificates: str | None, output: str) -> int:
    """Write the entry; nothing is decided at parameters."""
    from proofkit.readers.report import latex_report, wording

    with progress.bar() as bar:
        proofs = options.proofs(selection, certificates, bar)
    files.write(output, latex_report.bibtex(proofs, _digest(proofs, certificates), __version__))
    terminal.show(f"{output} written: {wording.proof_summary(proofs)}")
    return 0


def _digest(proofs: ProveReport, certificates: str | None) -> str:
    """The SHA-256 of the file of certificates, or of the one that `prove -o` would write."""
    from proofkit.questions import pipeline

    if certificates is None:
        text = encoder.dumps(pipeline.certificates(proofs), indent=1) + "\n"
    else:
        text = files.read(certificates, files.MAX_CERTIFICATES)
    return hashlib.sha256(text.encode()).hexdigest()


def _written(whole: Dossier, form: str) -> str:
    from proofkit.readers.report import booklet, dossier, latex_report

    writers = {".html": booklet.html, ".md": dossier.markdown, ".tex": latex_report.document}
    return {**writers, "fragment": latex_report.fragment}[form](whole)
