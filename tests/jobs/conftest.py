"""Modules beside the tests, which workers in other processes import too."""

import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)


@pytest.fixture
def cluster(tmp_path):
    """A Dask scheduler on loopback; the test says which workers it wants."""
    pytest.importorskip("distributed", reason="pip install 'proofkit[dask]'")
    from loopback import Cluster

    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)
