"""Small jobs that workers in other processes can import."""

import hashlib
import os
import signal
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from proofkit.foundations.errors import CertificateError


@dataclass(frozen=True)
class Example:
    """Chunk `i` is some bytes that depend on the seed and on `i`."""

    seed: int = 0
    chunks: int = 20

    def key(self):
        return {"what": "example", "seed": self.seed}

    def compute(self, index):
        return hashlib.sha256(f"{self.seed} {index}".encode()).digest() * 3


@dataclass(frozen=True)
class Noted(Example):
    """Leaves a file for every time a chunk was computed, named for the process too."""

    folder: str = ""
    seconds: float = 0.0

    def compute(self, index):
        time.sleep(self.seconds)
        with (Path(self.folder) / f"{index}-{os.getpid()}").open("a") as file:
            file.write("x")
        return super().compute(index)

    def computed(self):
        """How often each chunk was computed."""
        found = {}
        for file in Path(self.folder).iterdir():
            index = int(file.name.partition("-")[0])
            found[index] = found.get(index, 0) + len(file.read_text())
        return found

    def processes(self):
        """Who computed anything."""
        return {int(file.name.partition("-")[2]) for file in Path(self.folder).iterdir()}


@dataclass(frozen=True)
class Deadly(Example):
    """Chunk 5 kills the process that computes it, as often as there are lives in the folder."""

    folder: str = ""

    def compute(self, index):
        if index == 5:
            for life in Path(self.folder).glob("life-*"):
                life.unlink()
                os.kill(os.getpid(), signal.SIGKILL)
        return super().compute(index)


@dataclass(frozen=True)
class Interrupted(Deadly):
    """Every chunk is more than a pipe holds, and chunk 5 kills its process while it is sent."""

    def compute(self, index):
        if index == 5:
            for life in Path(self.folder).glob("life-*"):
                life.unlink()
                Connection._send = _send_half_and_die
        return bytes([index]) * 2_000_000


def _send_half_and_die(line, content):
    """In place of what sends all of `content`, which is first the length of the answer."""
    if len(content) < 1000:
        os.write(line.fileno(), content)
    else:
        os.write(line.fileno(), content[: len(content) // 2])
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Heavy(Deadly):
    """Carries much with it."""

    load: bytes = b""


@dataclass(frozen=True)
class Failing(Example):
    """Chunk 3 is a division by zero."""

    def compute(self, index):
        return super().compute(index // (index - 3) if index == 3 else index)


@dataclass(frozen=True)
class Large(Example):
    """Chunk `i` has `1000 i` bytes."""

    def compute(self, index):
        return bytes(1000 * index)


def refuse():
    """An error that is made of two things, and says how it travels."""
    raise CertificateError("here", "not so")


class Stays(Exception):
    """An error that is made of two things, which pickle does not know."""

    def __init__(self, where, reason):
        super().__init__(f"{where}: {reason}")


def stay():
    raise Stays("here", "not so")
