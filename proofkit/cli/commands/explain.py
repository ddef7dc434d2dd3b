"""`proofkit explain`."""

from __future__ import annotations

import click

from proofkit.cli import options, terminal


@click.command(short_help="Show statement, derivation and proof.")
@click.argument("selection", nargs=-1, required=True, metavar="LEMMA[/CLAIM]...")
@options.formats("text", "latex")
@options.color
def command(selection: tuple[str, ...], format: str, color: str) -> int:
    """Show what a lemma or claim states, how its quantities are derived from the data, and
    its proof line by line with reasons."""
    from proofkit import registry
    from proofkit.report import explain

    selected = registry.find(selection)
    if format == "latex":
        terminal.write(explain.latex(selected))
    else:
        terminal.write(explain.text(selected, terminal.style(color)))
    return 0
