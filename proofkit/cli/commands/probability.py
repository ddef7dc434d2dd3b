"""`proofkit probability`."""

from __future__ import annotations

import click

from proofkit.cli import options, terminal
from proofkit.language.given import given_parameters


@click.command(short_help="How probable is it that the network separates?")
@options.parameters
@options.formats("text", "json")
@click.option("--digits", default=15, show_default=True, help="Correct significant digits.")
@click.option("--fractions", is_flag=True, help="Exact fractions instead of decimals.")
@options.weights
@options.separation
@options.mechanisms
@options.color
def command(
    pairs: tuple[str, ...],
    file: str | None,
    format: str,
    digits: int,
    fractions: bool,
    weights: str,
    mechanisms: tuple[str, ...],
    separation: str,
    color: str,
) -> int:
    """Exact probabilities of what the network does on the two data sets, for softmax and
    linear attention and any other mechanism, with the proved lower bounds beside them.

    Exit code 3 when some event is undecided, 4 when a proved bound exceeds an exact value.
    """
    given = given_parameters(pairs, file)
    from proofkit.probability.answers import probability
    from proofkit.readers.report import probability as report

    answer = probability(given, weights, digits, fractions, mechanisms, separation)
    terminal.answer(report, answer, format, color)
    for reason in answer.undecided:
        terminal.complain(f"undecided: {reason}", 3)
    return 3 if answer.undecided else 0
