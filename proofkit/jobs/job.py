"""The interface of a job, and the comparison of two jobs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Protocol

from proofkit import __version__
from proofkit.foundations.exact import shorten

Description = dict[str, Any]


class Job(Protocol):
    """Work in numbered chunks. A job travels to its workers by pickle."""

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        ...

    def key(self) -> Mapping[str, Any]:
        """Everything that determines the results, as plain JSON: parameters, seeds, sizes of
        chunks, versions of libraries whose numbers enter."""
        ...

    def compute(self, index: int) -> bytes:
        """One chunk. The same bytes every time, in every process."""
        ...


def describe(job: Job) -> Description:
    """A job as plain JSON, with the version of the program that runs it."""
    described = {"proofkit": __version__, "chunks": job.chunks, "key": dict(job.key())}
    plain: Description = json.loads(canonical(described))
    return plain


def canonical(described: Description) -> str:
    """The one JSON text of a description."""
    return json.dumps(described, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(described: Description) -> str:
    """A fingerprint of a description; different jobs have different ones."""
    return hashlib.sha256(canonical(described).encode()).hexdigest()


def difference(there: object, here: object, name: str = "") -> str | None:
    """The first thing in which two descriptions differ, in words.

    >>> difference({"key": {"seed": 1}}, {"key": {"seed": 2}})
    'seed is 1 there and 2 here'
    """
    if isinstance(there, dict) and isinstance(here, dict):
        for key in sorted({*there, *here}):
            inner = key if not name or name == "key" else f"{name}.{key}"
            if key not in there or key not in here:
                return f"{shorten(inner)} is only {'here' if key in here else 'there'}"
            if found := difference(there[key], here[key], inner):
                return found
        return None
    if there == here and type(there) is type(here):
        return None
    return f"{shorten(name)} is {_shown(there)} there and {_shown(here)} here"


def _shown(value: object) -> str:
    return shorten(value if isinstance(value, str) else json.dumps(value), 40)
