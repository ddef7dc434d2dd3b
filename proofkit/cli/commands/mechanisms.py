"""`proofkit mechanisms`."""

from __future__ import annotations

import click

from proofkit.cli import options, progress, terminal


@click.command(short_help="Compare all attention mechanisms.")
@options.parameters
@options.mechanisms
@click.option("--digits", default=6, show_default=True, help="Correct significant digits.")
@options.formats("text", "json", "markdown")
@options.color
def command(given: dict[str, object], mechanisms: tuple[str, ...], digits: int, format: str) -> int:
    """Compare the installed attention mechanisms at the given parameters: how much each prefers the
    needle, what it takes to give it half of the weight, how likely the network is to separate,
    and the cost. All-ones weights.

    Exit code 3 when some event is undecided.
    """
    from proofkit.probability.comparison import compare
    from proofkit.readers.report import mechanisms as report

    with progress.bar() as bar:
        found = compare(given, mechanisms, digits, bar)
    terminal.answer(report, found, format)
    return 3 if any(row.verdict.startswith("undecided") for row in found.rows) else 0
