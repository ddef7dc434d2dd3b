"""A command line, from click itself."""

from __future__ import annotations

import re

import click

from proofkit.bridges.sphinx_ext.reference.fold import folded
from proofkit.readers.report import wording
from proofkit.readers.report.markdown import code, escape


def page(program: click.Group) -> str:
    """Every command with its arguments and options."""
    context = click.Context(program, info_name="proofkit")
    names = program.list_commands(context)
    lines = ["# Command line", "", *_prose(program.help), "| command | answers |", "|---|---|"]
    found = {name: program.get_command(context, name) for name in names}
    for name, command in found.items():
        if command is not None:
            short = escape(command.get_short_help_str(limit=200))
            lines.append(f"| [proofkit {name}](#command-{name}) | {short} |")
    for name, command in found.items():
        if command is not None:
            lines += ["", *_command(name, command, context)]
    return "\n".join([*lines, ""])


def _command(name: str, command: click.Command, parent: click.Context) -> list[str]:
    context = click.Context(command, info_name=name, parent=parent)
    usage = " ".join(["proofkit", name, *command.collect_usage_pieces(context)])
    lines = [f"(command-{name})=", f"## proofkit {name}", "", "```text", usage, "```", ""]
    first, *more = _prose(command.help) or [""]
    records = [parameter.get_help_record(context) for parameter in command.get_params(context)]
    rows = [f"| {code(r[0])} | {_marked(_one_line(r[1]))} |" for r in records if r is not None]
    said = wording.count(len(rows), "option")
    return [*lines, first, "", *folded(said, [*more, "| option | does |", "|---|---|", *rows])]


def _prose(text: str | None) -> list[str]:
    """Help as paragraphs; click's mark for "do not wrap" is left out."""
    lines: list[str] = []
    for paragraph in re.split(r"\n\s*\n", (text or "").replace("\b", "")):
        if paragraph.strip():
            lines += [_marked(_one_line(paragraph)), ""]
    return lines


def _marked(text: str) -> str:
    """A sentence in which code spans stay, and options are such."""
    options = r"(?<![\w-])--?[a-z][a-z-]*(?![\w-])"
    parts = re.split(rf"`([^`]+)`|({options})", text)
    spans = zip(parts[1::3], parts[2::3], strict=True)
    marked = [code(quoted or option) for quoted, option in spans]
    plain = map(escape, parts[::3])
    return "".join(x for pair in zip(plain, [*marked, ""], strict=True) for x in pair)


def _one_line(text: str) -> str:
    return " ".join(text.split())
