"""`proofkit export`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations import files
from proofkit.foundations.errors import InputError

if TYPE_CHECKING:
    from proofkit.bridges.coq.document import Document


@click.group(short_help="Write proofs for another program to check.")
def command() -> None:
    """Write what is proved in the language of another program."""


@command.command(short_help="Write proofs for Coq, and let it check them.")
@options.selection
@options.parameters
@click.option("-o", "folder", required=True, metavar="DIR", help="The folder to write.")
@click.option("--check", "checked", is_flag=True, help="Run coqc on them; writes DIR/coq.json.")
@click.option(
    "--strict", is_flag=True, help="Use and accept no axiom on primitive floats and integers."
)
@options.no_cache
def coq(
    selection: tuple[str, ...], given: dict[str, object], folder: str, checked: bool, strict: bool
) -> int:
    """Write one Coq file per lemma, with a prelude: definitions, hypotheses, a lemma for each step
    of a proof, and each claim as a theorem for all parameters.

    With -p or --params there is a second file per lemma: what holds and what fails at these
    parameters, as closed statements about the same definitions.

    A selection that is a certificate file (NAME.json) is exported as one Coq file, each claim
    with its own hypotheses.

    With --check the exit code is 0 when Coq accepts every theorem, 1 otherwise, and 3 when there
    was none to write.
    """
    from proofkit.bridges.coq import checker, export, record, report

    if checked:
        checker.require_coq()
    made, points = _documents(selection, given, folder, strict)
    texts, closed = export.files(made), export.texts(points)
    for name, text in {**texts, **closed}.items():
        files.write(f"{folder}/{name}", text)
    everything = [*made, *points]
    left_out = {claim: why for document in everything for claim, why in document.left_out.items()}
    if not checked:
        terminal.show(report.written(everything, left_out))
        return 0
    answers = checker.check(everything, strict)
    version = checker.version()
    text = record.written(texts, answers, left_out, selection, version, strict, closed, given)
    files.write(f"{folder}/coq.json", text)
    terminal.show(report.checked(answers, left_out))
    if not answers:
        return 3
    return 0 if all(answer.accepted for answer in answers) else 1


def _documents(
    selection: tuple[str, ...], given: Mapping[str, object], folder: str, strict: bool
) -> tuple[list[Document], list[Document]]:
    """The files of proofs, and those of verdicts at the parameters given; what cannot be
    written is refused before the work."""
    from proofkit.bridges.coq import certificates, export
    from proofkit.language import registry

    of_file = any(name.endswith(".json") for name in selection)
    if of_file and (given or len(selection) > 1):
        raise InputError("a certificate file is exported alone, without parameters")
    if not of_file:
        registry.find(selection)
    files.folder(folder)
    files.require_writable(f"{folder}/coq.json")
    if of_file:
        with options.contents(selection[0]) as source:
            return [certificates.document(source)], []
    with progress.bar() as bar:
        proved = options.proofs(selection, None, bar)
    made = export.documents(proved)
    return made, export.points(proved, made, given, strict) if given else []
