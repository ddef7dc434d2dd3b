from fractions import Fraction

import pytest

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.kernel.normal import Normaliser
from proofkit.kernel.assumptions import Context, Scope, precision
from proofkit.kernel.terms import parse

F = Fraction


def scope(build, parameters, hypotheses, **more):
    context = build.context(parameters, hypotheses)
    return Scope(context, context.hypotheses, **more)


def encloses(scope, term):
    found = scope.enclose(parse(term))
    return tuple(float(end.mid()) for end in (found.low, found.high))


@pytest.mark.parametrize(
    ("hypotheses", "term", "low", "high"),
    [
        (["x >= 2", "x <= 5"], "x", 2, 5),
        (["2 <= x", "5 >= x"], "x", 2, 5),
        (["x > 2", "x < 5"], "x", 2, 5),
        (["x = 3"], "x*x", 9, 9),
        (["x >= 1", "x >= 2", "x >= 0", "x <= 9", "x <= 4"], "x", 2, 4),
        (["y >= 1", "y <= 2", "x = 3*y"], "x", 3, 6),
        (["y >= 1", "y <= 2", "x = 3*y", "x <= 4"], "x", 3, 4),
        (["y >= 1", "x >= y", "x <= 7"], "x", 1, 7),
        (["y >= 1", "y <= 2", "x <= y", "x >= 0"], "y - x", -1, 2),
        (["x <= y", "x >= 0", "y <= 2"], "x", 0, 2),
    ],
)
def test_what_hypotheses_say(build, hypotheses, term, low, high):
    assert encloses(scope(build, "x y", hypotheses), term) == (low, high)


def test_only_what_is_cited_is_used(build):
    context = build.context("x", ["x >= 2", "x >= 5"])
    assert encloses(Scope(context, ["h0"]), "x")[0] == 2
    assert encloses(Scope(context), "x")[0] == float("-inf")
    with pytest.raises(CertificateError, match="h7"):
        Scope(context, ["h7"])


def test_strict_hypotheses_give_a_sign_and_not_more(build):
    positive = Normaliser(scope(build, "x y", ["x > 0", "y > -1"]))
    assert positive.is_positive(parse("x"))
    assert not positive.is_positive(parse("y + 1"))
    assert positive.is_nonnegative(parse("y + 1"))
    assert not positive.is_positive(parse("x - 1"))
    apart = Normaliser(scope(build, "x y", ["x > y"]))
    assert apart.is_positive(parse("x - y"))
    assert not apart.is_nonnegative(parse("x"))
    weak = Normaliser(scope(build, "x y", ["x >= y"]))
    assert weak.is_nonnegative(parse("x - y"))
    assert not weak.is_positive(parse("x - y"))


@pytest.mark.parametrize(
    "hypotheses",
    [
        ["x = x"],
        ["x >= x"],
        ["x = y", "y = x"],
        ["x = y + 1", "y >= x"],
        ["x >= x^2"],
        ["x = y", "y = z", "z = x"],
        ["x = y", "x = z"],
        ["x >= y", "x >= z"],
        ["x >= y", "x = y"],
        ["x >= 3", "x <= 2"],
        ["x = 1", "x = 2"],
    ],
)
def test_circles_and_contradictions_are_refused(build, hypotheses):
    with pytest.raises(CertificateError):
        scope(build, "x y z", hypotheses)


def test_a_contradiction_shows_no_sign(build):
    empty = Normaliser(scope(build, "x y", ["y = 5", "x = y", "x <= 2"]))
    with pytest.raises(Undefined):
        empty.scope.enclose(parse("x"))
    assert not empty.is_positive(parse("y - x"))


def test_an_origin_carries_the_range_over(build):
    moved = scope(build, "d", ["d >= 3", "d <= 9"], origin={"d": F(2)})
    assert moved.bounds("d'") == (1, 7)
    assert encloses(moved, "d") == (3, 9)
    below, above = moved.halves("d'", F(4))
    assert encloses(below, "d") == (3, 6)
    assert encloses(above, "d") == (6, 9)


@pytest.mark.parametrize(
    "origin", [{"e": F(0)}, {"d'": F(1)}, {"n": F(1)}, {"n'": F(1)}, {"f": F(1)}]
)
def test_what_cannot_be_moved(build, origin):
    context = build.context("d n", ["n >= d"], {"f": "d + 1"})
    with pytest.raises(CertificateError):
        Scope(context, ["h0"], origin)


def test_halves_meet_and_lose_nothing(build):
    below, above = scope(build, "x", ["x >= 0", "x <= 4"]).halves("x", F(1))
    assert encloses(below, "x") == (0, 1)
    assert encloses(above, "x") == (1, 4)


@pytest.mark.parametrize(
    ("parameters", "hypotheses", "definitions"),
    [
        ({"x": False}, {}, {"x": "1"}),
        ({"x": False}, {}, {"u": "v", "v": "1"}),
        ({"x": False}, {}, {"u": "u"}),
        ({"x": False}, {"h": "u >= 1"}, {"u": "x"}),
        ({"x": False}, {"h": "y >= 1"}, {}),
        ({"x'": False}, {}, {}),
        ({"exp": False}, {}, {}),
        ({"x": False}, {}, {"x'": "2"}),
        ({"n*2": False}, {}, {}),
        ({"ñ": False}, {}, {}),
        ({"": False}, {}, {}),
    ],
)
def test_names_are_declared_once_and_before_use(build, parameters, hypotheses, definitions):
    with pytest.raises(CertificateError):
        Context(
            parameters,
            {id: build.fact(h) for id, h in hypotheses.items()},
            {name: parse(source) for name, source in definitions.items()},
        )


def test_an_unknown_relation_is_refused(build):
    for relation in ("!=", "==", "=<", "", None, ["<"]):
        with pytest.raises(CertificateError, match="relation"):
            Context({"x": False}, {"h": (parse("x"), relation, parse("1"))})


def test_values_belong_to_parameters(build):
    context = build.context("x", [], {"u": "x^2"})
    with pytest.raises(InputError, match="u"):
        Scope(context, values={"x": F(2), "u": F(5)})


def test_precision_is_restored():
    from flint import ctx

    before = ctx.prec
    with pytest.raises(ValueError, match="x"), precision(300):
        assert ctx.prec == 300
        raise ValueError("x")
    assert ctx.prec == before
