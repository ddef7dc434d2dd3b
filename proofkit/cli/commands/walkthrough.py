"""`proofkit walkthrough`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from proofkit.cli import options, terminal
from proofkit.foundations import files
from proofkit.foundations.errors import InputError

if TYPE_CHECKING:
    from proofkit.readers.walkthrough import Walkthrough


@click.command(short_help="Learn a proof step by step, answering questions.")
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--all", "everything", is_flag=True, help="Print everything, answers included.")
@click.option("--restart", is_flag=True, help="Start from the beginning.")
@options.formats("text", "markdown", "ipynb")
@click.option("-o", "output", metavar="FILE", help="The file to write (Markdown or notebook).")
@options.no_cache
@options.color
def command(
    name: str | None, everything: bool, restart: bool, format: str, output: str | None
) -> int:
    """Take a walkthrough, a lesson with questions; without NAME, list them. With a LEMMA or
    LEMMA/CLAIM, you are asked for each line of its proof.

    An answer is a formula such as n^(1+a1), 2n or √5/2, which the kernel checks, or the letter of a
    choice. An empty line shows the answer, ? gives a hint, q stops. The next time it continues
    where you stopped.
    """
    from proofkit.cli import lesson
    from proofkit.readers.walkthrough import load_all

    if name is None:
        if everything or restart or output is not None or format != "text":
            raise InputError("expected the NAME of a walkthrough; without options, it lists them")
        terminal.show(lesson.listing(load_all(), terminal.style()))
        return 0
    chosen = lesson.find(name)
    if format != "text":
        _export(chosen, format, output)
    elif output is not None:
        raise InputError("-o: expected --format markdown or ipynb with it")
    elif everything:
        terminal.show(lesson.whole(chosen, terminal.style()))
    else:
        lesson.take(chosen, terminal.style(), restart)
    return 0


def _export(chosen: Walkthrough, format: str, output: str | None) -> None:
    from proofkit.readers.report.walkthrough import markdown, notebook

    pictures: dict[str, Any] = {}
    if format == "ipynb":
        text = notebook(chosen)
    else:
        text, pictures = markdown(chosen)
    if output is None:
        if pictures:
            raise InputError("-o: expected a file, for the pictures to be written beside it")
        terminal.write(text.rstrip("\n"))
        return
    for name, picture in pictures.items():
        files.write(str(Path(output).parent / name), picture.svg().decode())
    files.write(output, text.rstrip("\n") + "\n")
