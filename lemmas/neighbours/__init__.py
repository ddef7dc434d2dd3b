"""Families from neighbouring papers, each with its source."""

ORDER = ("dispersion", "bounded_logits", "sensitivity", "retrieval", "random_features")
