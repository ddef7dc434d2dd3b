"""One Coq file for the proved claims of a lemma, or of a certificate file."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from proofkit.bridges.coq import theory
from proofkit.bridges.coq.chance import NO_PREMISES, Premises
from proofkit.bridges.coq.printing import Printer, identifier, parameters_of, plain_name
from proofkit.kernel.assumptions import Context, Fact
from proofkit.language.subterms import parts
from proofkit.language.terms import Term
from proofkit.language.words import EVENTS


@dataclass(frozen=True)
class Theorem:
    """One statement of a claim: where it is and how a later file applies it."""

    name: str
    claim: str
    part: int
    context: Context
    fact: Fact
    enclosed: bool = False
    """Is it proved by interval arithmetic?"""
    premises: Premises = NO_PREMISES
    given: tuple[Fact, ...] = ()
    """What a special case has beside the hypotheses of its claim."""
    origin: str = ""
    """Of a special case, its claim."""
    inner: str = ""
    """The lemma that says the same under those hypotheses only that the proof uses."""
    used: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()
    cites: frozenset[tuple[str, int]] = frozenset()

    @property
    def key(self) -> str:
        """The name of its block."""
        return f"{self.claim}#{self.part}"


@dataclass
class Document:
    """A Coq file: its module, its text block by block, its theorems, and what it needs first."""

    module: str
    head: list[str] = field(default_factory=list)
    blocks: list[tuple[str, list[str]]] = field(default_factory=list)
    theorems: list[Theorem] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)

    @property
    def theories(self) -> list[str]:
        """The files of the theory that it rests on."""
        lines = "".join(line for _, block in self.blocks for line in block)
        used = {
            theory.TOKENS: "needle_data" in lines or "add_up" in lines,
            theory.CHANCE: any(has_event(theorem.fact) for theorem in self.theorems),
        }
        named = [name for name in used if used[name] or f"Require Import {name}." in self.head]
        return [theory.PRELUDE, *named]

    def text(self) -> str:
        lines = [*self.head]
        for _, block in self.blocks:
            lines += ["", *block]
        return "\n".join(lines) + "\n"

    def add(self, theorem: Theorem, lines: list[str]) -> None:
        """A theorem with its block."""
        self.blocks.append((theorem.key, lines))
        self.theorems.append(theorem)

    def drop(self, theorem: Theorem, why: str) -> None:
        """Leave a theorem out after all, and say why."""
        self.theorems.remove(theorem)
        self.blocks = [(k, block) for k, block in self.blocks if k != theorem.key]
        self.left_out[theorem.claim] = why


def foundations(made: Sequence[Document]) -> dict[str, str]:
    """The files of the theory that others rest on, in order."""
    names = dict.fromkeys(name for document in made for name in document.theories)
    return {name: theory.text(name) for name in sorted(names, key=theory.ORDER.index)}


def module_of(lemma: str) -> str:
    return plain_name(lemma)


def encloses(lines: Iterable[str]) -> bool:
    """Is something in these lines proved by interval arithmetic?"""
    return any("interval with" in line for line in lines)


def has_event(fact: Fact) -> bool:
    """Is it about a probability?"""
    return any(part.op in EVENTS for side in fact[::2] for part in parts(side))


@dataclass(frozen=True)
class Subject:
    """What the claims of one file have in common."""

    title: str
    about: str
    parameters: tuple[str, ...]
    hypotheses: Mapping[str, Fact]
    """Those of every claim, together called `admissible`; none if there is no such thing."""
    definitions: Mapping[str, Term]
    reasons: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> str:
        return " ".join(map(identifier, self.parameters))

    def forall(self) -> str:
        return f"forall {self.names} : R," if self.parameters else ""

    def heading(self) -> list[str]:
        about = [f"    {line}" for line in textwrap.wrap(comment(self.about), 92)]
        return [f"(** * {comment(self.title)}", *(["", *about] if about else []), "*)"]

    def defined(self) -> Iterator[str]:
        """The definitions, each with the reason it is called that."""
        yield "(** ** The quantities *)"
        printer = Printer(self.parameters, self.definitions)
        for name, term in self.definitions.items():
            own = parameters_of(name, self.definitions, self.parameters)
            yield ""
            if self.reasons.get(name):
                yield from wrapped(self.reasons[name])
            arguments = f" ({' '.join(map(identifier, own))} : R)" if own else ""
            yield f"Definition {identifier(name)}{arguments} : R :="
            yield f"  {printer.term(term)}."

    def admissible(self) -> Iterator[str]:
        yield "(** ** What is assumed *)"
        bound = f" ({self.names} : R)" if self.parameters else ""
        yield f"Definition admissible{bound} : Prop :="
        printer, last = Printer(self.parameters, {}), len(self.hypotheses) - 1
        for k, (id, fact) in enumerate(self.hypotheses.items()):
            joint = "" if k == 0 else "/\\ "
            end = "." if k == last else ""
            yield f"  {joint}{printer.statement(*fact)}{end} (* {comment(id)} *)"

    def taken_apart(self) -> str:
        """The tactic that gives each hypothesis its name."""
        names = [f"H_{plain_name(id)}" for id in self.hypotheses]
        if len(names) == 1:
            return f"unfold admissible in allowed; rename allowed into {names[0]}."
        pattern = names[-1]
        for name in reversed(names[:-1]):
            pattern = f"[{name} {pattern}]"
        return f"destruct allowed as {pattern}."


def comment(text: str) -> str:
    """Words that cannot end the comment they stand in, nor begin another."""
    plain = text.replace("*", " * ").replace('"', "'")
    return " ".join("".join(c if c.isprintable() else " " for c in plain).split())


def wrapped(reason: str) -> list[str]:
    """A comment before a statement."""
    lines = textwrap.wrap(comment(reason), 90)
    if len(lines) <= 1:
        return [f"(* {lines[0] if lines else ''} *)"]
    return [f"(* {lines[0]}", *(f"   {line}" for line in lines[1:-1]), f"   {lines[-1]} *)"]
