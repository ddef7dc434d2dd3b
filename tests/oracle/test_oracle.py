"""The command line against an independent evaluation, claim by claim and digit by digit."""

import ast
import functools
import importlib.util
import io
import json
import random
import sys
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

from proofkit import cli

HERE = Path(__file__).parent


def load(name, path):
    """Import a file by its path: this folder is not a package."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


oracle = load("independent_oracle", HERE / "oracle.py")

# The least a1 at which f-NN holds at n = 10^6, to 140 digits from either side.
BELOW, ABOVE = map(
    str,
    oracle.threshold(
        "softmax-d1-weights/f-NN", "a1", "6/10", "7/10", {"n": "1e6", "d": 102}, digits=140
    ),
)

SETS = {
    "defaults": {},
    "d = 3": {"n": "1000", "d": "3"},
    "t = 1, a0 = 0": {"d": "102", "t": "1", "a0": "0"},
    "n = 2, d = 3": {"n": "2", "d": "3", "a1": "7/10", "b": "9/10"},
    "n = 2, t = 1": {"n": "2", "t": "1", "a0": "0"},
    "n = 3, b = 9/10": {"n": "3", "t": "1", "b": "9/10", "a1": "7/10"},
    "n = 4, all extreme": {"n": "4", "t": "2", "b": "9/10", "a0": "1/10", "a1": "7/10"},
    "a0 = 0, d = 3": {"a0": "0", "d": "3", "n": "1e30"},
    "a0 = 1/10, n = 10^30": {"a0": "1/10", "n": "1e30", "d": "1002"},
    "a1 = 40, n = 10^18": {"a1": "40", "n": "1e18", "d": "102"},
    "a1 = 618/1000": {"n": "1e6", "d": "102", "a1": "618/1000"},
    "a1 = 6181/10000": {"n": "1e6", "d": "102", "a1": "6181/10000"},
    "a1 just below": {"n": "1e6", "d": "102", "a1": BELOW},
    "a1 just above": {"n": "1e6", "d": "102", "a1": ABOVE},
    "a0 = 2/10, a1 = 6/10": {"n": "1000", "d": "102", "a0": "2/10", "a1": "6/10"},
    "a1 = -1, n = 2": {"n": "2", "t": "1", "a1": "-1"},
    "a0 = a1 = -1, n = 10^18": {"n": "1e18", "d": "102", "a0": "-1", "a1": "-1"},
    "b = -3": {"n": "1000", "d": "102", "b": "-3"},
    "b = -3, d = 3": {"n": "1000", "d": "3", "b": "-3"},
}

# Where only some lemmas are of interest, the others are left out to save time.
SELECTION = {
    "a1 just below": ("softmax-d1-weights", "softmax-d1-context"),
    "a1 just above": ("softmax-d1-weights", "softmax-d1-context"),
}

# Worked out by hand; p = a*(1 + a). Everything not listed holds.
#
# n = 2, n = 3: the margin a1/2 + b/2 - b*n^(1-p1) is 0.011 and 0.070, below 1/10 (0.108 at n = 4).
# a1 = 6/10: p1 = 24/25 and n^p1 = 758 < n - 1, so f_NN = 0.43 and alpha_N > 2u; the needle
#   coordinate is a1*f_NN < a1/2; own is b*(0.43 + 9*0.00057) < b/2.
# a1 = 618/1000 at n = 10^6: f_NN >= 1/2 iff p1 >= log(n-1)/log(n) = 1 - 7.2e-8, and p1 = 0.999924.
#   own still holds: its t - 1 = 9999 siblings add 9999*f_NO = 0.005.
# a0 = 2/10: p0 = 24/100, so f_NN is near n^-0.76 and f_ON near n^-0.8. own is b*0.01418 for the
#   needle, above b*0.01214; the needle coordinate is a0*f_NN.
# a1 = -1: p1 = 0; u_NN = u_NO = u_ON = 1, so f_NN = f_NO = 1/n, f_ON = 1/(n^2-n+1) > n^-2 and
#   f_OO = n/(n^2-n+1) > 1/n. alpha_N = n > 2 unless n = 2, where f_NN = 1/2 exactly. The needle
#   coordinate is -1/n > -1; own is b*t/n. Linear: alpha_N = 0, so the needle's row does not exist;
#   another row has f_needle = 0, f_other = 1/(n-1) > 1/n, own b*(t-1)/(n-1) > b*(t-1)/n (equal at
#   t = 1), class b*t/(n-1) > b*t/n.
# a0 = -1: alpha_O = 1 + n^2 - n < n^2. For the needle f_NN = n^(p0-1) and f_NO = 1/n are ties; class
#   is a tie for the needle and b*t*f_OO > b*t/n for the others. The bound on the needle coordinate is
#   -n^-0.89, below -f_NN = -1/n.
# b = -3: all bounds that carry b as a factor turn round; at d = 3 own is b exactly (a tie with
#   own-upper), there is no class column, and class-total is 0 against a negative number.
FAILURES = {
    "n = 2, d = 3": {"softmax-d1-signs": "margin"},
    "n = 3, b = 9/10": {"softmax-d1-signs": "margin"},
    "a1 = 618/1000": {
        "softmax-d1-weights": "alpha-N-upper f-NN",
        "softmax-d1-context": "needle-lower",
    },
    "a1 just below": {
        "softmax-d1-weights": "alpha-N-upper f-NN",
        "softmax-d1-context": "needle-lower",
    },
    "a0 = 2/10, a1 = 6/10": {
        "softmax-d1-weights": "alpha-N-upper f-NN",
        "softmax-d1-context": "needle-lower own-lower",
        "softmax-d0-weights": "f-NN-flat f-ON-flat",
        "softmax-d0-context": "needle own",
    },
    "a1 = -1, n = 2": {
        "softmax-d1-weights": "f-ON f-OO",
        "softmax-d1-context": "needle-upper",
        "softmax-d1-signs": "margin",
        "linear-d1-weights": "f-other",
        "linear-d1-context": "class",
        "linear-d1-signs": "energy",
    },
    "a0 = a1 = -1, n = 10^18": {
        "softmax-d1-weights": "alpha-N-upper f-NN f-ON f-OO",
        "softmax-d1-context": "needle-upper own-lower",
        "softmax-d1-signs": "margin",
        "linear-d1-weights": "f-other",
        "linear-d1-context": "own class",
        "linear-d1-signs": "energy",
        "softmax-d0-weights": "alpha-O f-ON f-OO",
        "softmax-d0-context": "needle class",
        "linear-d0-weights": "f-other",
        "linear-d0-context": "own class",
        "linear-d0-signs": "energy",
    },
    "b = -3": {
        "softmax-d1-context": "own-lower own-upper class class-total",
        "softmax-d0-context": "own class",
        "softmax-d1-signs": "margin",
        "linear-d1-context": "own class",
        "linear-d0-context": "own class",
    },
    "b = -3, d = 3": {
        "softmax-d1-context": "own-lower class-total",
        "softmax-d0-context": "own",
        "softmax-d1-signs": "margin",
        "linear-d1-context": "own",
        "linear-d0-context": "own",
    },
}

# Claims that no row refutes, and that speak of the needle's row where alpha_N = 0.
UNDEFINED = {
    "a1 = -1, n = 2": {"linear-d1-weights": "f-needle", "linear-d1-context": "needle own bias"},
    "a0 = a1 = -1, n = 10^18": {
        "linear-d1-weights": "f-needle",
        "linear-d1-context": "needle bias",
        "linear-d0-weights": "f-needle",
        "linear-d0-context": "needle bias",
    },
}

GAP_SETS = {
    "one score": {"floor": "1/4", "ceiling": "1/4"},
    "spike at its least": {"n": "1e18", "d": "102", "spike": "5/4"},
    "two tokens": {"n": "2", "d": "3", "floor": "1/1000", "ceiling": "40", "spike": "41"},
    "floor near zero": {"floor": "1e-40", "ceiling": "3/10"},
    "spike too small": {"spike": "1/100"},
}

SEPARATION = [
    "softmax-d1-weights",
    "softmax-d0-weights",
    "linear-d1-weights",
    "linear-d0-weights",
    "softmax-d1-context",
    "softmax-d0-context",
    "linear-d1-context",
    "linear-d0-context",
]

DETERMINISTIC = [
    "hoeffding",
    "softmax-unit",
    "linear-unit",
    "tensor-trick",
    "dataset",
    "gap-weights",
    *SEPARATION,
]

PROBABILISTIC = [
    "gap-softmax-d0-network",
    "gap-softmax-d1-network",
    "gap-linear-network",
    "softmax-d1-signs",
    "softmax-d0-signs",
    "linear-d1-signs",
    "linear-d0-signs",
    "softmax-d1-network",
    "softmax-d0-network",
    "linear-d1-network",
    "linear-d0-network",
]


def names(table):
    return {f"{lemma}/{claim}" for lemma, claims in table.items() for claim in claims.split()}


def check(parameters, *selection):
    """The JSON of `proofkit check`, by `lemma/claim`; and the lemmas, in order."""
    command = ["check", "--format", "json", *selection]
    for name, value in parameters.items():
        command += ["-p", f"{name}={value}"]
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = cli.run(command)
    assert code in (0, 1, 3), f"{command}: {err.getvalue()}"
    return json.loads(out.getvalue())


@functools.cache
def at_defaults():
    return check({})


@functools.cache
def evaluated(name):
    return oracle.evaluate(SETS[name])


def present():
    return {lemma["id"] for lemma in at_defaults()["lemmas"]}


def significant(text):
    digits = text.lower().split("e")[0].replace(".", "").lstrip("-+0")
    return len(digits)


def unit_of_last_place(text):
    mantissa, _, exponent = text.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    return Fraction(10) ** (int(exponent or 0) - decimals)


def correctly_rounded(text, value):
    """Whether `text` is `value` (known to 115 digits) rounded to the digits it shows.

    A text of fewer than six digits claims to be exact, and so do a fraction and a zero.
    """
    if not text:
        return False
    mp = oracle.context(180)
    shown = Fraction(text)
    gap = abs(oracle.magnitude(mp, shown) - value)
    if shown == 0 or value == 0:
        return shown == 0 and value == 0
    if "/" in text or significant(text) < 6:
        return gap <= abs(value) * mp.mpf(10) ** -110
    return gap <= oracle.magnitude(mp, unit_of_last_place(text)) / 2 * (1 + mp.mpf(10) ** -90)


def compare(name, claim, expected):
    """What is wrong with one claim of a report; nothing if it agrees."""
    verdict = claim["verdict"]
    if "disagree" in claim["crosscheck"].values():
        yield f"{name}: second opinions disagree: {claim['crosscheck']}"
    if expected.verdict == "undefined":
        if not name.startswith("linear-unit/") and verdict != "undecided":
            yield f"{name}: {verdict}, but f_lin does not exist for the needle"
        return
    if expected.vacuous:
        formula = all(part.holds() for part in expected.parts)
        if verdict != "holds" and (formula or verdict != "fails"):
            yield f"{name}: {verdict}, but it holds (there is no class column)"
        return
    if verdict != expected.verdict:
        yield f"{name}: {verdict}, expected {expected.verdict}"
    if not expected.parts:
        return
    shown = [claim[key] for key in ("lhs", "rhs", "margin")]
    choices = [part.numbers() for part in expected.deciding()]
    if not any(all(map(correctly_rounded, shown, numbers)) for numbers in choices):
        wanted = [[mpmath.nstr(number, 15) for number in numbers] for numbers in choices]
        yield f"{name}: lhs, rhs, margin are {shown}, expected {wanted}"


def hypotheses(lemma, at):
    """What is wrong with the hypotheses of a lemma of section 4.

    All must be met inside the stated ranges. Outside, a strength out of range must show in every
    lemma of its data set and a bad split in the contexts, which speak of `b` and `c`.
    """
    _, dataset, layer = lemma["id"].split("-")
    unmet = [entry["id"] for entry in lemma["hypotheses"] if entry["verdict"] == "unmet"]
    inside = at.strength_met(dataset) and at.split_met()
    needed = not at.strength_met(dataset) or (layer == "context" and not at.split_met())
    if (inside and unmet) or (needed and not unmet):
        yield f"{lemma['id']}: unmet hypotheses are {unmet}"


def disagreements(report, expected, at):
    """What is wrong with a report, a line a fault; empty if nothing is."""
    faults = []
    for lemma in report["lemmas"]:
        if lemma["id"] in SEPARATION:
            faults += hypotheses(lemma, at)
        for claim in lemma["claims"]:
            name = f"{lemma['id']}/{claim['id']}"
            if name in expected:
                faults += compare(name, claim, expected[name])
    return "\n".join(faults)


# --- the command line ---------------------------------------------------------------------------


EVALUATED = sorted({name.split("/")[0] for name in oracle.CLAIMS})


@pytest.mark.parametrize("name", SETS)
def test_every_verdict_and_digit_agrees(name):
    given = SETS[name]
    report = check(given, *SELECTION.get(name, EVALUATED)) if given else at_defaults()
    assert not disagreements(report, evaluated(name), oracle.point(given))


@pytest.mark.parametrize("name", GAP_SETS)
def test_every_verdict_and_digit_of_the_gap_weights_agrees(name):
    report = check(GAP_SETS[name], "gap-weights")
    assert not disagreements(report, oracle.evaluate(GAP_SETS[name]), None)


@pytest.mark.parametrize("lemma", EVALUATED)
def test_every_stated_claim_is_reported(lemma):
    assert lemma in present()
    found = next(entry for entry in at_defaults()["lemmas"] if entry["id"] == lemma)
    stated = {name for name in oracle.CLAIMS if name.startswith(f"{lemma}/")}
    assert not stated - {f"{lemma}/{claim['id']}" for claim in found["claims"]}


def test_no_deterministic_lemma_is_missing():
    assert not [lemma for lemma in DETERMINISTIC if lemma not in present()]


def test_no_probability_lemma_is_missing():
    assert not [lemma for lemma in PROBABILISTIC if lemma not in present()]


# --- the evaluation itself ----------------------------------------------------------------------


def test_the_evaluation_uses_mpmath_and_the_standard_library_only():
    tree = ast.parse((HERE / "oracle.py").read_text())
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module.split(".")[0])
    assert imported <= {"mpmath", *sys.stdlib_module_names}


@pytest.mark.parametrize("name", SETS)
def test_the_verdicts_are_those_worked_out_by_hand(name):
    found = {
        claim: result.verdict
        for claim, result in evaluated(name).items()
        if not claim.startswith("linear-unit/")
    }
    fails = {claim for claim, verdict in found.items() if verdict == "fails"}
    undefined = {claim for claim, verdict in found.items() if verdict == "undefined"}
    assert fails == names(FAILURES.get(name, {}))
    assert undefined == names(UNDEFINED.get(name, {}))


def test_the_gap_verdicts_are_those_worked_out_by_hand():
    # Spike 1/100 below the floor: n^(spike-ceiling) < n - 1; spike < floor turns linear-d1-spike
    # round; spike + ceiling < 2*floor turns linear-d1-rest round.
    for name, parameters in GAP_SETS.items():
        fails = {
            claim.partition("/")[2]
            for claim, result in oracle.evaluate(parameters).items()
            if claim.startswith("gap-weights/") and result.verdict != "holds"
        }
        small = {"softmax-d1-spike", "linear-d1-spike", "linear-d1-rest"}
        assert fails == (small if name == "spike too small" else set())


@pytest.mark.parametrize(
    ("d", "t", "a0", "a1", "b"),
    [
        (3, 2, "1/100", "6/5", "1/5"),
        (3, 4, "0", "7/10", "9/10"),
        (5, 2, "1/10", "3/2", "1/2"),
        (7, 1, "1/30", "-2/3", "-3"),
        (6, 2, "-1/2", "2", "2/7"),
    ],
)
def test_roles_agree_with_the_matrices(d, t, a0, a1, b):
    """The tensor product written out, for every query, in mpmath with 140 digits."""
    mp = oracle.context(140)
    at = oracle.point({"d": d, "t": t, "a0": a0, "a1": a1, "b": b})
    root = mp.sqrt(mp.log(at.n))
    for a in (at.a0, at.a1):
        matrix = [[Fraction(0)] * d for _ in range(at.n)]
        for token in range(at.n):
            matrix[token][1 + token % (d - 2)] = at.b
            matrix[token][d - 1] = at.c
        matrix[0][0] = a
        scaled = [[oracle.magnitude(mp, entry) * root for entry in row] for row in matrix]
        for softmax in (True, False):
            data = oracle.Attention(at, a, softmax)
            linear_unit = mp.mpf(1) if softmax else mp.log(at.n)
            for query in range(at.n):
                role = "O" if query else "N"
                block = [[x * y for x in scaled[query] for y in key] for key in scaled]
                scores = [mp.fsum(row) for row in block]
                u = [mp.exp(score) for score in scores] if softmax else scores
                alpha = mp.fsum(u)
                f = [entry / alpha for entry in u]
                c = [
                    mp.fsum(f[k] * scaled[k][column] for k in range(at.n)) / root
                    for column in range(d)
                ]
                pairs = [
                    (u[0], data.u(role, "N").value() * linear_unit),
                    (u[-1], data.u(role, "O").value() * linear_unit),
                    (alpha, data.alpha(role).value() * linear_unit),
                    (f[0], data.f(role, "N").value()),
                    (f[-1], data.f(role, "O").value()),
                    (c[0], data.c_needle(role).value()),
                    (c[1], data.c_own(role).value()),
                    (c[-1], data.c_bias(role).value()),
                    *((c[column], data.c_class(role).value()) for column in range(2, d - 1)),
                    (mp.fsum(x * x for x in c[:-1]), data.energy(role).value()),
                ]
                assert all(abs(x - y) <= abs(x) * mp.mpf(10) ** -110 for x, y in pairs)


def test_no_scores_in_the_range_are_worse_than_the_worst_case():
    mp = oracle.context(40)
    chance = random.Random(3)
    at = oracle.point({"d": 3, "n": 6, "floor": "1/5", "ceiling": "7/10", "spike": "9/5"})
    worst = {
        name.partition("/")[2]: mp.mpf(claim(at).parts[0].numbers()[0])
        for name, claim in oracle.CLAIMS.items()
        if name.startswith("gap-weights/")
    }
    seen = {name: [] for name in worst}
    log, low, high = mp.log(6), mp.mpf(1) / 5, mp.mpf(7) / 10
    for _ in range(300):
        corner = chance.random() < 0.6
        rest = [
            low + (high - low) * (chance.randint(0, 1) if corner else mp.mpf(chance.random()))
            for _ in range(6)
        ]
        spiked = [mp.mpf(9) / 5, *rest[1:]]
        for kind in ("softmax", "linear"):
            for scores, dataset in ((rest, "d0"), (spiked, "d1")):
                u = [mp.exp(s * log) if kind == "softmax" else s for s in scores]
                f = [x / mp.fsum(u) for x in u]
                if dataset == "d0":
                    seen[f"{kind}-d0"].append(max(f))
                else:
                    seen[f"{kind}-d1-spike"].append(f[0])
                    seen[f"{kind}-d1-rest"].append(max(f[1:]))
    least = "softmax-d1-spike"
    tiny = mp.mpf(10) ** -30
    assert min(seen.pop(least)) >= worst.pop(least) - tiny
    assert all(max(values) <= worst[name] + tiny for name, values in seen.items())
    assert all(max(values) >= worst[name] - mp.mpf("0.05") for name, values in seen.items())


def test_a_difference_far_below_120_digits_is_right():
    """f_NN - (1 - n^(1-p1)) at n^-p1 = 10^-936, by plain subtraction with 2500 digits."""
    mp = oracle.context(2500)
    result = oracle.evaluate_claim(
        "softmax-d1-weights/f-NN-sharp", {"n": "1e6", "d": 102, "a1": "12"}
    )
    n, p1 = mp.mpf(10) ** 6, 156
    plain = 1 / (1 + (n - 1) * n**-p1) - (1 - n ** (1 - p1))
    assert abs(result.parts[0].numbers()[2] / plain - 1) < mp.mpf(10) ** -115


def test_exact_ties_are_ties():
    """At a0 = 0 all weights are 1/n; with n = 4 a half-integer power is rational."""
    for claim in ("f-NN", "f-NO", "f-ON", "f-OO", "alpha-O"):
        part = oracle.evaluate_claim(f"softmax-d0-weights/{claim}", {"a0": "0"}).parts[0]
        assert part.distance.sign() == 0
    at = oracle.point({"n": 4, "d": 4})
    assert (at.power(Fraction(1, 2)) - 2).sign() == 0
    assert (at.power(Fraction(1, 3)) - 2).sign() == -1
    tiny = at.number(2) + Fraction(1, 10**500) - at.power(Fraction(1, 2))
    assert tiny.sign() == 1


# --- thresholds ---------------------------------------------------------------------------------


def quadratic_root(mp, p):
    """The positive `a` with `a*(1 + a) = p`."""
    return (mp.sqrt(1 + 4 * p) - 1) / 2


def close(mp, bracket, value):
    low, high = (oracle.magnitude(mp, end) for end in bracket)
    return min(low, high) - mp.mpf(10) ** -118 <= value <= max(low, high) + mp.mpf(10) ** -118


@pytest.mark.parametrize("n", [2, 3, 1000, 10**6, 10**18])
@pytest.mark.parametrize("claim", ["f-NN", "alpha-N-upper"])
def test_the_needle_threshold_is_the_closed_form(n, claim):
    """Both say (n-1) n^(1+a1) <= n^((1+a1)^2), that is p1 >= log(n-1)/log(n)."""
    mp = oracle.context(160)
    bracket = oracle.threshold(f"softmax-d1-weights/{claim}", "a1", "-1/4", "1", {"n": n, "d": 3})
    assert close(mp, bracket, quadratic_root(mp, mp.log(n - 1) / mp.log(n)))


@pytest.mark.parametrize("n", [2, 1000, 10**18])
def test_the_flat_threshold_is_the_closed_form(n):
    """x/(x + n - 1) <= n^-0.89 at x = n^p0 turns at x = (n - 1)/(n^0.89 - 1)."""
    mp = oracle.context(160)
    bracket = oracle.threshold("softmax-d0-weights/f-NN-flat", "a0", "0", "1", {"n": n, "d": 3})
    root = mp.log((n - 1) / (mp.power(n, mp.mpf(89) / 100) - 1)) / mp.log(n)
    assert close(mp, bracket, quadratic_root(mp, root))


def test_the_margin_needs_four_tokens():
    fixed = {"d": "3", "b": "9/10", "a1": "7/10"}
    assert oracle.threshold("softmax-d1-signs/margin", "n", 2, 100, fixed) == (3, 4)
    assert oracle.threshold("softmax-d1-signs/margin", "t", 2, 100, fixed) == (3, 4)


def test_the_strength_the_margin_needs():
    """Its derivative in a1 is positive; at the root both sides agree to 110 digits."""
    mp = oracle.context(160)
    fixed = {"n": "3", "d": "3", "b": "9/10"}
    low, high = oracle.threshold("softmax-d1-signs/margin", "a1", "7/10", "2", fixed)
    a1, b = oracle.magnitude(mp, low), mp.mpf(9) / 10
    assert high > low
    assert abs(a1 / 2 + b / 2 - b * mp.power(3, 1 - a1 - a1 * a1) - mp.mpf("0.1")) < 1e-110


# --- the comparison -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("0.6666666667", True),
        ("0.6666666666", False),
        ("0.6666666668", False),
        ("6.66667e-1", True),
        ("6.66666e-1", False),
        ("-0.6666666667", False),
        ("2/3", True),
        ("0.67", False),
        ("0", False),
        ("", False),
    ],
)
def test_a_wrong_digit_is_noticed(text, right):
    assert correctly_rounded(text, oracle.context(180).mpf(2) / 3) is right


def test_a_changed_report_is_noticed():
    """Each fault planted in a report that agrees is found."""
    for key, value in (("verdict", "fails"), ("lhs", "0.9999879896"), ("margin", "0.499989")):
        report = json.loads(json.dumps(at_defaults()))
        lemma = next(entry for entry in report["lemmas"] if entry["id"] == "softmax-d1-weights")
        claim = next(entry for entry in lemma["claims"] if entry["id"] == "f-NN")
        assert claim[key] != value
        claim[key] = value
        faults = disagreements(report, evaluated("defaults"), oracle.point({}))
        assert faults.startswith("softmax-d1-weights/f-NN: ")
        assert "\n" not in faults
