import pytest

from proofkit.foundations.errors import CertificateError, InputError, Undefined
from proofkit.kernel import rules
from proofkit.kernel.normal import Normaliser
from proofkit.kernel.rules import Bench, Used, composed
from proofkit.kernel.assumptions import Scope, precision
from proofkit.kernel.terms import parse

BOX = ["x >= 0", "x <= 1", "y >= 1", "y <= 2", "n >= 2", "p > 0"]


@pytest.fixture
def accepts(build):
    """Does the rule accept the statement, with h0, h1, ... of `hypotheses`?"""

    def accepts(statement, rule, hypotheses=BOX, using=None, definitions=None, **data):
        context = build.context("x y z n p q d t", hypotheses, definitions)
        using = list(context.hypotheses) if using is None else using
        node = {"rule": rule, **({"using": using} if rule in USING else {}), **data}
        with precision():
            bench = Bench(context, no_theorems, Normaliser(Scope(context, using)).ratio)
            try:
                used = rules.check(bench, build.fact(statement), node)
            except (CertificateError, InputError, Undefined):
                return False
        assert isinstance(used, Used)
        return True

    return accepts


USING = ("identity", "polynomial", "dominance", "enclosure", "replace")


def no_theorems(context, name, part):
    raise CertificateError("", "nothing is proved yet")


@pytest.mark.parametrize(
    ("statement", "accepted"),
    [
        ("n^x*n = n^(x + 1)", True),
        ("n^x*n <= n^(x + 1)", True),
        ("n^x*n < n^(x + 1)", False),
        ("n^x*n > n^(x + 1)", False),
        ("n^x = n^y", False),
        ("z/z = 1", False),
        ("(x - 1)/(x - 1) = 1", False),
        ("1/(x - x) = 1/(x - x)", False),
        ("log(z) = log(z)", False),
        ("sqrt(x)^2 = x", False),  # the root of 0 is left to the enclosure
    ],
)
def test_identity(accepts, statement, accepted):
    assert accepts(statement, "identity") == accepted


@pytest.mark.parametrize(
    ("statement", "accepted"),
    [
        ("x^2 <= x", True),
        ("x^2 < x", False),
        ("x^2 < x + 1/1000000000", True),
        ("x*y <= y", True),
        ("x*y < y", False),
        ("x < y", False),  # at x = y = 1 they meet
        ("x <= y", True),
        ("1/(1 + x) >= 1/2", True),
        ("1/(1 + x) > 1/2", False),
        ("1/(1 + x) > 49/100", True),
        ("1/y <= 1", True),
        ("z^2 >= 0", True),
        ("z^2 > 0", False),
        ("z^2 + 1 >= 2*z", True),
        ("n^x*(n + 1) > n^x*n", True),
        ("n^x*(1 - y) <= 0", True),
        ("z*(1 - y) <= 0", False),
        ("n >= 2", True),
        ("n > 2", False),
        ("p > 0", False),  # the box is closed
        ("p >= 0", True),
        ("x = x", False),
        ("0 < 1", True),
        ("1 < 1", False),
        ("x - x < 0", False),
        ("x - x <= 0", True),
        ("1/x >= 1/x", False),
    ],
)
def test_polynomial(accepts, statement, accepted):
    assert accepts(statement, "polynomial") == accepted


@pytest.mark.parametrize(
    ("epsilon", "accepted"), [("0", True), ("1/10^300", True), ("-1/10^300", False)]
)
def test_polynomial_at_an_exact_end(accepts, epsilon, accepted):
    box = ["x >= 0", "x <= 1/10"]
    assert accepts(f"x^2 + x - 11/100 <= {epsilon}", "polynomial", box) == accepted
    assert not accepts("x^2 + x - 11/100 < 0", "polynomial", box)


@pytest.mark.parametrize(
    ("statement", "plan", "accepted"),
    [
        ("n^x <= n^y", [[0, 1, "1"]], True),
        ("n^y <= n^x", [[1, 0, "1"]], False),
        ("n^x < n^y", [[0, 1, "1"]], False),
        ("2*n^x < 3*n^y", [[0, 1, "2"]], True),
        ("2*n^x <= 3*n^y", [[0, 1, "1"]], False),
        ("2*n^x <= 3*n^y", [[0, 1, "1"], [0, 1, "1"]], True),
        ("2*n^x <= 3*n^y", [[0, 1, "3"]], True),  # more than needed: the rest stays positive
        ("2*n^x <= 3*n^y", [[0, 1, "4"]], False),
        ("3*n^x <= 2*n^y", [[0, 1, "3"]], False),
        ("n^x <= n^y", [], False),
        ("n^x <= n^y", [[0, 0, "1"]], False),
        ("n^x <= n^y", [[1, 1, "1"]], False),
        ("n^x <= n^y", [[0, 1, "-1"]], False),
        ("n^x <= n^y", [[0, 1, "0"]], False),
        ("n^x <= n^y", [[0, 2, "1"]], False),
        ("n^x <= n^y", [[-1, 1, "1"]], False),
        ("n^x <= n^y", [[False, True, "1"]], False),
        ("n^x <= n^y", [[0, 1, 1]], False),
        ("n^x <= n^y", [[0, 1]], False),
        ("n^x <= n^y", {"0": 1}, False),
        ("x^2 <= x", [[1, 0, "1"]], True),
        ("x <= x^2", [[0, 1, "1"]], False),
        ("z^2 <= z^3", [[0, 1, "1"]], False),
        ("z*x^2 <= z*x", [[1, 0, "1"]], False),  # z may be negative
        ("x < x*n", [[0, 1, "1"]], False),  # at x = 0 they are equal
        ("x^0 <= n", [[0, 1, "1"]], True),
        ("n^p <= n^(2*p)", [[1, 0, "1"]], True),
        ("n = n", [], False),
    ],
)
def test_dominance(accepts, statement, plan, accepted):
    orders = [plan]
    if isinstance(plan, list):  # which power comes first is the kernel's business
        orders.append([[*reversed(e[:2]), *e[2:]] if len(e) == 3 else e for e in plan])
    assert any(accepts(statement, "dominance", plan=order) for order in orders) == accepted


@pytest.mark.parametrize(
    ("statement", "cuts", "accepted"),
    [
        ("exp(x) <= 3", [[]], True),
        ("exp(x) <= 2", [[]], False),
        ("exp(x) >= 1", [[]], True),
        ("exp(x) > 1", [[]], False),
        ("x*(1 - x) <= 3/10", [["x", "1/2"], ["x", "1/4"], [], [], ["x", "3/4"], [], []], False),
        ("x*(1 - x) <= 1/2", [["x", "1/2"], [], []], True),
        ("x*(1 - x) <= 1/2", [["x", "1/2"], []], False),
        ("x*(1 - x) <= 1/2", [["x", "1/2"], [], [], []], False),
        ("x*(1 - x) <= 1/2", [], False),
        ("x*(1 - x) <= 1/2", [["x", "1/2"]], False),
        ("x*(1 - x) <= 1/2", [["x", "2"], [], []], False),
        ("x*(1 - x) <= 1/2", [["x", "-1"], [], []], False),
        ("x*(1 - x) <= 1/2", [["x", "0"], [], ["x", "1/2"], [], []], True),
        ("exp(x) <= 3", [["z", "0"], [], []], True),
        ("exp(x) <= 3", [["w", "0"], [], []], False),
        ("exp(x) <= 3", ["x", []], False),
        ("exp(x) <= 3", [None], False),
        ("exp(x) <= 3", [{}], False),
        ("exp(x) <= 3", [0], False),
        ("exp(x) <= 3", [["x"]], False),
        ("exp(x) <= 3", [["x", 0.5], [], []], False),
        ("exp(x) = exp(x)", [[]], False),
        ("exp(z) >= 0", [[]], True),
        ("exp(z) > 0", [[]], False),
        ("1/x >= 1", [[]], False),
        ("1/x >= 1", [["x", "0"], [], []], False),
        ("n^(-1) <= 1/2", [[]], True),
        ("exp(-n) < 1/7", [[]], True),
        ("sqrt(x) <= 1", [[]], True),
        ("log(p) <= p", [[]], False),
    ],
)
def test_enclosure(accepts, statement, cuts, accepted):
    assert accepts(statement, "enclosure", cuts=cuts) == accepted


def test_what_stands_for_another_term_is_not_cut(accepts):
    tied = ["t >= 1", "t <= 2", "d >= 3", "d <= 4", "n = (d - 2)*t"]
    for name, accepted in [("t", True), ("d", True), ("n", False), ("n'", True), ("u", False)]:
        cuts = [[name, "3/2" if name != "d" else "7/2"], [], []]
        found = accepts("n <= 4", "enclosure", tied, definitions={"u": "n + 1"}, cuts=cuts)
        assert found == accepted


def test_cutting_what_was_moved(accepts):
    box = ["d >= 3", "d <= 5"]
    cuts = [["d'", "2"], [], []]
    assert accepts("(d - 2)*(6 - d) >= 1/2", "enclosure", box, origin={"d": "2"}, cuts=cuts)
    assert not accepts("(d - 2)*(6 - d) >= 3", "enclosure", box, origin={"d": "2"}, cuts=cuts)
    wrong = [["d", "4"], [], []]
    assert not accepts("d <= 5", "enclosure", box, origin={"d": "2"}, cuts=wrong)


TRUE = {"rule": "polynomial", "using": ["h0", "h1", "h2", "h3"]}


@pytest.mark.parametrize(
    ("statement", "old", "new", "accepted"),
    [
        ("n*x <= n*y", "x", "y", True),
        ("n*x >= n*y", "x", "y", False),
        ("n*x < n*y", "x", "y", False),
        ("-x >= -y", "x", "y", True),
        ("-x <= -y", "x", "y", False),
        ("z*x <= z*y", "x", "y", False),
        ("z^2*x <= z^2*y", "x", "y", True),
        ("x + x <= y + y", "x", "y", True),
        ("x + x <= x + y", "x", "y", False),
        ("x - x <= y - y", "x", "y", False),
        ("x*x <= y*y", "x", "y", False),
        ("x^x <= y^y", "x", "y", False),
        ("exp(x) <= exp(y)", "x", "y", True),
        ("n^x <= n^y", "x", "y", True),
        ("n^(-x) >= n^(-y)", "x", "y", True),
        ("(1/2)^x >= (1/2)^y", "x", "y", True),
        ("(1/2)^x <= (1/2)^y", "x", "y", False),
        ("p^x <= p^y", "x", "y", False),
        ("p^x >= p^y", "x", "y", False),
        ("z^x <= z^y", "x", "y", False),
        ("x^2 <= y^2", "x", "y", True),
        ("x^(-2) >= y^(-2)", "x", "y", False),  # x may be 0
        ("(1 + x)^2 <= (1 + y)^2", "x", "y", True),
        ("(1 + x)^(-2) >= (1 + y)^(-2)", "x", "y", True),
        ("(x - 5)^2 <= (y - 5)^2", "x", "y", False),
        ("P(above(x, 1, 1)) <= P(above(y, 1, 1))", "x", "y", False),
        ("P(above(x, 1, 1)) >= P(above(y, 1, 1))", "x", "y", False),
        ("1/(x - 5) >= 1/(y - 5)", "x", "y", False),
        ("(1 + x)^z <= (1 + y)^z", "x", "y", False),
        ("log(1 + x) <= log(1 + y)", "x", "y", True),
        ("n <= n", "x", "y", False),
        ("n*x <= n*2", "x", "y", False),
        ("x <= y", "x", "y", True),
    ],
)
def test_replace(accepts, statement, old, new, accepted):
    assert accepts(statement, "replace", old=old, new=new, because=TRUE) == accepted


def test_replace_rests_on_what_it_is_told(accepts):
    false = {"rule": "polynomial", "using": ["h0"]}
    assert not accepts("n*x <= n*y", "replace", old="x", new="y", because=false)
    assert not accepts("n*y <= n*x", "replace", old="y", new="x", because=TRUE)
    free = {"old": "x", "new": "w", "because": {"rule": "identity", "using": []}}
    assert not accepts("n*x <= n*w", "replace", **free)


def test_hypotheses(accepts):
    assert accepts("x >= 0", "hypothesis", id="h0")
    assert accepts("0 <= x", "hypothesis", id="h0")
    assert accepts("p >= 0", "hypothesis", id="h5")
    assert accepts("p > 0", "hypothesis", id="h5")
    assert not accepts("x > 0", "hypothesis", id="h0")
    assert not accepts("x = 0", "hypothesis", id="h0")
    assert not accepts("x <= 0", "hypothesis", id="h0")
    assert not accepts("x >= -1", "hypothesis", id="h0")
    for id in ("h9", "", None, [], {}, 0, True):
        assert not accepts("x >= 0", "hypothesis", id=id)
    equal = ["x = y"]
    assert accepts("y <= x", "hypothesis", equal, id="h0")
    assert not accepts("y < x", "hypothesis", equal, id="h0")


def chain(*steps):
    return [
        {"relation": r, "term": t, "because": {"rule": rule, **rest}} for r, t, rule, rest in steps
    ]


def test_chains(accepts):
    using = {"using": [f"h{k}" for k in range(6)]}
    good = chain(("<=", "1", "polynomial", using), ("<=", "y", "polynomial", using))
    assert accepts("x <= y", "chain", steps=good)
    assert not accepts("x < y", "chain", steps=good)
    assert not accepts("x = y", "chain", steps=good)
    assert not accepts("x >= y", "chain", steps=good)
    assert not accepts("x <= n", "chain", steps=good)
    assert not accepts("x <= y", "chain", steps=good[:1])
    assert not accepts("x <= y", "chain", steps=[])
    assert not accepts("x <= x", "chain", steps=[])
    strict = chain(("<=", "1", "polynomial", using), ("<", "n", "polynomial", using))
    assert accepts("x < n", "chain", steps=strict)
    mixed = chain(("<=", "1", "polynomial", using), (">=", "x", "polynomial", using))
    assert not accepts("x <= x", "chain", steps=mixed)


@pytest.mark.parametrize(
    ("relations", "result"),
    [
        (["=", "="], "="),
        (["=", "<="], "<="),
        (["<=", "<", "="], "<"),
        ([">=", "=", ">"], ">"),
        (["<", ">"], None),
        (["<=", ">="], None),
    ],
)
def test_relations_compose(relations, result):
    if result is None:
        with pytest.raises(CertificateError):
            composed(relations)
    else:
        assert composed(relations) == result


@pytest.mark.parametrize(
    "node",
    [
        *(None, [], "identity", {}, {"rule": None}, {"rule": ["identity"]}, {"rule": "sorry"}),
        {"rule": "identity"},
        {"rule": "identity", "using": "h0"},
        {"rule": "identity", "using": [0]},
        {"rule": "identity", "using": ["h0"], "extra": 1},
        {"rule": "identity", "using": ["no such"]},
        {"rule": "identity", "using": [], "origin": [["x", "0"]]},
        {"rule": "identity", "using": [], "origin": {"x": 0}},
        {"rule": "identity", "using": [], "origin": {"x": "nan"}},
        {"rule": "cite", "claim": "a/b", "part": 0},
        {"rule": "cite", "claim": ["a/b"], "part": 0},
        {"rule": "cite", "claim": "a/b", "part": True},
    ],
)
def test_malformed_nodes_are_refused(build, node):
    context = build.context("x", BOX[:1])
    bench = Bench(context, no_theorems, lambda term: None)
    with pytest.raises(CertificateError):
        rules.check(bench, build.fact("x = x"), node)


def test_nesting_is_limited(build):
    node = {"rule": "identity", "using": []}
    for _ in range(50):
        node = {"rule": "chain", "steps": [{"relation": "=", "term": "x", "because": node}]}
    bench = Bench(build.context("x"), no_theorems, lambda term: None)
    with pytest.raises(CertificateError, match="nested"):
        rules.check(bench, build.fact("x = x"), node)


def test_substitute_replaces_every_occurrence():
    term = parse("x + exp(x)*y^x")
    assert rules.substitute(term, parse("x"), parse("z")) == parse("z + exp(z)*y^z")
    assert rules.substitute(term, parse("x + y"), parse("z")) == term
