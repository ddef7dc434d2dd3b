"""`ask` at its edges: hypotheses that contradict each other, time that is over, odd arguments."""

import pickle
import random
import subprocess
import sys
import time

import numpy as np
import pytest

import proofkit
from proofkit.cli.application import run as command
from proofkit.foundations import effort
from proofkit.foundations.errors import ImpossibleHypotheses, InputError
from proofkit.questions import ask
from proofkit.readers.report import asked
from proofkit.search import budget
from proofkit.search.inequalities.numeric import Numeric

SECONDS = 60


# Telling ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "given"),
    [
        ("sqrt(3+2*sqrt(2)) = 1+sqrt(2)", ()),
        ("sqrt(5+2*sqrt(6)) = sqrt(2)+sqrt(3)", ()),
        ("sqrt(3-2*sqrt(2)) = sqrt(2)-1", ()),
        ("sqrt(x+2*sqrt(x-1)) = 1+sqrt(x-1)", ("x >= 1",)),
        ("max(abs(1-2/(1+m)*m), abs(1-2/(1+m))) <= (1-m)/(1+m)", ("0 < m", "m <= 1")),
        ("1e600*1e600 > 1", ()),
    ],
)
def test_what_is_proved_is_told(statement, given):
    answer = proofkit.ask(statement, given=given, seconds=SECONDS)
    assert answer.verdict == "proved"
    told = asked.lines(answer)
    assert told[-1].reason and all(asked.UNTOLD not in line.reason for line in told)


@pytest.mark.parametrize("statement", ["sqrt(3+2*sqrt(2)) = 1+sqrt(3)", "sqrt(5)-sqrt(3) = 1/2"])
def test_their_twins_are_refuted(statement):
    assert proofkit.ask(statement, seconds=SECONDS).verdict == "refuted"


# Hypotheses that contradict each other ------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "integers", "said"),
    [
        (("x > 0", "y > 1", "x < 0"), (), "contradict each other: x > 0; x < 0;"),
        (("n > 1/3", "n < 2/3"), ("n",), "n > 1/3; n < 2/3 (where n is an integer)"),
        (("k > 0", "n > m", "n < m + 1"), ("n", "m"), "n > m; n < m + 1 (where m, n are integers)"),
        (("x >= 0", "x^2 < 0"), (), "the hypothesis x^2 < 0 contradicts itself;"),
        (("1/3 < n < 2/3",), ("n",), "the hypothesis 1/3 < n < 2/3 contradicts itself"),
        (("a > b, b > c, d > 0, c > d, d > a",), (), "each other: a > b; b > c; c > d; d > a;"),
        (("k > 0", "2*n = 2*m + 1"), ("n", "m"), "hypothesis 2*n = 2*m + 1 contradicts itself"),
        (("k > 0", "n^2/3 = 2*m + 1/7"), ("n", "m"), "n^2/3 = 2*m + 1/7 contradicts itself"),
        (("n = -1/2",), ("n",), "the hypothesis n = -1/2 contradicts itself"),
        (("0 > 1",), (), "the hypothesis 0 > 1 contradicts itself"),
        (("x > 1", "sqrt(2) >= 3/2"), (), "the hypothesis sqrt(2) >= 3/2 contradicts itself"),
        (("exp(1) = 3", "x > 1"), (), "the hypothesis exp(1) = 3 contradicts itself"),
    ],
)
def test_the_fewest_hypotheses_that_contradict_each_other_are_named(given, integers, said):
    more = {name for text in given for name in "kx" if name in text}
    statement = f"{more.pop() if more else 'z'} >= 1"
    with pytest.raises(ImpossibleHypotheses) as problem:
        proofkit.ask(statement, given=given, integers=integers, seconds=SECONDS)
    assert said in str(problem.value)


@pytest.mark.parametrize(
    ("given", "integers"),
    [
        (("x >= 0", "x <= 0"), ()),
        (("n >= 1/3", "n <= 1"), ("n",)),
        (("n > 1/3", "n < 2/3"), ()),
        (("x^2 <= 0",), ()),
        (("a >= b, b >= c, c >= a",), ()),
        (("x^2 = 2",), ()),
        (("x > 10^400",), ()),
        (("x > 1", "1 >= 1", "1 = 1"), ()),
        (("2*n = 3*m", "n > 0"), ("n", "m")),
        (("2*n = 2*m + 1", "n > 0"), ("n",)),
        (("3*n = 2*m + 1",), ("n", "m")),
        (("n = 2*m/2",), ("n", "m")),
    ],
)
def test_hypotheses_that_hold_somewhere_contradict_nothing(given, integers):
    name = next(c for c in given[0] if c.isalpha())
    answer = ask.run(f"{name} > {name} + 1", given, integers, 3)
    assert answer.verdict != "proved"


def test_random_hypotheses_that_hold_at_a_point_are_never_said_to_contradict_each_other():
    draw = random.Random(7)
    for _ in range(25):
        x, y = draw.randint(-3, 3), draw.randint(-3, 3)
        given = []
        for _ in range(4):
            a, b, c = (draw.randint(-3, 3) for _ in range(3))
            given.append(f"{a}*x + {b}*y + {c}*x*y >= {a * x + b * y + c * x * y}")
        assert ask.run("x + y < x + y", given, ("x", "y"), 0.5).verdict in ("open", "refuted")


def test_the_command_names_them_with_the_code_of_bad_input(capsys):
    assert command(["ask", "x >= 1", "--given", "x > 0", "--given", "x < 0"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# Time -----------------------------------------------------------------------------------------

MANY = f"max({', '.join(f'x{k}' for k in range(300))}) >= x7"
HARD = "(a + 2*b + 3*c + 4*d)*a^a*b^b*c^c*d^d <= 1"
ORDERED = ("a >= b", "b >= c", "c >= d", "d > 0", "a + b + c + d = 1")


class Clock:
    """Processor time that passes with every look at it and with every value that is computed."""

    def __init__(self, monkeypatch, step):
        self.now, self.step, self.late = 0.0, step, 0
        for module in (effort, budget):
            monkeypatch.setattr(module.time, "thread_time", self.look)
        compute = Numeric._compute

        def counted(numeric, term):
            self.now += self.step
            self.late += self.now > 1.0
            return compute(numeric, term)

        monkeypatch.setattr(Numeric, "_compute", counted)

    def look(self):
        self.now += self.step
        return self.now


@pytest.mark.parametrize(("statement", "given"), [(MANY, ()), (HARD, ORDERED)])
def test_nothing_is_computed_long_after_the_time_is_over(monkeypatch, statement, given):
    clock = Clock(monkeypatch, 1e-4)
    answer = ask.run(statement, given, (), 1)
    assert answer.verdict == "open"
    assert clock.late * clock.step <= 2 * ask.AFTERWARDS + 0.1


def test_too_little_time_leaves_the_answer_open(capsys):
    hypotheses = [word for text in ORDERED for word in ("--given", text)]
    assert command(["ask", HARD, *hypotheses, "--seconds", "0.001"]) == 3
    out = capsys.readouterr().out
    assert out.count("time limit reached (0.001 s); try --seconds 60") == 1
    assert "time" not in out.replace("time limit reached", "", 1)


def test_no_more_time_is_offered_than_is_accepted():
    assert ask._time_limit(10) == "time limit reached (10 s); try --seconds 60"
    assert ask._time_limit(20) == "time limit reached (20 s); try --seconds 120"
    assert ask._time_limit(1000) == "time limit reached (1000 s); try --seconds 3600"
    assert ask._time_limit(3600) == "time limit reached (3600 s)"


def test_a_part_of_the_time_that_is_over_ends_a_part(monkeypatch):
    monkeypatch.setattr(ask, "refutation", lambda *_, **__: _out_of_budget())
    assert ask.run("x^2 + y^2 >= 2*x*y", (), (), SECONDS).verdict == "proved"


def _out_of_budget():
    raise budget.OutOfBudget("this part")


def test_a_proof_that_the_kernel_has_no_time_for_is_open(monkeypatch):
    sealed = ask._seal

    def slow(answer, content, seconds):
        sealed(answer, content, 0 if content["verdict"] == "proved" else seconds)

    monkeypatch.setattr(ask, "_seal", slow)
    answer = ask.run(f"{' + '.join(f'x{k}^2' for k in range(40))} >= 0", (), (), SECONDS)
    assert answer.verdict == "open" and answer.proofs == ()
    assert "a proof was found that the kernel does not take" in answer.closest[0]


# Python ---------------------------------------------------------------------------------------


def test_an_answer_prints_itself():
    said = str(proofkit.ask("x^2 >= 0"))
    assert said.startswith("proved  x^2 >= 0\n") and "[" in said


def test_one_hypothesis_may_be_a_text_and_a_text_may_hold_several():
    assert proofkit.ask("x >= 1", given="x >= 1").verdict == "proved"
    one = proofkit.ask("x*y >= 1", given="x >= 1, y >= max(1, 1/2)")
    assert one.verdict == "proved" and len(one.given) == 2
    assert proofkit.ask("n >= 1", given="n > 0", integers="n").verdict == "proved"


@pytest.mark.parametrize(
    "arguments",
    [
        {"statement": 3},
        {"statement": b"x >= 0"},
        {"statement": None},
        {"given": 3},
        {"given": None},
        {"given": [3]},
        {"given": b"x >= 0"},
        {"given": {"x >= 0": 1}},
        {"given": ""},
        {"given": "x > 0,"},
        {"integers": 5},
        {"integers": [None]},
        {"seconds": -1},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": 10**400},
        {"seconds": "3"},
        {"seconds": True},
        {"seconds": None},
    ],
    ids=str,
)
def test_wrong_arguments_are_input_errors(arguments):
    with pytest.raises(proofkit.InputError) as problem:
        proofkit.ask(**{"statement": "x >= 0", **arguments})
    assert "\n" not in str(problem.value)
    assert proofkit.InputError is InputError


@pytest.mark.parametrize(
    "call",
    [
        lambda: proofkit.check(3),
        lambda: proofkit.prove(None),
        lambda: proofkit.verify(None),
        lambda: proofkit.verify(b"{}"),
        lambda: proofkit.explain(7),
        lambda: proofkit.explain("gap-weights", width="a"),
        lambda: proofkit.explain("gap-weights", width=0),
        lambda: proofkit.check("gap-weights", n=None),
        lambda: proofkit.check("gap-weights", n=float("nan")),
        lambda: proofkit.check("gap-weights", n=[1]),
    ],
)
def test_so_are_those_of_the_others(call):
    with pytest.raises(proofkit.InputError):
        call()


def test_an_answer_travels_as_its_certificate():
    for statement in ("x^2 >= 0", "x >= 1", "x^2 + 1e-30 > abs(x)^1.9999"):
        answer = proofkit.ask(statement, seconds=1)
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer and str(again) == str(answer)
        assert again.verified.value == answer.verdict
    state = proofkit.ask("x >= 1").__getstate__()
    assert state["verified"] is None
    forged = ask.Answer.__new__(ask.Answer)
    with pytest.raises(InputError):
        forged.__setstate__({**state, "certificate": {"id": "ask", "verdict": "proved"}})


def test_machine_numbers_that_overflow_say_nothing(capfd):
    """Under `-W error` a warning would end the search."""
    begin = (
        "import proofkit\n"
        "for text in ('x^1000 >= x^999', 'exp(x)^400 >= 0', 'log(x)*1e300*x^300 <= exp(exp(x))', "
        "'1/x^200 > 0', 'x^y >= 1e400', 'exp(exp(exp(x))) > x'):\n"
        "    proofkit.ask(text, given=['x > 0', '1/x < 1e305'], seconds=0.5)\n"
        "proofkit.ask('x <= 10^500', given='x > 10^400', seconds=0.5)\n"
    )
    done = subprocess.run(
        [sys.executable, "-OO", "-W", "error", "-c", begin], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with np.errstate(all="warn"):
        ask.run("x^300*y^300 >= -1", ("x > 1e300",), (), 0.5)
    assert capfd.readouterr() == ("", "")


def test_without_docstrings_and_assertions_everything_works():
    begin = (
        "import pickle, proofkit\n"
        "found = proofkit.check('gap-weights'), proofkit.prove('gap-weights')\n"
        "again = pickle.loads(pickle.dumps(found))\n"
        "print(again[0].summary['fails'], again[1].summary['proved'] > 0)\n"
        "print(proofkit.explain('gap-weights')[:1] != '')\n"
    )
    done = subprocess.run([sys.executable, "-OO", "-c", begin], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("0 True\nTrue\n", "")


def test_reports_on_all_lemmas_travel():
    from proofkit.readers.report import json

    report = proofkit.check()
    assert json.check(pickle.loads(pickle.dumps(report))) == json.check(report)


# Odd statements -------------------------------------------------------------------------------

ODD = [
    "",
    "\x00",
    "\ud800 >= 1",
    "∞ > 1",
    "x == y",
    "((((",
    "max(x,) >= 1",
    "sqrt(x, y) >= 1",
    "x >= 0 " * 700,
    "(" * 1500 + "x" + ")" * 1500 + " >= 0",
    "-" * 2000 + "x >= 0",
    "x! >= 1",
    "x.y >= 0",
    "1e >= 0",
    "1e9999 > 1",
    "<=".join(["x"] * 1000),
    "2^2^2^2^2^2 > 0",
    "9^9^9^9 > 1",
    "1e999*1e999*1e999*1e999*1e999*x^2 >= 0",
    "exp(exp(exp(exp(10)))) > 1",
    "x^1e300 >= 0",
    "^".join(["x"] * 30) + " >= 0",
    "log(" * 30 + "x" + ")" * 30 + " >= 0",
    "exp(" * 38 + "1" + ")" * 38 + " > 1",
]


@pytest.mark.parametrize("statement", ODD, ids=range(len(ODD)))
def test_odd_statements_end_with_a_code_of_their_own(capsys, statement):
    started = time.monotonic()
    code = command(["ask", statement, "--seconds", "0.5"])
    assert time.monotonic() >= started
    out, err = capsys.readouterr()
    assert code in (0, 2, 3) or (code == 1 and out.startswith("refuted"))
    assert (err.count("\n") == 1) == (code == 2)
