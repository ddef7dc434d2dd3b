"""The summary that `check` prints for all lemmas: it fits a screen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from proofkit.language.results import FAILS, HOLDS, MET, UNDECIDED, CheckedLemma, CheckReport
from proofkit.readers.report import wording
from proofkit.readers.report.style import Style

LEMMAS = 8
"""How many lemmas with claims that do not hold are named."""

HYPOTHESES = 3
"""How many hypotheses that are not met are named."""


def check(report: CheckReport, given: Sequence[str], style: Style) -> str:
    """What `check` prints when no lemma is named: totals, what does not hold, where hypotheses
    are not met, and how to see more."""
    lines = [*_at(report, given, style), ""]
    lines += _not_holding(report, style)
    lines += _unmet(report, style)
    lemmas = wording.count(len(report.lemmas), "lemma")
    lines += style.wrap(f"{lemmas}, {wording.check_summary(report)}", "  ", first="")
    for sentence in wording.disagreements(report):
        lines.append(style.paint(f"CONTRADICTION {sentence}", "bad"))
    more = "To see claims: proofkit check --all, or proofkit check LEMMA"
    return "\n".join([*lines, style.paint(more, "faint")])


def _at(report: CheckReport, given: Sequence[str], style: Style) -> list[str]:
    values = {name: v for name, v in wording.parameters(report).items() if name in given}
    if not values:
        return ["At the default parameters"]
    said = wording.assigned({name: style.fit(value, 30) for name, value in values.items()})
    return style.wrap(f"{said}; defaults for the other parameters", "  ", first="At ")


def _not_holding(report: CheckReport, style: Style) -> list[str]:
    """A row for each lemma with claims that fail or are undecided, the first few lemmas."""
    concerned = [x for x in report.lemmas if any(c.verdict != HOLDS for c in x.claims)]
    if not concerned:
        return []
    shown = concerned[:LEMMAS]
    columns = [("lemma", [x.lemma.id for x in shown])]
    columns += [(verdict, [_ids(x, verdict) for x in shown]) for verdict in (FAILS, UNDECIDED)]
    columns += [("hypotheses", [_hypotheses(x) for x in shown])]
    head, cells = zip(*((name, column) for name, column in columns if any(column)), strict=True)
    rest = len(concerned) - LEMMAS
    more = [f"  and {wording.count(rest, 'more lemma')}"] if rest > 0 else []
    return [*style.table(head, list(zip(*cells, strict=True)), 1), *more, ""]


def _ids(lemma: CheckedLemma, verdict: str) -> str:
    return ", ".join(c.claim.id for c in lemma.claims if c.verdict == verdict)


def _hypotheses(lemma: CheckedLemma) -> str:
    unmet = sum(h.verdict != MET for h in lemma.hypotheses)
    return f"{unmet} unmet" if unmet else "all met"


def _unmet(report: CheckReport, style: Style) -> list[str]:
    """A line for each hypothesis that is not met, with the number of lemmas that assume it; those
    that most lemmas assume come first."""
    where: dict[tuple[str, str], list[str]] = defaultdict(list)
    for lemma in report.lemmas:
        for h in lemma.hypotheses:
            if h.verdict != MET:
                text = wording.hypothesis(h, style.notation, lemma)
                where[h.verdict, text].append(lemma.lemma.id)
    lines = []
    for (verdict, text), lemmas in sorted(where.items(), key=lambda item: -len(item[1]))[
        :HYPOTHESES
    ]:
        named = lemmas[0] if len(lemmas) == 1 else f"{len(lemmas)} lemmas"
        line = style.fit(f"  ! {verdict} in {named}: {text}", style.width)
        lines.append(style.paint(line, "unmet"))
    if len(where) > HYPOTHESES:
        lines.append("    and others")
    return [*lines, ""] if lines else []
