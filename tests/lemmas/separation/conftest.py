"""Hard parameters for the lemmas of the separation."""

import pytest

EDGES = {
    "defaults": {},
    "d=3": {"d": "3", "t": "10"},
    "t=1": {"d": "102", "t": "1"},
    "n=2": {"n": "2", "t": "1"},
    "n=2,d=3": {"n": "2", "d": "3"},
    "b=9/10": {"b": "9/10"},
    "a0=0": {"a0": "0"},
    "a0=1/10": {"a0": "1/10"},
    "a1=7/10": {"a1": "7/10"},
    "a1=40": {"a1": "40"},
    "n=10^18": {"n": "1e18", "d": "22"},
    "n=10^30": {"n": "1e30", "d": "1002"},
    "d=10^6": {"d": "1000002", "t": "1"},
    "corner": {"n": "2", "d": "4", "a0": "1/10", "a1": "7/10", "b": "9/10"},
}


@pytest.fixture(params=EDGES.values(), ids=EDGES.keys())
def edge(request):
    """A parameter set at the edge of what the hypotheses allow."""
    return request.param
