"""Options that several commands share, and how parameters are read from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from proofkit.cli import beside, jobs
from proofkit.foundations import cache, files
from proofkit.foundations.errors import (
    CertificateError,
    InputError,
    RefusedCertificate,
    UnknownName,
)
from proofkit.foundations.exact import shorten
from proofkit.language.given import given_parameters

if TYPE_CHECKING:
    from proofkit.cli.beside import Command
    from proofkit.cli.progress import Bar
    from proofkit.language.results import ProveReport

selection = click.argument("selection", nargs=-1, metavar="[LEMMA[/CLAIM]]...")

color = beside.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour the output; auto means on a terminal, unless NO_COLOR is set.",
)

separation = click.option(
    "--separation",
    default="",
    metavar="NAME",
    help="Which separation, where the installed collections declare several.",
)


def _writable(_: click.Context, __: click.Parameter, path: str | None) -> str | None:
    """Refused before the work, not after it."""
    if path is not None:
        files.require_writable(path)
    return path


written = click.option(
    "--certificates",
    "written",
    metavar="FILE.json",
    callback=_writable,
    help="Write the certificates, which `proofkit verify` replays.",
)


def _given(_: click.Context, __: click.Parameter, pairs: Sequence[str]) -> dict[str, object]:
    return given_parameters(pairs, beside.chosen("params"))


def _without_cache(context: click.Context, _: click.Parameter, chosen: bool) -> None:
    if chosen:
        context.with_resource(cache.off())


no_cache = click.option(
    "--no-cache",
    is_flag=True,
    expose_value=False,
    callback=_without_cache,
    help="Search every proof anew, and keep none.",
)

certificates = click.option(
    "--certificates",
    metavar="CERTS.json",
    help="Replay the proofs in this file instead of searching them anew.",
)


def theme(help: str) -> Callable[[Command], Command]:
    """`--theme` of a picture."""
    themes = click.Choice(["light", "dark"])
    return click.option("--theme", type=themes, default="light", show_default=True, help=help)


def formats(*names: str) -> Callable[[Command], Command]:
    """`--format` with these choices, the first being the default."""
    return click.option(
        "--format",
        "format",
        type=click.Choice(list(names)),
        default=names[0],
        show_default=True,
        help="Form of the output.",
    )


def parameters(command: Command) -> Command:
    """`-p NAME=VALUE` and `--params FILE.toml`, passed on as what is `given`."""
    file = beside.option(
        "--params",
        is_eager=True,
        metavar="FILE.toml",
        help="Read parameters from a file; -p takes precedence.",
    )
    pairs = click.option(
        "-p",
        "given",
        multiple=True,
        callback=_given,
        metavar="NAME=VALUE",
        help="Set a parameter, exactly: a1=6/5, b=0.2, n=1e18. May be repeated.",
    )
    return pairs(file(command))


mechanisms = click.option(
    "--mechanism",
    "mechanisms",
    multiple=True,
    metavar="NAME[:ARGUMENT]",
    help="One more mechanism, such as power:6; see `proofkit mechanisms`. May be repeated.",
)


weights = click.option(
    "--weights",
    type=click.Choice(["ones", "identity"]),
    default="ones",
    show_default=True,
    help="Attention weights x: all ones, or vec(I).",
)


def ending(output: str, known: Sequence[str]) -> str:
    """The ending of a name for an output, which says its form. What has another one, or cannot
    be written, is refused before the work."""
    suffix = Path(output).suffix.lower()
    if suffix not in known:
        expected = f"expected a name ending in {', '.join(known)}"
        raise InputError(f"-o: {expected}, got {shorten(repr(output))}")
    files.require_writable(output)
    return suffix


@contextmanager
def contents(path: str) -> Iterator[str]:
    """What a file of certificates, or of Coq's answers, says. What is wrong with that is said
    with the file's name."""
    text = files.read(path, files.MAX_CERTIFICATES)
    try:
        yield text
    except UnknownName:  # of the selection
        raise
    except InputError as error:
        raise InputError(f"{shorten(path)}: {error}") from None
    except CertificateError as error:
        raise RefusedCertificate(error.where, error.reason) from None


def coq_record(path: str | None) -> dict[str, Any] | None:
    """What a record of Coq's answers says, if there is one; judged before any work."""
    if path is None:
        return None
    from proofkit.bridges.coq import export

    with contents(path) as text:
        return export.recorded(text)


def write_certificates(path: str | None, claims: Iterable[Mapping[str, Any]]) -> None:
    """Write what `verify` reads, if it is asked for; what several cite is written once."""
    if path is not None:
        from proofkit.foundations.seals import file_text

        files.write(path, file_text(list({claim["digest"]: claim for claim in claims}.values())))


def proofs(selection: Sequence[str], file: str | None, bar: Bar) -> ProveReport:
    """The proofs of the selected claims: replayed from a certificate file, or searched."""
    from proofkit.questions import ahead, pipeline

    if file is None:
        with jobs.executor() as executor:
            return ahead.prove(selection, executor, bar)
    with contents(file) as text:
        return pipeline.replay(selection, text)
