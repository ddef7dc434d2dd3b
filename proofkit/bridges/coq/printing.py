"""Terms as Coq writes them.

A defined quantity is printed as its name applied to the parameters it depends on. Where a step
looks into it, `Place.open` has put its definition in its place: then the text is what Coq's
`unfold` leaves, bracket by bracket.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from proofkit.bridges.coq import theory
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.language.terms import HALF, MINUS_ONE, Term, number, text, variables
from proofkit.language.words import CONSTANTS, EVENTS, FUNCTIONS

NAMES = {name: function.coq for name, function in FUNCTIONS.items() if function.coq}
Definitions = Mapping[str, Term]
RESERVED = frozenset(
    {
        *("as", "at", "cofix", "else", "end", "exists", "fix", "for", "forall", "fun", "if"),
        *("in", "let", "match", "mod", "return", "then", "using", "where", "with", "by"),
        *("Set", "Type", "Prop", "SProp", "Axiom", "Definition", "Theorem", "Lemma", "Fixpoint"),
        *("Proof", "Qed", "Parameter", "Admitted", "Hypothesis", "Variable", "Require", "Import"),
        *NAMES.values(),
        *("sqrt", "pow", "PI", "R", "IZR", "INR", "nth", "nil", "nat", "list", "length", "map"),
        *("up", "powerRZ", "O", "S", "weights", "admissible", "allowed", "energy_known"),
        *theory.AXIOMS,
        *("width", "copies", "needle", "query", "key", "class", "scores", "within"),
        *theory.names(),
    }
)

_OURS = re.compile(r"(fact|given|count_|whole_)\d+|(H|W)_.*")
"""Names that the export gives itself."""


def plain_name(name: str) -> str:
    """A name as part of one of ours."""
    return re.sub(r"[^A-Za-z0-9_]", "_", name)


def identifier(name: str) -> str:
    """A name as Coq accepts it."""
    plain = plain_name(name)
    plain = plain if plain[:1].isalpha() else f"x{plain}"
    taken = plain.rstrip("_") in RESERVED or _OURS.fullmatch(plain.rstrip("_"))
    return f"{plain}_" if taken else plain


def parameters_of(name: str, definitions: Definitions, parameters: tuple[str, ...]) -> list[str]:
    """The parameters a definition depends on, in the order of the lemma."""
    reached: set[str] = set()
    pending = {name}
    while pending:
        found = pending.pop()
        if found in definitions:
            pending |= variables(definitions[found])
        else:
            reached.add(found)
    return [p for p in parameters if p in reached]


def everything_in(name: str, definitions: Definitions) -> list[str]:
    """A quantity and all that it is made of, the outermost first."""
    found: list[str] = []
    pending = [name]
    while pending:
        here = pending.pop(0)
        if here in definitions:
            if here in found:
                found.remove(here)
            found.append(here)
            pending += sorted(variables(definitions[here]))
    return found


class Printer:
    """Prints the terms of one claim. Variables that have a value, as Coq writes it, are printed as
    that."""

    def __init__(
        self,
        parameters: tuple[str, ...],
        definitions: Definitions,
        values: Mapping[str, str] | None = None,
    ) -> None:
        self.parameters, self.definitions = parameters, definitions
        self.values = values or {}

    def statement(self, left: Term, relation: str, right: Term) -> str:
        return f"{self.term(left)} {relation} {self.term(right)}"

    def term(self, term: Term) -> str:
        """The term on level 1, that of sums."""
        if term.op == "number":
            return rational(term.args[0])
        if term.op == "variable":
            return self._variable(term.args[0])
        if term.op == "sum":
            return self._sum(term)
        if term.op == "product":
            return self._product(term)
        if term.op == "power":
            return self._power(term)
        if term.op in CONSTANTS:
            return CONSTANTS[term.op].coq
        if term.op in NAMES:
            return self._application(term)
        if term.op in EVENTS:
            raise UnsupportedTerm(f"{text(term)}: not a term of real arithmetic")
        raise UnsupportedTerm(f"{term.op}: Coq has no name for it here")

    def _application(self, term: Term) -> str:
        name, args = NAMES[term.op], [self.atom(arg) for arg in term.args]
        line = args[-1] if len(args) > 1 else f"{name} {args[0]}"
        for arg in reversed(args[:-1]):
            line = f"{name} {arg} {line if line == args[-1] else f'({line})'}"
        return line

    def _variable(self, name: str) -> str:
        if name not in self.definitions:
            return self.value(name)
        own = parameters_of(name, self.definitions, self.parameters)
        return " ".join([identifier(name), *map(self.value, own)])

    def value(self, name: str) -> str:
        """What is printed for a variable."""
        return self.values.get(name) or identifier(name)

    def _sum(self, term: Term) -> str:
        line = ""
        for arg in sorted(term.args, key=_is_negative):
            negative = _is_negative(arg)
            shown = _negated(arg) if negative else arg
            size = f"({self.term(shown)})" if shown.op == "sum" else self.term(shown)
            if not line:
                line = f"- ({size})" if negative else size
            else:
                line += f" - {size}" if negative else f" + {size}"
        return line

    def _product(self, term: Term) -> str:
        if _is_negative(term):
            return f"- ({self.term(_negated(term))})"
        line = ""
        for arg in term.args:
            if _is_inverse(arg):
                line = f"{line or '1'} / {self._factor(_inverted(arg))}"
            else:
                line += f"{' * ' if line else ''}{self._factor(arg)}"
        return line

    def _power(self, term: Term) -> str:
        base, exponent = term.args
        if exponent == HALF:
            return f"sqrt {self.atom(base)}"
        if _is_whole(exponent):
            value = int(exponent.args[0])
            if value < 0:
                return f"1 / {self._factor(_inverted(term))}"
            return f"{self.atom(base)} ^ {value}"
        return f"Rpow {self.atom(base)} {self.atom(exponent)}"

    def _factor(self, term: Term) -> str:
        """A factor of a product: everything but a power, an application or an atom in brackets."""
        power = term.op == "power" and not _is_inverse(term)
        return self.term(term) if power or term.op in (*NAMES, "variable") else self.atom(term)

    def atom(self, term: Term) -> str:
        """The term in brackets, if it needs any."""
        shown = self.term(term)
        simple = shown.replace("_", "").isalnum() or (shown[0] == "(" and _closes_last(shown))
        return shown if simple else f"({shown})"


def rational(value: Fraction) -> str:
    """A number: `3`, `7 / 10`, `- (7 / 10)`."""
    if value < 0:
        return f"- ({rational(-value)})" if value.denominator != 1 else f"(-{-value.numerator})"
    return str(value) if value.denominator == 1 else f"{value.numerator} / {value.denominator}"


def _closes_last(shown: str) -> bool:
    """Does the bracket at the start close at the very end?"""
    depth = 0
    for place, sign in enumerate(shown):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0:
            return place == len(shown) - 1
    return False


def _negated(term: Term) -> Term:
    """The opposite of a number or of a product that a number leads, no brackets dropped."""
    if term.op == "number":
        return number(-term.args[0])
    first, *rest = term.args
    kept = rest if first == MINUS_ONE else [number(-first.args[0]), *rest]
    return kept[0] if len(kept) == 1 else Term("product", tuple(kept))


def _is_whole(term: Term) -> bool:
    return term.op == "number" and term.args[0].denominator == 1


def _is_inverse(term: Term) -> bool:
    return term.op == "power" and _is_whole(term.args[1]) and term.args[1].args[0] < 0


def _inverted(term: Term) -> Term:
    base, exponent = term.args
    return base if exponent == MINUS_ONE else Term("power", (base, _negated(exponent)))


def _is_negative(term: Term) -> bool:
    lead = term.args[0] if term.op == "product" else term
    return bool(lead.op == "number" and lead.args[0] < 0)
