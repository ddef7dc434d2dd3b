"""Every mechanism against a computation of its own: contexts in mpmath straight from the
definitions, events by going through all signs, probabilities as exact fractions."""

import json
from bisect import bisect_left
from fractions import Fraction
from itertools import product
from math import comb

import mpmath
import pytest

from proofkit.attention.mechanisms.registry import OURS
from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName
from proofkit.probability.answers import probability
from proofkit.probability.experiment import Plan, experiment
from proofkit.probability.simulation import FAITHFUL

NEURONS = 3


SETTINGS = [  # d, t, a0, a1, b
    (3, 2, "1/100", "6/5", "1/5"),
    (3, 7, "0", "0", "1/2"),
    (3, 10**18, "1/10", "7/10", "1/5"),
    (4, 1, "1/100", "6/5", "1/5"),
    (4, 3, "0", "1", "1/3"),
    (5, 1, "1/100", "2", "9/10"),
    (5, 2, "1/2", "1/2", "1/10"),
    (6, 10, "1/10", "3/5", "2/5"),
    (7, 4, "1/100", "6/5", "1/5"),
    (12, 10, "1/100", "6/5", "1/5"),
    (12, 10**6, "0", "3", "1/5"),
    (22, 1, "1/10", "6/5", "1/5"),
    (22, 50, "1/5", "1/5", "4/5"),
    (42, 10**12, "1/100", "6/5", "1/2"),
    (102, 10, "1/100", "6/5", "1/5"),
    (102, 10, "1/10", "6/5", "1/5"),
    (102, 100, "1", "1/100", "1/5"),
    (103, 10**16, "1/10", "8", "3/10"),
    (202, 5, "1/20", "1", "1/5"),
    (5, 4, "-1/4", "-1/2", "1/5"),
]


def mp(text):
    value = Fraction(text)
    return mpmath.mpf(value.numerator) / value.denominator


def shared(u_needle, u_other, n):
    total = u_needle + (n - 1) * u_other
    return u_needle / total, u_other / total


def taylor(z, order):
    return sum(z**k / mpmath.factorial(k) for k in range(order + 1))


def elu(s):
    return 1 + s if s >= 0 else mpmath.exp(s)


def simplex(top, rest, n, squash, least):
    """The weights `squash(z - tau)` that sum to 1, with tau found by bisection."""
    low, high = max(top, rest) - least, max(top, rest)
    for _ in range(260):
        tau = (low + high) / 2
        if squash(top - tau) + (n - 1) * squash(rest - tau) > 1:
            low = tau
        else:
            high = tau
    return squash(top - low), squash(rest - low)


def positive(z):
    return max(z, mpmath.mpf(0))


def hard(top, rest, n):
    if abs(top - rest) < mpmath.mpf(10) ** -60:
        return 1 / n, 1 / n
    return (mpmath.mpf(1), mpmath.mpf(0)) if top > rest else (mpmath.mpf(0), 1 / (n - 1))


def weights(name, sums, n):
    """What a query with a row sum gives the needle and any other key."""
    query, needle, other = sums
    top, rest = query * needle, query * other
    word, _, argument = name.partition(":")
    value = mp(argument) if argument else None
    links = {
        "softmax": lambda z: mpmath.exp(z / (value or 1)),
        "linear": lambda z: z,
        "power": lambda z: z ** int(value),
        "relu": positive,
        "taylor": lambda z: taylor(z, int(value)),
        "sigmoid": lambda z: 1 / (1 + mpmath.exp((value or 0) * mpmath.log(n) - z)),
    }
    if word in links:
        return shared(links[word](top), links[word](rest), n)
    if word == "elu":
        return shared(elu(query) * elu(needle), elu(query) * elu(other), n)
    if word == "unnormalised":
        return top, rest
    if word == "sparsemax":
        return simplex(top, rest, n, positive, 1)
    if word == "entmax":
        return simplex(top / 2, rest / 2, n, lambda z: positive(z) ** 2, 1)
    return hard(top, rest, n)


def contexts(name, a, d, t, b):
    """The coordinates (needle, own, class, bias) of both kinds of query."""
    n, c = mpmath.mpf((d - 2) * t), 1 - b
    root = mpmath.sqrt(mpmath.log(n))
    sums = {"needle": (1 + a) * root, "other": root}
    for query in sums.values():
        f, g = weights(name, (query, *sums.values()), n)
        yield a * f, b * (f + (t - 1) * g), b * t * g, c * (f + (n - 1) * g)


def fires(rows, d, tau):
    """For which (signs of needle, own, bias; number of class columns with +1)."""
    event = set()
    for needle, own, each, bias in rows:
        least = tau + mpmath.mpf(10) ** -60 * (1 + abs(bias))
        for signs in product((1, -1), repeat=3):
            missing = least - (signs[0] * needle + signs[1] * own + signs[2] * bias)
            event.update((signs, plus) for plus in enough(d - 3, each, missing))
    return event


def enough(count, each, missing):
    """How many of `count` signs are +1 where their sum times `each` is more than what is missing:
    from one number on, or, if `each` is negative, up to one."""

    def above(plus):
        return (2 * plus - count) * each > missing

    counts = range(count + 1)
    if each >= 0:
        return counts[bisect_left(counts, True, key=above) :]
    return counts[: bisect_left(counts, True, key=lambda plus: not above(plus))]


def chance(event, d):
    return Fraction(sum(comb(d - 3, plus) for _, plus in event), 2**d)


def expected(name, setting):
    d, t, a0, a1, b = setting
    tau = 1 - mp(b) + mp("1/10")
    zero, one = (fires(list(contexts(name, mp(a), d, t, mp(b))), d, tau) for a in (a0, a1))
    d0, d1, both = (1 - chance(event, d) for event in (zero, one, zero | one))
    d0, d1, both = (value**NEURONS for value in (d0, d1, both))
    return {
        "fires-d1": 1 - d1,
        "silent-d0": d0,
        "silent-d1": d1,
        "separates": d0 - both,
        "blind": both,
    }


def given(setting, **more):
    d, t, a0, a1, b = setting
    return {"d": d, "t": t, "a0": a0, "a1": a1, "b": b, "m": NEURONS, **more}


NAMES = [
    "softmax",
    "linear",
    "unnormalised",
    "power:1",
    "power:2",
    "power:6",
    "power:64",
    "relu",
    "elu",
    "taylor:2",
    "taylor:9",
    "sigmoid",
    "sigmoid:4",
    "softmax:5",
    "softmax:1/2",
    "sparsemax",
    "entmax",
    "hard",
]


def test_every_mechanism_is_among_them():
    """But for the window, which has more kinds of queries, and a test of its own."""
    assert {name.partition(":")[0] for name in NAMES} == {*OURS} - {"window"}


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_exact_probabilities(setting):
    """A near tie is an exact tie here: 60 digits tell all of these apart otherwise."""
    found = probability(given(setting), fractions=True, mechanisms=NAMES)
    with mpmath.workdps(80):
        for mechanism in found.mechanisms:
            assert not mechanism.undecided
            assert {q: Fraction(v) for q, v in mechanism.exact.items()} == expected(
                mechanism.name, setting
            ), mechanism.name


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_a_window_is_softmax_among_its_tokens(blocks):
    """The oracle has one more kind of query where there are blocks without the needle."""
    d, t, a1, b = 7, 10, mp("6/5"), mp("1/5")
    (found,) = probability(
        {"d": d, "t": t, "m": NEURONS}, fractions=True, mechanisms=(f"window:{5 * t // blocks}",)
    ).mechanisms[2:]
    with mpmath.workdps(60):
        a1, b = mp("6/5"), mp("1/5")
        c, n, w = 1 - b, mpmath.mpf(5 * t), mpmath.mpf(5 * t // blocks)
        rows = []
        for query in ((1 + a1), mpmath.mpf(1)):
            f, g = shared(n ** (query * (1 + a1)), n**query, w)
            rows.append((a1 * f, b * (f + (w / 5 - 1) * g), b * w / 5 * g, c))
        if blocks > 1:
            rows.append((0, b / 5, b / 5, c))
        event = fires(rows, d, c + mp("1/10"))
        assert Fraction(found.exact["fires-d1"]) == 1 - (1 - chance(event, d)) ** NEURONS


TABLE = {  # at n = 1000, d = 102, a1 = 6/5, b = 1/5, m = 64: a0 = 1/100, then 1/10
    "softmax": ("0.9999948", "0.9999948"),
    "softmax:2.64": ("0.999994", "0.999994"),
    "softmax:5": ("0.0620", "0.0620"),
    "softmax:10": ("8.8e-6", "8.8e-6"),
    "power:1": ("0", "0"),
    "power:2": ("8.8e-6", "8.8e-6"),
    "power:4": ("0.0024", "0.0024"),
    "power:6": ("0.99999", "0.99999"),
    "power:9": ("0.999995", "0.999995"),
    "power:64": ("0.99999", "0.060"),
    "power:1000": ("1.0e-8", "1.9e-4"),
    "elu": ("0", "0"),
    "sigmoid": ("0", "0"),
    "sigmoid:4": ("0.999995", "0.999995"),
    "sparsemax": ("0.99996", "1.9e-4"),
    "entmax": ("0.99999", "0.990"),
    "hard": ("1.0e-8", "1.9e-4"),
}


@pytest.mark.parametrize("place", [0, 1])
def test_the_table(place):
    a0 = ("1/100", "1/10")[place]
    found = probability({"a0": a0, "m": 64}, mechanisms=tuple(TABLE))
    for mechanism in found.mechanisms[2:]:
        value, shown = Fraction(mechanism.exact["separates"]), TABLE[mechanism.name][place]
        half = Fraction(shown) and Fraction(5, 10 ** (len(shown.partition("e")[0]) - 1)) * (
            Fraction(10) ** int(shown.partition("e")[2] or 0)
        )
        assert abs(value - Fraction(shown)) <= half, mechanism.name


def test_names_stay_as_they_were_given(run):
    code, out, _ = run(
        "probability", "--mechanism", "power:6", "--mechanism", "power:06", "--format", "json"
    )
    data = json.loads(out)
    assert code == 0
    assert list(data) == ["schema", "parameters", "softmax", "linear", "power:6", "power:06"]
    assert data["power:6"] == data["power:06"]
    assert set(data["power:6"]) == {"exact", "proved"}
    assert data["power:6"]["exact"]["separates"] == "0.999992981526756"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("powr:6", "did you mean power"),
        ("power", "expected power:DEGREE"),
        ("power:0", "expected more than 0"),
        ("power:1/2", "expected an integer"),
        ("relu:2", "takes no argument"),
        ("softmax:-1", "expected more than 0"),
        ("softmax:nan", "softmax: T"),
        ("taylor:1000", "an order from 1 to 200"),
        ("window:150", "multiple of d - 2"),
        ("", "unknown mechanism"),
    ],
)
def test_bad_names(run, name, message):
    code, out, err = run("probability", "--mechanism", name)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize("name", ["elu", "hard", "sparsemax", "entmax"])
def test_what_needs_all_ones_weights_says_so(name):
    with pytest.raises((InputError, UnknownName), match=name):
        probability({}, weights="identity", mechanisms=(name,))


def test_too_many_mechanisms_at_once():
    with pytest.raises(LimitExceeded, match="at most 32"):
        probability({}, mechanisms=[f"power:{k}" for k in range(1, 40)])


def test_every_sign_of_every_neuron():
    """The concrete matrices, token by token, agree with the exact values; ties of hard
    attention are beyond doubles and refused."""
    names = ("power:6", "elu", "relu", "taylor:3", "sigmoid:4", "window:20", "sparsemax", "entmax")
    names = (*names, "hard", "unnormalised")
    small = {"d": 12, "t": 10, "m": 5}
    done = experiment(small, Plan(trials=1500, method=FAITHFUL, repeats=2), mechanisms=names)
    assert len(done.rows) == 5 * (2 + len(names))
    assert not done.contradictions
    with pytest.raises(LimitExceeded, match="use the method fast"):
        experiment({**small, "a0": 0}, Plan(trials=5, method=FAITHFUL), mechanisms=("hard",))


def test_many_mechanisms_in_one_table():
    """More than four do not fit a byte."""
    names = tuple(f"power:{k}" for k in range(1, 20))
    done = experiment({"m": 9, "d": 12, "t": 10}, Plan(trials=4000), mechanisms=names)
    assert not done.contradictions
    alone = experiment({"m": 9, "d": 12, "t": 10}, Plan(trials=4000))
    assert done.rows[:10] == alone.rows
