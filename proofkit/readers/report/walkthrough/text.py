"""The blocks of a walkthrough as lines for a terminal."""

from __future__ import annotations

from proofkit.foundations.errors import InputError, WalkthroughError
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.proof import Chain, Step
from proofkit.readers.report import wording
from proofkit.readers.report.explain import derived, found, reasoned, stated, written
from proofkit.readers.report.style import Style
from proofkit.readers.report.walkthrough.prose import lines
from proofkit.readers.walkthrough.asking import RIGHT, WRONG, Reply
from proofkit.readers.walkthrough.cells import Output
from proofkit.readers.walkthrough.document import Cell, Excerpt, Prose, Question, Walkthrough
from proofkit.readers.walkthrough.facts import told


class Scribe:
    """Writes the pieces of a walkthrough in one style; every answer is a list of lines."""

    def __init__(self, style: Style, walkthrough: Walkthrough | None = None) -> None:
        self.style, self.walkthrough = style, walkthrough

    def _lines(self, text: str, line: int, indent: str = "") -> list[str]:
        """Prose; a formula that is not understood is an error with its place."""
        try:
            return lines(text, self.style, indent)
        except InputError as problem:
            where = self.walkthrough.where(line) if self.walkthrough else f"line {line}"
            raise WalkthroughError(where, str(problem)) from None

    def title(self, walkthrough: Walkthrough) -> list[str]:
        """The name, what it is about, and how long it takes."""
        head = f"{walkthrough.title} {self.style.dash} about {walkthrough.minutes} minutes"
        return [self.style.paint(head, "strong"), *lines(walkthrough.summary, self.style)]

    def listing(self, walkthroughs: list[Walkthrough], done: dict[str, str]) -> list[str]:
        """What there is to choose from; `done` says how far each was taken."""
        rows = [(w.name, f"{w.minutes} min", done.get(w.name, ""), w.title) for w in walkthroughs]
        return self.style.table(("walkthrough", "time", "so far", "title"), rows, 3)

    def prose(self, block: Prose) -> list[str]:
        """Paragraphs, lists, a heading."""
        return self._lines(block.text, block.line)

    def code(self, cell: Cell) -> list[str]:
        """The lines of a cell, as they stand."""
        return [self.style.paint(f"  {line}".rstrip(), "faint") for line in cell.code.split("\n")]

    def output(self, output: Output) -> list[str]:
        """What a cell printed, and its picture in words."""
        shown = [f"    {line}".rstrip() for line in output.text.split("\n")] if output.text else []
        if output.picture is not None:
            shown += self.style.wrap(f"[picture: {output.alt}]", "    ")
        return shown

    # Excerpts

    def heading(self, lemma: Lemma) -> list[str]:
        """Which lemma, from where, and whose words."""
        source = f"{lemma.source}{self.style.bullet}{wording.provenance(lemma)}"
        name = f"{lemma.id} {self.style.dash} {lemma.title}"
        return [self.style.paint(name, "strong"), *self.style.wrap(source, "  ")]

    def statement(self, claim: Claim) -> list[str]:
        """What a claim says, and what it assumes."""
        says = f"{claim.name}:  {self.style.notation.claim(claim)}"
        rows = self.style.wrap(says, "    ", first="")
        head = [self.style.paint(row, "strong") for row in rows]
        return [*head, *stated(claim, self.style)]

    def next_step(self, step: Step) -> list[str]:
        """What is asked of the reader before a line of a chain is shown."""
        relation = self.style.notation.relations[step.relation]
        return reasoned(f"    {relation} ?", step.reason, self.style)

    def start(self, chain: Chain, label: str) -> list[str]:
        """The term that a chain starts from."""
        name = f"proof of {label}" if label else "proof"
        term = f"  {self.style.notation.term(chain.start)}"
        return [self.style.paint(name, "faint"), term]

    def step(self, step: Step) -> list[str]:
        """One line of a chain with its reason, and the chain it needs first."""
        shown = [*found(step), *written(step, self.style)]
        if step.given is not None:
            shown.append(f"      since {self.style.notation.term(step.given.start)}")
            for inner in step.given.steps:
                shown += ["    " + row for row in self.step(inner)]
        return shown

    def excerpt(self, block: Excerpt) -> list[str]:
        """All of an excerpt at once."""
        shown: list[str] = []
        for lemma, claims in registry.find((block.selection,)):
            shown += self.heading(lemma)
            for claim in claims:
                if "statement" in block.show:
                    shown += ["", *self.statement(claim)]
                if "derivation" in block.show:
                    shown += derived(claim, self.style)
                for part in told(claim) if "chain" in block.show else ():
                    shown += self.start(part.chain, part.label)
                    shown += [row for step in part.chain.steps for row in self.step(step)]
        return shown

    # Questions

    def question(self, block: Question, number: int) -> list[str]:
        """The question and its choices."""
        name = f"{'Exercise' if block.exercise else 'Question'} {number}"
        shown = [self.style.paint(name, "strong"), *self._lines(block.prompt, block.line)]
        for letter, option in block.lettered:
            words = " ".join(self._lines(option.text, option.line))
            shown += self.style.wrap(words, "     ", first=f"  {letter}. ")
        return shown

    def solution(self, block: Question) -> list[str]:
        """The model answer."""
        for letter, option in block.lettered:
            if option.right:
                words = " ".join(self._lines(option.text, option.line))
                return self.style.wrap(f"Answer: {letter}. {words}", "  ", first="")
        return [f"Answer: {block.answer}"]

    def after(self, block: Question) -> list[str]:
        """What is said once the question is answered, after an empty line."""
        return ["", *self._lines(block.after, block.line)] if block.after else []

    def hint(self, hint: str) -> list[str]:
        """A hint, in the prose of its author."""
        return self._lines(hint, 1, "  ")

    def reply(self, reply: Reply) -> list[str]:
        """What the kernel made of an answer."""
        first, *rest = reply.sentences
        tone = {RIGHT: "good", WRONG: "bad"}.get(reply.value, "warn")
        shown = [self.style.paint(line, tone) for line in self.style.wrap(first, "  ")]
        for sentence in rest:
            shown += self.style.wrap(sentence, "  ")
        return shown
