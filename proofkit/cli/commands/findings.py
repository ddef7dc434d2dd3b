"""`proofkit findings`."""

from __future__ import annotations

import click

from proofkit.cli import options, progress, terminal


@click.command(short_help="What should the author of the paper know?")
@options.formats("text", "json", "markdown")
@options.no_cache
@options.color
def command(format: str) -> int:
    """Facts about the constants and hypotheses of the statements: for each the constant as
    stated, the best one, the slack, and the nearest repair where one is needed; all computed
    and certified anew, which takes some seconds."""
    from proofkit.questions import findings
    from proofkit.readers.report import findings as report

    with progress.bar() as bar:
        found = findings.findings(bar)
    terminal.answer(report, found, format)
    return 0
