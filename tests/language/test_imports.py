"""Who imports whom, read from text; and who asks about one lemma loads no other collection."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from proofkit.language import registry
from proofkit.language.imports import Modules
from proofkit.questions import graph

ROOT = Path(__file__).parent.parent.parent

FORMS = {
    "from top.inner.goal import lemma": True,
    "from top.inner import goal": True,
    "from top.inner import (\n    other,\n    goal as g,  # why\n)": True,
    "from top.inner import other, \\\n    goal": True,
    "from .goal import lemma": True,
    "from . import goal": True,
    "from ..inner.goal import lemma": True,
    "import top.inner.goal": True,
    "import os, top.inner.goal as g": True,
    "import top": True,
    "def later():\n    from top.inner.goal import lemma": True,
    "import importlib\nimportlib.import_module('top.' + 'goal')": True,
    "from proofkit.language import registry": True,
    "from top.inner.other import lemma": False,
    "from top.inner import goals": False,
    "from .goals import lemma": False,
    "import topology": False,
    "x = 'goal'": False,
    "from top.helper import through": True,
}


@pytest.mark.parametrize("text", FORMS)
def test_forms_of_import(tmp_path, text):
    files = {
        "__init__": "",
        "inner/__init__": "",
        "inner/goal": "",
        "inner/other": "",
        "inner/user": text,
        "helper": "from top.inner.goal import lemma as through",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.py").write_text(content)
    found = Modules([("top", tmp_path)]).importing(["top.inner.goal"])
    assert {"top.inner.goal", "top.helper"} <= found
    assert ("top.inner.user" in found) is FORMS[text]
    assert "top.inner.other" not in found


def test_no_user_of_an_installed_lemma_is_missed():
    claims = [claim for _, claims in registry.find(()) for claim in claims]
    cites = {c.name: {k.name for k in graph._named(c)} for c in claims}
    for lemma, own in registry.find(())[::8]:
        around = {claim.name for claim in own}
        while more := {name for name, used in cites.items() if used & around} - around:
            around |= more
        names = [claim.name for claim in claims if claim.name in around]
        assert graph.with_users([lemma.id]) == names


def test_other_collections_are_not_loaded(tmp_path):
    """Not even one that would not let itself be loaded."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "__init__.py").write_text("")
    (tmp_path / "other" / "heavy.py").write_text("raise SystemExit('loaded')")
    info = tmp_path / "other-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[proofkit.lemmas]\nother = other\n")
    for command, code, said in (
        (("explain", "hoeffding"), 0, ""),
        (("graph", "hoeffding"), 0, ""),
        (("explain", "heavy"), 2, "cannot load other.heavy: SystemExit: loaded"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "proofkit", *command],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code
        assert said in done.stderr
        assert bool(said) == bool(done.stderr)
