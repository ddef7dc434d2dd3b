"""Certified maps: what they say of a box is so at every point of it."""

import random
from fractions import Fraction
from functools import cache

import flint
import pytest

from proofkit.foundations.errors import InputError, LimitExceeded, UnknownName
from proofkit.kernel import interval, points
from proofkit.language import registry
from proofkit.language.parameters import resolve
from proofkit.questions.regions import boxes, curve, reading, regions
from proofkit.questions.regions import plane as planes
from proofkit.questions.regions.curve import constant, crossings
from proofkit.search.contexts import context_of, fact_of

CASES = {
    "golden ratio": ("softmax-d1-weights/f-NN", ("a1=0.4:1", "n=2:1e6"), {"d": 3}),
    "golden ratio, steps of 5": ("softmax-d1-weights/f-NN", ("n=2:1e5", "a1=0.4:1"), {"d": 7}),
    "tie along b = 0": ("softmax-d1-context/own-upper", ("b=-1/2:1/2", "a1=0:3/2"), {}),
    "edge a0 = 0": ("linear-d0-weights/f-needle", ("a0=-1/2:1/2", "n=2:1000"), {"d": 3}),
    "only n <= 3": ("softmax-d1-weights/f-NN", ("n=2:40", "a1=0.44:0.52"), {"d": 3}),
    "margin": ("softmax-d1-signs/margin", ("b=1/10:9/10", "a1=1/10:1"), {"n": 4, "d": 3}),
    "an equation": ("softmax-d1-context/bias", ("b=1/10:9/10", "a1=1/10:1"), {}),
    "two integers": ("softmax-d1-signs/margin", ("d=4:12", "t=1:20"), {"a1": "13/20", "b": "9/10"}),
    "energy": ("softmax-d0-signs/energy", ("a0=0:1", "b=1/10:9/10"), {}),
    "a probability": (
        "softmax-d1-signs/probability",
        ("b=1/10:9/10", "a1=1/10:1"),
        {"d": 6, "n": 12},
    ),
}
POINTS = 400


def mapped(name, budget=600):
    selected, over, given = CASES[name]
    return regions(
        selected, [reading(text) for text in over], given, budget if name != "a probability" else 60
    )


known = cache(mapped)
"""For tests that change nothing of how maps are made."""


def decided(found, values):
    """The kernel's own verdict at a point, from the claim as it is written."""
    claim, context = found.claim, context_of(found.claim)
    everything = resolve({**found.plane.fixed, **values}, found.lemma.parameters)
    own = {name: everything[name] for name in context.parameters}
    verdicts = {points.decide(context, fact_of(p.statement), own).value for p in claim.parts}
    return "fails" if "fails" in verdicts else "undecided" if "undecided" in verdicts else "holds"


def somewhere(rng, track, span):
    """A value in a span, its ends now and then."""
    if span.low == span.high:
        return track.value(span.low)
    if track.integer:
        top = span.low + 10**7 if span.high is None else span.high
        return track.value(
            Fraction(rng.choice([int(span.low), int(top), rng.randint(int(span.low), int(top))]))
        )
    share = rng.choice([Fraction(0), Fraction(1), Fraction(rng.randint(0, 10**6), 10**6)])
    return span.low + (span.high - span.low) * share


def disagreements(found, count):
    """Points of certified boxes, edges and corners included, at which the kernel says otherwise."""
    rng = random.Random(1)
    certified = [box for box in found.boxes if box.verdict != "undecided"]
    bad = []
    for _ in range(count):
        box = rng.choice(certified)
        pairs = zip(found.plane.tracks, box.spans, strict=True)
        values = {track.name: somewhere(rng, track, span) for track, span in pairs}
        if decided(found, values) != box.verdict:
            bad.append((values, box))
    return bad


@pytest.mark.parametrize("name", CASES)
def test_every_point_of_a_certified_box_is_decided_alike(name):
    found = known(name, 300)
    assert any(box.verdict != "undecided" for box in found.boxes)
    assert not disagreements(found, 30 if name == "a probability" else POINTS)


@pytest.mark.parametrize("name", CASES)
def test_the_boxes_are_the_whole_map_and_no_more(name):
    found = known(name, 300)
    sizes = [track.size(track.whole) for track in found.plane.tracks]
    assert found.total() == sizes[0] * sizes[1]
    assert sum(found.total(v) for v in ("holds", "fails", "undecided")) == found.total()
    for k, track in enumerate(found.plane.tracks):
        other = 1 - k
        if not track.integer:
            continue
        rng = random.Random(2)
        for _ in range(40):  # each integer once: over it, the other side is covered exactly
            place = rng.randint(0, int(track.whole.high))
            row = [b for b in found.boxes if b.spans[k].low <= place <= b.spans[k].high]
            along = found.plane.tracks[other]
            lengths = [along.size(b.spans[other]) for b in row]
            assert sum(lengths) == along.size(along.whole)


def test_both_verdicts_never_meet_on_an_edge():
    found = mapped("tie along b = 0", 2_000)
    for box in found.boxes:
        (low, high), _ = found.ends(box)
        if low <= 0 <= high and box.verdict == "fails":
            pytest.fail(f"{box} says that b <= b fails at a point with b = 0")


def test_what_is_undecided_shrinks_with_the_budget():
    selected, over, given = CASES["golden ratio"]
    ranges = [reading(text) for text in over]
    shares = [regions(selected, ranges, given, n).share("undecided") for n in (100, 400, 1600)]
    assert shares[0] > 2 * shares[1] > 4 * shares[2] > 0


def coarse(side):
    """The ends of intervals with 8 bits: rounded outwards, or with `mid` to the nearest."""

    def rounded(ball):
        with flint.ctx.workprec(8):
            return getattr(ball + flint.arb(0), side)()

    return rounded


def test_dropping_the_outward_rounding_would_be_seen(monkeypatch):
    """A false twin: with few bits, intervals whose ends are not rounded outwards are wrong."""
    monkeypatch.setattr(interval, "_down", coarse("lower"))
    monkeypatch.setattr(interval, "_up", coarse("upper"))
    careful = mapped("golden ratio", 300)
    monkeypatch.setattr(interval, "_down", coarse("mid"))
    monkeypatch.setattr(interval, "_up", coarse("mid"))
    careless = mapped("golden ratio", 300)
    monkeypatch.undo()
    assert not disagreements(careful, 200)
    assert disagreements(careless, 200)


def test_a_lazy_decision_would_be_seen(monkeypatch):
    """A false twin: a box judged by its centre alone."""

    def at_the_centre(question, where, spans):
        values = {}
        for track, span in zip(where.tracks, spans, strict=True):
            middle = (span.low + span.high) / 2
            values[track.name] = track.value(middle // 1 if track.integer else middle)
        return question.decide(where.point(values)).verdict

    monkeypatch.setattr(boxes, "_verdict", at_the_centre)
    assert disagreements(mapped("golden ratio"), 200)


def test_unbounded_ranges():
    found = regions("softmax-d1-weights/f-NN", [reading("a1=7/10:2"), reading("n=64:oo")], {"d": 3})
    assert [box.verdict for box in found.boxes] == ["holds"]
    assert found.ends(found.boxes[0])[1] == (64, None)
    assert found.total() is found.share("holds") is None
    found = regions(
        "softmax-d1-weights/f-NN", [reading("a1=2/5:1"), reading("n=2:oo")], {"d": 3}, 600
    )
    tails = [box for box in found.boxes if box.spans[1].high is None and box.verdict != "undecided"]
    assert {box.verdict for box in tails} == {"holds", "fails"}
    assert not disagreements(found, 300)


def test_parameters_that_follow():
    both = [reading("d=4:9"), reading("t=2:5")]
    found = planes.plane(both, {}, registry.find(["softmax-d1-weights"])[0][0].parameters)
    assert set(found.following) == {"n"}
    assert found.point({"d": Fraction(5), "t": Fraction(4)})["n"] == 12
    steps = mapped("golden ratio, steps of 5").plane.tracks[0]
    assert [steps.value(Fraction(k)) for k in (0, 1, 2)] == [5, 10, 15]


@pytest.mark.parametrize(
    ("over", "given", "message"),
    [
        (["a1=1:2"], {}, "expected two different parameters"),
        (["a1=1:2", "a1=1:3"], {}, "expected two different parameters"),
        (["a1=1:2", "b=0:1"], {"b": "1/2"}, "b moves: do not fix it"),
        (["b=0:1", "c=0:1"], {}, "cannot both move: b \\+ c = 1"),
        (["n=10:100", "d=3:20"], {}, "t would not always be an integer; move d and t"),
        (["d=4:8", "t=1:8"], {"n": 100}, "cannot both move"),
        (["a1=2:1", "n=2:9"], {}, "the range of a1 is empty: 2 to 1"),
        (["a1=1", "n=2:9"], {}, "expected NAME=LOW:HIGH, got 'a1=1'"),
        (["q=1:2", "n=2:9"], {}, "unknown parameter 'q'"),
        (["n=2:9", "a1=0:1"], {}, "no value of n from 2 to 9"),
        (["b=0:1", "c=0:1", "n=2:9"], {}, "expected two different"),
        (["d=2:8", "t=1:8"], {}, "d is at least 3"),
        (["a1=0:1", "n=1:8"], {"d": 3}, "^n is at least 2, got 1"),
        (["d=3:1e30", "t=1:8"], {}, "d: integers above 10+ are not looked at"),
        (["d=3:8", "t=1e29:oo"], {}, "t: integers above 10+ are not looked at"),
    ],
)
def test_bad_input(over, given, message):
    with pytest.raises((InputError, LimitExceeded, UnknownName), match=message):
        regions("softmax-d1-weights/f-NN", [reading(text) for text in over], given)


def test_one_claim_that_depends_on_what_moves():
    with pytest.raises(InputError, match="does not depend on spike or rivals"):
        regions("gap-weights/softmax-d0", [reading("spike=2:3"), reading("rivals=0:1")])
    with pytest.raises(InputError, match="one claim"):
        regions("softmax-d1-weights", [reading("a1=1:2"), reading("n=100:900")])


def test_the_exact_constant_and_the_brackets():
    found = mapped("golden ratio", 50)
    name, root = constant(found)
    assert (name, str(root.value)) == ("a1", "(-1 + sqrt(5))/2")
    for crossing in crossings(found):
        verdicts = [
            decided(found, {"a1": v, "n": crossing.at}) for v in (crossing.below, crossing.above)
        ]
        assert verdicts == ["fails", "holds"]
    assert constant(mapped("tie along b = 0", 50)) is None


def test_no_change_is_sought_where_all_boxes_say_the_same(monkeypatch):
    found = regions("softmax-d1-weights/f-NN", [reading("a1=7/10:2"), reading("n=64:99")], {"d": 3})
    monkeypatch.setattr(curve, "threshold", lambda *_: pytest.fail("nothing changes here"))
    assert crossings(found) == ()
