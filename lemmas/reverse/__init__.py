"""The other way round: where linear attention tells two data sets apart and softmax cannot."""

ORDER = ("reverse_context", "reverse_signs", "reverse_network", "reverse", "reverse_companions")
