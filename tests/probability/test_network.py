"""Probabilities of the network: the values on record, the plain sums, and the contract."""

import random
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from flint import arb, fmpz

from lemmas import main_theorem
from lemmas.separation import softmax_d1_network
from proofkit.foundations.errors import (
    Contradiction,
    InputError,
    LemmaError,
    LimitExceeded,
    UnknownName,
)
from proofkit.kernel import points
from proofkit.kernel.interval import exact as exactly
from proofkit.kernel.points import precision
from proofkit.probability import answers, bounds, network
from proofkit.probability.answers import probability
from proofkit.probability.events import Event
from proofkit.probability.model import QUANTITIES, setting
from proofkit.probability.network import Network
from proofkit.probability.separation import called
from proofkit.search.contexts import context_of, fact_of


def exact(quantity, mechanism="softmax", digits=16, weights="ones", **given):
    answer = probability(given, weights, digits)
    return next(m for m in answer.mechanisms if m.name == mechanism).exact[quantity]


@pytest.mark.parametrize(
    ("given", "softmax"),
    [
        ({"m": 15}, "0.9866353282159811"),
        ({"m": 15, "d": 12, "t": 100}, "0.6496264409327609"),
        ({"n": "1e18", "d": 22}, "0.57910582781"),
    ],
)
def test_separation_on_record(given, softmax):
    assert exact("separates", **given).startswith(softmax)
    assert exact("separates", "linear", **given) == "0"


def test_linear_attention_on_d1_at_the_defaults():
    assert exact("fires-d1", "linear", digits=4, m=15) == "1.396e-6"


def test_too_few_columns_for_half_the_strength():
    assert exact("separates", digits=2, b="1/2") == "0.46"


def test_a_strong_needle_lets_linear_attention_separate():
    assert Fraction(exact("separates", "linear", a1=10)) > Fraction(9999, 10000)


def plain(event):
    """The probability by a sum over all patterns and all numbers of positive signs."""
    total = 0
    for pattern in range(len(event.patterns)):
        for j in range(event.crowd + 1):
            total += comb(event.crowd, j) * event.contains(pattern, j)
    return Fraction(total, len(event.patterns) * 2**event.crowd)


def plain_network(fires_d0, fires_d1, m):
    """The same for the network, from the joint event of one neuron."""
    both = fires_d0.union(fires_d1)
    p0, p1, p = plain(fires_d0), plain(fires_d1), plain(both)
    silent = (1 - p0) ** m, (1 - p1) ** m, (1 - p) ** m
    return dict(
        zip(
            QUANTITIES,
            (1 - silent[1], silent[0], silent[1], silent[0] - silent[2], silent[2]),
            strict=True,
        )
    )


def random_event(source, crowd):
    def pattern():
        kind = source.random()
        if kind < 0.3:
            return ()
        if kind < 0.4:
            return ((0, crowd),)
        first = source.randrange(crowd + 1)
        return ((first, source.choice([crowd, source.randrange(first, crowd + 1)])),)

    return Event(crowd, tuple(pattern() for _ in range(8)))


def test_random_events_against_the_plain_sum():
    source = random.Random(7)
    for _ in range(120):
        crowd, m = source.randrange(30), source.choice([1, 2, 3, 17, 64])
        fires = [random_event(source, crowd) for _ in range(2)]
        net, expected = Network(*fires, m), plain_network(*fires, m)
        for quantity in QUANTITIES:
            assert net.fraction(quantity) == expected[quantity]
            bits = source.choice([32, 64, 200])
            found = net.enclose(quantity, bits)
            value = expected[quantity]
            with precision(20_000):
                point = arb(fmpz(value.numerator)) / arb(fmpz(value.denominator))
                assert not point < found.low
                assert not point > found.high
                assert found.high - found.low <= point * arb(2) ** (16 - bits)


@pytest.mark.parametrize("weights", ["ones", "identity"])
@pytest.mark.parametrize(
    "given",
    [
        {"d": 3, "t": 2},
        {"d": 4, "t": 1},
        {"d": 3, "t": 1000},
        {"d": 30, "t": 1, "b": "1/2"},
        {"d": 60, "t": 3, "b": "9/10", "a1": 5, "m": 7},
        {"d": 200, "t": 1, "a0": "1/10", "m": 1},
    ],
)
def test_settings_against_the_plain_sum(given, weights):
    for net, undecided in answers.networks(setting(given, weights)).values():
        assert undecided == ""
        expected = plain_network(*net.events, net.neurons)
        assert {q: net.fraction(q) for q in QUANTITIES} == expected


def test_decimals_are_the_rounded_fractions():
    for net, _ in answers.networks(setting({"m": 15})).values():
        for quantity in QUANTITIES:
            value = net.fraction(quantity)
            for digits in (1, 2, 15, 40):
                shown = Fraction(net.decimal(quantity, digits))
                assert abs(shown - value) <= shown * Fraction(1, 2 * 10 ** (digits - 1))


def test_enclosed_and_exact_decimals_agree(monkeypatch):
    nets = [net for net, _ in answers.networks(setting({"m": 40})).values()]
    before = [[net.decimal(q, 25) for q in QUANTITIES] for net in nets]
    monkeypatch.setattr(network, "MAX_FRACTION_BITS", 0)
    assert [[net.decimal(q, 25) for q in QUANTITIES] for net in nets] == before


def test_a_million_columns_and_a_billion_neurons():
    answer = probability({"d": 10**6, "t": 1, "m": 10**9})
    linear = answer.mechanisms[1].exact
    assert linear["fires-d1"].endswith("e-56803")
    assert answer.mechanisms[0].exact["silent-d1"].endswith("e-124938737")
    assert answer.mechanisms[0].exact["separates"] == "1.00000000000000"


def test_probabilities_beyond_every_exponent():
    shown = exact("fires-d1", "linear", digits=5, d="1e20", t=1)
    assert shown == "5.3351e-5681094537576563282"


def test_trailing_zeros_say_what_is_exact():
    assert exact("fires-d1", m=1) == "0.25"
    assert exact("silent-d1", m=1, digits=3) == "0.75"
    assert exact("fires-d1", digits=7, m=100) == "1.000000"
    assert len(exact("blind", m=15, d=12, t=100, digits=16)) == 19  # ends in a rounded 0


def test_a_power_of_two_with_a_huge_exponent():
    half = Event(0, (((0, 0),), ()))
    assert Network(half, half, 10**9).decimal("silent-d0", 5) == "2.1678e-301029996"
    assert Network(half, half, 2).decimal("silent-d0", 5) == "0.25"


def test_fractions_are_exact_or_refused():
    answer = probability({"m": 15, "d": 12, "t": 100}, fractions=True)
    softmax, linear = (m.exact for m in answer.mechanisms)
    assert softmax["fires-d1"] == str(1 - Fraction(3, 4) ** 15)
    assert Fraction(softmax["silent-d0"]) - Fraction(softmax["blind"]) == Fraction(
        softmax["separates"]
    )
    assert linear["separates"] == "0"
    with pytest.raises(LimitExceeded, match=r"10000 \* 102 = 1020000 binary digits"):
        probability({"m": 10**4}, fractions=True)


# Proved bounds --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"m": 1},
        {"m": 10**6},
        {"d": 3, "t": 4},
        {"d": 1002, "t": 1},
        {"n": "1e18", "d": 22},
        {"a1": "7/10", "b": "1/10"},
        {"a0": "1/10", "b": "9/10", "d": 1002, "t": 5},
        {"a0": 0, "a1": 100},
        {"d": 10**6, "t": 1, "m": 10**9},
    ],
)
def test_bounds_are_below_the_exact_values(given):
    chosen = setting(given)
    for name, (net, _) in answers.networks(chosen).items():
        bounded = bounds.applicable(name, chosen)
        bounds.compare(name, bounded, chosen, net)
        for quantity, bound in bounded.items():
            assert bounds.enclose(bound, chosen, 200).low <= net.enclose(quantity, 200).high


@pytest.mark.parametrize("given", [{}, {"d": 4, "t": 2, "m": 3}, {"d": 30, "t": 1, "b": "1/2"}])
def test_claims_are_about_the_quantities_that_they_are_declared_for(given):
    """The left side of each claim, by the kernel, is the probability of the network."""
    chosen = setting({"m": 5, **given})
    for name, (net, _) in answers.networks(chosen).items():
        for quantity, claim in called().bounds[name].items():
            event, _, _ = fact_of(claim.parts[0].statement)
            values = {p.name: chosen.values[p.name] for p in claim.parameters}
            found = points.enclose(context_of(claim), event, values, 200)
            with precision(400):
                value = exactly(net.fraction(quantity))
                assert found.low <= value.high
                assert value.low <= found.high
                assert found.high - found.low < arb(2) ** -100


def test_a_separation_declares_lower_bounds_only():
    paper = called()
    few = main_theorem.lemma.claims["softmax-separates"]
    upper = softmax_d1_network.lemma.claims["budget"]
    assert replace(paper, bounds={"softmax": {"separates": few}}).bounds
    with pytest.raises(LemmaError, match="softmax-d1-network/budget is not one lower bound"):
        replace(paper, bounds={"softmax": {"fires-d1": upper}})
    with pytest.raises(UnknownName, match="separation 'theirs' is not one of paper"):
        called("theirs")


def test_what_the_theorems_give():
    proved = {m.name: m.proved for m in probability({"m": 15}).mechanisms}
    assert proved["softmax"]["fires-d1"] == "0.865066186261430"  # 1 - (7/8)^15
    given = {name: {q for q, text in by.items() if text} for name, by in proved.items()}
    assert given == {
        "softmax": {"fires-d1", "silent-d0", "separates"},
        "linear": {"silent-d0", "silent-d1", "blind"},
    }


@pytest.mark.parametrize(
    ("given", "weights", "missing"),
    [
        ({"a1": "1/2"}, "ones", {"fires-d1", "separates", "silent-d1", "blind"}),
        ({"a0": "1/5"}, "ones", {"silent-d0", "separates", "blind"}),
        ({"b": "1/20"}, "ones", set(QUANTITIES)),
        ({}, "identity", set(QUANTITIES)),
    ],
)
def test_no_theorem_outside_its_hypotheses(given, weights, missing):
    for mechanism in probability(given, weights).mechanisms:
        assert all(mechanism.proved[quantity] is None for quantity in missing)


def test_a_false_bound_is_an_alarm(too_much):
    too_much("softmax", "fires-d1")
    with pytest.raises(Contradiction, match="softmax, fires-d1: the proved bound"):
        probability({"m": 1})


def test_promises():
    chosen = setting({})
    made = [answers.promise(m, chosen) for m in probability({}).mechanisms]
    assert [(p.quantity, p.exact, p.proved) for p in made] == [
        ("separates", "yes", "yes"),
        ("blind", "yes", "yes"),
    ]
    strong = probability({"a1": 10})
    assert answers.promise(strong.mechanisms[1], strong.setting).exact == "no"
    few = probability({"m": 20})
    assert answers.promise(few.mechanisms[0], few.setting).proved == "no"


# What is asked for ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"m": 0}, "m: expected at least 1, got 0"),
        ({"m": "1/2"}, "m: expected an integer"),
        ({"delta": "1/2"}, "delta: expected a number between 0 and 1/10, got 1/2"),
        ({"delta": 0}, "delta: expected a number between 0 and 1/10"),
        ({"d": 2}, "d: expected at least 3"),
        ({"q": 1}, "unknown parameter 'q'"),
        ({"d": "1e31", "t": 1}, "d: more than 1000000000000000000000000000000 columns"),
    ],
)
def test_bad_parameters(given, message):
    with pytest.raises(InputError, match=message):
        probability(given)


def test_bad_options():
    for digits in (0, 1001):
        with pytest.raises(InputError, match="--digits: expected 1 to 1000"):
            probability({}, digits=digits)
    with pytest.raises(UnknownName, match="weights 'twos' are not one of ones, identity"):
        probability({}, "twos")
    with pytest.raises(UnknownName, match="not one of fires-d1"):
        next(iter(answers.networks(setting({})).values()))[0].enclose("fires", 64)
