"""Reading an export back: what do its statements say?

A parser with a grammar of its own, which shares no code with the printer, turns the
definitions, the hypotheses and the theorems of a Coq file into terms again. They are compared
with the claim as its author wrote it, side by side, at exact points in Arb. A slip of the
printer (a sign, an exponent, a relation, a hypothesis too many) is refused here.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from proofkit.bridges.coq import chance_reader
from proofkit.foundations.errors import Contradiction, InputError, LimitExceeded, Undefined
from proofkit.foundations.exact import shorten
from proofkit.kernel import points
from proofkit.kernel.assumptions import Context, Fact
from proofkit.search.from_sympy import context_of, fact_of
from proofkit.kernel.terms import (
    HALF,
    MINUS_ONE,
    Term,
    add,
    exp,
    log,
    multiply,
    negate,
    number,
    power,
    variable,
)
from proofkit.language.claims import Claim

POINTS = 12
NEEDED = 4
"""Points at which both sides must have a value before a comparison counts."""

BITS = 160
_TOKEN = re.compile(r"\s*(\d+|[A-Za-z_][\w']*|->|/\\|::|:=|%nat|<=|>=|<>|[-+*/^()<>=:,.])")
_RELATIONS = ("=", "<=", ">=", "<", ">", "<>")


@dataclass
class Definition:
    """`name parameters := body`."""

    parameters: tuple[str, ...]
    body: Term


@dataclass
class Statement:
    """A theorem as read: its parameters, what it assumes, and what it says."""

    parameters: tuple[str, ...]
    hypotheses: list[Fact]
    fact: Fact
    cited: tuple[str, ...] = ()


@dataclass
class Module:
    """What a file defines and states."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    assumed: dict[str, tuple[tuple[str, ...], list[Fact]]] = field(default_factory=dict)
    statements: dict[str, Statement] = field(default_factory=dict)


def read(source: str) -> Module:
    """The definitions and theorems of an exported file; proofs are passed over."""
    module = Module()
    plain = re.sub(r"\(\*.*?\*\)", " ", source, flags=re.DOTALL)
    plain = re.sub(r"\bProof\..*?\bQed\.", " ", plain, flags=re.DOTALL)
    pattern = r"^(Definition|Theorem)\s+(\w+)(.*?)\.(?=\s|$)"
    for kind, name, rest in re.findall(pattern, plain, re.DOTALL | re.MULTILINE):
        if ": nat)" in rest:  # the explicit matrix, of which no theorem speaks directly
            continue
        parser = _Parser(rest, module)
        if kind == "Theorem":
            module.statements[name] = parser.theorem()
        else:
            parser.definition(name)
    return module


class _Parser(chance_reader.Events):
    """Recursive descent over one sentence."""

    def __init__(self, source: str, module: Module) -> None:
        self.tokens = self._split(source)
        self.place, self.module = 0, module
        self.bound: tuple[str, ...] = ()
        self.signs = chance_reader.Signs()

    def _split(self, source: str) -> list[str]:
        found, place, end = [], 0, len(source.rstrip())
        while place < end:
            match = _TOKEN.match(source, place)
            if match is None:
                raise InputError(f"not of the exported form: {shorten(source[place:])!r}")
            found.append(match[1])
            place = match.end()
        return found

    def here(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        token = self.here()
        if expected and token not in expected:
            raise InputError(f"expected {' or '.join(expected)}, got {shorten(repr(token))}")
        self.place += 1
        return token

    def end(self) -> None:
        if self.here():
            raise InputError(f"unexpected {shorten(repr(self.here()))}")

    def names(self) -> tuple[str, ...]:
        found = []
        while re.fullmatch(r"[A-Za-z_][\w']*", self.here()):
            found.append(self.take())
        self.take(":")
        self.take("R")
        return tuple(found)

    def definition(self, name: str) -> None:
        if self.here() == "(":
            self.take("(")
            self.bound = self.names()
            self.take(")")
        self.take(":")
        if self.take("R", "Prop") == "R":
            self.take(":=")
            self.module.definitions[name] = Definition(self.bound, self.sum())
        else:
            self.take(":=")
            facts = [self.fact()]
            while self.here() == "/\\":
                self.take()
                facts.append(self.fact())
            self.module.assumed[name] = self.bound, facts
        self.end()

    def theorem(self) -> Statement:
        self.take(":")
        if self.here() == "forall":
            self.take()
            self.bound = self.names()
            self.take(",")
        while self.here() == "forall":
            self.binder()
        facts: list[Fact] = []
        while True:
            if self.premise():
                self.take("->")
                continue
            if self.here() in self.module.assumed:
                parameters, assumed = self.module.assumed[self.take()]
                if tuple(self.take() for _ in parameters) != parameters:
                    raise InputError("the hypotheses speak of other parameters")
                facts += assumed
            else:
                facts.append(self.fact())
            if self.here() != "->":
                break
            self.take()
        self.end()
        *hypotheses, said = facts
        self.signs.require_used()
        return Statement(self.bound, hypotheses, said, tuple(self.signs.cited))

    def fact(self) -> Fact:
        left = self.sum()
        relation = self.take(*_RELATIONS)
        return left, relation, self.sum()

    def sum(self) -> Term:
        total = self.product()
        while self.here() in ("+", "-"):
            minus = self.take() == "-"
            term = self.product()
            total = add(total, negate(term) if minus else term)
        return total

    def product(self) -> Term:
        total = self.signed()
        while self.here() in ("*", "/"):
            inverse = self.take() == "/"
            factor = self.signed()
            total = multiply(total, power(factor, MINUS_ONE) if inverse else factor)
        return total

    def signed(self) -> Term:
        if self.here() == "-":
            self.take()
            return negate(self.signed())
        base = self.applied()
        if self.here() != "^":
            return base
        self.take()
        return power(base, number(int(self.take())))

    def applied(self) -> Term:
        token = self.here()
        if token == "P":
            return self.chance()
        if token in ("exp", "ln", "sqrt", "Rpow"):
            self.take()
            first = self.atom()
            if token == "Rpow":
                return power(first, self.atom())
            return {"exp": exp, "ln": log}[token](first) if token != "sqrt" else power(first, HALF)
        if token in self.module.definitions:
            self.take()
            definition = self.module.definitions[token]
            given = {name: self.atom() for name in definition.parameters}
            return _substituted(definition.body, given)
        return self.atom()

    def named(self, name: str) -> Term:
        if name not in self.bound:
            raise InputError(f"{shorten(repr(name))} is not known here")
        return variable(name)

    def atom(self) -> Term:
        token = self.take()
        if token == "(":
            term = self.sum()
            self.take(")")
            return term
        if token.isdigit():
            return number(int(token))
        return self.named(token)


def _substituted(term: Term, given: Mapping[str, Term]) -> Term:
    if term.op == "variable":
        return given[term.args[0]]
    if term.op == "number":
        return term
    return Term(term.op, tuple(_substituted(arg, given) for arg in term.args))


# Comparing ------------------------------------------------------------------------------


def compare(
    source: str, wanted: Iterable[tuple[str, Claim, int]], cited: Mapping[str, bool] | None = None
) -> None:
    """Refuse a file whose theorems do not say what the claims say; `wanted` lists the name of
    a theorem, its claim, and which part of the claim it is; `cited` says by the claim's name
    whether its proof cites Hoeffding's inequality."""
    module = read(source)
    for name, claim, part in wanted:
        if name not in module.statements:
            raise Contradiction(f"{claim.name}: the export has no theorem {name}")
        try:
            if cited is not None:
                chance_reader.require_cited(module.statements[name].cited, cited[claim.name])
            _same(module.statements[name], claim, part)
        except (InputError, Contradiction) as problem:
            raise Contradiction(f"{claim.name}, as exported to Coq: {problem}") from None


def compare_given(source: str, wanted: Iterable[tuple[str, Claim, Fact]]) -> None:
    """Refuse a file whose theorems are not the first part of their claims with one premise
    more, or assume Hoeffding's inequality."""
    module = read(source)
    for name, claim, given in wanted:
        found = module.statements.get(name)
        if found is None or found.cited:
            raise Contradiction(f"{claim.name}: the export has no theorem {name} as it should be")
        *hypotheses, last = found.hypotheses
        if last != given:
            raise Contradiction(f"{claim.name}, as exported to Coq: another case than {given[2]}")
        _same(Statement(found.parameters, hypotheses, found.fact), claim, 0)


def _same(read_: Statement, claim: Claim, part: int) -> None:
    parameters = tuple(p.name for p in claim.parameters)
    if len(read_.parameters) != len(parameters):
        raise Contradiction("it has other parameters")
    ours = dict(zip(read_.parameters, parameters, strict=True))
    renamed = {there: variable(here) for there, here in ours.items()}
    original = context_of(claim)
    empty = Context(original.parameters)
    if len(read_.hypotheses) != len(original.hypotheses):
        raise Contradiction("it assumes more or less than the claim")
    pairs = [*zip(read_.hypotheses, original.hypotheses.values(), strict=True)]
    pairs.append((read_.fact, fact_of(claim.parts[part].statement)))
    for found, stated in pairs:
        if found[1] != stated[1]:
            raise Contradiction(f"it says {found[1]} where the claim says {stated[1]}")
        for mine, yours in chance_reader.facts(found, stated):
            _require_same(empty, _substituted(mine, renamed), original, yours)


def _require_same(context: Context, mine: Term, original: Context, yours: Term) -> None:
    """Two terms with one value at every point tried; points without a value do not count."""
    source = random.Random(0)
    defined = 0
    for _ in range(4 * POINTS):
        values = {name: _value(name, source) for name in original.parameters}
        try:
            here = points.enclose(context, mine, values, BITS)
            there = points.enclose(original, yours, values, BITS)
        except (Undefined, LimitExceeded):
            continue
        if not (here.low <= there.high and there.low <= here.high):
            raise Contradiction(f"{shorten(str(mine), 80)} is not {shorten(str(yours), 80)}")
        defined += 1
        if defined == POINTS:
            return
    if defined < NEEDED:
        raise Contradiction(f"{shorten(str(yours), 80)} could not be compared")


def _value(name: str, source: random.Random) -> Fraction:
    """A number with which powers and logarithms have a value, and which nothing cancels."""
    size = Fraction(source.randint(10_000, 90_000), 10_007)
    return size + 3 if name in ("n", "d", "t", "m") else size / 9
