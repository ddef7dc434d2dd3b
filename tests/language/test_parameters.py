"""Ties between parameters are solved exactly, or the reason is told."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lemmas.notation import COLUMNS_AND_TOKENS, NEEDLE_D1, STRENGTHS
from proofkit.foundations.errors import InputError, LemmaError, UnknownName
from proofkit.language.parameters import Link, Parameter, resolve

DECLARED = (*COLUMNS_AND_TOKENS, NEEDLE_D1, *STRENGTHS)


def test_defaults():
    values = resolve({}, DECLARED)
    assert values == {
        "n": 1000,
        "d": 102,
        "t": 10,
        "a1": Fraction(6, 5),
        "b": Fraction(1, 5),
        "c": Fraction(4, 5),
    }
    assert list(values) == [p.name for p in DECLARED]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"n": "1e6", "d": 102}, (10**6, 102, 10**4)),
        ({"n": 60, "t": 3}, (60, 22, 3)),
        ({"d": 22, "t": "5e16"}, (10**18, 22, 5 * 10**16)),
        ({"n": 2000}, (2000, 102, 20)),
        ({"t": 7}, (700, 102, 7)),
        ({"d": 12}, (1000, 12, 100)),
        ({"n": 100, "d": 12, "t": 10}, (100, 12, 10)),
    ],
)
def test_two_of_three_determine_the_third(chosen, expected):
    values = resolve(chosen, DECLARED)
    assert (values["n"], values["d"], values["t"]) == expected


def test_b_and_c_determine_each_other():
    assert resolve({"b": "3/10"}, DECLARED)["c"] == Fraction(7, 10)
    assert resolve({"c": "0.25"}, DECLARED)["b"] == Fraction(3, 4)
    assert resolve({"b": "0.5", "c": "1/2"}, DECLARED)["b"] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"d": "102.5"}, "d: expected an integer, got 205/2"),
        ({"d": 2}, "d: expected at least 3, got 2"),
        ({"n": -1}, "n: expected at least 2, got -1"),
        ({"t": 0}, "t: expected at least 1, got 0"),
        ({"n": 999}, r"t: expected an integer, got 999/100 \(from n = .* n = 999, d = 102\)"),
        ({"n": 50, "d": 102, "t": 1}, r"expected n = \(d - 2\)\*t, got n = 50, d = 102, t = 1"),
        ({"b": "1/2", "c": "1/3"}, "expected b \\+ c = 1, got b = 1/2, c = 1/3"),
        ({"a1": "nan"}, "a1: expected an exact number .*'nan'"),
        ({"a1": 0.1}, "a1: expected an exact number .*0.1 of type float"),
    ],
)
def test_bad_values_are_named(chosen, message):
    with pytest.raises(InputError, match=f"^{message}"):
        resolve(chosen, DECLARED)


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(UnknownName, match=r"'a7'; known: a1, b, c, d, n, t$"):
        resolve({"a7": "1"}, DECLARED)
    with pytest.raises(UnknownName) as caught:
        resolve({"\x1b" + "x" * 10_000: "1"}, DECLARED)
    assert len(str(caught.value)) < 200


@given(d=st.integers(3, 500), t=st.integers(1, 10**20))
def test_all_three_ways_agree(d, t):
    n = (d - 2) * t
    if n >= 2:
        for chosen in ({"n": n, "d": d}, {"n": n, "t": t}, {"d": d, "t": t}):
            values = resolve(chosen, COLUMNS_AND_TOKENS)
            assert (values["n"], values["d"], values["t"]) == (n, d, t)


def test_a_link_that_cannot_be_solved_names_the_values():
    link = Link("x*y = 1", {"x": lambda v: 1 / v["y"], "y": lambda v: 1 / v["x"]}, keep=("x",))
    pair = (Parameter("x", "1", "", link=link), Parameter("y", "1", "", link=link))
    with pytest.raises(InputError, match="cannot be solved for y with x = 0"):
        resolve({"x": 0}, pair)


def test_shared_parameters_must_agree():
    assert resolve({}, (NEEDLE_D1, NEEDLE_D1)) == {"a1": Fraction(6, 5)}
    with pytest.raises(LemmaError, match="a1 is declared twice, differently"):
        resolve({}, (NEEDLE_D1, Parameter("a1", "1", "something else")))


def test_linked_parameters_come_together():
    with pytest.raises(LemmaError, match="n is tied to d, t by"):
        resolve({"n": 7}, COLUMNS_AND_TOKENS[:1])
