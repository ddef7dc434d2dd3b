"""The code that runs in a worker process."""

from __future__ import annotations

import pickle
import platform
from functools import lru_cache

from proofkit.foundations import memory
from proofkit.foundations.errors import InputError, ProofkitError
from proofkit.foundations.exact import shorten
from proofkit.jobs.job import Description, Job, describe, difference


def pack(job: Job, described: Description) -> bytes:
    """A job ready for travel, with what it says of itself at home."""
    return pickle.dumps((job, described), protocol=pickle.HIGHEST_PROTOCOL)


def compute(packed: bytes, index: int) -> bytes:
    """One chunk of a packed job; the job is unpacked once in a process."""
    return _unpacked(packed).compute(index)


@lru_cache(maxsize=1)
def _unpacked(packed: bytes) -> Job:
    """The job, if it is here what it is at home: another version of proofkit, of a collection
    of lemmas, or of a library whose numbers enter would give other results."""
    memory.keep()
    where = f"the worker on {platform.node()}"
    try:
        job, described = pickle.loads(packed)
        here = describe(job)
    except (ImportError, AttributeError, ProofkitError) as error:
        said = shorten(f"{type(error).__name__}: {error}", 160)
        raise InputError(f"{where} cannot make the job: {said}") from None
    if found := difference(here, described):
        raise InputError(f"{where} would compute something else: {found}")
    unpacked: Job = job
    return unpacked
