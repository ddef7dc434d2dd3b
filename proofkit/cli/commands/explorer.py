"""`proofkit explorer`."""

from __future__ import annotations

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations import files


@click.command(short_help="Write a page with sliders for every parameter.")
@options.selection
@click.option(
    "-o",
    "output",
    metavar="FILE.html",
    default="explorer.html",
    show_default=True,
    help="Where to.",
)
@options.certificates
@options.no_cache
def command(selection: tuple[str, ...], output: str, certificates: str | None) -> int:
    """Write one HTML page on which parameters move and claims turn green and red; it opens
    from the disk and needs no network. All claims by default.

    Its formulas are generated from the lemmas. What it shows is the browser's opinion: near a
    boundary it names the proofkit check to ask.
    """
    options.ending(output, (".html",))
    from proofkit.language import registry
    from proofkit.readers import explorer

    with progress.bar() as bar:
        proved = options.proofs(selection, certificates, bar)
    known = {claim.claim.name: claim for claim in proved.claims}
    files.write(output, explorer.page(registry.find(selection), known))
    terminal.show(f"{output} written: open it in a browser")
    return 0
