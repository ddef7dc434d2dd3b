"""Open question 2: how the gap grows with the length of the text and the number of columns."""

from lemmas.notation import beyond

scaling_lemma = beyond("scaling laws", source="Open question 2")
ORDER = (
    "fewer_neurons",
    "exact_quarter",
    "least_strength",
    "deaf_scaling",
    "linear_scaling",
    "softmax_columns",
    "lower_law",
    "any_layout",
    "read_outs",
)
