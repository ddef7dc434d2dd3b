"""`proofkit ask`."""

from __future__ import annotations

import click

from proofkit.cli import options, terminal
from proofkit.foundations import files
from proofkit.language.words import SPELLED

_SIGNS = (*SPELLED, "!=", "≠", "∈", "⩽", "⩾", " in ")
EXITS = {"proved": 0, "refuted": 1, "open": 3}


class _Statement(click.Command):
    """A statement may begin with a minus sign, which is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = [
            name for param in self.get_params(ctx) for name in param.opts if name[:2] == "--"
        ]
        kept = []
        for arg in args:
            said = arg.startswith("-") and any(sign in arg for sign in _SIGNS)
            named = any(arg.split("=")[0] == option for option in options)
            kept.append(f" {arg}" if said and not named else arg)
        return super().parse_args(ctx, kept)


def _a_number(_: click.Context, option: click.Parameter, value: float) -> float:
    """`nan` is not outside a range, and not within it."""
    if not value > 0:
        raise click.BadParameter("nan is not in the range 0<x<=3600.", param=option)
    return value


@click.command(cls=_Statement, short_help="Prove or refute an inequality.")
@click.argument("statement")
@click.option("--given", multiple=True, metavar="HYPOTHESIS", help="May be repeated.")
@click.option("--integer", "integers", multiple=True, metavar="NAME", help="An integer variable.")
@click.option(
    "--let",
    multiple=True,
    metavar='"NAMES: KIND"',
    help='Unknowns and their kind, real or integer; "e: real" if e is not exp(1). May be repeated.',
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, max=3600, min_open=True),
    callback=_a_number,
    default=10,
    show_default=True,
    help="Time for the search.",
)
@click.option(
    "--explain-failure",
    is_flag=True,
    help="If it is refuted, look for a further hypothesis under which it is proved.",
)
@options.formats("text", "json", "latex")
@click.option("-o", "--output", metavar="CERT.json", help="Write the certificate, for verify.")
def command(
    statement: str,
    given: tuple[str, ...],
    integers: tuple[str, ...],
    let: tuple[str, ...],
    seconds: float,
    explain_failure: bool,
    format: str,
    output: str | None,
) -> int:
    """Prove or refute STATEMENT, such as "x^2 + y^2 >= 2*x*y".

    Unknowns are real unless declared by --let or --integer; e and pi are the constants, unless
    declared. The proof that is found is checked by the kernel
    and shown line by line; a refutation is a point that is decided exactly.
    """
    if output is not None:
        files.require_writable(output)
    from proofkit.questions.ask import run
    from proofkit.readers.report import asked

    answer = run(statement, given, integers, seconds, let)
    if explain_failure and answer.verdict == "refuted":
        from proofkit.questions.weakest import sufficient

        answer.sufficient = sufficient(answer, integers, seconds, let)
    if output is not None:
        files.write(output, answer.certificate_text())
    if answer.lacks:
        terminal.remark(answer.lacks)
    if format == "text":
        terminal.show(asked.as_text(answer))
    else:
        terminal.write({"json": asked.as_json, "latex": asked.as_latex}[format](answer))
    return EXITS[answer.verdict]
