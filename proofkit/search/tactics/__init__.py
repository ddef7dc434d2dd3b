"""Tactics: each finds a node of a proof for one kind of goal, or nothing. None is trusted."""
