"""Associative recall: pairs of keys and values, stored by attention and queried by key.

Everything is in closed form, nothing is trained. Double precision throughout: these are
measurements with error bars, and decide nothing.
"""
