"""`proofkit pages`."""

from __future__ import annotations

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations import files


@click.command(short_help="Write one Markdown page per lemma.")
@options.selection
@click.option(
    "-o", "folder", metavar="DIR", required=True, help="The folder to write; created if necessary."
)
@options.no_cache
def command(selection: tuple[str, ...], folder: str) -> int:
    """Write a Markdown page (MyST) for each lemma and an index by section of the paper:
    statements, hypotheses, provenance, derivation, chain with reasons and rules, status at
    the default parameters and for all, what uses what. All lemmas by default."""
    from proofkit.language import registry
    from proofkit.questions import graph, pipeline
    from proofkit.readers.report import pages, wording

    registry.find(selection)
    files.folder(folder)
    files.require_writable(f"{folder}/index.md")
    whole = [item.partition("/")[0] for item in selection]
    with progress.bar() as bar:
        checked = pipeline.check(whole, {}, bar)
        proved = options.proofs(whole, None, bar)
        around = graph.relations(whole, bar) if whole else graph.relations_in(proved.replayed)
    written = pages.pages(checked, proved, around)
    for name, text in written.items():
        files.write(f"{folder}/{name}", text)
    terminal.show(f"{wording.count(len(written), 'page')} written to {folder}")
    return 4 if checked.contradictions else 0
