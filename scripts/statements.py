"""Write what the paper's collection keeps of what its lemmas say, in `lemmas/statements.json`.
`check` and `prove` go by that and need no SymPy, until the code that it is made from is another.

    python scripts/statements.py
"""

import json
from pathlib import Path

from proofkit.attention.quantity_cache import keep
from proofkit.foundations import files
from proofkit.language import registry, statement_cache
from proofkit.language.from_sympy import data_from_sympy, from_sympy
from proofkit.language.terms import text
from proofkit.search import memory

FOLDER = Path(__file__).parent.parent / "lemmas"


class Table:
    """Rows without repetition, each found again by its place."""

    def __init__(self):
        self.places = {}

    def place(self, row):
        return self.places.setdefault(json.dumps(row), len(self.places))

    def lines(self):
        return "[\n" + ",\n".join(self.places) + "\n]"


class Collection:
    """What a collection keeps: tables that all lemmas share, and the lemmas."""

    def __init__(self, folder):
        self.folder = folder
        self.terms, self.statements, self.parameters, self.hypotheses = (Table() for _ in range(4))

    def term(self, written):
        return self.terms.place(text(data_from_sympy(written)))

    def statement(self, said):
        return self.statements.place([self.term(said.left), said.relation, self.term(said.right)])

    def hypothesis(self, stated):
        return self.hypotheses.place([stated.id, self.statement(stated.statement)])

    def parameter(self, declared):
        row = {name: value for name, value in vars(declared).items() if name != "link"}
        link = None if declared.link is None else statement_cache.reference(declared.link)
        return self.parameters.place([link, row])

    def quantities(self, source, lemma):
        """A source that can be measured, with the definitions that are the left side of a claim."""
        sides = {from_sympy(p.statement.left) for c in lemma.claims.values() for p in c.parts}
        used = {side.args[0] for side in sides if side.op == "variable"}
        measured = {
            n: d.measured for n, d in source.definitions.items() if d.measured and n in used
        }
        if not measured or not hasattr(source, "measure"):
            return []
        made_by, content = keep(source, measured.values(), self.term)
        return [{"made by": made_by, "content": content, "measured": measured}]

    def lemma(self, lemma):
        definitions = {name: self.term(d.expression) for name, d in lemma.definitions.items()}
        return {
            "about": (lemma.title, lemma.source, lemma.provenance, lemma.section),
            "parameters": [self.parameter(p) for p in lemma.parameters],
            "hypotheses": [self.hypothesis(h) for h in lemma.hypotheses],
            "definitions": definitions,
            "quantities": [kept for q in lemma.quantities for kept in self.quantities(q, lemma)],
            "claims": {id: self.claim(lemma, claim) for id, claim in lemma.claims.items()},
        }

    def claim(self, lemma, claim):
        place = Path(claim.place.file).relative_to(self.folder.parent)
        shipped = self.folder / memory.FOLDER / f"{lemma.id}.json"
        certificates = json.loads(shipped.read_text(encoding="utf-8")) if shipped.is_file() else {}
        return {
            "parts": [(part.label, self.statement(part.statement)) for part in claim.parts],
            "extra": [self.hypothesis(h) for h in claim.hypotheses[len(lemma.hypotheses) :]],
            "provenance": claim.provenance,
            "place": (place.as_posix(), claim.place.line),
            "cites": list(dict.fromkeys(cited.name for cited in claim.cited)),
            "key": memory.key(claim),
            "certificate": certificates.get(memory.key(claim), {}).get("digest", ""),
        }


def contents(folder=FOLDER):
    """The text of the file."""
    made, lemmas = Collection(folder), {lemma.id: lemma for lemma, _ in registry.find(())}
    own = [source for source in registry.sources() if source.module.startswith(f"{folder.name}.")]
    said = {s.id: json.dumps(made.lemma(lemmas[s.id])) for s in own if s.id in lemmas}
    rows = {
        "made from": json.dumps(statement_cache.made_from(folder)),
        "modules": json.dumps({s.module: s.id if s.id in lemmas else None for s in own}, indent=0),
        "terms": made.terms.lines(),
        "statements": made.statements.lines(),
        "hypotheses": made.hypotheses.lines(),
        "parameters": made.parameters.lines(),
        "lemmas": "{\n" + ",\n".join(f'"{id}": {row}' for id, row in said.items()) + "\n}",
    }
    return "{\n" + ",\n".join(f'"{name}": {row}' for name, row in rows.items()) + "\n}\n"


def main():
    files.write(str(FOLDER / statement_cache.FILE), contents())


if __name__ == "__main__":
    main()
