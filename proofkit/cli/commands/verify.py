"""`proofkit verify`."""

from __future__ import annotations

import click

from proofkit.cli import options, terminal
from proofkit.cli.commands.prove import exit_code


@click.command(short_help="Replay certificates with the kernel alone.")
@click.argument("certificates", metavar="CERTS.json")
@click.option(
    "--full",
    is_flag=True,
    help="Show the whole statement of each claim, with hypotheses and definitions.",
)
@options.formats("text", "json")
@options.color
def command(certificates: str, full: bool, format: str) -> int:
    """Replay a certificate file (- for standard input) with the kernel alone.

    It uses neither the search nor the lemmas; the statements shown are those of the file. Exit code
    1 when a proof is refused, 2 when the file is not a certificate file.
    """
    with options.contents(certificates) as source:
        from proofkit.questions import verification

        report = verification.verify(source)
    from proofkit.readers.report import json, text

    if format == "json":
        terminal.write(json.verify(report))
    else:
        terminal.show(text.verify(report, terminal.style(), full))
    return exit_code(report.summary)
