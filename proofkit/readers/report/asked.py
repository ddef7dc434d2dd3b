"""What `ask` answers, as text, JSON and LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from proofkit.evidence import telling
from proofkit.evidence.lines import Line, distinct
from proofkit.evidence.tidy import said
from proofkit.foundations.effort import limited
from proofkit.foundations.errors import ProofkitError
from proofkit.kernel.assumptions import Fact, Known, Trail, no_theory
from proofkit.kernel.places import Indexed
from proofkit.language.binding import ForEach, Range, is_indexed
from proofkit.language.grammar.tokens import DIFFERS
from proofkit.language.parameters import kind
from proofkit.language.terms import parse
from proofkit.language.words import RELATIONS
from proofkit.readers.report import phrases, wording
from proofkit.readers.report.json import dump
from proofkit.readers.report.mathematics import LATEX
from proofkit.readers.report.phrases import formula
from proofkit.readers.report.quantifiers import Hand, Quantified
from proofkit.readers.report.wording import assigned
from proofkit.search.families import telling as family_telling
from proofkit.search.nodes import fact_text

if TYPE_CHECKING:
    from proofkit.questions.ask import Answer


_RELATION = re.compile(r" (<=|>=|=|<|>) ")
UNTOLD = "the kernel accepts the proof, which is too long or too odd to be told"


def quantified(answer: Answer) -> Quantified:
    """What was asked, as it was understood: unknowns with their kinds, hypotheses, statements."""
    kinds = {name: kind(whole) for name, whole in answer.context.parameters.items()}
    context = answer.context
    families = {name: kind(whole) for name, (whole, _) in (context.families or {}).items()}
    return Quantified(
        kinds, [*context.hypotheses.values(), *context.each.values()], answer.facts, families
    )


def _plainly(fact: Fact | ForEach) -> str:
    return str(fact) if isinstance(fact, ForEach) else fact_text(fact)


def _in_latex(fact: Fact | ForEach) -> str:
    """Between dollar signs."""
    ranges: Sequence[Range] = ()
    if isinstance(fact, ForEach):
        ranges, fact = fact.spelled()
    if not ranges and not any(is_indexed(side) for side in fact[::2]):
        return f"${formula(fact_text(fact))}$"
    said = f"{LATEX.term(fact[0])} {RELATIONS[fact[1]].latex} {LATEX.term(fact[2])}"
    tail = [
        rf"{LATEX.symbol(i)} = {LATEX.term(low)}, \ldots, {LATEX.term(high)}"
        for i, low, high in ranges
    ]
    return f"${said}$ for ${'$ and $'.join(tail)}$" if tail else f"${said}$"


PLAINLY = Hand(str, _plainly)
RUNNING = Hand(lambda name: f"${LATEX.symbol(name)}$", _in_latex)


def quantifier(answer: Answer) -> str:
    """For which values the statement is asked, and what its functions mean, as running text."""
    return f"{quantified(answer).quantifier(RUNNING)}{_where(answer)}".removeprefix(", ")


def lines(answer: Answer) -> list[Line]:
    """The proof of every part of the statement; without its lines where they cannot be told, for
    the verdict stands whatever is said of it."""
    try:
        with limited(seconds=answer.left):
            return _told(answer)
    except Exception as fault:
        return [*_untold(answer, fault)]


def _untold(answer: Answer, fault: Exception) -> Iterator[Line]:
    """The statement, and the rules of its certificate."""
    why = "" if isinstance(fault, ProofkitError) else f" ({type(fault).__name__})"
    for fact, node in zip(answer.facts, answer.proofs, strict=True):
        rules = ", ".join(dict.fromkeys(_rules(node)))
        yield Line(0, fact_text(fact), f"{UNTOLD}{why}; its rules are {rules}")


def _rules(node: object) -> Iterator[str]:
    if isinstance(node, Mapping):
        if isinstance(node.get("rule"), str):
            yield node["rule"]
        node = list(node.values())
    for part in node if isinstance(node, list | tuple) else ():
        yield from _rules(part)


def _told(answer: Answer) -> list[Line]:
    found: list[Line] = []
    if answer.context.families is not None:
        for fact, node in zip(answer.facts, answer.proofs, strict=True):
            found += family_telling.lines(_known(answer), fact, node)
        return distinct(found)
    for fact, node, entries in zip(answer.facts, answer.proofs, answer.entries, strict=True):
        found += telling.lines(_known(answer), fact, node, entries)
    return distinct(found)


def _known(answer: Answer) -> Known:
    if answer.context.families is None:
        return Known(answer.context, Trail())
    return Indexed(answer.context, Trail(), no_theory)


def as_text(answer: Answer) -> str:
    """For a terminal."""
    asked, begun = answer.statement.strip(), quantified(answer).quantifier(PLAINLY)
    meant = [f"{said} means {meaning}" for said, meaning in answer.meanings.items()]
    head = "\n  ".join([asked, *([begun] if begun else []), *meant])
    if answer.verdict == "refuted":
        at = assigned({name: _listed(value) for name, value in (answer.witness or {}).items()})
        fact = _said(answer.facts[answer.part])
        return f"refuted  {head}\n  {fact} fails{f' at {at}' if at else ''}{_enough(answer)}"
    if answer.verdict == "open":
        return "\n".join([f"open  {head}", *(f"  {line}" for line in answer.closest)])
    shown = [f"proved  {head}"]
    for line in lines(answer):
        shown.append(
            f"  {'  ' * line.depth}{line.statement}{f'  [{line.reason}]' if line.reason else ''}"
        )
    return "\n".join(shown)


def _enough(answer: Answer) -> str:
    """The further hypothesis that was looked for."""
    if answer.sufficient is None:
        return ""
    found = f"it is proved with one more hypothesis: {answer.sufficient}"
    return f"\n  {found if answer.sufficient else 'none of the simple hypotheses tried is enough'}"


def _said(fact: Fact) -> str:
    """The fact as a reader likes it, or as it stands."""
    try:
        return said(fact)
    except (ArithmeticError, ValueError, RecursionError):
        return fact_text(fact)


def _listed(value: object) -> str:
    """A number, or a list of numbers; entries that do not begin at 1 with their indices."""
    if isinstance(value, Mapping):
        entries = ", ".join(f"[{at}] = {entry}" for at, entry in value.items())
        return f"({entries})" if entries else "0"
    return f"[{', '.join(value)}]" if isinstance(value, list) else str(value)


def _families(answer: Answer) -> dict[str, object]:
    """The families and the number of their indices, if there are any."""
    families = answer.context.families
    if families is None:
        return {}
    found = {name: [kind(whole), arity] for name, (whole, arity) in families.items()}
    return {"families": found}


def as_json(answer: Answer) -> str:
    """For programs; numbers that could be rounded are strings."""
    content = {
        "verdict": answer.verdict,
        "statement": answer.statement,
        "given": list(answer.given),
        "kinds": dict(quantified(answer).kinds),
        "hypotheses": [*map(_plainly, quantified(answer).hypotheses)],
        **_families(answer),
        "meanings": dict(answer.meanings),
        "steps": [vars(line) for line in lines(answer)] if answer.verdict == "proved" else [],
        "witness": dict(answer.witness) if answer.witness is not None else None,
        "sufficient": answer.sufficient,
        "closest": answer.closest,
        "seconds": f"{answer.seconds:.3f}",
    }
    return dump(content, ascii=False)


def as_latex(answer: Answer) -> str:
    """What was asked as a sentence, and an `align*` of the lines or the witness in a comment."""
    sentence = wording.capital(quantified(answer).sentence(RUNNING))
    asked = phrases.latex(f"{sentence}{_where(answer)}")
    if answer.verdict != "proved":
        found = as_text(answer).splitlines()
        return "\n".join([*(f"% {line}" for line in found), f"% {asked}."])
    rows = []
    for line in lines(answer):
        says = r"\quad " * line.depth + _statement_in_latex(answer, line.statement)
        rows.append(rf"  &{says} && \text{{{_escaped(line.reason)}}}")
    body = "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"
    return f"{asked}.\n{body}"


def _where(answer: Answer) -> str:
    """How functions and signs were read that the terms do not have any more."""
    said = [
        rf"$\mathrm{{{name}}}({names} = {formula(answer.meanings[f'{name}({names}'])}$"
        for name, _, names in (key.partition("(") for key in answer.meanings)
        if names and DIFFERS not in name
    ]
    return f", where {', '.join(said)}" if said else ""


def _statement_in_latex(answer: Answer, statement: str) -> str:
    """A line of a proof; sums over an index as sigmas."""
    if answer.context.families is None:
        return phrases.statement(statement, answer.context.parameters)
    body, _, tail = statement.partition(" for ")
    found = _RELATION.split(body)
    if len(found) != 3:
        return rf"\text{{{_escaped(statement)}}}"
    left, right = (LATEX.term(parse(side)) for side in (found[0], found[2]))
    words = rf" \quad \text{{for {_escaped(tail)}}}" if tail else ""
    return f"{left} {RELATIONS[found[1]].latex} {right}{words}"


def as_html(answer: Answer) -> str:
    """The lines of a proof, each with its reason at the right, for a page where something sets
    formulas."""
    shown, known = [], frozenset((*answer.context.parameters, *answer.context.definitions))
    for line in lines(answer):
        shown.append(line_html(line, known))
    return "".join(shown)


def line_html(line: Line, known: frozenset[str]) -> str:
    """One line of a proof that was found, for such a page; `known` are names of symbols."""
    words = phrases.is_words(line.statement)
    said = phrases.statement(line.statement, known)
    says = phrases.typeset(line.statement, known) if words else f"${said}$"
    why = phrases.html(phrases.typeset(line.reason, known))
    return (
        f'<div class="proofkit-said" style="padding-left: {2 * line.depth}em">'
        f'<span class="proofkit-term">{phrases.html(says)}</span>'
        f'<span class="proofkit-why">{why}</span></div>'
    )


def _escaped(reason: str) -> str:
    for character in "\\{}_^#&%$~":
        reason = reason.replace(
            character, {"^": r"\^{}", "\\": "/", "~": " "}.get(character, "\\" + character)
        )
    return reason
