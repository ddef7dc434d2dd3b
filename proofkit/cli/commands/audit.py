"""`proofkit audit`."""

from __future__ import annotations

import click

from proofkit.cli import options, progress, terminal
from proofkit.cli.commands.prove import exit_code


@click.command(short_help="Which hypotheses do the proofs need?")
@options.selection
@options.written
@options.formats("text", "json")
@options.no_cache
@options.color
def command(selection: tuple[str, ...], written: str | None, format: str) -> int:
    """For every claim: which hypotheses its proof uses, which it never uses, which follow
    from the others, which the claim fails without (with a point where it does), and a point
    at which all hold together. Takes some seconds per lemma."""
    from proofkit.questions import audit
    from proofkit.readers.report import audit as report

    with progress.bar() as bar:
        done = audit.audit(selection, bar)
    options.write_certificates(written, done.certificates)
    terminal.answer(report, done, format)
    return exit_code(done.summary)
