"""The error catalogue, from the tree of exceptions and the messages in the source."""

from __future__ import annotations

import ast
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from proofkit.foundations import errors
from proofkit.readers.report.markdown import code, escape

_CODES = {
    "CertificateError": "70, after `error: internal error`, of a certificate that nobody gave us",
    "InternalError": "70, after `error: internal error`",
    "RefusedCertificate": "1, after `refused:`",
    "Contradiction": "4, after `contradiction:`",
}
_DEFAULT = "2, after `error:`"


def page() -> str:
    """Every exception: what it means, its exit code, its messages and who raises them."""
    found = messages()
    lines = [
        "# Errors",
        "",
        "Everything that proofkit raises on purpose is a `ProofkitError`. On the command line an "
        "error is one line on standard error and an exit code. Words in ‹angle quotes› stand for "
        "the value at hand; the messages are read from the source.",
        "",
    ]
    for depth, kind in _tree(errors.ProofkitError):
        name = kind.__name__
        base = kind.__bases__[0].__name__
        lines += [f"## {name}", "", inspect.getdoc(kind) or "", ""]
        above = f"A kind of `{base}`. " if depth else ""
        lines += [f"{above}Exit code {_CODES.get(name, _DEFAULT)}.", ""]
        if found[name]:
            lines += ["| message | raised in |", "|---|---|"]
            lines += [f"| {code(text)} | {escape(where)} |" for text, where in found[name]]
            lines.append("")
    return "\n".join(lines)


def _tree(kind: type, depth: int = 0) -> Iterator[tuple[int, type]]:
    yield depth, kind
    below: type
    for below in kind.__subclasses__():
        if below.__module__ == errors.__name__ and below.__bases__[0] is kind:
            yield from _tree(below, depth + 1)


def messages() -> dict[str, list[tuple[str, str]]]:
    """By exception, the templates of its messages with the module that raises each."""
    package = Path(errors.__file__).parents[1]
    names = "|".join(kind.__name__ for _, kind in _tree(errors.ProofkitError))
    made = re.compile(rf"\b(?:{names})\(")
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for path in sorted(package.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if not made.search(source):
            continue
        where = path.relative_to(package.parent).with_suffix("").as_posix().replace("/", ".")
        for node in ast.walk(ast.parse(source)):
            name, text = _raised(node)
            if text:
                found[name].setdefault(text, where.removesuffix(".__init__"))
    return defaultdict(list, {name: sorted(texts.items()) for name, texts in found.items()})


def _raised(node: ast.AST) -> tuple[str, str]:
    """The name and message template of a call that makes an exception."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
        return "", ""
    kind = getattr(errors, node.func.id, None)
    if not isinstance(kind, type) or not issubclass(kind, errors.ProofkitError):
        return "", ""
    parts = [_template(argument) for argument in node.args]
    return node.func.id, ": ".join(part for part in parts if part)


def _template(node: ast.expr) -> str:
    """A message with its variable parts in angle quotes."""
    if isinstance(node, ast.Constant):
        return str(node.value) if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else f"‹{_word(part)}›"
            for part in node.values
        )
    if isinstance(node, ast.BinOp):
        return _template(node.left) + _template(node.right)
    return ""


def _word(part: ast.expr) -> str:
    """What stands in braces, without the calls that only shorten it."""
    inner: ast.expr = part.value if isinstance(part, ast.FormattedValue) else part
    while isinstance(inner, ast.Call) and _is_plain(inner.func) and inner.args:
        inner = inner.args[0]
    return ast.unparse(inner)


def _is_plain(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id in {"shorten", "repr", "str", "sorted"}
