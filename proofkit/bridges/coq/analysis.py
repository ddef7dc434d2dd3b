"""Derivatives and continuity in Coq, part of a term by part."""

from __future__ import annotations

from proofkit.bridges.coq import signs
from proofkit.bridges.coq.place import Place
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.sign import AT_LEAST_ZERO, NOT_ZERO, POSITIVE
from proofkit.language.terms import HALF, ZERO, Term, log, number, power, variables, whole_value


class Curve:
    """A function of one variable at a point of its path: terms in the variable `name`."""

    def __init__(self, place: Place, name: str) -> None:
        self.place, self.name = place, name
        self.shown = place.text(Term("variable", (name,)))
        self.used: list[Term] = []
        """Terms that a derivative found speaks of."""

    def function(self, term: Term) -> str:
        return f"(fun {self.shown} => {self.place.text(term)})"

    # Derivatives --------------------------------------------------------------------------

    def slope(self, term: Term) -> tuple[str, str]:
        """The derivative as Coq's rules give it, and the fact that it is one."""
        if self.name not in variables(term):
            return self._say(term, "0", "apply derivable_pt_lim_const.")
        if term.op == "variable":
            return self._say(term, "1", "apply derivable_pt_lim_id.")
        if term.op in ("sum", "product"):
            return self._folded(term)
        if term.op == "power":
            return self._power(term)
        inner, name = self.slope(term.args[0])
        at = self.place.atom(term.args[0])
        self.used.append(term)
        if term.op == "exp":
            value = f"exp {at} * ({inner})"
            return self._say(term, value, self._use("slope_exp", term.args[0], name))
        if term.op == "log":
            positive = signs.fact(self.place, term.args[0], POSITIVE)
            self.used.append(power(term.args[0], number(-1)))
            proof = self._use("slope_ln", term.args[0], name, positive)
            return self._say(term, f"/ {at} * ({inner})", proof)
        if term.op == "abs":
            found = self.place.known.sign(term.args[0])
            lemma = "slope_abs_pos" if found == POSITIVE else "slope_abs_neg"
            fact = signs.fact(self.place, term.args[0], found)
            value = inner if found == POSITIVE else f"- ({inner})"
            return self._say(term, value, self._use(lemma, term.args[0], name, fact))
        raise UnsupportedTerm(f"{term.op} is not differentiated in Coq")

    def _say(self, term: Term, value: str, proof: str) -> tuple[str, str]:
        stated = f"derivable_pt_lim {self.function(term)} {self.shown} ({value})"
        return value, self.place.have(stated, [proof])

    def _use(self, lemma: str, inner: Term, *facts: str) -> str:
        return f"exact ({lemma} {self.function(inner)} _ _ {' '.join(facts)})."

    def _folded(self, term: Term) -> tuple[str, str]:
        """Sums and products, one argument after the other."""
        value, name = self.slope(term.args[0])
        here = self.place.atom(term.args[0])
        for arg in term.args[1:]:
            more, other = self.slope(arg)
            there = self.place.atom(arg)
            f, g = (f"(fun {self.shown} => {part})" for part in (here, there))
            if term.op == "sum":
                lemma, value = "plus", f"({value}) + ({more})"
                here = f"({here} + {there})"
            else:
                lemma, value = "mult", f"({value}) * {there} + {here} * ({more})"
                here = f"({here} * {there})"
            stated = f"derivable_pt_lim (fun {self.shown} => {here}) {self.shown} ({value})"
            proof = f"exact (derivable_pt_lim_{lemma} {f} {g} _ _ _ {name} {other})."
            name = self.place.have(stated, [proof])
        if term.op == "product":
            self.used += term.args
        return self._say(term, value, f"apply (slope_ext _ _ _ _ {name}); intro; same.")

    def _power(self, term: Term) -> tuple[str, str]:
        base, exponent = term.args
        whole, at = whole_value(exponent), self.place.atom(base)
        if whole == 0:
            proof = (
                "apply (slope_ext (fun _ => 1) _ _ _ (derivable_pt_lim_const 1 _)); intro; same."
            )
            return self._say(term, "0", proof)
        if whole is not None and whole < 0:
            below = base if whole == -1 else power(base, number(-whole))
            value, name = self.slope(below)
            fact = signs.fact(self.place, below, NOT_ZERO)
            self.used.append(term)
            value = f"- (({value}) / {self.place.atom(below)} ^ 2)"
            return self._say(term, value, self._use("slope_inverse", below, name, fact))
        inner, name = self.slope(base)
        if whole is not None:
            self.used.append(base)
            value = f"{whole} * {at} ^ {whole - 1} * ({inner})"
            given = f"(slope_pow {self.function(base)} _ _ {whole} {name})"
            return self._say(term, value, f"apply (slope_is _ _ _ _ {given}); cbn [pred]; counted.")
        positive = signs.fact(self.place, base, POSITIVE)
        self.used += [term, power(base, number(-1))]
        if exponent == HALF:
            value = f"/ (2 * sqrt {at}) * ({inner})"
            self.used.append(power(term, number(-1)))
            return self._say(term, value, self._use("slope_sqrt", base, name, positive))
        more, other = self.slope(exponent)
        self.used += [exponent, log(base)]
        up = self.place.atom(exponent)
        value = f"Rpow {at} {up} * (({more}) * ln {at} + {up} * (/ {at} * ({inner})))"
        given = f"{name} {other} {positive}"
        f, g = self.function(base), self.function(exponent)
        return self._say(term, value, f"exact (slope_Rpow {f} {g} _ _ _ {given}).")

    # Continuity ---------------------------------------------------------------------------

    def continuous(self, term: Term) -> str:
        """The fact that the function is continuous here."""
        stated = f"continuity_pt {self.function(term)} {self.shown}"
        return self.place.have(stated, [self._continuous(term)])

    def _continuous(self, term: Term) -> str:
        if self.name not in variables(term):
            return "apply continuity_pt_const; intros ? ?; reflexivity."
        if term.op == "variable":
            return "apply (continuous_of _ _ 1), derivable_pt_lim_id."
        if term.op in ("sum", "product"):
            return self._folded_continuous(term)
        if term.op == "power":
            return self._continuous_power(term)
        inner = term.args[0]
        name, f = self.continuous(inner), self.function(inner)
        if term.op == "exp":
            return f"exact (continuous_exp {f} _ {name})."
        if term.op == "abs":
            return f"exact (continuous_abs {f} _ {name})."
        if term.op == "log":
            positive = signs.fact(self.place, inner, POSITIVE)
            return f"exact (continuous_ln {f} _ {name} {positive})."
        raise UnsupportedTerm(f"{term.op} is not shown to be continuous in Coq")

    def _folded_continuous(self, term: Term) -> str:
        name, here = self.continuous(term.args[0]), self.place.atom(term.args[0])
        lemma, sign = ("plus", "+") if term.op == "sum" else ("mult", "*")
        for arg in term.args[1:]:
            other, there = self.continuous(arg), self.place.atom(arg)
            f, g = (f"(fun {self.shown} => {part})" for part in (here, there))
            here = f"({here} {sign} {there})"
            stated = f"continuity_pt (fun {self.shown} => {here}) {self.shown}"
            proof = f"exact (continuity_pt_{lemma} {f} {g} _ {name} {other})."
            name = self.place.have(stated, [proof])
        return f"apply (continuous_ext _ _ _ {name}); intro; same."

    def _continuous_power(self, term: Term) -> str:
        base, exponent = term.args
        whole = whole_value(exponent)
        if whole == 0:
            return "apply continuity_pt_const; intros ? ?; reflexivity."
        if whole is not None and whole < 0:
            below = base if whole == -1 else power(base, number(-whole))
            name, fact = self.continuous(below), signs.fact(self.place, below, NOT_ZERO)
            return f"exact (continuous_inverse {self.function(below)} _ {name} {fact})."
        real = whole is None and exponent != HALF
        if real and base.op == "max" and base.args[0] == ZERO and len(base.args) == 2:
            return self._continuous_from_zero(base.args[1], exponent)
        name, f = self.continuous(base), self.function(base)
        if whole is not None:
            return f"exact (continuous_pow {f} _ {whole} {name})."
        if exponent == HALF:
            least = signs.fact(self.place, base, AT_LEAST_ZERO)
            return f"exact (continuous_sqrt {f} _ {name} {least})."
        if self.place.known.sign(base) != POSITIVE:
            why = "derive: a power of what may be 0 is not shown to be continuous in Coq"
            raise UnsupportedTerm(why)
        other, positive = self.continuous(exponent), signs.fact(self.place, base, POSITIVE)
        g = self.function(exponent)
        return f"exact (continuous_Rpow {f} {g} _ {name} {other} {positive})."

    def _continuous_from_zero(self, base: Term, exponent: Term) -> str:
        """Of `max(0, base)^exponent`, as `from_zero` writes it."""
        name, least = self.continuous(base), signs.fact(self.place, base, AT_LEAST_ZERO)
        above, f = signs.fact(self.place, exponent, POSITIVE), self.function(base)
        return f"exact (continuous_Rpow_nonneg {f} _ _ {name} {least} {above})."

    def from_zero(self, term: Term) -> tuple[Term, list[Term]]:
        """The term with `max(0, x)^e` for each power of an x that may be 0 here, which is
        continuous where x is 0 and defined where it is not; and the x."""
        if self.name not in variables(term):
            return term, []
        parts = [self.from_zero(arg) if isinstance(arg, Term) else (arg, []) for arg in term.args]
        args, found = tuple(part for part, _ in parts), [x for _, more in parts for x in more]
        if not self._may_be_zero(term):
            return Term(term.op, args), found
        return power(Term("max", (ZERO, args[0])), args[1]), [*found, term.args[0]]

    def _may_be_zero(self, term: Term) -> bool:
        """Is it a real power, with an exponent that stays, of what is 0 or more?"""
        if term.op != "power" or term.args[1] == HALF or whole_value(term.args[1]) is not None:
            return False
        base, exponent = term.args
        known, moves = self.place.known, self.name in variables(exponent)
        return not moves and known.sign(base) == AT_LEAST_ZERO and known.sign(exponent) == POSITIVE
