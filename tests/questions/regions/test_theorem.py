"""Boxes in which all hypotheses of a theorem hold are proved by citing it, and no others."""

import json
from fractions import Fraction

import pytest
from sympy import Symbol, exp, sqrt

from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.foundations.errors import CertificateError
from proofkit.foundations.seals import file_text, seal
from proofkit.kernel.certificates import replay_text
from proofkit.language import registry
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain
from proofkit.questions.pieces.citation import Citation
from proofkit.questions.pieces.prover import PieceProver
from proofkit.questions.pipeline import prove_these
from proofkit.questions.regions import reading, regions
from proofkit.search.contexts import context_of, fact_of

CLAIM = "bernoulli/real"  # given x > -1 and s >= 1; false for x > 0 where s lies between 0 and 1


def over(*ranges):
    return [reading(text) for text in ranges]


@pytest.fixture(scope="module")
def within():
    return regions(CLAIM, over("x=-9/10:5", "s=1:3"), {}, 60)


@pytest.fixture(scope="module")
def across():
    return regions(CLAIM, over("x=1:5", "s=1/2:3"), {}, 60)


def test_a_map_within_the_hypotheses_is_proved(within):
    assert [box.verdict for box in within.boxes] == ["holds"]
    theorem, region = replay_text(file_text(within.certificates))
    assert (theorem.name, theorem.value) == (CLAIM, "proved")
    assert region.pieces == {"holds": 1, "fails": 0} and region.used.theorems == {CLAIM}


def test_across_a_border_no_box_says_more_than_is_true(across):
    """The sides of the claim are equal at s = 1."""
    for box in across.boxes:
        _, (low, high) = across.ends(box)
        if box.verdict == "holds":
            assert low >= 1
        if box.verdict == "fails":
            assert high < 1
    assert across.share("holds") >= Fraction(3, 4)
    *_, region = replay_text(file_text(across.certificates))
    assert region.pieces["holds"] and region.used.theorems == {CLAIM}


def test_outside_of_the_hypotheses_the_theorem_says_nothing():
    found = regions(CLAIM, over("x=1:5", "s=1/4:3/4"), {}, 20)
    assert not found.total("holds") and not found.proved
    (region,) = found.certificates
    assert replay_text(file_text([region]))[0].used.theorems == set()


def test_a_value_that_stays_may_break_a_hypothesis():
    """`a1 >= 7/10` is one, and what moves keeps all others."""
    ranges = over("d=3:20", "t=1000:100000")
    kept = regions("softmax-d1-weights/f-NN", ranges, {"a1": "7/10"}, 20)
    assert {box.verdict for box in kept.boxes} == {"holds"}
    broken = regions("softmax-d1-weights/f-NN", ranges, {"a1": "1/2"}, 20)
    assert broken.total("holds") == 0 and not broken.proved
    assert replay_text(file_text(broken.certificates))[-1].used.theorems == set()


def edited(claim, change):
    copy = json.loads(json.dumps(claim, default=str))
    change(copy)
    return seal(copy)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m["pieces"][0][0][1].__setitem__(0, "1/2"), "piece 1"),  # s below 1
        (lambda m: m["pieces"][0][0][0].__setitem__(0, "-3/2"), "piece 1"),  # x below -1
        (lambda m: m["pieces"][0].__setitem__(1, "fails"), "piece 1"),
        (lambda m: cited(m).__setitem__("premises", {}), "needs the hypothesis"),
        (lambda m: cited(m).__setitem__("claim", "bernoulli/other"), "not proved earlier"),
        (lambda m: cited(m).__setitem__("part", 1), "fewer parts"),
        (lambda m: cited(m)["with"].__setitem__("s", "s + 1"), "says something else"),
        (lambda m: m["statements"][0].__setitem__("relation", ">"), "statements"),
    ],
)
def test_an_edited_map_is_refused(within, change, message):
    theorem, region = within.certificates
    with pytest.raises(CertificateError, match=message):
        replay_text(file_text([theorem, edited(region, change)]))


def cited(region):
    """The node that cites the theorem."""
    (node,) = region["nodes"]
    return node if node["rule"] == "cite" else node["then"]


def test_a_map_without_its_theorem_is_refused(within):
    theorem, region = within.certificates
    with pytest.raises(CertificateError, match="not proved earlier in this file"):
        replay_text(file_text([region]))
    opened = {k: v for k, v in theorem.items() if k not in ("proofs", "inhabited")}
    with pytest.raises(CertificateError, match="not proved earlier in this file"):
        replay_text(file_text([seal({**opened, "verdict": "open"}), region]))


def test_a_theorem_about_something_else_is_no_help(within):
    """The same proof of `s >= 1` under the name of the claim."""
    theorem, region = within.certificates
    said = next(h for h in theorem["hypotheses"] if h["left"] == "s")
    step = {"relation": ">=", "term": "1", "because": {"rule": "assume", "fact": said["id"]}}
    proof = {"facts": [], "steps": [{**step, "reason": ""}]}
    false = {
        **theorem,
        "statements": [{"left": "s", "relation": ">=", "right": "1"}],
        "definitions": {},
        "proofs": [proof],
    }
    with pytest.raises(CertificateError, match="says something else"):
        replay_text(file_text([edited(false, lambda _: None), region]))


p, k = Symbol("p", real=True), Symbol("k", real=True)
BETWEEN = (
    Hypothesis("p-lower", at_least(p, 0)),
    Hypothesis("p-upper", at_least(1, p)),
    Hypothesis("k-lower", at_least(k, 1)),
    Hypothesis("k-upper", at_least(2, k)),
)


def test_a_lemma_of_ones_own(monkeypatch):
    """Its sides touch at k = 2, where no enclosure can tell them apart; without a proof that is
    known nothing is searched."""
    lemma = Lemma(
        "own",
        title="Own",
        source="a test",
        provenance="O",
        section="1",
        parameters=(Parameter("p", "1/2", "a share"), Parameter("k", "2", "a number")),
        hypotheses=BETWEEN,
    )
    bound = (1 - p) ** 2 + 2 * p - p**2
    claim = lemma.claim("touch", at_most(k * bound, 2), Chain(k * bound).at_most(2, "k <= 2"))
    monkeypatch.setattr(registry, "find", lambda _: [(lemma, [claim])])
    ranges = over("p=0.01:0.99", "k=1:2")
    assert prove_these([(lemma, [claim])]).claims[0].verdict == "proved"
    found = regions("own/touch", ranges, {}, 40)
    assert {box.verdict for box in found.boxes} == {"holds"}
    beyond = regions("own/touch", over("p=0.01:0.99", "k=1:3"), {}, 40)
    assert beyond.total("fails") > 0
    for box in beyond.boxes:
        low, high = beyond.ends(box)[1]
        assert box.verdict != "holds" or high <= 2
        assert box.verdict != "fails" or low > 2


def test_a_point_that_no_enclosure_decides_is_proved(monkeypatch):
    """`sqrt(3 + 2*sqrt(2)) = 1 + sqrt(2)`: the theorem says it where a decision cannot."""
    m, j = Symbol("m", integer=True), Symbol("j", integer=True)
    lemma = Lemma(
        "own",
        title="Own",
        source="a test",
        provenance="O",
        section="1",
        parameters=(
            Parameter("m", "2", "a number", integer=True),
            Parameter("j", "1", "a number", integer=True),
        ),
        hypotheses=(Hypothesis("m-lower", at_least(m, 1)), Hypothesis("j-lower", at_least(j, 1))),
    )
    nested, plain = exp(j * sqrt(1 + m + 2 * sqrt(m))), exp(j * (1 + sqrt(m)))
    claim = lemma.claim("nested", at_most(nested, plain), Chain(nested).at_most(plain, "squares"))
    monkeypatch.setattr(registry, "find", lambda _: [(lemma, [claim])])
    assert prove_these([(lemma, [claim])]).claims[0].verdict == "proved"
    plane = regions("own/nested", over("m=2:3", "j=1:2"), {}, 1).plane
    citation = Citation(lemma, claim)
    prover = PieceProver(context_of(claim), [fact_of(claim.parts[0].statement)], plane, citation)
    point = {"m": (Fraction(2), Fraction(2)), "j": (Fraction(1), Fraction(1))}
    assert prover.decide({"m": Fraction(2), "j": Fraction(1)}).verdict == "undecided"
    assert prover.on(point) == "holds"
    *_, region = replay_text(file_text(prover.certificates("own/nested at a point")))
    assert region.pieces == {"holds": 1, "fails": 0}
