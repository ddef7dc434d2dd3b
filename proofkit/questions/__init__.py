"""The questions one can ask: check, prove, verify, threshold, regions, sweep, audit, findings.

Each is a straight line from a claim to an answer.

Layers it imports: foundations, jobs, language, latex, kernel, evidence, search, attention,
probability.
"""
