"""What a step is said to rest on is enough for it, and no more than its facts need."""

import pytest

from proofkit.foundations.errors import CertificateError, Undefined
from proofkit.kernel import inference
from proofkit.kernel.assumptions import Context, Known, Trail
from proofkit.kernel.certificates import Library, read_context
from proofkit.kernel.reading import stated
from proofkit.language.terms import parse
from proofkit.questions import pipeline
from proofkit.questions.steps import hypotheses_of


@pytest.fixture(scope="module")
def proved():
    return pipeline.prove(("gap-weights", "softmax-d1-weights"))


def test_with_these_hypotheses_alone_the_step_is_accepted(proved):
    library, checked = Library(), 0
    for claim in proved.replayed:
        certificate, number = claim.certificate, 0
        context = read_context(certificate)
        for said, proof in zip(certificate["statements"], certificate["proofs"], strict=True):
            here = parse(said["left"])
            for step in proof["steps"]:
                number += 1
                goal = (here, step["relation"], parse(step["term"]))
                here = goal[2]
                used = hypotheses_of(claim, proved.replayed, number)
                few = {id: fact for id, fact in context.hypotheses.items() if id in used}
                known = Known(
                    Context(context.parameters, few, context.definitions), Trail(), library.theorem
                )
                inference.check(with_what_holds(known, proof["facts"]), goal, step["because"])
                checked += len(used) < len(context.hypotheses)
        library.replay(certificate)
    assert checked > 20


def with_what_holds(known, entries):
    """The place with those of the facts that are proved there."""
    for entry in entries:
        fact = stated(known, entry)
        try:
            inference.check(known, fact, entry["because"])
        except (CertificateError, Undefined):
            continue
        known = known.with_fact(entry["id"], fact)
    return known


def test_a_step_that_is_not_there_is_refused(proved):
    with pytest.raises(CertificateError):
        hypotheses_of(proved.claims[0], proved.replayed, 99)
