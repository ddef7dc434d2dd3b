"""The Python interface, layer by layer, read from the source without importing it."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from proofkit.bridges.sphinx_ext.reference.fold import folded
from proofkit.foundations import errors
from proofkit.readers.report.markdown import escape

PACKAGE = Path(errors.__file__).parents[1]

Documented = ast.FunctionDef | ast.ClassDef


def pages() -> dict[str, Callable[[], str]]:
    """How to make a page per layer and public module with its public functions and classes, and a
    list of these pages."""
    parts = sorted(path for path in PACKAGE.iterdir() if _is_public(path))
    makers = {f"proofkit.{part.stem}": partial(_part, part) for part in parts}
    makers = {"proofkit": partial(_part, PACKAGE / "__init__.py"), **makers}
    toctree = ["```{toctree}", ":maxdepth: 1", "", *makers, "```", ""]
    index = "\n".join(["# Python interface", "", *toctree])
    return {**{f"{name}.md": make for name, make in makers.items()}, "index.md": lambda: index}


def _part(part: Path) -> str:
    """The page of a layer, or of a module."""
    name = _dotted(part)
    lines = [f"# {name}", ""]
    for module in sorted(part.rglob("*.py")) if part.is_dir() else [part]:
        dotted = _dotted(module)
        if dotted == name:
            lines += _module(module)
        else:
            lines += folded(f"<code>{dotted}</code> {_purpose(module)}", _module(module))
    return "\n".join(lines)


def _purpose(module: Path) -> str:
    """The first paragraph of a module's docstring, as HTML."""
    said = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or "Contents"
    said = html.escape(" ".join(said.partition("\n\n")[0].split()))
    return re.sub("`([^`]+)`", r"<code>\1</code>", said)


def _is_public(path: Path) -> bool:
    if path.name.startswith("_"):
        return False
    return path.suffix == ".py" or (path / "__init__.py").exists()


def _dotted(module: Path) -> str:
    name = module.relative_to(PACKAGE.parent).with_suffix("").as_posix().replace("/", ".")
    return name.removesuffix(".__init__")


def _module(path: Path) -> Iterator[str]:
    """What a module is for, and its public things."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from _prose(tree)
    for node in tree.body:
        if path.parent == PACKAGE and isinstance(node, ast.ImportFrom):
            yield from _passed_on(node)
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield from _documented(node)


def _passed_on(node: ast.ImportFrom) -> Iterator[str]:
    """What a public module imports is documented there too, where authors look for it."""
    place = PACKAGE.parent / (node.module or "").replace(".", "/")
    if PACKAGE not in place.parents:
        return
    source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    names = {alias.name for alias in node.names}
    for found in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(found, Documented) and found.name in names:
            yield from _documented(found)


def _documented(node: Documented) -> Iterator[str]:
    yield from _entry(node, _signature(node))
    if isinstance(node, ast.ClassDef):
        yield from _methods(node)


def _methods(owner: ast.ClassDef) -> Iterator[str]:
    for node in owner.body:
        public = isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
        if public and isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            kinds = {ast.unparse(decorator) for decorator in node.decorator_list}
            call = node.name if "property" in kinds else _signature(node)
            yield from _entry(node, f"{owner.name}.{call}")


def _entry(node: Documented, signature: str) -> Iterator[str]:
    yield from ("```python", signature, "```", "")
    yield from _prose(node)


def _signature(node: Documented) -> str:
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, node.bases))
        return f"class {node.name}({bases})" if bases else f"class {node.name}"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    given = ast.unparse(node.args).removeprefix("self").removeprefix(", ")
    return f"{node.name}({given}){returns}"


def _prose(node: ast.Module | Documented) -> Iterator[str]:
    """A docstring as it stands: paragraphs, and examples or indented text as code."""
    for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
        if not paragraph.strip():
            continue
        if paragraph.startswith(">>>"):
            yield from ("```pycon", paragraph, "```", "")
        elif paragraph.startswith("    "):
            yield from (paragraph, "")
        else:
            yield from (_escape(paragraph), "")


def _escape(text: str) -> str:
    """Markdown's marks are escaped outside code spans."""
    parts = text.split("`")
    return "`".join(part if index % 2 else escape(part) for index, part in enumerate(parts))
