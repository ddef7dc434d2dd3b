"""The interface through which long work reports its progress."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, str], None]
"""Called with what is done, how much there is, and its name."""

Notice = Callable[[str], None]
"""Called with a sentence that a person should read."""
