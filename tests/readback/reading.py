"""An independent reader of what is printed: ASCII, Unicode, LaTeX and MathML back to statements.

It shares no code with the printers. The constants are told from unknowns of their names. An index is read as part of its name: `x_{1}` as `x1`. Every notation is turned into plain text, one operation
after the other, and that is evaluated at points.
"""

import math
import re
from xml.etree import ElementTree

GREEK = {"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "θ": "theta", "λ": "lambda"}
RELATIONS = {"≤": "<=", "≥": ">=", r"\le": "<=", r"\ge": ">=", "<": "<", ">": ">", "=": "="}
CALLED = {
    "exp": math.exp, "log": math.log, "abs": abs, "max": max, "min": min, "sqrt": math.sqrt,
}  # fmt: skip


# From each notation to plain text --------------------------------------------------------


def from_unicode(text):
    """`y·log(x)/2 ≤ √(1 + α)` as `y*log(x)/2 <= sqrt(1 + alpha)`."""
    signs = {"·": "*", "∞": "oo", "π": "pi()", **GREEK, "≤": "<=", "≥": ">="}
    for sign, plain in signs.items():
        text = text.replace(sign, plain)
    text = re.sub(r"√(\w+)", r"sqrt(\1)", text).replace("√(", "sqrt(")
    return re.sub(r"\blog (\w+)(?!\w*\()", r"log(\1)", text).replace("log (", "log(")


_TEX = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Za-z]|\s+|.")
_SIGNS = {r"\le": "<=", r"\ge": ">=", r"\,": "*", r"\cdot": "*", r"\left": "", r"\right": ""}


class _Tex:
    def __init__(self, text):
        self.tokens = [t for t in _TEX.findall(text) if not t.isspace()]

    def all(self, end=""):
        found = ""
        while self.tokens and self.tokens[0] != end:
            found += self.one()
        if end:
            assert self.tokens.pop(0) == end
        return found

    def one(self):
        """The next piece, with its indices and powers."""
        token = self.tokens.pop(0)
        found = self.piece(token)
        while self.tokens and self.tokens[0] in ("_", "^", "'"):
            mark = self.tokens.pop(0)
            if mark == "^":
                found += f"^({self.argument()})"
            else:
                found += "_" if mark == "'" else self.argument().replace(",", "")
        return found

    def argument(self):
        token = self.tokens.pop(0)
        return self.all("}") if token == "{" else self.piece(token)

    def piece(self, token):
        if token == "{":
            return self.all("}")
        if token in (r"\frac", r"\tfrac"):
            return f"(({self.argument()})/({self.argument()}))"
        if token == r"\sqrt":
            return f"sqrt({self.argument()})"
        if token == r"\pi":
            return "pi()"
        if token in (r"\mathrm", r"\operatorname"):
            name = self.argument()
            return "exp(1)" if name == "e" else name
        if token[1:] in CALLED:
            bare = self.tokens[0] not in (r"\left", "(")
            return f"{token[1:]}({self.one()})" if bare else token[1:]
        if token == r"\left" and self.tokens[0] == "|":
            self.tokens.pop(0)
            inside = ""
            while self.tokens[0] != r"\right":
                inside += self.one()
            del self.tokens[:2]
            return f"abs({inside})"
        return _SIGNS.get(token, token.removeprefix("\\"))


def from_latex(text):
    r"""`\frac{y \, \log x}{2}` as `((y*log(x))/(2))`."""
    return _Tex(text).all()


def from_mathml(element):
    """A `math` element."""
    if isinstance(element, str):
        element = ElementTree.fromstring(element)
    tag, children = element.tag, list(element)
    if tag in ("mi", "mn", "mtext"):
        if element.get("mathvariant") == "normal" and element.text == "e":
            return "exp(1)"
        return {"π": "pi()", **GREEK}.get(element.text, element.text)
    if tag == "mspace":
        return "*"
    if tag == "mo":
        if element.text == "|":
            return "abs(" if element.get("form") == "prefix" else ")"
        return {"−": "-", "·": "*", "≤": "<=", "≥": ">=", "′": "_"}.get(element.text, element.text)
    if tag == "mfrac":
        above, below = map(from_mathml, children)
        return f"(({above})/({below}))"
    if tag == "msup":
        base, above = map(from_mathml, children)
        return base + above if above == "_" else f"{base}^({above})"
    if tag == "msub":
        base, below = map(from_mathml, children)
        return base + below.replace(",", "")
    if tag == "msubsup":
        base, below, above = map(from_mathml, children)
        return base + below.replace(",", "") + f"^({above})"
    pieces = [from_mathml(child) for child in children]
    if tag == "msqrt":
        return f"sqrt({''.join(pieces)})"
    if pieces[:1] in ([name] for name in CALLED) and pieces[1:] in ([], ["*"]):
        return pieces[0]  # with a gap, if what follows has no brackets
    found = ""
    for k, piece in enumerate(pieces):
        bare = k > 0 and pieces[k - 1] in CALLED and not piece.startswith("(")
        found += f"({piece})" if bare else piece
    return found


# Plain text ------------------------------------------------------------------------------

_PLAIN = re.compile(r"\s*(\d+(?:\.\d+)?|[A-Za-z]\w*|<=|>=|\*\*|.)")


class _Plain:
    """`a + b*c^d`, read with the usual precedences, as a function of the values of its names."""

    def __init__(self, text, unknowns):
        self.tokens = _PLAIN.findall(text.strip())
        self.names, self.unknowns = set(), unknowns

    def take(self, *wanted):
        if self.tokens and self.tokens[0] in wanted:
            return self.tokens.pop(0)
        return None

    def statement(self):
        left = self.sum()
        relation = self.take(*RELATIONS.values())
        right = self.sum()
        assert relation and not self.tokens, self.tokens
        return left, relation, right

    def sum(self):
        terms = []
        minus = self.take("-")
        terms.append((-1 if minus else 1, self.product()))
        while sign := self.take("+", "-"):
            terms.append((1 if sign == "+" else -1, self.product()))
        return lambda at: sum(sign * term(at) for sign, term in terms)

    def product(self):
        found = self.power()
        while sign := self.take("*", "/"):
            found = self.joined(found, sign, self.power())
        return found

    @staticmethod
    def joined(left, sign, right):
        return (lambda at: left(at) * right(at)) if sign == "*" else lambda at: left(at) / right(at)

    def power(self):
        base = self.atom()
        if not self.take("^", "**"):
            return base
        exponent = self.atom()
        return lambda at: base(at) ** exponent(at)

    def atom(self):
        token = self.tokens.pop(0)
        if token == "(":
            inside = self.sum()
            assert self.take(")")
            return inside
        if token[0].isdigit():
            return lambda at: float(token)
        assert token[0].isalpha(), token
        if token == "pi" and (self.take("(") or token not in self.unknowns):
            self.take(")")
            return lambda at: math.pi
        if token not in CALLED:
            self.names.add(token)
            return lambda at: at[token]
        assert self.take("(")
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        assert self.take(")")
        return lambda at: CALLED[token](*(argument(at) for argument in arguments))


class Read:
    """A statement that was read; `pi` is an unknown where it is said so."""

    def __init__(self, plain, unknowns=()):
        reader = _Plain(plain, unknowns)
        self.plain = plain
        self.left, self.relation, self.right = reader.statement()
        self.names = reader.names

    def says_what(self, other, points):
        """Do both have the same sides and relation, or the same the other way round?"""
        turned = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "="}
        same = self.relation == other.relation and self._agree(
            other.left, other.right, other, points
        )
        return same or (
            self.relation == turned[other.relation]
            and self._agree(other.right, other.left, other, points)
        )

    def _agree(self, left, right, other, points):
        return self.names == other.names and all(
            math.isclose(mine(at), theirs(at), rel_tol=1e-9, abs_tol=1e-9)
            for at in points
            for mine, theirs in ((self.left, left), (self.right, right))
        )


# Sentences -------------------------------------------------------------------------------


def split(text):
    """A list whose commas are not those within brackets."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found if part.strip()]


_GROUP = re.compile(r"all (integers|reals) (.*?)(?= and all | with\b|$)")


def quantifier(sentence):
    """The kinds and the hypotheses in `for all integers k and all reals x with k >= 1`."""
    domain, _, given = sentence.partition(" with ")
    kinds = {name: kind[:-1] for kind, names in _GROUP.findall(domain) for name in split(names)}
    return kinds, split(given.removeprefix("assuming "))
