"""A walkthrough as Markdown: formulas, what its cells show, answers behind a click."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from proofkit.foundations.errors import InputError, WalkthroughError
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.proof import Chain
from proofkit.readers.report import wording
from proofkit.readers.report.explain import derivation
from proofkit.readers.report.markdown import code, escape
from proofkit.readers.report.mathematics import LATEX
from proofkit.readers.walkthrough.asking import LETTERS
from proofkit.readers.walkthrough.cells import Output
from proofkit.readers.walkthrough.document import Cell, Excerpt, Prose, Question, Walkthrough
from proofkit.readers.walkthrough.trial import outputs

Files = dict[str, bytes]
Link = Callable[[str], str]
"""From `LEMMA` or `LEMMA/CLAIM` to Markdown that names it, perhaps with a link."""


def markdown(
    walkthrough: Walkthrough,
    *,
    themes: Sequence[str] = ("light",),
    link: Link = code,
    download: str = "",
) -> tuple[str, Files]:
    """The page, and its pictures by file name, which belong beside it.

    Every cell is run; one that fails is a `WalkthroughError` naming file and line. `download`
    is the notebook's file name, if there is to be a link to it. With the themes light and
    dark each picture comes twice, in MyST `image` directives of the classes `only-light` and
    `only-dark`. The answers are in `<details>`. A site calls

        text, files = markdown(w, themes=("light", "dark"), download=f"{w.name}.ipynb")
    """
    page = _Page(walkthrough, outputs(walkthrough), themes, link)
    return page.text(download), page.files


class _Page:
    def __init__(
        self,
        walkthrough: Walkthrough,
        shown: Mapping[int, Output],
        themes: Sequence[str],
        link: Link,
    ) -> None:
        self.walkthrough, self.shown, self.link = walkthrough, shown, link
        self.themes = themes
        self.files: Files = {}
        self.questions = 0

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
        return "\n".join(lines)

    def _block(self, position: int, block: Any) -> list[str]:
        if isinstance(block, Prose):
            return [block.text]
        if isinstance(block, Cell):
            return self._cell(position, block)
        if isinstance(block, Question):
            self.questions += 1
            return [*question(block, self.questions), "", *solution(block)]
        try:
            return excerpt(block, self.link)
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
            self.files[name] = output.picture.in_theme(self.themes[0]).svg()
            return [f"![{escape(output.alt)}](<{name}>)"]
        lines = []
        for theme in self.themes:
            name = f"{stem}-{theme}.svg"
            self.files[name] = output.picture.in_theme(theme).svg()
            alt = " ".join(output.alt.split())
            lines += [f"```{{image}} {name}", f":alt: {alt}", f":class: only-{theme}", "```", ""]
        return lines[:-1]


def excerpt(block: Excerpt, link: Link = code) -> list[str]:
    """What an excerpt shows of its lemma, as Markdown."""
    lines: list[str] = []
    for lemma, claims in registry.find((block.selection,)):
        label = wording.provenance(lemma)
        lines += [
            f"**{escape(lemma.title)}** ({link(lemma.id)}, {escape(lemma.source)}, {escape(label)})"
        ]
        for claim in claims:
            lines += ["", *_claim(lemma, claim, block, link)]
    return lines


def _claim(lemma: Lemma, claim: Claim, block: Excerpt, link: Link) -> list[str]:
    lines: list[str] = []
    if "statement" in block.show:
        lines += [f"{link(claim.name)} says that, for all parameters with"]
        lines += [*(f"{_math(LATEX.statement(h.statement))}," for h in claim.hypotheses), ""]
        for part in claim.parts:
            lines += ["$$", LATEX.statement(part.statement), "$$", ""]
    definitions = derivation(claim) if "derivation" in block.show else []
    if definitions:
        lines += ["By definition", "", "| | because |", "|---|---|"]
        for d in definitions:
            formula = _math(f"{LATEX.term(d.symbol)} = {LATEX.term(d.expression)}")
            lines.append(f"| {formula} | {escape(d.reason)} |")
        lines.append("")
    for part in claim.parts if "chain" in block.show else ():
        lines += [f"Proof{f' of {escape(part.label)}' if part.label else ''}", ""]
        lines += [*_chain(part.chain), ""]
    return lines[:-1]


def _chain(chain: Chain) -> list[str]:
    lines = ["| | because |", "|---|---|", f"| {_math(LATEX.term(chain.start))} | |"]
    for step in chain.steps:
        cited = f" (by {', '.join(escape(c.citation) for c in step.by)})" if step.by else ""
        formula = _math(f"{LATEX.relations[step.relation]} {LATEX.term(step.term)}")
        lines.append(f"| {formula} | {escape(step.reason)}{cited} |")
    for step in chain.steps:
        if step.given is not None:
            lines += ["", f"Here, for the step *{escape(step.reason)}*:", "", *_chain(step.given)]
    return lines


def question(block: Question, number: int) -> list[str]:
    """The question as Markdown, with its choices."""
    name = "Exercise" if block.exercise else "Question"
    lines = [f"**{name} {number}.** {block.prompt}"]
    if block.options:
        lines.append("")
    for letter, option in zip(LETTERS, block.options, strict=False):
        lines.append(f"- **{letter}.** {option.text}")
    return lines


def solution(block: Question) -> list[str]:
    """Hints and the answer, each behind a click."""
    lines: list[str] = []
    for number, hint in enumerate(block.hints, 1):
        name = f"Hint {number}" if len(block.hints) > 1 else "Hint"
        lines += [f"<details><summary>{name}</summary>", "", hint, "", "</details>", ""]
    right = [
        f"**{letter}.** {option.text}"
        for letter, option in zip(LETTERS, block.options, strict=False)
        if option.right
    ]
    answer = right[0] if right else code(block.answer)
    lines += ["<details><summary>Answer</summary>", "", answer, ""]
    return [*lines, *([block.after, ""] if block.after else []), "</details>"]


def _math(formula: str) -> str:
    return "$" + formula.replace("|", r"\vert ") + "$"
