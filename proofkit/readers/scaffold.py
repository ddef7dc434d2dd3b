"""A new collection: the files that `proofkit new` writes, with one lemma that is proved."""

from __future__ import annotations

import keyword
import re

from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten

_NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", re.ASCII)
_TAKEN = frozenset({"proofkit", "lemmas", "tests", "docs", "numpy", "sympy", "mpmath", "flint"})
MAX_NAME = 60


def collection(name: str) -> dict[str, str]:
    """The files of a collection, by path; the text of each is ready to use."""
    package = name.replace("-", "_")
    if not _NAME.fullmatch(name) or len(name) > MAX_NAME or keyword.iskeyword(package):
        raise InputError(f"name: expected words such as my-lemmas, got {shorten(repr(name))}")
    if package in _TAKEN:
        raise InputError(f"name: {name} is the name of another package; choose one of your own")
    words = {"NAME": name.replace("_", "-"), "PACKAGE": package, "LEMMA": f"{package}_squares"}
    words["ID"] = words["LEMMA"].replace("_", "-")
    return {_filled(path, words): _filled(text, words) for path, text in FILES.items()}


def _filled(text: str, words: dict[str, str]) -> str:
    return re.sub(r"@([A-Z]+)@", lambda match: words[match[1]], text)


FILES = {
    "README.md": """# @NAME@

Lemmas of our own, checked and proved by proofkit.

    python -m pip install --editable .
    proofkit check @ID@
    proofkit prove @ID@
    proofkit pages @ID@ -o docs
    python -m pip install pytest && python -m pytest

Each module of `@PACKAGE@/` that defines `lemma` is one lemma. Write the next one beside
`@PACKAGE@/@LEMMA@.py`; its id is the name of its module, with `-` for `_`.
""",
    "pyproject.toml": """[build-system]
requires = ["setuptools>=70.1"]
build-backend = "setuptools.build_meta"
""",
    "setup.cfg": """[metadata]
name = @NAME@
version = 0.1.0
description = Lemmas checked by proofkit

[options]
packages = @PACKAGE@
install_requires = proofkit

[options.entry_points]
proofkit.lemmas =
    @NAME@ = @PACKAGE@

[tool:pytest]
testpaths = tests
""",
    "@PACKAGE@/__init__.py": '"""Lemmas of our own."""\n',
    "@PACKAGE@/@LEMMA@.py": '''"""However far two numbers are apart, their squares pay for it.

Put your own lemma in the place of this one. What a lemma says and why one should care goes
here; the page of the lemma begins with it.
"""

from sympy import symbols

from proofkit.claims import Hypothesis, at_least, at_most
from proofkit.lemma import Definitions, Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain

x, y = symbols("x y", real=True)

quantities = Definitions()
gap = quantities.let("gap", x - y, "how far apart the two numbers are")

lemma = Lemma(
    "@ID@",
    title="Twice a product is at most the sum of the squares",
    source="any textbook",
    provenance="O",
    section="First steps",
    parameters=(Parameter("x", "1/3", "one number"), Parameter("y", "2", "the other number")),
    hypotheses=(Hypothesis("x-not-negative", at_least(x, 0)),),
    quantities=(quantities,),
    about=__doc__,
)

square = lemma.claim(
    "gap-square",
    at_least(gap**2, 0),
    Chain(gap**2).at_least(0, "a square is never negative"),
)
lemma.claim(
    "twice-product",
    at_most(2 * x * y, x**2 + y**2),
    Chain(2 * x * y)
    .at_most(2 * x * y + gap**2, "a square is never negative", by=square)
    .equals(x**2 + y**2, "(x - y)^2 = x^2 - 2*x*y + y^2"),
)
''',
    "tests/test_@PACKAGE@.py": '''"""Every claim holds at its defaults and is proved."""

import proofkit


def test_every_claim_holds_and_is_proved():
    assert {c.verdict for c in proofkit.check("@ID@").lemmas[0].claims} == {"holds"}
    assert {c.verdict for c in proofkit.prove("@ID@").claims} == {"proved"}


def test_a_hypothesis_that_is_not_met_is_told():
    report = proofkit.check("@ID@", x=-1)
    assert [h.verdict for h in report.lemmas[0].hypotheses] == ["unmet"]
''',
}
