"""Settings worth a look: where a proof breaks, and what breaks there."""

from proofkit.parameters import Preset

PRESETS = (
    Preset(
        "below the golden ratio",
        {"a1": "3/5"},
        "a1*(1 + a1) is below 1: the needle is too weak to drown the crowd",
        ("softmax-d1-weights/f-NN", "softmax-d1-weights/alpha-N-upper"),
    ),
    Preset(
        "a hair below, n huge",
        {"a1": "0.618", "n": "1e18", "d": "102"},
        "a1*(1 + a1) is 0.9999, and a quintillion tokens show it: the needle misses half by a hair",
        ("softmax-d1-weights/f-NN", "softmax-d1-weights/alpha-N-upper"),
    ),
    Preset(
        "a hair above the golden ratio",
        {"a1": "0.6180339888"},
        "above the golden ratio the needle keeps its half for every n; 7/10 is not needed",
    ),
    Preset(
        "too few columns",
        {"n": "1000", "d": "12"},
        "few identity columns sum up many tokens each, and on D0 neurons fire too often",
        ("main-theorem/softmax-separates", "softmax-d0-network/budget"),
    ),
    Preset(
        "linear hears",
        {"a1": "6"},
        "so loud a needle that linear attention hears it more often than delta allows",
        ("main-theorem/linear-blind", "linear-d1-network/budget"),
    ),
    Preset(
        "a needle in D0",
        {"a0": "1/2"},
        "the needle of D0 is no longer weak, and the network fires on both data sets",
        ("main-theorem/softmax-separates", "softmax-d0-weights/f-NN-flat"),
    ),
    Preset(
        "no needle in D0",
        {"a0": "0"},
        "all tokens of D0 are alike: the edge of what is assumed, and everything holds",
    ),
    Preset(
        "n huge",
        {"n": "1e18", "d": "1002"},
        "a quintillion tokens, and nothing is lost: what is proved is proved for every n",
    ),
    Preset(
        "too many neurons",
        {"m": "1000000"},
        "among a million neurons one fires by chance more often than delta allows",
        ("main-theorem/softmax-separates", "softmax-d0-network/budget"),
    ),
    Preset(
        "hardly an offset",
        {"g": "1/100"},
        "without an offset the needle stands out on both, and linear attention fires on both",
        ("reverse/linear-separates",),
    ),
    Preset(
        "a crowd beyond preference",
        {"n": "1e18", "d": "102"},
        "more tokens than any fixed preference of the needle can outweigh",
        ("rho-weights/share", "rho-hears/f-N"),
    ),
)
