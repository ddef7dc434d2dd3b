"""One Markdown page a lemma, and an index by section of the paper, for MyST and Sphinx.

Everything on a page comes from the lemma's module and from the two reports; nothing is
written by hand, so that a page cannot say what the engine does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from proofkit.language.claims import Claim, Hypothesis, Part
from proofkit.language.lemma import Lemma
from proofkit.language.proof import Chain
from proofkit.language.results import (
    MET,
    PROVED,
    CheckedClaim,
    CheckedLemma,
    CheckReport,
    ProvedClaim,
    ProveReport,
    Relations,
)
from proofkit.readers.report import wording
from proofkit.readers.report.explain import derivation, extra
from proofkit.readers.report.markdown import code, escape
from proofkit.readers.report.mathematics import LATEX

INDEX = "index.md"


def pages(
    checked: CheckReport, proofs: ProveReport, around: Mapping[str, Relations]
) -> dict[str, str]:
    """The text of every page by the name of its file. The reports are about the same
    lemmas; the check is one at the default parameters."""
    proved = {claim.claim.name: claim for claim in proofs.claims}
    written = {INDEX: index(checked, proved)}
    known = {lemma.lemma.id for lemma in checked.lemmas}
    for lemma in checked.lemmas:
        written[file_name(lemma.lemma.id)] = _page(lemma, checked, proved, around, known)
    return written


def file_name(lemma: str) -> str:
    return f"{lemma}.md"


def anchor(name: str) -> str:
    """Where a lemma or claim is on its page: ids may differ only in case, so capitals
    are marked."""
    return re.sub("[A-Z]+", lambda match: f"_{match[0].lower()}", name.replace("/", "--"))


# The index ----------------------------------------------------------------------------


def index(checked: CheckReport, proved: Mapping[str, ProvedClaim]) -> str:
    """All lemmas, section by section of the paper."""
    sections: dict[str, list[CheckedLemma]] = {}
    for lemma in checked.lemmas:
        sections.setdefault(lemma.lemma.section, []).append(lemma)
    lines = ["# Lemmas", "", *_labels(checked), ""]
    for section, lemmas in sorted(sections.items(), key=lambda item: _place(item[0])):
        lines += [f"## {escape(section)}", ""]
        lines += ["| lemma | source | label | claims | at the defaults | for all parameters |"]
        lines += ["|---|---|---|---|---|---|"]
        lines += [_index_row(lemma, proved) for lemma in lemmas]
        lines.append("")
    files = [
        file_name(lemma.lemma.id).removesuffix(".md")
        for section in sorted(sections, key=_place)
        for lemma in sections[section]
    ]
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", *files, "```", ""])


def _place(section: str) -> tuple[bool, list[int], str]:
    """Numbered sections first, in their order; then the rest by name, appendices last."""
    numbers = [int(digits) for digits in re.findall(r"\d+", section)]
    return section.startswith("Appendix"), numbers or [1_000], section


def _labels(checked: CheckReport) -> list[str]:
    used = {label for lemma in checked.lemmas for label in lemma.lemma.labels}
    labels = [(key, text) for key, text in wording.PROVENANCE.items() if key in used]
    return [f"- **[{key}]** {escape(text)}" for key, text in labels]


def _index_row(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> str:
    lemma = checked.lemma
    link = f"[{escape(lemma.title)}]({file_name(lemma.id)})"
    here = _counted([claim.verdict for claim in checked.claims])
    everywhere = _counted([proved[claim.claim.name].verdict for claim in checked.claims])
    cells = (
        link,
        escape(lemma.source),
        "".join(f"[{label}]" for label in lemma.labels),
        str(len(checked.claims)),
    )
    return f"| {' | '.join([*cells, here, everywhere])} |"


def _counted(verdicts: Sequence[str]) -> str:
    """`12 proved`, `10 holds, 2 fails`."""
    return ", ".join(f"{verdicts.count(v)} {v}" for v in dict.fromkeys(verdicts))


# A lemma ------------------------------------------------------------------------------


def _page(
    checked: CheckedLemma,
    report: CheckReport,
    proved: Mapping[str, ProvedClaim],
    around: Mapping[str, Relations],
    known: set[str],
) -> str:
    lemma = checked.lemma
    lines = [f"({anchor(lemma.id)})=", f"# {escape(lemma.title)}", ""]
    places = dict.fromkeys([lemma.source, lemma.section])
    where = ", ".join([code(lemma.id), *map(escape, places)])
    lines += [f"{where}. **{escape(wording.provenance(lemma))}.**", ""]
    lines += [*_about(lemma), *_parameters(lemma), *_hypotheses(checked, proved)]
    for claim in checked.claims:
        name = claim.claim.name
        lines += _claim(claim, proved[name], report)
        lines += _links(around.get(name), known)
    return "\n".join(lines)


def _about(lemma: Lemma) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", lemma.about or ""):
        if paragraph.strip():
            yield from (" ".join(paragraph.split()), "")


def _parameters(lemma: Lemma) -> list[str]:
    lines = ["## Parameters", "", "| symbol | meaning | default |", "|---|---|---|"]
    for p in lemma.parameters:
        kind = " (an integer)" if p.integer else ""
        lines.append(f"| {_math(LATEX.symbol(p.name))} | {escape(p.meaning)}{kind} | {p.default} |")
    return [*lines, ""]


def _hypotheses(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> list[str]:
    lemma = checked.lemma
    if not lemma.hypotheses:
        return ["## Hypotheses", "", "None.", ""]
    met = {h.hypothesis: h.verdict for h in checked.hypotheses}
    lines = ["## Hypotheses", ""]
    lines += ["| name | says | at the defaults | used by |", "|---|---|---|---|"]
    for h in lemma.hypotheses:
        users = [c.claim.id for c in checked.claims if h.id in proved[c.claim.name].uses]
        names = ", ".join(map(escape, users)) or "no proof"
        says = _math(LATEX.statement(h.statement))
        lines.append(f"| {code(h.id)} | {says} | {met.get(h, MET)} | {names} |")
    return [*lines, ""]


def _claim(checked: CheckedClaim, proved: ProvedClaim, report: CheckReport) -> list[str]:
    claim = checked.claim
    lines = [f"({anchor(claim.name)})=", f"## {escape(claim.id)}", ""]
    for part in claim.parts:
        label = [f"*{escape(part.label)}:*", ""] if part.label else []
        lines += [*label, *_display(LATEX.statement(part.statement))]
    if added := extra(_owner(claim, report), claim):
        lines += ["Also assuming", "", *_display(r",\quad ".join(_said(h) for h in added))]
    lines += _status(checked, proved)
    if definitions := derivation(claim):
        lines += ["### Derivation", "", "| by definition | because |", "|---|---|"]
        for d in definitions:
            formula = _row(f"{LATEX.term(d.symbol)} = {LATEX.term(d.expression)}")
            lines.append(f"| {formula} | {escape(d.reason)} |")
        lines.append("")
    rules = iter([str(step["rule"]) for step in proved.steps])
    lines += ["### Proof", ""]
    for part in claim.parts:
        lines += _chain(part, rules)
    return lines


def _owner(claim: Claim, report: CheckReport) -> Lemma:
    return next(c.lemma for c in report.lemmas if c.lemma.id == claim.lemma)


def _said(hypothesis: Hypothesis) -> str:
    return LATEX.statement(hypothesis.statement)


def _status(checked: CheckedClaim, proved: ProvedClaim) -> list[str]:
    here = f"- At the default parameters: **{checked.verdict}**"
    if checked.margin:
        here += f", left side {checked.lhs}, right side {checked.rhs}, margin {checked.margin}"
    everywhere = f"- For all parameters allowed: **{proved.verdict}**"
    if proved.witness:
        everywhere += " at " + ", ".join(f"{k} = {v}" for k, v in proved.witness.items())
    elif proved.verdict != PROVED:
        everywhere += f" ({escape(proved.reason or 'no proof was found')})"
    return [here, everywhere, ""]


def _chain(part: Part, rules: Iterator[str]) -> list[str]:
    """The steps with their reasons, and the rule by which the kernel accepted each."""
    heading = [f"*{escape(part.label)}:*", ""] if part.label else []
    lines = [*heading, "| | because | rule |", "|---|---|---|"]
    lines.append(f"| {_row(LATEX.term(part.chain.start))} | | |")
    steps = part.chain.steps
    used = [*islice(rules, len(steps))]
    used += ["not proved"] * (len(steps) - len(used))
    for step, rule in zip(steps, used, strict=True):
        cited = f" (by {', '.join(escape(c.name) for c in step.by)})" if step.by else ""
        formula = _row(f"{LATEX.relations[step.relation]} {LATEX.term(step.term)}")
        lines.append(f"| {formula} | {escape(step.reason)}{cited} | {escape(rule)} |")
    for step in steps:
        if step.given is not None:
            lines += ["", f"Here, for the step *{escape(step.reason)}*:", "", *_premise(step.given)]
    return [*lines, ""]


def _premise(chain: Chain) -> list[str]:
    """The inequality between numbers that a step about a probability needs, as a list."""
    lines = [f"- {_math(LATEX.term(chain.start))}"]
    for step in chain.steps:
        cited = f" (by {', '.join(escape(c.name) for c in step.by)})" if step.by else ""
        formula = _math(f"{LATEX.relations[step.relation]} {LATEX.term(step.term)}")
        lines.append(f"- {formula}: {escape(step.reason)}{cited}")
    return lines


def _links(relations: Relations | None, known: set[str]) -> list[str]:
    """What the claim uses and what uses it, linked where there is a page."""
    if relations is None:
        return []
    lines = []
    for heading, names in (
        ("Uses the hypotheses", [code(id) for id in relations.hypotheses]),
        ("Uses", [_link(name, known) for name in relations.uses]),
        ("Rests on the axioms", [code(name) for name in relations.axioms]),
        ("Used by", [_link(name, known) for name in relations.used_by]),
    ):
        lines.append(f"- {heading}: {', '.join(names) or 'none'}")
    return [*lines, ""]


def _link(name: str, known: set[str]) -> str:
    lemma = name.partition("/")[0]
    return f"[{escape(name)}](#{anchor(name)})" if lemma in known else code(name)


def _math(formula: str) -> str:
    """Inline mathematics that also fits a table cell."""
    return "$" + formula.replace("|", r"\vert ") + "$"


def _row(formula: str) -> str:
    """A line of a derivation or proof in a table, with fractions of full size."""
    return _math(rf"\displaystyle {formula}")


def _display(formula: str) -> list[str]:
    return ["$$", formula, "$$", ""]
