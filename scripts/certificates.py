"""Write the certificates that the paper's collection ships: a file for each lemma in
`lemmas/certificates`, from which a fresh clone proves everything without searching; then what
`scripts/statements.py` writes, which knows the certificates.

    python scripts/certificates.py           search only what has changed
    python scripts/certificates.py --anew    search every proof anew
"""

import json
import os
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import statements

from proofkit.cli import progress
from proofkit.foundations import cache, files
from proofkit.questions import pipeline
from proofkit.search import memory

FOLDER = Path(__file__).parent.parent / "lemmas" / memory.FOLDER


def contents(claims):
    """The text of each file by its name."""
    found = defaultdict(list)
    for proved in claims:
        if proved.verdict != "open" and (FOLDER.parent in Path(proved.claim.place.file).parents):
            line = f"{json.dumps(memory.key(proved.claim))}: {json.dumps(proved.certificate)}"
            found[f"{proved.claim.lemma}.json"].append(line)
    return {name: "{\n" + ",\n".join(lines) + "\n}\n" for name, lines in found.items()}


def main(anew):
    with tempfile.TemporaryDirectory() as nowhere:  # what a user's cache has is not taken
        os.environ[cache.VARIABLE] = cache.OFF if anew else nowhere
        with progress.bar() as bar:
            written = contents(pipeline.prove((), bar).replayed)
    FOLDER.mkdir(exist_ok=True)
    for name, text in written.items():
        files.write(str(FOLDER / name), text)
    for path in FOLDER.glob("*.json"):
        if path.name not in written:
            path.unlink()
    statements.main()
    print(f"{len(written)} files in {FOLDER}")


if __name__ == "__main__":
    main("--anew" in sys.argv[1:])
