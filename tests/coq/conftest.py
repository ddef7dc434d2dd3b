"""One export of a lemma, and one of everything, shared by the tests that need them."""

import shutil

import pytest

from proofkit import pipeline
from proofkit.coq import export


@pytest.fixture(scope="session")
def coqc():
    if shutil.which("coqc") is None:
        pytest.fail("coqc is missing: install the Debian packages coq and libcoq-interval")


@pytest.fixture(scope="session")
def made():
    """The files of one lemma and of those it needs."""
    return export.documents(pipeline.prove(["softmax-d1-weights", "softmax-d1-signs/margin"]))


@pytest.fixture(scope="session")
def weights(made):
    return next(d for d in made if d.module == "softmax_d1_weights")
