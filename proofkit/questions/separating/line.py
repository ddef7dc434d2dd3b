"""The ranges of one parameter in which a mechanism separates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

from proofkit.foundations.errors import LimitExceeded
from proofkit.foundations.progress import Progress
from proofkit.questions.separating.question import MEANINGLESS, Question
from proofkit.questions.threshold.axis import axis, check_digits

MAX_VALUES = 5_000
GRID = 100
USUAL_INTEGER, USUAL_REAL = 128, 10
LEAST = Fraction(1, 100)
SHARES = ("b", "c")


@dataclass(frozen=True)
class Stretch:
    """From the first to the last value looked at with one and the same answer."""

    first: Fraction
    last: Fraction
    answer: str


@dataclass(frozen=True)
class Change:
    """The answer differs at these two values, which are closer than was asked for."""

    below: Fraction
    above: Fraction
    answers: tuple[str, str]


@dataclass(frozen=True)
class Found:
    """What `threshold --mechanism` reports. `complete`: every value there is was decided."""

    question: Question
    over: str
    complete: bool
    looked: int
    stretches: tuple[Stretch, ...]
    changes: tuple[Change, ...]

    @property
    def unsettled(self) -> bool:
        return any(stretch.answer == "undecided" for stretch in self.stretches)


def threshold(
    question: Question,
    over: str,
    low: object = None,
    high: object = None,
    digits: int = 10,
    progress: Progress | None = None,
) -> Found:
    """Decide all whole numbers of a range, or a grid of real ones and the changes on it."""
    check_digits(digits)
    parameters = {p.name: p for p in question.parameters}
    if over in parameters and high is None:
        usual = USUAL_INTEGER if parameters[over].integer else USUAL_REAL
        high = "1" if over in SHARES else str(usual)
    if low is None and over == getattr(question.argument, "name", None):
        low = None if parameters[over].integer else str(LEAST)
    line = axis(over, question.given, question.parameters, low, high)
    if line.integer:
        values = [Fraction(value) for value in line.values[: MAX_VALUES + 1]]
        if len(values) > MAX_VALUES:
            raise LimitExceeded(
                f"{over}: more than {MAX_VALUES} values from {line.low} to {line.high}: "
                "give --from and --to"
            )
    else:
        step = (line.high - line.low) / GRID
        values = [line.low + k * step for k in range(GRID + 1)]
    answers: dict[Fraction, str] = {}

    def answer(value: Fraction) -> str:
        if value not in answers:
            answers[value] = question.separates({over: value})
        return answers[value]

    for done, value in enumerate(values, 1):
        answer(value)
        if progress:
            progress(done, len(values), f"{over} = {value}")
    changes = [] if line.integer else _changes(answers, answer, Fraction(1, 10**digits))
    return Found(question, over, line.integer, len(answers), _stretches(answers), tuple(changes))


def _changes(
    answers: Mapping[Fraction, str], answer: Callable[[Fraction], str], width: Fraction
) -> list[Change]:
    """Neighbouring values with different answers, once they are as close as was asked for;
    `answer` adds to the answers, which may show changes that the grid did not."""
    while True:
        pairs = [
            (below, above)
            for below, above in pairwise(sorted(answers))
            if answers[below] != answers[above]
            and MEANINGLESS not in (answers[below], answers[above])
        ]
        wide = [pair for pair in pairs if pair[1] - pair[0] > width]
        if not wide:
            return [Change(*pair, (answers[pair[0]], answers[pair[1]])) for pair in pairs]
        for below, above in wide:
            answer((below + above) / 2)


def _stretches(answers: Mapping[Fraction, str]) -> tuple[Stretch, ...]:
    found = []
    for said, group in groupby(sorted(answers.items()), key=lambda item: item[1]):
        values = [value for value, _ in group]
        found.append(Stretch(values[0], values[-1], said))
    return tuple(found)
