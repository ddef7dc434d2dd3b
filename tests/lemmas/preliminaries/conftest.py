"""Hard parameters for the preliminaries, lemma by lemma: each knows names of its own."""

LAYOUTS = [
    {},
    {"n": "2", "t": "1"},
    {"n": "2", "d": "3"},
    {"d": "3", "t": "10"},
    {"n": "1e18", "d": "22"},
]
EDGES = {
    "dataset": [
        *LAYOUTS,
        *({"a0": "0"}, {"a1": "40"}, {"b": "9/10"}, {"b": "1/10"}),
        {"n": "2", "t": "1", "a0": "1/10", "a1": "7/10", "b": "9/10"},
    ],
    "hoeffding": [
        {},
        {"k": "1"},
        {"k": "1", "s": "0"},
        {"k": "100", "s": "100"},
        {"k": "100", "s": "101"},
        {"k": "101", "s": "1"},
        {"k": "7", "s": "15", "w": "1/1000"},
        {"k": "4", "s": "3", "v1": "0", "v2": "0"},
        {"k": "1000000", "s": "5000"},
        {"k": "1000000000", "s": "1e8"},
        {"k": "3", "s": "1/1000000", "w": "1e-6"},
    ],
    "linear_unit": [
        {},
        *({"x": "0"}, {"x": "-5"}, {"x": "1e30"}, {"total": "1e-30"}),
        *({"factor": "1e-30"}, {"factor": "1e30", "x": "10"}),
    ],
    "softmax_unit": [
        {},
        *({"x": "0"}, {"x": "-1000"}, {"x": "1000"}, {"rest": "0"}, {"rest": "1e300"}),
        *({"shift": "0"}, {"shift": "-1e6"}, {"shift": "1e6", "rest": "0"}),
    ],
    "tensor_trick": [
        *LAYOUTS,
        *(
            {"g0": "0"},
            {"g1": "0", "g2": "-1"},
            {"g3": "-7/3"},
            {"g0": "1", "g1": "1", "g2": "1", "g3": "1"},
        ),
    ],
}


def pytest_generate_tests(metafunc):
    """`edge` runs through the parameter sets of the module's lemma."""
    if "edge" in metafunc.fixturenames:
        name = metafunc.module.__name__.rpartition(".")[-1].removeprefix("test_")
        metafunc.parametrize("edge", EDGES[name], ids=[_shown(edge) for edge in EDGES[name]])


def _shown(edge):
    return ",".join(f"{name}={value}" for name, value in edge.items()) or "defaults"
