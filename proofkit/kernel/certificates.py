"""Question 2: certificates, and the theorems that replaying them makes.

A certificate file holds claims in an order in which each cites only earlier ones. For every
claim it gives the parameters, hypotheses, definitions and statements in full, the steps of
each proof with the rule and the data that justify them, and a point that satisfies all
hypotheses, so that no theorem is empty. `replay` believes none of it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import (
    CertificateError,
    MalformedCertificate,
)
from proofkit.foundations.exact import shorten
from proofkit.foundations.seals import read_claims, require_seal, require_sealed_steps
from proofkit.foundations.shapes import a_text, at, fields, fraction, items, mapping, texts, whole
from proofkit.kernel import inference, maps, points, worlds
from proofkit.kernel.assumptions import Context, Fact, Known, Theorem, Trail, known_relation
from proofkit.kernel.places import Indexed
from proofkit.kernel.points import TOKEN, Verdict, precision
from proofkit.kernel.reading import MAX_RANGES, a_range, require_integers
from proofkit.kernel.signs import chances
from proofkit.language.binding import ForEach, for_each
from proofkit.language.terms import Term, is_name, parse, variables

MAX_STATEMENTS = 100
MAX_WORK = 250_000
MAX_SECONDS = 600
MAX_INDICES = 4
_HEAD = "id parameters hypotheses definitions statements verdict digest ?families"
_KEYS = {
    "proved": f"{_HEAD} proofs inhabited",
    "refuted": f"{_HEAD} witness part",
    "open": _HEAD,
    "map": f"{_HEAD} over nodes pieces",
}
AXIOMS = frozenset({"hoeffding", "independence"})


@dataclass(frozen=True)
class RegionVerdict(Verdict):
    """`value` is proved, refuted or open, for all parameters the hypotheses allow, or `map`:
    then `pieces` says on how many pieces it holds and fails. Only `replay` makes one."""

    name: str
    value: str
    context: Context
    facts: tuple[Fact, ...]
    used: Trail
    witness: Mapping[str, Fraction] | None
    certificate: Mapping[str, Any]
    pieces: Mapping[str, int] | None = None


def replay_text(source: str, seconds: float = MAX_SECONDS) -> list[RegionVerdict]:
    """Replay a certificate file given as text."""
    claims = read_claims(source)
    library = Library(seconds)
    return [library.replay(claim) for claim in claims]


class Library:
    """The claims replayed so far, which later ones may cite."""

    def __init__(self, seconds: float = math.inf) -> None:
        self._verdicts: dict[str, RegionVerdict] = {}
        self._seconds_left = seconds

    def replay(self, certificate: object) -> RegionVerdict:
        """Check one claim's certificate from end to end and make its verdict."""
        name = _name(certificate)
        started = time.monotonic()
        try:
            claim = mapping(certificate, "claim")
            work = math.inf if claim.get("verdict") == "map" else MAX_WORK  # each piece has its own
            with precision(), limited(work, self._seconds_left), at(name):
                verdict = self._replay(name, claim)
        except CertificateError as found:
            raise type(found)(shorten(found.where, 300), shorten(found.reason, 300)) from None
        finally:
            self._seconds_left -= time.monotonic() - started
        self._verdicts[name] = verdict
        return verdict

    def _replay(self, name: str, claim: dict[str, Any]) -> RegionVerdict:
        value = a_text(claim.get("verdict"), "verdict")
        if value not in _KEYS:
            raise MalformedCertificate("verdict", "expected proved, refuted or open")
        fields(claim, _KEYS[value])
        if name in self._verdicts:
            raise CertificateError("", "the claim occurs twice")
        context = read_context(claim)
        statements = items(claim["statements"], "statements", MAX_STATEMENTS)
        facts = tuple(_fact(entry, f"statement {k}") for k, entry in enumerate(statements, 1))
        if not facts:
            raise CertificateError("statements", "a claim states something")
        for left, _, right in facts:
            context.check_names(left, right)
        at_sight = Known if context.families is None else Indexed
        known, witness, pieces = at_sight(context, Trail(), self.theorem), None, None
        if value == "proved":
            require_sealed_steps(claim)
            _prove(known, facts, items(claim["proofs"], "proofs"))
            _point(known, claim["inhabited"], "inhabited")
        elif value == "refuted":
            witness = _point(known, claim["witness"], "witness")
            fact = facts[whole(claim["part"], "part", len(facts) - 1)]
            if context.families is None:
                found = points.decide(context, fact, witness)
            else:
                found = worlds.read(context, claim["witness"]).decide(fact)
            if found.value != "fails":
                raise CertificateError("witness", "the statement does not fail there")
            known.trail.axioms |= found.axioms
        elif value == "map" and context.families is not None:
            raise CertificateError("map", "does not handle sums over an index yet")
        elif value == "map":
            region = maps.Map(known, facts, texts(claim["over"], "over"))
            pieces = maps.check_pieces(region, claim["nodes"], claim["pieces"])
        used = known.trail
        if not used.axioms <= AXIOMS:
            raise CertificateError("axioms", f"not allowed: {sorted(used.axioms - AXIOMS)}")
        require_seal(claim)  # last, for what has not the shape of a claim is told as that
        return RegionVerdict(name, value, context, facts, used, witness, claim, pieces, token=TOKEN)

    def theorem(self, name: str) -> Theorem:
        """An earlier theorem, for a rule that cites it."""
        verdict = self._verdicts.get(name)
        if verdict is None or verdict.value != "proved":
            raise CertificateError("", f"{shorten(name)} is not proved earlier in this file")
        return Theorem(verdict.context, verdict.facts, verdict.used)


def _prove(known: Known, facts: tuple[Fact, ...], proofs: list[Any]) -> None:
    """Each statement by a chain from its left side to its right side, after facts it rests on."""
    if len(proofs) != len(facts):
        raise CertificateError("proofs", "each statement has one proof")
    for k, (fact, proof) in enumerate(zip(facts, proofs, strict=True), 1):
        with at(f"statement {k}" if len(facts) > 1 else ""):
            fields(proof, "facts steps")
            steps = {"rule": "chain", "start": fact[0], "steps": proof["steps"]}
            node = {"rule": "have", "facts": proof["facts"], "then": steps}
            inference.check(known, fact, node)


def read_context(claim: Mapping[str, Any]) -> Context:
    """A claim's parameters, hypotheses and definitions."""
    parameters: dict[str, bool] = {}
    for name, kind in mapping(claim["parameters"], "parameters").items():
        if kind not in ("integer", "real"):
            raise MalformedCertificate(f"parameter {shorten(name)}", "expected integer or real")
        parameters[name] = kind == "integer"
    hypotheses: dict[str, Fact] = {}
    each: dict[str, ForEach] = {}
    for entry in items(claim["hypotheses"], "hypotheses", MAX_STATEMENTS):
        fields(entry, "id left relation right ?for")
        id = a_text(entry["id"], "id")
        if id in hypotheses or id in each:
            raise CertificateError(f"hypothesis {id}", "occurs twice")
        fact = _fact({k: entry[k] for k in entry if k not in ("id", "for")}, f"hypothesis {id}")
        if "for" not in entry:
            hypotheses[id] = fact
            continue
        with at(f"hypothesis {id}"):
            each[id] = for_each(_ranges(entry["for"]), *fact)
    definitions = {}
    for name, source in mapping(claim["definitions"], "definitions").items():
        with at(f"definition of {name}"):
            definitions[name] = parse(source)
    families = _families(claim["families"]) if "families" in claim else None
    if each and families is None:
        raise CertificateError("hypotheses", "families are not declared")
    return Context(parameters, hypotheses, definitions, families, each)


def _families(content: object) -> dict[str, tuple[bool, int]]:
    """Families by name: `["real", 2]` has two indices."""
    found = {}
    for name, entry in mapping(content, "families").items():
        kind = items(entry, f"family {shorten(name)}", 2)
        if len(kind) != 2 or kind[0] not in ("integer", "real"):
            raise MalformedCertificate(f"family {shorten(name)}", "expected a kind and a number")
        arity = whole(kind[1], f"family {shorten(name)}", MAX_INDICES)
        if arity == 0:
            raise MalformedCertificate(f"family {shorten(name)}", "expected an index or more")
        found[name] = kind[0] == "integer", arity
    return found


def _ranges(entries: object) -> list[tuple[str, Term, Term]]:
    """The ranges of a hypothesis for each index."""
    found: list[tuple[str, Term, Term]] = []
    for entry in items(entries, "for", MAX_RANGES):
        name, low, high = a_range(entry)
        if not is_name(name) or name in {known for known, _, _ in found}:
            raise CertificateError("for", f"{shorten(repr(name))} is not a new name")
        found.append((name, parse(low), parse(high)))
    if not found:
        raise CertificateError("for", "a range is missing")
    return found


def _fact(entry: Any, where: str) -> Fact:
    with at(where):
        fields(entry, "left relation right")
        return parse(entry["left"]), known_relation(entry["relation"]), parse(entry["right"])


def _point(known: Known, point: Any, where: str) -> dict[str, Fraction]:
    """The point, after checking that all hypotheses hold there. That they do somewhere may be
    shown by real numbers given as terms without variables, such as `sqrt(2)`."""
    context, given = known.context, mapping(point, where)
    if context.families is not None:
        world = worlds.read(context, given)
        with at(where):
            known.trail.axioms |= world.require_hypotheses()
        return world.numbers
    if given.keys() != context.parameters.keys():
        raise CertificateError(where, "expected a value for each parameter, and no other")
    real = {name for name, integer in context.parameters.items() if not integer}
    closed = {
        name: parse(value)
        for name, value in given.items()
        if where == "inhabited" and name in real and isinstance(value, str) and "(" in value
    }
    for name, term in closed.items():
        if variables(term) or next(chances(term), None) is not None:
            raise CertificateError(where, f"{shorten(name)} is not given by a number")
    values = {k: fraction(value, k) for k, value in given.items() if k not in closed}
    with at(where):
        require_integers(context, values)
    kinds = {name: name not in real for name in values}
    here = points.Point(Context(kinds, definitions=closed), values)
    for id, fact in context.hypotheses.items():
        found = here.decide(fact)
        if found.value != "holds":
            raise CertificateError(where, f"the point does not satisfy the hypothesis {id}")
        known.trail.axioms |= found.axioms
    for term in closed.values():
        here.enclose(term, points.WORKING_BITS)  # it has a value
    return values


def _name(certificate: object) -> str:
    name = certificate.get("id") if isinstance(certificate, dict) else None
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= 200:
        raise MalformedCertificate("", "expected claims with an id")
    return name
