"""What a neuron sees: contexts and probabilities of a separation that a collection declares.

The page shows those whose parameters the lemma has that is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sympy import Symbol

from proofkit.attention import Attention, ones
from proofkit.kernel.assumptions import Context
from proofkit.language.events import P, both, none, some, weighted
from proofkit.language.from_sympy import from_sympy
from proofkit.language.parameters import Parameter
from proofkit.probability import model
from proofkit.probability.separation import Separation, declared
from proofkit.readers.explorer.program import Program
from proofkit.readers.report import wording


def network(program: Program, parameters: Sequence[Parameter]) -> dict[str, Any]:
    """Contexts and probabilities of the separation, where its parameters are there."""
    for separation in declared().values():
        if all(p in parameters for p in separation.all_parameters):
            places = [parameters.index(p) for p in separation.all_parameters]
            return {**_pictures(program, separation), "seen": places}
    return {"contexts": [], "chances": [], "seen": []}


def _pictures(program: Program, separation: Separation) -> dict[str, Any]:
    m = Symbol(separation.neurons.name, positive=True)
    contexts, chances = [], []
    for name, unit in model.MECHANISMS.items():
        attentions = [Attention(data, unit, ones, mark=data.name) for data in separation.data]
        heard = [_rows(attention, separation) for attention in attentions]
        contexts += [
            {
                "mechanism": name,
                "data": wording.lowered(a.data.name),
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
            chances.append({"mechanism": name, "meaning": wording.lowered(meaning), "value": place})
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
