"""Thresholds against an independent bisection, and what is said where nothing changes."""

import importlib.util
import json
import random
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from mpmath import exp, mpf

import proofkit
from proofkit import cli
from proofkit.foundations.errors import InputError
from proofkit.questions import audit, failures
from proofkit.questions.threshold import bounds_of, line, threshold
from proofkit.search import gaps, steps

ORACLE = Path(__file__).parents[1] / "oracle" / "oracle.py"


@pytest.fixture(scope="module")
def oracle():
    spec = importlib.util.spec_from_file_location("independent_oracle_of_thresholds", ORACLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def run(capsys):
    def runner(*arguments):
        code = cli.run(("threshold", *arguments))
        return code, *capsys.readouterr()

    return runner


@pytest.fixture
def briefly(monkeypatch):
    """What is not there is looked for only briefly."""
    monkeypatch.setattr(steps, "GAP_SECONDS", 0.25)
    monkeypatch.setattr(failures, "SECONDS", 0.1)


@cache
def of_the_margin(over):
    return bounds_of("softmax-d1-signs/margin", over)


def only(selected, over, given=None, *rest, **options):
    (found,) = threshold(selected, over, given, *rest, **options)
    return found


REAL = [
    ("softmax-d1-weights/f-NN", "a1", {"n": "1e6", "d": 102}, "0", "12/5"),
    ("softmax-d1-weights/alpha-N-upper", "a1", {"n": "1000", "d": 102}, "0", "2"),
    ("softmax-d0-weights/f-NN-flat", "a0", {"n": "1000", "d": 102}, "0", "1"),
    ("softmax-d1-signs/margin", "a1", {"n": 4, "d": 4, "b": "9/10"}, "0", "1"),
    ("softmax-d1-signs/margin", "b", {"n": 3, "d": 5, "a1": "7/10"}, "0", "1"),
    ("gap-weights/softmax-d1-spike", "spike", {"n": 1000}, "0", "2"),
]


@pytest.mark.parametrize(("claim", "over", "given", "low", "high"), REAL)
def test_real_thresholds_agree_with_120_digits(oracle, claim, over, given, low, high):
    found = only(claim, over, given, low, high, digits=25)
    assert not found.truth.unsettled
    ends = [oracle.evaluate_claim(claim, {**given, over: v}).verdict for v in (low, high)]
    if ends[0] == ends[1]:
        assert found.truth.everywhere() == ends[0]
        return
    (change,) = found.truth.changes
    below, above = oracle.threshold(claim, over, low, high, given)
    assert change.below.value <= below < above <= change.above.value
    assert change.above.value - change.below.value <= Fraction(1, 10**25)
    assert (change.below.verdict, change.above.verdict) == tuple(ends)


def test_120_digits(oracle):
    given = {"n": "1000", "d": 102}
    (change,) = only("softmax-d1-weights/f-NN", "a1", given, digits=118).truth.changes
    below, above = oracle.threshold("softmax-d1-weights/f-NN", "a1", "0", "2", given)
    assert change.below.value <= below < above <= change.above.value


INTEGER = [
    ("softmax-d1-signs/margin", "n", {"d": 3, "a1": "7/10", "b": "9/10"}, 2, 10**6),
    ("softmax-d1-weights/f-NN", "t", {"d": 3, "a1": "617/1000"}, 2, 10**5),
]


@pytest.mark.parametrize(("claim", "over", "given", "low", "high"), INTEGER)
def test_integers_have_a_neighbour_on_each_side(oracle, claim, over, given, low, high):
    found = only(claim, over, given, low, high)
    assert not found.truth.unsettled
    below, above = oracle.threshold(claim, over, low, high, given)
    (change,) = found.truth.changes
    assert (change.below.value, change.above.value) == (below, above)


def test_the_least_d_by_proof():
    """`2*m*exp(-1/(200*V)) <= delta/2`, in mpmath."""

    def holds(d, t=10):
        a0, b, m, delta = mpf("0.01"), mpf("0.2"), 64, mpf("0.01")
        flat = mpf((d - 2) * t) ** mpf("-0.89")
        v = (a0 * flat) ** 2 + (b * (1 / mpf(d - 2) + flat)) ** 2
        v += (d - 3) * (b / (d - 2)) ** 2
        return 2 * m * exp(-1 / (200 * v)) <= delta / 2

    found = only("softmax-d0-network/budget", "d", {"t": 10}, 3, 10**6)
    (change,) = found.truth.changes
    least = int(change.above.value)
    assert [holds(d) for d in (least - 1, least)] == [False, True]
    assert found.truth.changes == found.assumed.changes


def test_every_stretch_is_what_a_check_says():
    source = random.Random(5)
    cases = [("softmax-d1-weights/f-NN", "a1"), ("softmax-d0-network/budget", "delta")]
    for claim, over in cases:
        for stretch in only(claim, over).truth.stretches:
            for _ in range(10):
                share = Fraction(source.randrange(1, 10**6), 10**6)
                value = stretch.low + share * (stretch.high - stretch.low)
                checked = proofkit.check(claim, **{over: value}).lemmas[0].claims[0]
                assert checked.verdict == stretch.verdict


def test_a_rational_threshold_is_exact():
    found = only("softmax-d0-weights/f-ON-flat", "a0")
    upper = found.assumed.changes[-1]
    assert (upper.exact.value, upper.exact.verdict) == (Fraction(1, 10), "holds")


def test_divisors():
    found = only("softmax-d0-network/budget", "d", {"n": 1000})
    assert list(found.axis.values) == [2 + k for k in range(1, 1001) if 1000 % k == 0]
    (change,) = found.truth.changes
    assert (change.below.value, change.above.value) == (52, 102)


# Probabilities ---------------------------------------------------------------------------


def verdict(claim, **given):
    return proofkit.check(claim, **given).lemmas[0].claims[0].verdict


def test_the_main_theorem_over_m_by_probability_and_by_proof():
    claim = "main-theorem/softmax-separates"
    found = only(claim, "m", {}, 1, 10**6)
    assert not found.truth.unsettled
    first, last = found.truth.changes
    assert (first.below.value, first.above.value) == (16, 17)
    for change in (first, last):
        for side in (change.below, change.above):
            assert verdict(claim, m=side.value) == side.verdict
    least, greatest = found.assumed.changes
    assert (least.above.value, greatest.below.value) == (40, 632)
    one_by_one = only(claim, "m", {}, 1, 60)
    assert [c.above.value for c in one_by_one.truth.changes] == [17]


@pytest.mark.parametrize(
    ("claim", "over", "axioms"),
    [
        ("hoeffding/tail", "s", ["hoeffding", "independence"]),
        ("softmax-d1-network/fires", "m", ["independence"]),
        ("softmax-d1-weights/f-NN", "a1", []),
    ],
)
def test_what_a_line_rests_on(run, claim, over, axioms):
    chosen = (claim, "--over", over, "--to", "64", "--digits", "1")
    out = run(*chosen, "--format", "json")[1]
    assert json.loads(out)["claims"][0]["axioms"] == axioms
    said = " ".join(run(*chosen)[1].split())
    assert ("axioms: " + ", ".join(axioms) in said) == bool(axioms)


def test_what_is_settled_at_a_change_is_not_called_unsettled():
    found = only("bernoulli/real", "x", {"s": "1/2"})
    (change,) = found.truth.changes
    assert (change.below.value, change.exact.value) == (0, 0)
    assert all(stretch.low < stretch.high for stretch in found.truth.unsettled)
    assert all(stretch.low >= change.above.value for stretch in found.truth.unsettled)


def test_a_probability_over_a_real_parameter_is_settled_piece_by_piece():
    found = only("main-theorem/softmax-separates", "a1", {"m": 30}, "0", "2", digits=3)
    assert not found.truth.unsettled
    for change in found.truth.changes:
        for side in (change.below, change.above):
            assert verdict(found.claim.name, m=30, a1=side.value) == side.verdict
    for stretch in found.truth.stretches:
        middle = (stretch.low + stretch.high) / 2
        assert verdict(found.claim.name, m=30, a1=middle) == stretch.verdict


# For all other parameters ------------------------------------------------------------------


def test_the_golden_ratio_is_exact():
    from sympy import Rational, Symbol, sqrt

    a1 = Symbol("a1", real=True)
    for claim in ("f-NN", "alpha-N-upper"):
        (bound,) = bounds_of(f"softmax-d1-weights/{claim}", "a1")
        assert (bound.root.value - (sqrt(5) - 1) / 2).equals(0)
        assert bound.root.polynomial == a1**2 + a1 - 1
        assert bound.refuted**2 + bound.refuted < 1 < bound.proved**2 + bound.proved
        assert bound.proved - bound.refuted == Fraction(1, 10**10)
        refuted = Rational(bound.refuted.numerator, bound.refuted.denominator)
        assert bound.within == Fraction(5, 10**11)
        assert Rational(4, 10**11) < bound.root.value - refuted <= Rational(5, 10**11)
        assert verdict(bound.claim.name, **{**bound.witness}) == "fails"


def test_four_tokens():
    usual, four = bounds_of("softmax-d1-signs/margin", "n")
    assert usual.needless
    assert (four.proved, four.refuted) == (4, 3)
    assert verdict("softmax-d1-signs/margin", **four.witness) == "fails"


def test_a_constant_without_slack():
    bounds = bounds_of("softmax-d0-weights/f-NN-flat", "a0")
    upper = next(bound for bound in bounds if bound.end == "greatest")
    assert upper.best == Fraction(1, 10)
    assert upper.refuted > Fraction(1, 10)


@pytest.mark.parametrize(
    ("claim", "over", "stated", "best", "refuted"),
    [
        ("softmax-d0-weights/f-NN", "a0", "0", Fraction(0), Fraction(-1, 10**10)),
        ("identity-softmax-d1-weights/alpha-N-upper", "a1", "1", 1, 1 - Fraction(1, 10**10)),
        ("hoeffding/tail", "s", "0", None, Fraction(-1)),
    ],
)
def test_a_bound_of_zero_is_left_behind(claim, over, stated, best, refuted):
    bound = next(b for b in bounds_of(claim, over) if b.stated == Fraction(stated))
    assert bound.refuted == refuted
    assert bound.best == best
    assert verdict(claim, **bound.witness) == "fails"


@pytest.mark.parametrize(
    ("over", "low", "high"),
    [("a1", "0.69700804", "0.69700805"), ("b", "-1/2", "-1/2"), ("c", "0.0686", "0.0687")],
)
@pytest.mark.usefixtures("briefly")
def test_what_is_not_tight_is_not_called_best(over, low, high):
    """The true constants lie between: 0.69700805 for a1, -1/2 for b, about 0.069 for c."""
    (bound,) = of_the_margin(over)
    assert bound.best is None
    assert bound.refuted < bound.proved
    assert bound.refuted <= Fraction(high)
    assert bound.proved >= Fraction(low)
    assert bound.proved - bound.refuted < Fraction(1, 100)
    assert verdict("softmax-d1-signs/margin", **bound.witness) == "fails"


@pytest.mark.usefixtures("briefly")
def test_a_strict_bound_is_shown_as_one(run, monkeypatch):
    monkeypatch.setattr(failures, "MAX_POINTS", 60)
    code, out, _ = run("softmax-d1-network/budget", "--over", "delta", "--for-all")
    assert code in (0, 3)
    assert "hypothesis: delta > 0" in out
    assert "hypothesis: delta < 1/10" in out


def test_audit_and_threshold_know_the_same_points(monkeypatch):
    """The audit may look for other roles only briefly."""
    (bound,) = of_the_margin("c")
    monkeypatch.setattr(gaps, "SECONDS", 0.25)
    monkeypatch.setattr(steps, "GAP_SECONDS", 0.25)
    (lemma,) = audit.audit(["softmax-d1-signs/margin"]).lemmas
    roles = {role.hypothesis.id: role for role in lemma.claims[0].roles}
    assert roles["c-lower"].role == "needed"
    assert verdict("softmax-d1-signs/margin", **roles["c-lower"].point) == "fails"
    assert bound.witness is not None


def test_a_bound_lists_what_its_proof_and_its_refutation_rest_on():
    (bound,) = bounds_of("hoeffding/tail", "s", 1)
    assert bound.axioms == ("hoeffding", "independence")


# What is refused, and what is not settled --------------------------------------------------


REFUSED = [
    (("softmax-d1-weights/f-NN", "--over", "x"), "unknown parameter 'x'"),
    (("softmax-d1-weights/f-NN", "--over", "a0"), "unknown parameter 'a0'"),
    (("softmax-d1-weights/f-NN", "--over", "d"), "does not depend on d"),
    (("softmax-d1-weights/f-NN", "--over", "a1", "--from", "2", "--to", "1"), "is empty"),
    (("softmax-d1-weights/f-NN", "--over", "a1", "--from", "nan"), "--from"),
    (("softmax-d1-weights/f-NN", "--over", "a1", "--digits", "0"), "expected 1 to 200"),
    (("softmax-d1-weights/f-NN", "--over", "a1", "--digits", "201"), "expected 1 to 200"),
    (("softmax-d1-weights/f-NN", "--over", "a1", "-p", "a1=1"), "a1 moves"),
    (("softmax-d1-weights/f-NN", "--over", "n", "-p", "d=3", "-p", "t=3"), "cannot move"),
    (("softmax-d1-weights/f-NN", "--over", "n", "--from", "101", "--to", "199"), "no value of n"),
    (("softmax-d1-weights/f-NN", "--over", "a1", "--for-all", "-p", "n=3"), "do not apply"),
    (("softmax-d1-weights/f-NN", "--over", "t", "--for-all", "--digits", "0"), "--digits"),
    (("softmax-d1-weights/f-NN", "--over", "n", "--to", "1e30"), "are not looked at"),
    (("softmax-d1-weights/f-NN", "--over", "c", "-p", "b=1/2"), "cannot move"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED)
def test_errors_are_one_clear_line(run, arguments, said):
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_what_is_not_settled_is_named(run, monkeypatch):
    monkeypatch.setattr(line, "MAX_PIECES", 4)
    code, out, _ = run("softmax-d1-weights/f-NN", "--over", "a1")
    assert code == 3
    assert "not settled for a1 from" in out
    assert "width" in out
    assert "is proved wherever its hypotheses hold" in " ".join(out.split())
    code, out, _ = run("softmax-d1-weights/f-NN", "--over", "a1", "--no-cache")
    assert (code, "wherever its hypotheses" in out) == (3, False)


def test_digits_out_of_range_in_python():
    with pytest.raises(InputError, match="--digits"):
        threshold("softmax-d1-weights/f-NN", "a1", digits=-1)


# Reports -----------------------------------------------------------------------------------


def test_text_and_json(run):
    code, out, err = run("softmax-d1-weights/f-NN", "--over", "a1", "--digits", "4")
    assert (code, err) == (0, "")
    assert "fails for a1 from 0 to 0.6179" in out
    code, out, _ = run("softmax-d1-weights/f-NN", "--over", "a1", "--format", "json")
    (claim,) = json.loads(out)["claims"]
    (change,) = claim["truth"]["changes"]
    assert (change["below"]["verdict"], change["above"]["verdict"]) == ("fails", "holds")


def test_text_and_json_for_all(run):
    chosen = ("softmax-d1-weights/f-NN", "--over", "a1", "--for-all")
    code, out, err = run(*chosen)
    assert (code, err) == (0, "")
    assert "best constant to within 5e-11: (√5 - 1)/2, a root of a1^2 + a1 - 1" in out
    (bound,) = json.loads(run(*chosen, "--format", "json")[1])["bounds"]
    assert bound["best"] == "(sqrt(5) - 1)/2"
    assert bound["polynomial"] == "a1^2 + a1 - 1"
    assert (bound["within"], bound["axioms"]) == ("1/20000000000", [])


def test_a_parameter_tied_to_a_single_other_one():
    (bound,) = bounds_of("softmax-d1-context/own-upper", "b", 4)
    assert (bound.proved, bound.witness["c"]) == (0, 1 - bound.witness["b"])
    assert bound.witness["b"] < 0
