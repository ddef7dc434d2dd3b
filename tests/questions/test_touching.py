"""Claims whose sides touch: enclosures leave them open there, the search does not."""

from fractions import Fraction

import pytest

from proofkit.foundations.seals import file_text
from proofkit.kernel.certificates import replay_text
from proofkit.questions.regions import reading, regions
from proofkit.questions.threshold import bounds_of, threshold


def test_a_line_along_which_the_sides_touch_is_one_stretch():
    (found,) = threshold("means/quadratic", "x", {"y": "1/2"})
    (stretch,) = found.truth.stretches
    assert (stretch.verdict, found.truth.changes) == ("holds", ())
    assert replay_text(file_text(list(found.certificates)))


@pytest.mark.parametrize(
    ("claim", "over"),
    [("means/quadratic", ("x=0:3", "y=0:3")), ("bernoulli/real", ("x=0:2", "s=1:3"))],
)
def test_a_map_on_which_the_sides_touch_is_settled(claim, over):
    found = regions(claim, [reading(text) for text in over])
    assert found.share("holds") == 1
    assert replay_text(file_text(found.certificates))


def test_what_fails_somewhere_is_still_not_said_to_hold():
    found = regions("means/quadratic-root", [reading("x=-1:1"), reading("y=-1:1")])
    assert found.share("holds") == 1
    found = regions("bernoulli/real", [reading("x=1:2"), reading("s=1/4:2")], boxes=200)
    assert found.share("fails") > 0
    assert all(found.ends(box)[1][0] >= 1 for box in found.boxes if box.verdict == "holds")


def test_the_best_constant_is_found_where_a_claim_fails_by_very_little_beyond():
    (bound,) = bounds_of("bernoulli/real", "s")
    assert bound.best is not None and bound.proved == 1
    assert bound.refuted == 1 - Fraction(1, 10**10)
