"""Sections 4 and 5 of the paper: data sets whose scores lie a gap apart."""
