"""The questions one can ask: check, prove, verify, threshold, regions, sweep, audit, findings.

Each is a straight line from a claim to an answer. Imports every room but readers,
bridges and the command line.
"""
