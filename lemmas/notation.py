"""The paper's symbols, their default values, and the hypotheses lemmas share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sympy import Expr, Rational, Symbol, symbols

from proofkit.attention import Attention, DataSet
from proofkit.attention.needle import needle_data
from proofkit.attention.parameters import (
    BIAS,
    CLASS,
    COLUMNS,
    COPIES,
    FAILURE,
    NEEDLE_D0,
    NEEDLE_D1,
    NEURONS,
    TOKENS,
)
from proofkit.claims import Claim, Hypothesis, Statement, at_least, at_most, equal
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

n, d, t = symbols("n d t", positive=True)
a0, a1, b, c = symbols("a0 a1 b c", real=True)
m, delta = symbols("m delta", positive=True)

n_range = Hypothesis("n-range", at_least(n, 2))
d_range = Hypothesis("d-range", at_least(d, 3))
t_range = Hypothesis("t-range", at_least(t, 1))
layout = Hypothesis("layout", equal(n, (d - 2) * t))
a0_lower = Hypothesis("a0-lower", at_least(a0, 0))
a0_upper = Hypothesis("a0-upper", at_most(a0, Rational(1, 10)))
a1_lower = Hypothesis("a1-lower", at_least(a1, Rational(7, 10)))
b_lower = Hypothesis("b-lower", at_least(b, Rational(1, 10)))
c_lower = Hypothesis("c-lower", at_least(c, Rational(1, 10)))
split = Hypothesis("split", equal(c, 1 - b))

PartsOf = list[tuple[str, Statement, Chain]]
"""Of a claim: a label, what is said and why."""

COLUMNS_AND_TOKENS = (TOKENS, COLUMNS, COPIES)
STRENGTHS = (CLASS, BIAS)
NETWORK = (NEURONS, FAILURE)
layout_hypotheses = (n_range, d_range, t_range, layout)
strength_hypotheses = (b_lower, c_lower, split)


def directly(
    said: Statement, reason: str, by: Claim | Sequence[Claim] = (), given: Chain | None = None
) -> tuple[Statement, Chain]:
    """A statement, and its proof in one step."""
    steps = {
        **{"=": Chain.equals, "<=": Chain.at_most, ">=": Chain.at_least},
        **{"<": Chain.less_than, ">": Chain.more_than},
    }
    return said, steps[said.relation](Chain(said.left), said.right, reason, by, given)


def bounded(chain: Chain) -> tuple[Statement, Chain]:
    """That the start of a chain is at most its end."""
    return at_most(*chain.ends), chain


def value_and_bound(exact: Chain, most: Chain, whose: str = "") -> PartsOf:
    """What a chain comes to, and what another from the same start bounds it by."""
    value = equal(*exact.ends), exact
    return [(f"{whose}value", *value), (f"{whose}bound", *bounded(most))]


def constant(bias: Expr, weights: Expr) -> tuple[Statement, Chain]:
    """That the bias column of a context is c, whatever the weights of its row."""
    entries = Chain(bias).equals(c * weights, "every token has the entry c")
    return equal(bias, c), entries.equals(c, "the weights of a row sum to 1")


def identity_columns(total: Expr, weights: Expr) -> tuple[Statement, Chain]:
    """That all identity columns of a context together have b, whatever the weights of its row."""
    entries = Chain(total).equals(b * weights, "every token has one entry b in these columns")
    return equal(total, b), entries.equals(b, "the weights of a row sum to 1")


@dataclass(frozen=True)
class Given:
    """What a lemma speaks of, and what it assumes."""

    parameters: tuple[Parameter, ...]
    hypotheses: tuple[Hypothesis, ...]


def given(*things: Parameter | Hypothesis) -> Given:
    """Parameters and hypotheses on them, in any order."""
    parameters = tuple(thing for thing in things if isinstance(thing, Parameter))
    return Given(parameters, tuple(thing for thing in things if isinstance(thing, Hypothesis)))


def also(known: Given | Lemma, *more: Parameter | Hypothesis) -> Given:
    """What is given, to another lemma perhaps, and more."""
    return given(*known.parameters, *known.hypotheses, *more)


def make_lemma(
    id: str, title: str, on: Given | Lemma, quantities: Sequence[object], about: str, **label: str
) -> Lemma:
    """A lemma about what is given. It is reconstructed, and its section is its source, unless the
    label says otherwise."""
    label = {"source": label["section"], "provenance": "R", **label}
    known = {"parameters": on.parameters, "hypotheses": on.hypotheses}
    return Lemma(id, title=title, quantities=quantities, about=about, **known, **label)


def beyond(direction: str, **label: str) -> Callable[..., Lemma]:
    """What makes the lemmas of ours that go beyond the paper in one direction."""
    label = {"provenance": "O", "section": f"Beyond the paper: {direction}", **label}
    return partial(make_lemma, **label)


def p(a: Expr) -> Expr:
    """The paper's exponent `p(a) = a*(1 + a)`: how much of n the needle is worth."""
    return a * (1 + a)


p0, p1 = p(a0), p(a1)

D0 = needle_data("D0", n=n, d=d, t=t, a=a0, b=b, c=c)
D1 = needle_data("D1", n=n, d=d, t=t, a=a1, b=b, c=c)


def by_column(data: DataSet) -> DataSet:
    """The same data set with its n - t other tokens counted as t in each of d - 3 columns."""
    *first, other = data.tokens
    return replace(data, tokens=(*first, replace(other, count=(d - 3) * t)))


on_layout = given(*COLUMNS_AND_TOKENS, *layout_hypotheses)
any_d0 = also(on_layout, NEEDLE_D0, *STRENGTHS, *strength_hypotheses)
any_d1 = also(on_layout, NEEDLE_D1, *STRENGTHS, *strength_hypotheses)


@dataclass(frozen=True)
class Side(Given):
    """One of the paper's two data sets, the strength of its needle, and what is assumed there."""

    data: DataSet
    a: Symbol

    def lemma(self, id: str, title: str, attention: Attention, about: str, **label: str) -> Lemma:
        """A lemma of appendix D; in its id and its title `{}` stands for the data set."""
        name, label = self.data.name, {"section": "Appendix D", **label}
        id, title = id.format(name.lower()), title.format(name)
        return make_lemma(id, title, self, (attention,), about, **label)


d0_hypotheses = (*layout_hypotheses, a0_lower, a0_upper, *strength_hypotheses)
d1_hypotheses = (*layout_hypotheses, a1_lower, *strength_hypotheses)
on_d0 = Side(any_d0.parameters, d0_hypotheses, D0, a0)
on_d1 = Side(any_d1.parameters, d1_hypotheses, D1, a1)
