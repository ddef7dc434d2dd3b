"""The group of subcommands, and the one place that turns errors into exit codes."""

from __future__ import annotations

import difflib
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence

import click

from proofkit import __version__
from proofkit.cli import commands, faults, signals, terminal
from proofkit.foundations import cache
from proofkit.foundations.errors import (
    CertificateError,
    Contradiction,
    InternalError,
    MalformedCertificate,
    ProofkitError,
    RefusedCertificate,
    Terminated,
)
from proofkit.foundations.exact import shorten

OK, FAILED, BAD_INPUT, UNSETTLED, CONTRADICTION = 0, 1, 2, 3, 4


class _Commands(click.Group):
    """Subcommands found by the names of their modules and imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = [module.name for module in pkgutil.iter_modules(commands.__path__)]
        return sorted(name.replace("_", "-") for name in names if not name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{commands.__name__}.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        close = difflib.get_close_matches(args[0], known) if args[0] not in known else []
        if close:
            meant = " or ".join(close)
            raise click.UsageError(f"No such command {args[0]!r}; did you mean {meant}?")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # click would write an empty line, also where nobody sees ^C
            raise click.Abort from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="proofkit", message="%(prog)s %(version)s")
@click.pass_context
def application(context: click.Context) -> None:
    """Check, prove and explain the lemmas of a paper.

    \b
    Exit codes: 0 every claim holds (or is proved); 1 some claim fails (or is
    refuted); 2 bad input; 3 none fails but something is undecided (or open);
    4 two engines contradict each other; 70 an internal error.
    """
    cache.current().notes.clear()
    context.call_on_close(_tell_of_the_cache)


def _tell_of_the_cache() -> None:
    """A line for each thing that was wrong with the cache; it costs time and nothing else."""
    kept = cache.current()
    for note, times in kept.notes.items():
        terminal.remark(f"cache: {note}" + (f" ({times} times)" if times > 1 else ""))
    kept.notes.clear()


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the answer is its exit code. Errors are one line on stderr."""
    given = None if arguments is None else list(arguments)
    try:
        code = application.main(args=given, prog_name="proofkit", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show(sys.stderr)
        return BAD_INPUT
    except click.ClickException as error:
        return terminal.complain(shorten(" ".join(error.format_message().split()), 300), BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        return terminal.complain_below_the_key("interrupted", signals.INTERRUPTED)
    except Terminated:
        return terminal.complain("terminated", signals.TERMINATED)
    except MalformedCertificate as error:
        return terminal.complain(str(error), BAD_INPUT)
    except RefusedCertificate as error:
        return terminal.complain(f"refused: {error}", FAILED)
    except (CertificateError, InternalError) as error:  # of a certificate that we made ourselves
        return faults.tell(error)
    except Contradiction as error:
        return terminal.complain(f"contradiction: {error}", CONTRADICTION)
    except ProofkitError as error:
        return terminal.complain(str(error), BAD_INPUT)
    except MemoryError:
        return terminal.complain("there is too little memory for this", BAD_INPUT)
    except OSError as error:  # of the help, which click writes itself
        return terminal.gone(error)
    except Exception as fault:  # whatever it is: it is no verdict, and no code of one
        return faults.tell(fault)
    return code if isinstance(code, int) else OK


def main() -> int:
    """The console script."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
    signals.answer()
    code = run()
    signals.over()
    return terminal.finish(code)
