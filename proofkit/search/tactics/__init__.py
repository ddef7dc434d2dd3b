"""Tactics for the steps of an author's chain: each finds a node of a proof for one kind of goal,
or nothing. None is trusted. Those of `ask`, which also fill what these leave open, are in
`proofkit.search.inequalities`.
"""
