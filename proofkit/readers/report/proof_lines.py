"""A proof as an aligned display for a page: relation by relation, with the reason at the right,
and each line unfolding to what the kernel checked.

It is one block of HTML; KaTeX or MathJax typesets what is between `\\(` and `\\)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from proofkit.language.claims import Claim
from proofkit.language.proof import Chain, Step
from proofkit.language.results import ProvedClaim
from proofkit.questions.narration import narrated
from proofkit.readers.report import phrases, sheet, wording
from proofkit.readers.report.asked import line_html
from proofkit.readers.report.grounds import Ground, of_part
from proofkit.readers.report.mathematics import LATEX, Latex

LONG = 110
"""A reason with more characters of LaTeX stands below its line."""


def symbols(claim: Claim) -> frozenset[str]:
    """Names that are symbols wherever they stand in a reason of this claim; one that is also a
    word is recognised by what it is joined to."""
    names = {*claim.definitions, *(p.name for p in claim.parameters)}
    return frozenset(name for name in names if not (name.isalpha() and len(name) > 3))


def reason(step: Step, known: frozenset[str]) -> str:
    """Why a line follows, with the claims it cites, as running text with formulas."""
    cited = f" (by {', '.join(claim.citation for claim in step.by)})" if step.by else ""
    return phrases.typeset(step.reason, known) + cited


def folded(
    proved: ProvedClaim, facts: Sequence[str], unfolded: bool, notation: Latex = LATEX
) -> list[str]:
    """All proofs of a claim below what there is to know about it, open or folded as the page
    has room."""
    state = " open" if unfolded else ""
    head = f"{sheet.chip(proved.verdict)} <code>{escape(proved.claim.id)}</code> {size(proved)}"
    lines = [f'<details class="proofkit-proof"{state}>', f"<summary>{head}</summary>", "", *facts]
    return [*lines, *body(proved, notation), "</details>", ""]


def size(proved: ProvedClaim) -> str:
    """How long the proof of a claim is."""
    steps = (step for part in narrated(proved).parts for step in part.chain.steps)
    lines = sum(1 + len(step.found) for step in steps)
    return f"proof, {wording.count(lines, 'line')}"


def body(proved: ProvedClaim, notation: Latex = LATEX) -> Iterator[str]:
    """The proof of every part of a claim."""
    claim = narrated(proved)
    for number, part in enumerate(claim.parts):
        if part.label:
            yield f'<p class="proofkit-part">{escape(part.label)}</p>'
        yield from _chain(part.chain, _grounds(proved, number), symbols(claim), notation)


def _grounds(proved: ProvedClaim, part: int) -> tuple[list[Ground], list[list[Ground]]]:
    """What the certificate says of a part; nothing if the claim is not proved."""
    return of_part(proved.certificate, part) if "proofs" in proved.certificate else ([], [])


def _chain(
    chain: Chain,
    grounds: tuple[list[Ground], list[list[Ground]]],
    known: frozenset[str],
    notation: Latex,
) -> Iterator[str]:
    facts, lines = grounds
    yield f'<div class="proofkit-start">{_formula(notation.term(chain.start))}</div>'
    for number, step in enumerate(chain.steps):
        checked = lines[number] if number < len(lines) else [Ground("not proved")]
        yield from (line_html(line, known) for line in step.found)
        yield from _line(step, checked, known, notation)
    if facts:
        yield '<div class="proofkit-how">Shown first, for the lines above:'
        yield from _tree(facts)
        yield "</div>"


def _line(
    step: Step, checked: Sequence[Ground], known: frozenset[str], notation: Latex
) -> Iterator[str]:
    """One relation; it unfolds."""
    relation = phrases.inline(LATEX.relations[step.relation])
    said = reason(step, known)
    why, wide = phrases.html(said), ' class="proofkit-below"' if len(said) > LONG else ""
    yield f'<details class="proofkit-line"><summary{wide}>'
    yield f'<span class="proofkit-relation">{relation}</span>'
    yield f'<span class="proofkit-term">{_formula(notation.term(step.term))}</span>'
    yield f'<span class="proofkit-why">{why}</span>'
    yield '</summary><div class="proofkit-how">'
    if step.given is not None:
        yield f"<p>Since {_since(step.given, known)}</p>"
    yield from _tree(checked)
    yield "</div></details>"


def _since(chain: Chain, known: frozenset[str]) -> str:
    """The inequality between numbers that a line about a probability needs."""
    said = [phrases.inline(LATEX.term(chain.start))]
    for step in chain.steps:
        formula = f"{LATEX.relations[step.relation]} {LATEX.term(step.term)}"
        said.append(f"{phrases.inline(formula)} ({phrases.html(reason(step, known))})")
    return " ".join(said)


def _tree(grounds: Iterable[Ground]) -> Iterator[str]:
    yield "<ul>"
    for ground in grounds:
        yield f"<li>{phrases.html(ground.said)}"
        if ground.inner:
            yield from _tree(ground.inner)
        yield "</li>"
    yield "</ul>"


def _formula(formula: str) -> str:
    return phrases.inline(rf"\displaystyle {formula}")


def told(certificate: Mapping[str, Any], part: int) -> Iterator[str]:
    """A proof that nobody wrote, from its certificate: the rule of each line is its reason."""
    facts, lines = of_part(certificate, part)
    start = certificate["statements"][part]["left"]
    yield f'<div class="proofkit-start">{_formula(phrases.formula(start))}</div>'
    for step, grounds in zip(certificate["proofs"][part]["steps"], lines, strict=True):
        relation = phrases.inline(LATEX.relations[step["relation"]])
        yield '<div class="proofkit-said">'
        yield f'<span class="proofkit-relation">{relation}</span>'
        yield f'<span class="proofkit-term">{_formula(phrases.formula(str(step["term"])))}</span>'
        yield '</div><div class="proofkit-how">'
        yield from _tree(grounds)
        yield "</div>"
    if facts:
        yield '<div class="proofkit-how">Shown first:'
        yield from _tree(facts)
        yield "</div>"
