"""Options about how a command runs, stored in click's context instead of being passed as
arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

_KEPT = f"{__name__}.kept"


def option(*names: str, **settings: Any) -> Callable[[Command], Command]:
    """An option of click's that is no argument of the command; `chosen` has its value."""
    return click.option(*names, expose_value=False, callback=_keep, **settings)


def _keep(context: click.Context, option: click.Parameter, value: object) -> None:
    context.meta.setdefault(_KEPT, {})[option.name] = value


def chosen(name: str) -> Any:
    """What was chosen for an option; None where the command has no such option."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(_KEPT, {}).get(name)
