"""Families from neighbouring papers, each with its source."""

from lemmas.notation import beyond

neighbour_lemma = beyond("neighbouring results")
ORDER = (
    "dispersion",
    "bounded_logits",
    "taylor_remainder",
    "sensitivity",
    "retrieval",
    "recall_rank",
    "random_features",
)
