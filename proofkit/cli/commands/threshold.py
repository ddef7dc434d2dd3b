"""`proofkit threshold`."""

from __future__ import annotations

import click

from proofkit.cli import options, progress, terminal
from proofkit.foundations.errors import InputError


@click.command(short_help="Find where a claim changes truth.")
@click.argument("selected", metavar="[LEMMA[/CLAIM]]", required=False)
@click.option("--over", required=True, metavar="NAME", help="The parameter to move.")
@options.parameters
@click.option("--from", "low", metavar="LO", help="Start of its range.")
@click.option("--to", "high", metavar="HI", help="End of its range.")
@click.option("--digits", default=10, show_default=True, help="Digits after the decimal point.")
@click.option("--for-all", is_flag=True, help="Find the best constant for all other parameters.")
@options.mechanisms
@options.separation
@options.written
@options.formats("text", "json")
@options.no_cache
@options.color
def command(
    selected: str | None,
    over: str,
    given: dict[str, object],
    low: str | None,
    high: str | None,
    digits: int,
    for_all: bool,
    mechanisms: tuple[str, ...],
    separation: str,
    written: str | None,
    format: str,
) -> int:
    """Where a claim changes truth as one parameter moves and the others are fixed, and where its
    hypotheses hold. Both sides of every change are certified, and so is the rest of the range.

    With --for-all: how far each hypothesis on the parameter can be relaxed so that the claim
    is still proved for all other parameters.

    With --mechanism instead of a claim: where the mechanism separates with probability at least
    1 - delta, as a parameter or its own argument moves (--mechanism power --over degree).

    Exit code 3 when a part of the range is not settled. Also reports when the claim is proved under
    its hypotheses.
    """
    if mechanisms:
        if selected is not None or for_all or written is not None:
            raise InputError("--mechanism goes without LEMMA/CLAIM, --for-all and --certificates")
        where = (over, low, high, digits)
        return _of_mechanisms(mechanisms, where, given, separation, format)
    if selected is None:
        raise InputError("expected LEMMA/CLAIM, or --mechanism NAME")
    from proofkit.questions import threshold
    from proofkit.readers.report import threshold as report

    if for_all:
        if given or low is not None or high is not None:
            raise InputError("--for-all is about all parameters: -p, --from and --to do not apply")
        return _for_all(selected, over, digits, written, format)
    with progress.bar() as bar:
        found = threshold.threshold(selected, over, given, low, high, digits, bar)
    options.write_certificates(written, (c for one in found for c in one.certificates))
    terminal.answer(report, found, format)
    lines = [line for one in found for line in (one.truth, one.assumed)]
    return 3 if any(line.unsettled for line in lines) else 0


def _for_all(selected: str, over: str, digits: int, written: str | None, format: str) -> int:
    """The best constants, for all other parameters."""
    from proofkit.questions import threshold
    from proofkit.readers.report import threshold as report

    bounds = threshold.bounds_of(selected, over, digits)
    options.write_certificates(written, (c for bound in bounds for c in bound.certificates))
    terminal.answer(report, bounds, format, "bounds")
    return 3 if any(b.proved is None and not b.needless for b in bounds) else 0


def _of_mechanisms(
    mechanisms: tuple[str, ...],
    where: tuple[str, str | None, str | None, int],
    given: dict[str, object],
    separation: str,
    format: str,
) -> int:
    """Where each of the mechanisms separates."""
    from proofkit.questions import separating
    from proofkit.readers.report import separating as report

    over, low, high, digits = where
    asked = [separating.Question.asked(m, (over,), given, separation) for m in mechanisms]
    with progress.bar() as bar:
        found = [separating.threshold(q, over, low, high, digits, bar) for q in asked]
    terminal.answer(report, found, format)
    return 3 if any(one.unsettled for one in found) else 0
