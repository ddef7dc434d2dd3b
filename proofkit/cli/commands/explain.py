"""`proofkit explain`."""

from __future__ import annotations

import click

from proofkit.cli import options, progress, terminal


@click.command(short_help="Show statement, derivation and proof.")
@click.argument("selection", nargs=-1, required=True, metavar="LEMMA[/CLAIM]...")
@options.formats("text", "latex")
@options.no_cache
@options.color
def command(selection: tuple[str, ...], format: str) -> int:
    """Show what a lemma or claim states, how its quantities are derived from the data, and
    its proof line by line with reasons; then which hypotheses and claims the proof uses,
    and which claims use it."""
    from proofkit.language import registry
    from proofkit.questions import graph
    from proofkit.readers.report import explain

    selected = registry.find(selection)
    with progress.bar() as bar:
        around = graph.relations(selection, bar)
    if format == "latex":
        terminal.write(explain.latex(selected, around))
    else:
        terminal.show(explain.text(selected, terminal.style(), around))
    return 0
