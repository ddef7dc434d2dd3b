"""`proofkit mechanisms`."""

from __future__ import annotations

import click

from proofkit.cli import options, progress, terminal


@click.command(short_help="All attention mechanisms beside each other.")
@options.parameters
@options.mechanisms
@click.option("--digits", default=6, show_default=True, help="Correct significant digits.")
@options.formats("text", "json", "markdown")
@options.color
def command(given: dict[str, object], mechanisms: tuple[str, ...], digits: int, format: str) -> int:
    """Every installed attention mechanism at the given parameters: how much it prefers the
    needle, what half of its weight takes, how probable it is that the network separates, and
    what it costs. All-ones weights.

    Exit code 3 when some event is undecided.
    """
    from proofkit.probability.comparison import compare
    from proofkit.readers.report import mechanisms as report

    with progress.bar() as bar:
        found = compare(given, mechanisms, digits, bar)
    terminal.answer(report, found, format)
    return 3 if any(row.verdict.startswith("undecided") for row in found.rows) else 0
