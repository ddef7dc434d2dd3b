"""Which lemmas are installed: discovery through the entry-point group `proofkit.lemmas`.

An entry point names a package, or a module. Every module in it that defines `lemma` is one
lemma, and its id is the module's name with `-` for `_`, so that a lemma is found by name
without importing the others. A package may order its modules with a tuple `ORDER`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.metadata import EntryPoint, distributions, entry_points
from pathlib import Path
from types import ModuleType

from proofkit.foundations.errors import BadClaim, LemmaError, Terminated, UnknownName
from proofkit.foundations.exact import shorten
from proofkit.language import piecewise, symbols
from proofkit.language.claims import Claim
from proofkit.language.imports import Modules
from proofkit.language.lemma import MADE, Lemma
from proofkit.language.statement_cache import StatementCache, load

GROUP = "proofkit.lemmas"

Selected = list[tuple[Lemma, list[Claim]]]
Broken = list[LemmaError]
"""What could not be loaded, where the rest is to go on."""


@dataclass(frozen=True)
class Source:
    """A module that may hold a lemma, and the collection it belongs to."""

    collection: str
    module: str
    kept: StatementCache | None = None

    @property
    def id(self) -> str:
        return self.module.rpartition(".")[2].replace("_", "-")


def find(selection: Sequence[str], broken: Broken | None = None, kept: bool = False) -> Selected:
    """The selected lemmas, each with its selected claims; an item is `LEMMA` or
    `LEMMA/CLAIM`, and nothing selects everything. Only the named modules are imported; for
    questions that do with what is `kept` of lemmas, none whose collection keeps it.
    What cannot be loaded, be it one claim, is an error; given a list `broken`, it is noted there
    instead."""
    found = list(sources(broken))
    if not selection:
        lemmas = _load_all(found, broken, kept)
        return [(lemma, _claims(lemma, {"*"}, broken)) for lemma in lemmas]
    wanted: dict[str, set[str]] = {}
    for item in selection:
        name, slash, claim = item.partition("/")
        wanted.setdefault(name, set()).add(claim if slash else "*")
    named = (source for source in found if source.id in wanted)
    loaded = {lemma.id: lemma for lemma in _load_all(named, broken, kept)}
    for name in wanted:
        if name not in loaded:
            _misnamed(name, found)
            known = [s.id for s in found]
            raise _unknown("lemma", name, [n for n in _close(name, known) if _is_lemma(n, found)])
    return [(lemma, _claims(lemma, wanted[name], broken)) for name, lemma in loaded.items()]


def with_users(selection: Sequence[str]) -> Selected:
    """The selected lemmas, those whose modules import theirs, and no others: each with all its
    claims, in their collections' order."""
    found = list(sources())
    chosen = {lemma.id for lemma, _ in find(selection)}
    modules = Modules(_places()).importing(s.module for s in found if s.id in chosen)
    lemmas = _load_all(source for source in found if source.module in modules)
    return [(lemma, list(lemma.claims.values())) for lemma in lemmas]


def sources(broken: Broken | None = None) -> Iterator[Source]:
    """Every module that may hold a lemma, in order; packages are imported, modules not, and
    neither where a collection keeps what its lemmas say."""
    seen: set[tuple[str, str]] = set()
    for entry in _entries():
        if (entry.name, entry.value) not in seen:
            seen.add((entry.name, entry.value))
            with noting(broken):
                kept = _kept(entry)
                for module in kept.modules if kept else _modules(entry.name, entry.value):
                    yield Source(entry.name, module, kept)


def _kept(entry: EntryPoint) -> StatementCache | None:
    """What a collection keeps, if it can be looked for without importing it."""
    return load(entry.value) if entry.value.isidentifier() else None


def _entries() -> list[EntryPoint]:
    """The collections that are installed, by name; they are looked for again when a folder of
    the path has changed."""
    return list(_installed(entry_points, tuple((place, _changed(place)) for place in sys.path)))


def _changed(place: str) -> int:
    try:
        return os.stat(place or ".").st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _installed(
    points: Callable[..., Iterable[EntryPoint]], _: tuple[tuple[str, int], ...]
) -> tuple[EntryPoint, ...]:
    try:
        return tuple(sorted(points(group=GROUP), key=lambda entry: entry.name))
    except Exception as error:  # a distribution whose entry points cannot be read
        raise LemmaError(f"{_unreadable() or 'a distribution'}: {_reason(error)}") from error


def _unreadable() -> str:
    """The first distribution whose entry points cannot be read."""
    for distribution in distributions():
        try:
            list(distribution.entry_points)
        except Exception:
            return f"the entry points of {shorten(str(distribution.metadata['Name']))}"
    return ""


@contextmanager
def noting(broken: Broken | None) -> Iterator[None]:
    """What goes wrong with a lemma here is noted, if there is where."""
    try:
        yield
    except LemmaError as error:
        if broken is None:
            raise
        broken.append(error)


def versions(lemmas: Iterable[Lemma]) -> dict[str, str]:
    """The collections that these lemmas come from, each with the version that is installed."""
    wanted = {lemma.id for lemma in lemmas}
    used = {source.collection for source in sources() if source.id in wanted}
    entries = (entry for entry in _entries() if entry.name in used)
    return {e.name: f"{e.dist.name} {e.dist.version}" if e.dist else "" for e in entries}


def packages() -> list[str]:
    """The packages that collections are, which may hold more than lemmas."""
    entries = _entries()
    names = dict.fromkeys((entry.name, entry.value) for entry in entries)
    return [name for collection, name in names if _spec(collection, name) is not None]


def files() -> Iterator[Path]:
    """The source files of all collections, whether or not they can be imported."""
    for _, place in _places():
        if place.is_dir():
            yield from place.rglob("*.py")
        else:
            yield place


def _places() -> Iterator[tuple[str, Path]]:
    """The folder or the file of each collection."""
    for entry in _entries():
        spec = importlib.util.find_spec(entry.value)
        if spec is None or spec.origin is None:
            continue
        if spec.submodule_search_locations is None:
            yield entry.value, Path(spec.origin)
        for folder in spec.submodule_search_locations or ():
            yield entry.value, Path(folder)


def declarations(name: str) -> Iterator[ModuleType]:
    """The modules of this name at the top of collections: what they declare beside lemmas."""
    for package in packages():
        if importlib.util.find_spec(f"{package}.{name}") is not None:
            yield _import(package, f"{package}.{name}")


def _modules(collection: str, name: str) -> Iterator[str]:
    """The modules of a package, depth first; a plain module yields itself."""
    spec = _spec(collection, name)
    if spec is None:
        yield name
        return
    package = _import(collection, name)
    order = getattr(package, "ORDER", ())
    rank = {short: position for position, short in enumerate(order)}
    children = [m for m in pkgutil.iter_modules(spec) if not m.name.startswith("_")]
    if missing := set(rank) - {m.name for m in children}:
        raise LemmaError(f"collection {collection!r}: {name}.ORDER names {sorted(missing)[0]!r}")
    for child in sorted(children, key=lambda m: (rank.get(m.name, len(rank)), m.name)):
        module = f"{name}.{child.name}"
        if child.ispkg:
            yield from _modules(collection, module)
        else:
            yield module


def _spec(collection: str, name: str) -> list[str] | None:
    """The folders of a package; None for a plain module."""
    try:
        spec = importlib.util.find_spec(name)
    except (KeyboardInterrupt, Terminated):
        raise
    except BaseException as error:  # even one that asks to exit
        raise _broken(collection, name, error) from error
    if spec is None:
        raise LemmaError(
            f"collection {collection!r}: no module named {shorten(name)}; "
            "if its folder is gone, pip uninstall its package"
        )
    folders = spec.submodule_search_locations
    return None if folders is None else list(folders)


def _import(collection: str, name: str, lemma: str = "") -> ModuleType:
    """A module; that of a `lemma` without the claims that cannot be made."""
    with symbols.watched() if lemma else nullcontext():
        try:
            return importlib.import_module(name)
        except (KeyboardInterrupt, Terminated):
            raise
        except BaseException as error:  # even one that asks to exit
            broken = _broken(collection, name, error, lemma)
            if not lemma or not isinstance(error, Exception) or isinstance(error, SyntaxError):
                raise broken from error
            found = piecewise.recovered(name, lemma)
            if found is None:
                raise broken from error
            return found


def _broken(collection: str, name: str, error: BaseException, lemma: str = "") -> LemmaError:
    place = piecewise.place_of(error, name)
    where = f" ({place})" if place else ""
    broken = LemmaError(f"collection {collection!r}: cannot load {name}: {_reason(error)}{where}")
    broken.name, broken.reason = lemma or collection, _reason(error)
    broken.place = place
    return broken


def _reason(error: BaseException) -> str:
    try:
        why = f"{type(error).__name__}: {error}"
    except Exception:  # an error that cannot even be shown
        why = type(error).__name__
    return shorten(" ".join(why.split()), 200)


def _load_all(
    wanted: Iterable[Source], broken: Broken | None = None, kept: bool = False
) -> list[Lemma]:
    """The lemmas of these modules; two lemmas of one id are an error naming both places."""
    places: dict[str, Source] = {}
    lemmas = []
    for source in wanted:
        with noting(broken):
            lemma = _load(source, kept)
            if lemma is None:
                continue
            if lemma.id in places:
                raise _twice(lemma.id, places[lemma.id], source)
            places[lemma.id] = source
            lemmas.append(lemma)
    return lemmas


def _twice(id: str, first: Source, second: Source) -> LemmaError:
    return LemmaError(
        f"lemma {id} is defined twice: in {first.module} (collection {first.collection!r}) "
        f"and in {second.module} (collection {second.collection!r})"
    )


def _load(source: Source, kept: bool = False) -> Lemma | None:
    if kept and source.kept is not None:
        id = source.kept.modules[source.module]
        return None if id is None else source.kept.lemma(id)
    module = _import(source.collection, source.module, source.id)
    lemma = getattr(module, "lemma", None)
    others = [made for made in MADE.by(module) if made is not lemma]
    if lemma is None:
        if others:
            said = "its module has nothing called `lemma`; expected `lemma = Lemma(...)`"
            raise BadClaim(others[0].id, said, "", others[0].place)
        return None
    if not isinstance(lemma, Lemma):
        raise _misnamed_here(source, f"`lemma` is a {type(lemma).__name__}, not a Lemma")
    if lemma.id != source.id:
        said = f"lemma {lemma.id} does not have its module's name; expected the id {source.id}"
        raise _misnamed_here(source, said)
    told = {fault.place for fault in lemma.faults}
    said = "a second Lemma in one module is not looked at; expected a module for each"
    lemma.faults += [BadClaim(o.id, said, "", o.place) for o in others if o.place not in told]
    return lemma


def _misnamed_here(source: Source, said: str) -> LemmaError:
    """What a module calls its lemma is not one of its own, told with the line."""
    place = piecewise.line_of("lemma", source.module)
    where = f" ({place})" if place else ""
    error = LemmaError(f"{source.module}: {said}{where}")
    error.name, error.reason, error.place = source.id, said, place
    return error


def _claims(lemma: Lemma, wanted: set[str], broken: Broken | None) -> list[Claim]:
    faulty = {fault.claim for fault in lemma.faults}
    for fault in lemma.faults:
        if not fault.claim or {"*", fault.claim} & wanted:
            with noting(broken):
                raise fault
    for name in sorted(wanted - {"*"} - faulty):
        if name not in lemma.claims:
            raise _unknown(f"claim of {lemma.id}", name, _close(name, lemma.claims))
    return [c for name, c in lemma.claims.items() if "*" in wanted or name in wanted]


def _close(name: str, known: Iterable[str]) -> list[str]:
    lower = {k.lower(): k for k in known}
    return [lower[k] for k in get_close_matches(name[:100].lower(), lower, n=3)]


def _is_lemma(name: str, found: list[Source]) -> bool:
    return any(_load(source) is not None for source in found if source.id == name)


def _misnamed(name: str, found: list[Source]) -> None:
    """Load each module that has this name in its text: one that gives it to a lemma, against the
    rule that a lemma is called like its module, says so."""
    for source in found if name else ():
        spec = importlib.util.find_spec(source.module)
        if spec is None or spec.origin is None:
            continue
        text = Path(spec.origin).read_text(encoding="utf-8", errors="replace")
        if f'"{name}"' in text or f"'{name}'" in text:
            _load(source)


def _unknown(kind: str, name: str, close: list[str]) -> UnknownName:
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    return UnknownName(f"unknown {kind} {shorten(repr(name))}{hint}")
