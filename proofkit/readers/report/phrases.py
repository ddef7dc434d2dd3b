r"""Running text with formulas in it: `p1 >= 1, so n^(1 - p1) <= 1` with both statements typeset.

Authors write reasons in one line of plain text. What parses there as a term or as a chain of
relations is a formula; everything else stays the words it is. The result is text in which
formulas stand between dollar signs, for `markdown`, `html` and `latex` to finish.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from html import escape as escape_html

from proofkit.language.words import CONSTANTS
from proofkit.readers.report import markdown as notes
from proofkit.readers.report.formulas import Reader, Token, tokens_of
from proofkit.readers.report.mathematics import escape_latex


@lru_cache(maxsize=4096)
def typeset(text: str, known: frozenset[str] = frozenset()) -> str:
    r"""The text with its formulas between dollar signs; `known` are names that are symbols.

    >>> typeset("p1 >= 1, so n^(1 - p1) <= 1")
    '$p_{1} \\ge 1$, so $n^{1 - p_{1}} \\le 1$'
    >>> typeset("a weight grows with its score; see f-NN")
    'a weight grows with its score; see f-NN'
    """
    tokens = tokens_of(_plain(text))
    written, place = "", 0
    while place < len(tokens):
        reader = Reader(tokens, place, known, stacked=False)
        found = reader.formula()
        if found is None:
            written += tokens[place].text
            place += 1
        else:
            written += f"${found}$"
            place = reader.place
    return written


def prose(text: str, known: frozenset[str] = frozenset()) -> str:
    r"""A paragraph with its formulas typeset, whether they are marked as code or not; there `known`
    are names that are symbols.

    >>> prose("The score is `(1 + a1)^2`, see `docs`.")
    'The score is $(1 + a_{1})^{2}$, see `docs`.'
    """

    def code(text: str) -> str:
        formula = _whole(tokens_of(_plain(text)), known, stacked=False)
        return f"${formula}$" if formula else f"`{text}`"

    return coded(text, typeset, code)


def paragraph(running: str) -> str:
    r"""Such a paragraph for Markdown: what is neither formula nor code is words, which start no
    markup.

    >>> print(paragraph("See `docs` <script> {raw}`<b>`"))
    See `docs` \<script\> \{raw}`<b>`
    """
    return coded(running, _words, lambda code: f"`{code}`" if code.strip() else code)


def _words(running: str) -> str:
    """A brace belongs to formulas, and starts no role among words."""

    def unmarked(words: str) -> str:
        return notes.escape(words).replace("{", r"\{")

    return _finished(running, unmarked, lambda formula: f"${formula}$")


def _whole(tokens: list[Token], known: frozenset[str], *, stacked: bool) -> str:
    """The formula that all of it is, or nothing."""
    reader = Reader(tokens, 0, known, stacked=stacked)
    found = reader.formula()
    return found if found and reader.place == len(tokens) else ""


@lru_cache(maxsize=4096)
def formula(text: str, constants: frozenset[str] = frozenset()) -> str:
    r"""A whole term or statement in the kernel's notation as LaTeX, with stacked fractions. The
    names of `constants` stand for numbers, as `pi()` does.

    >>> formula("1/(1 + n^(-a1)*(-1 + n))")
    '\\frac{1}{1 + n^{-a_{1}}\\,(n - 1)}'
    >>> formula("pi*x"), formula("pi*x", frozenset(["pi"]))
    ('\\mathrm{pi}\\,x', '\\pi\\,x')
    """
    tokens = tokens_of(text)
    names = frozenset(token.text for token in tokens if token.kind == "name") - constants
    return _whole(tokens, names, stacked=True) or rf"\text{{{escape_latex(text)}}}"


def is_words(line: str) -> bool:
    """Is a line of a proof words, such as the head of a case, and no statement?"""
    return line.endswith(":") or line.startswith("this")


def statement(line: str, unknowns: Collection[str] = ()) -> str:
    """A line of a proof that was found, as LaTeX. It names constants as they are typed, so that
    only the names of unknowns tell which is meant."""
    if is_words(line):
        return rf"\text{{{escape_latex(line)}}}"
    return formula(line, frozenset(CONSTANTS.keys() - unknowns))


def markdown(running: str) -> str:
    """The text for Markdown, also in a cell of a table."""
    return _finished(running, notes.escape, lambda f: f"${f.replace('|', chr(92) + 'vert ')}$")


def html(running: str) -> str:
    """The text for a page where KaTeX or MathJax is at work."""
    return _finished(running, escape_html, inline)


def dollars(running: str) -> str:
    """The text for HTML in a notebook, which typesets what is between dollar signs."""
    return _finished(running, escape_html, lambda formula: f"${escape_html(formula)}$")


def latex(running: str) -> str:
    """The text for LaTeX."""
    written = _finished(running, escape_latex, lambda formula: f"${formula}$")
    return written.replace("×", r"$\times$").replace("⊗", r"$\otimes$")


def inline(formula: str) -> str:
    """One formula on such a page."""
    return rf'<span class="math notranslate nohighlight">\({escape_html(formula)}\)</span>'


INLINE = re.compile(r'<span class="math notranslate nohighlight">\\\((?P<formula>[^<]*)\\\)</span>')
"""A formula on such a page."""


def coded(running: str, words: Callable[[str], str], code: Callable[[str], str]) -> str:
    """The text with what is marked as code written in one way, and the rest in another."""
    return _alternately(running.split("`"), words, code)


def _finished(running: str, words: Callable[[str], str], formula: Callable[[str], str]) -> str:
    return _alternately(running.split("$"), words, formula)


def _alternately(
    pieces: Sequence[str], even: Callable[[str], str], odd: Callable[[str], str]
) -> str:
    return "".join(odd(p) if k % 2 else even(p) for k, p in enumerate(pieces))


def _plain(text: str) -> str:
    """The text with the signs for products of matrices and for their sizes as one letter."""
    return re.sub(r"(?<=\d) x (?=\d)", " × ", text.replace("$", "").replace(" (x) ", " ⊗ "))
