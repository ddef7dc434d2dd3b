"""`proofkit cache`."""

from __future__ import annotations

import click

from proofkit.cli import options, terminal
from proofkit.foundations import cache


@click.command(short_help="Show or clear the proof cache.")
@click.option("--clear", is_flag=True, help="Remove all cached proofs.")
@options.formats("text", "json")
def command(clear: bool, format: str) -> int:
    """Where the proof cache is, how many proofs it holds and how large it may become.

    The kernel replays a cached proof whenever it is used. PROOFKIT_CACHE names another folder, or
    is `off`.
    """
    kept = cache.current()
    removed = kept.clear() if clear else None
    count, size = kept.size()
    if format == "json":
        from proofkit.readers.report.json import dump

        about = {
            "folder": None if kept.folder is None else str(kept.folder),
            "entries": count,
            "bytes": size,
            "limit": cache.MAX_BYTES,
            **({} if removed is None else {"removed": removed}),
        }
        terminal.write(dump(about))
    elif kept.folder is None:
        terminal.write("no proofs are kept: the cache is off")
    elif removed is not None:
        terminal.show(f"{_proofs(removed)} removed from {kept.folder}")
    else:
        limit = cache.MAX_BYTES // 1_000_000
        terminal.show(f"{kept.folder}\n{_proofs(count)}, {size} bytes of at most {limit} MB")
    return 0


def _proofs(count: int) -> str:
    return f"{count} proof{'' if count == 1 else 's'}"
