"""`proofkit new`: a collection that installs and passes."""

import os
import subprocess
import sys

import pytest

from proofkit.foundations.errors import InputError
from proofkit.readers import scaffold


def test_a_new_collection_passes_its_own_tests(run, tmp_path):
    code, out, _ = run("new", "our-lemmas", "-o", str(tmp_path / "here"))
    assert code == 0 and "our-lemmas-squares" in out
    folder = tmp_path / "here"
    info = folder / "our_lemmas-0.1.0.dist-info"  # as installing it in place would leave it
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: our-lemmas\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[proofkit.lemmas]\nour-lemmas = our_lemmas\n")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    arguments = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    ran = subprocess.run(
        arguments, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout
    assert "2 passed" in ran.stdout


@pytest.mark.parametrize(
    "name", ["", "Ours", "1st", "a b", "../x", "numpy", "for", "a" * 99, "a--b"]
)
def test_a_name_that_cannot_be_a_package_is_refused(name):
    with pytest.raises(InputError, match="name: "):
        scaffold.collection(name)


def test_what_is_there_is_not_written_over(run, tmp_path):
    (tmp_path / "mine").write_text("precious")
    code, _, err = run("new", "ours", "-o", str(tmp_path))
    assert code == 2 and "expected an empty folder" in err
    assert (tmp_path / "mine").read_text() == "precious"
