"""Functions of a part of a term that rise or fall with it: `growth` of the kernel, in Coq.

For a hole that goes from a smaller value to a larger one, each part of the function that
depends on it gets an assertion: its two values, the smaller one first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proofkit.bridges.coq import signs
from proofkit.bridges.coq.place import Place
from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.sign import AT_LEAST_ZERO, AT_MOST_ZERO, NEGATIVE, POSITIVE, within
from proofkit.language.terms import HALF, MINUS_ONE, Term, number, power, variables, whole_value


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

    def move(self, term: Term) -> Move | None:
        """How a part moves; nothing if it stays."""
        if term == Term("variable", (self.hole,)):
            return self.start
        if self.hole not in variables(term):
            return None
        if term.op not in _RULES:
            raise UnsupportedTerm(f"no rule says how {term.op}(...) grows with the subterm")
        return _RULES[term.op](self, term)

    def moved(self, term: Term) -> Move:
        """How a part moves that depends on the hole."""
        move = self.move(term)
        assert move is not None
        return move

    def say(self, term: Term, way: int, strict: bool, proof: str) -> Move:
        """Assert the two values of a part."""
        small, large = map(self.place.text, self.ends(term, way))
        name = self.place.have(f"{small} {'<' if strict else '<='} {large}", [proof])
        return Move(way, strict, name)

    def sign(self, term: Term) -> int:
        return self.place.known.sign(self.place.open(term))

    def fact(self, term: Term, wanted: int) -> str:
        return signs.fact(self.place, term, wanted)


def _sum(motion: Motion, term: Term) -> Move:
    moves = [move for move in map(motion.move, term.args) if move]
    ways = {move.way for move in moves}
    if len(ways) != 1:
        raise UnsupportedTerm("the subterm occurs with both directions")
    names = " ".join(move.name for move in moves)
    strict = any(move.strict for move in moves)
    return motion.say(term, ways.pop(), strict, f"clear - {names}; lra.")


def _product(motion: Motion, term: Term) -> Move:
    moves = [motion.move(arg) for arg in term.args]
    rest = [arg for arg, move in zip(term.args, moves, strict=True) if move is None]
    moving = [(arg, move) for arg, move in zip(term.args, moves, strict=True) if move]
    together = moving[0][1] if len(moving) == 1 else _jointly(motion, moving)
    written = " * ".join(motion.place.atom(motion.at(arg, False)) for arg in rest)
    if not rest:
        return motion.say(term, together.way, together.strict, f"clear - {together.name}; lra.")
    found = signs.product(motion.place, [motion.at(arg, False) for arg in rest])
    down = not within(found[0], AT_LEAST_ZERO)
    exact = together.strict and found[0] in (POSITIVE, NEGATIVE)
    wanted = (
        (NEGATIVE if exact else AT_MOST_ZERO) if down else (POSITIVE if exact else AT_LEAST_ZERO)
    )
    lemma = f"scale_{'down_' if down else ''}{'lt' if exact else 'le'}"
    premise = together.name if exact else together.weak()
    scaled = motion.place.note(f"{lemma} ({written}) _ _ {signs.weaker(found, wanted)} {premise}")
    way = -together.way if down else together.way
    return motion.say(term, way, exact, f"clear - {scaled}; lra.")


def _jointly(motion: Motion, moving: list[tuple[Term, Move]]) -> Move:
    """Several factors that move the same way, none negative."""
    ways = {move.way for _, move in moving}
    if len(ways) != 1:
        raise UnsupportedTerm("the subterm occurs with both directions")
    way = ways.pop()
    name, smaller = "", ""
    for arg, move in moving:
        small, _ = motion.ends(arg, way)
        least = motion.fact(small, AT_LEAST_ZERO)
        if not name:
            name, smaller = move.weak(), least
        else:
            joint = f"(times_le _ _ _ _ {smaller} {least} {name} {move.weak()})"
            smaller, name = f"(times_gg _ _ {smaller} {least})", joint
    return Move(way, False, motion.place.note(name))


def _power(motion: Motion, term: Term) -> Move:
    base, exponent = term.args
    up = motion.move(exponent)
    if up:
        return _exponent(motion, term, up)
    move, whole = motion.moved(base), whole_value(exponent)
    small, _ = motion.ends(base, move.way)
    if whole is not None and whole < 0:
        return _inverse(motion, term, whole, move)
    if whole is not None:
        return _whole(motion, term, whole, move)
    if exponent == HALF:
        if not move.strict:
            return motion.say(term, move.way, False, f"apply root_le; exact {move.name}.")
        least = motion.fact(small, AT_LEAST_ZERO)
        return motion.say(term, move.way, True, f"exact (root_lt _ _ {least} {move.name}).")
    rises = motion.sign(exponent)
    if rises == POSITIVE:
        least, more = motion.fact(small, AT_LEAST_ZERO), motion.fact(exponent, POSITIVE)
        lemma = "Rpow_base_lt" if move.strict else "Rpow_base_le"
        return motion.say(term, move.way, move.strict,
                          f"exact ({lemma} _ _ _ {least} {more} {move.name}).")  # fmt: skip
    if within(rises, AT_LEAST_ZERO):
        least, more = motion.fact(small, AT_LEAST_ZERO), motion.fact(exponent, AT_LEAST_ZERO)
        proof = f"exact (Rpow_base_weak _ _ _ {least} {more} {move.weak()})."
        return motion.say(term, move.way, False, proof)
    least = motion.fact(small, POSITIVE)
    strict = move.strict and rises == NEGATIVE
    lemma = "Rpow_base_falls_lt" if strict else "Rpow_base_falls"
    more = motion.fact(exponent, NEGATIVE if strict else AT_MOST_ZERO)
    premise = move.name if strict else move.weak()
    return motion.say(term, -move.way, strict, f"exact ({lemma} _ _ _ {least} {more} {premise}).")


def _whole(motion: Motion, term: Term, whole: int, move: Move) -> Move:
    small, large = (motion.place.atom(end) for end in motion.ends(term.args[0], move.way))
    if whole % 2:
        proof = f"exact (odd_{'lt' if move.strict else 'le'} {whole // 2} _ _ {move.name})."
        return motion.say(term, move.way, move.strict, proof)
    least = motion.fact(motion.ends(term.args[0], move.way)[0], AT_LEAST_ZERO)
    if not move.strict:
        proof = f"exact (pow_le_pow {whole} _ _ {least} {move.name})."
        return motion.say(term, move.way, False, proof)
    proof = (
        f"apply (pow_lt_pow {whole} {small} {large}); [lia | exact {least} | exact {move.name}]."
    )
    return motion.say(term, move.way, True, proof)


def _inverse(motion: Motion, term: Term, whole: int, move: Move) -> Move:
    base = term.args[0]
    below = base if whole == -1 else power(base, number(-whole))
    inner = move if whole == -1 else _whole(motion, below, -whole, move)
    small, _ = motion.ends(below, inner.way)
    positive = motion.fact(small, POSITIVE)
    lemma = "inverse_lt" if inner.strict else "inverse_le"
    proof = f"exact ({lemma} _ _ {positive} {inner.name})."
    return motion.say(term, -inner.way, inner.strict, proof)


def _exponent(motion: Motion, term: Term, move: Move) -> Move:
    base = term.args[0]
    above = Term("sum", (base, MINUS_ONE))
    found = motion.sign(above)
    if within(found, AT_LEAST_ZERO):
        strict = move.strict and found == POSITIVE
        lemma = "Rpow_grows_lt" if strict else "Rpow_grows"
        conditions = motion.fact(above, POSITIVE if strict else AT_LEAST_ZERO)
        way = move.way
    elif motion.sign(base) != POSITIVE:  # 0^0 is 1
        strict, lemma, way = False, "Rpow_falls_from_zero", -move.way
        least = motion.fact(motion.ends(term.args[1], move.way)[0], AT_LEAST_ZERO)
        conditions = (
            f"{motion.fact(base, AT_LEAST_ZERO)} {motion.fact(above, AT_MOST_ZERO)} {least}"
        )
    else:
        strict = move.strict and found == NEGATIVE
        lemma = "Rpow_falls_lt" if strict else "Rpow_falls"
        below = motion.fact(above, NEGATIVE if strict else AT_MOST_ZERO)
        conditions = f"{motion.fact(base, POSITIVE)} {below}"
        way = -move.way
    premise = move.name if strict else move.weak()
    raised = motion.place.note(f"{lemma} {motion.place.atom(base)} _ _ {conditions} {premise}")
    return motion.say(term, way, strict, f"exact {raised}.")


def _exp(motion: Motion, term: Term) -> Move:
    move = motion.moved(term.args[0])
    lemma = "exp_increasing" if move.strict else "exp_monotone"
    return motion.say(term, move.way, move.strict, f"apply {lemma}; exact {move.name}.")


def _log(motion: Motion, term: Term) -> Move:
    move = motion.moved(term.args[0])
    positive = motion.fact(motion.ends(term.args[0], move.way)[0], POSITIVE)
    lemma = "ln_increasing" if move.strict else "ln_monotone"
    proof = f"exact ({lemma} _ _ {positive} {move.name})."
    return motion.say(term, move.way, move.strict, proof)


def _abs(motion: Motion, term: Term) -> Move:
    move = motion.moved(term.args[0])
    ends = [motion.at(term.args[0], top) for top in (False, True)]
    if all(within(motion.sign(end), AT_LEAST_ZERO) for end in ends):
        names = [motion.fact(end, AT_LEAST_ZERO) for end in ends]
        lemma, way = "Rabs_pos_eq", move.way
    else:
        names = [motion.fact(end, AT_MOST_ZERO) for end in ends]
        lemma, way = "Rabs_left1", -move.way
    rewriting = ", ".join(f"({lemma} _ {name})" for name in names)
    return motion.say(term, way, move.strict, f"rewrite {rewriting}; clear - {move.name}; lra.")


def _extreme(motion: Motion, term: Term) -> Move:
    moves = [motion.move(arg) for arg in term.args]
    ways = {move.way for move in moves if move}
    if len(ways) != 1:
        raise UnsupportedTerm("the subterm occurs with both directions")
    lemma = "max_le" if term.op == "max" else "min_le"
    parts = [move.weak() if move else "(Rle_refl _)" for move in moves]
    proof = parts[-1]
    for part in reversed(parts[:-1]):
        proof = f"({lemma} _ _ _ _ {part} {proof})"
    return motion.say(term, ways.pop(), False, f"exact {proof}.")


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
