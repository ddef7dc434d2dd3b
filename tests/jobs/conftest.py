"""Modules beside the tests, which workers in other processes import too."""

import signal
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background: all processes of these tests would be deaf to Ctrl-C too.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def cluster(tmp_path):
    """A Dask scheduler on loopback; the test says which workers it wants."""
    pytest.importorskip("distributed", reason="pip install dask distributed")
    from loopback import Cluster

    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)
