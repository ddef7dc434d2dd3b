"""Reading an export back: what do its statements say?

A parser with a grammar of its own, which shares no code with the printer, turns the
definitions, the hypotheses and the theorems of a Coq file into terms again. They are compared
with the claim as its author wrote it, letter by letter once sums and products are put in one
order: a slip of the printer (a sign, an exponent, a relation, a hypothesis too many) is refused
here. So is a file with any sentence but definitions, lemmas with proofs and theorems, or one
that gives a name a second meaning.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from proofkit.bridges.coq import chance_reader, theory
from proofkit.bridges.coq.ordering import ordered
from proofkit.foundations.errors import Contradiction, InputError
from proofkit.foundations.exact import shorten
from proofkit.kernel.assumptions import Context, Fact
from proofkit.language.claims import Claim
from proofkit.language.terms import (
    HALF,
    MINUS_ONE,
    Term,
    add,
    multiply,
    negate,
    number,
    power,
    text,
    variable,
)
from proofkit.language.words import CONSTANTS, FUNCTIONS, RELATIONS
from proofkit.search.contexts import context_of, fact_of

_TOKEN = re.compile(r"\s*(\d+|[A-Za-z_][\w']*|->|/\\|::|:=|%nat|<=|>=|<>|[-+*/^()<>=:,.~])")
STANDARD = theory.names() | {
    *(function.coq for function in FUNCTIONS.values()),
    *(relation.coq for relation in RELATIONS.values()),
    *("sqrt", "INR", "IZR", "R", "nat", "list", "length", "nth", "sum_f_R0", "pow", "cons", "nil"),
    *("Rplus", "Rminus", "Rmult", "Rdiv", "Rinv", "Ropp"),
    *("map", "seq", "repeat", "True", "False", "and", "or", "not", "ex", "bool"),
    *("PI", "Rpower", "up", "powerRZ"),
}
"""Names of the library and of the prelude that statements are made of."""

_RELATIONS = (*RELATIONS, "<>")


_APPLIED = {f.coq: (f.name, 1 + f.several) for f in FUNCTIONS.values() if f.coq}
_CONSTANTS = {constant.coq: name for name, constant in CONSTANTS.items()}
_APPLIED |= {"sqrt": ("power", 1), "Rpow": ("power", 2)}


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
    wholes: tuple[str, ...] = ()
    negated: bool = False
    """Does it say that this is not so for all parameters?"""


@dataclass
class Module:
    """What a file defines and states."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    assumed: dict[str, tuple[tuple[str, ...], list[Fact]]] = field(default_factory=dict)
    statements: dict[str, Statement] = field(default_factory=dict)


_SENTENCE = re.compile(
    r"\s*(?:(?P<kind>Definition|Lemma|Theorem)\s+(?P<name>[A-Za-z]\w*)(?P<rest>[^.]*?"
    r"(?:\.(?!\s|$)[^.]*?)*)\.(?=\s|$)"
    r"|(?P<proof>Proof\..*?\bQed\.)"
    r"|(?P<other>Require Import [\w ]+|Require \w+|From Interval Require Import Tactic"
    r"|Open Scope R_scope)\.(?=\s|$)"
    r"|(?P<tactic>Ltac met :=.*?\.(?=\s|$)))",
    re.DOTALL,
)
_ASSUMING = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Hypothes[ie]s|Variables?"
    r"|Context|Unset|bypass_check|Notation|Module|Section)\b|#\["
)


def read(source: str) -> Module:
    """The definitions and theorems of an exported file; proofs are passed over, and nothing
    else may stand in it."""
    module = Module()
    plain = re.sub(r"\(\*.*?\*\)", " ", source, flags=re.DOTALL).rstrip()
    place, seen, open_ = 0, set(STANDARD), ""
    while place < len(plain):
        match = _SENTENCE.match(plain, place)
        if match is None:
            raise InputError(f"no sentence of an export: {shorten(plain[place:].strip())!r}")
        place = match.end()
        astray = (open_ != "") != (match["proof"] is not None)
        if astray or _ASSUMING.search(match[0]) or _commands(match["proof"] or ""):
            raise InputError(f"not as an export is: {shorten(match[0].strip())!r}")
        open_ = match["name"] if match["kind"] in ("Lemma", "Theorem") else ""
        if match["name"]:
            if match["name"] in seen:
                raise InputError(f"{match['name']} has a meaning already")
            seen.add(match["name"])
            _sentence(module, match["kind"], match["name"], match["rest"])
    if open_:
        raise InputError(f"{open_} has no proof")
    return module


def _commands(proof: str) -> list[str]:
    """Sentences of a proof that are no tactics: those begin with a small letter."""
    inner = proof.removeprefix("Proof.").removesuffix("Qed.")
    begun = [part.lstrip(" \n{}-+*") for part in re.split(r"\.(?=\s)", inner)]
    return [part for part in begun if part[:1].isupper()]


def _sentence(module: Module, kind: str, name: str, rest: str) -> None:
    if kind == "Lemma":
        return
    parser = Parser(rest, module)
    if kind == "Theorem":
        module.statements[name] = parser.theorem()
    else:
        parser.definition(name)


class Parser:
    """Recursive descent over one sentence."""

    def __init__(self, source: str, module: Module) -> None:
        self.tokens = self._split(source)
        self.place, self.module = 0, module
        self.bound: tuple[str, ...] = ()
        self.events = chance_reader.Events(self)

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

    def took(self, token: str) -> bool:
        """Take this token, if it is here."""
        found = self.here() == token
        self.place += found
        return found

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
        if self.took("("):
            self.bound = self.names()
            self.take(")")
        self.take(":")
        kind = self.take("R", "Prop")
        self.take(":=")
        if kind == "R":
            self.module.definitions[name] = Definition(self.bound, self.sum())
        else:
            facts = [self.fact()]
            while self.took("/\\"):
                facts.append(self.fact())
            self.module.assumed[name] = self.bound, facts
        self.end()

    def theorem(self) -> Statement:
        self.take(":")
        if not self.took("~"):
            return self._statement()
        self.take("(")
        return replace(self._statement(")"), negated=True)

    def _statement(self, closing: str = "") -> Statement:
        if self.took("forall"):
            self.bound = self.names()
            self.take(",")
        while self.here() == "forall":
            self.events.binder()
        facts: list[Fact] = []
        wholes: list[str] = []
        while True:
            if self.events.premise():
                self.take("->")
                continue
            if self.took("whole"):
                wholes.append(self.take(*self.bound))
                self.take("->")
                continue
            if self.here() in self.module.assumed:
                parameters, assumed = self.module.assumed[self.take()]
                if tuple(self.take() for _ in parameters) != parameters:
                    raise InputError("the hypotheses speak of other parameters")
                facts += assumed
            else:
                facts.append(self.fact())
            if not self.took("->"):
                break
        if closing:
            self.take(closing)
        self.end()
        *hypotheses, said = facts
        self.events.signs.require_used()
        return Statement(
            self.bound, hypotheses, said, tuple(self.events.signs.cited), tuple(wholes)
        )

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
        if self.took("-"):
            return negate(self.signed())
        base = self.applied()
        return power(base, number(int(self.take()))) if self.took("^") else base

    def applied(self) -> Term:
        token = self.here()
        if token == "P":
            return self.events.chance()
        if token in _APPLIED:
            self.take()
            name, count = _APPLIED[token]
            args = tuple(self.atom() for _ in range(count))
            return power(args[0], HALF) if token == "sqrt" else Term(name, args)
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
        if self.took("("):
            term = self.sum()
            self.take(")")
            return term
        token = self.take()
        if token.isdigit():
            return number(int(token))
        if token in _CONSTANTS:
            return Term(_CONSTANTS[token], ())
        return self.named(token)


def _substituted(term: Term, given: Mapping[str, Term]) -> Term:
    if term.op == "variable":
        return given[term.args[0]]
    if term.op == "number":
        return term
    return Term(term.op, tuple(_substituted(arg, given) for arg in term.args))


# Comparing ------------------------------------------------------------------------------


def problems(
    source: str,
    wanted: Iterable[tuple[str, Claim, int]],
    cited: Mapping[str, Collection[str]] | None = None,
) -> dict[str, str]:
    """What is wrong, theorem by theorem, where they do not say what the claims say; `wanted` lists
    the name of a theorem, its claim, and which part of the claim it is; `cited` says by the claim's
    name on which axioms its proof rests."""
    module, found = read(source), {}
    for name, claim, part in wanted:
        try:
            if name not in module.statements:
                raise Contradiction(f"the export has no theorem {name}")
            if cited is not None:
                chance_reader.require_cited(module.statements[name].cited, cited[claim.name])
            _same(module.statements[name], claim, part, name.startswith("refuted_"))
        except (InputError, Contradiction) as problem:
            found[name] = f"{claim.name}, as exported to Coq: {problem}"
    return found


def compare_given(source: str, wanted: Iterable[tuple[str, Claim, Fact]]) -> None:
    """Refuse a file whose theorems are not the first part of their claims with one premise
    more, or assume an axiom."""
    module = read(source)
    for name, claim, given in wanted:
        found = module.statements.get(name)
        if found is None or found.cited:
            raise Contradiction(f"{claim.name}: the export has no theorem {name} as it should be")
        *hypotheses, last = found.hypotheses
        if last != given:
            raise Contradiction(f"{claim.name}, as exported to Coq: another case than {given[2]}")
        _same(Statement(found.parameters, hypotheses, found.fact), claim, 0)


def _same(read_: Statement, claim: Claim, part: int, refuted: bool = False) -> None:
    if read_.negated != refuted:
        raise Contradiction("it says the opposite")
    parameters = tuple(p.name for p in claim.parameters)
    if len(read_.parameters) != len(parameters):
        raise Contradiction("it has other parameters")
    ours = dict(zip(read_.parameters, parameters, strict=True))
    whole = {p.name for p in claim.parameters if p.integer}
    if not {ours[name] for name in read_.wholes} <= whole:
        raise Contradiction("it takes a parameter for an integer that need not be one")
    same_statement(read_, ours, context_of(claim), fact_of(claim.parts[part].statement))


def same_statement(
    read_: Statement, ours: Mapping[str, str], original: Context, fact: Fact
) -> None:
    """Refuse a statement that assumes or says something else; `ours` gives our names of its
    parameters."""
    renamed = {there: variable(here) for there, here in ours.items()}
    if len(read_.hypotheses) != len(original.hypotheses):
        raise Contradiction("it assumes more or less than the claim")
    pairs = [*zip(read_.hypotheses, original.hypotheses.values(), strict=True)]
    for found, stated in [*pairs, (read_.fact, fact)]:
        if found[1] != stated[1]:
            raise Contradiction(f"it says {found[1]} where the claim says {stated[1]}")
        for mine, yours in zip(found[::2], stated[::2], strict=True):
            here = ordered(_substituted(mine, renamed))
            if here != ordered(original.unfold(yours)):
                raise Contradiction(f"{shorten(text(mine), 80)} is not {shorten(text(yours), 80)}")
