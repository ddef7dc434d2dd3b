"""Chains that were found, as the Python that their author could have written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from proofkit.kernel.assumptions import Known, Trail
from proofkit.language.results import PROVED, ProvedClaim, ProveReport
from proofkit.language.terms import HALF, MINUS_ONE, Term, multiply, parse
from proofkit.language.words import CONSTANTS, FUNCTIONS, RELATIONS
from proofkit.search.contexts import context_of, fact_of
from proofkit.search.inequalities import telling

SUM, PRODUCT, POWER, ATOM = range(4)


def chains(report: ProveReport) -> str:
    """One expression a part of each claim, after a comment that says what it proves."""
    blocks = []
    for proved in report.claims:
        if proved.verdict != PROVED:
            blocks.append(f"# {proved.claim.name} is {proved.verdict}: there is no chain to show")
            continue
        for number, part in enumerate(proved.claim.parts):
            label = f" ({part.label})" if part.label else ""
            blocks.append("\n".join([f"# {proved.claim.name}{label}", *_chain(proved, number)]))
    return "\n\n".join(blocks)


def _chain(proved: ProvedClaim, number: int) -> Iterator[str]:
    start = fact_of(proved.claim.parts[number].statement)[0]
    written = proved.claim.parts[number].chain.steps
    yield "("
    yield f"    Chain({source(start)})"
    lines = list(_steps(proved, number))
    names = {d.name: d for step in written for d in step.by}
    for k, (relation, term, reason) in enumerate(lines):
        cited = [names[c.name] for c in written[k].by] if len(lines) == len(written) else []
        by = f", by=[{', '.join(c.citation for c in cited)}]" if cited else ""
        yield f"    .{RELATIONS[relation].method}({source(term)}, {reason!r}{by})"
    yield ")"


def _steps(proved: ProvedClaim, number: int) -> Iterator[tuple[str, Term, str]]:
    """The steps of the proof; those that are chains themselves, line by line."""
    here = fact_of(proved.claim.parts[number].statement)[0]
    known = Known(context_of(proved.claim), Trail())
    for step in proved.certificate["proofs"][number]["steps"]:
        goal = (here, step["relation"], parse(step["term"]))
        inner = telling.lines_of(goal, step["because"])
        if len(inner) == 1:
            yield goal[1], goal[2], step["reason"]
        else:
            yield from _lines(known, here, inner)
        here = goal[2]


def _lines(known: Known, here: Term, inner: list[Any]) -> list[tuple[str, Term, str]]:
    """The steps of a chain in a chain, without those that only write a term in another order."""
    found: list[tuple[str, Term, str]] = []
    for relation, term, because in inner:
        if relation != "=" or known.context.unfold(here) != known.context.unfold(term):
            said = telling.reason(known, (here, relation, term), because)
            found.append((relation, term, said))
        elif found:
            found[-1] = (found[-1][0], term, found[-1][2])
        here = term
    return found


def source(term: Term, around: int = SUM) -> str:
    """A term as Python for SymPy.

    >>> source(parse("1/2*x^(-1) + exp(0 - y)"))
    'Rational(1, 2)*x**(-1) + exp(-y)'
    """
    text, level = _WRITTEN[term.op](term) if term.op in _WRITTEN else _call(term)
    return f"({text})" if level < around else text


def _number(term: Term) -> tuple[str, int]:
    p, q = term.args[0].numerator, term.args[0].denominator
    if q != 1:
        return f"Rational({p}, {q})", ATOM
    return str(p), ATOM if p >= 0 else SUM


def _variable(term: Term) -> tuple[str, int]:
    return str(term.args[0]), ATOM


def _sum(term: Term) -> tuple[str, int]:
    return " + ".join(source(arg, PRODUCT) for arg in term.args), SUM


def _product(term: Term) -> tuple[str, int]:
    if term.args[0] == MINUS_ONE:
        return "-" + source(multiply(*term.args[1:]), POWER), SUM
    return "*".join(source(arg, POWER) for arg in term.args), PRODUCT


def _power(term: Term) -> tuple[str, int]:
    base, exponent = term.args
    if exponent == HALF:
        return f"sqrt({source(base)})", ATOM
    return f"{source(base, ATOM)}**{source(exponent, ATOM)}", POWER


def _call(term: Term) -> tuple[str, int]:
    if term.op in CONSTANTS:
        return term.op, ATOM
    inner = ", ".join(source(arg) for arg in term.args)
    return f"{FUNCTIONS[term.op].sympy if term.op in FUNCTIONS else term.op}({inner})", ATOM


_WRITTEN = {
    "number": _number,
    "variable": _variable,
    "sum": _sum,
    "product": _product,
    "power": _power,
}
