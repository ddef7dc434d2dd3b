"""Standard inequalities, proved once, to be cited with terms for their parameters."""

ORDER = ("tangents", "bernoulli", "means", "cauchy_schwarz", "growth", "shares")
