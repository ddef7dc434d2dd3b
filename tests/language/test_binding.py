"""Terms over an index: bound names do not matter, nothing is captured, text and term are inverse."""

import pytest

from proofkit.foundations.errors import InputError
from proofkit.language.binding import closed, families, for_each, loose, opened, over, put
from proofkit.language.terms import parse, text, variable, variables


@pytest.mark.parametrize(
    "source",
    [
        "sum(i=1..n, x[i]^2)",
        "prod(i=1..n, 1 + x[i])",
        "max(i=1..n, min(j=i..n, A[i, j]))",
        "sum(i=1..n, x[i]*sum(j=1..i, A[i, j]*y[j + 1]))/sum(i=1..n, exp(x[i]))",
        "max(x[1], x[n - 1])",
        "sum(j=1..i, x[j])",
        "sum + prod(i=1..2, sum)",
    ],
)
def test_text_and_term_are_inverse(source):
    term = parse(source)
    assert parse(text(term)) is term
    assert text(term) == source


def test_names_of_indices_do_not_matter():
    assert parse("sum(i=1..n, sum(j=1..i, A[i, j]))") is parse("sum(b=1..n, sum(a=1..b, A[b, a]))")
    assert parse("sum(i=1..n, sum(i=1..i, x[i]))") is parse("sum(i=1..n, sum(j=1..i, x[j]))")
    assert parse("sum(i=1..n, x[i])") is not parse("sum(i=1..n, x[j])")


def test_the_ends_of_a_range_do_not_see_its_index():
    assert variables(parse("sum(i=i..n, x[i])")) == {"i", "n"}
    assert families(parse("sum(i=1..n, x[i]*A[i, n])")) == {("x", 1), ("A", 2)}


def test_what_is_put_in_is_not_captured():
    inner = put(parse("sum(i=1..n, a*x[i])"), {"a": parse("y[i]"), "n": parse("i + 1")})
    assert variables(inner) == {"i"}
    assert inner is parse("sum(j=1..i + 1, y[i]*x[j])")
    assert text(inner) == "sum(j=1..i + 1, y[i]*x[j])"
    nested = put(parse("sum(i=1..n, sum(j=1..n, b))"), {"b": parse("A[i, j]")})
    assert variables(nested) == {"i", "j", "n"}
    assert parse(text(nested)) is nested


def test_a_name_for_an_index_is_nobodys_name():
    term = parse("sum(h=1..n, i[h]*j[h]*k*l*m)")
    assert parse(text(term)) is term
    assert text(term).startswith("sum(h=")


def test_opening_undoes_closing():
    term = parse("sum(j=i..n, x[i]*x[j])")
    body = closed(term, "i")
    assert loose(body) == 1
    assert loose(term) == 0
    assert opened(body, variable("i")) is term
    assert over("summed", "i", variable("a"), variable("b"), term) is parse(
        "sum(k=a..b, sum(j=k..n, x[k]*x[j]))"
    )


def test_a_fact_for_each_index_is_taken_at_terms():
    ranges = [("i", parse("1"), parse("n")), ("j", parse("i"), parse("n"))]
    stated = for_each(ranges, parse("A[i, j]"), "<=", parse("x[i]"))
    checks, fact = stated.at([parse("k"), parse("k + 1")])
    assert [tuple(map(text, check)) for check in checks] == [("k", "1", "n"), ("k + 1", "k", "n")]
    assert (text(fact[0]), fact[1], text(fact[2])) == ("A[k, k + 1]", "<=", "x[k]")
    assert str(stated) == "A[i, j] <= x[i] for i=1..n, j=i..n"


def test_indices_that_do_not_occur_have_names_of_their_own():
    ranges = [(name, parse("1"), parse("n")) for name in "ab"]
    assert str(for_each(ranges, parse("0"), "<=", parse("y"))) == "0 <= y for i=1..n, j=1..n"


@pytest.mark.parametrize(
    "source",
    [
        "sum(i=1..n)",
        "sum(i=1.n, x[i])",
        "sum(i=1..n, x[i], 2)",
        "sum(1=1..n, x)",
        "sum(exp=1..n, x)",
        "x[]",
        "x[1",
        "exp[1]",
        "#0",
        "$1 + 1",
        "sum(i=1..n, #1)",
        "sum(i 1..n, x[i])",
    ],
)
def test_what_is_outside_the_grammar_is_refused(source):
    with pytest.raises(InputError):
        parse(source)


def test_sums_nested_too_deep_are_refused():
    source = "1"
    for k in range(70):
        source = f"sum(i{k}=1..n, {source})"
    with pytest.raises(InputError, match="nested"):
        parse(source)
