"""`proofkit report`."""

from __future__ import annotations

import hashlib
import json as encoder
from dataclasses import replace

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations import files
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten
from proofkit.language.given import given_parameters


@click.command(short_help="Write everything that is known into one file.")
@options.selection
@options.parameters
@click.option(
    "-o",
    "output",
    metavar="FILE",
    default="report.html",
    show_default=True,
    help="Where to: a name that ends in .html or .md.",
)
@options.certificates
@click.option(
    "--coq",
    "record",
    metavar="DIR/coq.json",
    help="Mark what Coq accepted, as export coq --check recorded it.",
)
@options.no_cache
def command(
    selection: tuple[str, ...],
    pairs: tuple[str, ...],
    file: str | None,
    output: str,
    certificates: str | None,
    record: str | None,
) -> int:
    """Write one file with verdicts and margins at the parameters, proofs for all parameters,
    the dependency graph, pictures, findings, and the digest of the certificates. All claims
    by default.

    Pictures need proofkit[plots], the graph needs Graphviz; without them the file says so.
    """
    if not output.endswith((".html", ".md")):
        raise InputError(f"-o {shorten(output)}: expected a name that ends in .html or .md")
    files.require_writable(output)
    given = given_parameters(pairs, file)
    from proofkit.questions import pipeline
    from proofkit.readers.report import dossier, gathering, wording

    with progress.bar() as bar:
        checked = pipeline.check(selection, given, bar)
        proofs = options.proofs(selection, certificates, bar)
        if certificates is None:
            text = encoder.dumps(pipeline.certificates(proofs), indent=1) + "\n"
        else:
            text = files.read(certificates, files.MAX_CERTIFICATES)
        digest = hashlib.sha256(text.encode()).hexdigest()
        whole = gathering.gather(checked, proofs, digest, given, bar)
        if record is not None:
            whole = replace(whole, accepted=_accepted(record, bar))
    written = dossier.html(whole) if output.endswith(".html") else dossier.markdown(whole)
    files.write(output, written)
    terminal.write(f"{output} written: {wording.check_summary(checked)}")
    for sentence in wording.disagreements(checked):
        terminal.complain(f"contradiction: {sentence}", 4)
    return 4 if checked.contradictions else 0


def _accepted(record: str, bar: progress.Bar) -> frozenset[str]:
    from proofkit.bridges.coq import export

    return frozenset(export.marks(files.read(record, files.MAX_CERTIFICATES), bar))
