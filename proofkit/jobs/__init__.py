"""Long work, cut in chunks that any worker may do and that are kept when a run is interrupted.

A `Job` says what its chunks are; `run` yields their results in order, whoever computes them:
this process, local processes, a Dask cluster, or any other `concurrent.futures` executor. The
bytes are the same each time.

Layers it imports: foundations.
"""

from proofkit.jobs.job import Job
from proofkit.jobs.local import LocalProcesses
from proofkit.jobs.runner import HERE, Place, run

__all__ = ["HERE", "Job", "LocalProcesses", "Place", "run"]
