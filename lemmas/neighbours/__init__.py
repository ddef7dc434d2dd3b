"""Families from neighbouring papers, each with its source."""

ORDER = (
    "dispersion",
    "bounded_logits",
    "taylor_remainder",
    "sensitivity",
    "retrieval",
    "recall_rank",
    "random_features",
)
