"""Terms become entries of a table: shared, complete, and refused where the page has no rule."""

from copy import copy

import pytest

from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.assumptions import Context
from proofkit.kernel.terms import Term, number, parse
from proofkit.language import registry
from proofkit.readers import explorer
from proofkit.readers.explorer.program import Program

KNOWN = {
    *("number", "variable", "sum", "product", "power", "whole", "exp", "log", "P"),
    *("above", "reaches", "exceeds", "despite", "some", "none", "both"),
}


def test_definitions_are_written_out_and_terms_shared():
    program = Program()
    context = Context({"n": True}, {}, {"u": parse("n^2"), "f": parse("u/(u + 1)")})
    assert program.add(parse("f"), context) == program.add(parse("u/(u + 1)"), context)
    assert program.add(parse("n^2/(n^2 + 1)"), Context({"n": True})) == program.add(
        parse("f"), context
    )
    assert ("variable", "f") not in program.entries
    assert len(set(program.entries)) == len(program.entries)


def test_an_entry_stands_after_what_it_needs():
    program = Program()
    program.add(parse("exp(-1/(200*(x + 1/3)^2))*x^(1 - x)"), Context({"x": False}))
    for place, (op, *args) in enumerate(program.entries):
        if op not in ("number", "variable"):
            parts = args[:1] if op == "whole" else args
            assert all(part < place for part in parts)


def test_a_whole_exponent_is_not_a_real_one():
    program = Program()
    place = program.add(parse("x^3"), Context({"x": False}))
    assert program.entries[place] == ("whole", 0, 3)
    place = program.add(parse("x^(1 + 1 + 1)"), Context({"x": False}))
    assert program.entries[place][0] == "power"


@pytest.mark.parametrize(
    "term",
    [
        Term("sin", (number(1),)),
        Term("P", (Term("sometimes", (number(1),)),)),
        Term("some", (number(1), Term("exceeds", (number(1), number(2))))),
        parse("x^1000000"),
    ],
)
def test_what_the_page_cannot_compute_is_refused(term):
    with pytest.raises(UnsupportedTerm):
        Program().add(term, Context({"x": False}))


def test_all_lemmas_fit_the_page_and_bytes_do_not_change():
    chosen = registry.find(())
    first = explorer.page(chosen, {})
    assert first == explorer.page(chosen, {})
    assert len(first.encode()) < 1_000_000
    for name in ("http://", "https://", "src=", "@import"):
        assert name not in first.replace("http://www.w3.org/2000/svg", "")


def test_every_entry_has_a_rule():
    from proofkit.readers.explorer.content import content

    found = content(registry.find(()), {})
    assert {entry[0] for entry in found["table"]} <= KNOWN


def test_hostile_titles_stay_text():
    ((known, claims),) = registry.find(["softmax-unit"])
    lemma = copy(known)
    lemma.title = "</script><script>alert(1)</script>"
    written = explorer.page([(lemma, claims)], {})
    assert "<script>alert" not in written
    assert written.count("</script>") == 2
