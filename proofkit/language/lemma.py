"""The contract a lemma module meets.

A module creates one `Lemma`, names its hypotheses, takes its quantities from the domain
(for example `proofkit.attention`), and adds claims. Only mathematics is left to write:

    lemma = Lemma("softmax-d1-weights", title=..., source=..., provenance="R", ...)
    lemma.claim("f-NN", at_least(f_NN, Rational(1, 2)), Chain(f_NN).equals(...).at_least(...))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, Literal, Protocol, SupportsIndex, TypeVar

from proofkit.foundations.errors import BadClaim, LemmaError, ProofkitError
from proofkit.foundations.exact import rational, shorten
from proofkit.language import authors, symbols
from proofkit.language.claims import (
    Claim,
    Definition,
    Hypothesis,
    Part,
    Presumptions,
    Statement,
)
from proofkit.language.parameters import Parameter, by_name, resolve
from proofkit.language.proof import Chain, as_expression
from proofkit.language.terms import Term, variables
from proofkit.language.travel import arrived, place_of
from proofkit.language.words import CALLED, EVENTS

if TYPE_CHECKING:
    from sympy import Symbol

T = TypeVar("T")
Provenance = Literal["S", "R", "O"]
PROVENANCE = {
    "S": "from the paper's summary",
    "R": "reconstructed",
    "O": "our own extension",
}
Parts = Sequence[tuple[str, Statement, Chain] | tuple[str, Statement]]
RESERVED = frozenset({*CALLED, *EVENTS})
_ID = re.compile(r"[a-z0-9]+(-[A-Za-z0-9]+)*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_HYPOTHESIS = re.compile(r"\w+(-\w+)*", re.ASCII)


class Quantities(Protocol):
    """Where derived quantities come from: an object that lists its definitions so far."""

    @property
    def definitions(self) -> dict[str, Definition]: ...


class Definitions:
    """Quantities that a lemma module defines itself, one line each.

    >>> from sympy import Symbol, exp
    >>> made = Definitions()
    >>> made.let("u", exp(Symbol("x")), "the exponential of the score")
    u
    """

    def __init__(self) -> None:
        self.definitions: dict[str, Definition] = {}

    def let(self, name: str, expression: Any, reason: str) -> Any:
        """`name` stands for `expression` from here on; `reason` says why it is called that."""
        from sympy import Symbol

        if name in self.definitions:
            raise LemmaError(f"{name} is defined twice")
        symbol = Symbol(name, real=True)
        meant = as_expression(expression, f"{name}: expected an expression")
        self.definitions[name] = Definition(symbol, meant, reason)
        return symbol


class Lemma:
    """A titled list of claims under common hypotheses."""

    def __init__(
        self,
        id: str,
        *,
        title: str,
        source: str,
        provenance: Provenance,
        section: str,
        parameters: Iterable[Parameter],
        hypotheses: Iterable[Hypothesis],
        quantities: Iterable[Quantities] = (),
        about: str | None = "",
    ) -> None:
        if not _ID.fullmatch(id):
            raise LemmaError(f"lemma id {id!r}: expected words joined by '-'")
        if provenance not in PROVENANCE:
            raise LemmaError(f"{id}: provenance is one of S, R, O, got {provenance!r}")
        _written(id, {"title": title, "source": source, "section": section})
        self.id = id
        self.title = title
        self.source = source
        self.provenance = provenance
        self.section = section
        self.about = about or ""  # without docstrings, as `python -OO` runs, it is not there
        _printable(id, {"docstring": " ".join(self.about.split("\n"))})
        self.parameters = _listed(id, "parameters", Parameter, parameters)
        self.hypotheses = _named(id, hypotheses)
        self.quantities = tuple(quantities)
        _deriving(id, self.quantities)
        self.claims: dict[str, Claim] = {}
        self.faults: list[BadClaim] = []  # the claims of its module that could not be made
        _settable(id, self.parameters)
        _written(id, {f"meaning of {p.name}": p.meaning for p in self.parameters})
        _distinct(id, "hypotheses", [h.id for h in self.hypotheses])
        running = authors.frames()
        self.place = authors.line_of(running)
        if running:
            MADE.note(running[-1], self)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """What a module defines travels as the module's name, for it may hold functions that
        cannot travel."""
        place = place_of(self.id, self)
        return (arrived, (place,)) if place else super().__reduce_ex__(protocol)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the claims, the most certain first; the lemma's own if it has none."""
        found = {claim.provenance for claim in self.claims.values()} or {self.provenance}
        return tuple(sorted(found, key="SRO".index))

    @property
    def definitions(self) -> dict[str, Definition]:
        """Every derived quantity used so far, by name."""
        merged: dict[str, Definition] = {}
        for source in self.quantities:
            for name, definition in source.definitions.items():
                if merged.setdefault(name, definition).expression != definition.expression:
                    raise LemmaError(f"{self.id}: {name} is defined twice, differently")
        return merged

    def claim(
        self,
        id: str,
        statement: Statement | Parts,
        proof: Chain | None = None,
        *,
        extra: Iterable[Hypothesis] = (),
        provenance: Provenance | None = None,
    ) -> Claim:
        """Add a claim: one statement with its chain, or a list of `(label, statement, chain)`.
        Where the chain is left out the search is to find one.

        `extra` are hypotheses that this claim needs beyond those of the lemma; `provenance` is
        for a claim whose label is not the lemma's.
        """
        if not _ID.fullmatch(id):
            raise LemmaError(f"{self.id}: claim id {id!r}: expected words joined by '-'")
        if id in self.claims:
            raise LemmaError(f"{self.id}: claim id {id!r} is used twice; expected one of its own")
        where = f"{self.id}/{id}"
        parts = _parts(where, statement, proof)
        steps = [step for part in parts for step in part.chain.steps]
        _written(where, {f"reason of step {k}": step.reason for k, step in enumerate(steps, 1)})
        _printable(where, {f"label of part {k}": part.label for k, part in enumerate(parts, 1)})
        definitions = self.definitions
        _printable(where, {f"reason of {name}": d.reason for name, d in definitions.items()})
        hypotheses = (*self.hypotheses, *_named(where, extra))
        _distinct(where, "hypotheses", [h.id for h in hypotheses])
        self._check_symbols(where, parts, hypotheses, definitions)
        label = provenance or self.provenance
        if label not in PROVENANCE:
            raise LemmaError(f"{where}: provenance is one of S, R, O, got {label!r}")
        running = authors.frames()
        presumptions = self._presumptions(where, running, parts, hypotheses, definitions)
        place = authors.line_of(running)
        about = (parts, hypotheses, definitions, self.parameters, label, place)
        claim = Claim(self.id, id, *about, presumptions=presumptions)
        self.claims[id] = claim
        return claim

    def _check_symbols(
        self,
        where: str,
        parts: tuple[Part, ...],
        hypotheses: tuple[Hypothesis, ...],
        definitions: Mapping[str, Definition],
    ) -> None:
        """Every symbol is a parameter or derived, and one name is one symbol: SymPy takes
        `Symbol("n")` and `Symbol("n", positive=True)` for two unknowns, a reader does not."""
        parameters = {p.name for p in self.parameters}
        if taken := (parameters | set(definitions)) & RESERVED:
            raise LemmaError(f"{where}: {sorted(taken)} have a meaning of their own in terms")
        if both := parameters & set(definitions):
            raise LemmaError(
                f"{where}: {', '.join(sorted(both))}: a parameter and also the name of a "
                "quantity; expected two names"
            )
        _without_constants(where, (*parts, *hypotheses), parameters | set(definitions))
        known = set(parameters)
        for name, definition in definitions.items():
            if unknown := definition.names - known:
                raise LemmaError(
                    f"{where}: {name} is derived from {', '.join(sorted(unknown))}; expected "
                    "parameters, and quantities that are defined before it"
                )
            known.add(name)
        for hypothesis in hypotheses:
            for name in _names(hypothesis.statement) & set(definitions):
                said = f"{name} is derived; a hypothesis speaks of parameters: write it out"
                raise LemmaError(f"{where}, hypothesis {hypothesis.id}: {said}")
        for term in _terms(parts, hypotheses):
            for name in sorted(variables(term) - parameters - definitions.keys()):
                there = ", ".join([*sorted(parameters), *definitions])
                raise LemmaError(
                    f"{where}: {name} is neither a parameter nor derived; "
                    f"expected one of {shorten(there)}"
                )
        seen: dict[str, Any] = {name: d.symbol for name, d in definitions.items()}
        for symbol in sorted(_symbols(parts, hypotheses), key=str):
            if seen.setdefault(symbol.name, symbol) != symbol:
                raise LemmaError(
                    f"{where}: two symbols named {symbol.name} with different assumptions; "
                    "expected the same one everywhere"
                )

    def _presumptions(
        self,
        where: str,
        frames: list[FrameType],
        parts: tuple[Part, ...],
        hypotheses: tuple[Hypothesis, ...],
        definitions: Mapping[str, Definition],
    ) -> Presumptions:
        """What the symbols at hand assume, which has to follow from the hypotheses."""
        kinds = {p.name: p.integer for p in self.parameters} | dict.fromkeys(definitions, False)
        found = _symbols(parts, hypotheses) | symbols.in_sight(frames)
        found = found.union(*(definition.symbols for definition in definitions.values()))
        signs = set()
        for symbol in sorted(found, key=str):
            try:
                if sign := symbols.presumption(symbol, kinds.get(symbol.name)):
                    signs.add((symbol.name, sign))
            except LemmaError as problem:
                raise LemmaError(f"{where}: {problem}") from None
        return Presumptions(tuple(sorted(signs)), hypotheses)


MADE = authors.Made[Lemma]()
"""The lemmas that modules have made, whatever they call them."""


def _without_constants(where: str, said: Iterable[Part | Hypothesis], names: set[str]) -> None:
    """No statement was read from text with a constant where its author means one of these."""
    for each in said:
        if both := sorted(each.statement.constants & names):
            raise LemmaError(
                f"{where}: statement(...) reads {both[0]} as the constant, and {both[0]} is a "
                "parameter or derived; give it another name, or write the statement in SymPy"
            )


def _parts(where: str, statement: Statement | Parts, proof: Chain | None) -> tuple[Part, ...]:
    """The parts of a claim; there is at least one, and each has its own chain or none."""
    if isinstance(statement, Statement):
        return (_part(where, "", statement, proof),)
    if not isinstance(statement, list | tuple):
        _stated(where, statement)
    if proof is not None or not statement:
        raise LemmaError(f"{where}: expected a list of parts, each with its own chain or none")
    parts = tuple(_part(where, *part) for part in statement)
    _distinct(where, "parts", [part.label for part in parts])
    return parts


def _part(where: str, label: str, said: Statement, proof: Chain | None = None) -> Part:
    _stated(where, said)
    if proof is not None and (not isinstance(proof, Chain) or not proof.steps):
        got = "one without" if isinstance(proof, Chain) else shorten(repr(proof))
        raise LemmaError(f"{where}: expected a Chain with steps as the proof, got {got}")
    return Part(label, said, proof or Chain.left_out(said.left, said.relation, said.right))


def _stated(where: str, said: object) -> None:
    """SymPy's own relations are no statements: they turn into `true` by themselves."""
    if not isinstance(said, Statement):
        if isinstance(said, Chain):
            raise LemmaError(f"{where}: expected a statement before its Chain, got the Chain alone")
        got = shorten(str(said))
        raise LemmaError(
            f"{where}: expected a statement, such as at_least(left, right), got {got}; "
            "a bare relation is evaluated by SymPy before it can be read"
        )


def _symbols(parts: tuple[Part, ...], hypotheses: tuple[Hypothesis, ...]) -> frozenset[Symbol]:
    """The symbols that SymPy had in the statements and chains of a claim."""
    found = [hypothesis.statement.symbols for hypothesis in hypotheses]
    found += [part.statement.symbols | part.chain.symbols for part in parts]
    return frozenset().union(*found)


def _names(said: Statement) -> frozenset[str]:
    return variables(said.left) | variables(said.right)


def _terms(parts: tuple[Part, ...], hypotheses: tuple[Hypothesis, ...]) -> Iterator[Term]:
    for hypothesis in hypotheses:
        yield from (hypothesis.statement.left, hypothesis.statement.right)
    for part in parts:
        yield from (part.statement.left, part.statement.right, *part.chain.terms())


def _named(where: str, hypotheses: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
    """Hypotheses whose ids are ones."""
    found = _listed(where, "hypotheses", Hypothesis, hypotheses)
    for hypothesis in found:
        _stated(f"{where}, hypothesis {hypothesis.id}", hypothesis.statement)
        if not _HYPOTHESIS.fullmatch(hypothesis.id):
            got = shorten(repr(hypothesis.id))
            raise LemmaError(f"{where}: hypothesis id {got}: expected words joined by '-'")
    return found


def _listed(where: str, what: str, kind: type[T], given: Iterable[T]) -> tuple[T, ...]:
    """All of a list, each of the kind that belongs there."""
    one = f"expected a list of {kind.__name__}"
    if isinstance(given, kind):
        raise LemmaError(f"{where}: {what}: {one}, got a single one; write [...] or (..., )")
    if not isinstance(given, Iterable):
        raise LemmaError(f"{where}: {what}: {one}, got {shorten(repr(given))}")
    found = tuple(given)
    for item in found:
        if not isinstance(item, kind):
            raise LemmaError(f"{where}: {what}: {one}, got {shorten(repr(item))} in it")
    return found


def _deriving(where: str, quantities: Iterable[object]) -> None:
    for source in quantities:
        if not isinstance(getattr(source, "definitions", None), Mapping):
            got = shorten(repr(source))
            raise LemmaError(
                f"{where}: quantities: expected Definitions, or what derives them, got {got}"
            )


def _settable(where: str, parameters: tuple[Parameter, ...]) -> None:
    """The parameters have names that can be read, and defaults that they may have."""
    for parameter in parameters:
        if not isinstance(parameter.name, str) or not _NAME.fullmatch(parameter.name):
            got = shorten(repr(parameter.name))
            raise LemmaError(
                f"{where}: a parameter is called {got}; expected a letter of a to z, then letters, "
                "digits and _"
            )
    by_name(parameters)
    try:
        for parameter in parameters:
            rational(parameter.default, f"default of the parameter {parameter.name}")
        resolve({}, parameters)
    except ProofkitError as problem:
        said = str(problem).removeprefix("default of ")
        raise LemmaError(f"{where}: default of {said}") from None


def _written(where: str, texts: Mapping[str, str]) -> None:
    """What a page about the lemma will print is there to be printed."""
    for what, text in texts.items():
        if not text.strip():
            raise LemmaError(f"{where}: the {what} is blank")
    _printable(where, texts)


def _printable(where: str, texts: Mapping[str, str]) -> None:
    """No text can steer the terminal that shows it."""
    for what, text in texts.items():
        if not text.isprintable():
            got = shorten(repr(text))
            raise LemmaError(f"{where}: the {what} has characters that are not text: {got}")


def _distinct(where: str, what: str, names: list[str]) -> None:
    if len(set(names)) != len(names):
        raise LemmaError(f"{where}: two {what} share a name: {', '.join(names)}")
