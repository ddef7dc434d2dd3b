"""How each mechanism retrieves a value: one output per key.

A reader is a function of the keys (one unit vector a row) and of the values (one vector a row)
that belong to them; row i of the answer is what it gives for key i. What is decoded is the
nearest value, so that a positive factor of an output does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from proofkit.attention import opinions
from proofkit.attention.logs import Floats

Reader = Callable[[Floats, Floats], Floats]

WINDOW = 16
RIDGE = 1e-3


def softmax(beta: Callable[[int], float]) -> Reader:
    """Softmax at an inverse temperature that may depend on the number of pairs."""

    def read(keys: Floats, values: Floats) -> Floats:
        return softmax_weights(keys @ keys.T, beta(len(keys))) @ values

    return read


def softmax_weights(scores: Floats, beta: float) -> Floats:
    """The weights of every query, a row each."""
    shifted = np.exp(beta * (scores - scores.max(axis=1, keepdims=True)))
    weights: Floats = shifted / shifted.sum(axis=1, keepdims=True)
    return weights


def sharp(pairs: int) -> float:
    """The inverse temperature 2 log N, which a margin of 1/2 makes enough."""
    beta: float = 2 * np.log(max(pairs, 2))
    return beta


def last(keys: Floats, values: Floats) -> Floats:
    """Softmax at 2 log N over the last 16 pairs."""
    kept = slice(max(len(keys) - WINDOW, 0), None)
    return softmax_weights(keys @ keys[kept].T, sharp(len(keys))) @ values[kept]


def linear(keys: Floats, values: Floats) -> Floats:
    """A state of d x d numbers, to which every pair adds the product of value and key."""
    read: Floats = keys @ (keys.T @ values)
    return read


def features(phi: Callable[[Floats], Floats]) -> Reader:
    """Linear attention after a feature map of queries and keys."""
    return lambda keys, values: linear(phi(keys), values)


def of_score(link: Callable[[Floats], Floats]) -> Reader:
    """Every score by itself, such as its square."""
    return lambda keys, values: link(keys @ keys.T) @ values


def delta_rule(keys: Floats, values: Floats) -> Floats:
    """A state corrected, pair by pair, so that it gives the newest key its value."""
    state = np.zeros((keys.shape[1], values.shape[1]))
    for key, value in zip(keys, values, strict=True):
        state += np.outer(key, value - key @ state)
    read: Floats = keys @ state
    return read


def ridge(keys: Floats, values: Floats) -> Floats:
    """The best linear map from keys to values, by least squares with a little damping."""
    gram = keys.T @ keys + RIDGE * np.eye(keys.shape[1])
    read: Floats = keys @ np.linalg.solve(gram, keys.T @ values)
    return read


READERS: Mapping[str, Reader] = {
    "softmax b=1": softmax(lambda pairs: 1.0),
    "softmax b=2 log N": softmax(sharp),
    "last 16": last,
    "linear": linear,
    "relu": features(lambda keys: np.maximum(keys, 0)),
    "elu": features(opinions.elu_features),
    "score^2": of_score(np.square),
    "score^4": of_score(lambda scores: scores**4),
    "taylor 2": of_score(lambda scores: 1 + scores + scores**2 / 2),
    "delta rule": delta_rule,
    "ridge": ridge,
}
STATE: Mapping[str, str] = {
    "softmax b=1": "all pairs",
    "softmax b=2 log N": "all pairs",
    "last 16": "16 pairs",
    "linear": "d x d",
    "relu": "d x d",
    "elu": "d x d",
    "score^2": "all pairs, or d^2 x d",
    "score^4": "all pairs, or d^4 x d",
    "taylor 2": "all pairs, or (1 + d + d^2) x d",
    "delta rule": "d x d",
    "ridge": "d x d, solved for",
}
"""What a reader has to keep to answer a key it has not been asked yet."""
