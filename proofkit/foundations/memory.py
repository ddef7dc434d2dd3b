"""Settings of the allocator for memory that is freed and soon needed again."""

import ctypes
from contextlib import suppress

_TOP_PAD = -2
"""The number by which glibc's `mallopt` knows how much more to take from the system than is wanted,
and to keep when it is freed."""


def keep(size: int = 1 << 24) -> None:
    """Keep so many bytes that are freed. Else arrays of some hundred kilobytes, made and dropped in
    a loop, are given back to the system each time, which takes longer than to fill them."""
    with suppress(OSError, AttributeError):  # another library than glibc decides by itself
        ctypes.CDLL(None).mallopt(_TOP_PAD, size)
