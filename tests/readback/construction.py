"""Statements whose truth is known by how they are made, with random kinds and hypotheses."""

import random
from dataclasses import dataclass

REALS = ["x", "y", "z", "a1", "alpha", "beta_2", "u_N", "floor", "x2y", "e", "pi"]
INTEGERS = ["k", "n", "m", "lambda", "n1", "T_max"]


@dataclass(frozen=True)
class Asked:
    """A statement as it is typed. `points` are values at which all hypotheses hold."""

    statement: str
    given: tuple[str, ...]
    kinds: dict[str, str]
    true: bool
    points: tuple[dict[str, float], ...]


def constructed(seed):
    """The statement of a seed."""
    draw = random.Random(seed)
    x, y, z = draw.sample(REALS, 3)
    k = draw.choice(INTEGERS)
    left, relation, right, given, names = draw.choice(SHAPES)(draw, x, y, z, k)
    true = draw.random() < 0.7
    if not true:  # pushed past the truth by more than it is true by at some point
        left, relation, right = draw.choice(FALSE)(left, relation, right)
    both, more, added = draw.choice(BOTH)(draw, x, y, z)
    if both:
        left, right = f"{left} + {both}", f"{right} + {both}"
    given, names = list(dict.fromkeys([*given, *more])), {*names, *added}
    draw.shuffle(given)
    kinds = {name: "integer" if name in INTEGERS else "real" for name in sorted(names)}
    if "pi" not in kinds:  # else there is no such constant
        left, right = f"{left} + pi()*{max(kinds)}", f"{right} + {max(kinds)}*pi()"
    if draw.random() < 0.5 and relation in ("<=", ">="):
        left, relation, right = right, {"<=": ">=", ">=": "<="}[relation], left
    points = tuple(_point(draw, kinds) for _ in range(3))
    return Asked(f"{left} {relation} {right}", tuple(given), kinds, true, points)


def _point(draw, kinds):
    """Large enough for every hypothesis that is made here."""
    return {
        name: float(draw.randint(13, 17)) if kind == "integer" else draw.uniform(12.1, 14.9)
        for name, kind in kinds.items()
    }


# True statements -------------------------------------------------------------------------


def _square(draw, x, y, z, k):
    a, b = draw.randint(1, 5), draw.randint(1, 5)
    return f"{a * a}*{x}^2 + {b * b}*{y}^2", ">=", f"{2 * a * b}*{x}*{y}", [], {x, y}


def _linear(draw, x, y, z, k):
    a, b, p, q = (draw.randint(1, 9) for _ in range(4))
    given = [f"{x} >= {p}", f"{y} >= {q}/7"]
    return f"{a}*{x} + {b}*{y}", ">=", f"{a * p} + {b * q}/7", given, {x, y}


def _whole(draw, x, y, z, k):
    """True of integers only."""
    return f"{k}^2", ">=", k, [], {k}


def _power(draw, x, y, z, k):
    least = draw.randint(0, 2)
    return f"2^{k}", ">=", f"{k} + 1", [f"{k} >= {least}"], {k}


def _bernoulli(draw, x, y, z, k):
    return f"(1 + {x})^{k}", ">=", f"1 + {k}*{x}", [f"{k} >= 1", f"{x} >= 0"], {x, k}


def _exponential(draw, x, y, z, k):
    a = draw.randint(1, 4)
    return f"exp({x}/{a})", ">=", f"1 + {x}/{a}", [], {x}


def _logarithm(draw, x, y, z, k):
    a = draw.randint(2, 6)
    given = [f"{x} >= 1", f"{y} >= 0"]
    return f"{y}*log({x})/{a}", "<=", f"{y}*({x} - 1)/{a}", given, {x, y}


def _quotient(draw, x, y, z, k):
    a = draw.randint(1, 6)
    return f"{x}/({x} + {a})", "<=", "1", [f"{x} > 0"], {x}


def _extremes(draw, x, y, z, k):
    return f"max({x}, {y})", ">=", f"({x} + {y})/2", [], {x, y}


def _absolute(draw, x, y, z, k):
    return f"abs({x} - {y})", "<=", f"abs({x}) + abs({y})", [], {x, y}


def _root(draw, x, y, z, k):
    return f"sqrt({x})*sqrt({y})", "<=", f"({x} + {y})/2", [f"{x} >= 0", f"{y} >= 0"], {x, y}


def _tied(draw, x, y, z, k):
    a = draw.randint(1, 9)
    given = [f"{x} <= {y} + {a}", f"{y} <= {z}"]
    return x, "<=", f"{z} + {a}", given, {x, y, z}


SHAPES = [
    _square, _linear, _whole, _power, _bernoulli, _exponential, _logarithm, _quotient, _extremes,
    _absolute, _root, _tied,
]  # fmt: skip


# False ones ------------------------------------------------------------------------------


def _strictly_less(left, relation, right):
    """The opposite, by more than the sides can differ near where they touch."""
    turned = "<" if relation == ">=" else ">"
    sign = "-" if turned == "<" else "+"
    return left, turned, f"{right} {sign} 1"


def _by_a_constant(left, relation, right):
    turned = "<=" if relation == ">=" else ">="
    sign = "-" if turned == "<=" else "+"
    return left, turned, f"{right} {sign} 1/2"


FALSE = [_strictly_less, _by_a_constant]


# What is added to both sides -------------------------------------------------------------


def _nothing(draw, x, y, z):
    return "", [], set()


def _fraction(draw, x, y, z):
    a = draw.randint(2, 9)
    return f"{y}*log({z})/{a}", [f"{z} > 1"], {y, z}


def _inverse(draw, x, y, z):
    return f"{x}/(2*log({z}))", [f"{z} >= 2"], {x, z}


def _raised(draw, x, y, z):
    return f"{z}^(-{draw.randint(1, 3)})*({y} + 1)", [f"{z} >= 1"], {y, z}


def _nested(draw, x, y, z):
    return f"exp(-{x}^2/3)*max({y}, {z}, 1)", [], {x, y, z}


def _rooted(draw, x, y, z):
    return f"{x}*sqrt({z} + 1)/5", [f"{z} >= 0"], {x, z}


def _of_zero(draw, x, y, z):
    return f"0^{y}*{x}^{z}/exp(1)^2", [f"{y} >= 0", f"{x} >= 0", f"{z} >= 0"], {x, y, z}


BOTH = [_nothing, _nothing, _fraction, _inverse, _raised, _nested, _rooted, _of_zero]
