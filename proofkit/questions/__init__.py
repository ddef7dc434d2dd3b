"""The questions one can ask: check, prove, verify, threshold, regions, sweep, audit, findings.

Each is a straight line from a claim to an answer.

Rooms it imports: foundations, jobs, language, latex, kernel, search, attention, probability.
"""
