"""Hard parameters for the lemmas on scores a gap apart."""

import pytest

SAME = {"floor": "1/4", "ceiling": "1/4"}
HUGE = {"n": "1e18", "d": "22"}
EDGES = {
    "defaults": {},
    "d=3": {"n": "10", "d": "3"},
    "n=2": {"n": "2", "t": "1"},
    "n=2,d=3": {"n": "2", "d": "3"},
    "floor=ceiling": SAME,
    "all scores equal": {**SAME, "own": "0", "others": "1/3", "n": "7", "t": "1"},
    "floor near 0": {"floor": "1e-9", "ceiling": "49/100"},
    "inside the range": {"own": "1/3", "others": "1/2", "rivals": "1/7"},
    "best for the claims": {"own": "0", "others": "1", "rivals": "0"},
    "weakest spike": {"spike": "5/4"},
    "weakest spike, n=2": {"spike": "5/4", "n": "2", "t": "1"},
    "strong spike": {"spike": "40"},
    "theta near 0": {"theta": "1e-9"},
    "theta near 1/2": {"theta": "499999999/1000000000"},
    "n=10^18": HUGE,
    "n=10^18, floor=ceiling": {**HUGE, **SAME},
    "m=10^9": {**HUGE, "m": "1e9"},
}


@pytest.fixture(params=EDGES.values(), ids=EDGES.keys())
def edge(request):
    """A parameter set at the edge of what the hypotheses allow."""
    return request.param
