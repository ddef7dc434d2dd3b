"""Asking a question and judging the reply: right, wrong with a witness, or not settled."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from proofkit.foundations.errors import InputError, ProofkitError
from proofkit.foundations.exact import shorten
from proofkit.language.terms import text
from proofkit.readers.report.wording import assigned
from proofkit.readers.walkthrough.answers import expression
from proofkit.readers.walkthrough.document import LETTERS, Question, Walkthrough
from proofkit.readers.walkthrough.facts import (
    FALSE,
    OPEN,
    TRUE,
    Judgement,
    Setting,
    condition,
    gives_solution,
    parsed,
    setting,
)

RIGHT, WRONG, UNKNOWN, UNREAD = "right", "wrong", "unknown", "unread"


@dataclass(frozen=True)
class Reply:
    """What became of an answer, in a sentence or two. An answer that cannot be read is
    `unread`, and no harm is done."""

    value: str  # right, wrong, unknown or unread
    sentences: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def _repr_markdown_(self) -> str:
        """How a notebook shows it."""
        first, *rest = self.sentences
        return "\n\n".join([f"**{first}**", *rest])


class Asked:
    """One question of a walkthrough, ready to judge answers."""

    def __init__(self, walkthrough: Walkthrough, question: Question) -> None:
        self.walkthrough, self.question = walkthrough, question

    @cached_property
    def setting(self) -> Setting:
        """The lemma that the question is about."""
        return setting(self.question.lemma, self.walkthrough.names)

    def answer(self, typed: str) -> Reply:
        """Judge what a reader typed: an expression, or the letter of a choice."""
        if not typed.strip():
            return Reply(UNREAD, ("No answer yet.",))
        try:
            return self._chosen(typed) if self.question.options else self._expressed(typed)
        except InputError as problem:
            return Reply(UNREAD, (f"{problem}.",))

    def _chosen(self, typed: str) -> Reply:
        letter, count = typed.strip().lower().strip("()."), len(self.question.options)
        if len(letter) != 1 or letter not in LETTERS[:count]:
            last = LETTERS[count - 1]
            raise InputError(f"expected a letter from a to {last}, got {shorten(repr(typed))}")
        option = self.question.options[LETTERS.index(letter)]
        judged = self.setting.judge(option.fact)
        if judged.value == TRUE:
            return Reply(RIGHT, ("Right.",))
        if judged.value == OPEN:
            return Reply(UNKNOWN, ("That is not settled.", judged.reason))
        return Reply(WRONG, ("No.", *evidence(judged)))

    def _expressed(self, typed: str) -> Reply:
        """Right if every condition is proved; wrong as soon as one is refuted."""
        term = expression(typed, self.setting.writable)
        found = []
        for written in self.question.conditions:
            found.append(self.setting.judge(written, term))
            if found[-1].value == FALSE:
                return Reply(WRONG, ("No.", *_against(written, found[-1])))
        unsettled = [judged for judged in found if judged.value == OPEN]
        if unsettled:
            return Reply(
                UNKNOWN,
                (
                    "That is neither proved nor refuted.",
                    f"Of {unsettled[0].fact}: {unsettled[0].reason}. Try to write it another way.",
                ),
            )
        return Reply(RIGHT, (f"Right: {text(term)}.",))


def question(walkthrough: str, id: str) -> Asked:
    """The question of an installed walkthrough; what the cells of a notebook call:
    `question("one-loud-token", "needle-score").answer("(1 + a1)^2")`."""
    from proofkit.readers.walkthrough.library import find

    found = find(walkthrough)
    by_id = {asked.id: asked for asked in found.questions}
    if id not in by_id:
        known = ", ".join(by_id)
        raise InputError(f"{walkthrough} has no question {shorten(repr(id))}; known: {known}")
    return Asked(found, by_id[id])


def _against(written: str, judged: Judgement) -> tuple[str, ...]:
    """What speaks against an answer, without the formula that was asked for."""
    about = condition(written)
    solves = about and about.comparisons and gives_solution(parsed(about.comparisons[0]))
    if not (solves and judged.left and judged.right):
        return evidence(judged)
    where = assigned(judged.witness)
    your = f"At {where} your" if where else "Your"
    return (f"{your} answer is {judged.left}, and {judged.right} is asked for.",)


def evidence(judged: Judgement) -> tuple[str, ...]:
    """Where it fails, and what the two sides are there."""
    where, sides = assigned(judged.witness), ""
    if judged.left and judged.right:
        sides = f"left side {judged.left}, right side {judged.right}"
    if judged.finding:
        return (f"{judged.finding}{f' ({sides})' if sides else ''}.",)
    if judged.reason:
        return (f"{judged.fact}: {judged.reason}{f' ({sides})' if sides else ''}.",)
    place = f" at {where}" if where else ""
    return (f"{judged.fact} is false{place}{f': {sides}' if sides else ''}.",)


def model_problems(walkthrough: Walkthrough, question: Question) -> list[str]:
    """Why a question must not be asked: a model answer that is not proved right, or one of
    the wrong answers that is not refuted."""
    asked = Asked(walkthrough, question)
    problems = []
    try:
        for option in question.options:
            judged = asked.setting.judge(option.fact)
            wanted = TRUE if option.right else FALSE
            if judged.value != wanted:
                problems.append(
                    f"choice on line {option.line}: {option.fact} is {judged.value}, not {wanted}"
                )
        if question.answer:
            reply = asked.answer(question.answer)
            if reply.value != RIGHT:
                said = " ".join(reply.sentences)
                problems.append(f"the model answer {question.answer} is not proved right: {said}")
        for wrong in question.wrong:
            reply = asked.answer(wrong)
            if reply.value != WRONG:
                problems.append(f"the wrong answer {wrong} is not refuted: {reply.value}")
    except ProofkitError as problem:
        problems.append(str(problem))
    return problems
