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
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from proofkit.errors import CertificateError, InputError, LimitExceeded, Undefined
from proofkit.exact import shorten
from proofkit.kernel import points, rules
from proofkit.kernel.normal import Normaliser
from proofkit.kernel.reading import a_text, fields, fraction, mapping, texts, whole
from proofkit.kernel.rules import Bench, Used
from proofkit.kernel.scope import FLIP, Context, Fact, Scope, precision
from proofkit.kernel.terms import Term, parse, text, variables

FORMAT = "proofkit-certificates"
SCHEMA = 1
MAX_FILE = 20_000_000
MAX_CLAIMS = 2_000
MAX_STEPS = 200
MAX_SECONDS = 60
AXIOMS = frozenset({"hoeffding", "independence"})
_TOKEN = object()


@dataclass(frozen=True, init=False)
class RegionVerdict:
    """`value` is proved, refuted or open, for all parameters the hypotheses allow. Only
    `replay` makes one."""

    name: str
    value: str
    context: Context
    facts: tuple[Fact, ...]
    used: Used
    witness: Mapping[str, Fraction] | None
    certificate: Mapping[str, Any]

    def __init__(self, token: object, **content: Any) -> None:
        if token is not _TOKEN:
            raise TypeError("verdicts are made by the kernel only")
        for name, value in content.items():
            object.__setattr__(self, name, value)

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict has three values; compare verdict.value")


class Library:
    """The claims replayed so far, which later ones may cite."""

    def __init__(self, seconds: float = MAX_SECONDS) -> None:
        self._verdicts: dict[str, RegionVerdict] = {}
        self._deadline = time.monotonic() + seconds

    def replay(self, certificate: object) -> RegionVerdict:
        """Check one claim's certificate from end to end and make its verdict."""
        with precision():
            name = _name(certificate)
            try:
                verdict = self._replay(name, mapping(certificate, "claim"))
            except CertificateError as problem:
                where = f"{name}, {problem.where}" if problem.where else name
                raise CertificateError(where, problem.reason) from None
            except (InputError, Undefined, RecursionError) as problem:
                raise CertificateError(name, str(problem) or "nested too deep") from None
        self._verdicts[name] = verdict
        return verdict

    def _replay(self, name: str, claim: dict[str, Any]) -> RegionVerdict:
        common = ("id", "parameters", "hypotheses", "definitions", "statements", "verdict", "digest")
        extra = {"proved": ("proofs", "inhabited"), "refuted": ("witness", "part"), "open": ()}
        value = claim.get("verdict")
        if not isinstance(value, str) or value not in extra:
            raise CertificateError("verdict", f"expected proved, refuted or open, got {shorten(repr(value))}")
        fields(claim, (*common, *extra[value]))
        if name in self._verdicts:
            raise CertificateError("", "the claim occurs twice")
        context = read_context(claim)
        facts = tuple(_fact(s, f"statement {k}") for k, s in enumerate(_items(claim["statements"], 100), 1))
        if not facts:
            raise CertificateError("statements", "a claim states something")
        for left, _, right in facts:
            context.check_names(left, right)
        used, witness = Used(), None
        if value == "proved":
            used = self._proofs(context, facts, claim)
            _satisfies(context, claim["inhabited"], "inhabited")
        elif value == "refuted":
            witness = _satisfies(context, claim["witness"], "witness")
            _refutes(context, facts[whole(claim["part"], "part", len(facts) - 1)], witness)
        _sealed(claim, "")
        return RegionVerdict(
            _TOKEN, name=name, value=value, context=context, facts=facts, used=used,
            witness=witness, certificate=claim,
        )  # fmt: skip

    def _proofs(self, context: Context, facts: tuple[Fact, ...], claim: dict[str, Any]) -> Used:
        proofs = _items(claim["proofs"], len(facts))
        if len(proofs) != len(facts):
            raise CertificateError("proofs", "each statement has one proof")
        used = Used()
        for k, (fact, proof) in enumerate(zip(facts, proofs, strict=True), 1):
            where = f"statement {k}, " if len(facts) > 1 else ""
            used |= self._proof(context, fact, proof, where)
        if not used.axioms <= AXIOMS:
            raise CertificateError("axioms", f"not allowed: {sorted(used.axioms - AXIOMS)}")
        return used

    def _proof(self, context: Context, fact: Fact, proof: Any, where: str) -> Used:
        """A chain from the left side to the right side, step by step."""
        fields(proof, ("defined", "steps"))
        scope = Scope(context, texts(proof["defined"], "defined"))
        bench = Bench(context, self.cite, Normaliser(scope).ratio)
        left, relation, right = fact
        bench.defined(left)
        bench.defined(right)
        here, relations, used = left, [], Used(frozenset(proof["defined"]))
        for k, step in enumerate(_items(proof["steps"], MAX_STEPS), 1):
            try:
                there, step_used = self._step(bench, here, step)
            except (CertificateError, InputError, Undefined, RecursionError) as problem:
                reason = problem.reason if isinstance(problem, CertificateError) else str(problem)
                raise CertificateError(f"{where}step {k}", reason or "nested too deep") from None
            relations.append(step["relation"])
            here, used = there, used | step_used
        if not relations or here != right or relation not in rules.IMPLIES[rules.composed(relations)]:
            raise CertificateError(f"{where}conclusion", "the steps do not end in the statement")
        return used

    def _step(self, bench: Bench, here: Term, step: Any) -> tuple[Term, Used]:
        if time.monotonic() > self._deadline:
            raise LimitExceeded("the replay takes longer than allowed")
        fields(step, ("relation", "term", "reason", "because", "digest"))
        a_text(step["reason"], "reason")
        if a_text(step["relation"], "relation") not in FLIP:
            raise CertificateError("", f"unknown relation {shorten(step['relation'])!r}")
        there = parse(step["term"])
        bench.context.check_names(there)
        bench.defined(there)
        used = rules.check(bench, (here, step["relation"], there), step["because"])
        _sealed(step, "")
        return there, used

    def cite(self, context: Context, name: str, part: int) -> tuple[Fact, Used]:
        """An earlier theorem, if its hypotheses are ours and its words mean the same here."""
        verdict = self._verdicts.get(name)
        if verdict is None or verdict.value != "proved" or part >= len(verdict.facts):
            raise CertificateError("", f"{shorten(name)} is not proved earlier in this file")
        ids = {fact: id for id, fact in context.hypotheses.items()}
        needed = set()
        for id in verdict.used.hypotheses:
            if verdict.context.hypotheses[id] not in ids:
                raise CertificateError("", f"{name} needs the hypothesis {id}, which is not assumed")
            needed.add(ids[verdict.context.hypotheses[id]])
        fact = verdict.facts[part]
        _same_meaning(verdict.context, context, variables(fact[0]) | variables(fact[2]), name)
        axioms, theorems = verdict.used.axioms, verdict.used.theorems | {name}
        return fact, Used(frozenset(needed), axioms, theorems)


def _same_meaning(theirs: Context, ours: Context, names: frozenset[str], claim: str) -> None:
    for name in names:
        term = theirs.definitions.get(name)
        if ours.definitions.get(name) != term or (term is None and name not in ours.parameters):
            raise CertificateError("", f"{name} has another meaning in {claim}")
        if term is not None:
            _same_meaning(theirs, ours, variables(term), claim)


def read_context(claim: Mapping[str, Any]) -> Context:
    parameters: dict[str, bool] = {}
    for name, kind in mapping(claim["parameters"], "parameters").items():
        if kind not in ("integer", "real") or parse(name).op != "variable":
            raise CertificateError(f"parameter {shorten(name)}", "expected a name: integer or real")
        parameters[name] = kind == "integer"
    hypotheses: dict[str, Fact] = {}
    for entry in _items(claim["hypotheses"], 100):
        fields(entry, ("id", "left", "relation", "right"))
        id = a_text(entry["id"], "id")
        if id in hypotheses:
            raise CertificateError(f"hypothesis {id}", "occurs twice")
        hypotheses[id] = _fact({k: entry[k] for k in ("left", "relation", "right")}, f"hypothesis {id}")
    definitions: dict[str, Term] = {}
    for name, source in mapping(claim["definitions"], "definitions").items():
        if parse(name).op != "variable":
            raise CertificateError(f"definition of {shorten(name)}", "expected a name")
        definitions[name] = parse(source)
    return Context(parameters, hypotheses, definitions)


def _fact(entry: Any, where: str) -> Fact:
    try:
        fields(entry, ("left", "relation", "right"))
        if a_text(entry["relation"], "relation") not in FLIP:
            raise CertificateError("", f"unknown relation {shorten(entry['relation'])!r}")
        return parse(entry["left"]), entry["relation"], parse(entry["right"])
    except (CertificateError, InputError) as problem:
        raise CertificateError(where, str(problem)) from None


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


def _refutes(context: Context, fact: Fact, witness: Mapping[str, Fraction]) -> None:
    if points.decide(context, fact, witness).value != "fails":
        raise CertificateError("witness", "the statement does not fail there")


def _items(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise CertificateError("", f"expected a list of at most {most}, got {shorten(repr(value)[:80])}")
    return value


def _name(certificate: object) -> str:
    name = certificate.get("id") if isinstance(certificate, dict) else None
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= 200:
        raise CertificateError("", "expected claims with an id")
    return name


# Digests ------------------------------------------------------------------------------


def digest(section: Mapping[str, Any]) -> str:
    content = {key: value for key, value in section.items() if key != "digest"}
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def seal(claim: dict[str, Any]) -> dict[str, Any]:
    """The claim with the digests of its steps and its own; it decides nothing."""
    for proof in claim.get("proofs", ()):
        for step in proof["steps"]:
            step["digest"] = digest(step)
    claim["digest"] = digest(claim)
    return claim


def _sealed(section: Mapping[str, Any], where: str) -> None:
    if section["digest"] != digest(section):
        raise CertificateError(where, "was edited after it was written (its digest differs)")


# Files --------------------------------------------------------------------------------


def file_text(claims: list[Mapping[str, Any]]) -> str:
    return json.dumps({"format": FORMAT, "schema": SCHEMA, "claims": claims}, indent=1) + "\n"


def replay_text(source: str, seconds: float = MAX_SECONDS) -> list[RegionVerdict]:
    """Replay a certificate file given as text."""
    claims = read_claims(source)
    library = Library(seconds)
    return [library.replay(claim) for claim in claims]


def read_claims(source: str) -> list[Any]:
    """The claims of a file, after checking only that it is such a file."""
    if len(source) > MAX_FILE:
        raise LimitExceeded(f"a certificate file of more than {MAX_FILE} characters is not accepted")
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
    if set(content) != {"format", "schema", "claims"} or content["schema"] != SCHEMA:
        raise InputError(f"certificate file: expected schema {SCHEMA} with a list of claims")
    if not isinstance(content["claims"], list) or len(content["claims"]) > MAX_CLAIMS:
        raise InputError(f"certificate file: expected a list of at most {MAX_CLAIMS} claims")
    return content["claims"]


def _no_number(source: str) -> NoReturn:
    raise ValueError(f"{shorten(source)} is not an exact number")


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name occurs twice in one object")
    return dict(pairs)


def statement_text(fact: Fact) -> str:
    return f"{text(fact[0])} {fact[1]} {text(fact[2])}"
