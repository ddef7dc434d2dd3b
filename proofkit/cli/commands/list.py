"""`proofkit list`."""

from __future__ import annotations

import click

from proofkit.cli import options, terminal
from proofkit.foundations.errors import LemmaError


@click.command(short_help="List the installed lemmas.")
@options.formats("text", "json")
@options.color
def command(format: str) -> int:
    """List the installed lemmas: source in the paper, provenance, number of claims."""
    from proofkit.language import registry
    from proofkit.readers.report import json, text

    broken: list[LemmaError] = []
    selected = registry.find((), broken, kept=True)
    if format == "json":
        terminal.write(json.listing(selected, broken))
    else:
        terminal.show(text.listing(selected, terminal.style()))
    return terminal.complain_of(broken)
