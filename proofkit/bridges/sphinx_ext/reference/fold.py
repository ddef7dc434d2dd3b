"""Parts of a reference page that a reader unfolds."""

from __future__ import annotations

from collections.abc import Iterable


def folded(summary: str, lines: Iterable[str]) -> list[str]:
    """Markdown below a summary, which is HTML. There is nothing to unfold where there are no lines.
    Headings do not belong in it: they begin a section that would end outside."""
    inside = list(lines)
    if not any(line.strip() for line in inside):
        return []
    return ["<details>", f"<summary>{summary}</summary>", "", *inside, "", "</details>", ""]
