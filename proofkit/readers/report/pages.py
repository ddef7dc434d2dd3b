"""One Markdown page a lemma, and an index by section of the paper, for MyST and Sphinx.

Everything on a page comes from the lemma's module and from the two reports; nothing is
written by hand, so that a page cannot say what the engine does not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from proofkit.language.claims import Hypothesis
from proofkit.language.lemma import Lemma
from proofkit.language.results import (
    MET,
    CheckedClaim,
    CheckedLemma,
    CheckReport,
    ProvedClaim,
    ProveReport,
    Relations,
)
from proofkit.readers.report import contents, phrases, proof_lines, sheet, wording
from proofkit.readers.report.markdown import code, escape, table
from proofkit.readers.report.mathematics import LATEX
from proofkit.readers.report.naming import Named

INDEX = "index.md"
FEW = 6
"""As many definitions stand open, and as many hypotheses beside a claim."""
PAIR = 2
"""The events of as many claims stand open; those of more are folded with their proofs."""

WIDE = 90
"""How many characters of LaTeX an assumption may have in the table of claims."""


def pages(
    checked: CheckReport,
    proofs: ProveReport,
    around: Mapping[str, Relations],
    pictures: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """The text of every page by the name of its file. The reports are about the same
    lemmas; the check is one at the default parameters. `pictures` are by lemma, in Markdown."""
    proved = {claim.claim.name: claim for claim in proofs.claims}
    known = {lemma.lemma.id for lemma in checked.lemmas}
    written = {
        file_name(id): page(lemma, proved, around, known, pictures.get(id, ""))
        for lemma in checked.lemmas
        for id in [lemma.lemma.id]
    }
    return {INDEX: index(checked, proved), **written}


def file_name(lemma: str) -> str:
    return f"{lemma}.md"


def anchor(name: str) -> str:
    """Where a lemma or claim is on its page: ids may differ only in case, so capitals
    are marked."""
    return re.sub("[A-Z]+", lambda match: f"_{match[0].lower()}", name.replace("/", "--"))


# The index ----------------------------------------------------------------------------


def index(checked: CheckReport, proved: Mapping[str, ProvedClaim]) -> str:
    """All lemmas, section by section of the paper."""
    sections = contents.sections(checked)
    labels = [f"- **[{key}]** {escape(text)}" for key, text in contents.labels(checked)]
    lines = ["# Lemmas", "", *labels, ""]
    for section, lemmas in sections:
        lines += [f"## {escape(section)}", ""]
        rows = (_index_row(lemma, proved) for lemma in lemmas)
        heads = ("lemma", "source", "claims", "at the defaults", "for all")
        lines += _block("index", *table(heads, rows))
    files = [lemma.lemma.id for _, lemmas in sections for lemma in lemmas]
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", *files, "```", ""])


def _index_row(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> tuple[str, ...]:
    lemma = checked.lemma
    link = f"[{escape(wording.lowered(lemma.title))}]({file_name(lemma.id)})"
    return (
        f"{link} {escape(wording.labels(lemma))}",
        escape(lemma.source),
        str(len(checked.claims)),
        *map(sheet.chips, contents.verdicts(checked, proved)),
    )


# A lemma ------------------------------------------------------------------------------


def page(
    checked: CheckedLemma,
    proved: Mapping[str, ProvedClaim],
    around: Mapping[str, Relations],
    known: set[str],
    picture: str = "",
) -> str:
    """What it says and why, the setting, the claims as a table, and their proofs, with links to
    the lemmas that have a page too: `known` are their names."""
    lemma = checked.lemma
    lines = [
        f"({anchor(lemma.id)})=",
        f"# {escape(wording.lowered(lemma.title))}",
        "",
        *_origin(checked, proved),
    ]
    lines += [*_about(lemma), picture, "", *_setting(checked, proved), *_table(checked, proved)]
    lines += ["## Proofs", ""]
    stand = contents.unfolded(checked.claims)
    for claim in checked.claims:
        name, notation = claim.claim.name, Named()
        lines += _heading(claim, lemma, notation)
        events = _paragraphs(notation.events_told())
        facts = _facts(claim, proved[name], around.get(name), known)
        lines += _paragraphs(notation.where())
        if len(checked.claims) <= PAIR:
            lines += events
        else:
            facts = [*events, *facts]
        lines += proof_lines.folded(proved[name], facts, name in stand, notation)
    return "\n".join(lines)


def _origin(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> list[str]:
    """Where the lemma is from, whose wording it is, and how it stands."""
    lemma = checked.lemma
    counted = wording.count(len(checked.claims), "claim")
    _, verdicts = contents.verdicts(checked, proved)
    all_ = "all " if len(set(verdicts)) == 1 else ""
    status = f"{code(lemma.id)} · {counted}, {all_}{sheet.chips(verdicts)}"
    places = escape(contents.origin(lemma))
    return _block("origin", f"{places} · {escape(wording.provenance(lemma))} · {status}")


def _block(name: str, *lines: str) -> list[str]:
    """Markdown in a box of its own style."""
    return [f'<div class="proofkit-{name}">', "", *lines, "", "</div>", ""]


def _about(lemma: Lemma) -> Iterator[str]:
    """The lemma in words; its first sentence is what one comes for."""
    for number, paragraph in enumerate(contents.about(lemma)):
        written = phrases.paragraph(paragraph)
        yield from _block("lead", written) if number == 0 else (written, "")


def _setting(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> list[str]:
    """Parameters, hypotheses, and every definition that the page needs, once."""
    rows = (
        (symbol, phrases.markdown(meaning), default)
        for symbol, meaning, default in contents.parameters(checked.lemma)
    )
    symbols = _block("parameters", *table(("symbol", "meaning", "default"), rows))
    lines = ["## Setting", "", *symbols, *_hypotheses(checked, proved)]
    if short := contents.for_short(checked.lemma):
        lines += [f"For short, {phrases.markdown(short)}.", ""]
    return lines + _definitions(checked)


def _hypotheses(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> list[str]:
    """What is assumed, by its name, and which proofs use it."""
    lines = []
    for assumed in contents.hypotheses(checked, proved):
        met = assumed.verdict == MET
        broken = "" if met else f" {sheet.chip(assumed.verdict)} at the defaults"
        says = phrases.markdown(assumed.says)
        lines.append(f"- {says}{broken} {code(assumed.id)}, used by {escape(assumed.users)}")
    if not lines:
        return []
    domain = phrases.markdown(contents.domain(checked.lemma))
    return [domain, "", *_block("hypotheses", *lines)]


def _definitions(checked: CheckedLemma) -> list[str]:
    definitions = contents.definitions(checked)
    if not definitions:
        return []
    state = " open" if len(definitions) <= FEW else ""
    lines = [f'<details class="proofkit-definitions"{state}>']
    lines += [f"<summary>{contents.quantities(definitions)}</summary>", ""]
    rows = (tuple(map(phrases.markdown, row)) for row in definitions)
    return [*lines, *table(("by definition", "because"), rows), "", "</details>", ""]


def _table(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> list[str]:
    """Every claim in a line that leads to its proof. Hypotheses that every proof uses are not
    repeated; of many others those are shown that the fewest use."""
    used = [set(proved[claim.claim.name].uses) for claim in checked.claims]
    seldom = Counter(id for uses in used for id in uses)
    common = set.intersection(*used) if len(used) > 1 else set()
    common &= {h.id for h in checked.lemma.hypotheses}
    rows = []
    for claim in checked.claims:
        entry = proved[claim.claim.name]
        stated = {h.id: _said(h) for h in claim.claim.hypotheses}
        named = sorted((id for id in entry.uses if id not in common), key=seldom.__getitem__)
        uses = ", ".join(stated[id] for id in named[:FEW])
        uses += f" and {len(named) - FEW} more" if len(named) > FEW else ""
        says = phrases.markdown(contents.statement(claim.claim))
        link = f"[{says}](#{anchor(claim.claim.name)})"
        rows.append((link, uses, sheet.chip(claim.verdict), sheet.chip(entry.verdict)))
    heads = ("claim", "also uses" if common else "uses", "at the defaults", "for all")
    return ["## What is claimed", "", *_block("claims", *table(heads, rows))]


def _said(hypothesis: Hypothesis) -> str:
    """An assumption in a table: its name, where the statement is long."""
    says = LATEX.statement(hypothesis.statement)
    return phrases.markdown(f"${says}$") if len(says) < WIDE else code(hypothesis.id)


def _heading(checked: CheckedClaim, lemma: Lemma, notation: Named) -> list[str]:
    """The statement; below it in full, where the heading has not all of it, and what else is
    assumed."""
    claim = checked.claim
    says = phrases.markdown(contents.statement(claim, notation))
    lines = [f"({anchor(claim.name)})=", f"### {says}", ""]
    if parts := contents.in_full(claim, notation):
        lines += _block("wide", *(f"- {phrases.markdown(part)}" for part in parts))
    if assumed := contents.assuming(claim, lemma, notation):
        lines += [phrases.markdown(assumed), ""]
    return lines


def _paragraphs(told: Iterator[str]) -> list[str]:
    return [line for said in told for line in (said, "")]


def _facts(
    checked: CheckedClaim, proved: ProvedClaim, around: Relations | None, known: set[str]
) -> list[str]:
    """In small what there is to know about a claim."""
    said = [escape(sentence) for sentence in contents.beside(checked, proved, "at the defaults")]
    if around is not None:
        used = [code(name) for name in around.axioms]
        said += [f"rests on {', '.join(used)}"] if used else []
        for word, names in (("uses", around.uses), ("used by", around.used_by)):
            links = ", ".join(_link(name, known, checked.claim.lemma) for name in names)
            said += [f"{word} {links}"] if names else []
    return _block("facts", " · ".join(said))


def _link(name: str, known: set[str], home: str) -> str:
    """A claim by its name, shorter at home, linked where there is a page."""
    lemma, _, id = name.partition("/")
    shown = id if lemma == home else name
    return f"[{escape(shown)}](#{anchor(name)})" if lemma in known else code(name)
