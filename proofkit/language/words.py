"""Words that have a meaning of their own in every term: no parameter is called so."""

FUNCTIONS = ("exp", "log", "sqrt", "abs", "max", "min")
EVENTS = ("P", "above", "reaches", "exceeds", "despite", "some", "none", "both")
