"""The questions of a walkthrough for a page that judges answers itself, with enclosures.

A page can refute: at a point that the hypotheses allow, one enclosure lies beyond the other. It
cannot prove; where nothing speaks against an answer it says at how many points it looked. What
was proved or refuted when the page was made (the choices) it says as the kernel said it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proofkit.kernel.assumptions import Context, Fact
from proofkit.language import registry
from proofkit.language.parameters import Parameter
from proofkit.language.terms import Term, variable
from proofkit.readers.explorer.content import declared, distinct
from proofkit.readers.explorer.program import Program
from proofkit.readers.walkthrough.asking import RIGHT, Asked
from proofkit.readers.walkthrough.document import Walkthrough
from proofkit.readers.walkthrough.facts import (
    ANSWER,
    Condition,
    condition,
    gives_solution,
    parsed,
    said,
)
from proofkit.search.contexts import context_of, fact_of

PROGRAMS = (
    *("explorer/arithmetic.js", "explorer/evaluate.js", "explorer/parameters.js"),
    *("explorer/judge.js", "explorer/slider.js"),
    *("walkthrough/answer.js", "walkthrough/answers.js"),
)
"""Files below `proofkit/readers` that judge answers and sliders on a page, in this order."""

POINTS = 16
"""At so many points that the hypotheses allow an answer is tried."""


def judged(walkthrough: Walkthrough) -> dict[str, Any]:
    """What the page has to know of every question that it can judge."""
    program = Program()
    asked = [Asked(walkthrough, question) for question in walkthrough.questions]
    conditions = {a.question.id: [condition(c) for c in a.question.conditions] for a in asked}
    about = [c.claim for found in conditions.values() for c in found if c and c.claim]
    claims = [claim for name in about for _, found in registry.find([name]) for claim in found]
    speak_of = [*(a.setting.claim for a in asked), *claims]
    parameters = distinct(p for claim in speak_of for p in claim.parameters)
    questions = {}
    for one in asked:
        wanted = conditions[one.question.id]
        if one.question.options:
            questions[one.question.id] = _choices(one)
        elif wanted and all(wanted):
            asks = [c for c in wanted if c]
            questions[one.question.id] = _formula(one, asks, parameters, program)
    return {
        "walkthrough": walkthrough.name,
        **declared(parameters, program),
        "questions": questions,
        "table": program.entries,
    }


def _choices(asked: Asked) -> dict[str, Any]:
    """What the kernel says to each letter."""
    replies = [asked.answer(letter) for letter, _ in asked.question.lettered]
    return {"choices": [[reply.value == RIGHT, *reply.sentences] for reply in replies]}


def _formula(
    asked: Asked, conditions: Sequence[Condition], parameters: Sequence[Parameter], program: Program
) -> dict[str, Any]:
    setting = asked.setting
    context, anywhere = setting.context, any(not each.at for each in conditions)
    return {
        "parameters": _places(setting.claim.parameters, parameters),
        "names": {name: program.add(variable(name), context) for name in setting.writable},
        "answer": program.add(ANSWER, Context({})),
        "tests": [_test(asked, each, parameters, program) for each in conditions],
        "points": [
            {name: str(value) for name, value in point.items()}
            for point in setting.admissible(POINTS if anywhere else 0)
        ],
    }


def _places(own: Sequence[Parameter], parameters: Sequence[Parameter]) -> list[dict[str, int]]:
    return [{"is": parameters.index(p)} for p in own]


def _test(
    asked: Asked, wanted: Condition, parameters: Sequence[Parameter], program: Program
) -> dict[str, Any]:
    """The statements of a condition, and where they are to hold or to fail."""
    own: Sequence[Parameter] = asked.setting.claim.parameters
    context, facts = asked.setting.context, [parsed(c) for c in wanted.comparisons]
    if wanted.claim:
        ((_, (claim,)),) = registry.find([wanted.claim])
        own, context = claim.parameters, context_of(claim)
        facts = [fact_of(part.statement) for part in claim.parts]
    return {
        "parameters": _places(own, parameters),
        "statements": [_statement(fact, wanted.claim, context, program) for fact in facts],
        "wanted": wanted.wanted,
        "at": {name: _value(term, program) for name, term in wanted.at.items()} or None,
    }


def _statement(fact: Fact, claim: str, context: Context, program: Program) -> dict[str, Any]:
    left, relation, right = fact
    return {
        "says": claim or said(fact),
        "solves": gives_solution(fact),
        "relation": relation,
        "left": program.add(left, context),
        "right": program.add(right, context),
    }


def _value(term: Term, program: Program) -> int:
    return program.add(term, Context({}))
