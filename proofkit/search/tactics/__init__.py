"""Tactics for the steps of an author's chain. Each finds a proof node for one kind of goal, or
nothing. None is trusted. Those of `ask`, which also try what these leave open, are in
`proofkit.search.inequalities`."""
