"""Functions of a part of a term that rise or fall with it: the kernel's `Growth`, in Coq.

For a hole that goes from a smaller value to a larger one, each part of the function that
depends on it gets an assertion: its two values, the smaller one first. Which way a part goes, and
by which slopes, the kernel has found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from proofkit.bridges.coq import signs
from proofkit.bridges.coq.place import Place
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.operations import Growth
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, NEGATIVE, POSITIVE, within
from proofkit.language.terms import HALF, MINUS_ONE, Term, number, power, whole_value


def put(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with values for variables as Coq has it: no brackets are dropped, and a power
    with a real exponent stays one where the exponent becomes a number."""
    if term.op == "number":
        return term
    if term.op == "variable":
        return values.get(term.args[0], term)
    args = tuple(put(arg, values) for arg in term.args)
    if term.op == "power" and args[1].op == "number" and term.args[1].op != "number":
        args = args[0], Term("product", (args[1],))
    return Term(term.op, args)


@dataclass(frozen=True)
class Move:
    """A part as the hole goes up: does it rise, by how much at least, and the fact."""

    way: int
    strict: bool
    name: str

    @property
    def sign(self) -> str:
        return "<" if self.strict else "<="

    def weak(self) -> str:
        return f"(Rlt_le _ _ {self.name})" if self.strict else self.name


@dataclass
class Motion:
    """A hole that goes from `low` to `high`, which the fact `name` says."""

    place: Place
    hole: str
    low: Term
    high: Term
    start: Move

    def at(self, term: Term, top: bool) -> Term:
        return put(term, {self.hole: self.high if top else self.low})

    def ends(self, term: Term, way: int) -> tuple[Term, Term]:
        """The smaller and the larger value."""
        low, high = self.at(term, False), self.at(term, True)
        return (low, high) if way > 0 else (high, low)

    def move(self, term: Term, found: Growth) -> Move:
        """How a part moves that depends on the hole."""
        if not found.moves:
            return self.start
        if term.op not in _RULES:
            raise UnsupportedTerm(f"no rule of Coq says how {term.op}(...) grows")
        return _RULES[term.op](self, term, found)

    def moves(self, term: Term, found: Growth) -> list[Move | None]:
        """How each argument moves; nothing for those that stay."""
        pairs = zip(term.args, found.moves, strict=True)
        return [self.move(arg, inner) if inner.way else None for arg, inner in pairs]

    def say(self, term: Term, found: Growth, proof: str) -> Move:
        """Assert the two values of a part."""
        move = Move(found.way, found.strict and self.start.strict, "")
        small, large = map(self.place.text, self.ends(term, found.way))
        return replace(move, name=self.place.have(f"{small} {move.sign} {large}", [proof]))

    def fact(self, term: Term, wanted: int) -> str:
        return signs.fact(self.place, term, wanted)


def _sum(motion: Motion, term: Term, found: Growth) -> Move:
    names = " ".join(move.name for move in motion.moves(term, found) if move)
    return motion.say(term, found, f"clear - {names}; lra.")


def _product(motion: Motion, term: Term, found: Growth) -> Move:
    moves = motion.moves(term, found)
    rest = [arg for arg, move in zip(term.args, moves, strict=True) if move is None]
    moving = [(arg, move) for arg, move in zip(term.args, moves, strict=True) if move]
    together = moving[0][1] if len(moving) == 1 else _jointly(motion, moving)
    written = " * ".join(motion.place.atom(motion.at(arg, False)) for arg in rest)
    if not rest:
        return motion.say(term, found, f"clear - {together.name}; lra.")
    sign = signs.product(motion.place, [motion.at(arg, False) for arg in rest])
    exact = found.strict and together.strict
    down = found.way != together.way
    wanted = (NEGATIVE if down else POSITIVE) if exact else AT_MOST_ZERO if down else AT_LEAST_ZERO
    lemma = f"scale_{'down_' if down else ''}{'lt' if exact else 'le'}"
    premise = together.name if exact else together.weak()
    scaled = motion.place.note(f"{lemma} ({written}) _ _ {signs.weaker(sign, wanted)} {premise}")
    return motion.say(term, found, f"clear - {scaled}; lra.")


def _jointly(motion: Motion, moving: list[tuple[Term, Move]]) -> Move:
    """Several factors that move the same way, none negative."""
    name, smaller = "", ""
    for arg, move in moving:
        small, _ = motion.ends(arg, move.way)
        least = motion.fact(small, AT_LEAST_ZERO)
        if not name:
            name, smaller = move.weak(), least
        else:
            joint = f"(times_le _ _ _ _ {smaller} {least} {name} {move.weak()})"
            smaller, name = f"(times_gg _ _ {smaller} {least})", joint
    return Move(moving[0][1].way, False, motion.place.note(name))


def _power(motion: Motion, term: Term, found: Growth) -> Move:
    base, exponent = term.args
    move, up = motion.moves(term, found)
    if move is None:
        assert up is not None
        return _exponent(motion, term, found, up)
    whole = whole_value(exponent)
    small, _ = motion.ends(base, move.way)
    if whole is not None:
        return (_inverse if whole < 0 else _whole)(motion, term, found, move)
    if exponent == HALF:
        if not move.strict:
            return motion.say(term, found, f"apply root_le; exact {move.name}.")
        least = motion.fact(small, AT_LEAST_ZERO)
        return motion.say(term, found, f"exact (root_lt _ _ {least} {move.name}).")
    slope = found.slopes[0]
    if slope == POSITIVE:
        least, more = motion.fact(small, AT_LEAST_ZERO), motion.fact(exponent, POSITIVE)
        lemma = "Rpow_base_lt" if move.strict else "Rpow_base_le"
        return motion.say(term, found, f"exact ({lemma} _ _ _ {least} {more} {move.name}).")
    if within(slope, AT_LEAST_ZERO):
        least, more = motion.fact(small, AT_LEAST_ZERO), motion.fact(exponent, AT_LEAST_ZERO)
        proof = f"exact (Rpow_base_weak _ _ _ {least} {more} {move.weak()})."
        return motion.say(term, found, proof)
    least = motion.fact(small, POSITIVE)
    strict = found.strict and move.strict
    lemma = "Rpow_base_falls_lt" if strict else "Rpow_base_falls"
    more = motion.fact(exponent, NEGATIVE if strict else AT_MOST_ZERO)
    premise = move.name if strict else move.weak()
    return motion.say(term, found, f"exact ({lemma} _ _ _ {least} {more} {premise}).")


def _whole(motion: Motion, term: Term, found: Growth, move: Move) -> Move:
    base, whole = term.args[0], int(term.args[1].args[0])
    strict = found.strict and move.strict
    if whole % 2:
        proof = f"odd_{'lt' if strict else 'le'} {whole // 2} _ _ {move.name}"
        return motion.say(term, found, f"exact ({proof}).")
    small, large = motion.ends(base, move.way)
    least = motion.fact(small, AT_LEAST_ZERO)
    if not strict:
        return motion.say(term, found, f"exact (pow_le_pow {whole} _ _ {least} {move.weak()}).")
    given = f"{whole} {motion.place.atom(small)} {motion.place.atom(large)}"
    proof = f"apply (pow_lt_pow {given}); [lia | exact {least} | exact {move.name}]."
    return motion.say(term, found, proof)


def _inverse(motion: Motion, term: Term, found: Growth, move: Move) -> Move:
    """`x^(-k)` as the inverse of `x^k`, which goes the other way."""
    below, whole = term.args[0], whole_value(term.args[1])
    if whole != -1:
        below = power(below, number(-term.args[1].args[0]))
        move = _whole(motion, below, Growth(-found.way, found.strict), move)
    small, _ = motion.ends(below, move.way)
    positive = motion.fact(small, POSITIVE)
    lemma = "inverse_lt" if move.strict else "inverse_le"
    return motion.say(term, found, f"exact ({lemma} _ _ {positive} {move.name}).")


def _exponent(motion: Motion, term: Term, found: Growth, move: Move) -> Move:
    base, strict = term.args[0], found.strict and move.strict
    above = Term("sum", (base, MINUS_ONE))
    if found.way == move.way:
        lemma = "Rpow_grows_lt" if strict else "Rpow_grows"
        conditions = motion.fact(above, POSITIVE if strict else AT_LEAST_ZERO)
    elif motion.place.known.sign(motion.place.open(base)) != POSITIVE:  # 0^0 is 1
        lemma = "Rpow_falls_from_zero"
        least = motion.fact(motion.ends(term.args[1], move.way)[0], AT_LEAST_ZERO)
        conditions = (
            f"{motion.fact(base, AT_LEAST_ZERO)} {motion.fact(above, AT_MOST_ZERO)} {least}"
        )
    else:
        lemma = "Rpow_falls_lt" if strict else "Rpow_falls"
        below = motion.fact(above, NEGATIVE if strict else AT_MOST_ZERO)
        conditions = f"{motion.fact(base, POSITIVE)} {below}"
    premise = move.name if strict else move.weak()
    raised = motion.place.note(f"{lemma} {motion.place.atom(base)} _ _ {conditions} {premise}")
    return motion.say(term, found, f"exact {raised}.")


def _exp(motion: Motion, term: Term, found: Growth) -> Move:
    move = motion.move(term.args[0], found.moves[0])
    lemma = "exp_increasing" if move.strict else "exp_monotone"
    return motion.say(term, found, f"apply {lemma}; exact {move.name}.")


def _log(motion: Motion, term: Term, found: Growth) -> Move:
    move = motion.move(term.args[0], found.moves[0])
    positive = motion.fact(motion.ends(term.args[0], move.way)[0], POSITIVE)
    lemma = "ln_increasing" if move.strict else "ln_monotone"
    return motion.say(term, found, f"exact ({lemma} _ _ {positive} {move.name}).")


def _abs(motion: Motion, term: Term, found: Growth) -> Move:
    move = motion.move(term.args[0], found.moves[0])
    up = found.slopes[0] == POSITIVE
    wanted, lemma = (AT_LEAST_ZERO, "Rabs_pos_eq") if up else (AT_MOST_ZERO, "Rabs_left1")
    names = [motion.fact(motion.at(term.args[0], top), wanted) for top in (False, True)]
    rewriting = ", ".join(f"({lemma} _ {name})" for name in names)
    return motion.say(term, found, f"rewrite {rewriting}; clear - {move.name}; lra.")


def _extreme(motion: Motion, term: Term, found: Growth) -> Move:
    lemma = "max_le" if term.op == "max" else "min_le"
    moves = motion.moves(term, found)
    *parts, proof = [move.weak() if move else "(Rle_refl _)" for move in moves]
    for part in reversed(parts):
        proof = f"({lemma} _ _ _ _ {part} {proof})"
    return motion.say(term, found, f"exact {proof}.")


_RULES = {
    "sum": _sum,
    "product": _product,
    "power": _power,
    "exp": _exp,
    "log": _log,
    "abs": _abs,
    "max": _extreme,
    "min": _extreme,
}
