"""The glossary of symbols, from the parameters and definitions of the installed lemmas."""

from __future__ import annotations

import re

from proofkit.bridges.sphinx_ext.reference.fold import folded
from proofkit.language import registry
from proofkit.language.claims import Definition
from proofkit.language.lemma import Lemma
from proofkit.readers.report import contents, phrases, wording
from proofkit.readers.report.markdown import code
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
        *_parameters(lemmas),
        *_abbreviations(),
        "## Derived quantities",
        "",
        *_quantities(lemmas),
    ]
    return "\n".join(lines)


def _abbreviations() -> list[str]:
    rows = [
        f"| {_math(LATEX.symbol(name))} | {_math(LATEX.term(term))} |"
        for name, term in contents.abbreviations()
    ]
    heads = ["| symbol | stands for |", "|---|---|"]
    return ["## For short", "", *heads, *rows, ""] if rows else []


def _parameters(lemmas: list[Lemma]) -> list[str]:
    users: dict[tuple[str, str, str], list[str]] = {}
    for lemma in lemmas:
        for p in lemma.parameters:
            meaning = f"{p.meaning}{' (an integer)' if p.integer else ''}"
            users.setdefault((p.name, meaning, p.default), []).append(lemma.id)
    rows = []
    for (name, meaning, default), ids in sorted(users.items(), key=lambda i: i[0][0].lower()):
        cells = [code(name), _math(LATEX.symbol(name)), _said(meaning), default, _links(ids)]
        rows.append(f"| {' | '.join(cells)} |")
    heads = ["| name | symbol | meaning | default | lemmas |", "|---|---|---|---|---|"]
    return folded(wording.count(len(rows), "parameter"), [*heads, *rows])


def _quantities(lemmas: list[Lemma]) -> list[str]:
    users: dict[tuple[str, str, str], list[str]] = {}
    for lemma in lemmas:
        for name, definition in lemma.definitions.items():
            says = _definition(definition)
            users.setdefault((name, says, definition.reason), []).append(lemma.id)
    families: dict[str, list[str]] = {}
    for (name, says, reason), ids in sorted(users.items(), key=lambda item: item[0][0].lower()):
        cells = [code(name), _math(LATEX.symbol(name)), _math(says), _said(reason), _links(ids)]
        families.setdefault(_family(name), []).append(f"| {' | '.join(cells)} |")
    return [line for family, rows in families.items() for line in _quantity(family, rows)]


def _family(name: str) -> str:
    """The letter, or the word, without what tells its kind apart."""
    return re.split(r"[_\d]", name)[0] or name


def _quantity(family: str, rows: list[str]) -> list[str]:
    counted = wording.count(len(rows), "quantity", "quantities")
    heads = ["| name | symbol | is | because | lemmas |", "|---|---|---|---|---|"]
    return folded(f"{phrases.inline(LATEX.symbol(family))}: {counted}", [*heads, *rows])


def _said(text: str) -> str:
    return phrases.markdown(phrases.typeset(text))


def _definition(definition: Definition) -> str:
    return LATEX.term(definition.expression)


def _links(ids: list[str]) -> str:
    """The first few lemmas, and how many more."""
    links = ", ".join(f"{{proofkit:lemma}}`{id}`" for id in ids[:FEW])
    return links if len(ids) <= FEW else f"{links} and {len(ids) - FEW} more"


def _math(formula: str) -> str:
    return "$" + formula.replace("|", r"\vert ") + "$"
