"""Maps: every piece is proved, edited pieces and false maps are refused."""

import copy
import json
from fractions import Fraction
from itertools import product

import pytest

from proofkit.foundations.errors import CertificateError
from proofkit.foundations.seals import file_text, seal
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.kernel.certificates import Library, replay_text
from proofkit.kernel.inference import check
from proofkit.language.terms import parse

BOX = {"rule": "box", "bits": 64, "cuts": [[]]}


def region(pieces, *, statements=(("x^2", "<=", "2"),), over=("x",), hypotheses=(), nodes=(BOX,)):
    """A sealed map about one real x and an integer n."""
    return seal(
        {
            "id": "m/c over x",
            "parameters": {
                name: "integer" if name == "n" else "real" for name in (*over, *hypotheses)
            },
            "hypotheses": [
                {"id": f"{name} stays", "left": name, "relation": "=", "right": value}
                for name, value in dict(hypotheses).items()
            ],
            "definitions": {},
            "statements": [
                dict(zip(("left", "relation", "right"), s, strict=True)) for s in statements
            ],
            "verdict": "map",
            "over": list(over),
            "nodes": list(nodes),
            "pieces": pieces,
        }
    )


def piece(low, high, verdict, relation, node=0, part=0):
    return [[[low, high]], verdict, [[part, relation, node]]]


GOOD = [
    piece("-1", "1", "holds", "<="),
    piece("3/2", "9", "fails", ">"),
    [[["2", "2"]], "fails", []],
]


def test_pieces_are_replayed_from_a_file():
    (verdict,) = replay_text(file_text([region(GOOD)]))
    assert verdict.value == "map" and verdict.pieces == {"holds": 1, "fails": 2}


@pytest.mark.parametrize(
    "wrong",
    [
        piece("-1", "3/2", "holds", "<="),  # false at 3/2
        piece("1", "9", "fails", ">"),  # false at 1
        piece("-1", "1", "holds", "<"),  # not what is stated
        piece("3/2", "9", "fails", ">="),  # not the opposite
        piece("-1", "1", "fails", "<="),
        piece("3/2", "9", "holds", ">"),
        piece("-1", "1", "undecided", "<="),
        piece("1", "-1", "holds", "<="),  # no x is there
        piece("-1", "1", "holds", "<=", node=1),
        piece("-1", "1", "holds", "<=", part=1),
        piece(None, "1", "holds", "<="),
        [[["-1", "1"]], "holds", []],
        [[["-1", "1"]], "fails", []],
        [[["2", "2"]], "holds", []],
        [[["-1", "1"], ["0", "1"]], "holds", [[0, "<=", 0]]],
        [[["-1"]], "holds", [[0, "<=", 0]]],
        [[["-1", "1"]], "holds", [[0, "<=", True]]],
        [[["-1", "1"]], "holds", [[0, "<="]]],
        [[["-1", 1.5]], "holds", [[0, "<=", 0]]],
        [],
    ],
)
def test_an_edited_piece_is_refused_by_number(wrong):
    with pytest.raises(CertificateError, match="piece 4"):
        Library().replay(region([*GOOD, wrong]))


ASSUMED = {"rule": "assume", "fact": "x-high"}
"""Of a piece that ends at x: `x <= x`."""


def test_a_point_is_proved_where_it_is_not_decided():
    """`sqrt(3 + 2*sqrt(2)) = 1 + sqrt(2)` in exponents, which no enclosure can tell."""
    nested, plain = "(1 + x + 2*x^(1/2))^(1/2)", "1 + x^(1/2)"
    statement = (f"exp({nested})", "<=", f"exp({plain})")
    squared = {"rule": "cancel", "hole": "h", "function": "h^2", "because": {"rule": "ring"}}
    ends = {"old": nested, "new": plain}
    risen = {"rule": "exchange", "hole": "h", "function": "exp(h)", **ends, "because": squared}
    nodes = (risen, ASSUMED)
    point = [["2", "2"]]

    def replayed(*piece):
        made = region([[point, *piece]], statements=[statement], nodes=nodes)
        return Library().replay(made).pieces

    assert replayed("holds", [[0, "<=", 0]]) == {"holds": 1, "fails": 0}
    for wrong in (
        ("holds", []),  # it is not decided
        ("fails", []),
        ("fails", [[0, ">", 0]]),
        ("holds", [[0, "<", 0]]),
        ("holds", [[0, "<=", 1]]),  # the node of something else
    ):
        with pytest.raises(CertificateError, match="piece 1"):
            replayed(*wrong)


@pytest.mark.parametrize("node", [BOX, ASSUMED])
def test_a_point_is_not_proved_where_it_fails(node):
    for verdict, relation in (("holds", "<="), ("fails", ">")):
        point = [[["2", "2"]], verdict, [[0, relation, 0]]]
        claims = {"holds": ("x^2", "<=", "2"), "fails": ("x", "<=", "2")}
        with pytest.raises(CertificateError, match="piece 1"):
            Library().replay(region([point], statements=[claims[verdict]], nodes=(node,)))


def test_an_edit_without_a_new_seal_is_noticed():
    claim = copy.deepcopy(region(GOOD))
    claim["pieces"][0][0] = [["-1/2", "1"]]  # still true
    with pytest.raises(CertificateError, match="edited"):
        Library().replay(claim)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"over": ("x", "y")}, "each parameter that moves"),
        ({"hypotheses": {"n": "1/2"}}, "not an integer"),
        ({"over": ()}, "moves, or stays"),
    ],
)
def test_what_moves_and_what_stays_is_all_there_is(changes, said):
    claim = region(GOOD, **changes)
    if not changes.get("over", True):
        claim = seal({**claim, "parameters": {"x": "real"}})
    with pytest.raises(CertificateError, match=said):
        Library().replay(claim)


def test_a_hypothesis_of_a_map_only_says_what_stays():
    claim = region(GOOD)
    claim["hypotheses"] = [{"id": "h", "left": "x", "relation": "<=", "right": "0"}]
    with pytest.raises(CertificateError, match="NAME = NUMBER"):
        Library().replay(seal(claim))


def test_all_statements_hold_where_a_map_holds():
    both = (("x", "<=", "2"), ("x", "<", "2"))
    good = [[["0", "1"]], "holds", [[0, "<=", 0], [1, "<", 0]]]
    assert (
        Library().replay(region([[[["0", "1"]], *good[1:]]], statements=both)).pieces["holds"] == 1
    )
    for reasons in ([[0, "<=", 0]], [[0, "<=", 0], [0, "<=", 0]]):
        with pytest.raises(CertificateError, match="piece 1"):
            Library().replay(region([[[["0", "1"]], "holds", reasons]], statements=both))


def test_a_map_is_no_theorem_to_cite():
    library = Library()
    library.replay(region(GOOD))
    with pytest.raises(CertificateError, match="not proved"):
        library.theorem("m/c over x")


# Exact counts -----------------------------------------------------------------------------


def place(*facts):
    known = Known(Context({"w": False, "m": True}), Trail())
    for k, (left, relation, right) in enumerate(facts):
        known = known.with_fact(f"h{k}", (parse(left), relation, parse(right)))
    return known


def counted(first):
    return {"rule": "counted", "bits": 64, "first": first}


def entry(least):
    return {"least": least, "because": BOX}


def exact(w, k):
    """The probability that `s + (sum of k signs) w` exceeds 1/2, by brute force."""
    hits = sum(s[0] + w * sum(s[1:]) > Fraction(1, 2) for s in product((1, -1), repeat=k + 1))
    return Fraction(hits, 2 ** (k + 1))


RANGE = (("1/10", "<=", "w"), ("w", "<=", "1/8"))
EVENT = "P(above(1/2, 1, 1, w, 4))"  # the single sign decides: 1 - 4/8 may be 1/2


def test_counts_that_hold_on_a_range():
    known = place(*RANGE)
    for low in (Fraction(15, 32), Fraction(1, 3)):
        goal = (parse(str(low)), "<=", parse(EVENT))
        check(known, goal, counted([entry(1), {"least": 5}]))
        assert all(exact(Fraction(k, 100), 4) >= low for k in (10, 11, 12))
    check(known, (parse(EVENT), "<=", parse("1/2")), counted([{"least": 0}, entry(5)]))
    assert known.trail.axioms == {"independence"}


@pytest.mark.parametrize(
    ("left", "right", "first"),
    [
        ("1/2", EVENT, [entry(1), {"least": 5}]),  # more than the counts give
        ("15/32", EVENT, [entry(0), {"least": 5}]),  # at w = 1/8 it does not exceed
        ("15/32", EVENT, [{"least": 1}, {"least": 5}]),  # nothing proved
        ("15/32", EVENT, [entry(1)]),
        (EVENT, "1/2", [{"least": 0}, entry(6)]),
        (EVENT, "15/32", [entry(1), entry(5)]),  # it may happen with none
        ("m", EVENT, [entry(1), {"least": 5}]),
    ],
)
def test_false_counts_are_refused(left, right, first):
    with pytest.raises(CertificateError):
        check(place(*RANGE), (parse(left), "<=", parse(right)), counted(first))


def test_a_negative_weight_of_a_large_group_is_refused():
    known = place(("-1/8", "<=", "w"), ("w", "<=", "-1/10"))
    with pytest.raises(CertificateError, match=">= 0"):
        check(known, (parse("0"), "<=", parse(EVENT)), counted([entry(5), {"least": 5}]))


def test_neurons_may_be_any_number_in_a_range():
    known = place(*RANGE, ("2", "<=", "m"), ("m", "<=", "5"))
    some, first = f"P(some(m, {EVENT[2:-1]}))", [entry(1), {"least": 5}]
    least = 1 - Fraction(17, 32) ** 2 - Fraction(1, 10**9)  # it is enclosed, not exact
    check(known, (parse(str(least)), "<=", parse(some)), counted(first))
    with pytest.raises(CertificateError, match="do not give"):
        check(known, (parse(str(1 - Fraction(17, 32) ** 3)), "<=", parse(some)), counted(first))
    with pytest.raises(CertificateError, match="between two numbers"):
        check(place(*RANGE, ("2", "<=", "m")), (parse("0"), "<=", parse(some)), counted(first))


def test_the_file_shares_proofs():
    claim = region([piece(str(k), str(k + 1), "fails", ">") for k in range(2, 1000)])
    assert len(json.dumps(claim)) < 60_000
    assert Library().replay(claim).pieces["fails"] == 998
