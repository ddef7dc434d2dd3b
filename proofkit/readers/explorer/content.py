"""What the page is about: parameters with their sliders, lemmas with their claims, pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sympy import Symbol

from proofkit.attention import Attention, ones
from proofkit.foundations.exact import rational
from proofkit.kernel.assumptions import Context
from proofkit.language.claims import Claim, Hypothesis, Statement
from proofkit.language.events import P, both, none, some, weighted
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Link, Parameter, by_name, links_of
from proofkit.language.results import ProvedClaim
from proofkit.probability import model
from proofkit.probability.separation import Separation, declared
from proofkit.readers.explorer.program import Program
from proofkit.readers.report import wording
from proofkit.readers.report.mathematics import UNICODE
from proofkit.search.from_sympy import context_of, fact_of, from_sympy

Selected = Sequence[tuple[Lemma, Sequence[Claim]]]
MANY = 5
"""A parameter of so many lemmas stands among the first."""


def content(chosen: Selected, proofs: Mapping[str, ProvedClaim]) -> dict[str, Any]:
    """Everything the page shows, as data; the formulas are one table."""
    program = Program()
    parameters = by_name(p for lemma, _ in chosen for p in lemma.parameters)
    names = Context({p.name: p.integer for p in parameters.values()})
    found = {
        "parameters": [_parameter(p, chosen) for p in parameters.values()],
        "links": [_link(link, program, names) for link in links_of(parameters.values())],
        "lemmas": [_lemma(lemma, claims, program, proofs) for lemma, claims in chosen],
        **_network(program, parameters),
    }
    return {**found, "table": program.entries}


# Parameters ---------------------------------------------------------------------------


def _parameter(p: Parameter, chosen: Selected) -> dict[str, Any]:
    users = [lemma for lemma, _ in chosen if p in lemma.parameters]
    return {
        "name": p.name,
        "symbol": UNICODE.symbol(p.name),
        "meaning": p.meaning,
        "default": p.default,
        "integer": p.integer,
        "least": p.least,
        "often": len(users) >= min(MANY, len(chosen)),
        "slider": _powers(p) if p.integer else _range(p, chosen),
    }


def _powers(p: Parameter) -> dict[str, Any]:
    """Whole numbers move in powers of ten, as far as a quadrillion times the default."""
    low = p.least or 0
    return {"low": str(low), "high": str(10 ** (len(p.default) + (15 if low == 2 else 3)))}


def _range(p: Parameter, chosen: Selected) -> dict[str, Any]:
    """From outside what the hypotheses allow to well inside, in round steps."""
    default = rational(p.default, p.name)
    low, high, positive = _bounds(p, chosen)
    unit = max(abs(default), abs(default - (low or 0)), Fraction(1, 100))
    width = (high - low) if low is not None and high is not None else 2 * unit
    first = (default - width if low is None else low) - width / 4
    last = (default + width if high is None else high) + width / 4
    step = Fraction(10) ** (len(str(int(1 / width))) * -1 - 1 if width < 1 else -2)
    start = step if positive else Fraction(int(first / step)) * step
    return {"low": str(start), "high": str(last), "step": str(step)}


def _bounds(p: Parameter, chosen: Selected) -> tuple[Fraction | None, Fraction | None, bool]:
    """What the lemmas' hypotheses say about a parameter alone; is it strictly positive?"""
    lows: list[Fraction] = []
    highs: list[Fraction] = []
    positive = False
    for lemma, _ in chosen:
        for hypothesis in lemma.hypotheses if p in lemma.parameters else ():
            left, relation, right = fact_of(hypothesis.statement)
            if left.op == "variable" and left.args[0] == p.name and right.op == "number":
                positive = positive or (relation == ">" and right.args[0] >= 0)
                (lows if relation in (">=", ">") else highs).append(right.args[0])
    return (max(lows) if lows else None), (min(highs) if highs else None), positive


def _link(link: Link, program: Program, names: Context) -> dict[str, Any]:
    """An equation between parameters, solved for each: the solutions are read off by asking
    for them with symbols in the place of numbers."""
    symbols: Any = {name: Symbol(name) for name in link.solve}
    solutions = {
        name: program.add(from_sympy(solve(symbols)), names) for name, solve in link.solve.items()
    }
    return {"text": link.text, "solve": solutions, "keep": list(link.keep)}


# Lemmas -------------------------------------------------------------------------------


def _lemma(
    lemma: Lemma, claims: Sequence[Claim], program: Program, proofs: Mapping[str, ProvedClaim]
) -> dict[str, Any]:
    hypotheses = dict.fromkeys([*lemma.hypotheses, *(h for c in claims for h in c.hypotheses)])
    places = {hypothesis: k for k, hypothesis in enumerate(hypotheses)}
    names = Context({p.name: p.integer for p in lemma.parameters})
    return {
        "id": lemma.id,
        "title": lemma.title,
        "source": lemma.source,
        "provenance": lemma.provenance,
        "label": wording.provenance(lemma),
        "parameters": [p.name for p in lemma.parameters],
        "hypotheses": [{"id": h.id, **_statement(h.statement, program, names)} for h in hypotheses],
        "claims": [_claim(claim, program, proofs.get(claim.name), places) for claim in claims],
    }


def _claim(
    claim: Claim, program: Program, proof: ProvedClaim | None, places: Mapping[Hypothesis, int]
) -> dict[str, Any]:
    context = context_of(claim)
    uses = proof.uses if proof else ()
    return {
        "id": claim.id,
        "proof": proof.verdict if proof else "",
        "needs": [places[h] for h in claim.hypotheses if h.id in uses],
        "assumes": [places[h] for h in claim.hypotheses],
        "parts": [
            {"label": part.label, **_statement(part.statement, program, context)}
            for part in claim.parts
        ],
    }


def _statement(statement: Statement, program: Program, context: Context) -> dict[str, Any]:
    left, relation, right = fact_of(statement)
    return {
        "says": UNICODE.statement(statement),
        "relation": relation,
        "left": program.add(left, context),
        "right": program.add(right, context),
    }


# Pictures -----------------------------------------------------------------------------


def _network(program: Program, parameters: Mapping[str, Parameter]) -> dict[str, Any]:
    """Contexts and probabilities of the separation, where its parameters are there."""
    for separation in declared().values():
        if all(parameters.get(p.name) == p for p in separation.all_parameters):
            return _pictures(program, separation)
    return {"contexts": [], "chances": []}


def _pictures(program: Program, separation: Separation) -> dict[str, Any]:
    m = Symbol(separation.neurons.name, positive=True)
    contexts, chances = [], []
    for name, unit in model.MECHANISMS.items():
        attentions = [Attention(data, unit, ones, mark=data.name) for data in separation.data]
        heard = [_rows(attention, separation) for attention in attentions]
        contexts += [
            {
                "mechanism": name,
                "data": a.data.name,
                "rows": _coordinates(a, program, separation),
            }
            for a in attentions
        ]
        fires, silent = some(m, *heard[1]), none(m, *heard[0])
        for quantity, event in (
            ("separates", both(fires, silent)),
            ("fires-d1", fires),
            ("silent-d0", silent),
            ("blind", both(none(m, *heard[1]), silent)),
        ):
            place = _place(program, P(event), attentions, separation)
            meaning = model.MEANING[quantity]
            chances.append({"mechanism": name, "meaning": meaning, "value": place})
    tau = _place(program, separation.threshold, [], separation)
    return {"contexts": contexts, "chances": chances, "tau": tau}


def _rows(attention: Attention, separation: Separation) -> list[Any]:
    """One event a distinct query: a neuron's signs, weighted by its context, exceed tau."""
    return [
        weighted(
            separation.threshold,
            *((attention.context(query, c.name), c.count) for c in attention.data.columns),
        )
        for query in attention.queries()
    ]


def _coordinates(
    attention: Attention, program: Program, separation: Separation
) -> list[dict[str, Any]]:
    return [
        {
            "query": " or ".join(attention.query_roles(query)),
            "columns": [
                [
                    column.name,
                    _place(program, attention.context(query, column.name), [attention], separation),
                ]
                for column in attention.data.columns
            ],
        }
        for query in attention.queries()
    ]


def _place(
    program: Program, expression: Any, attentions: Iterable[Attention], separation: Separation
) -> int:
    definitions = {
        name: from_sympy(definition.expression)
        for attention in attentions
        for name, definition in attention.definitions.items()
    }
    names = {p.name: p.integer for p in separation.all_parameters}
    return program.add(from_sympy(expression), Context(names, {}, definitions))
