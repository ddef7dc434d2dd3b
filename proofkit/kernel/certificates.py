"""Question 2: certificates, and the theorems that replaying them makes.

A certificate file holds claims in an order in which each cites only earlier ones. For every
claim it gives the parameters, hypotheses, definitions and statements in full, the steps of
each proof with the rule and the data that justify them, and a point that satisfies all
hypotheses, so that no theorem is empty. `replay` believes none of it.

Each part also carries a digest. Digests are not what makes a proof right: they make a file
that was edited by hand, even into another true statement, noticeable, and name the place.
"""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import (
    CertificateError,
    InputError,
    LimitExceeded,
    MalformedCertificate,
    Undefined,
)
from proofkit.foundations.exact import shorten
from proofkit.foundations.shapes import (
    a_text,
    fields,
    fraction,
    items,
    mapping,
    refused,
    texts,
    whole,
)
from proofkit.kernel import inference, maps, points
from proofkit.kernel.assumptions import (
    Context,
    Fact,
    Known,
    Trail,
    known_relation,
    replace,
    upwards,
)
from proofkit.kernel.points import TOKEN, Verdict, precision
from proofkit.kernel.reading import with_facts
from proofkit.kernel.terms import Term, parse, text, variables

FORMAT = "proofkit-certificates"
SCHEMA = 2
MAX_FILE = 20_000_000
MAX_CLAIMS = 2_000
MAX_STATEMENTS = 100
MAX_WORK = 250_000
MAX_SECONDS = 600
_HEAD = "id parameters hypotheses definitions statements verdict digest"
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
            with precision(), limited(work, self._seconds_left):
                verdict = self._replay(name, claim)
        except (CertificateError, InputError, Undefined, RecursionError) as problem:
            found = refused(name, problem)
            kind = type(found)
            raise kind(shorten(found.where, 300), shorten(found.reason, 300)) from None
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
        statements = enumerate(items(claim["statements"], "statements", MAX_STATEMENTS), 1)
        facts = tuple(_fact(entry, f"statement {k}") for k, entry in statements)
        if not facts:
            raise CertificateError("statements", "a claim states something")
        for left, _, right in facts:
            context.check_names(left, right)
        used, witness, pieces = Trail(), None, None
        if value == "proved":
            self._proofs(Known(context, used, self.theorem), facts, claim["proofs"])
            _satisfies(context, claim["inhabited"], "inhabited")
        elif value == "refuted":
            witness = _satisfies(context, claim["witness"], "witness")
            fact = facts[whole(claim["part"], "part", len(facts) - 1)]
            if points.decide(context, fact, witness).value != "fails":
                raise CertificateError("witness", "the statement does not fail there")
        elif value == "map":
            region = maps.Map(
                Known(context, used, self.theorem), facts, texts(claim["over"], "over")
            )
            pieces = maps.check_pieces(region, claim["nodes"], claim["pieces"])
            _require_axioms(used)
        _require_seal(claim)
        return RegionVerdict(name, value, context, facts, used, witness, claim, pieces, token=TOKEN)

    def _proofs(self, known: Known, facts: tuple[Fact, ...], proofs: object) -> None:
        if len(items(proofs, "proofs")) != len(facts):
            raise CertificateError("proofs", "each statement has one proof")
        for k, (fact, proof) in enumerate(zip(facts, items(proofs, "proofs"), strict=True), 1):
            try:
                _prove(known, fact, proof)
            except CertificateError as problem:
                raise refused(f"statement {k}" if len(facts) > 1 else "", problem) from None
        _require_axioms(known.trail)

    def theorem(self, name: str) -> Proved:
        """An earlier theorem, for a rule that cites it."""
        verdict = self._verdicts.get(name)
        if verdict is None or verdict.value != "proved":
            raise CertificateError("", f"{shorten(name)} is not proved earlier in this file")
        return Proved(verdict)


def _require_axioms(used: Trail) -> None:
    if not used.axioms <= AXIOMS:
        raise CertificateError("axioms", f"not allowed: {sorted(used.axioms - AXIOMS)}")


class Proved:
    """A verdict as a theorem that later proofs may cite."""

    def __init__(self, verdict: RegionVerdict) -> None:
        self.context, self.facts = verdict.context, verdict.facts
        self.axioms = frozenset(verdict.used.axioms)
        self.theorems = frozenset(verdict.used.theorems)
        known, used = verdict.context.hypotheses, verdict.used.hypotheses
        self.hypotheses = {id: fact for id, fact in known.items() if id in used}

    def parameters(self, part: int) -> dict[str, bool]:
        if part >= len(self.facts):
            raise CertificateError("", "the theorem cited has fewer parts")
        spoken = set().union(*(map(self._names, (self.facts[part], *self.hypotheses.values()))))
        return {name: kind for name, kind in self.context.parameters.items() if name in spoken}

    def _names(self, fact: Fact) -> frozenset[str]:
        unfold = self.context.unfold
        return variables(unfold(fact[0])) | variables(unfold(fact[2]))

    def instance(self, part: int, values: Mapping[str, Term]) -> tuple[Fact, dict[str, Fact]]:
        def put(fact: Fact) -> Fact:
            left, relation, right = upwards(fact)
            unfold = self.context.unfold
            return replace(unfold(left), values), relation, replace(unfold(right), values)

        return put(self.facts[part]), {id: put(fact) for id, fact in self.hypotheses.items()}


def _prove(known: Known, fact: Fact, proof: object) -> None:
    """A chain from the left side to the right side, after the facts it rests on."""
    fields(proof, "facts steps")
    content = mapping(proof, "proof")
    for k, step in enumerate(items(content["steps"], "steps", inference.MAX_STEPS), 1):
        try:
            fields(step, "relation term reason because digest")
            a_text(step["reason"], "reason")
            _require_seal(step)
        except CertificateError as problem:
            raise refused(f"step {k}", problem) from None
    try:
        known = with_facts(known, content["facts"], inference.check)
    except (CertificateError, InputError, Undefined) as problem:
        raise refused("facts", problem) from None
    try:
        for side in fact[::2]:
            known.require_value(side)
    except (InputError, Undefined) as problem:
        raise refused("definedness", problem) from None
    inference.follow(known, fact, content["steps"])


def read_context(claim: Mapping[str, Any]) -> Context:
    """A claim's parameters, hypotheses and definitions."""
    parameters: dict[str, bool] = {}
    for name, kind in mapping(claim["parameters"], "parameters").items():
        if kind not in ("integer", "real"):
            raise MalformedCertificate(f"parameter {shorten(name)}", "expected integer or real")
        parameters[name] = kind == "integer"
    hypotheses: dict[str, Fact] = {}
    for entry in items(claim["hypotheses"], "hypotheses", MAX_STATEMENTS):
        fields(entry, "id left relation right")
        id = a_text(entry["id"], "id")
        if id in hypotheses:
            raise CertificateError(f"hypothesis {id}", "occurs twice")
        hypotheses[id] = _fact({k: entry[k] for k in entry if k != "id"}, f"hypothesis {id}")
    definitions = {}
    for name, source in mapping(claim["definitions"], "definitions").items():
        try:
            definitions[name] = parse(source)
        except InputError as problem:
            raise refused(f"definition of {name}", problem) from None
    return Context(parameters, hypotheses, definitions)


def _fact(entry: Any, where: str) -> Fact:
    try:
        fields(entry, "left relation right")
        return parse(entry["left"]), known_relation(entry["relation"]), parse(entry["right"])
    except (CertificateError, InputError) as problem:
        raise refused(where, problem) from None


def _satisfies(context: Context, point: Any, where: str) -> dict[str, Fraction]:
    """The point, after checking that it satisfies every hypothesis."""
    values = {name: fraction(value, name) for name, value in mapping(point, where).items()}
    if set(values) != set(context.parameters):
        raise CertificateError(where, "expected a value for each parameter, and no other")
    for name, value in values.items():
        if context.parameters[name] and value.denominator != 1:
            raise CertificateError(where, f"{name} = {value} is not an integer")
    for id, fact in context.hypotheses.items():
        if points.decide(context, fact, values).value != "holds":
            raise CertificateError(where, f"the point does not satisfy the hypothesis {id}")
    return values


def _name(certificate: object) -> str:
    name = certificate.get("id") if isinstance(certificate, dict) else None
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= 200:
        raise MalformedCertificate("", "expected claims with an id")
    return name


# Digests ------------------------------------------------------------------------------


def digest(section: Mapping[str, Any]) -> str:
    """The digest of a section without the digest itself."""
    content = {key: value for key, value in section.items() if key != "digest"}
    canonical = json.dumps(
        content, sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=_written
    )
    return hashlib.sha256(canonical.encode()).hexdigest()


def _written(value: object) -> str:
    """A term as a file has it; within the process a node may hold the term itself."""
    if isinstance(value, Term):
        return text(value)
    raise TypeError(f"{type(value).__name__} is no part of a certificate")


def seal(claim: dict[str, Any]) -> dict[str, Any]:
    """The claim with the digests of its steps and its own; it decides nothing."""
    for proof in claim.get("proofs", ()):
        for step in proof["steps"]:
            step["digest"] = digest(step)
    claim["digest"] = digest(claim)
    return claim


def _require_seal(section: Mapping[str, Any]) -> None:
    if section["digest"] != digest(section):
        raise CertificateError("", "was edited after it was written (its digest differs)")


# Files --------------------------------------------------------------------------------


def file_text(claims: list[Mapping[str, Any]]) -> str:
    """A certificate file of these claims."""
    content = {"format": FORMAT, "schema": SCHEMA, "claims": claims}
    return json.dumps(content, indent=1, default=_written) + "\n"


def replay_text(source: str, seconds: float = MAX_SECONDS) -> list[RegionVerdict]:
    """Replay a certificate file given as text."""
    claims = read_claims(source)
    library = Library(seconds)
    return [library.replay(claim) for claim in claims]


def read_claims(source: str) -> list[Any]:
    """The claims of a file, after checking only that it is such a file."""
    if len(source) > MAX_FILE:
        raise LimitExceeded(f"a certificate file of more than {MAX_FILE} characters is refused")
    try:
        content = json.loads(
            source, parse_float=_no_number, parse_constant=_no_number, object_pairs_hook=_no_twins
        )
    except RecursionError:
        raise LimitExceeded("the certificate file is nested too deep") from None
    except ValueError as problem:
        raise InputError(f"not a certificate file: {shorten(str(problem), 120)}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"not a certificate file: expected format {FORMAT!r}")
    schema, claims = content.get("schema"), content.get("claims")
    if len(content) != 3 or isinstance(schema, bool) or schema != SCHEMA:
        raise InputError(f"certificate file: expected schema {SCHEMA} with a list of claims")
    if not isinstance(claims, list) or len(claims) > MAX_CLAIMS:
        raise InputError(f"certificate file: expected a list of at most {MAX_CLAIMS} claims")
    return claims


def _no_number(source: str) -> NoReturn:
    raise ValueError(f"{shorten(source)} is not an exact number")


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name occurs twice in one object")
    return dict(pairs)


def statement_text(fact: Fact) -> str:
    return f"{text(fact[0])} {fact[1]} {text(fact[2])}"
