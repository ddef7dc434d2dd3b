"""Open question 2: how the gap grows with the length of the text and the number of columns."""

ORDER = ("fewer_neurons", "deaf_scaling", "any_layout", "read_outs")
