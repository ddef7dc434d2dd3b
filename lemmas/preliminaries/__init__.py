"""Sections 2 and 3 of the paper: units, tensor trick, data set, Hoeffding."""
