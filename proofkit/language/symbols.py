"""What SymPy assumes of the symbols that an author's module has.

SymPy simplifies while a statement is written, by what its symbols assume: `Min(p, 0)` is 0 if `p`
is made with `positive=True`, and nothing in it names `p` any more. So it does not do to look at
the symbols that are left. All that were made while the module ran count, and all that it has by
name; what they assume has to follow from the kind of the parameter and from hypotheses.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, Any

from proofkit.foundations.errors import LemmaError
from proofkit.language import authors

if TYPE_CHECKING:
    from sympy import Symbol

SIGNS = ("nonzero", "nonnegative", "nonpositive", "positive", "negative", "zero")
"""What hypotheses may say of a parameter, in SymPy's words; a weaker one before a stronger."""

_DEEP = 3
_made = authors.Made["Symbol"]()
_watched = False


@contextmanager
def watched() -> Iterator[None]:
    """Modules that run meanwhile are known to have made the symbols that they make."""
    global _watched
    if _watched:
        yield
        return
    from sympy import Dummy, Function, Symbol, Wild

    kinds: tuple[Any, ...] = (Symbol, Dummy, Wild, Function)
    plain = [(kind, kind.__dict__["__new__"]) for kind in kinds]
    _watched = True
    for kind, make in plain:
        kind.__new__ = _noting(make.__func__)
    try:
        yield
    finally:
        for kind, make in plain:
            kind.__new__ = make
        _watched = False


def _noting(make: Callable[..., Any]) -> Callable[..., Any]:
    def noted(cls: type, *args: Any, **assumptions: Any) -> Any:
        made = make(cls, *args, **assumptions)
        if isinstance(made, _kinds()[1:]) and (frame := _maker(sys._getframe(1))) is not None:
            for symbol in _within(made, "", 0):
                _made.note(frame, symbol)
        return made

    return noted


def _maker(frame: FrameType | None) -> FrameType | None:
    """The module whose body runs, if it is the author's code that asks for a symbol."""
    while frame is not None and authors.name_of(frame) in (__name__, "sympy.core.symbol"):
        frame = frame.f_back
    if frame is None or authors.name_of(frame).startswith(("sympy.", authors.OURS)):
        return None
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return frame


def in_sight(running: Sequence[FrameType]) -> frozenset[Symbol]:
    """The symbols that the author's code has at hand: in the functions that run, by name in their
    module, which is the last of the frames, and all that this module made."""
    found: set[Symbol] = set()
    for frame in running:
        found |= _within(frame.f_locals, "", _DEEP)
    if running:
        module = running[-1]
        package = authors.name_of(module).partition(".")[0]
        found |= _within(module.f_globals, package, _DEEP).union(_made.by(module))
    return frozenset(found)


def _within(value: object, package: str, deep: int) -> frozenset[Symbol] | set[Symbol]:
    """The symbols in a value; of a module of the same package, those that it has by name."""
    basic, _, function = _kinds()
    if isinstance(value, basic):
        return _atoms(value)
    if isinstance(value, function):
        return {_stand_in(value)}
    parts: Iterable[object] = ()
    if deep and isinstance(value, list | tuple | set | frozenset):
        parts = list(value)
    elif deep and isinstance(value, dict):
        parts = [part for name, part in list(value.items()) if name != "__builtins__"]
    elif deep and package and isinstance(value, ModuleType):
        own = value.__name__.partition(".")[0] == package
        return _within(vars(value), "", 1) if own else set()
    found: set[Symbol] = set()
    for part in parts:
        found |= _within(part, package, deep - 1)
    return found


@lru_cache(maxsize=1)
def _kinds() -> tuple[type, type, type]:
    from sympy import Basic, Symbol
    from sympy.core.function import UndefinedFunction

    return Basic, Symbol, UndefinedFunction


def _stand_in(function: Any) -> Symbol:
    """A symbol that assumes what is assumed of the values of an unknown function."""
    from sympy import Symbol

    return Symbol(function.__name__, **function._kwargs)


@lru_cache(maxsize=20_000)
def _atoms(value: Any) -> frozenset[Symbol]:
    from sympy import Symbol

    return frozenset(value.atoms(Symbol))


def presumption(symbol: Symbol, integer: bool | None) -> str:
    """What a symbol assumes beyond being a real number, or an integer: one of `SIGNS`, or
    nothing. What no hypothesis can say is refused; a symbol that is no parameter, where it is
    not said whether it is an integer, may assume no more than that it is real."""
    known = _facts(symbol)
    signs = SIGNS if integer is not None else ()
    for sign in ("", *(sign for sign in signs if (sign, True) in known)):
        if known <= _facts(_made_with(sign, bool(integer))):
            return sign
    beyond = known - _facts(_made_with("", bool(integer)))
    said = sorted(name for name, value in beyond if value)
    first = [name for name in said if not any(_implies(other, name) for other in said)]
    raise LemmaError(_refusal(symbol.name, first or sorted(f"not {n}" for n, _ in beyond), integer))


def _refusal(name: str, said: list[str], integer: bool | None) -> str:
    what = f"the symbol {name} assumes {', '.join(said)}"
    mend = f'write symbols("{name}", real=True)'
    if integer is None:
        return f"{what}, and is neither a parameter nor derived; declare it, or {mend}"
    if not integer and "integer" in said:
        return f"{what}, and the parameter is real; declare it with integer=True, or {mend}"
    return f"{what}, which no hypothesis can say; {mend}"


@lru_cache(maxsize=5_000)
def _facts(symbol: Symbol) -> frozenset[tuple[str, bool]]:
    return frozenset(symbol.assumptions0.items())


@lru_cache
def _implies(one: str, other: str) -> bool:
    """Does one of SymPy's words say more than another?"""
    from sympy import Symbol

    return one != other and (other, True) in _facts(Symbol("x", **{one: True}))


@lru_cache
def _made_with(sign: str, integer: bool) -> Symbol:
    from sympy import Symbol

    kind = {"integer": True} if integer else {"real": True}
    return Symbol("x", **kind, **({sign: True} if sign else {}))
