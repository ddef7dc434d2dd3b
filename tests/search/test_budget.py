"""A budget ends by the clock on the wall too, for all of its parts."""

import time

import pytest

from proofkit.search.budget import Budget, OutOfBudget


def test_what_is_late_is_over_though_no_work_was_done():
    now = time.monotonic()
    for late in (Budget(60, now), Budget(60, now).part(30)):
        with pytest.raises(OutOfBudget):
            late.spend()
    assert 29 < Budget(60, now + 600).part(30).left() <= 30
