"""Units in NumPy: what a mechanism makes of the scores of one query, as logarithms."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

import numpy as np

from proofkit.attention.kinds import Unit
from proofkit.attention.logs import Floats, Logs
from proofkit.foundations.errors import UnknownName
from proofkit.language.from_sympy import data_from_sympy
from proofkit.language.terms import Term, variables

Z = "z"
Link = Callable[[Floats], Logs]
Numbers = Mapping[str, Any]
"""The scores by their name `z`, and the values of parameters."""


@lru_cache(maxsize=64)
def formula(unit: Unit) -> Term:
    """The link of a unit, in `z`."""
    if unit.term is not None:
        return unit.term
    from sympy import Symbol

    return data_from_sympy(unit.link(Symbol(Z, real=True)))


@lru_cache(maxsize=64)
def parameters_of(unit: object) -> frozenset[str]:
    """The parameters that a link speaks of, such as a degree."""
    return variables(formula(unit)) - {Z} if isinstance(unit, Unit) else frozenset()


def link_of(unit: Unit, values: Mapping[str, Fraction]) -> Link:
    """The link as a map from scores to signs and logarithms of magnitudes."""
    known = {}
    for name in sorted(parameters_of(unit)):
        if name not in values:
            raise UnknownName(f"{unit.name}: no value is given for {name}")
        known[name] = values[name]
    term = formula(unit)

    def apply(scores: Floats) -> Logs:
        sign, size = _logs(term, {**known, Z: scores})
        return Logs(_like(sign, scores), _like(size, scores))

    return apply


def _logs(term: Term, at: Numbers) -> tuple[Any, Any]:
    """The sign of a term, and the logarithm of its magnitude: `log |exp(z)|` is `z` and
    `log |z^k|` is `k*log |z|`, so that neither softmax nor a high degree leaves the range of a
    double."""
    if term.op == "exp":
        return 1, _number(term.args[0], at)
    if term.op == "product":
        signs, sizes = zip(*(_logs(factor, at) for factor in term.args), strict=True)
        return math.prod(signs), sum(sizes)
    if term.op == "power" and (power := _whole(term.args[1], at)) is not None:
        sign, size = _logs(term.args[0], at)
        return sign**power, power * size
    if term.op == "sum" and len(term.args) == 2 and all(map(_is_positive, term.args)):
        return 1, np.logaddexp(*(_logs(part, at)[1] for part in term.args))
    found = _number(term, at)
    return np.sign(found), np.log(np.abs(found))


def _is_positive(term: Term) -> bool:
    return term.op == "exp" or (term.op == "number" and term.args[0] > 0)


def _whole(term: Term, at: Numbers) -> int | None:
    """The integer that an exponent is here, if it is one."""
    value = at.get(term.args[0]) if term.op == "variable" else term.args[0]
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else None


def _number(term: Term, at: Numbers) -> Any:
    if term.op in ("number", "variable"):
        value = term.args[0] if term.op == "number" else at[term.args[0]]
        return np.float64(value) if isinstance(value, Fraction) else value
    called = _CALLED.get(term.op) or getattr(np, term.op, None)
    if called is None:
        raise UnknownName(f"NumPy has no {term.op}")
    return called(*(_number(argument, at) for argument in term.args))


_CALLED: dict[str, Callable[..., Any]] = {
    "sum": lambda *terms: sum(terms),
    "product": lambda *factors: math.prod(factors),
    "power": np.power,
    "pi": lambda: np.pi,
    "max": lambda *terms: reduce(np.maximum, terms),
    "min": lambda *terms: reduce(np.minimum, terms),
    "by_sign": lambda x, below, level, above: np.where(x < 0, below, np.where(x > 0, above, level)),
}


def _like(numbers: Any, shape: Floats) -> Floats:
    return np.broadcast_to(np.asarray(numbers, dtype=np.float64), shape.shape)
