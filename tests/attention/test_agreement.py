"""Three ways to one number: layered definitions, roles in floating point, real matrices."""

from fractions import Fraction
from functools import cache
from random import Random

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import lambdify, symbols

from proofkit.attention import Attention, Unit, identity, linear, ones, softmax
from proofkit.attention.dense import Matrices, Roles, measure
from proofkit.attention.needle import needle_data

n, d, t = symbols("n d t", positive=True)
a, b, c = symbols("a b c", real=True)
UNITS = (softmax, linear, Unit("square", lambda z: z**2 + 1))
SETTINGS = [(unit, weights) for unit in UNITS for weights in (ones, identity)]
SHAPES = [(3, 2), (3, 7), (4, 1), (4, 4), (5, 1), (5, 3), (8, 1), (9, 4), (14, 2)]


@cache
def derived(unit, weights):
    """An attention with every quantity defined, and its definitions ready for mpmath."""
    attention = Attention(needle_data("D", n=n, d=d, t=t, a=a, b=b, c=c), unit, weights)
    for query in attention.queries():
        for column in attention.columns(query):
            attention.context(query, column)
        for key in attention.keys(query):
            attention.f(query, key)
    programs = {}
    for name, definition in attention.definitions.items():
        arguments = sorted(symbol.name for symbol in definition.expression.free_symbols)
        programs[name] = (arguments, lambdify(arguments, definition.expression, "mpmath"))
    return attention, programs


def layered(programs, values):
    """Every derived quantity, from the bottom layer up, to the working precision."""
    known = {k: mpmath.mpf(v.numerator) / v.denominator for k, v in values.items()}
    for name, (arguments, program) in programs.items():
        known[name] = program(*(known[argument] for argument in arguments))
    return known


def setting(columns, copies, a, b, c):
    given = {"n": (columns - 2) * copies, "d": columns, "t": copies, "a": a, "b": b, "c": c}
    return {name: Fraction(value) for name, value in given.items()}


def agree(measured, exact, tolerance=1e-11):
    """Relative agreement, which is absolute agreement of the logarithms."""
    if exact == 0:
        return measured.sign == 0
    distance = abs(mpmath.log(abs(exact)) - measured.log_abs)
    return measured.sign == mpmath.sign(exact) and distance <= tolerance


def check_every_role(attention, exact, core, present, tolerance=1e-11):
    """All quantities of all roles, whichever letter they share; `present` roles only."""
    checked = 0
    for query in present:
        keys = core.keys(query)
        assert agree(keys.alpha(), exact[attention.alpha(query).name], tolerance)
        seen, _ = attention.data.seen_from(query)
        for key in (role.name for role in seen.tokens):
            index = keys.find(key)
            if index is not None:
                assert agree(keys.u.at(index), exact[attention.u(query, key).name], tolerance)
                assert agree(keys.f(index), exact[attention.f(query, key).name], tolerance)
                checked += 1
        for column in (role.name for role in seen.columns):
            value = core.context(query, column)
            if value is not None:
                expected = exact[attention.context(query, column).name]
                assert agree(value, expected, tolerance), (query, column)
                checked += 1
        if attention.weights is ones:
            assert agree(core.row_sum(query), exact[attention.s(query).name], tolerance)
    assert checked >= 2 * len(present)


def check(unit, weights, values, position=0):
    attention, programs = derived(unit, weights)
    dense, roles = Matrices(attention, values, position), Roles(attention, values)
    present = {str(role) for role in dense.token_roles}
    assert present == {name for name, count in roles.tokens.items() if count}
    with mpmath.workdps(40):
        exact = layered(programs, values)
        check_every_role(attention, exact, dense, present)
        check_every_role(attention, exact, roles, present)
        for name, definition in attention.definitions.items():
            found = measure(attention, values, definition.measured, position)
            assert found is None or agree(found, exact[name])


@pytest.mark.parametrize(("columns", "copies"), SHAPES)
@pytest.mark.parametrize(("unit", "weights"), SETTINGS)
def test_all_roles_agree_at_small_sizes(unit, weights, columns, copies):
    for strengths in (("6/5", "1/5", "4/5"), ("1/100", "9/10", "1/10"), ("7/10", "1/3", "5/6")):
        check(unit, weights, setting(columns, copies, *strengths))


strengths = st.fractions(Fraction(1, 20), Fraction(3, 2), max_denominator=60)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(SETTINGS),
    st.integers(3, 9),
    st.integers(1, 6),
    strengths,
    strengths.filter(lambda b: b < 1),
    st.none() | strengths,
    st.randoms(use_true_random=False),
)
def test_all_roles_agree(choice, columns, copies, a, b, c, random):
    if (columns, copies) == (3, 1):
        copies = 2
    values = setting(columns, copies, a, b, 1 - b if c is None else c)
    check(*choice, values, random.randrange(int(values["n"])))


def test_matrices_and_roles_agree_to_twelve_digits_in_every_entry():
    random = Random(2310_11685)
    for _ in range(200):
        attention, _ = derived(*random.choice(SETTINGS))
        columns, copies = random.choice([s for s in SHAPES if (s[0] - 2) * s[1] <= 16])
        b = Fraction(random.randint(5, 95), 100)
        values = setting(columns, copies, Fraction(random.randint(0, 150), 100), b, 1 - b)
        count = int(values["n"])
        dense = Matrices(attention, values, random.randrange(count))
        roles = Roles(attention, values)
        for query in range(count):
            seen = dense.attend(query)
            tokens, kinds = dense.seen_from(query)
            name = str(dense.token_roles[query])
            by_role = roles.keys(name)
            for key in range(count):
                index = by_role.find(tokens[key])
                assert seen.u.at(key) == pytest.approx(by_role.u.at(index), rel=1e-12, abs=1e-12)
                assert seen.f(key) == pytest.approx(by_role.f(index), rel=1e-12, abs=1e-12)
            for column in range(columns):
                expected = roles.context(name, kinds[column])
                found = dense.coordinate(seen, column)
                assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(("unit", "weights"), SETTINGS)
@pytest.mark.parametrize(
    ("columns", "copies"), [(22, 5 * 10**16), (1002, 10**27), (10**9, 1), (3, 10**18)]
)
@pytest.mark.parametrize("a", ["0", "1/10", "7/10", "40"])
def test_roles_agree_with_the_definitions_at_huge_sizes(unit, weights, columns, copies, a):
    attention, programs = derived(unit, weights)
    values = setting(columns, copies, a, "1/5", "4/5")
    with mpmath.workdps(60):
        exact = layered(programs, values)
        unavailable = 0
        for name, definition in attention.definitions.items():
            found = measure(attention, values, definition.measured)
            if found is None:
                unavailable += 1
            elif exact[name] == 0:
                assert found.sign == 0
            else:
                size = abs(mpmath.log(abs(exact[name])))
                assert agree(found, exact[name], 1e-12 * max(1, float(size)))
        assert unavailable == 0 or columns == 3 or copies == 1


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SETTINGS), st.integers(3, 60), st.integers(2, 10**6), strengths, strengths)
def test_weights_add_up_to_one_and_the_bias_is_the_bias(choice, columns, copies, a, b):
    attention, _ = derived(*choice)
    values = setting(columns, copies, a, b, Fraction(4, 5))
    roles = Roles(attention, values)
    for query, count in roles.tokens.items():
        if count:
            keys = roles.keys(query)
            shares = [keys.f(i).value * keys.counts.at(i).value for i in range(len(keys.roles))]
            assert sum(shares) == pytest.approx(1, rel=1e-12)
            assert roles.context(query, "bias").value == pytest.approx(0.8, rel=1e-12)
