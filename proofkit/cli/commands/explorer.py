"""`proofkit explorer`."""

from __future__ import annotations

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations import files


@click.command(short_help="Write a page with a slider per parameter.")
@options.selection
@click.option(
    "-o",
    "output",
    metavar="FILE.html",
    default="explorer.html",
    show_default=True,
    help="The file to write.",
)
@options.certificates
@options.no_cache
def command(selection: tuple[str, ...], output: str, certificates: str | None) -> int:
    """Write one HTML page on which you move parameters and claims turn green and red; all claims
    by default. It opens from the disk and needs no network.

    Its formulas are generated from the lemmas. The browser decides by enclosures; near a boundary
    it does not guess, and names the `proofkit check` command to run.
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
