"""`proofkit new`."""

from __future__ import annotations

from pathlib import Path

import click

from proofkit.cli import terminal
from proofkit.foundations import files
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten


@click.command(short_help="Start a collection of your own lemmas.")
@click.argument("name")
@click.option("-o", "folder", metavar="DIR", help="The folder to write; NAME by default.")
def command(name: str, folder: str | None) -> int:
    """Write a package with one lemma that is proved, its test and a README.

    Install it with `python -m pip install --editable DIR`; then every command knows its lemmas, and
    your edits take effect at once.
    """
    from proofkit.readers import scaffold

    written = scaffold.collection(name)
    target = Path(name if folder is None else folder)
    files.folder(name if folder is None else folder)
    if any(target.iterdir()):
        raise InputError(f"{shorten(str(target))}: expected an empty folder, or none")
    for path, text in written.items():
        files.folder(str((target / path).parent))
        files.write(str(target / path), text)
    lemma = next(Path(path).stem for path in written if path.endswith("_squares.py"))
    terminal.write(
        f"{len(written)} files written to {target}\n\n"
        f"    python -m pip install --editable {target}\n"
        f"    proofkit prove {lemma.replace('_', '-')}\n\n"
        f"Then put your own lemma in the place of {target / lemma.rpartition('_')[0] / lemma}.py"
    )
    return 0
