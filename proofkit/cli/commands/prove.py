"""`proofkit prove`."""

from __future__ import annotations

import json as encoder

import click

from proofkit.cli import jobs, options, progress, terminal
from proofkit.foundations import files
from proofkit.foundations.errors import InputError, LemmaError, LimitExceeded


@click.command(short_help="Are the claims proved for all parameters?")
@options.selection
@click.option("-o", "output", metavar="CERTS.json", help="Write the certificates to a file.")
@click.option("--show-chain", is_flag=True, help="Print the chains as Python, to paste.")
@click.option(
    "--without-chains", is_flag=True, help="Ignore what authors wrote: is the search alone enough?"
)
@options.formats("text", "json")
@options.no_cache
@jobs.processors
@options.color
def command(
    selection: tuple[str, ...],
    output: str | None,
    show_chain: bool,
    without_chains: bool,
    format: str,
) -> int:
    """Prove claims for all parameters their hypotheses allow; all claims by default."""
    if output is not None:
        files.require_writable(output)
    if show_chain and format != "text":
        raise InputError("--show-chain prints Python: it does not go with --format")
    from proofkit.questions import ahead, pipeline
    from proofkit.readers.report import json, text

    broken: list[LemmaError] = []
    if output is not None:
        _require_room(selection, without_chains, [])
    with progress.bar() as bar, jobs.executor() as executor:
        if without_chains:
            from proofkit.questions import alone

            report = alone.prove(selection, bar, broken=broken)
        else:
            report = ahead.prove(selection, executor, bar, broken, kept=not show_chain)
    if output is not None:
        _write(output, encoder.dumps(pipeline.certificates(report), indent=1) + "\n")
    if show_chain:
        from proofkit.readers.report import python

        terminal.write(python.chains(report))
    elif format == "json":
        terminal.write(json.prove(report, broken))
    else:
        terminal.show(text.prove(report, terminal.style()))
        if without_chains:
            terminal.show(text.alone(report))
    return terminal.complain_of(broken) or exit_code(report.summary)


def _write(output: str, content: str) -> None:
    """Write what `verify` will read, and nothing else."""
    from proofkit.foundations.seals import MAX_FILE

    if len(content) > MAX_FILE:
        raise LimitExceeded(
            f"-o: {len(content)} characters are more than one file of certificates may have "
            f"({MAX_FILE}): select some of the lemmas"
        )
    files.write(output, content)


def _require_room(selection: tuple[str, ...], alone: bool, broken: list[LemmaError]) -> None:
    """Refuse to write more than `verify` reads, before the work is done: the claims, and those
    that they cite."""
    from proofkit.foundations.seals import MAX_CLAIMS
    from proofkit.language import registry
    from proofkit.questions import pipeline
    from proofkit.readers.report import wording

    claims = [
        claim for _, claims in registry.find(selection, broken, kept=True) for claim in claims
    ]
    count = len(claims) if alone else len(pipeline.needed(claims))
    if count > MAX_CLAIMS:
        said = wording.count(len(claims), "claim")
        if count > len(claims):
            said += f" with the {count - len(claims)} that they cite"
        raise LimitExceeded(
            f"-o: {said} are more than one file of certificates may hold ({MAX_CLAIMS}): "
            "select some of the lemmas"
        )


def exit_code(summary: dict[str, int]) -> int:
    """A refuted claim outranks an open one."""
    if summary["refuted"]:
        return 1
    return 3 if summary["open"] else 0
