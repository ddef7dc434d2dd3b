"""`proofkit export`."""

from __future__ import annotations

import click

from proofkit.cli import files, options, progress, terminal


@click.group(short_help="Write proofs for another program to check.")
def command() -> None:
    """Write what is proved in the language of another program."""


@command.command(short_help="Write proofs for Coq, and let it check them.")
@options.selection
@click.option("-o", "folder", required=True, metavar="DIR", help="Where the files go.")
@click.option("--check", "checked", is_flag=True, help="Run coqc on them; writes DIR/coq.json.")
@click.option(
    "--strict", is_flag=True, help="With --check: accept no axiom on primitive floats and integers."
)
def coq(selection: tuple[str, ...], folder: str, checked: bool, strict: bool) -> int:
    """Write a Coq file a lemma, with a prelude: definitions, hypotheses, a lemma for every step
    of a proof, and each claim as a theorem for all parameters.

    With --check the exit code is 0 when Coq accepts every theorem, 1 otherwise.
    """
    from proofkit import pipeline
    from proofkit.coq import checker, export, record
    from proofkit.report import coq as report

    if checked:
        checker.require_coq()
    with progress.bar() as bar:
        made = export.documents(pipeline.prove(selection, bar))
    texts = export.files(made)
    files.folder(folder)
    for name, text in texts.items():
        files.write(f"{folder}/{name}", text)
    left_out = {claim: why for document in made for claim, why in document.left_out.items()}
    if not checked:
        terminal.write(report.written(made, left_out))
        return 0
    answers = checker.check(made, strict)
    text = record.written(texts, answers, left_out, selection, checker.version(), strict)
    files.write(f"{folder}/coq.json", text)
    terminal.write(report.checked(answers, left_out))
    return 0 if all(answer.accepted for answer in answers) else 1
