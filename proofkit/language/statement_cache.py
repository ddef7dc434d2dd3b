"""The statements of a collection in a file, so that `check` and `prove` start without SymPy.

A package may ship a file `statements.json` beside its certificates: for every claim its statements,
definitions, hypotheses and parameters, with terms as certificates write them. The file counts only
while all modules of the package and of proofkit are byte for byte those that it was made from.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from proofkit.foundations.errors import LemmaError
from proofkit.language.claims import Claim, Definition, Hypothesis, Part, SourceLine, Statement
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Link, Parameter
from proofkit.language.proof import Chain
from proofkit.language.terms import ONE, Term, parse, variable

FILE = "statements.json"
PROOFKIT = Path(__file__).parent.parent
_NO_CHAIN = Chain(ONE)


@dataclass(frozen=True)
class CachedClaim(Claim):
    """A claim without its chains, but with the names of the claims that these cite, with the key
    under which its certificate is kept, and with that certificate's digest."""

    cites: tuple[str, ...] = ()
    key: str = ""
    certificate: str = ""

    @property
    def cited(self) -> list[Claim]:
        kept = _of_file(self.place)
        return [kept.claim(name) for name in self.cites]

    @property
    def as_written(self) -> Claim:
        lemma: Lemma = import_module(_of_file(self.place).module_of(self.lemma)).lemma
        return lemma.claims[self.id]


class CachedQuantities:
    """Quantities that can be measured on real matrices, by a part of proofkit that is named."""

    def __init__(self, content: Mapping[str, Any], terms: Sequence[Term]) -> None:
        self._made_by, self._content, self._terms = content["made by"], content["content"], terms
        self.definitions = {
            name: Definition(variable(name), ONE, "", tuple(measured))
            for name, measured in content["measured"].items()
        }

    def measure(self, measured: tuple[str, ...], values: Mapping[str, Fraction]) -> Any:
        """The quantity of a definition on the real matrices."""
        return self._source.measure(measured, values)

    def written_out(self, values: Mapping[str, Fraction]) -> bool:
        """Are the real matrices small enough to be measured as they are?"""
        return bool(self._source.written_out(values))

    @cached_property
    def _source(self) -> Any:
        return referred(self._made_by)(self._content, self._terms)


class CachedLemma(Lemma):
    """A lemma as its collection keeps it, for questions that need no chain and no SymPy."""

    def __init__(self, kept: StatementCache, id: str, content: Mapping[str, Any]) -> None:
        self.id, self.about, self.faults, self.place = id, "", [], None
        self.title, self.source, self.provenance, self.section = content["about"]
        self.parameters = tuple(kept.parameters[k] for k in content["parameters"])
        self.hypotheses = tuple(kept.hypotheses[k] for k in content["hypotheses"])
        self.quantities = tuple(CachedQuantities(q, kept.terms) for q in content["quantities"])
        self._definitions = {
            name: Definition(variable(name), kept.terms[node], "")
            for name, node in content["definitions"].items()
        }
        self.claims = {
            name: self._claim(kept, name, claim) for name, claim in content["claims"].items()
        }

    @property
    def definitions(self) -> dict[str, Definition]:
        return self._definitions

    def _claim(self, kept: StatementCache, id: str, content: Mapping[str, Any]) -> CachedClaim:
        extra = tuple(kept.hypotheses[k] for k in content["extra"])
        file, line = content["place"]
        return CachedClaim(
            self.id,
            id,
            tuple(Part(label, kept.statement(k), _NO_CHAIN) for label, k in content["parts"]),
            (*self.hypotheses, *extra),
            self._definitions,
            self.parameters,
            content["provenance"],
            SourceLine(os.path.join(kept.folder.parent, file), line),
            cites=tuple(content["cites"]),
            key=content["key"],
            certificate=content["certificate"],
        )


class ParsedTerms(Sequence[Term]):
    """Terms that are read when they are asked for."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    def __getitem__(self, place: Any) -> Any:
        return parse(self._texts[place])


class StatementCache:
    """The file of one collection: tables that its lemmas share, and its lemmas."""

    def __init__(self, folder: Path, content: Mapping[str, Any]) -> None:
        self.folder, self._content = folder, content
        self.terms = ParsedTerms(content["terms"])
        self.modules: Mapping[str, str | None] = content["modules"]
        self._lemmas: dict[str, Lemma] = {}

    @cached_property
    def parameters(self) -> list[Parameter]:
        """All parameters; a tie of several is named by where it is."""
        return [
            Parameter(**row, link=None if link is None else referred(link))
            for link, row in self._content["parameters"]
        ]

    @cached_property
    def hypotheses(self) -> list[Hypothesis]:
        return [Hypothesis(id, self.statement(k)) for id, k in self._content["hypotheses"]]

    def statement(self, place: int) -> Statement:
        """One of the statements."""
        left, relation, right = self._content["statements"][place]
        return Statement(self.terms[left], relation, self.terms[right])

    def lemma(self, id: str) -> Lemma:
        """A lemma by its id."""
        if id not in self._lemmas:
            self._lemmas[id] = CachedLemma(self, id, self._content["lemmas"][id])
        return self._lemmas[id]

    def claim(self, name: str) -> Claim:
        """A claim by its name."""
        lemma, _, claim = name.partition("/")
        return self.lemma(lemma).claims[claim]

    def module_of(self, lemma: str) -> str:
        """The module that makes a lemma."""
        return next(module for module, id in self.modules.items() if id == lemma)


_READ: dict[Path, StatementCache] = {}


def _of_file(place: SourceLine | None) -> StatementCache:
    """Whose file has the claim that is made at this place."""
    above = Path(place.file).parents if place else ()
    return next(_READ[folder] for folder in above if folder in _READ)


@lru_cache
def load(package: str) -> StatementCache | None:
    """What a package keeps, if it keeps anything and that was made from what is here."""
    spec = find_spec(package)
    folder = Path(spec.origin).parent if spec and spec.origin else None
    if folder is None or not (folder / FILE).is_file():
        return None
    try:
        content = json.loads((folder / FILE).read_text(encoding="utf-8"))
        if content["made from"] != made_from(folder):
            return None
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    _READ[folder] = StatementCache(folder, content)
    return _READ[folder]


def made_from(folder: Path) -> str:
    """A digest of all code by which the lemmas of a package come to say what they say."""
    found = hashlib.sha256()
    spec = find_spec("sympy")
    release = [Path(spec.origin).parent / "release.py"] if spec and spec.origin else []
    for place in (folder, PROOFKIT, *release):
        for name, file in _sources(place, place.name):
            with open(file, "rb") as source:
                content = source.read()
            found.update(f"{name} {len(content)}\n".encode() + content)
    return found.hexdigest()


def _sources(place: str | Path, name: str) -> Iterator[tuple[str, str | Path]]:
    """A file, or all modules below a folder, with names that do not depend on where they are."""
    if name.endswith(".py"):
        yield name, place
        return
    for entry in sorted(os.scandir(place), key=lambda entry: entry.name):
        if entry.name.endswith(".py") or (entry.is_dir() and entry.name != "__pycache__"):
            yield from _sources(entry.path, f"{name}/{entry.name}")


def referred(reference: str) -> Any:
    """What is called `MODULE:NAME`."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


def reference(thing: Any) -> str:
    """How a function, or the tie of parameters that has functions, is called; it has to be found
    again by that."""
    sample = next(iter(thing.solve.values())) if isinstance(thing, Link) else thing
    module = import_module(sample.__module__)
    names = [name for name, found in vars(module).items() if found is thing]
    if not names:
        raise LemmaError(f"{thing} has no name in {module.__name__}, and cannot be kept")
    return f"{module.__name__}:{names[0]}"
