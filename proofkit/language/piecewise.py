"""A module of which a claim cannot be made: the others are, and each fault is told with its line.

Python stops a module at its first error. Where that is in a line that makes a claim, the module is
run again, one top-level statement after the other, past those that fail to make one.
"""

from __future__ import annotations
import __future__

import ast
import importlib.util
import sys
from collections.abc import Iterator
from types import CodeType, ModuleType

from proofkit.foundations.errors import BadClaim, ProofkitError
from proofkit.foundations.exact import shorten
from proofkit.language.claims import SourceLine
from proofkit.language.lemma import Lemma


def recovered(name: str, lemma: str) -> ModuleType | None:
    """The module without the claims that cannot be made, which its lemma has as `faults`; None
    where something else is wrong."""
    spec = importlib.util.find_spec(name)
    source = _source(spec)
    if spec is None or spec.origin is None or source is None:
        return None
    module = importlib.util.module_from_spec(spec)
    faults: list[BadClaim] = []
    missing: set[str] = set()
    sys.modules[name] = module
    for code, node in _statements(source, spec.origin):
        try:
            exec(code, module.__dict__)
        except Exception as error:
            if not _makes_a_claim(node):
                del sys.modules[name]
                return None
            place = SourceLine(spec.origin, _line(error, spec.origin, node))
            faults.append(_fault(error, lemma, place, node, missing))
            missing |= set(_assigned(node))
    if isinstance(made := getattr(module, "lemma", None), Lemma):
        made.faults = faults
    return module


def place_of(error: BaseException, name: str) -> SourceLine | None:
    """The line of a module at which an error came up."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return SourceLine(error.filename, error.lineno)
    try:
        spec = importlib.util.find_spec(name)
    except Exception:  # whatever a package does when it is imported
        return None
    origin = None if spec is None else spec.origin
    lines = [line for file, line in _frames(error) if file == origin]
    return SourceLine(origin, lines[-1]) if origin and lines else None


def line_of(name: str, module: str) -> SourceLine | None:
    """The line on which a module gives something a name, if that is at its top."""
    spec = importlib.util.find_spec(module)
    source = _source(spec)
    if spec is None or spec.origin is None or source is None:
        return None
    lines = [node.lineno for node in ast.parse(source).body if name in _assigned(node)]
    return SourceLine(spec.origin, lines[-1]) if lines else None


def _source(spec: object) -> str | None:
    loader = getattr(spec, "loader", None)
    get = getattr(loader, "get_source", None)
    return get(getattr(spec, "name", "")) if get is not None else None


def _statements(source: str, file: str) -> Iterator[tuple[CodeType, ast.stmt]]:
    """Every statement of a module, compiled by itself as it was within it."""
    flags = 0
    for node in ast.parse(source, file).body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                flags |= getattr(__future__, alias.name).compiler_flag
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if node.lineno == 1 or not isinstance(text, str):
                yield compile(ast.Module([node], []), file, "exec", flags, True), node
            continue
        yield compile(ast.Module([node], []), file, "exec", flags, True), node


def _makes_a_claim(node: ast.stmt) -> bool:
    return next(_calls(node), None) is not None


def _calls(node: ast.stmt) -> Iterator[ast.Call]:
    for part in ast.walk(node):
        match part:
            case ast.Call(func=ast.Attribute(attr="claim")):
                yield part


def _assigned(node: ast.stmt) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id


def _fault(
    error: Exception, lemma: str, place: SourceLine, node: ast.stmt, missing: set[str]
) -> BadClaim:
    """What a reader is told: which claim, and what is wrong with it."""
    ids = [
        str(call.args[0].value)
        for call in _calls(node)
        if call.args and isinstance(call.args[0], ast.Constant)
    ]
    claim = ids[0] if len(ids) == 1 else ""
    said = " ".join(str(error).split())
    if isinstance(error, NameError) and error.name in missing:
        said = f"it needs {error.name}, which could not be made"
    elif not isinstance(error, ProofkitError):
        said = f"{type(error).__name__}: {said}"
    name = f"{lemma}/{claim}" if claim else lemma
    told = said.removeprefix(f"{name}: ").removeprefix(f"{lemma}: ")
    return BadClaim(name, shorten(told, 300), claim, place)


def _line(error: Exception, file: str, node: ast.stmt) -> int:
    """The line of the module itself that the error came from."""
    lines = [line for name, line in _frames(error) if name == file]
    return lines[0] if lines else node.lineno


def _frames(error: BaseException) -> Iterator[tuple[str, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
