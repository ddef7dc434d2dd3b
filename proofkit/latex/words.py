"""What commands of LaTeX are, as tables: whoever reads formulas goes by these."""

from __future__ import annotations

import re

from proofkit.latex.tokens import word_set

GREEK = word_set(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda "
    "mu nu xi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta "
    "Lambda Xi Sigma Upsilon Phi Psi Omega ell hbar pi varpi"
)
ORDER = {
    **dict.fromkeys(("leq", "le", "leqslant"), "<="),
    **dict.fromkeys(("geq", "ge", "geqslant"), ">="),
    **{"lt": "<", "gt": ">"},
}
DEFINITION = ("coloneqq", "eqdef", "triangleq", "coloneq", "defeq")
VAGUE = word_set("approx sim simeq lesssim gtrsim ll gg asymp propto lessapprox gtrapprox doteq")
"""Relations without an exact meaning."""

_OTHER = word_set(
    "cong equiv neq ne preceq succeq prec succ subset subseteq supseteq supset notin ni to "
    "rightarrow longrightarrow mapsto longmapsto xrightarrow downarrow uparrow searrow nearrow "
    "perp parallel nmid colon models vdash leadsto not nleq ngeq sqsubseteq preccurlyeq "
    "succcurlyeq trianglelefteq hookrightarrow leftarrow gets nless ngtr nsubseteq subsetneq"
)
ARROWS = {
    **dict.fromkeys(("implies", "Rightarrow", "Longrightarrow", "therefore"), "implies"),
    **dict.fromkeys(("iff", "Leftrightarrow", "Longleftrightarrow"), "iff"),
    **dict.fromkeys(
        ("Leftarrow", "impliedby", "because", "land", "lor", "wedge", "vee", "exists"), "logic"
    ),
}
BIG = {
    **dict.fromkeys(("sum", "prod"), "sum"),
    **dict.fromkeys(("int", "iint", "iiint", "oint"), "integral"),
    **dict.fromkeys(("sup", "inf", "max", "min", "argmax", "argmin", "esssup"), "extreme"),
    **dict.fromkeys(("lim", "limsup", "liminf", "varlimsup", "varliminf"), "limit"),
    **dict.fromkeys(
        word_set("bigcup bigcap bigoplus bigotimes coprod bigvee bigwedge bigsqcup"), "set"
    ),
}
_SETS = word_set("cup cap setminus emptyset varnothing complement triangle sqcup backslash uplus")
_VECTORS = word_set(
    "otimes oplus circ odot bullet dagger ddagger top intercal bot diamond ltimes rtimes star "
    "ominus dag amalg Vec"
)
_DOTS = word_set("ldots cdots dots dotsc dotsb vdots ddots dotsm dotso dotsi")
_APPLIED = word_set(
    "sin cos tan sinh cosh tanh arctan arcsin arccos cot sec csc coth lg arctanh erf sgn"
)
_NAMED = word_set("Pr det dim deg gcd ker hom Re Im arg")

KINDS: dict[str, str] = {
    **dict.fromkeys(GREEK, "letter"),
    **dict.fromkeys(ORDER, "relation"),
    **dict.fromkeys(DEFINITION, "relation"),
    **dict.fromkeys(VAGUE, "relation"),
    **dict.fromkeys(_OTHER, "relation"),
    "in": "relation",
    **dict.fromkeys(ARROWS, "arrow"),
    **dict.fromkeys(BIG, "big"),
    **dict.fromkeys(_SETS, "set"),
    **dict.fromkeys(_VECTORS, "vector"),
    **dict.fromkeys(_DOTS, "dots"),
    **dict.fromkeys(_APPLIED, "applied"),
    **dict.fromkeys(_NAMED, "named"),
    **dict.fromkeys(("exp", "log", "ln"), "function"),
    **dict.fromkeys(("cdot", "times", "cdotp"), "operator"),
    **dict.fromkeys(("ast",), "asterisk"),
    "div": "operator",
    **dict.fromkeys(("pm", "mp"), "plusminus"),
    "infty": "infinity",
    **dict.fromkeys(("partial", "nabla"), "derivative"),
    "prime": "prime",
    "forall": "forall",
    "mid": "middle",
    "\\": "row",
    "cr": "row",
    "|": "bars",
    "Vert": "bars",
    "vert": "bar",
    **dict.fromkeys(("quad", "qquad", "enspace", "enskip"), "space"),
    **dict.fromkeys(word_set("lbrace { langle lfloor lceil lvert lVert lbrack lparen"), "open"),
    **dict.fromkeys(word_set("rbrace } rangle rfloor rceil rvert rVert rbrack rparen"), "close"),
}
"""The kind of node that a command without arguments is."""

OPENERS = {
    **{"(": "(", "lparen": "(", "[": "[", "lbrack": "[", "{": "{", "lbrace": "{"},
    **{"langle": "<", "lfloor": "floor", "lceil": "ceil", "lvert": "|", "lVert": "‖"},
}
CLOSERS = {
    **{")": "(", "rparen": "(", "]": "[", "rbrack": "[", "}": "{", "rbrace": "{"},
    **{"rangle": "<", "rfloor": "floor", "rceil": "ceil", "rvert": "|", "rVert": "‖"},
}
FENCES = {
    **{"(": ("(", ")"), "[": ("[", "]"), "{": ("\\{", "\\}"), "<": ("\\langle ", "\\rangle ")},
    **{"floor": ("\\lfloor ", "\\rfloor "), "ceil": ("\\lceil ", "\\rceil ")},
    **{"|": ("|", "|"), "‖": ("\\|", "\\|")},
}
CHARACTERS = {
    **{c: ("operator", c) for c in "+-/"},
    "*": ("asterisk", "*"),
    **{c: ("relation", c) for c in "=<>"},
    **{"(": ("open", "("), "[": ("open", "["), ")": ("close", "("), "]": ("close", "[")},
    **{"|": ("bar", "|"), "'": ("prime", "'"), ",": ("comma", ","), ";": ("comma", ";")},
    **{".": ("stop", "."), "!": ("factorial", "!"), ":": ("colon", ":")},
}

THIN = word_set(
    ", ; : ! > thinspace negthinspace medspace thickspace displaystyle textstyle scriptstyle "
    "scriptscriptstyle limits nolimits allowbreak nobreak relax / null smallskip hfill hfil "
    "noindent nonumber notag qedhere qed break mathstrut strut displaylimits allowdisplaybreaks "
    "centering small footnotesize normalsize nopagebreak scriptsize linebreak xspace par leavevmode"
) | {" ", "\n", "\t"}
"""Commands that change nothing but looks."""

DROPPED = word_set(
    "label tag hspace vspace phantom hphantom vphantom color cite citep citet footnote mspace ref "
    "eqref lean uses index vskip"
)
WIDE_WITH_ARGUMENT = frozenset(("hspace", "phantom", "hphantom", "mspace"))
LENGTHS = ("kern", "mkern", "hskip", "mskip")
TEXT = word_set(
    "text mbox textrm textnormal hbox textit textbf intertext shortintertext textup textsc textsf "
    "texttt"
)
ACCENTS = word_set(
    "bar hat tilde widehat widetilde overline underline check breve dot ddot mathring vec acute "
    "grave"
)
FONTS = word_set(
    "mathrm mathbf mathbb mathcal mathfrak mathscr mathsf mathtt mathit bm boldsymbol mathbbm "
    "operatorname pmb mathds symbf mathnormal"
)
BOLD = frozenset(("mathbf", "bm", "boldsymbol", "pmb", "symbf"))
SET_FONTS = frozenset(("mathbb", "mathcal", "mathfrak", "mathscr", "mathds", "mathbbm"))
ROMAN = frozenset(("mathrm", "mathsf", "mathtt", "mathit", "operatorname"))
TRANSPARENT = word_set(
    "underbrace overbrace underbracket overbracket boxed fbox mathop ensuremath mathord mathinner "
    "smash mathclap rlap llap"
)
FRACTIONS = ("frac", "tfrac", "dfrac", "nicefrac", "sfrac", "cfrac")
SIZES = word_set(
    "left right bigl bigr Bigl Bigr biggl biggr Biggl Biggr big Big bigg Bigg mleft mright middle "
    "bigm Bigm biggm"
)
ROWS = word_set("aligned split gathered alignedat multlined")
"""Environments within a display whose rows are rows of the display."""

DEFINES = re.compile(r"(?i)\bdef|triangle|^\\?delta$")
REMARK = re.compile(r"[\s{]*(\\?[({][\s{}]*([a-z]|[ivx]+|\\?(roman|rm|text|star|\*)?[^?!]{0,30})"
                    r"[\s{}]*\\?[)}]|\\(eqref|ref|cref|text|mbox|textrm|tiny|scriptsize)\b.*|\*+|\\star|"
                    r"\\dagger|\d+)[\s}]*")  # fmt: skip
"""What stands over a relation and is only a remark: something in brackets, or a reference."""

EXPECTATIONS = word_set(
    "E Var Cov P Pr Prob KL TV Ent V D H I Expect PP EE EX Pb var cov Bias Corr"
)
PROBABILITIES = word_set("P Pr Prob PP Pb")
NOT_NEGATIVE = word_set("Var var KL TV")


def value(name: str, kind: str) -> tuple[str, str]:
    """The text of such a node, and its source."""
    if kind == "relation":
        text = ORDER.get(name, ":=" if name in DEFINITION else f"\\{name}")
        return text, f"\\{name} "
    if kind == "arrow":
        return ARROWS[name], f"\\{name} "
    if kind == "operator":
        return ("/", "/") if name == "div" else ("*", "\\cdot ")
    if kind == "bars":
        return "‖", "‖"
    if kind in ("bar", "prime"):
        return {"bar": "|", "prime": "'"}[kind], {"bar": "|", "prime": "'"}[kind]
    if kind == "open":
        return OPENERS[name], ""
    if kind == "close":
        return CLOSERS[name], ""
    if kind == "middle":
        return "|", "\\mid "
    if kind in ("row", "space"):
        return "", ""
    if kind == "dots":
        return name, "\\dots "
    return (f"\\{name}" if kind == "letter" else name), f"\\{name} "
