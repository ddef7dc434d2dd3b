"""Untrusted: finds the certificate of a claim, and hands it to the kernel.

Nothing here decides anything. A step is tried with each rule in turn, with few or many
hypotheses; what the kernel accepts is then stripped of the hypotheses it can do without, so
that a certificate cites what its proof really uses. When a step is not found the claim is
open, unless sampling finds a point that refutes it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofkit.claims import Claim, Part
from proofkit.errors import CertificateError, InputError, ProofkitError, Undefined
from proofkit.kernel import points, rules
from proofkit.kernel.normal import Normaliser, in_order
from proofkit.kernel.replay import Library, RegionVerdict, seal
from proofkit.kernel.rules import Bench
from proofkit.kernel.scope import Context, Fact, Scope, precision
from proofkit.kernel.sympy_terms import context_of, fact_of, from_sympy
from proofkit.kernel.terms import Term, subtract, text, variables
from proofkit.parameters import resolve

Node = dict[str, Any]
MAX_PIECES = 200
SAMPLES = 1_500


@dataclass(frozen=True)
class Found:
    """What the search came back with: the kernel's verdict, and why if it is open."""

    verdict: RegionVerdict
    reason: str = ""


def prove(claim: Claim, library: Library) -> Found:
    """Search a proof, else a counterexample, and let the kernel make the verdict."""
    context = context_of(claim)
    facts = [fact_of(part.statement) for part in claim.parts]
    header = _header(claim, context, facts)
    reason = ""
    try:
        proofs = [
            _proof(context, fact, part, library)
            for fact, part in zip(facts, claim.parts, strict=True)
        ]
        point = next((p for p in _samples(claim) if _inside(context, p)), None)
        if point is None:
            reason = "no parameters are found that satisfy all hypotheses"
        else:
            inhabited = {name: str(value) for name, value in point.items()}
            return Found(
                library.replay(
                    seal({**header, "verdict": "proved", "proofs": proofs, "inhabited": inhabited})
                )
            )
    except CertificateError as problem:
        reason = str(problem)
    refuted = _refutation(claim, context, facts)
    if refuted is not None:
        part_, point = refuted
        witness = {name: str(value) for name, value in point.items()}
        content = {**header, "verdict": "refuted", "witness": witness, "part": part_}
        return Found(library.replay(seal(content)))
    return Found(library.replay(seal({**header, "verdict": "open"})), reason)


def _header(claim: Claim, context: Context, facts: list[Fact]) -> dict[str, Any]:
    return {
        "id": claim.name,
        "parameters": {n: "integer" if whole else "real" for n, whole in context.parameters.items()},
        "hypotheses": [{"id": id, **_fact(fact)} for id, fact in context.hypotheses.items()],
        "definitions": {name: text(term) for name, term in context.definitions.items()},
        "statements": [_fact(fact) for fact in facts],
    }


def _fact(fact: Fact) -> dict[str, str]:
    return {"left": text(fact[0]), "relation": fact[1], "right": text(fact[2])}


# Proofs -------------------------------------------------------------------------------


def _proof(context: Context, fact: Fact, part: Part, library: Library) -> Node:
    """The chain as its author wrote it, each step with a justification."""
    here = from_sympy(part.chain.start)
    if here != fact[0]:
        raise CertificateError("start", f"the chain starts at {text(here)}, not {text(fact[0])}")
    terms = [here, fact[2], *(from_sympy(step.term) for step in part.chain.steps)]
    defined = _defined(context, terms)
    steps = []
    with precision():
        bench = Bench(context, library.cite, Normaliser(Scope(context, defined)).ratio)
        for k, step in enumerate(part.chain.steps, 1):
            there = from_sympy(step.term)
            cited = [
                (claim.name, index, fact_of(p.statement))
                for claim in step.by
                for index, p in enumerate(claim.parts)
            ]
            node = _justify(bench, (here, step.relation, there), cited)
            if node is None:
                raise CertificateError(
                    f"step {k}", f"{text(here)} {step.relation} {text(there)} is not proved"
                )
            steps.append(
                {
                    "relation": step.relation,
                    "term": text(there),
                    "reason": step.reason,
                    "because": node,
                }
            )
            here = there
    return {"defined": defined, "steps": steps}


def _defined(context: Context, terms: list[Term]) -> list[str]:
    """Few hypotheses under which every term of the proof has a value."""

    def suffices(using: list[str]) -> bool:
        with precision():
            try:
                normaliser = Normaliser(Scope(context, using))
                return all(bool(normaliser.ratio(term)) for term in terms)
            except ProofkitError:
                return False

    for using, _ in _assumptions(context):
        if suffices(using):
            return _fewest(using, suffices)
    raise CertificateError("definedness", "a term of the proof is not shown to have a value")


def _fewest(using: list[str], suffices: Any) -> list[str]:
    kept = list(using)
    for id in using:
        fewer = [k for k in kept if k != id]
        if suffices(fewer):
            kept = fewer
    return kept


def _assumptions(context: Context) -> list[tuple[list[str], dict[str, str]]]:
    """Which hypotheses to assume, and where ranges start, from the simplest choice up."""
    bounds, ties = [], []
    for id, (left, relation, right) in context.hypotheses.items():
        tied = relation == "=" or not {"number"} & {left.op, right.op}
        (ties if tied else bounds).append(id)
    choices: list[tuple[list[str], dict[str, str]]] = [(bounds, {})]
    for extra in [*([tie] for tie in ties), *([t for t in ties if t != s] for s in ties), ties]:
        choice = [*bounds, *extra]
        for origin in ({}, _origins(context, extra)):
            if (choice, origin) not in choices:
                choices.append((choice, origin))
    return choices


def _origins(context: Context, ties: list[str]) -> dict[str, str]:
    """Where an equation has a factor `d - 2`, ranges of d are best measured from 2."""
    found: dict[str, str] = {}

    def visit(term: Term) -> None:
        if term.op in ("number", "variable"):
            return
        if term.op == "sum" and [arg.op for arg in term.args] in (
            ["variable", "number"],
            ["number", "variable"],
        ):
            name, shift = sorted(term.args, key=lambda arg: arg.op, reverse=True)
            found[name.args[0]] = str(-shift.args[0])
        for arg in term.args:
            visit(arg)

    for id in ties:
        visit(context.hypotheses[id][2])
    return found


def _justify(
    bench: Bench, goal: Fact, cited: list[tuple[str, int, Fact]] | None = None
) -> Node | None:
    """A node that the kernel accepts for this goal, or None."""
    if cited:
        node = _by_citation(bench, goal, cited)
        if node is not None:
            return node
    for id in bench.context.hypotheses:
        node = {"rule": "hypothesis", "id": id}
        if _accepted(bench, goal, node):
            return node
    for using, origin in _assumptions(bench.context):
        for node in _algebra(bench.context, goal, using, origin):
            if _accepted(bench, goal, node):
                return _minimised(bench, goal, node)
    return None


def _accepted(bench: Bench, goal: Fact, node: Node) -> bool:
    try:
        rules.check(bench, goal, node)
    except (CertificateError, InputError, Undefined):
        return False
    return True


def _minimised(bench: Bench, goal: Fact, node: Node) -> Node:
    """The node with as few hypotheses as the rule still accepts."""
    if "origin" in node and _accepted(bench, goal, plain := _without(node, "origin")):
        node = plain
    for id in list(node["using"]):
        fewer = {**node, "using": [k for k in node["using"] if k != id]}
        if _accepted(bench, goal, fewer):
            node = fewer
        elif node["rule"] == "dominance":  # another plan may do without it
            for other in _algebra(bench.context, goal, fewer["using"], node.get("origin", {})):
                if other["rule"] == "dominance" and _accepted(bench, goal, other):
                    node = other
    return node


def _without(node: Node, key: str) -> Node:
    return {k: v for k, v in node.items() if k != key}


def _algebra(
    context: Context, goal: Fact, using: list[str], origin: Mapping[str, str]
) -> Iterator[Node]:
    common: Node = {"using": using, **({"origin": dict(origin)} if origin else {})}
    if "=" in goal[1]:
        yield {"rule": "identity", **common}
    if goal[1] == "=":
        return
    yield {"rule": "polynomial", **common}
    plan = _plan(context, goal, using, origin)
    if plan is not None:
        yield {"rule": "dominance", **common, "plan": plan}
    cuts = _cuts(context, goal, using, origin)
    if cuts is not None:
        yield {"rule": "enclosure", **common, "cuts": cuts}


def _scope(context: Context, using: list[str], origin: Mapping[str, str]) -> Scope:
    return Scope(context, using, {name: Fraction(start) for name, start in origin.items()})


def _upwards(goal: Fact) -> tuple[Term, Term]:
    return (goal[0], goal[2]) if "<" in goal[1] else (goal[2], goal[0])


def _plan(
    context: Context, goal: Fact, using: list[str], origin: Mapping[str, str]
) -> list[list[Any]] | None:
    """Cover each negative power by larger positive ones, the hardest to cover first."""
    try:
        scope = _scope(context, using, origin)
        terms = in_order(Normaliser(scope).difference(*_upwards(goal)))
        left_over = [c for _, c in terms]
        covers = {
            i: [j for j, (big, c) in enumerate(terms) if c > 0 and rules.at_most(scope, small, big)]
            for i, (small, weight) in enumerate(terms)
            if weight < 0
        }
    except ProofkitError:
        return None
    plan: list[list[Any]] = []
    for i in sorted(covers, key=lambda i: len(covers[i])):
        for j in sorted(covers[i], key=lambda j: sum(j in others for others in covers.values())):
            weight = min(-left_over[i], left_over[j])
            if weight > 0:
                plan.append([i, j, str(weight)])
                left_over[i] += weight
                left_over[j] -= weight
        if left_over[i] < 0:
            return None
    return plan


def _cuts(
    context: Context, goal: Fact, using: list[str], origin: Mapping[str, str]
) -> list[list[str]] | None:
    """Cut the region until every piece is enclosed with the right sign."""
    small, large = _upwards(goal)
    difference = subtract(large, small)
    cuts: list[list[str]] = []
    try:
        pending = [(_scope(context, using, origin), 0)]
    except ProofkitError:
        return None
    while pending:
        scope, depth = pending.pop()
        low = _low(scope, difference)
        if low is not None and (low > 0 or ("=" in goal[1] and low >= 0)):
            cuts.append([])
            continue
        halves = _best_halves(scope, difference) if depth < 40 and len(cuts) < MAX_PIECES else None
        if halves is None:
            return None
        cut, below, above = halves
        cuts.append(cut)
        pending += [(above, depth + 1), (below, depth + 1)]
    return cuts


def _low(scope: Scope, term: Term) -> Any:
    try:
        return scope.enclose(term).low
    except ProofkitError:
        return None


def _best_halves(scope: Scope, difference: Term) -> tuple[list[str], Scope, Scope] | None:
    """The cut after which the worse half is least bad."""
    best: tuple[list[str], Scope, Scope] | None = None
    best_score = None
    for name in _free_names(scope, difference):
        at = _middle(*scope.bounds(name))
        if at is None:
            continue
        below, above = scope.halves(name, at)
        lows = [low for half in (below, above) if (low := _low(half, difference)) is not None]
        if len(lows) == 2:
            score = (min(lows), max(lows))
            if best_score is None or score > best_score:
                best, best_score = ([name, str(at)], below, above), score
    return best


def _free_names(scope: Scope, term: Term) -> list[str]:
    found: set[str] = set()
    pending = set(variables(term))
    while pending:
        name = pending.pop()
        if name in scope.replaced:
            pending |= variables(scope.replaced[name])
        else:
            found.add(name)
    return sorted(found)


def _middle(low: Fraction | None, high: Fraction | None) -> Fraction | None:
    if low is None or low == high:
        return None
    if high is None:
        return max(Fraction(1), 2 * low)
    return (low + high) / 2


def _by_citation(bench: Bench, goal: Fact, cited: list[tuple[str, int, Fact]]) -> Node | None:
    """Exchange subterms by cited claims, one after the other, then close by algebra."""
    left, relation, right = goal
    weak = {"<": "<=", ">": ">="}.get(relation, relation)
    for name, index, _ in cited:
        node: Node = {"rule": "cite", "claim": name, "part": index}
        if _accepted(bench, goal, node):
            return node
    here, steps = left, []
    for name, index, (x, _, y) in cited:
        for old, new in ((x, y), (y, x)):
            there = rules.substitute(here, old, new)
            if there == here:
                continue
            cite = {"rule": "cite", "claim": name, "part": index}
            replaced = _replacement(bench, (here, weak, there), old, new, cite)
            if replaced is not None:
                steps.append({"relation": weak, "term": text(there), "because": replaced})
                here = there
                break
    if not steps:
        return None
    if here != right:
        last = _justify(bench, (here, relation, right))
        if last is None:
            return None
        steps.append({"relation": relation, "term": text(right), "because": last})
    node = steps[0]["because"] if len(steps) == 1 else {"rule": "chain", "steps": steps}
    return node if _accepted(bench, goal, node) else None


def _replacement(bench: Bench, goal: Fact, old: Term, new: Term, because: Node) -> Node | None:
    for using, origin in _assumptions(bench.context):
        node = {
            "rule": "replace",
            "using": using,
            **({"origin": origin} if origin else {}),
            "old": text(old),
            "new": text(new),
            "because": because,
        }
        if _accepted(bench, goal, node):
            return _minimised(bench, goal, node)
    return None


# Points -------------------------------------------------------------------------------


def _refutation(
    claim: Claim, context: Context, facts: list[Fact]
) -> tuple[int, dict[str, Fraction]] | None:
    for point in _samples(claim):
        for index, fact in enumerate(facts):
            if points.decide(context, fact, point, 512).value == "fails" and _inside(context, point):
                return index, point
    return None


def _inside(context: Context, point: Mapping[str, Fraction]) -> bool:
    facts = context.hypotheses.values()
    return all(points.decide(context, fact, point).value == "holds" for fact in facts)


def _samples(claim: Claim) -> Iterator[dict[str, Fraction]]:
    """Points worth trying: the defaults, then ends of the ranges and beyond, mixed."""
    yield resolve({}, claim.parameters)
    source = random.Random(claim.name)
    choices = {p.name: _choices(claim, p.name, p.integer, p.default) for p in claim.parameters}
    links = {id(p.link): p.link for p in claim.parameters if p.link}.values()
    for _ in range(SAMPLES):
        given = {name: source.choice(values) for name, values in choices.items()}
        for link in links:
            given.pop(next(iter(link.solve)), None)
        try:
            yield resolve(given, claim.parameters)
        except ProofkitError:
            continue


def _choices(claim: Claim, name: str, integer: bool, default: str) -> list[Fraction]:
    ends: list[Fraction] = [Fraction(default)]
    for hypothesis in claim.hypotheses:
        left, relation, right = fact_of(hypothesis.statement)
        if left.op == "variable" and left.args[0] == name and right.op == "number":
            sign = 1 if relation in (">", ">=") else -1
            step = Fraction(1) if integer else Fraction(1, 1000)
            ends += [right.args[0] + sign * k * step for k in (0, 1, 2, 5)]
    spread = [Fraction(k) for k in (3, 10, 100, 10**4, 10**6, 10**12)] if integer else []
    if not integer:
        spread = [end + step for end in ends for step in (Fraction(1, 10), Fraction(1, 2), Fraction(3))]
    return sorted({*ends, *spread})
