"""How the false twins of claims are written down.

A table has a row for each claim of a lemma, or for several whose twins differ from them alike: a
twin of the first part, or a list of twins that the parts take in turn.
"""

import importlib
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import pytest

from proofkit.language.claims import Statement
from proofkit.language.from_sympy import from_sympy
from proofkit.language.registry import sources
from proofkit.language.terms import exp, number


class Twin(NamedTuple):
    """What becomes of a claim's statement, and parameters beyond the defaults at which that fails."""

    change: Callable[[Statement], Statement]
    values: dict[str, str]

    def at(self, text):
        return self._replace(values=self.values | dict(pair.split("=") for pair in text.split()))


def at(text, twins):
    return [twin.at(text) for twin in twins]


def instead(right):
    return Twin(lambda s: Statement(s.left, s.relation, from_sympy(right)), {})


def scaled(factor):
    return Twin(lambda s: Statement(s.left, s.relation, s.right * number(Fraction(factor))), {})


def powered(factor):
    """Another exponent: Hoeffding's bound to that power."""
    return Twin(
        lambda s: Statement(s.left, s.relation, exp(s.right.args[0] * number(Fraction(factor)))), {}
    )


def shifted(by):
    """The right side moved past the left one."""

    def change(s):
        past = number(-Fraction(by) if "<" in s.relation else Fraction(by))
        return Statement(s.left, s.relation, s.right + past)

    return Twin(change, {})


strict = Twin(lambda s: Statement(s.left, s.relation.removesuffix("="), s.right), {})
more, less = scaled("1001/1000"), scaled("999/1000")


def claims_of(*modules):
    """The claims, by name, of the collection's modules whose names begin so."""
    found = {}
    for source in sources():
        if source.module.startswith(tuple(f"lemmas.{name}" for name in modules)):
            lemma = getattr(importlib.import_module(source.module), "lemma", None)
            found |= {claim.name: claim for claim in (lemma.claims.values() if lemma else ())}
    return found


def by_claim(table):
    """The twins of each claim of a table."""
    return {
        f"{lemma}/{id}": twins if isinstance(twins, list) else [twins]
        for lemma, rows in table.items()
        for ids, twins in rows.items()
        for id in ids.split()
    }


def each(table, claims):
    """Every twin of a table, after its claim and the part that it is a twin of."""
    return [
        pytest.param(
            claims[name],
            claims[name].parts[k % len(claims[name].parts)],
            twin,
            id=f"{name}-{k + 1}",
        )
        for name, twins in by_claim(table).items()
        for k, twin in enumerate(twins)
    ]
