"""How much work the kernel may do, so that no file or term can make it run on.

Work is counted in units of a few microseconds, which makes a refusal the same on every
machine; a limit on processor time comes on top. Every loop that
hostile input could lengthen spends.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf

from proofkit.foundations.errors import LimitExceeded

UNTIMED = 50
"""So much is done between two looks at the clock, each of which costs as much as a unit."""


@dataclass
class _Allowance:
    units: float
    deadline: float
    latest: float
    untimed: float = inf  # what was spent since the clock was read


_current: ContextVar[_Allowance] = ContextVar("allowance", default=_Allowance(inf, inf, inf))  # noqa: B039 (never runs out)


@contextmanager
def limited(units: float = inf, seconds: float = inf, latest: float = inf) -> Iterator[None]:
    """At most so much work inside this block, and never more than is left outside it; `latest` is
    when it ends by the clock on the wall, if somebody waits."""
    outer = _current.get()
    given = min(outer.units, units)
    inner = _Allowance(
        given, min(outer.deadline, time.thread_time() + seconds), min(outer.latest, latest)
    )
    token = _current.set(inner)
    try:
        yield
    finally:
        _current.reset(token)
        outer.units -= given - inner.units if given < inf else 0


def spend(units: float = 1) -> None:
    """Account for work about to be done; `LimitExceeded` if it is more than is left."""
    allowance = _current.get()
    allowance.units -= units
    if allowance.units < 0:
        raise LimitExceeded("asks for more work than is allowed")
    allowance.untimed += units
    if allowance.untimed > UNTIMED and allowance.deadline < inf:
        allowance.untimed = 0
        look()


def look() -> None:
    """Look at the clock, for what takes time and is not counted in units; `LimitExceeded` if the
    time is over."""
    allowance = _current.get()
    if allowance.deadline < inf and (
        time.thread_time() > allowance.deadline or time.monotonic() > allowance.latest
    ):
        raise LimitExceeded("takes longer than is allowed")
