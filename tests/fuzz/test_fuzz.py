"""A short run of the fuzzer; `python tests/fuzz/fuzz_kernel.py` runs on."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

HARNESS = Path(__file__).with_name("fuzz_kernel.py")


@pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="atheris is missing: pip install atheris (the hypothesis tests run without it)",
)
def test_a_short_run_finds_nothing(tmp_path):
    corpus = tmp_path / "corpus"
    run = subprocess.run(
        [sys.executable, str(HARNESS), "-runs=30000", "-timeout=300", str(corpus)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    assert "Done" in run.stderr
