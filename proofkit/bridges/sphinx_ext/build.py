"""Pieces of pages, as the nodes that Sphinx turns into any output format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from docutils import nodes
from sphinx.addnodes import pending_xref

from proofkit.bridges.sphinx_ext.said import Settings
from proofkit.language.claims import Claim, Statement
from proofkit.language.from_sympy import from_sympy
from proofkit.language.proof import Chain
from proofkit.language.terms import variables
from proofkit.readers.report import phrases
from proofkit.readers.report.mathematics import LATEX

Cell: TypeAlias = Any
"""Text, a node, or a list of nodes."""


def math(formula: str) -> nodes.math:
    return nodes.math(formula, formula)


def badge(status: str) -> nodes.inline:
    """A status as a coloured word."""
    return nodes.inline(status, status, classes=["proofkit-status", f"proofkit-{status}"])


def cited(target: str, shown: nodes.Node, page: str) -> pending_xref:
    """A link to where a lemma or claim is explained."""
    return pending_xref(
        "",
        shown,
        refdomain="proofkit",
        reftype="claim" if "/" in target else "lemma",
        reftarget=target,
        refdoc=page,
        refwarn=False,
        refexplicit=isinstance(shown, nodes.inline),
    )


def paragraph(*children: Cell, classes: Sequence[str] = ()) -> nodes.paragraph:
    """One paragraph of texts and nodes."""
    return nodes.paragraph("", "", *_flat(children), classes=list(classes))


def values(at: Settings) -> str:
    """`a1 = 6/10, n = 1000`."""
    return ", ".join(f"{name} = {value}" for name, value in at)


def table(header: Sequence[str], rows: Iterable[Sequence[Cell]], name: str) -> nodes.table:
    """A table of inline pieces."""
    group = nodes.tgroup(cols=len(header))
    group += [nodes.colspec(colwidth=1) for _ in header]
    group += nodes.thead("", _row(header))
    group += nodes.tbody("", *[_row(row) for row in rows])
    return nodes.table("", group, classes=[f"proofkit-{name}"])


def _row(cells: Sequence[Cell]) -> nodes.row:
    return nodes.row("", *[nodes.entry("", paragraph(cell)) for cell in cells])


def _flat(children: Iterable[Cell]) -> list[nodes.Node]:
    found: list[nodes.Node] = []
    for child in children:
        if isinstance(child, str):
            found.append(nodes.Text(child))
        elif isinstance(child, nodes.Node):
            found.append(child)
        else:
            found += child
    return found


def statement(claim: Claim) -> list[nodes.Node]:
    """All parts of a claim, inline."""
    return _inline([part.statement for part in claim.parts], "; ")


def running(text: str) -> list[nodes.Node]:
    """Running text with formulas between dollar signs, inline."""
    pieces = enumerate(text.split("$"))
    return [math(piece) if k % 2 else nodes.Text(piece) for k, piece in pieces]


def _inline(statements: Iterable[Statement], between: str) -> list[nodes.Node]:
    made: list[nodes.Node] = []
    for statement in statements:
        made += [nodes.Text(between), math(LATEX.statement(statement))]
    return made[1:]


def _line(formula: str) -> nodes.math:
    return math(rf"\displaystyle {formula}")


def chain(chain: Chain, rules: Sequence[str]) -> nodes.table:
    """A proof: each line with its reason and the rule by which the kernel accepted it."""
    rows: list[Sequence[Cell]] = [(_line(LATEX.term(chain.start)), "", "")]
    names = frozenset[str]().union(*(variables(from_sympy(term)) for term in chain.terms()))
    for number, step in enumerate(chain.steps):
        cited = f" (by {', '.join(claim.citation for claim in step.by)})" if step.by else ""
        formula = f"{LATEX.relations[step.relation]} {LATEX.term(step.term)}"
        for found in step.found:
            says = nodes.Text(found.statement)
            if not phrases.is_words(found.statement):
                says = _line(phrases.statement(found.statement, names))
            rows.append((says, found.reason, ""))
        rule = rules[number] if number < len(rules) else "not proved"
        rows.append((_line(formula), step.reason + cited, rule))
    return table(("", "because", "rule"), rows, "chain")
