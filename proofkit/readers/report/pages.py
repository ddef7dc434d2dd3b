"""One Markdown page a lemma, and an index by section of the paper, for MyST and Sphinx.

Everything on a page comes from the lemma's module and from the two reports; nothing is
written by hand, so that a page cannot say what the engine does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from sympy import Expr

from proofkit.language.claims import Claim, Definition
from proofkit.language.lemma import Lemma
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
from proofkit.readers.report import phrases, proof_lines, wording
from proofkit.readers.report.explain import derivation, extra
from proofkit.readers.report.markdown import code, escape
from proofkit.readers.report.mathematics import LATEX, Latex
from proofkit.readers.report.naming import LONG, Named

INDEX = "index.md"
ROOM = 14
"""How many lines of proofs and headings stand open on a page; other proofs are folded."""
AROUND = 4
"""Lines that an open proof takes beside those of its chain."""
HEADING = 2
"""Lines that a claim takes while its proof is folded."""
MANY = 30
"""With more lines than these in all its proofs a page may have all of them folded."""
ENOUGH = 3
"""Lines of a proof that stands open even where there is little room."""
FEW = 6
"""As many definitions stand open, and the events of as many claims."""


def pages(
    checked: CheckReport,
    proofs: ProveReport,
    around: Mapping[str, Relations],
    pictures: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """The text of every page by the name of its file. The reports are about the same
    lemmas; the check is one at the default parameters. `pictures` are by lemma, in Markdown."""
    proved = {claim.claim.name: claim for claim in proofs.claims}
    written = {INDEX: index(checked, proved)}
    known = {lemma.lemma.id for lemma in checked.lemmas}
    for lemma in checked.lemmas:
        picture = pictures.get(lemma.lemma.id, "")
        written[file_name(lemma.lemma.id)] = _page(lemma, picture, proved, around, known)
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
    for section, lemmas in sorted(sections.items(), key=lambda item: section_order(item[0])):
        lines += [f"## {escape(section)}", ""]
        lines += ["| lemma | source | label | claims | at the defaults | for all parameters |"]
        lines += ["|---|---|---|---|---|---|"]
        lines += [_index_row(lemma, proved) for lemma in lemmas]
        lines.append("")
    files = [
        file_name(lemma.lemma.id).removesuffix(".md")
        for section in sorted(sections, key=section_order)
        for lemma in sections[section]
    ]
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", *files, "```", ""])


def section_order(section: str) -> tuple[bool, list[int], str]:
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
    picture: str,
    proved: Mapping[str, ProvedClaim],
    around: Mapping[str, Relations],
    known: set[str],
) -> str:
    """What it says and why, the setting, the claims as a table, and their proofs."""
    lemma = checked.lemma
    lines = [f"({anchor(lemma.id)})=", f"# {escape(lemma.title)}", "", *_origin(checked, proved)]
    lines += [*_about(lemma), picture, "", *_setting(checked, proved), *_table(checked, proved)]
    lines += ["## Proofs", ""]
    stand = _unfolded(checked.claims)
    for claim in checked.claims:
        name, notation = claim.claim.name, Named()
        lines += _heading(claim, lemma, notation)
        named = _events(notation)
        facts = _facts(claim, proved[name], around.get(name), known)
        if len(checked.claims) <= FEW:
            lines += named
        else:
            facts = [*named, *facts]
        lines += proof_lines.folded(proved[name], facts, name in stand, notation)
    return "\n".join(lines)


def _unfolded(claims: Sequence[CheckedClaim]) -> set[str]:
    """The proofs that stand open: one that is not too long on a page of few lines, and others as
    far as there is room, the longest first, since there is something to read."""
    sizes = {c.claim.name: sum(len(part.chain.steps) for part in c.claim.parts) for c in claims}
    ranked = sorted(sizes, key=lambda name: -sizes[name])
    short = [name for name in ranked if sizes[name] <= ENOUGH]
    chosen = set(short[:1]) if sum(sizes.values()) <= MANY else set()
    room = ROOM - HEADING * len(claims) - sum(AROUND + sizes[name] for name in chosen)
    for name in ranked:
        if AROUND + sizes[name] <= room and name not in chosen:
            room -= AROUND + sizes[name]
            chosen.add(name)
    return chosen


def _origin(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> list[str]:
    """Where the lemma is from, whose wording it is, and how it stands."""
    lemma = checked.lemma
    places = ", ".join(map(escape, dict.fromkeys([lemma.source, lemma.section])))
    counted = wording.count(len(checked.claims), "claim")
    verdicts = [proved[claim.claim.name].verdict for claim in checked.claims]
    chips = " ".join(f"{_chip(v)} {verdicts.count(v)}" for v in dict.fromkeys(verdicts))
    said = chips if len(set(verdicts)) > 1 else f"all {_chip(verdicts[0])}" if verdicts else ""
    status = f"{code(lemma.id)} · {counted}, {said}"
    return _block("origin", f"{places} · {escape(wording.provenance(lemma))} · {status}")


def _block(name: str, *lines: str) -> list[str]:
    """Markdown in a box of its own style."""
    return [f'<div class="proofkit-{name}">', "", *lines, "", "</div>", ""]


def _chip(status: str) -> str:
    return f'<span class="proofkit-status proofkit-{status}">{status}</span>'


def _about(lemma: Lemma) -> Iterator[str]:
    """The lemma in words; its first sentence is what one comes for."""
    paragraphs = [" ".join(p.split()) for p in re.split(r"\n\s*\n", lemma.about) if p.strip()]
    for number, paragraph in enumerate(paragraphs):
        written = phrases.paragraph(paragraph)
        yield from _block("lead", written) if number == 0 else (written, "")


def _setting(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> list[str]:
    """Parameters, hypotheses, and every definition that the page needs, once."""
    lemma = checked.lemma
    rows = ["| symbol | meaning | default |", "|---|---|---|"]
    for p in lemma.parameters:
        kind = " (an integer)" if p.integer else ""
        meaning = phrases.markdown(phrases.typeset(p.meaning)) + kind
        rows.append(f"| {_math(LATEX.symbol(p.name))} | {meaning} | {p.default} |")
    lines = ["## Setting", "", *_block("parameters", *rows), *_hypotheses(checked, proved)]
    definitions = {d.symbol.name: d for c in checked.claims for d in derivation(c.claim)}
    return lines + _definitions(list(definitions.values()))


def _hypotheses(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> list[str]:
    """What is assumed, by its name, and which proofs use it."""
    if not checked.lemma.hypotheses:
        return ["Nothing more is assumed.", ""]
    met = {h.hypothesis.id: h.verdict for h in checked.hypotheses}
    lines = []
    for h in checked.lemma.hypotheses:
        users = [c.claim.id for c in checked.claims if h.id in proved[c.claim.name].uses]
        says = _math(LATEX.statement(h.statement))
        broken = "" if met.get(h.id, MET) == MET else f" {_chip(met[h.id])} at the defaults"
        lines.append(f"- {says}{broken} {code(h.id)}, used by {_users(users, checked)}")
    return ["It is assumed that", "", *_block("hypotheses", *lines)]


def _users(users: Sequence[str], checked: CheckedLemma) -> str:
    if len(users) == len(checked.claims) > 1:
        return "every claim"
    if len(users) > 3:
        return f"{len(users)} of {len(checked.claims)} claims"
    return ", ".join(map(escape, users)) or "no proof"


def _definitions(definitions: Sequence[Definition]) -> list[str]:
    if not definitions:
        return []
    state = " open" if len(definitions) <= FEW else ""
    counted = wording.count(len(definitions), "quantity", "quantities")
    lines = [f'<details class="proofkit-definitions"{state}>']
    come = "it comes" if len(definitions) == 1 else "they come"
    lines += [f"<summary>{counted}, and where {come} from</summary>", ""]
    lines += ["| by definition | because |", "|---|---|"]
    names = frozenset(d.symbol.name for d in definitions)
    for d in definitions:
        formula = _math(rf"\displaystyle {LATEX.term(d.symbol)} = {LATEX.term(d.expression)}")
        lines.append(f"| {formula} | {phrases.markdown(phrases.typeset(d.reason, names))} |")
    return [*lines, "", "</details>", ""]


def _table(checked: CheckedLemma, proved: Mapping[str, ProvedClaim]) -> list[str]:
    """Every claim in a line that leads to its proof. Hypotheses that every proof uses are not
    repeated."""
    used = [set(proved[claim.claim.name].uses) for claim in checked.claims]
    common = set.intersection(*used) if len(used) > 1 else set()
    common &= {h.id for h in checked.lemma.hypotheses}
    heading = "also uses" if common else "uses"
    rows = [f"| claim | {heading} | at the defaults | for all |", "|---|---|---|---|"]
    for claim in checked.claims:
        entry = proved[claim.claim.name]
        stated = {h.id: _math(LATEX.statement(h.statement)) for h in claim.claim.hypotheses}
        uses = ", ".join(stated[id] for id in entry.uses if id not in common)
        link = f"[{_statement(claim.claim)}](#{anchor(claim.claim.name)})"
        here = _chip(claim.verdict)
        rows.append(f"| {link} | {uses} | {here} | {_chip(entry.verdict)} |")
    return ["## What is claimed", "", *_block("claims", *rows)]


def _statement(claim: Claim, notation: Latex | None = None) -> str:
    """What a claim says, in one line: of many parts the first, of long events that there is one,
    or its name."""
    notation = notation or SHORT
    first, *rest = (notation.statement(part.statement) for part in claim.parts)
    if r"\cdots" in first or r"\Pr[E_" in first:
        return f"{escape(claim.id.replace('-', ' '))}: {_math(first)}"
    if len(rest) == 1 and len(first + rest[0]) < LONG:
        return f"{_math(first)} and {_math(rest[0])}"
    return _math(first) + (f" and {len(rest)} more" if rest else "")


class _Short(Latex):
    """LaTeX in which a long event is left out."""

    def chance(self, event: Expr) -> str:
        whole = super().chance(event)
        return whole if len(whole) < LONG else r"\Pr\left[\,\cdots\right]"


SHORT = _Short()


def _heading(checked: CheckedClaim, lemma: Lemma, notation: Named) -> list[str]:
    """The statement; below it in full, where the heading has not all of it, and what else is
    assumed."""
    claim = checked.claim
    lines = [f"({anchor(claim.name)})=", f"### {_statement(claim, notation)}", ""]
    full = [(part.label, _math(notation.statement(part.statement))) for part in claim.parts]
    if any(said not in lines[1] for _, said in full):
        said = [f"- {escape(label)}: {math}" if label else f"- {math}" for label, math in full]
        lines += _block("wide", *said)
    if added := extra(lemma, claim):
        assumed = ", ".join(_math(LATEX.statement(h.statement)) for h in added)
        lines += [f"Also assuming {assumed}.", ""]
    return lines


def _events(notation: Named) -> list[str]:
    """What the names of events stand for."""
    return [
        line
        for name, event in notation.defined()
        for line in (f"Here ${name}$ is the event: {event}.", "")
    ]


def _facts(
    checked: CheckedClaim, proved: ProvedClaim, around: Relations | None, known: set[str]
) -> list[str]:
    """In small what there is to know about a claim."""
    said = [*_status(checked, proved)]
    if around is not None:
        used = [code(name) for name in around.axioms]
        said += [f"rests on {', '.join(used)}"] if used else []
        for word, names in (("uses", around.uses), ("used by", around.used_by)):
            links = ", ".join(_link(name, known, checked.claim.lemma) for name in names)
            said += [f"{word} {links}"] if names else []
    return _block("facts", " · ".join(said))


def _status(checked: CheckedClaim, proved: ProvedClaim) -> Iterator[str]:
    """How it stands at the defaults, and for all parameters if it is not proved."""
    if proved.verdict != PROVED:
        yield escape(proved.because)
    here = f"{checked.verdict} at the defaults"
    if checked.margin:
        here += f": {checked.lhs} against {checked.rhs}, margin {checked.margin}"
    yield here


def _link(name: str, known: set[str], home: str) -> str:
    """A claim by its name, shorter at home, linked where there is a page."""
    lemma, _, id = name.partition("/")
    shown = id if lemma == home else name
    return f"[{escape(shown)}](#{anchor(name)})" if lemma in known else code(name)


def _math(formula: str) -> str:
    """Inline mathematics that also fits a table cell."""
    return "$" + formula.replace("|", r"\vert ") + "$"
