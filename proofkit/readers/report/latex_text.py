r"""The LaTeX of running text as one line of Unicode, or of ASCII: `$n^{(1+a_1)^2}$` becomes
`n^((1 + a1)^2)`, as `explain` writes it.

Only what the walkthroughs need is known; any other command is an error, so that nothing is
shown half translated.
"""

from __future__ import annotations

import re

from proofkit.foundations.errors import InputError
from proofkit.foundations.exact import shorten

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[0-9]+(?:\.[0-9]+)?|\s+|.", re.DOTALL)

_RELATIONS = {
    **{r"\le": ("≤", "<="), r"\ge": ("≥", ">="), r"\ne": ("≠", "!="), r"\approx": ("≈", "~")},
    **{r"\to": ("→", "->"), r"\in": ("∈", "in"), r"\sim": ("~", "~"), "=": ("=", "=")},
    **{"<": ("<", "<"), ">": (">", ">"), r"\iff": ("⟺", "<=>"), r"\implies": ("⟹", "=>")},
    **{r"\ll": ("≪", "<<"), r"\gg": ("≫", ">>"), r"\leq": ("≤", "<="), r"\geq": ("≥", ">=")},
}
_SYMBOLS = {
    **{r"\alpha": ("α", "alpha"), r"\tau": ("τ", "tau"), r"\delta": ("δ", "delta")},
    **{r"\rho": ("ρ", "rho"), r"\sigma": ("σ", "sigma"), r"\beta": ("β", "beta")},
    **{r"\lambda": ("λ", "lambda"), r"\kappa": ("κ", "kappa")},
    **{r"\theta": ("θ", "theta"), r"\varphi": ("φ", "phi"), r"\omega": ("ω", "omega")},
    **{r"\infty": ("∞", "oo"), r"\Pr": ("P", "P"), r"\dots": ("…", "..."), r"\top": ("T", "T")},
    **{r"\sum": ("Σ", "sum"), r"\lvert": ("|", "|"), r"\rvert": ("|", "|"), r"\pi": ("π", "pi")},
    **{r"\{": ("{", "{"), r"\}": ("}", "}"), r"\langle": ("⟨", "<"), r"\rangle": ("⟩", ">")},
    **{r"\mathbb{R}": ("ℝ", "R"), r"\varepsilon": ("ε", "epsilon"), r"\%": ("%", "%")},
}
_TIGHT = {r"\cdot": ("·", "*"), r"\times": ("×", "x"), r"\otimes": ("⊗", " x "), "/": ("/", "/")}
_WORDS = (r"\log", r"\exp", r"\max", r"\min", r"\ln", r"\operatorname")
_SPACES = (r"\,", r"\;", r"\:", r"\ ", r"\quad", r"\qquad")
_NOTHING = (r"\left", r"\right", r"\!", r"\bigl", r"\bigr", r"\displaystyle")


def in_unicode(latex: str) -> str:
    r"""The formula on one line of Unicode.

    >>> in_unicode(r"f_{NN} \ge \frac{1}{1 + n^{1-p_1}}")
    'f_NN ≥ 1/(1 + n^(1 - p1))'
    >>> in_unicode(r"\tau = (c + \frac{1}{10})\sqrt{\log n}")
    'τ = (c + 1/10)√(log n)'
    """
    return _Formula(latex, 0).whole()


def in_ascii(latex: str) -> str:
    r"""The formula on one line of ASCII.

    >>> in_ascii(r"\alpha_N \le 2n^{(1+a_1)^2}")
    'alpha_N <= 2n^((1 + a1)^2)'
    """
    return _Formula(latex, 1).whole()


class _Formula:
    """A reader of one formula; `column` chooses Unicode (0) or ASCII (1)."""

    def __init__(self, latex: str, column: int) -> None:
        self.latex, self.column = latex, column
        self.tokens = [token for token in _TOKEN.findall(latex) if not token.isspace()]
        self.place = 0
        self.indexed = 0  # just after which token an index ended

    def whole(self) -> str:
        """All of it, or a complaint about the first thing that is not understood."""
        text = self.until("")
        if self.place < len(self.tokens):
            raise self.error(self.tokens[self.place])
        return " ".join(text.split())

    def error(self, token: str) -> InputError:
        return InputError(f"${shorten(self.latex)}$: {shorten(token)} is not known in formulas")

    def until(self, end: str) -> str:
        """Everything up to a closing brace, or to the end."""
        text = ""
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            if token == end:
                self.place += 1
                return text
            if token == "}":
                raise self.error(token)
            self.place += 1
            text = self.joined(text, token)
        if end:
            raise InputError(f"${shorten(self.latex)}$: a brace is not closed")
        return text

    def joined(self, text: str, token: str) -> str:
        """`text` with one more token, and the spaces that belong there."""
        if token in _RELATIONS:
            return f"{text.rstrip()} {_RELATIONS[token][self.column]} "
        if token in ("+", "-"):
            binary = text.rstrip() and text.rstrip()[-1] not in "([{=≤≥<>≈∈→,|·*/^"
            return f"{text.rstrip()} {token} " if binary else text + token
        if token in _TIGHT:
            return text.rstrip() + _TIGHT[token][self.column]
        if token in (",", ";"):
            return f"{text.rstrip()}{token} "
        if token in ("^", "_"):
            return self.script(text.rstrip(), token)
        if token in _SPACES:
            return text + " "
        if token in _NOTHING:
            return text
        if token in _WORDS:
            return self.word(text, token)
        apart = self.indexed == self.place - 1 and (token.isalnum() or token[0] == "\\")
        return text + (" " if apart else "") + self.atom(token)

    def atom(self, token: str) -> str:
        """A symbol, a number, a group, a fraction or a root."""
        if token == "{":
            return self.until("}")
        if token == r"\frac":
            above, below = self.argument(), self.argument()
            return f"{_wrapped(above)}/{_wrapped(below)}"
        if token == r"\sqrt":
            inside = self.argument()
            return ("√" + _wrapped(inside)) if self.column == 0 else f"sqrt({inside})"
        if token in (r"\text", r"\mathrm", r"\mathit"):
            return self.argument()  # its spaces were dropped, so that words stand alone
        if token == r"\mathbb":
            inside = self.argument()
            return "ℝ" if inside == "R" and self.column == 0 else inside
        if token in _SYMBOLS:
            return _SYMBOLS[token][self.column]
        if token.startswith("\\") or not token.isprintable():
            raise self.error(token)
        return token

    def argument(self) -> str:
        """What one command or script applies to: a group or one token."""
        if self.place >= len(self.tokens):
            raise InputError(f"${shorten(self.latex)}$: something is missing at the end")
        token = self.tokens[self.place]
        self.place += 1
        return self.atom(token).strip()

    def word(self, text: str, token: str) -> str:
        """A function's name, with a space on each side where letters would touch."""
        name = self.argument() if token == r"\operatorname" else token[1:]
        before = " " if text and (text[-1].isalnum() or text[-1] == ")") else ""
        after = self.tokens[self.place] if self.place < len(self.tokens) else ""
        return text + before + name + ("" if after in ("(", "[", "^", "_", r"\left") else " ")

    def script(self, text: str, mark: str) -> str:
        """A power or an index."""
        inside = self.argument()
        self.indexed = self.place
        if mark == "_":
            plain = re.fullmatch(r"[0-9]+", inside) and text[-1:].isalpha()
            simple = re.fullmatch(r"[\w,]+", inside)
            return text + (inside if plain else f"_{inside}" if simple else f"_({inside})")
        return f"{text}^{_wrapped(inside)}"


def _wrapped(text: str) -> str:
    """In brackets, unless it is one thing already."""
    single = re.fullmatch(r"[\w.]+|[^\W\d]\w*\([^()]*\)", text) or _is_bracketed(text)
    return text if single else f"({text})"


def _is_bracketed(text: str) -> bool:
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and place < len(text) - 1:
            return False
    return True
