"""Inequalities from other people's test suites, and what settles them."""
