"""The glossary of symbols, from the parameters and definitions of the installed lemmas."""

from __future__ import annotations

from proofkit.language import registry
from proofkit.language.claims import Definition
from proofkit.language.lemma import Lemma
from proofkit.readers.report.markdown import code, escape
from proofkit.readers.report.mathematics import LATEX

FEW = 3
"""Most lemmas named beside a symbol."""


def page() -> str:
    """Every symbol: what it means, and which lemmas speak of it."""
    lemmas = [lemma for lemma, _ in registry.find(())]
    lines = [
        "# Symbols",
        "",
        "The names in the first column are the ones to type: `-p a1=6/5`. One name may mean "
        "different things in different lemmas; then it has several rows.",
        "",
        "## Parameters",
        "",
        "| name | symbol | meaning | default | lemmas |",
        "|---|---|---|---|---|",
        *_parameters(lemmas),
        "",
        "## Derived quantities",
        "",
        "| name | symbol | is | because | lemmas |",
        "|---|---|---|---|---|",
        *_quantities(lemmas),
        "",
    ]
    return "\n".join(lines)


def _parameters(lemmas: list[Lemma]) -> list[str]:
    users: dict[tuple[str, str, str], list[str]] = {}
    for lemma in lemmas:
        for p in lemma.parameters:
            meaning = f"{p.meaning}{' (an integer)' if p.integer else ''}"
            users.setdefault((p.name, meaning, p.default), []).append(lemma.id)
    rows = []
    for (name, meaning, default), ids in sorted(users.items(), key=lambda i: i[0][0].lower()):
        cells = [code(name), _math(LATEX.symbol(name)), escape(meaning), default, _links(ids)]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def _quantities(lemmas: list[Lemma]) -> list[str]:
    users: dict[tuple[str, str, str], list[str]] = {}
    for lemma in lemmas:
        for name, definition in lemma.definitions.items():
            says = _definition(definition)
            users.setdefault((name, says, definition.reason), []).append(lemma.id)
    rows = []
    for (name, says, reason), ids in sorted(users.items(), key=lambda item: item[0][0].lower()):
        cells = [code(name), _math(LATEX.symbol(name)), _math(says), escape(reason), _links(ids)]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def _definition(definition: Definition) -> str:
    return LATEX.term(definition.expression)


def _links(ids: list[str]) -> str:
    """The first few lemmas, and how many more."""
    links = ", ".join(f"{{proofkit:lemma}}`{id}`" for id in ids[:FEW])
    return links if len(ids) <= FEW else f"{links} and {len(ids) - FEW} more"


def _math(formula: str) -> str:
    return "$" + formula.replace("|", r"\vert ") + "$"
