"""The paper's symbols as matplotlib's mathtext, and numbers as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from proofkit.foundations.errors import UnsupportedTerm
from proofkit.foundations.exact import rational
from proofkit.language.claims import Statement
from proofkit.language.terms import Term
from proofkit.language.to_sympy import to_sympy
from proofkit.language.words import RELATIONS

_NAME = re.compile(r"([A-Za-z]+)(\d*)((?:_[A-Za-z0-9]+)*)")
_GREEK = frozenset({"alpha", "beta", "delta", "tau", "theta"})
LONGEST = 90


def symbol(name: str) -> str:
    r"""A name without the dollars around it.

    >>> print(symbol("a1"), symbol("alpha_N"), symbol("c_N_own"))
    a_{1} \alpha_{N} c_{N,\mathrm{own}}
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return rf"\mathrm{{{name}}}"
    head, digits, below = match.groups()
    letter = rf"\{head}" if head in _GREEK else head
    letter = letter if len(head) == 1 or head in _GREEK else rf"\mathrm{{{head}}}"
    subscripts = [digits, *below.split("_")]
    shown = [s if s.isdigit() or s.isupper() else rf"\mathrm{{{s}}}" for s in subscripts if s]
    return f"{letter}_{{{','.join(shown)}}}" if shown else letter


def inline(name: str) -> str:
    """A name as a label."""
    return f"${symbol(name)}$"


def event(said: str) -> str:
    r"""The probability of what is said of the network, as a label.

    >>> print(event("F(D1) > 0 and F(D0) = 0"))
    $\Pr[\,F(D_{1}) > 0,\ F(D_{0}) = 0\,]$
    """
    written = re.sub(r"\b([A-Z])(\d)", r"\1_{\2}", said).replace(" and ", r",\ ")
    return rf"$\Pr[\,{written}\,]$"


def expression(term: Term, otherwise: str) -> str:
    """A term as a label; one that is too long for a legend is called `otherwise`."""
    from sympy import latex

    try:
        drawn = to_sympy(term)
    except UnsupportedTerm:
        return otherwise
    names = {s: symbol(s.name) for s in drawn.free_symbols}
    written = latex(drawn, order="none", symbol_names=names, ln_notation=False)
    return otherwise if len(written) > LONGEST else f"${written}$"


def statement(said: Statement, left: str = "left side", right: str = "right side") -> str:
    """A statement as one line of a title."""
    sides = [expression(said.left, left), expression(said.right, right)]
    inner = [s.strip("$") if s.startswith("$") else rf"\mathrm{{{s}}}" for s in sides]
    sign = RELATIONS[said.relation].latex
    sign = sign + "q" if sign.endswith("e") else sign  # matplotlib knows the longer names only
    return f"${inner[0].replace(' ', ' ')} {sign} {inner[1]}$"


def value(number: Fraction) -> str:
    """A number, short: whole ones in full up to a million, others as a fraction or a power.

    >>> value(Fraction(6, 5)), value(Fraction(10**18)), value(Fraction(3 * 10**7))
    ('6/5', '10^{18}', '3\\\\times 10^{7}')
    """
    if number.denominator != 1 or abs(number) < 10**6:
        return str(number)
    digits = str(number.numerator)
    lead = digits.rstrip("0")
    if len(lead.lstrip("-")) > 2:
        return digits
    power = rf"10^{{{len(digits) - len(lead)}}}"
    return power if lead == "1" else rf"{lead}\times {power}"


def setting(values: Mapping[str, object], without: tuple[str, ...] = ()) -> str:
    """Parameter values as one line."""
    shown = {k: rational(v, k) for k, v in values.items() if k not in without}
    return ", ".join(f"${symbol(k)} = {value(v)}$" for k, v in shown.items())
