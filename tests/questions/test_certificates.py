"""What thresholds, maps, best constants and audits write, `verify` replays."""

import json
from types import SimpleNamespace

import pytest

from proofkit import cli
from proofkit.foundations.errors import CertificateError
from proofkit.foundations.seals import file_text, seal
from proofkit.kernel.certificates import replay_text
from proofkit.questions.audit import audit
from proofkit.questions.regions import reading, regions
from proofkit.questions.threshold import bounds_of, threshold

CLAIM = "softmax-d1-weights/f-NN"
RANGES = [reading("a1=0.4:1"), reading("n=2:1e6")]


@pytest.fixture
def run(capsys):
    def command(*arguments):
        code = cli.run(arguments)
        return SimpleNamespace(code=code, out=capsys.readouterr().out)

    return command


@pytest.fixture(scope="module")
def golden():
    return regions(CLAIM, RANGES, {"d": 3}, 120)


def test_every_box_of_a_map_is_replayed(golden):
    *_, verdict = replay_text(file_text(golden.certificates))
    for said in ("holds", "fails"):
        assert verdict.pieces[said] == sum(box.verdict == said for box in golden.boxes) > 0
    written = [piece[0] for piece in golden.certificates[-1]["pieces"]]
    for box in golden.boxes:
        ends = [[str(low), str(high)] for low, high in golden.ends(box)]
        assert (ends in written) == (box.verdict != "undecided")


def test_a_false_map_is_refused(golden):
    """A box that is said to hold where the claim fails, or is larger than what is proved."""
    claim = json.loads(json.dumps(golden.certificates[-1], default=str))
    held = next(k for k, piece in enumerate(claim["pieces"]) if piece[1] == "holds")
    for change in ("verdict", "range"):
        false = json.loads(json.dumps(claim))
        piece = false["pieces"][held]
        if change == "verdict":
            piece[1] = "fails"
        else:
            piece[0][0][0] = "2/5"
        with pytest.raises(CertificateError, match=f"piece {held + 1}"):
            replay_text(file_text([*golden.certificates[:-1], seal(false)]))


def test_a_thousand_boxes_stay_small():
    found = regions(CLAIM, RANGES, {"d": 3}, 700)
    text = file_text(found.certificates)
    *_, region = found.certificates
    pieces = len(region["pieces"])
    assert pieces > 200 and len(region["nodes"]) <= 12
    assert len(json.dumps(json.loads(text))) < 100 * pieces + 20_000


@pytest.mark.parametrize(
    ("selected", "over", "given"),
    [
        (CLAIM, "a1", {}),
        (CLAIM, "n", {"d": 3, "a1": "3/5"}),
        ("softmax-d1-signs/margin", "c", {}),
        ("softmax-d1-signs/probability", "a1", {"d": 6, "n": 12}),
    ],
)
def test_stretches_are_covered_by_pieces_that_are_replayed(selected, over, given):
    (found,) = threshold(selected, over, given, digits=3)
    truth, assumed = replay_text(file_text(list(found.certificates)))
    assert sum(truth.pieces.values()) and sum(assumed.pieces.values())
    (axis,) = found.certificates[0]["over"]
    assert axis == over
    pieces = [(piece[0][0], piece[1]) for piece in found.certificates[0]["pieces"]]
    for stretch in found.truth.stretches:
        if stretch.verdict != "undecided":
            ends = {str(stretch.low), str(stretch.high)}
            assert any(ends & set(r) and verdict == stretch.verdict for r, verdict in pieces)


def test_the_best_constant_comes_with_its_proof_and_its_refutation():
    (bound,) = bounds_of(CLAIM, "a1")
    proved, refuted = replay_text(file_text(list(bound.certificates)))[-2:]
    assert (proved.value, refuted.value) == ("proved", "refuted")
    assert refuted.witness["a1"] == bound.refuted


def test_needed_hypotheses_of_an_audit_are_refutations():
    report = audit((CLAIM,))
    verdicts = {v.name: v for v in replay_text(file_text(report.certificates))}
    assert verdicts[CLAIM].value == "proved"
    needed = verdicts[f"{CLAIM}-without-a1-lower"]
    assert needed.value == "refuted" and "a1-lower" not in needed.context.hypotheses


def test_the_commands_write_what_verify_reads(run, tmp_path):
    path = str(tmp_path / "certificates.json")
    for arguments in (
        ("threshold", CLAIM, "--over", "a1"),
        ("threshold", CLAIM, "--over", "a1", "--for-all"),
        ("regions", CLAIM, "--over", "a1=0.4:1", "--over", "n=2:1e6", "-p", "d=3", "--boxes", "60"),
        ("audit", CLAIM),
    ):
        assert run(*arguments, "--certificates", path).code in (0, 1)
        assert run("verify", path).code in (0, 1)


def test_a_map_is_shown_with_its_pieces(run, tmp_path):
    path = str(tmp_path / "certificates.json")
    run("threshold", CLAIM, "--over", "a1", "--certificates", path)
    shown = run("verify", path)
    assert "pieces: holds on" in shown.out and "2 maps" in shown.out
    content = json.loads(run("verify", path, "--format", "json").out)
    assert content["summary"]["maps"] == 2 and content["claims"][0]["pieces"]["fails"] > 0
