"""Which formulas of the text are hypotheses: those that words such as "let" or "for all" bring in
before any word of a conclusion."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from proofkit.latex.scopes import Formula, Item
from proofkit.latex.tokens import CHARACTER, COMMAND, plain, word_set

_LASTING = (
    "let|fix|fixed|suppose|assume|assuming|throughout|consider|given|denote|set|define|put|write|"
    "there exists?|there is|exists|for short"
)
_PASSING = (
    "for all|for any|for every|for each|for some|for|if|when|whenever|since|because|where|"
    "as long as|provided|any|every|all|choose|choosing|setting|taking|take|picking|pick"
)
_LASTS = re.compile(rf"(?i)\b({_LASTING})\b")
_PASSES = re.compile(
    r"(?i)\b(for (all|any|every|each|some)|if|when|whenever|where|since|because)\b"
)
_BRINGS = re.compile(rf"(?i)\b({_LASTING}|{_PASSING})\b")
_JUST_BEFORE = re.compile(
    rf"(?i)\b({_LASTING}|{_PASSING}|each|with|that|and|using|some|constants?|numbers?|reals?|"
    r"integers?|parameters?|such that|it|satisf\w+)\W*(\w+\W+){0,2}$"
)
_CONCLUDES = re.compile(
    r"(?i)\b(then|we have|it holds|holds that|prove|show|impl(y|ies)|we get|we obtain|"
    r"conclude|hence|thus|therefore|so that|at most|at least|follows|verify|claim|equivalent\w*|"
    r"want|need|suffices?|observe|note that|if and only if|is true|we can|can be|must|gives|"
    r"yields|obtain\w*|find that|see that|know that)\b"
)
THROUGHOUT = re.compile(
    r"(?i)\b(throughout|claims are made)\b(?P<paper>\W+(the|this)\W+(paper|work|article|note))?"
)
"""What holds in all proofs of a section, or of the paper."""

_CONDITIONS = re.compile(r"(?i)\b(conditions?|constraints?|assumptions?)(\W+\w+){0,3}\W*$")
_JOINS = re.compile(r"\W*(and|or|with)?\W*")
_INTRODUCES = re.compile(
    r"(?i)\b(with|where|for|when|if|cases?|such that|let|constants?|by|parameters?)\W*(\w+\W+)?$"
)
_END = re.compile(
    r"(?<![A-Z.])(?<!\b[eigcf]\.[eg])(?<!\bcf)(?<!\bEq)(?<!\bresp)[.;?!](?=\s)|^[.;?!]\s"
)
KIND_AFTER = re.compile(
    r"(?i)^\W*(be|are|is|being)?\W*(a|an|any|the|some|arbitrary|fixed|given|two|three|four|all|"
    r"distinct|be)?\W*((?:strictly )?positive|non-?negative|real|reals|integers?|natural)\b"
    r"\W*(reals?|real|integers?|numbers?|constants?)?\W*(numbers?|constants?)?"
)
KIND_BEFORE = re.compile(
    r"(?i)((?:strictly )?positive|non-?negative|reals?|natural)\s+(real numbers|reals?|real|"
    r"integers?|numbers?|constants?|parameters?|variables?)?\s*(numbers?|variables?)?\s*$"
)
INTEGER_BEFORE = re.compile(r"(?i)\bintegers?\s*$")
_AHEAD = 70


@dataclass(frozen=True)
class Brought:
    """A formula that the text brings in as a hypothesis, with the words around it. What does not
    last holds in its sentence."""

    formula: Formula
    sentence: int
    lasting: bool
    before: str
    after: str


@dataclass
class Prose:
    """The hypotheses of a text, in order, the sentence in which each formula is, and formulas of
    sentences that only assume something."""

    brought: list[Brought] = field(default_factory=list)
    assumed: set[Formula] = field(default_factory=set)
    sentence: dict[Formula, int] = field(default_factory=dict)


@dataclass
class _State:
    sentence: int = 0
    words: str = ""
    since_start: str = ""
    kind_words: str = ""
    brought: bool = False
    lasting: bool = False

    def end_sentence(self) -> None:
        self.sentence += 1
        self.words = self.since_start = ""
        self.brought = self.lasting = False


def read_prose(items: Sequence[Item]) -> Prose:
    """The hypotheses that a text brings in."""
    found, state = Prose(), _State()
    for k, item in enumerate(items):
        if isinstance(item, str):
            *ended, last = _sentences(item)
            for _ in ended:
                state.end_sentence()
            state.words += last
            state.since_start += last
            continue
        found.sentence[item] = state.sentence
        after = _words_after(items, k)
        if not _JOINS.fullmatch(state.words):  # "integers $n$, $m$" says so of both
            state.kind_words = state.words
        if _only_assumes(state.since_start) or _INTRODUCES.search(state.words):
            found.assumed.add(item)
        conditions = item.is_display and _CONDITIONS.search(state.words) is not None
        if conditions:
            state.lasting = True
        if _is_brought(state, after) or conditions:
            found.brought.append(Brought(item, state.sentence, state.lasting, state.words, after))
        if item.is_display and _ends_sentence(item):
            state.end_sentence()
        state.words = ""
    return found


def _sentences(text: str) -> list[str]:
    found, start = [], 0
    for match in _END.finditer(text):
        found.append(text[start : match.end()])
        start = match.end()
    return [*found, text[start:]]


def _words_after(items: Sequence[Item], place: int) -> str:
    after = items[place + 1] if place + 1 < len(items) else ""
    return after[:_AHEAD] if isinstance(after, str) else ""


def _lasts(said: str) -> bool:
    """Does the last word that brings something in, bring it in for good?"""
    if THROUGHOUT.search(said):
        return True
    lasting = [match.start() for match in _LASTS.finditer(said)]
    return bool(lasting) and not any(m.start() > lasting[-1] for m in _PASSES.finditer(said))


def _only_assumes(said: str) -> bool:
    """Does what is said of a sentence bring in things, without a conclusion after it?"""
    brings = [match.end() for match in _BRINGS.finditer(said)]
    concludes = [match.start() for match in _CONCLUDES.finditer(said)]
    satisfies = [match.start() for match in re.finditer(r"(?i)\bsatisf\w+", said)]
    if satisfies and not _lasts(
        said
    ):  # "for all t they satisfy" claims what "let it satisfy" does not
        concludes.append(satisfies[-1])
        concludes.sort()
    return bool(brings) and not (concludes and concludes[-1] >= brings[-1])


def _is_brought(state: _State, after: str) -> bool:
    """Is the formula that comes now a hypothesis? Remembers it for those that "and" joins."""
    said = state.since_start
    if _LASTS.search(said) or THROUGHOUT.search(said):
        state.lasting = _lasts(said)
    joined = state.brought and _JOINS.fullmatch(state.words) is not None
    state.brought = _only_assumes(said) and (
        joined
        or _JUST_BEFORE.search(state.words) is not None
        or KIND_BEFORE.search(state.words) is not None
        or KIND_AFTER.match(after) is not None
    )
    return state.brought


def _ends_sentence(formula: Formula) -> bool:
    last = next(
        (
            t
            for t in reversed(formula.tokens)
            if (t.kind == CHARACTER or t.kind == COMMAND)
            and not t.is_command("nonumber", "notag", "qedhere", "end", "label")
        ),
        None,
    )
    return last is not None and last.is_character(".")


_WORD = re.compile(r"\\?[A-Za-z]+")
_NO_LETTER = word_set(
    "\\leq \\le \\geq \\ge \\in \\mathbb R N Z \\frac \\sqrt \\leqslant \\geqslant \\left \\right "
    "\\ldots \\dots \\infty"
)


def letters(formula: Formula) -> set[str]:
    """The letters and Greek letters of a formula, roughly."""
    return set(_WORD.findall(plain(formula.tokens))) - _NO_LETTER


def of_statement(prose: Prose, formula: Formula) -> Iterator[tuple[Brought, str]]:
    """What of a statement's hypotheses holds for a formula in it, or in its proof: what lasts,
    what is in the same sentence, and in the proof what speaks of letters that only one
    sentence of the statement quantifies."""
    mine = prose.sentence.get(formula)
    quantified = {
        (each.sentence, x)
        for each in prose.brought
        if not each.lasting
        for x in letters(each.formula)
    }
    counted = Counter(x for _, x in quantified)
    for each in prose.brought:
        if each.formula is formula:
            continue
        if each.lasting or (mine is None and all(counted[x] < 2 for x in letters(each.formula))):
            yield each, "statement"
        elif mine is not None and each.sentence == mine:
            yield each, "sentence"


def of_text(prose: Prose, formula: Formula, where: str) -> Iterator[tuple[Brought, str]]:
    """What of a proof's or of a paragraph's hypotheses holds for a formula in it."""
    mine = prose.sentence.get(formula)
    for each in prose.brought:
        if each.formula is formula:
            continue
        if each.sentence == mine:
            yield each, "sentence"
        elif each.lasting and each.formula.order < formula.order:
            yield each, where
