"""Dask on loopback: a real scheduler and workers, as processes of their own."""

import json
import os
import signal
import time
from pathlib import Path

from tests.forked import Program

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 300
"""Seconds for something that is sure to happen; a test never waits for them in vain."""


def chunks(folder):
    """The finished chunks of a run."""
    try:
        return [p.name for p in (folder / "chunks").iterdir() if p.name.isdigit()]
    except FileNotFoundError:
        return []


def until(condition):
    """Wait until the condition holds, and give its value."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, f"{condition} has not come true"
        time.sleep(0.02)
    return value


class Cluster:
    """A scheduler, and as many workers as are asked for."""

    def __init__(self, folder, stack, *secure):
        self.folder = folder
        self.stack = stack
        self.secure = secure
        self.file = folder / "scheduler.json"
        self.scheduler = self._start(
            "dask_scheduler", "--host", self._host, "--port", "0", "--no-dashboard", *secure
        )
        until(self._address)
        self.address = self._address()

    @property
    def _host(self):
        return "tls://127.0.0.1" if self.secure else "127.0.0.1"

    def worker(self, *options, path=()):
        """A worker with one thread and nobody who would restart it; `path` has folders that it
        alone imports from."""
        fixed = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", self._host)
        return self._start("dask_worker", *fixed, *self.secure, *options, path=path)

    def _address(self):
        try:
            return json.loads(self.file.read_text())["address"]
        except (OSError, ValueError):
            return None

    def _start(self, program, *options, path=()):
        path = os.pathsep.join([*map(str, path), str(ROOT), str(Path(__file__).parent)])
        asked = [*options, "--scheduler-file", str(self.file)]
        variables = {"PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
        module, log = f"distributed.cli.{program}", self.folder / f"{program}.log"
        process = Program(module, asked, self.folder, variables, os.devnull, log)
        self.stack.callback(end, process)
        return process


def end(process):
    """End a process that a test started, and wait for it."""
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
    process.wait()
