"""What a lemma may say, and what an author who says something else is told."""

import pytest
from sympy import Symbol

from proofkit.foundations.errors import LemmaError
from proofkit.language.claims import Definition, Hypothesis, at_least, at_most
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Parameter
from proofkit.language.proof import Chain

n = Symbol("n", real=True)
f = Symbol("f", positive=True)
POSITIVE = Hypothesis("n-range", at_least(n, 2))


class Derived:
    definitions = {"f": Definition(f, 1 / n, "by definition")}  # noqa: RUF012


def lemma(id="small-weights", **changes):
    options = {
        "title": "Small weights",
        "source": "Lemma 0",
        "provenance": "O",
        "section": "0",
        "parameters": (Parameter("n", "10", "tokens"),),
        "hypotheses": (POSITIVE,),
        "quantities": (Derived(),),
    }
    return Lemma(id, **{**options, **changes})


CHAIN = Chain(f).equals(1 / n, "definition")


def test_a_claim_carries_hypotheses_and_definitions():
    claim = lemma().claim("f", at_most(f, 1), CHAIN, extra=[Hypothesis("more", at_least(n, 3))])
    assert claim.name == "small-weights/f"
    assert [h.id for h in claim.hypotheses] == ["n-range", "more"]
    assert list(claim.definitions) == ["f"]


@pytest.mark.parametrize("id", ["", "A", "a_b", "a--b", "-a", "a b", "a/b"])
def test_ids_are_words_joined_by_hyphens(id):
    with pytest.raises(LemmaError, match="id"):
        lemma(id)


def test_the_contract_is_enforced():
    with pytest.raises(LemmaError, match="provenance"):
        lemma(provenance="X")
    with pytest.raises(LemmaError, match="two hypotheses share a name"):
        lemma(hypotheses=(POSITIVE, POSITIVE))
    with pytest.raises(LemmaError, match="two hypotheses share a name"):
        lemma().claim("f", at_most(f, 1), CHAIN, extra=[POSITIVE])
    with pytest.raises(LemmaError, match="declared twice"):
        lemma(parameters=(Parameter("n", "1", "tokens"), Parameter("n", "2", "tokens")))


STEERS = "loud \x1b[31m"


@pytest.mark.parametrize(
    "changes",
    [
        {"title": STEERS},
        {"source": "\x07"},
        {"section": "\u202e"},
        {"about": f"Fine.\n\n{STEERS}"},
        {"parameters": (Parameter("n", "10", STEERS),)},
        {"hypotheses": (Hypothesis("a b", at_least(n, 2)),)},
        {"hypotheses": (Hypothesis("<b>", at_least(n, 2)),)},
        {"hypotheses": (Hypothesis(STEERS, at_least(n, 2)),)},
    ],
)
def test_no_text_steers_a_terminal_and_ids_are_ids(changes):
    with pytest.raises(LemmaError, match=r"not text|expected words") as caught:
        lemma(**changes)
    assert str(caught.value).isprintable()


def test_what_a_claim_says_is_text_too():
    with pytest.raises(LemmaError, match="reason of step 1"):
        lemma().claim("f", at_most(f, 1), Chain(f).equals(1 / n, STEERS))
    with pytest.raises(LemmaError, match="hypothesis id"):
        lemma().claim("f", at_most(f, 1), CHAIN, extra=[Hypothesis("../x", at_least(n, 3))])
    with pytest.raises(LemmaError, match="label of part 1"):
        lemma().claim("f", [(STEERS, at_most(f, 1), CHAIN)])


def test_a_claim_states_something_once_and_comes_with_its_chain():
    unit = lemma()
    unit.claim("f", at_most(f, 1), CHAIN)
    with pytest.raises(LemmaError, match="used twice"):
        unit.claim("f", at_most(f, 1), CHAIN)
    with pytest.raises(LemmaError, match="a list of parts"):
        unit.claim("g", [])
    with pytest.raises(LemmaError, match="a list of parts"):
        unit.claim("g", [("", at_most(f, 1), CHAIN)], CHAIN)
    with pytest.raises(LemmaError, match="two parts share a name"):
        unit.claim("g", [("x", at_most(f, 1), CHAIN), ("x", at_most(f, 2), CHAIN)])


@pytest.mark.parametrize(
    ("symbol", "message"),
    [(Symbol("q"), "q is neither"), (Symbol("n"), "two symbols named n"), (Symbol("f"), "named f")],
)
def test_every_symbol_is_known_and_one(symbol, message):
    for statement, chain in [
        (at_most(f, symbol), CHAIN),
        (at_most(f, 1), CHAIN.at_most(symbol, "why not")),
    ]:
        with pytest.raises(LemmaError, match=message):
            lemma().claim("f", statement, chain)


def test_a_parameter_is_not_also_derived():
    with pytest.raises(LemmaError, match="f: a parameter and also the name of a quantity"):
        lemma(parameters=(Parameter("n", "1", "number"), Parameter("f", "1", "number"))).claim(
            "f", at_most(f, 1), CHAIN
        )
