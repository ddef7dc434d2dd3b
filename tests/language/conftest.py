"""Collections that are installed for one test, and no others."""

import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from proofkit.language import registry


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Install collections: `install(name={"module.py": text, ...})`, and nothing else."""
    before = set(sys.modules)
    points = []

    def installer(**collections):
        for name, files in collections.items():
            for path, text in {"__init__.py": "", **files}.items():
                file = tmp_path / name / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            points.append(EntryPoint(name, name, registry.GROUP))
        monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints(points))

    monkeypatch.syspath_prepend(str(tmp_path))
    yield installer
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in {point.name for point in points}:
            del sys.modules[name]
