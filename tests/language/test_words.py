"""The records of relations and functions: what follows from them, and that all go by them."""

import json
import operator
import re
from itertools import product
from pathlib import Path

import pytest
import sympy

from proofkit.kernel.operations import OPERATIONS
from proofkit.language import claims, proof, terms, words

BROWSER = Path(words.__file__).parent.parent / "readers" / "explorer"
COMPARED = {
    "=": operator.eq, "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip
NUMBERS = (-1, 0, 2)


@pytest.mark.parametrize("name", words.RELATIONS)
def test_a_relation_is_the_signs_it_allows(name):
    holds, record = COMPARED[name], words.RELATIONS[name]
    for x, y in product(NUMBERS, repeat=2):
        assert holds(x, y) == ((x > y) - (x < y) in record.signs)
        assert holds(x, y) == COMPARED[words.FLIP[name]](y, x)
        assert holds(x, y) != any(COMPARED[other](x, y) for other in words.OPPOSITE[name])
        assert not holds(x, y) or all(COMPARED[other](x, y) for other in words.IMPLIES[name])


@pytest.mark.parametrize(
    ("relations", "between"),
    [
        (["="], "="), (["=", "<="], "<="), (["<", "<="], "<"), ([">=", ">", "="], ">"),
        (["<=", ">="], ""), (["<", ">"], ""), (["<", "<", "<="], "<"),
    ],
)  # fmt: skip
def test_relations_compose(relations, between):
    assert words.composed(relations) == between


def test_authors_have_a_word_for_each_relation():
    for relation in words.RELATIONS.values():
        assert relation.name in str(claims.Relation)
        assert getattr(proof.Chain(1), relation.method)(2).steps[0].relation == relation.name


def test_every_function_is_one_of_the_kernels_operations():
    assert set(OPERATIONS) == {"sum", "product", "power", *words.FUNCTIONS, *words.CONSTANTS}
    assert all(getattr(sympy, name).is_NumberSymbol for name in words.CONSTANTS)
    assert all(isinstance(getattr(sympy, f.sympy), type) for f in words.FUNCTIONS.values())


def test_no_name_is_one_of_these_words():
    assert not any(terms.is_name(word) for word in (*words.CALLED, *words.EVENTS))


def test_the_browser_goes_by_the_same_records():
    said = re.search(r"RELATIONS = (\{.*\});", (BROWSER / "evaluate.js").read_text("utf-8"))
    known = re.search(r"FUNCTIONS: \{(.*)\}", (BROWSER / "arithmetic.js").read_text("utf-8"))
    signs = {name: sorted(record.signs) for name, record in words.RELATIONS.items()}
    assert json.loads(said[1]) == signs
    assert set(known[1].replace(",", " ").split()) == {
        f.name for f in words.FUNCTIONS.values() if f.browser
    }
