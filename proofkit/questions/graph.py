"""What rests on what: a graph inferred from the proofs that the kernel accepted.

An edge says that the proof of one claim cites another. It is read from the certificates, so
nobody keeps a list. Where a claim is not proved there is no certificate to read: then the
claims that its chain names are shown, marked as not found in a proof.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from proofkit.foundations.progress import Progress
from proofkit.language import registry
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.results import (
    FAILS,
    HOLDS,
    OPEN,
    PROVED,
    REFUTED,
    UNDECIDED,
    CheckReport,
    ProvedClaim,
    ProveReport,
    Relations,
)
from proofkit.questions import pipeline

CLAIM, LEMMA, AXIOM = "claim", "lemma", "axiom"
_WORST = (FAILS, UNDECIDED, HOLDS, REFUTED, OPEN, PROVED, "")


@dataclass(frozen=True)
class Node:
    """A claim, a lemma or an axiom. `status` is the verdict at the parameters, `proof` the
    one for all parameters; `grounded` means proved, and so is all that it rests on; `coq` that
    Coq accepted it too."""

    name: str
    kind: str
    status: str
    proof: str
    grounded: bool
    content: Claim | Lemma | None = None
    coq: bool = False

    @property
    def lemma(self) -> str:
        return self.name.partition("/")[0] if self.kind == CLAIM else ""


@dataclass(frozen=True)
class Edge:
    """`user` rests on `used`; `found` is false where only its chain says so."""

    user: str
    used: str
    found: bool = True


@dataclass(frozen=True)
class Graph:
    parameters: Mapping[str, Fraction]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def build(
    selection: Sequence[str],
    given: Mapping[str, object],
    progress: Progress | None = None,
) -> Graph:
    """The selected claims, all they rest on, and all that rests on them; every claim by
    default. Statuses are those at the given parameters."""
    report = pipeline.prove(with_users(selection), progress)
    return of(pipeline.check(around(selection, report), given, progress), report)


def around(selection: Sequence[str], proofs: ProveReport) -> list[str]:
    """The selected claims, all they rest on and all that rests on them, by these proofs: those
    of the claims that `with_users` names."""
    chosen = {claim.name for _, claims in registry.find(selection) for claim in claims}
    links = list(edges(proofs.replayed))
    shown = _reachable(chosen, _below(links)) | _reachable(chosen, _above(links))
    return [c.claim.name for c in proofs.replayed if c.claim.name in shown]


def of(checked: CheckReport, proofs: ProveReport) -> Graph:
    """The graph of the checked claims, and of the axioms their proofs rest on."""
    status = {c.claim.name: c.verdict for lemma in checked.lemmas for c in lemma.claims}
    proved = {c.claim.name: c for c in proofs.replayed if c.claim.name in status}
    links = [e for e in edges(proved.values()) if e.used in status or _is_axiom(e.used)]
    cited = {link.used for link in links if _is_axiom(link.used)}
    axioms = [Node(name, AXIOM, "", PROVED, True) for name in sorted(cited)]
    unproved = {name for name, claim in proved.items() if claim.verdict != PROVED}
    shaken = _reachable(unproved, _above(links))
    claims = [
        Node(name, CLAIM, verdict, proved[name].verdict, name not in shaken, proved[name].claim)
        for name, verdict in status.items()
    ]
    return Graph(checked.parameters, (*axioms, *claims), tuple(links))


def marked(graph: Graph, accepted: Collection[str]) -> Graph:
    """The graph with a mark on the claims that Coq accepted."""
    nodes = [replace(n, coq=n.kind == CLAIM and n.name in accepted) for n in graph.nodes]
    return replace(graph, nodes=tuple(nodes))


def collapsed(graph: Graph) -> Graph:
    """The same by lemma: each has the worst status and proof among its claims shown."""
    groups: dict[str, list[Node]] = {}
    for node in graph.nodes:
        groups.setdefault(node.lemma or node.name, []).append(node)
    lemmas = {
        lemma.id: lemma for lemma, _ in registry.find([n for n in groups if not _is_axiom(n)])
    }
    nodes = [
        Node(
            name=name,
            kind=LEMMA if name in lemmas else AXIOM,
            status=min((m.status for m in members), key=_WORST.index),
            proof=min((m.proof for m in members), key=_WORST.index),
            grounded=all(m.grounded for m in members),
            content=lemmas.get(name),
            coq=name in lemmas and all(m.coq for m in members),
        )
        for name, members in groups.items()
    ]
    found: dict[tuple[str, str], bool] = {}
    for edge in graph.edges:
        pair = edge.user.partition("/")[0], edge.used.partition("/")[0]
        found[pair] = found.get(pair, False) or edge.found
    links = [Edge(*pair, found=seen) for pair, seen in found.items() if pair[0] != pair[1]]
    return Graph(graph.parameters, tuple(nodes), tuple(links))


def relations(selection: Sequence[str], progress: Progress | None = None) -> dict[str, Relations]:
    """What the selected claims use, and which claims of all installed lemmas use them."""
    report = pipeline.prove(with_users(selection, steps=1), progress)
    return relations_in(report.replayed)


def relations_in(claims: Sequence[ProvedClaim]) -> dict[str, Relations]:
    """The neighbours of every claim among proved ones."""
    links = list(edges(claims))
    below, above = _below(links), _above(links)
    return {
        claim.claim.name: Relations(
            verdict=claim.verdict,
            hypotheses=claim.uses,
            axioms=claim.axioms,
            uses=tuple(n for n in below.get(claim.claim.name, ()) if not _is_axiom(n)),
            used_by=tuple(above.get(claim.claim.name, ())),
            because="" if claim.verdict == PROVED else claim.because,
            proof=claim,
        )
        for claim in claims
    }


# Edges --------------------------------------------------------------------------------


def edges(claims: Iterable[ProvedClaim]) -> Iterator[Edge]:
    """What each claim rests on directly."""
    known = {claim.claim.name: claim for claim in claims}
    for name, claim in known.items():
        if claim.verdict != PROVED:
            yield from (Edge(name, cited.name, found=False) for cited in _named(claim.claim))
            continue
        yield from (Edge(name, cited) for cited in claim.cited)
        below = (known[cited] for cited in claim.cited if cited in known)
        passed_on = {axiom for cited in below for axiom in cited.axioms}
        yield from (
            Edge(name, f"{AXIOM}:{axiom}") for axiom in claim.axioms if axiom not in passed_on
        )


def _named(claim: Claim) -> list[Claim]:
    """The claims that an author's chains name."""
    return list({cited.name: cited for cited in claim.cited}.values())


def _is_axiom(name: str) -> bool:
    return name.startswith(f"{AXIOM}:")


def with_users(selection: Sequence[str], steps: int | None = None) -> list[str]:
    """The selection and the claims whose chains name it, directly or in turn: where to look
    for users. Only a proof then says whether they are."""
    if not selection:
        return []
    everything = [claim for _, claims in registry.with_users(selection) for claim in claims]
    chosen = {claim.name for _, claims in registry.find(selection) for claim in claims}
    links = [Edge(claim.name, cited.name) for claim in everything for cited in _named(claim)]
    around = _reachable(chosen, _above(links), steps)
    return [claim.name for claim in everything if claim.name in around]


Neighbours = dict[str, list[str]]


def _below(links: Iterable[Edge]) -> Neighbours:
    """By name, what it rests on directly."""
    found: Neighbours = {}
    for link in links:
        found.setdefault(link.user, []).append(link.used)
    return found


def _above(links: Iterable[Edge]) -> Neighbours:
    """By name, what rests on it directly."""
    return _below(Edge(link.used, link.user) for link in links)


def _reachable(start: set[str], next_to: Neighbours, steps: int | None = None) -> set[str]:
    """The start, and its neighbours in so many steps, or in any number."""
    seen, frontier = set(start), set(start)
    while frontier and steps != 0:
        frontier = {far for near in frontier for far in next_to.get(near, ())} - seen
        seen |= frontier
        steps = None if steps is None else steps - 1
    return seen
