"""Thresholds as text and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

from proofkit.questions.threshold import BestConstant, Change, Line, Side, Stretch, Threshold
from proofkit.readers.report.json import dump, fields
from proofkit.readers.report.mathematics import PLAIN
from proofkit.readers.report.style import Style
from proofkit.readers.report.wording import assigned, rests_on

TRUTH, ASSUMED = "the claim", "its hypotheses"
PROVED_THERE = "The claim is proved wherever its hypotheses hold, also where not settled here."


def exact(value: Fraction) -> str:
    """A number without rounding: as a decimal if it has one, else as a fraction.

    >>> exact(Fraction(1, 8)), exact(Fraction(1, 3)), exact(Fraction(10**6))
    ('0.125', '1/3', '1000000')
    """
    places = next((k for k in range(201) if 10**k % value.denominator == 0), None)
    if places is None:
        return str(value)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def text(found: Sequence[Threshold], style: Style) -> str:
    """What `threshold` prints."""
    line = found[0].axis
    given = assigned(line.fixed)
    follow = ", ".join(line.following)
    moves = f"{line.over} moves from {exact(line.low)} to {exact(line.high)}"
    moves += f" and {follow} follows" if follow else ""
    lines = style.wrap(f"{moves}; {given}" if given else moves, "  ", first="")
    for one in found:
        lines += ["", style.paint(one.claim.name, "strong")]
        lines += style.wrap(style.notation.claim(one.claim), "    ", first="  ")
        for title, picture in ((TRUTH, one.truth), (ASSUMED, one.assumed)):
            lines += _line(title, one, picture, style)
        if one.axioms:
            lines += style.wrap(rests_on(one.axioms), "    ", first="  ")
        if one.proved:
            lines += style.wrap(PROVED_THERE, "    ", first="  ")
    return "\n".join(lines)


def _line(title: str, one: Threshold, line: Line, style: Style) -> list[str]:
    name, lines = one.axis.over, [f"  {title}"]
    word = "all hold" if title == ASSUMED else "holds"
    not_word = "not all hold" if title == ASSUMED else "fails"
    words = {"holds": word, "fails": not_word, "undecided": "not settled"}
    for stretch in line.stretches:
        verdict = style.paint(words[stretch.verdict], stretch.verdict)
        where = _where(name, stretch)
        plain = style.wrap(f"{words[stretch.verdict]} {where}", "      ", first="    ")
        lines += [plain[0].replace(words[stretch.verdict], verdict, 1), *plain[1:]]
    for change in line.changes:
        lines += style.wrap(_change(name, change), "      ", first="    change: ")
    return lines


def _where(name: str, stretch: Stretch) -> str:
    if stretch.low == stretch.high:
        return f"at {name} = {exact(stretch.low)}"
    where = f"for {name} from {exact(stretch.low)} to {exact(stretch.high)}"
    if stretch.verdict == "undecided":
        where += f", {_width(stretch.high - stretch.low)}"
    return where


def _width(width: Fraction) -> str:
    """How wide, in a few digits.

    >>> _width(Fraction(1, 3)), _width(Fraction(1, 15 * 10**15))
    ('width 1/3', 'width below 1e-16')
    """
    said = exact(width)
    if len(said) <= (6 if "/" in said else 14) or width >= 1:
        return f"width {said}"
    return f"width below 1e-{len(str(width.denominator // width.numerator)) - 1}"


def _change(name: str, change: Change) -> str:
    sides = "; ".join(
        f"{side.verdict} at {name} = {exact(side.value)} ({side.bits} bits)"
        for side in (change.below, change.above)
    )
    if change.exact is None:
        return sides
    return f"{sides}; exactly {exact(change.exact.value)}, where it {change.exact.verdict}"


def json(found: Sequence[Threshold]) -> str:
    """What `threshold --format json` prints."""
    line = found[0].axis
    return dump(
        {
            "over": line.over,
            "from": line.low,
            "to": line.high,
            "fixed": line.fixed,
            "following": list(line.following),
            "claims": [
                {
                    "name": one.claim.name,
                    "statement": PLAIN.claim(one.claim),
                    "truth": _line_data(one.truth),
                    "hypotheses": _line_data(one.assumed),
                    "axioms": one.axioms,
                }
                for one in found
            ],
        }
    )


def _line_data(line: Line) -> dict[str, Any]:
    return {
        "stretches": [{"from": s.low, "to": s.high, "verdict": s.verdict} for s in line.stretches],
        "changes": [
            {name: _side(side) for name, side in vars(change).items() if side}
            for change in line.changes
        ],
    }


def _side(side: Side) -> dict[str, Any]:
    return {"value": side.value, "verdict": side.verdict, "bits": str(side.bits)}


# The best constants for all other parameters ------------------------------------------------


def bounds_text(found: Sequence[BestConstant], style: Style) -> str:
    """What `threshold --for-all` prints."""
    lines: list[str] = []
    for bound in found:
        lines += ["", style.paint(bound.claim.name, "strong")]
        lines += style.wrap(style.notation.claim(bound.claim), "    ", first="  ")
        for sentence in sentences(bound, style):
            lines += style.wrap(sentence, "    ", first="  ")
    return "\n".join(lines[1:])


def sentences(bound: BestConstant, style: Style) -> list[str]:
    """What is certified about one hypothesis, one sentence each."""
    said = [f"hypothesis: {bound.over} {bound.relation} {bound.stated}"]
    if bound.needless:
        said.append("The claim is proved without it.")
    else:
        said += _proved_up_to(bound, style)
        if bound.refuted is not None:
            said.append(f"fails at {at(bound.witness or {})}")
        else:
            said.append("no point beyond it is found where the claim fails")
    return [*said, rests_on(bound.axioms)] if bound.axioms else said


def _proved_up_to(bound: BestConstant, style: Style) -> list[str]:
    write, sign, root = style.notation, bound.relation, bound.root
    if bound.proved is None:
        return ["no value is found for which the claim is proved"]
    if root is None:
        said = [f"proved for all other parameters when {bound.over} {sign} {exact(bound.proved)}"]
        return [f"{_best(bound)}: {exact(bound.proved)}", *said] if bound.tight else said
    beyond = bound.refuted if bound.refuted is not None else bound.proved
    return [
        f"{_best(bound)}: {write.term(root.value)}, a root of {write.term(root.polynomial)}",
        f"proved for all other parameters with {write.statement(root.condition)} in its place, "
        f"which for {bound.over} {sign} {exact(beyond)} says exactly that "
        f"{bound.over} {sign} {write.term(root.value)}",
    ]


def _best(bound: BestConstant) -> str:
    """What a constant is called that is proved: the best one, up to what is not known between
    it and a value that fails."""
    if bound.within is None:
        return "constant of this proof"
    return f"best constant to within {_power(bound.within)}" if bound.within else "best constant"


def _power(value: Fraction) -> str:
    """A positive number of one digit, below 1.

    >>> _power(Fraction(1, 10**10)), _power(Fraction(5, 10**11)), _power(Fraction(2, 5))
    ('1e-10', '5e-11', '4e-1')
    """
    places = next(k for k in count(1) if (value * 10**k).denominator == 1)
    return f"{value * 10**places}e-{places}"


def at(point: Mapping[str, Fraction]) -> str:
    return assigned({name: exact(value) for name, value in point.items()})


def bounds_json(found: Sequence[BestConstant]) -> str:
    """What `threshold --for-all --format json` prints."""
    return dump({"bounds": [_bound(bound) for bound in found]})


def _bound(bound: BestConstant) -> dict[str, Any]:
    root = bound.root
    return {
        "name": bound.claim.name,
        "statement": PLAIN.claim(bound.claim),
        **fields(bound, "over", "end"),
        "strict": bound.stated_as.strict,
        **fields(bound, "stated", "best", "needless"),
        "within": bound.within,
        "polynomial": root and root.polynomial,
        "proved_with": root and PLAIN.statement(root.condition),
        **fields(bound, "proved", "refuted", "witness", "axioms"),
    }
