"""What a collection keeps of what its lemmas say, so that nobody has to make them in SymPy again.

A package may bring a file `statements.json`, as it brings certificates: statements, definitions,
hypotheses and parameters of every claim, and the nodes of the expressions that its author wrote.
Like the package's code it is part of the package, and it counts only while that code and the parts
of proofkit that read it are byte for byte those that it was made from.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from proofkit.foundations.errors import LemmaError
from proofkit.language.claims import Claim, Definition, Hypothesis, Part, SourceLine, Statement
from proofkit.language.expressions import NUMBER, ONE, SYMBOL, Expression, expression
from proofkit.language.lemma import Lemma
from proofkit.language.parameters import Link, Parameter
from proofkit.language.proof import Chain

FILE = "statements.json"
PROOFKIT = Path(__file__).parent.parent
DETERMINING = (
    "attention",
    "foundations/exact.py",
    "kernel/terms.py",
    "language",
    "readers/report/mathematics.py",
    "search/from_sympy.py",
    "search/header.py",
    "search/implied.py",
    "search/memory.py",
    "search/sympy_nodes.py",
)
"""The parts of proofkit that, with SymPy, make statements of what authors write."""

_NO_CHAIN = Chain(ONE)


@dataclass(frozen=True)
class KeptStatement(Statement):
    """A statement of plain expressions, with what it looks like in each notation by its name."""

    written: Mapping[str, str] = field(compare=False)


@dataclass(frozen=True)
class KeptClaim(Claim):
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


class KeptQuantities:
    """Quantities that can be measured on real matrices, by a part of proofkit that is named."""

    def __init__(self, content: Mapping[str, Any], nodes: Sequence[Expression]) -> None:
        self._made_by, self._content, self._nodes = content["made by"], content["content"], nodes
        self.definitions = {
            name: Definition(expression(SYMBOL, name), ONE, "", tuple(measured))
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
        return referred(self._made_by)(self._content, self._nodes)


class KeptLemma(Lemma):
    """A lemma as its collection keeps it, for questions that need no chain and no SymPy."""

    def __init__(self, kept: KeptCollection, id: str, content: Mapping[str, Any]) -> None:
        self.id, self.about, self.faults, self.place = id, "", [], None
        self.title, self.source, self.provenance, self.section = content["about"]
        self.parameters = tuple(kept.parameters[k] for k in content["parameters"])
        self.hypotheses = tuple(kept.hypotheses[k] for k in content["hypotheses"])
        self.quantities = tuple(KeptQuantities(q, kept.nodes) for q in content["quantities"])
        self._definitions = {
            name: Definition(expression(SYMBOL, name), kept.nodes[node], "")
            for name, node in content["definitions"].items()
        }
        self.claims = {
            name: self._claim(kept, name, claim) for name, claim in content["claims"].items()
        }

    @property
    def definitions(self) -> dict[str, Definition]:
        return self._definitions

    def _claim(self, kept: KeptCollection, id: str, content: Mapping[str, Any]) -> KeptClaim:
        extra = tuple(kept.hypotheses[k] for k in content["extra"])
        file, line = content["place"]
        return KeptClaim(
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


class KeptCollection:
    """The file of one collection: tables that its lemmas share, and its lemmas."""

    def __init__(self, folder: Path, content: Mapping[str, Any]) -> None:
        self.folder, self._content = folder, content
        self.modules: Mapping[str, str | None] = content["modules"]
        self._lemmas: dict[str, Lemma] = {}

    @cached_property
    def nodes(self) -> list[Expression]:
        """All expressions, each after its parts."""
        found: list[Expression] = []
        for row in self._content["nodes"]:
            if isinstance(row, str):
                found.append(expression(SYMBOL, row))
            elif isinstance(row, int):
                found.append(expression(NUMBER, Fraction(row)))
            elif isinstance(row[0], int):
                found.append(expression(NUMBER, Fraction(*row)))
            else:
                found.append(expression(row[0], *(found[k] for k in row[1:])))
        return found

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

    def statement(self, place: int) -> KeptStatement:
        """One of the statements."""
        left, relation, right, written = self._content["statements"][place]
        return KeptStatement(self.nodes[left], relation, self.nodes[right], written)

    def lemma(self, id: str) -> Lemma:
        """A lemma by its id."""
        if id not in self._lemmas:
            self._lemmas[id] = KeptLemma(self, id, self._content["lemmas"][id])
        return self._lemmas[id]

    def claim(self, name: str) -> Claim:
        """A claim by its name."""
        lemma, _, claim = name.partition("/")
        return self.lemma(lemma).claims[claim]

    def module_of(self, lemma: str) -> str:
        """The module that makes a lemma."""
        return next(module for module, id in self.modules.items() if id == lemma)


_READ: dict[Path, KeptCollection] = {}


def _of_file(place: SourceLine | None) -> KeptCollection:
    """Whose file has the claim that is made at this place."""
    above = Path(place.file).parents if place else ()
    return next(_READ[folder] for folder in above if folder in _READ)


@lru_cache
def kept(package: str) -> KeptCollection | None:
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
    _READ[folder] = KeptCollection(folder, content)
    return _READ[folder]


def made_from(folder: Path) -> str:
    """A digest of all code that determines what the lemmas of a package say."""
    found = hashlib.sha256()
    spec = find_spec("sympy")
    release = [Path(spec.origin).parent / "release.py"] if spec and spec.origin else []
    for place in (folder, *(PROOFKIT / name for name in DETERMINING), *release):
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
