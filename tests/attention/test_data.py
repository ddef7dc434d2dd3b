"""Descriptions by role: multiplicities, rows, and what a token of a role sees."""

import pytest
from sympy import Integer, sqrt, symbols

from proofkit.attention import ColumnRole, DataSet, Spread, TokenRole
from proofkit.attention.needle import needle_data
from proofkit.foundations.errors import LemmaError, UnknownName

n, d, t = symbols("n d t", positive=True)
a, b, c = symbols("a b c", real=True)
DATA = needle_data("D1", n=n, d=d, t=t, a=a, b=b, c=c)


def test_the_tokens_of_the_needle_data_number_n_and_its_columns_d():
    assert sum(role.count for role in DATA.tokens) == n
    assert sum(role.count for role in DATA.columns) == d


def test_row_sums():
    sums = {role.name: DATA.row_sum(role) for role in DATA.tokens}
    assert sums == {"needle": a + b + c, "sibling": b + c, "other": b + c}


def test_a_role_without_spread_sees_the_data_as_described():
    seen, row = DATA.seen_from("sibling")
    assert seen is DATA
    assert row is DATA.token("sibling")


def test_a_spread_token_sees_its_own_column_and_the_tokens_that_share_it():
    seen, row = DATA.seen_from("other")
    assert {role.name: role.count for role in seen.tokens} == {
        "needle": 1,
        "sibling": t - 1,
        "peer": t,
        "other": n - 2 * t,
    }
    assert {role.name: role.count for role in seen.columns} == {
        "needle": 1,
        "own": 1,
        "peer": 1,
        "class": d - 4,
        "bias": 1,
    }
    assert row is seen.token("peer")
    assert row.entries == {"bias": c, "peer": b}


def test_splitting_keeps_the_number_of_tokens_and_columns_and_the_row_sums():
    seen, _ = DATA.seen_from("other")
    assert sum(role.count for role in seen.tokens) == n
    assert sum(role.count for role in seen.columns) == d
    assert seen.row_sum(seen.token("peer")) == DATA.row_sum(DATA.token("other"))


def test_inner_products_seen_from_each_role():
    def products(query):
        seen, row = DATA.seen_from(query)
        return {key.name: seen.inner(row, key) for key in seen.tokens}

    near = b**2 + c**2
    assert products("needle") == {"needle": a**2 + near, "sibling": near, "other": c**2}
    assert products("sibling") == {"needle": near, "sibling": near, "other": c**2}
    assert products("other") == {
        "needle": c**2,
        "sibling": c**2,
        "peer": near,
        "other": c**2,
    }


def test_each_single_column_of_a_spread_receives_the_copies():
    assert DATA.received(DATA.column("class"), DATA.token("other")) == (t, b)
    assert DATA.received(DATA.column("class"), DATA.token("needle")) == (1, 0)
    assert DATA.received(DATA.column("bias"), DATA.token("other")) == (n - t, c)


def test_entries_in_a_wide_column_role_count_once_per_column():
    wide = DataSet(
        "wide",
        scale=sqrt(n),
        tokens=(
            TokenRole("plain", "A", n, {"wide": a}),
            TokenRole("one-hot", "B", 2 * d, {}, Spread("wide", b, copies=Integer(2))),
        ),
        columns=(ColumnRole("wide", d),),
    )
    assert wide.row_sum(wide.token("plain")) == a * d
    seen, row = wide.seen_from("one-hot")
    assert seen.row_sum(seen.token("plain")) == a + a * (d - 1)
    assert seen.inner(row, seen.token("plain")) == a * b
    assert seen.inner(row, seen.token("one-hot")) == 0
    with pytest.raises(LemmaError, match="single out a one-hot token"):
        wide.inner(wide.token("one-hot"), wide.token("plain"))


@pytest.mark.parametrize(
    ("tokens", "columns", "error", "message"),
    [
        (("A", "A"), ("x",), LemmaError, "two token roles share a name"),
        (("A",), ("x", "x"), LemmaError, "two column roles share a name"),
        (("A",), ("y",), UnknownName, "column role 'x' is not one of y"),
    ],
)
def test_malformed_descriptions_are_refused(tokens, columns, error, message):
    with pytest.raises(error, match=message):
        DataSet(
            "bad",
            sqrt(n),
            tuple(TokenRole(name, name, n, {"x": a}) for name in tokens),
            tuple(ColumnRole(name, d) for name in columns),
        )


def test_a_column_cannot_hold_an_entry_and_a_spread():
    role = TokenRole("A", "A", n, {"x": a}, Spread("x", b, copies=t))
    with pytest.raises(LemmaError, match="spread over x and holds an entry in all of it"):
        DataSet("bad", sqrt(n), (role,), (ColumnRole("x", d),))


def test_an_unknown_role_is_named():
    with pytest.raises(UnknownName, match="token role 'peer' is not one of needle, sibling, other"):
        DATA.seen_from("peer")
