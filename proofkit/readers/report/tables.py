"""Tables as CSV, the same on every machine."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def as_csv(header: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """A line for the names of the columns, and one for each row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
