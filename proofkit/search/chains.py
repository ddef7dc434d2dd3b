"""An author's chain as a proof: the facts its terms need to have values, then its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofkit.foundations.errors import CertificateError
from proofkit.kernel.assumptions import Context, Fact, Known, Trail
from proofkit.kernel.certificates import Library
from proofkit.kernel.points import precision
from proofkit.language.claims import Part
from proofkit.language.from_sympy import from_sympy
from proofkit.language.proof import SEARCHED, Step
from proofkit.language.terms import Term, text
from proofkit.language.words import IMPLIES, composed
from proofkit.search import gaps
from proofkit.search.budget import Budget
from proofkit.search.inequalities import telling
from proofkit.search.nodes import Node, fact_text, has_value, step_entry
from proofkit.search.samples import Trials
from proofkit.search.steps import SECONDS, StepNotProved, justify_step
from proofkit.search.tactics import values


def proof(context: Context, fact: Fact, part: Part, library: Library, trials: Trials) -> Node:
    """The chain as its author wrote it, each step with a node of a proof."""
    here = from_sympy(part.chain.start)
    require_ends(here, fact, part.chain.steps)
    terms = [here, fact[2], *map(from_sympy, part.chain.terms())]
    steps: list[Node] = []
    with precision():
        known = Known(context, Trail(), library.theorem)
        known, entries = values.entries(known, terms, Budget(SECONDS))
        lacking = [term for term in terms if not has_value(known, term)]
        if lacking and not any(map(trials.lack, lacking)):
            known, more = gaps.prepare(known, terms, Budget(gaps.SECONDS))
            entries += more
        require_values(known, terms)
        for k, step in enumerate(part.chain.steps, 1):
            goal = (here, step.relation, from_sympy(step.term))
            node = justify_step(known, goal, step, trials.fail)
            if node is None:
                bounded = bool(step.by) or step.given is not None
                raise StepNotProved(f"step {k}", goal, bounded=bounded)
            steps.append(step_entry(goal, node, _reason(known, goal, node, step)))
            here = goal[2]
    return {"facts": entries, "steps": steps}


def _reason(known: Known, goal: Fact, node: Node, step: Step) -> str:
    """What the author says, or else what the proof that was found says."""
    return step.reason if step.reason != SEARCHED else telling.reason(known, goal, node)


def require_ends(start: Term, fact: Fact, steps: Sequence[Step]) -> None:
    """Refuse a chain that does not lead from the left side of a statement to its right side."""
    left, relation, right = fact
    said = f"the claim is {fact_text(fact)}"
    if start != left:
        raise CertificateError("start", f"{said}, but the chain starts at {text(start)}")
    end = from_sympy(steps[-1].term)
    if end != right:
        raise CertificateError("end", f"{said}, but the chain ends at {text(end)}")
    relations = [step.relation for step in steps]
    if relation not in IMPLIES.get(composed(relations), ()):
        shown = " ".join(dict.fromkeys(relations))
        raise CertificateError(
            "relations", f"{said}, but its steps ({shown}) do not show {relation}"
        )


def require_values(known: Known, terms: list[Term]) -> None:
    """Refuse a proof with a term that is not shown to have a value, and say what is missing."""
    for term in terms:
        if not has_value(known, term):
            fact = values.needed(known, term)
            hint = f"; {fact_text(fact)} would do" if fact else ""
            raise CertificateError("values", f"{text(term)} is not shown to have a value{hint}")


def written(value: Any) -> Any:
    """Nodes as a file has them, with terms as text."""
    if isinstance(value, Term):
        return text(value)
    if isinstance(value, Mapping):
        return {key: written(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [written(part) for part in value]
    return value
