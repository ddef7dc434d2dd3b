"""The directive `slider`: a claim whose verdict changes as the reader moves parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from proofkit.bridges.sphinx_ext import build
from proofkit.bridges.sphinx_ext.directives import Directive, one_of
from proofkit.bridges.sphinx_ext.said import HERE
from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import rational
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.results import UNMET
from proofkit.readers import explorer
from proofkit.readers.report import phrases, sheet
from proofkit.readers.report.mathematics import LATEX

NAME = "proofkit-sliders"


class SliderDirective(Directive):
    """One claim under a few sliders. The page decides with enclosures, as the explorer does; where
    it begins, the kernel decides when the page is built."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "over": directives.unchanged_required,
        "at": directives.unchanged_required,
        "expect": one_of(*HERE),
    }

    def made(self) -> list[nodes.Node]:
        """The nodes of this directive."""
        name, at = self.one()
        ((lemma, (claim,)),) = registry.find([name])
        moved = _ranges(self.options.get("over", ""), lemma)
        content = explorer.one(lemma, claim, self.domain.knowledge.proved([name]))
        _narrow(content, moved)
        report = self.domain.knowledge.checked((name,), dict(at))
        content["at"] = {key: str(value) for key, value in at}
        verdict = report.lemmas[0].claims[0].verdict
        shown = {key: str(value) for key, value in report.parameters.items()}
        lines = [*_controls(lemma, moved, shown), _reply(verdict, lemma, claim), _data(content)]
        box = nodes.container("", classes=[NAME], is_div=True)
        box += [
            build.paragraph(*build.statement(claim)),
            nodes.raw("", "\n".join(lines), format="html"),
        ]
        return [box]


def _ranges(over: str, lemma: Lemma) -> dict[str, tuple[str, ...]]:
    """`a1=0.4:1:0.01 n` as the parameters that move, each with its range if one is given."""
    known = {p.name: p for p in lemma.parameters}
    found = {}
    for item in over.replace(",", " ").split():
        name, _, said = item.partition("=")
        ends = tuple(said.split(":")) if said else ()
        if name not in known or len(ends) not in (0, 3):
            raise InputError(f"over: expected NAME or NAME=LOW:HIGH:STEP, got {item}")
        found[name] = tuple(str(rational(end, name)) for end in ends)
    if not found:
        raise InputError("over: expected the parameters that are to move, such as a1=0.4:1:0.01 n")
    return found


def _narrow(content: Mapping[str, Any], moved: Mapping[str, tuple[str, ...]]) -> None:
    """Sliders go as far as the author says."""
    for own in content["lemmas"][0]["parameters"]:
        ends = moved.get(content["parameters"][own["is"]]["name"])
        if ends:
            own["slider"] = dict(zip(("low", "high", "step"), ends, strict=True))


def _controls(lemma: Lemma, moved: Mapping[str, Any], shown: Mapping[str, str]) -> Iterator[str]:
    meanings = {p.name: p.meaning for p in lemma.parameters}
    for name in moved:
        meaning = phrases.html(phrases.typeset(meanings[name]))
        label = f"{phrases.inline(LATEX.symbol(name))}, {meaning}"
        slider = f'<input type="range" name="{escape(name)}" disabled>'
        yield f"<label><span>{label}</span>{slider}<b>{escape(shown[name])}</b></label>"


def _reply(verdict: str, lemma: Lemma, claim: Claim) -> str:
    """The verdict, and for each hypothesis what is said where it is not met."""
    hypotheses = dict.fromkeys([*lemma.hypotheses, *claim.hypotheses])  # in the content's order
    told = "".join(
        f" <span hidden>{sheet.chip(UNMET)} {phrases.inline(LATEX.statement(h.statement))}</span>"
        for h in hypotheses
    )
    return f'<output aria-live="polite"><span>{sheet.chip(verdict)}</span>{told}</output>'


def _data(content: Mapping[str, Any]) -> str:
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return f'<script type="application/json">{written.replace("<", chr(92) + "u003c")}</script>'
