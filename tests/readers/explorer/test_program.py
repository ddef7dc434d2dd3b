"""Terms become entries of a table: shared, complete, and refused where the page has no rule."""

from copy import copy

import pytest

from proofkit.foundations.errors import UnsupportedTerm
from proofkit.kernel.assumptions import Context
from proofkit.language import registry
from proofkit.language.terms import Term, number, parse
from proofkit.readers import explorer
from proofkit.readers.explorer.program import Program

KNOWN = {
    *("number", "variable", "sum", "product", "power", "whole", "root", "exp", "log", "P"),
    *("abs", "max", "min"),
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


def test_every_function_of_the_language_has_an_entry():
    program = Program()
    context = Context({"x": False, "y": False})
    for written, entry in (
        ("sqrt(x)", ("root", 0)),
        ("abs(x)", ("abs", 0)),
        ("max(x, y)", ("max", 0, 3)),
        ("min(x, y)", ("min", 0, 3)),
    ):
        assert program.entries[program.add(parse(written), context)] == entry


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


def test_a_letter_may_mean_different_things_in_different_lemmas():
    """Two lemmas have an x of their own: each keeps its meaning, default and range."""
    from proofkit.readers.explorer.content import content

    chosen = registry.find(["linear-unit", "bernoulli", "tangents"])
    found = content(chosen, {})
    used = {
        lemma["id"]: [found["parameters"][p["is"]] for p in lemma["parameters"]]
        for lemma in found["lemmas"]
    }
    for lemma, _ in chosen:
        assert [(p["name"], p["meaning"], p["default"]) for p in used[lemma.id]] == [
            (p.name, p.meaning, p.default) for p in lemma.parameters
        ]
    meanings = {p["meaning"] for own in used.values() for p in own if p["name"] == "x"}
    assert len(meanings) > 1


def test_presets_fail_where_they_say_and_are_offered_where_they_fit():
    from lemmas.presets import PRESETS
    from proofkit.questions import pipeline
    from proofkit.readers.explorer.content import content

    edges = registry.find(["softmax-d0-weights", "softmax-d1-weights"])
    for preset in PRESETS:
        known = {lemma.id: {p.name for p in lemma.parameters} for lemma, _ in edges}
        fit = [id for id, names in known.items() if set(preset.values) <= names]
        names = [claim.partition("/")[0] for claim in preset.fails] or fit
        offered = content(registry.find(names), {})
        for lemma in offered["lemmas"]:
            assert preset.name in [offered["presets"][k]["name"] for k in lemma["presets"]]
        wanted_here = "fails" if preset.fails else "holds"
        for values, wanted in ((preset.values, wanted_here), ({}, "holds")):
            report = pipeline.check(preset.fails or fit, dict(values))
            found = {c.verdict for lemma in report.lemmas for c in lemma.claims}
            assert found == {wanted}, (preset.name, values)


def test_hostile_titles_stay_text():
    ((known, claims),) = registry.find(["softmax-unit"])
    lemma = copy(known)
    lemma.title = "</script><script>alert(1)</script>"
    written = explorer.page([(lemma, claims)], {})
    assert "<script>alert" not in written
    assert written.count("</script>") == 2
