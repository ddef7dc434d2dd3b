"""Parameters: their names, defaults and ranges, and how given values determine the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction

from proofkit.foundations.errors import InputError, LemmaError, UnknownName
from proofkit.foundations.exact import rational, shorten

Values = dict[str, Fraction]

MANY, FEW = 20, 5


@dataclass(frozen=True)
class Link:
    """An equation that ties parameters together, solved for each of them.

    `solve[name]` computes `name` from the others. `keep` says whose default survives when
    too few values are given, most stubborn first.
    """

    text: str
    solve: Mapping[str, Callable[[Values], Fraction]]
    keep: tuple[str, ...]


@dataclass(frozen=True)
class Parameter:
    """One number the user may choose. `least` is the smallest value that makes sense at all
    (a smaller one is an input error); the finer ranges of a lemma are its hypotheses."""

    name: str
    default: str
    meaning: str
    integer: bool = False
    least: int | None = None
    link: Link | None = None


def kind(integer: bool) -> str:
    """What a parameter that is or is not an integer is, in one word."""
    return "integer" if integer else "real"


@dataclass(frozen=True)
class Preset:
    """Values worth a look, under a name: what they show, and claims that fail there, if any. A
    collection lists its own as `PRESETS` in a module `presets`."""

    name: str
    values: Mapping[str, str]
    says: str
    fails: tuple[str, ...] = ()


def by_name(declared: Iterable[Parameter]) -> dict[str, Parameter]:
    """The declared parameters by name; lemmas may share one, but not redefine it."""
    parameters: dict[str, Parameter] = {}
    for parameter in declared:
        known = parameters.setdefault(parameter.name, parameter)
        if known is not parameter and known != parameter:
            raise LemmaError(f"parameter {parameter.name} is declared twice, differently")
    for name, parameter in parameters.items():
        link = parameter.link
        missing = [] if link is None else [other for other in link.solve if other not in parameters]
        if link is not None and missing:
            raise LemmaError(
                f"parameter {name} is tied to {', '.join(missing)} by {link.text}: "
                "declare them together"
            )
    return parameters


def unknown(name: str, known: Sequence[str]) -> str:
    """What to say of a parameter that nothing declares: the known ones, or those most like it
    where there are too many for a line."""
    shown = ", ".join(known)
    if len(known) > MANY:
        near = get_close_matches(name, known) or known[:FEW]
        shown = f"{', '.join(near)}, ... ({len(known)} in all)"
    return f"unknown parameter {shorten(name)!r}; known: {shown}"


def resolve(given: Mapping[str, object], declared: Iterable[Parameter]) -> Values:
    """All declared parameters, from the given values, the links and the defaults."""
    parameters = by_name(declared)
    for name in given:
        if name not in parameters:
            raise UnknownName(unknown(name, sorted(parameters)))
    values = {name: rational(value, name) for name, value in given.items()}
    for name in values:
        _validate(parameters[name], values[name])
    for link in links_of(parameters.values()):
        _apply(link, values, parameters)
    for name, parameter in parameters.items():
        values.setdefault(name, rational(parameter.default, name))
        _validate(parameter, values[name])
    return {name: values[name] for name in parameters}


def links_of(declared: Iterable[Parameter]) -> list[Link]:
    """The equations that tie the parameters, each once."""
    return list({id(p.link): p.link for p in declared if p.link}.values())


def settle(link: Link, given: Collection[str]) -> tuple[list[str], str | None]:
    """Which parameters of a tie keep their defaults when these are given, and which one is
    solved for; none when all are given and have to agree."""
    unknown = [name for name in link.solve if name not in given]
    kept = [name for name in link.keep if name in unknown][: max(len(unknown) - 1, 0)]
    left = [name for name in unknown if name not in kept]
    return kept, left[0] if left else None


def _apply(link: Link, values: Values, parameters: Mapping[str, Parameter]) -> None:
    """Fill defaults until one unknown is left, solve for it; or check that all agree."""
    kept, solved = settle(link, values)
    for name in kept:
        values[name] = rational(parameters[name].default, name)
    if solved is not None:
        values[solved] = _solve(link, solved, values)
        others = ", ".join(f"{n} = {shorten(str(values[n]))}" for n in link.solve if n != solved)
        _validate(parameters[solved], values[solved], f" (from {link.text} with {others})")
    else:
        name = next(iter(link.solve))
        expected = _solve(link, name, values)
        if values[name] != expected:
            got = ", ".join(f"{n} = {shorten(str(values[n]))}" for n in link.solve)
            raise InputError(f"expected {link.text}, got {got}")


def _solve(link: Link, name: str, values: Values) -> Fraction:
    try:
        return link.solve[name](values)
    except ZeroDivisionError:
        got = ", ".join(f"{n} = {shorten(str(values[n]))}" for n in link.solve if n != name)
        raise InputError(f"{link.text} cannot be solved for {name} with {got}") from None


def _validate(parameter: Parameter, value: Fraction, how: str = "") -> None:
    if parameter.integer and value.denominator != 1:
        raise InputError(f"{parameter.name}: expected an integer, got {shorten(str(value))}{how}")
    if parameter.least is not None and value < parameter.least:
        raise InputError(
            f"{parameter.name}: expected at least {parameter.least}, got {shorten(str(value))}{how}"
        )
