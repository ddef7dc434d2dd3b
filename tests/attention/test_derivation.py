"""Derived quantities: names, layered definitions, order, merged roles."""

import subprocess
import sys

import pytest
from sympy import Symbol, exp, latex, log, sqrt, symbols

from proofkit.attention import Attention, Unit, identity, latex_name, linear, ones, softmax
from proofkit.attention.needle import needle_data
from proofkit.foundations.errors import UnknownName

n, d, t = symbols("n d t", positive=True)
a, b, c = symbols("a1 b c", real=True)


def attention(unit=softmax, weights=ones):
    return Attention(needle_data("D1", n=n, d=d, t=t, a=a, b=b, c=c), unit, weights)


def real(name):
    return Symbol(name, real=True)


def expressions(derived):
    return {name: definition.expression for name, definition in derived.definitions.items()}


def test_softmax_with_all_ones_weights_layer_by_layer():
    derived = attention()
    derived.context("needle", "own")
    s_N, s_O, u_NN, u_NO, alpha_N, f_NN, f_NO = map(
        real, ("s_N", "s_O", "u_NN", "u_NO", "alpha_N", "f_NN", "f_NO")
    )
    assert expressions(derived) == {
        "s_N": (a + b + c) * sqrt(log(n)),
        "s_O": (b + c) * sqrt(log(n)),
        "u_NN": exp(s_N * s_N),
        "u_NO": exp(s_N * s_O),
        "alpha_N": u_NN + (n - 1) * u_NO,
        "f_NN": u_NN / alpha_N,
        "f_NO": u_NO / alpha_N,
        "c_N_own": b * (f_NN + (t - 1) * f_NO),
    }


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("needle", a * real("f_NN")),
        ("class", b * t * real("f_NO")),
        ("bias", c * (real("f_NN") + (n - 1) * real("f_NO"))),
    ],
)
def test_context_of_the_needle(column, value):
    derived = attention()
    symbol = derived.context("needle", column)
    assert symbol == real(f"c_N_{column}")
    assert derived.definitions[symbol.name].expression == value


def test_a_quantity_defines_what_it_needs_and_no_more():
    derived = attention()
    derived.context("needle", "class")
    assert set(derived.definitions) == {
        "s_N", "s_O", "u_NN", "u_NO", "alpha_N", "f_NO", "c_N_class",
    }  # fmt: skip


def test_siblings_and_others_share_a_letter_under_all_ones_weights():
    derived = attention()
    assert derived.u("needle", "sibling") == derived.u("needle", "other") == real("u_NO")
    assert derived.f("sibling", "needle") == derived.f("other", "needle") == real("f_ON")
    assert derived.f("other", "peer") == derived.f("sibling", "other") == real("f_OO")
    assert derived.context("other", "peer") == derived.context("sibling", "class")
    assert derived.queries() == {"needle": 1, "other": n - 1}
    assert derived.keys("sibling") == {"needle": 1, "other": n - 1}
    assert derived.columns("other") == {"needle": 1, "own": 1, "class": d - 3, "bias": 1}
    assert derived.query_roles("other") == ("sibling", "other")
    assert derived.key_roles("other", "other") == ("sibling", "peer", "other")
    assert derived.column_roles("other", "class") == ("peer", "class")


def test_identity_weights_tell_siblings_others_and_peers_apart():
    derived = attention(weights=identity)
    assert derived.queries() == {"needle": 1, "sibling": t - 1, "other": n - t}
    assert derived.keys("needle") == {"needle": 1, "sibling": t - 1, "other": n - t}
    assert derived.keys("sibling") == {"sibling": t, "other": n - t}
    assert derived.keys("other") == {"other": n - t, "peer": t}
    assert derived.columns("other") == {"needle": 1, "class": d - 3, "peer": 1, "bias": 1}
    derived.context("other", "peer")
    assert expressions(derived) == {
        "z_OO": c**2 * log(n),
        "u_OO": exp(real("z_OO")),
        "z_OP": (b**2 + c**2) * log(n),
        "u_OP": exp(real("z_OP")),
        "alpha_O": (n - t) * real("u_OO") + t * real("u_OP"),
        "f_OP": real("u_OP") / real("alpha_O"),
        "c_O_peer": b * t * real("f_OP"),
    }


@pytest.mark.parametrize(
    ("unit", "u_NO"),
    [
        (linear, real("s_N") * real("s_O")),
        (Unit("square", lambda z: z**2 + 1), (real("s_N") * real("s_O")) ** 2 + 1),
    ],
)
def test_other_units_change_u_alone(unit, u_NO):
    derived = attention(unit)
    derived.f("needle", "other")
    plain = attention()
    plain.f("needle", "other")
    assert expressions(derived)["u_NO"] == u_NO
    for name in ("s_N", "s_O", "alpha_N", "f_NO"):
        assert expressions(derived)[name] == expressions(plain)[name]


@pytest.mark.parametrize("weights", [ones, identity])
def test_definitions_come_in_dependency_order_with_reason_and_measure(weights):
    derived = attention(weights=weights)
    for query in derived.queries():
        for column in derived.columns(query):
            derived.context(query, column)
    known = {"n", "d", "t", "a1", "b", "c"}
    for name, definition in derived.definitions.items():
        assert definition.symbol == real(name)
        assert {symbol.name for symbol in definition.expression.free_symbols} <= known
        assert definition.reason.strip()
        assert definition.measured
        known.add(name)


def test_reasons_say_which_definition_and_which_rows():
    derived = attention()
    derived.f("needle", "sibling")
    reasons = {name: definition.reason for name, definition in derived.definitions.items()}
    assert "u = exp(z), entrywise" in reasons["u_NO"]
    assert "alpha = <u, 1>" in reasons["alpha_N"]
    assert reasons["f_NO"] == "f = u/alpha (D1, query needle, key sibling or other)"


def test_asking_twice_defines_once():
    derived = attention()
    first = derived.f("needle", "needle")
    count = len(derived.definitions)
    assert derived.f("needle", "needle") == first
    assert len(derived.definitions) == count


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda derived: derived.u("nobody", "needle"), "token role 'nobody'"),
        (lambda derived: derived.u("needle", "peer"), "token role 'peer'"),
        (lambda derived: derived.context("needle", "nothing"), "column role 'nothing'"),
    ],
)
def test_unknown_roles_are_refused_by_name(ask, message):
    with pytest.raises(UnknownName, match=message):
        ask(attention())


def test_row_sums_belong_to_all_ones_weights():
    with pytest.raises(UnknownName, match="all-ones weights only"):
        attention(weights=identity).s("needle")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("alpha_O", r"\alpha_{O}"),
        ("f_NO", "f_{NO}"),
        ("s_N", "s_{N}"),
        ("c_N_needle", r"c_{N,\mathrm{needle}}"),
    ],
)
def test_names_in_latex(name, text):
    assert latex_name(name) == text
    assert latex(real(name), symbol_names={real(name): latex_name(name)}) == text


def test_the_symbolic_part_does_not_import_numpy():
    program = "import sys, proofkit.attention.needle; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
