"""What the page is about: lemmas with their claims, parameters with their sliders, presets.

A letter may be one thing in one lemma and another in the next: each lemma names the parameters
it has, and those that several lemmas share stand in the data once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sympy import Symbol

from proofkit.foundations.exact import rational
from proofkit.kernel.assumptions import Context
from proofkit.language import registry
from proofkit.language.claims import Claim, Hypothesis, Statement
from proofkit.language.from_sympy import from_sympy
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Link, Parameter, Preset, links_of
from proofkit.language.results import ProvedClaim
from proofkit.language.words import RELATIONS
from proofkit.readers.explorer.network import network
from proofkit.readers.explorer.program import Program
from proofkit.readers.report import mathml, phrases, wording
from proofkit.readers.report.contents import section_order
from proofkit.readers.report.json import fields
from proofkit.readers.report.mathematics import LATEX, UNICODE
from proofkit.search.contexts import context_of, fact_of

Selected = Sequence[tuple[Lemma, Sequence[Claim]]]
PRESETS = "presets"
"""The module in which a collection lists settings worth a look, as `PRESETS`."""


def content(chosen: Selected, proofs: Mapping[str, ProvedClaim]) -> dict[str, Any]:
    """Everything the page shows, as data; the formulas are one table."""
    program = Program()
    said = _Said(program)
    parameters = distinct(p for lemma, _ in chosen for p in lemma.parameters)
    presets = [preset for module in registry.declarations(PRESETS) for preset in module.PRESETS]
    found = {
        **declared(parameters, program),
        "presets": [_preset(p) for p in presets],
        "sections": sorted({lemma.section for lemma, _ in chosen}, key=section_order),
        "lemmas": [_lemma(*each, parameters, said, proofs, presets) for each in chosen],
        "first": _first([lemma for lemma, _ in chosen], presets),
        **network(program, parameters),
    }
    return {**found, "statements": said.written, "table": program.entries}


def one(lemma: Lemma, claim: Claim, proofs: Mapping[str, ProvedClaim]) -> dict[str, Any]:
    """A single claim in the same words, for a page that shows nothing else of its lemma."""
    program = Program()
    said, parameters = _Said(program), list(lemma.parameters)
    return {
        **declared(parameters, program),
        "lemmas": [_lemma(lemma, [claim], parameters, said, proofs)],
        "statements": said.written,
        "table": program.entries,
    }


def _preset(p: Preset) -> dict[str, Any]:
    told = mathml.in_page(phrases.html(phrases.typeset(p.says)))
    known = {"name": p.name, "says": p.says, "told": told}
    return {**known, "values": dict(p.values), "fails": list(p.fails)}


def distinct(declared: Iterable[Parameter]) -> list[Parameter]:
    """Every parameter once; two of one name may be two."""
    found: list[Parameter] = []
    for parameter in declared:
        if parameter not in found:
            found.append(parameter)
    return found


def _first(lemmas: Sequence[Lemma], presets: Sequence[Preset]) -> int:
    """The page opens on a lemma that a preset breaks, if there is one."""
    broken = [claim.partition("/")[0] for preset in presets for claim in preset.fails]
    ids = [lemma.id for lemma in lemmas]
    return next((ids.index(id) for id in broken if id in ids), 0)


# Parameters ---------------------------------------------------------------------------


def declared(parameters: Sequence[Parameter], program: Program) -> dict[str, Any]:
    """The parameters and what ties them, as the page's programs know them."""
    links = links_of(parameters)
    return {
        "parameters": [_parameter(p, links) for p in parameters],
        "links": [_link(link, program, parameters) for link in links],
    }


def _parameter(p: Parameter, links: Sequence[Link]) -> dict[str, Any]:
    return {
        "name": p.name,
        "symbol": UNICODE.symbol(p.name),
        "math": mathml.row(LATEX.symbol(p.name)),
        "meaning": wording.lowered(p.meaning),
        **fields(p, "default", "integer", "least"),
        "link": links.index(p.link) if p.link else None,
    }


def _link(link: Link, program: Program, parameters: Sequence[Parameter]) -> dict[str, Any]:
    """An equation between parameters, solved for each: the solutions are read off by asking
    for them with symbols in the place of numbers."""
    symbols: Any = {name: Symbol(name) for name in link.solve}
    names = Context({p.name: p.integer for p in parameters if p.link is link})
    solutions = {
        name: program.add(from_sympy(solve(symbols)), names) for name, solve in link.solve.items()
    }
    return {"text": link.text, "solve": solutions, "keep": list(link.keep)}


def _powers(p: Parameter) -> dict[str, Any]:
    """Whole numbers move in powers of ten, as far as a quadrillion times the default."""
    low = p.least or 0
    return {"low": str(low), "high": str(10 ** (len(p.default) + (15 if low == 2 else 3)))}


def _range(p: Parameter, lemma: Lemma) -> dict[str, Any]:
    """From outside what the hypotheses allow to well inside, in round steps."""
    default = rational(p.default, p.name)
    low, high, positive = _bounds(p, lemma)
    unit = max(abs(default), abs(default - (low or 0)), Fraction(1, 100))
    width = (high - low) if low is not None and high is not None else 2 * unit
    first = (default - width if low is None else low) - width / 4
    last = (default + width if high is None else high) + width / 4
    step = Fraction(10) ** (len(str(int(1 / width))) * -1 - 1 if width < 1 else -2)
    start = step if positive else Fraction(int(first / step)) * step
    return {"low": str(start), "high": str(last), "step": str(step)}


def _bounds(p: Parameter, lemma: Lemma) -> tuple[Fraction | None, Fraction | None, bool]:
    """What the lemma's hypotheses say about a parameter alone; is it strictly positive?"""
    lows: list[Fraction] = []
    highs: list[Fraction] = []
    positive = False
    for hypothesis in lemma.hypotheses:
        left, relation, right = fact_of(hypothesis.statement)
        if left.op == "variable" and left.args[0] == p.name and right.op == "number":
            positive = positive or (relation == ">" and right.args[0] >= 0)
            (highs if RELATIONS[relation].upwards else lows).append(right.args[0])
    return (max(lows) if lows else None), (min(highs) if highs else None), positive


# Lemmas -------------------------------------------------------------------------------


class _Said:
    """What hypotheses and claims say, each statement once, however many lemmas say it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.written: list[dict[str, Any]] = []

    def add(self, statement: Statement, context: Context) -> int:
        """The place of a statement among those that are written."""
        left, relation, right = fact_of(statement)
        entry = {
            "says": UNICODE.statement(statement),
            **mathml.rows(statement),
            "relation": relation,
            "left": self.program.add(left, context),
            "right": self.program.add(right, context),
        }
        if entry not in self.written:
            self.written.append(entry)
        return self.written.index(entry)


def _lemma(
    lemma: Lemma,
    claims: Sequence[Claim],
    parameters: Sequence[Parameter],
    said: _Said,
    proofs: Mapping[str, ProvedClaim],
    presets: Sequence[Preset] = (),
) -> dict[str, Any]:
    """A lemma with the claims that are shown of it."""
    every = [*lemma.hypotheses, *(h for c in claims for h in c.hypotheses)]
    places = {hypothesis: k for k, hypothesis in enumerate(dict.fromkeys(every))}
    names = {p.name: p.integer for p in lemma.parameters}
    return {
        "id": lemma.id,
        "title": wording.lowered(lemma.title),
        "source": lemma.source,
        "section": lemma.section,
        "label": wording.provenance(lemma),
        "parameters": [
            {"is": parameters.index(p), "slider": _powers(p) if p.integer else _range(p, lemma)}
            for p in lemma.parameters
        ],
        "presets": [k for k, preset in enumerate(presets) if set(preset.values) <= set(names)],
        "hypotheses": [said.add(h.statement, Context(names)) for h in places],
        "claims": [_claim(claim, proofs.get(claim.name), places, said) for claim in claims],
    }


def _claim(
    claim: Claim, proof: ProvedClaim | None, places: Mapping[Hypothesis, int], said: _Said
) -> dict[str, Any]:
    context = context_of(claim)
    uses = proof.uses if proof else ()
    return {
        "id": claim.id,
        "proof": proof.verdict if proof else "",
        "needs": [places[h] for h in claim.hypotheses if h.id in uses],
        "assumes": [places[h] for h in claim.hypotheses],
        "parts": [[p.label, said.add(p.statement, context)] for p in claim.parts],
    }
