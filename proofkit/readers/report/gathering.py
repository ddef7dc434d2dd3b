"""What a report shows beside the verdicts: the graph, pictures, findings, versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import TYPE_CHECKING

from proofkit import __version__
from proofkit.foundations.errors import MissingProgram
from proofkit.foundations.progress import Progress
from proofkit.language.claims import Claim
from proofkit.language.results import CheckReport, ProveReport
from proofkit.probability.separation import declared
from proofkit.questions import findings
from proofkit.questions.graph import collapsed, of
from proofkit.readers.report import graph as diagram
from proofkit.readers.report.dossier import Dossier, Drawing
from proofkit.search.contexts import fact_of

if TYPE_CHECKING:
    from proofkit.readers.plots import Picture

READABLE = 40
"""More claims than this make a graph of lemmas."""

CURVES = 3
"""How many claims are drawn over n."""


def gather(
    checked: CheckReport,
    proofs: ProveReport,
    digest: str,
    given: Mapping[str, object],
    progress: Progress | None = None,
    *,
    drawn: bool = True,
) -> Dossier:
    """The whole report, with the graph and pictures if they are `drawn`. What needs a program that
    is not installed is left out, and said so."""
    remarks: list[str] = []
    graph, drawings = "", []
    try:
        graph = _graph(checked, proofs) if drawn else ""
    except MissingProgram as problem:
        remarks.append(f"The graph is left out: {problem}.")
    try:
        drawings = list(_drawings(checked, given)) if drawn else []
    except MissingProgram as problem:
        remarks.append(f"Pictures are left out: {problem}.")
    names = {claim.claim.name for lemma in checked.lemmas for claim in lemma.claims}
    names |= {lemma.lemma.id for lemma in checked.lemmas}
    known = findings.findings(progress, names)
    engines = {name: version(name) for name in ("python-flint", "sympy")}
    versions = {"proofkit": __version__, **engines}
    return Dossier(checked, proofs, digest, versions, graph, tuple(remarks), tuple(drawings), known)


def _graph(checked: CheckReport, proofs: ProveReport) -> str:
    """The graph of what rests on something, or has something resting on it."""
    built = of(checked, proofs)
    built = collapsed(built) if len(built.nodes) > READABLE else built
    if not built.edges:
        return ""
    svg = diagram.svg(diagram.joined(built))
    return svg[svg.index("<svg") :]


def _drawings(checked: CheckReport, given: Mapping[str, object]) -> Iterator[Drawing]:
    from proofkit.readers import plots

    known = {p.name for lemma in checked.lemmas for p in lemma.lemma.parameters}
    for id, separation in declared().items():
        network = {p.name for p in separation.all_parameters}
        if network <= known:
            own = {name: value for name, value in given.items() if name in network}
            weights = plots.attention_rows(own, separation=id)
            yield _drawing("Attention weights, query by key", weights)
            contexts = plots.context_bars(own, separation=id)
            yield _drawing("Contexts against the threshold", contexts)
    for claim in _worth_drawing(checked):
        names = {p.name for p in claim.parameters}
        fixed = {k: v for k, v in given.items() if k in names and k not in ("n", "t")}
        yield _drawing(
            f"Both sides of `{claim.name}` over `n`",
            plots.bounds_over(claim.name, "n", given=fixed),
        )


def _drawing(title: str, picture: Picture) -> Drawing:
    return Drawing(title, picture.alt, picture.svg(), picture.in_theme("dark").svg())


def _worth_drawing(checked: CheckReport) -> list[Claim]:
    """An inequality about a weight from each of the first lemmas that have one over n."""
    chosen = []
    for lemma in checked.lemmas:
        for claim in (c.claim for c in lemma.claims):
            if len(claim.parts) == 1 and any(p.name == "n" for p in claim.parameters):
                left, relation, _ = fact_of(claim.parts[0].statement)
                if relation != "=" and left.op == "variable" and left.args[0].startswith("f_"):
                    chosen.append(claim)
                    break
    return chosen[:CURVES]
