"""What `check` decided at given parameters, as closed statements for Coq.

Beside the file of a lemma stands one in which its quantities are applied to numbers. A claim
that holds there is stated as it is, one that fails by the opposite relation. Where the two
sides differ, Coq encloses their difference; where they are equal, which no enclosure shows,
the claim's own theorem is applied to the numbers, or what its proof shows under fewer hypotheses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flint import arb

from proofkit.bridges.coq import algebra, theory
from proofkit.bridges.coq.document import Document, Theorem, encloses, module_of
from proofkit.bridges.coq.printing import (
    Definitions,
    Printer,
    everything_in,
    identifier,
    plain_name,
    rational,
)
from proofkit.foundations.errors import ProofkitError, UnsupportedTerm
from proofkit.kernel.assumptions import Context, Fact
from proofkit.kernel.points import Point
from proofkit.language import words
from proofkit.language.claims import Claim
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Values
from proofkit.language.results import FAILS, HOLDS
from proofkit.language.subterms import parts
from proofkit.language.terms import HALF, Term, number, subtract
from proofkit.language.words import EVENTS
from proofkit.search.contexts import context_of, fact_of

OPPOSITE = {r: o[0] if len(o) == 1 else "<>" for r, o in words.OPPOSITE.items()}
SPARE_BITS = 30
MOST_BITS = 1500
"""Two sides that agree to more bits are not left to Coq's interval arithmetic."""


def at_values(parameters: tuple[str, ...], definitions: Definitions, values: Values) -> Printer:
    """Prints terms with the parameters as numbers; quantities are applied to numbers."""
    shown = {name: rational(value) for name, value in values.items()}
    plain = {k: s if s.isdigit() or s[0] == "(" else f"({s})" for k, s in shown.items()}
    return Printer(parameters, definitions, plain)


class PointWriter:
    """Writes what some claims of one lemma are worth at given values."""

    def __init__(
        self, lemma: Lemma, claims: Sequence[Claim], known: Mapping[tuple[str, int], Theorem],
        values: Values, strict: bool,
    ) -> None:  # fmt: skip
        self.lemma, self.claims = lemma, claims
        self.known = known
        self.values, self.strict = values, strict
        self.parameters = tuple(p.name for p in lemma.parameters)
        self.document = Document(f"{module_of(lemma.id)}_points", needs=[module_of(lemma.id)])
        self.verdicts: dict[str, str] = {}
        """Of each theorem: holds or fails."""

    def write(self) -> Document:
        self.document.head = self._head()
        for claim in self.claims:
            for part in range(len(claim.parts)):
                try:
                    self._part(claim, part)
                except (ProofkitError, RecursionError) as problem:
                    label = f" {part + 1}" if len(claim.parts) > 1 else ""
                    self.document.left_out[f"{claim.name}{label} at the point"] = str(problem)
        return self.document

    def _head(self) -> list[str]:
        shown = ", ".join(f"{name} = {value}" for name, value in self.values.items())
        enclosing = [] if self.strict else ["From Interval Require Import Tactic."]
        tried = "" if self.strict else " | interval with (i_prec 100)"
        return [
            f"(** * What is so at {shown} *)",
            "Require Import Reals ZArith Lia Lra List.",
            *enclosing,
            f"Require Import {theory.PRELUDE}.",
            f"Require Import {self.document.needs[0]}.",
            "Open Scope R_scope.",
            "",
            *met(bool(self.lemma.hypotheses), tried),
        ]

    def _part(self, claim: Claim, part: int) -> None:
        fact = fact_of(claim.parts[part].statement)
        left, relation, right = fact
        if left.op in EVENTS:
            raise UnsupportedTerm("a probability")
        context = context_of(claim)
        point = Point(Context(context.parameters, {}, context.definitions), self.values)
        verdict = point.decide(fact)
        if verdict.value not in (HOLDS, FAILS):
            raise UnsupportedTerm(f"undecided: {verdict.reason}")
        for side in (left, right):
            require_positive_bases(point, side, context.definitions)
        said = left, relation if verdict.value == HOLDS else OPPOSITE[relation], right
        count = f"_{part + 1}" if len(claim.parts) > 1 else ""
        name = f"at_{plain_name(claim.id)}{count}_{verdict.value}"
        printer = at_values(self.parameters, context.definitions, self.values)
        proof = self._proof(claim, part, context, point, said)
        statement = f"{printer.term(left)} {said[1]} {printer.term(right)}"
        title = [f"(** ** {claim.name}{f', part {part + 1}' if count else ''} *)"]
        lines = [*title, f"Theorem {name} :", f"  {statement}.", "Proof."]
        lines += [*(f"  {line}" for line in proof), "Qed."]
        key = point_claim(claim.name)
        self.document.add(Theorem(name, key, part, context, said, encloses(proof)), lines)
        self.verdicts[name] = verdict.value

    def _proof(
        self, claim: Claim, part: int, context: Context, point: Point, said: Fact
    ) -> list[str]:
        theorem = self.known.get((claim.name, part))
        tie = point.are_equal(said[0], said[2])
        bits = 0 if tie else _bits(point, said)
        if not tie and not self.strict and bits <= MOST_BITS:
            return enclosed(context, point, said)
        met = {id for id, h in context.hypotheses.items() if point.decide(h).value == HOLDS}
        if theorem is not None and theorem.fact[1] == said[1]:
            whole = len(met) == len(context.hypotheses)
            if whole or (met.issuperset(theorem.used) and not theorem.premises.names):
                return self._applied(theorem, theorem.name if whole else theorem.inner)
        if tie:
            return enclosed(context, point, said)
        if self.strict:
            raise UnsupportedTerm("strict: interval arithmetic rests on primitive integers")
        raise UnsupportedTerm(f"the two sides agree to {bits} bits")

    def _applied(self, theorem: Theorem, lemma: str) -> list[str]:
        """The claim's own theorem, or what its proof shows under fewer hypotheses, at the point."""
        numbers = at_values(self.parameters, {}, self.values)
        applied = " ".join([lemma, *map(numbers.value, self.parameters)])
        turned = {">=": "Rle_ge, ", ">": "Rlt_gt, "}.get(theorem.fact[1], "")
        return [f"apply {turned if lemma == theorem.inner else ''}({applied}); met."]


def met(hypotheses: bool, tried: str) -> list[str]:
    """The tactic that shows hypotheses at numbers."""
    return [
        "(** The hypotheses are met at given numbers. *)",
        "Ltac met :=",
        *(["  try unfold admissible;"] if hypotheses else []),
        "  repeat match goal with |- _ /\\ _ => split end;",
        f"  first [ is_whole | lra{tried} ].",
    ]


def enclosed(context: Context, point: Point, said: Fact) -> list[str]:
    """Coq encloses the difference, with more bits where these do not settle it; of two sides
    that are equal it computes both."""
    left, relation, right = said
    if point.are_equal(left, right):
        return _computed(context, said)
    bits = _bits(point, said)
    if bits > MOST_BITS:
        raise UnsupportedTerm(f"the two sides agree to {bits} bits")
    turn = _TURN[relation]
    if relation == "<>":
        larger = point.decide((left, ">", right)).value == HOLDS
        turn = "Rgt_not_eq, Rlt_gt, " if larger else "Rlt_not_eq, "
    weak = relation in ("<=", ">=")
    difference = "by_difference" if weak else "by_strict_difference"
    tries = " | ".join(f"interval with (i_prec {bits * k})" for k in (1, 2, 4))
    unfolding, real = _opened(said, context.definitions)
    base = f"first [ lra | interval with (i_prec {bits}) ]"
    return [
        f"apply {turn}({difference} _ _ _ eq_refl).",
        *unfolding,
        *([f"rewrite !Rpow_exp by {base}."] if real else []),
        f"first [ {tries} ].",
    ]


def _computed(context: Context, said: Fact) -> list[str]:
    if not algebra.is_plain([context.unfold(side) for side in said[::2]]):
        raise UnsupportedTerm("the two sides are equal, which no enclosure shows")
    return [*_opened(said, context.definitions)[0], "lra."]


_TURN = {"<=": "", "<": "", ">=": "Rle_ge, ", ">": "Rlt_gt, ", "<>": ""}


def point_claim(name: str) -> str:
    """What a claim at the point is called where theorems are listed; never a claim's name."""
    return f"{name} at the point"


def _opened(said: Fact, definitions: Definitions) -> tuple[list[str], bool]:
    """Unfolds until nothing but arithmetic is left; and whether there are real powers."""
    both = {**definitions, "": subtract(said[2], said[0])}
    names = everything_in("", both)[1:]
    terms = [said[0], said[2], *(definitions[n] for n in names)]
    real = any(_is_real_power(part) for term in terms for part in parts(term))
    return [f"unfold {', '.join(map(identifier, names))}."] if names else [], real


def _is_real_power(term: Term) -> bool:
    """A power that Coq knows by its logarithm."""
    if term.op != "power":
        return False
    exponent = term.args[1]
    whole = exponent.op == "number" and exponent.args[0].denominator == 1
    return not whole and exponent != HALF


def require_positive_bases(point: Point, term: Term, definitions: Definitions) -> None:
    """`Rpow` is what it is called for a positive base only."""
    if term.op == "variable" and term.args[0] in definitions:
        require_positive_bases(point, definitions[term.args[0]], definitions)
    if term.op in ("number", "variable"):
        return
    if _is_real_power(term) and point.decide((term.args[0], ">", number(0))).value != HOLDS:
        raise UnsupportedTerm(f"the base of {term} is not positive")
    for arg in term.args:
        require_positive_bases(point, arg, definitions)


def _bits(point: Point, said: Fact) -> int:
    """How many bits tell the two sides apart, generously."""
    left, _, right = said
    bits = 64
    while bits <= 4 * MOST_BITS:
        gap = point.enclose_difference(left, right, bits)
        if gap.low > 0 or gap.high < 0:
            size = max(_size(point, side) for side in (left, right))
            near = gap.low if gap.low > 0 else gap.high
            return SPARE_BITS + max(0, size - _exponent(near))
        bits *= 2
    return bits


def _size(point: Point, side: Term) -> int:
    enclosed = point.enclose(side, 64)
    return max(_exponent(enclosed.low), _exponent(enclosed.high))


def _exponent(end: arb) -> int:
    """The power of two just above the size of an exact number."""
    if not end.is_finite():
        raise UnsupportedTerm("a side is too large")
    mantissa, exponent = (int(part) for part in end.man_exp())
    return mantissa.bit_length() + exponent if mantissa else -(10**9)
