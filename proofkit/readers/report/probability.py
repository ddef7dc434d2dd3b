"""Exact probabilities, proved bounds and simulations as text and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofkit.attention import Weights
from proofkit.probability.answers import Answer, MechanismAnswer, promise
from proofkit.probability.bounds import unmet_hypotheses
from proofkit.probability.experiment import Experiment, Row
from proofkit.probability.model import MEANING, QUANTITIES, Setting
from proofkit.readers.report import wording
from proofkit.readers.report.json import dump, fields
from proofkit.readers.report.style import Style

NONE = "-"


def parameters(setting: Setting) -> dict[str, str]:
    return {name: str(value) for name, value in setting.values.items()}


# Exact probabilities ----------------------------------------------------------------------


def json(answer: Answer) -> str:
    """What `probability --format json` prints."""
    return dump(
        {
            "parameters": parameters(answer.setting),
            **{m.name: {"exact": m.exact, "proved": m.proved} for m in answer.mechanisms},
        }
    )


def text(answer: Answer, style: Style) -> str:
    """What `probability` prints."""
    lines = [*heading(answer.setting, style), *_unmet(answer, style)]
    for mechanism in answer.mechanisms:
        lines += ["", style.paint(f"{mechanism.name} attention", "strong")]
        if mechanism.undecided:
            lines += style.wrap(mechanism.undecided, "      ", first="  ! undecided: ")
            continue
        exact, proved = mechanism.exact, mechanism.proved
        rows = [(q, MEANING[q], exact[q] or NONE, _bound(proved[q])) for q in QUANTITIES]
        lines += whole_table(("", "event", "exact probability", "proved at least"), rows, style)
        lines += style.wrap(_verdict(mechanism, answer), "    ", first="  ")
    return "\n".join(lines)


def heading(setting: Setting, style: Style) -> list[str]:
    """The parameters, and what is special about the weights."""
    given = {name: style.fit(value, 30) for name, value in parameters(setting).items()}
    lines = style.wrap(wording.assigned(given), "  ", first="At ")
    if setting.weights is not Weights.ONES:
        lines += ["Weights x = vec(I) instead of all ones: no bounds are proved for them."]
    return lines


def whole_table(
    header: tuple[str, ...], rows: Sequence[tuple[str, ...]], style: Style
) -> list[str]:
    """A table in which no digit is cut off, however narrow the page: where most rows would not
    fit, an entry a row, with the headings inside."""
    widths = [max(len(row[i]) for row in (header, *rows)) for i in range(len(header))]
    ends = [max((i for i, cell in enumerate(row) if cell), default=0) for row in rows]
    sizes = [
        sum(widths[:end]) + 2 * (end + 1) + len(row[end])
        for end, row in zip(ends, rows, strict=True)
    ]
    if 2 * sum(size > style.width for size in sizes) > len(rows):
        return [line for row in rows for line in _entry(header, row)]
    wide = Style(style.color, style.unicode, sum(widths) + 2 * len(widths) + 2)
    return wide.table(header, rows, elastic=1)


def _entry(header: tuple[str, ...], row: tuple[str, ...]) -> list[str]:
    said = zip(header[1:], row[1:], strict=True)
    return [
        f"  {row[0]}",
        *(f"    {name}: {cell}".replace(" : ", " ") for name, cell in said if cell),
    ]


def _bound(proved: str | None) -> str:
    """A lower bound below zero is true and says nothing."""
    if proved is None:
        return NONE
    return "nothing (below 0)" if proved.startswith("-") else proved


def _unmet(answer: Answer, style: Style) -> list[str]:
    """The hypotheses that keep theorems from applying."""
    broken = unmet_hypotheses(answer.setting)
    said = ", ".join(style.notation.statement(hypothesis.statement) for hypothesis in broken)
    return style.wrap(said, "      ", first="  ! unmet: ") if broken else []


def _verdict(mechanism: MechanismAnswer, answer: Answer) -> str:
    """What the numbers mean for the main theorem."""
    made = promise(mechanism, answer.setting)
    event = f"P({MEANING[made.quantity]}) >= 1 - delta"
    if made.exact == "undecided":
        return f"{event} is undecided."
    if made.exact == "no":
        said = f"{event} is false here: {mechanism.name} attention separates with probability "
        said += f"{mechanism.exact['separates']}."
        return f"{said} That it is true is a theorem {made.where}." if made.where else said
    if made.proved == "yes":
        return f"{event} is true, and proved."
    return f"{event} is true, but the proved bounds do not show it here."


# Simulations --------------------------------------------------------------------------------


def simulation_json(done: Experiment) -> str:
    """What `simulate --format json` prints."""
    return dump(
        {
            "parameters": parameters(done.setting),
            "weights": done.setting.weights.value,
            "method": done.method,
            "seed": str(done.seed),
            "trials": str(done.done),
            "asked": str(done.asked),
            "interrupted": done.interrupted,
            "near-ties": str(done.near),
            **{name: _rows_data(done, name) for name in done.setting.mechanisms},
            "repetitions": [
                {"position": str(one.position), "trials": str(one.trials), **one.frequencies}
                for one in done.repetitions
            ],
            "summary": {"contradictions": len(done.contradictions)},
        }
    )


def _rows_data(done: Experiment, mechanism: str) -> dict[str, Any]:
    return {
        row.quantity: {
            "hits": str(row.hits),
            **fields(row, "frequency", "interval", "exact", "proved", "consistent"),
        }
        for row in done.rows
        if row.mechanism == mechanism
    }


def simulation_text(done: Experiment, style: Style) -> str:
    """What `simulate` prints."""
    lines = heading(done.setting, style)
    trials = wording.count(done.done, "trial")
    drawn = f"{trials}, {done.method} method, seed {done.seed}"
    if done.interrupted:
        drawn += f"; interrupted, {done.asked} were asked for"
    lines += style.wrap(drawn, "  ", first="")
    for mechanism in done.setting.mechanisms:
        rows = [row for row in done.rows if row.mechanism == mechanism]
        header = ("", "simulated", "99% interval", "exact", "proved at least", "")
        lines += ["", style.paint(f"{mechanism} attention", "strong")]
        lines += whole_table(header, [_row(row) for row in rows], style)
    if len(done.repetitions) > 1:
        lines += ["", *_repetitions(done, style)]
    lines += ["", *style.wrap(_conclusion(done), "  ", first="")]
    return "\n".join(lines)


def _row(row: Row) -> tuple[str, ...]:
    low, high = row.interval
    mark = "" if row.consistent else "CONTRADICTION"
    return row.quantity, row.frequency, f"{low} to {high}", row.exact, _bound(row.proved), mark


def _repetitions(done: Experiment, style: Style) -> list[str]:
    names = done.setting.mechanisms
    rows = [
        (str(one.position), str(one.trials), *(one.frequencies[m]["separates"] for m in names))
        for one in done.repetitions
        if one.trials
    ]
    header = ("needle at token", "trials", *(f"{name} separates" for name in names))
    return whole_table(header, rows, style)


def _conclusion(done: Experiment) -> str:
    if done.contradictions:
        return "; ".join(disagreements(done))
    near = wording.count(done.near, "comparison")
    verb = "was" if done.near == 1 else "were"
    ties = f"; {near} too close for double precision {verb} decided exactly" if done.near else ""
    return f"simulation, exact values and proved bounds are consistent{ties}"


def disagreements(done: Experiment) -> list[str]:
    """One sentence for every quantity where simulation and exact value cannot both be right."""
    return [
        f"{row.mechanism}, {row.quantity}: {row.hits} of {done.done} trials, but the exact "
        f"probability is {row.exact}"
        for row in done.contradictions
    ]
