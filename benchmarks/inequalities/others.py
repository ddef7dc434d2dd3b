"""The same statements for z3, cvc5, Coq's tactics and SymPy.

    python -m benchmarks.inequalities.others TOOL ID SECONDS

prints `proved`, `refuted` or `open`. Each gets the statement as its users would write it: z3 is
told what exp and log are by a few facts about every argument that occurs, cvc5 has exp built in,
Coq tries lra, nra, psatz and interval, SymPy the assumptions its symbols allow and the least value
of a function of one variable.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from proofkit.kernel.assumptions import Fact
from proofkit.language.grammar.statements import read
from proofkit.language.terms import Term, variables, whole_value

STATEMENTS = Path(__file__).with_name("statements.json")


class Problem:
    """A statement of the collection, read by `ask`'s own reader."""

    def __init__(self, entry: dict[str, Any]) -> None:
        self.goals: list[Fact] = read(entry["statement"]).facts
        self.given: list[Fact] = [fact for text in entry["given"] for fact in read(text).facts]
        self.integers = set(entry["integers"])
        sides = [side for fact in (*self.goals, *self.given) for side in fact[::2]]
        self.names = sorted(set().union(*map(variables, sides)))


# SMT-LIB ------------------------------------------------------------------------------------


class Smt:
    """The hypotheses and the statement denied, in SMT-LIB."""

    def __init__(self, problem: Problem, native: bool) -> None:
        self.native, self.lines, self.curved = native, list[str](), dict[tuple[str, str], str]()
        self.lines += [f"(declare-const {self.name(n)} Real)" for n in problem.names]
        self.lines += [f"(assert (is_int {self.name(n)}))" for n in sorted(problem.integers)]
        for fact in problem.given:
            self.lines.append(f"(assert {self.fact(fact)})")
        goals = [self.fact(fact) for fact in problem.goals]
        self.lines.append(f"(assert (not (and true {' '.join(goals)})))")
        self._relate()

    @staticmethod
    def name(name: str) -> str:
        return f"v_{name}"

    def fact(self, fact: Fact) -> str:
        left, right = self.term(fact[0]), self.term(fact[2])
        return f"({fact[1]} {left} {right})"

    def term(self, term: Term) -> str:
        op, args = term.op, term.args
        if op == "number":
            return self.number(args[0])
        if op == "variable":
            return self.name(args[0])
        if op in ("sum", "product"):
            return f"({'+' if op == 'sum' else '*'} {' '.join(map(self.term, args))})"
        if op == "abs":
            return self.choice(f"(- {self.term(args[0])})", ">=", self.term(args[0]))
        if op in ("max", "min"):
            parts = [self.term(arg) for arg in args]
            while len(parts) > 1:
                parts[:2] = [self.choice(parts[0], ">=" if op == "max" else "<=", parts[1])]
            return parts[0]
        if op == "power":
            return self.power(*args)
        return self.function(op, self.term(args[0]))

    @staticmethod
    def choice(one: str, relation: str, two: str) -> str:
        return f"(ite ({relation} {one} {two}) {one} {two})"

    @staticmethod
    def number(value: Fraction) -> str:
        sign = f"(/ {abs(value.numerator)}.0 {value.denominator}.0)"
        return sign if value >= 0 else f"(- {sign})"

    def power(self, base: Term, exponent: Term) -> str:
        whole = whole_value(exponent)
        shown = self.term(base)
        if whole is not None:
            product = f"(* 1.0 {' '.join([shown] * abs(whole))})" if whole else "1.0"
            return product if whole >= 0 else f"(/ 1.0 {product})"
        if exponent.op == "number" and exponent.args[0].denominator < 10:
            root = self.new("root", f"{shown} {exponent.args[0].denominator}")
            p, q = exponent.args[0].numerator, exponent.args[0].denominator
            power = f"(* 1.0 {' '.join([root] * q)})"
            self.lines.append(f"(assert (and (>= {root} 0.0) (= {power} {shown})))")
            whole_power = f"(* 1.0 {' '.join([root] * abs(p))})"
            return whole_power if p > 0 else f"(/ 1.0 {whole_power})"
        return self.function("exp", f"(* {self.term(exponent)} {self.function('log', shown)})")

    def new(self, kind: str, of: str) -> str:
        if (kind, of) not in self.curved:
            self.curved[kind, of] = f"w{len(self.curved)}"
            self.lines.append(f"(declare-const {self.curved[kind, of]} Real)")
        return self.curved[kind, of]

    def function(self, op: str, shown: str) -> str:
        if op == "exp" and self.native:
            return f"(exp {shown})"
        fresh = (op, shown) not in self.curved
        w = self.new(op, shown)
        if not fresh:
            return w
        if self.native:
            self.lines.append(f"(assert (= (exp {w}) {shown}))")
        elif op == "exp":
            self.lines.append(f"(assert (and (> {w} 0.0) (>= {w} (+ 1.0 {shown}))))")
        else:
            self.lines.append(
                f"(assert (and (<= {w} (- {shown} 1.0)) (>= (* {shown} {w}) (- {shown} 1.0))))"
            )
        return w

    def _relate(self) -> None:
        """Both functions rise."""
        of = {
            op: [(u, w) for (kind, u), w in self.curved.items() if kind == op]
            for op in ("exp", "log")
        }
        for pairs in () if self.native else of.values():
            for (u, w), (v, x) in itertools.permutations(pairs, 2):
                self.lines.append(f"(assert (=> (< {u} {v}) (< {w} {x})))")

    def text(self, logic: str) -> str:
        return "\n".join([f"(set-logic {logic})", *self.lines, "(check-sat)"])

    def verdict(self, answer: str) -> str:
        exact = self.native or all(kind == "root" for kind, _ in self.curved)
        return {"unsat": "proved", "sat": "refuted" if exact else "open"}.get(answer, "open")


def z3(problem: Problem) -> str:
    import z3 as solver_of

    smt = Smt(problem, native=False)
    solver = solver_of.Solver()
    solver.from_string(smt.text("ALL"))
    return smt.verdict(str(solver.check()))


def cvc5(problem: Problem) -> str:
    import cvc5 as api

    smt = Smt(problem, native=True)
    solver = api.Solver()
    parser = api.InputParser(solver)
    parser.setStringInput(api.InputLanguage.SMT_LIB_2_6, smt.text("ALL"), "problem")
    symbols, answer = parser.getSymbolManager(), ""
    while not (command := parser.nextCommand()).isNull():
        answer = str(command.invoke(solver, symbols)).strip() or answer
    return smt.verdict(answer)


# Coq ------------------------------------------------------------------------------------------

HEAD = """From Coq Require Import Reals Lra Psatz.
From Interval Require Import Tactic.
Open Scope R_scope.
Definition Rpow := Rpower.
"""
TACTICS = """intros; unfold Rpow, Rpower in *; first [ lra | timeout {s} nra
| timeout {s} (psatz R 2) | timeout {s} interval | timeout {s} ({bisect}) ]."""


def coq(problem: Problem, seconds: float) -> str:
    from proofkit.bridges.coq.printing import Printer, identifier

    show = Printer(tuple(problem.names), {})
    names = " ".join(identifier(name) for name in problem.names)
    facts = [show.statement(*fact) for fact in problem.given]
    goal = " /\\ ".join(show.statement(*fact) for fact in problem.goals)
    body = " -> ".join(f"({part})" for part in (*facts, goal))
    cut = ", ".join(f"i_bisect {identifier(name)}" for name in problem.names)
    bisect = (
        f"interval with ({cut}, i_taylor {identifier(problem.names[0])})" if cut else "interval"
    )
    script = TACTICS.format(s=max(1, round(seconds)), bisect=bisect)
    statement = f"forall {names} : R, {body}" if names else body
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "question.v").write_text(
            f"{HEAD}Goal {statement}.\n{script}\nQed.\n", encoding="utf-8"
        )
        ran = subprocess.run(["coqc", "question.v"], cwd=folder, capture_output=True, check=False)
    return "proved" if ran.returncode == 0 else "open"


# SymPy ----------------------------------------------------------------------------------------


def sympy(problem: Problem) -> str:
    import sympy as sp

    symbols = {name: sp.Symbol(name, **_assumed(problem, name)) for name in problem.names}
    for fact in problem.goals:
        difference = _sympy(fact[2], symbols) - _sympy(fact[0], symbols)
        difference = -difference if fact[1] in (">", ">=") else difference
        if not any(
            _is_settled(sp, problem, fact, way(difference)) for way in (sp.simplify, sp.factor)
        ):
            return "open"
    return "proved"


def _assumed(problem: Problem, name: str) -> dict[str, bool]:
    assumed = {"real": True} | ({"integer": True} if name in problem.integers else {})
    for left, relation, right in problem.given:
        small, large = (left, right) if relation[0] == "<" else (right, left)
        if relation != "=" and large == Term("variable", (name,)) and small.op == "number":
            if small.args[0] > 0 or (small.args[0] == 0 and len(relation) == 1):
                assumed["positive"] = True
            elif small.args[0] == 0:
                assumed["nonnegative"] = True
    return assumed


def _is_settled(sp: Any, problem: Problem, fact: Fact, difference: Any) -> bool:
    if fact[1] == "=":
        return bool(difference == 0)
    strict = len(fact[1]) == 1
    if difference.is_positive or (not strict and difference.is_nonnegative):
        return True
    if len(difference.free_symbols) != 1:
        return False
    (x,) = difference.free_symbols
    domain = sp.S.Reals
    for left, relation, right in problem.given:
        if variables(left) | variables(right) == {str(x)}:
            relational = {"<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge, "=": sp.Eq}[relation]
            domain &= relational(_sympy(left, {str(x): x}), _sympy(right, {str(x): x})).as_set()
    try:
        least = sp.calculus.util.minimum(difference, x, domain)
    except (NotImplementedError, ValueError):
        return False
    return bool(least > 0 or (not strict and least >= 0))


def _sympy(term: Term, symbols: dict[str, Any]) -> Any:
    import sympy as sp

    if term.op == "number":
        return sp.Rational(term.args[0].numerator, term.args[0].denominator)
    if term.op == "variable":
        return symbols[term.args[0]]
    makers: dict[str, Callable[..., Any]] = {
        "sum": sp.Add, "product": sp.Mul, "power": sp.Pow, "exp": sp.exp, "log": sp.log,
        "abs": sp.Abs, "max": sp.Max, "min": sp.Min,
    }  # fmt: skip
    return makers[term.op](*(_sympy(arg, symbols) for arg in term.args))


def main(tool: str, id: str, seconds: float) -> str:
    entry = next(e for e in json.loads(STATEMENTS.read_text(encoding="utf-8")) if e["id"] == id)
    problem = Problem(entry)
    if tool == "coq":
        return coq(problem, seconds)
    return {"z3": z3, "cvc5": cvc5, "sympy": sympy}[tool](problem)


if __name__ == "__main__":
    sys.stdout.write(main(sys.argv[1], sys.argv[2], float(sys.argv[3])) + "\n")
