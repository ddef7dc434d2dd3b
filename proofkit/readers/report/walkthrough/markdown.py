"""A walkthrough as Markdown: formulas, what its cells show, answers behind a click."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from proofkit.foundations.errors import InputError, WalkthroughError
from proofkit.language import registry
from proofkit.language.claims import Claim, Definition
from proofkit.language.proof import Chain
from proofkit.readers.report import phrases, proof_lines, quantifiers, wording
from proofkit.readers.report.explain import derivation
from proofkit.readers.report.markdown import code, escape
from proofkit.readers.report.mathematics import LATEX, Latex
from proofkit.readers.report.naming import Named
from proofkit.readers.walkthrough.cells import Output
from proofkit.readers.walkthrough.document import Cell, Excerpt, Prose, Question, Walkthrough
from proofkit.readers.walkthrough.facts import told
from proofkit.readers.walkthrough.trial import outputs

TRY = "Try to find each line from its reason before you look."
Files = dict[str, Any]
"""Pictures by file name, each to be drawn as SVG."""
Link = Callable[[str], str]
"""From `LEMMA` or `LEMMA/CLAIM` to Markdown that names it, perhaps with a link."""
Typeset = Callable[[str], str]
"""From running text, with formulas between dollar signs, to HTML in which something typesets."""


def markdown(
    walkthrough: Walkthrough,
    *,
    themes: Sequence[str] = ("light",),
    link: Link = code,
    download: str = "",
    judged: Mapping[str, Any] | None = None,
    typeset: Typeset = phrases.dollars,
) -> tuple[str, Files]:
    """The page, and its pictures by file name, which belong beside it.

    Every cell is run; one that fails is a `WalkthroughError` naming file and line. `download`
    is the notebook's file name, if there is to be a link to it. With the themes light and
    dark each picture comes twice, in MyST `image` directives of the classes `only-light` and
    `only-dark`. The answers are in `<details>`, where `typeset` finishes formulas; with what
    `judged` says of the questions each gets a box, for a page that has the program
    `proofkit-answers.js`. A site calls

        text, files = markdown(w, themes=("light", "dark"), download=f"{w.name}.ipynb")
    """
    page = _Page(walkthrough, outputs(walkthrough), themes, link, judged or {}, typeset)
    return page.text(download), page.files


@dataclass
class _Page:
    walkthrough: Walkthrough
    shown: Mapping[int, Output]
    themes: Sequence[str]
    link: Link
    judged: Mapping[str, Any]
    typeset: Typeset
    files: Files = field(default_factory=dict)
    questions: int = 0

    def text(self, download: str) -> str:
        """The whole page."""
        w = self.walkthrough
        lines = [f"# {escape(w.title)}", "", w.summary, "", f"*About {w.minutes} minutes.*", ""]
        command = f"`proofkit walkthrough {w.name}`"
        if download:
            lines += [
                f"Take it here, in a terminal ({command}), or as a [notebook](<{download}>).",
                "",
            ]
        for position, block in enumerate(w.blocks):
            lines += [*self._block(position, block), ""]
        return "\n".join([*lines, *self._data()])

    def _data(self) -> list[str]:
        """What the page's program has to know of the questions."""
        if not self.judged:
            return []
        data = json.dumps(self.judged, separators=(",", ":")).replace("<", "\\u003c")
        return [f'<script type="application/json" id="proofkit-questions">{data}</script>', ""]

    def _box(self, block: Question) -> list[str]:
        """Where a reader answers: a line, or one of the choices."""
        if block.id not in self.judged.get("questions", {}):
            return []
        entry = "".join(
            f'<label><input type="radio" name="{block.id}" value="{letter}"> {letter}</label>'
            for letter, _ in block.lettered
        )
        text = '<input type="text" aria-label="your answer" autocomplete="off" spellcheck="false">'
        box = f'<form class="proofkit-answer" data-question="{block.id}">{entry or text}'
        return [f'{box} <button>Check</button> <output role="status"></output></form>', ""]

    def _block(self, position: int, block: Any) -> list[str]:
        if isinstance(block, Prose):
            return [block.text]
        if isinstance(block, Cell):
            return self._cell(position, block)
        if isinstance(block, Question):
            self.questions += 1
            asked = [*question(block, self.questions), "", *self._box(block), *solution(block)]
            return ['<div class="proofkit-question">', "", *asked, "", "</div>"]
        try:
            return excerpt(block, self.link, self.typeset)
        except InputError as problem:
            raise WalkthroughError(self.walkthrough.where(block.line), str(problem)) from None

    def _cell(self, position: int, cell: Cell) -> list[str]:
        output = self.shown[position]
        lines = ["```python", cell.code, "```"]
        if output.text:
            lines += ["", "```text", output.text, "```"]
        if output.picture is not None:
            lines += ["", *self._picture(output)]
        return lines

    def _picture(self, output: Output) -> list[str]:
        number = 1 + len(self.files) // len(self.themes)
        stem = f"{self.walkthrough.name}-{number}"
        if len(self.themes) == 1:
            name = f"{stem}.svg"
            self.files[name] = output.picture.in_theme(self.themes[0])
            return [f"![{escape(output.alt)}](<{name}>)"]
        lines = []
        for theme in self.themes:
            name = f"{stem}-{theme}.svg"
            self.files[name] = output.picture.in_theme(theme)
            alt = " ".join(output.alt.split())
            lines += [f"```{{image}} {name}", f":alt: {alt}", f":class: only-{theme}", "```", ""]
        return lines[:-1]


def excerpt(block: Excerpt, link: Link = code, typeset: Typeset = phrases.dollars) -> list[str]:
    """What an excerpt shows of its lemma, as Markdown; `typeset` finishes the reasons of a proof,
    which stand in HTML."""
    lines: list[str] = []
    for lemma, claims in registry.find((block.selection,)):
        label = wording.provenance(lemma)
        title = escape(wording.lowered(lemma.title))
        lines += [f"**{title}** ({link(lemma.id)}, {escape(lemma.source)}, {escape(label)})"]
        for claim in claims:
            lines += ["", *_claim(claim, block, link, typeset)]
    return lines


def _claim(claim: Claim, block: Excerpt, link: Link, typeset: Typeset) -> list[str]:
    lines: list[str] = []
    notation = Named()
    if "statement" in block.show:
        said = quantifiers.of_claim(claim).quantifier(quantifiers.running(notation))
        begun = f", {phrases.markdown(said)}," if said else ""
        lines += [f"{link(claim.name)} says that{begun}", ""]
        for part in claim.parts:
            lines += ["$$", notation.statement(part.statement), "$$", ""]
    proofs: list[str] = []
    for part in told(claim) if "chain" in block.show else ():
        proofs += [f"**Proof{f' of {escape(part.label)}' if part.label else ''}.** {TRY}", ""]
        proofs += [*_chain(part.chain, proof_lines.symbols(claim), typeset, notation), ""]
    lines += [line for said in notation.defined() for line in (said, "")]
    lines += _definitions(derivation(claim)) if "derivation" in block.show else []
    return [*lines, *proofs][:-1]


def _definitions(definitions: Sequence[Definition]) -> list[str]:
    if not definitions:
        return []
    names = frozenset(d.symbol.name for d in definitions)
    lines = ["By definition", "", "| | because |", "|---|---|"]
    for d in definitions:
        formula = _math(f"{LATEX.term(d.symbol)} = {LATEX.term(d.expression)}")
        lines.append(f"| {formula} | {phrases.markdown(phrases.typeset(d.reason, names))} |")
    return [*lines, ""]


def _chain(chain: Chain, known: frozenset[str], typeset: Typeset, notation: Latex) -> list[str]:
    """The start, and each line behind its reason."""
    lines = [_math(notation.term(chain.start)), ""]
    for step in chain.steps:
        lines += [line for found in step.found for line in (_found(found, known), "")]
        relation = typeset(f"${LATEX.relations[step.relation]}$")
        why = typeset(proof_lines.reason(step, known))
        lines += [f"<details><summary>{relation} … {why}</summary>", ""]
        lines += [_math(f"{LATEX.relations[step.relation]} {notation.term(step.term)}"), ""]
        if step.given is not None:
            lines += ["Here:", "", *_chain(step.given, known, typeset, notation), ""]
        lines += ["</details>", ""]
    return lines[:-1]


def _found(line: Any, known: frozenset[str]) -> str:
    """A line of a proof that was found, with its reason."""
    says = _math(phrases.statement(line.statement, known))
    if phrases.is_words(line.statement):
        says = phrases.markdown(phrases.typeset(line.statement, known))
    why = phrases.markdown(phrases.typeset(line.reason, known))
    return f"{'&emsp;' * line.depth}{says}{f' ({why})' if why else ''}"


def question(block: Question, number: int) -> list[str]:
    """The question as Markdown, with its choices."""
    name = "Exercise" if block.exercise else "Question"
    lines = [f"**{name} {number}.** {block.prompt}"]
    if block.options:
        lines.append("")
    return lines + [f"- **{letter}.** {option.text}" for letter, option in block.lettered]


def solution(block: Question) -> list[str]:
    """Hints and the answer, each behind a click."""
    lines: list[str] = []
    for number, hint in enumerate(block.hints, 1):
        name = f"Hint {number}" if len(block.hints) > 1 else "Hint"
        lines += [f"<details><summary>{name}</summary>", "", hint, "", "</details>", ""]
    right = [f"**{letter}.** {option.text}" for letter, option in block.lettered if option.right]
    answer = right[0] if right else _answer(block.answer)
    lines += ['<details class="proofkit-solution"><summary>Answer</summary>', "", answer, ""]
    return [*lines, *([block.after, ""] if block.after else []), "</details>"]


def _answer(text: str) -> str:
    """As a formula, if it is one, and as it is typed."""
    written = phrases.prose(f"`{text}`")
    return f"{written}, typed {code(text)}" if written.startswith("$") else code(text)


def _math(formula: str) -> str:
    return "$" + formula.replace("|", r"\vert ") + "$"
