"""Points for sweeps: random ones for every lemma, and hard ones."""

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from proofkit.kernel import points as kernel
from proofkit.language import registry
from proofkit.questions.sweep import cells
from proofkit.questions.sweep.columns import column
from proofkit.questions.sweep.machine import Machine
from proofkit.questions.sweep.setting import Setting

WORDS = {"undecided": 0, "holds": 1, "fails": 2}


class Decided:
    """All deterministic statements of a lemma at some points: by the filter, and asked of the
    kernel one by one."""

    def __init__(self, lemma, points, given=None):
        claims = [c for c in lemma.claims.values() if cells.is_deterministic(c)]
        extra = (h for c in claims for h in c.hypotheses)
        hypotheses = list(dict.fromkeys([*lemma.hypotheses, *extra]))
        self.count = len(next(iter(points.values())))
        self.setting = Setting(lemma.parameters, list(points), given or {})
        self.items = cells.items(lemma, claims, hypotheses)
        columns = {name: column(values) for name, values in points.items()}
        self.columns, self.there = self.setting.columns(columns, self.count)
        doubles = {name: values.doubles() for name, values in self.columns.items()}
        self.filter = cells.Filter(self.items, self.setting, self.setting.constants, Machine)
        for name in self.filter.code.inputs:
            if name not in doubles:
                doubles[name] = np.full(self.count, float(self.setting.constants[name]))
        self.found = self.filter.decide(doubles, self.count)

    def contradictions(self):
        """Cells that the filter and the kernel decide differently."""
        found = []
        for item, row in zip(self.items, self.found, strict=True):
            for index in np.flatnonzero(self.there & (row != 0)):
                values = self.setting.values(self.columns, int(index))
                verdict = kernel.decide(item.context, item.fact, values).value
                if verdict != "undecided" and WORDS[verdict] != row[index]:
                    found.append((item.fact, values, verdict))
        return found

    def share(self):
        """The part of the cells that the filter decides."""
        return (self.found[:, self.there] != 0).mean()


def lemma_named(name):
    ((lemma, _),) = registry.find([name])
    return lemma


def random_points(lemma, count, rng, *, usual=False):
    """Points near where the lemmas live; unless `usual`, also far outside their hypotheses."""
    points = {}
    for parameter in lemma.parameters:
        name = parameter.name
        if name in ("n", "c"):
            continue
        if parameter.integer:
            least = parameter.least or 0
            high = 10**6 if name == "t" else 60
            points[name] = [Fraction(int(k)) for k in rng.integers(least, high, count)]
        else:
            low, high = (50, 950) if usual else (-500, 2500)
            points[name] = [Fraction(int(k), 1009) for k in rng.integers(low, high, count)]
    return points


@pytest.fixture(scope="session")
def tools():
    """Builders, shared by the tests of this folder."""
    return SimpleNamespace(Decided=Decided, lemma=lemma_named, random_points=random_points)
