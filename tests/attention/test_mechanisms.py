"""Mechanisms in NumPy against their formulas, and how they are found."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from sympy import Max, Min, Symbol, symbols

from proofkit.attention import Attention, Kernel, Projection, Unit, by_sign, ones
from proofkit.attention.choices import settled
from proofkit.attention.dense import Matrices, Roles, measure
from proofkit.attention.layout import estimate
from proofkit.attention.mechanisms import Mechanism, find, known, registry
from proofkit.attention.needle import needle_data
from proofkit.attention.opinions import entmax, sparsemax
from proofkit.foundations.errors import LemmaError, UnknownName

n, d, t = symbols("n d t", positive=True)
a, b, c = symbols("a b c", real=True)
DATA = needle_data("D1", n=n, d=d, t=t, a=a, b=b, c=c)
NAMES = [
    "softmax:5/2",
    "linear",
    "unnormalised",
    "power:7",
    "power:1000",
    "relu",
    "elu",
    "taylor:5",
    "sigmoid",
    "sigmoid:4",
    "window:20",
    "sparsemax",
    "entmax",
    "hard",
]


def test_every_mechanism_is_among_them():
    assert {name.partition(":")[0] for name in NAMES} == {*registry.OURS}


def values(d, t, a="6/5", b="1/5"):
    given = {"n": (d - 2) * t, "d": d, "t": t, "a": a, "b": b, "c": 1 - Fraction(b)}
    return {name: Fraction(value) for name, value in given.items()}


def formula(attention, symbol, point):
    """A quantity with 30 digits from its definition."""
    term = symbol
    for definition in reversed(list(attention.definitions.values())):
        term = term.xreplace({definition.symbol: definition.expression})
    return estimate(settled(term, lambda x: int(mpmath.sign(estimate(x, point)))), point)


@pytest.mark.parametrize("core", [Matrices, Roles])
@pytest.mark.parametrize("name", NAMES)
def test_numpy_agrees_with_the_formula(name, core):
    point = values(12, 10)
    attention = find(name).attention(DATA)
    for query in ("needle", "other"):
        keys = core(attention, point).keys(query)
        for key in ("needle", "other"):
            found, expected = (
                keys.f(keys.find(key)),
                formula(attention, attention.f(query, key), point),
            )
            if expected:
                assert found.sign == 1
                assert found.log_abs == pytest.approx(float(mpmath.log(expected)), abs=1e-9)
            else:
                assert found.sign == 0


@pytest.mark.parametrize("name", [name for name in NAMES if name != "power:1000"])
def test_any_number_of_tokens(name):
    """What has a gap of zero or one in doubles has no opinion rather than a wrong one."""
    point = values(12, 10**17, a="1/3")
    name = name.replace(":20", f":{10**18}")
    attention = find(name).attention(DATA)
    found = measure(attention, point, ("context", "other", "needle"))
    attention.context("other", "needle")
    expected = formula(attention, attention.context("other", "needle"), point)
    assert found.log_abs == pytest.approx(float(mpmath.log(abs(expected))), abs=1e-6)


def test_hard_attention_gives_no_opinion_on_ties():
    attention = find("hard").attention(DATA)
    attention.f("needle", "needle")
    assert measure(attention, values(12, 10, a="0"), ("f", "needle", "needle")) is None


@pytest.mark.parametrize(("project", "squash"), [(sparsemax, 1), (entmax, 2)])
def test_projections_of_any_scores(project, squash):
    """The weights are `max(0, z - tau)` to a power for one tau, and add up to 1."""
    source = np.random.default_rng(3)
    for _ in range(200):
        scores, counts = source.normal(0, 2, 6), source.integers(1, 9, 6).astype(float)
        weights = project(scores, counts)
        assert math.isclose((weights * counts).sum(), 1, rel_tol=1e-12)
        rooted, held = weights ** (1 / squash), weights > 0
        tau = scores[held] / squash - rooted[held]
        assert np.ptp(tau) < 1e-9
        assert (scores[~held] / squash <= tau.max() + 1e-9).all()


def test_choices_are_settled_from_inside():
    x, y = symbols("x y", real=True)
    inner = by_sign(Max(x, y) - 2, 10, 20, 30)
    point = {"x": Fraction(1), "y": Fraction(2)}

    def sign(term):
        return int(mpmath.sign(estimate(term, point)))

    assert settled(inner + Min(x, y), sign) == 20 + x
    assert settled(by_sign(x, 1 / (x - x), 1, y), sign) == y


def test_a_link_may_speak_of_parameters():
    beta = Symbol("beta", positive=True)
    attention = Attention(DATA, Unit("p", lambda z: z**beta), ones)
    attention.f("needle", "needle")
    six = measure(attention, {**values(12, 10), "beta": Fraction(6)}, ("f", "needle", "needle"))
    fixed = find("power:6").attention(DATA)
    fixed.f("needle", "needle")
    assert six == measure(fixed, values(12, 10), ("f", "needle", "needle"))
    with pytest.raises(UnknownName, match="beta"):
        measure(attention, values(12, 10), ("f", "needle", "needle"))


def test_every_mechanism_says_what_it_is():
    for name, mechanism in known().items():
        assert name == mechanism.name
        assert mechanism.title
        assert mechanism.about
        assert mechanism.cost
        example = mechanism.argument
        assert example is None or example.default or example.example
        if example is None:
            assert isinstance(mechanism.unit(), Unit | Kernel | Projection)


def test_broken_mechanisms_name_their_module(tmp_path, monkeypatch):
    class Point:
        name, value = "bad", "bad_mechanism"

    (tmp_path / "bad_mechanism.py").write_text("mechanism = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "entry_points", lambda group: [Point])
    known.cache_clear()
    with pytest.raises(LemmaError, match="bad_mechanism: `mechanism` is a int"):
        known()
    monkeypatch.undo()
    known.cache_clear()
    assert isinstance(known()["softmax"], Mechanism)
