"""More than a hundred lemma modules, each with a mistake that an author makes, in one collection
with a good one: what is false is never proved, and what is no claim is told in one line with its
place, while all others are looked at."""

import json
import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from proofkit.language import registry
from proofkit.questions import pipeline
from proofkit.readers.report import json as encoder

HEAD = """
import math, numpy, shed
from sympy import *
from proofkit.claims import *
from proofkit.lemma import Definitions, Lemma
from proofkit.parameters import Parameter
from proofkit.proof import Chain
from shed._make import make

x, y = symbols("x y", real=True)
k = symbols("k", integer=True)
"""
LINE = HEAD.count("\n") + 1
"""Where the mistake is."""

MAKE = """
from proofkit.claims import Hypothesis
from proofkit.lemma import Lemma
from proofkit.parameters import Parameter

X, Y, K = Parameter("x", "2", "one"), Parameter("y", "3", "two"), Parameter("k", "4", "a count", integer=True)

def make(id, *said, parameters=(X, Y, K), **more):
    hypotheses = [Hypothesis(f"h{k}", each) for k, each in enumerate(said)]
    label = dict(title="T", source="S", provenance="O", section="1", **more)
    return Lemma(id, parameters=parameters, hypotheses=hypotheses, **label)
"""

FALSE = """
at_least(x**2, x)
at_most(x + 1, x)
at_least(x**2 + y**2, 3*x*y)
at_least(exp(x), 1 + 2*x)
at_most(log(x), x - 2) | greater(x, 0)
at_least(Abs(x + y), Abs(x) + Abs(y))
less(x**2, 0)
greater(Abs(x), 1)
at_least((1 + x)**3, 1 + 3*x)
greater(1/x, 0)
at_most(sqrt(x), x) | at_least(x, 0)
equal((x + y)**2, x**2 + y**2)
greater(k**2, k) | at_least(k, 1)
at_most(Max(x, 0), x)
at_most(x/(1 + x), Rational(1, 2)) | at_least(x, 0)
equal(x, x + 1) | greater(x, 0) | less(x, 0)
less(k, k) | greater(k, Rational(1, 3)) | less(k, Rational(2, 3))
at_most(x, y) | at_most(y, x)
at_least(k, 1) | greater(k, -1)
statement("x/x = 1")
statement("sqrt(x)^2 = x")
statement("exp(log(x)) = x")
statement("0*log(x) = 0")
statement("min(x, 0) = 0")
statement("abs(x) <= x")
statement("(-1)^(2*x) = 1")
statement("max(x, x, y) = x")
statement("x^0.5*x^0.5 = abs(x)")
[("true", at_least(x**2, 0)), ("false", at_least(x**3, 0))]
at_least(x**2, 0), Chain(x**2).at_least(1, "so").at_least(0, "1 >= 0")
at_least(x**2, 0), Chain(x**2).at_least(-1, "so")
at_least(x**2, 0), Chain(x**2 + 1).at_least(0, "so")
at_most(x**2, x**2 + 1), Chain(x**2).at_least(x**2 - 1, "so").equals(x**2 + 1, "so")
at_least(x**3, 0), Chain(x**3).at_least(0, "cited", by=lemma.claim("cited", at_least(x**2, 0)))
at_least(exp(x), 2 + x), Chain(exp(x)).at_least(2 + x, "cited", by=shed.good.tangent(x=x))
"""

ASSUMES = [
    ('p = symbols("x", positive=True)', "equal(Min(p, 0), 0)", "the symbol x assumes positive"),
    ('p = symbols("x", positive=True)', "at_most(Abs(p), p)", "the symbol x assumes positive"),
    ('p = symbols("x", nonnegative=True)', "equal(Abs(p) - p, 0)", "assumes nonnegative"),
    ('p = symbols("x", negative=True)', "equal(Max(p, 0), 0)", "assumes negative"),
    ('p = symbols("x", nonpositive=True)', "equal(Max(p, 0), 0)", "assumes nonpositive"),
    ('p = symbols("x", nonzero=True)', "equal(0**Abs(p), 0)", "assumes nonzero"),
    ('p = symbols("x", zero=True)', "equal(sin(p), 0)", "assumes zero"),
    ('p = symbols("x", integer=True)', "equal((-1)**(2*p), 1)", "assumes integer, and the parameter is real"),
    ('p = symbols("q", integer=True)', "equal((-1)**(2*p), 1)", "assumes integer, and is neither"),
    ('p = symbols("k", even=True)', "equal((-1)**p, 1)", "assumes even, which no hypothesis can say"),
    ('p = symbols("k", prime=True)', "equal(Min(p, 1), 1)", "assumes prime"),
    ('p = symbols("x", rational=True)', "equal(p, p)", "assumes rational"),
    ('p = symbols("x", infinite=True)', "equal(1/p, 0)", "assumes infinite"),
    ('p = symbols("x", imaginary=True)', "at_most(p**2, 0)", "assumes imaginary"),
    ('p = Dummy("x", positive=True)', "equal(Min(p, 0), 0)", "assumes positive"),
    ('p = Wild("x", positive=True)', "equal(Min(p, 0), 0)", "assumes positive"),
    ('p = Min(symbols("x", positive=True), 0)', "equal(p, 0)", "assumes positive"),
    ('p = symbols("x", positive=True); q = Min(p, 0); p = x', "equal(q, 0)", "assumes positive"),
    ("p = [symbols('x', positive=True)]", "equal(Min(p[0], 0), 0)", "assumes positive"),
    ("p = lambda: Min(symbols('x', positive=True), 0)", "equal(p(), 0)", "assumes positive"),
    ('p = Function("p", positive=True)', "equal(Min(p(x), 0), 0)", "the symbol p assumes positive"),
    ('p = Idx("i")', "equal((-1)**(2*p), 1)", "the symbol i assumes integer"),
    ("import shed.letters as p", "equal(Min(p.p, 0), 0)", "assumes positive"),
    ("from shed.letters import p", "equal(Min(p, 0), 0)", "assumes positive"),
]  # fmt: skip

MALFORMED = [
    ("at_least(x, 0.5)", "write exact numbers"),
    ("at_least(x, math.pi)", "write exact numbers"),
    ("at_least(x, numpy.float64(1))", "write exact numbers"),
    ("at_least(x, math.inf)", "no rule for Infinity"),
    ("at_least(x, math.nan)", "no rule for NaN"),
    ("at_least(x, oo)", "no rule for Infinity"),
    ("at_least(x, -oo)", "no rule for NegativeInfinity"),
    ("at_least(x, nan)", "no rule for NaN"),
    ("at_least(x, zoo)", "no rule for ComplexInfinity"),
    ("equal((I*x)**2, I)", "no rule for ImaginaryUnit"),
    ("at_least(x, True)", "got True"),
    ('at_least(x, "1/2")', "which is text"),
    ("at_least(x, None)", "got None"),
    ("at_least(x, [1])", "got [1]"),
    ("x >= y", "got x >= y"),
    ("x**2 >= 0", "got True"),
    ("Eq(x, y)", "got Eq(x, y)"),
    ('"x >= 0"', "expected a statement"),
    ("at_least(Piecewise((x, x > 0), (0, True)), 0)", "no rule for Piecewise"),
    ("at_least(Integral(exp(-x**2), x), 0)", "no rule for Integral"),
    ("at_most(sin(x), 1)", "no rule for sin"),
    ('at_least(Function("g")(x), 0)', "no rule for g"),
    ("at_least(floor(x), x - 1)", "no rule for floor"),
    ("at_least(factorial(k), 1)", "no rule for factorial"),
    ("at_least(z, 0)", "NameError"),
    ('at_least(symbols("q"), 0)', "q is neither a parameter nor derived"),
    ('at_least(x + symbols("x"), 0)', "two symbols named x"),
    ('statement("x + = 1")', "column 5"),
    ('statement("0 < x < 1")', "expected one relation, got 2"),
    ('statement("q > 0")', "q is neither a parameter nor derived"),
    ('statement("pi() + e > x[1]")', "families are not handled in lemmas yet"),
    ("at_least(x**2, 0), Chain(x**2)", "expected a Chain with steps"),
    ('at_least(x**2, 0), Chain(x**2).at_least(0, "", by="tangent")', "by= expects claims"),
]  # fmt: skip

WHOLE = [
    ('lemma = make(ID, parameters=[Parameter("α", "2", "n")])', "a parameter is called 'α'"),
    ('lemma = make(ID, parameters=[Parameter("k", "1/2", "n", integer=True)])', "expected an integer, got 1/2"),
    ('lemma = make(ID, parameters=[Parameter("x", "0.5.1", "n")])', "default"),
    ('lemma = make(ID, parameters=[Parameter("x", "1", "n", least=2)])', "expected at least 2"),
    ("lema = make(ID)", "has nothing called `lemma`"),
    ("lemma = make(ID); second = make(ID)", "a second Lemma in one module"),
    ("lemma = make(ID); lemma = make(ID)", "a second Lemma in one module"),
    ("lemma = 3", "`lemma` is a int"),
    ('lemma = make("another")', "does not have its module's name"),
    ("lemma = make(ID, parameters=[Parameter('e', '1/10', 'n')]); lemma.claim('it', statement('e >= 1'))", "reads e as the constant"),
    ("lemma = make(ID, statement('pi <= 4'), parameters=[Parameter('pi', '1', 'n')]); lemma.claim('it', greater(Symbol('pi', real=True), 3))", "reads pi as the constant"),
    ("lemma = make(ID, greater(x, 0), greater(0.5, x))", "write exact numbers"),
    ("lemma = make(ID, sin(x) > 0)", "expected a statement"),
    ("lemma = make(ID, greater(sin(x), 0)); lemma.claim('it', at_least(x**2, 0))", "no rule for sin"),
    ("lemma = make(ID, quantities=[3])", "quantities"),
    ("Q = Definitions(); A = Q.let('A', Symbol('B') + 1, 'r'); B = Q.let('B', x, 'r'); lemma = make(ID, quantities=[Q]); lemma.claim('it', at_least(A, 1))", "A is derived from B"),
    ("Q = Definitions(); A = Q.let('x', y, 'r'); lemma = make(ID, quantities=[Q]); lemma.claim('it', at_least(A, 1))", "a parameter and also the name of a quantity"),
    ("Q = Definitions(); A = Q.let('log', y, 'r'); lemma = make(ID, quantities=[Q]); lemma.claim('it', at_least(A, 1))", "a meaning of their own"),
    ("lemma = make(ID); lemma.claim('it', at_least(x**2, 0)); lemma.claim('it', at_least(y**2, 0))", "claim id 'it' is used twice"),
    ("lemma = make(ID, quantities=(", "SyntaxError"),
    ("import nothing_like_this", "ModuleNotFoundError"),
    ("exit(3)", "SystemExit"),
]  # fmt: skip

GOOD = """
import shed
lemma = make(ID)
tangent = lemma.claim("tangent", at_least(exp(x), 1 + x), extra=[Hypothesis("positive", greater(x, 0))])
lemma.claim("typed", statement("x/x = 1"), extra=[Hypothesis("positive", statement("x > 0"))])
lemma.claim("whole", equal((-1)**(2*k), 1))
lemma.claim("constants", statement("pi + e > 5"))
"""


def modules():
    """The text of each module by its name, on which line its mistake is, and what is told of it:
    nothing where a claim is made and is false."""
    for number, row in enumerate(FALSE.strip().splitlines()):
        said, *assumed = row.split(" | ")
        made = "import shed.good\n" * ("shed.good" in said)
        made += f"lemma = make(ID, {', '.join(assumed)}); lemma.claim('it', {said})"
        yield f"false-{number}", made, LINE, ""
    for number, (made, said, told) in enumerate(ASSUMES):
        claim = f"{made}\nlemma = make(ID); lemma.claim('it', {said})"
        yield f"assumes-{number}", claim, LINE + 1, told
    for number, (said, told) in enumerate(MALFORMED):
        yield f"malformed-{number}", f"lemma = make(ID); lemma.claim('it', {said})", LINE, told
    for number, (made, told) in enumerate(WHOLE):
        yield f"whole-{number}", made, LINE, told


ROWS = list(modules())
TOLD = [row for row in ROWS if row[3]]


@pytest.fixture(scope="module")
def looked_at(tmp_path_factory):
    """What `check` and `prove` find in the collection, each with what is told of bad modules."""
    folder = tmp_path_factory.mktemp("mistakes")
    (folder / "shed").mkdir()
    texts = {"good": GOOD, **{name: text for name, text, _, _ in ROWS}}
    files = {name: f"{HEAD}ID = {name!r}; {text.lstrip()}\n" for name, text in texts.items()}
    files |= {"__init__": "", "_make": MAKE}
    files["letters"] = 'from sympy import symbols\np = symbols("x", positive=True)\n'
    for name, text in files.items():
        (folder / "shed" / f"{name.replace('-', '_')}.py").write_text(text, encoding="utf-8")
    points = EntryPoints([EntryPoint("shed", "shed", registry.GROUP)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "entry_points", lambda group: points)
        patch.syspath_prepend(str(folder))
        checked, proved = [], []
        reports = pipeline.check([], {}, None, checked), pipeline.prove([], broken=proved)
        yield (reports[0], checked), (reports[1], proved)
    for name in [name for name in sys.modules if name.partition(".")[0] == "shed"]:
        del sys.modules[name]


def told(faults, name):
    return [fault for fault in faults if f"{name.replace('-', '_')}.py" in str(fault)]


def test_there_are_enough():
    assert len(ROWS) >= 95


@pytest.mark.parametrize(("name", "line", "message"), [(n, l, m) for n, _, l, m in TOLD])  # noqa: E741
def test_what_is_no_claim_is_told_with_its_file_line_and_lemma(looked_at, name, line, message):
    for _, faults in looked_at:
        (fault,) = told(faults, name)
        assert message in str(fault)
        assert f"{name.replace('-', '_')}.py:{line}" in str(fault)
        assert "\n" not in str(fault)
        assert fault.name.partition("/")[0].partition(",")[0] == name


@pytest.mark.parametrize("name", [name for name, _, _, message in ROWS if not message])
def test_what_is_false_is_not_proved(looked_at, name):
    (_, checked), (proofs, proved) = looked_at
    assert not told([*checked, *proved], name)
    (verdict,) = [c.verdict for c in proofs.claims if c.claim.name == f"{name}/it"]
    assert verdict in ("refuted", "open")


def test_what_is_told_of_is_never_looked_at(looked_at):
    (report, _), (proofs, _) = looked_at
    bad = {name for name, _, _, _ in TOLD}
    names = [c.claim.name for r in (report, proofs) for lemma in r.lemmas for c in lemma.claims]
    assert not [name for name in names if name.partition("/")[0] in bad - SOME]


SOME = {f"whole-{number}" for number, (made, _) in enumerate(WHOLE) if "it" in made}


def test_the_good_lemma_is_proved_among_all_of_them(looked_at):
    _, (proofs, _) = looked_at
    good = {c.claim.id: c.verdict for c in proofs.claims if c.claim.lemma == "good"}
    assert good == dict.fromkeys(("tangent", "typed", "whole", "constants"), "proved")


def test_json_has_the_faults_too(looked_at):
    for (report, faults), write in zip(looked_at, (encoder.check, encoder.prove), strict=True):
        content = json.loads(write(report, faults))
        entries = {(each["lemma"], each["line"]) for each in content["faults"]}
        assert len(content["faults"]) == len(faults)
        for name, _, line, _ in TOLD:
            assert (name, line) in entries, name
        assert "faults" not in json.loads(write(report, []))
