"""The command line: arguments, files and exit codes. Nothing here decides anything.

Every module in `proofkit.cli.commands` is one subcommand.
"""

from proofkit.cli.application import main, run

__all__ = ["main", "run"]
