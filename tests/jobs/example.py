"""A small job that workers in other processes can import."""

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """Chunk `i` is some bytes that depend on the seed and on `i`."""

    seed: int = 0
    chunks: int = 20

    def key(self):
        return {"what": "example", "seed": self.seed}

    def compute(self, index):
        return hashlib.sha256(f"{self.seed} {index}".encode()).digest() * 3
