"""Random attacks on what the kernel knows of families: forms, signs, and goals put straight to its
rules. `python -m tests.kernel.families_attack SEED SECONDS` makes a long one."""

import json
import random
import re
import sys
import time
from collections import Counter

from proofkit.foundations.effort import limited
from proofkit.foundations.errors import CertificateError, InputError, LimitExceeded, Undefined
from proofkit.kernel.assumptions import Context, Trail, no_theory
from proofkit.kernel.inference import check
from proofkit.kernel.places import Indexed
from proofkit.language.binding import for_each
from proofkit.language.terms import parse, text
from tests.kernel.worlds_by_hand import failing

REFUSED = (CertificateError, InputError, LimitExceeded, Undefined, RecursionError)
KINDS = {
    **dict.fromkeys("nmk", "integer"),
    **dict.fromkeys("abqc", "real"),
    **dict.fromkeys("xyp", 1),
    "A": 2,
}
PLACES = [
    [],
    ["n >= 0"],
    ["n >= 1", "k >= 1", "k <= n"],
    ["n >= 1", "p[i] > 0 for i=1..n", "q > 0"],
    ["n >= 0", "m >= 0", "x[i] >= 0 for i=1..n", "q >= 0"],
    ["n >= 2", "m >= 0", "m <= n", "a > 0", "b <= 1"],
    ["n >= 1", "k >= 1", "k <= n", "p[i] > 0 for i=1..k-1", "p[i] > 0 for i=k+1..n"],
    ["m >= 1", "n >= m", "x[i] <= 0 for i=m..n"],
    ["n >= m", "m > k", "k >= 0", "A[i,j] >= x[i] for i=1..n, j=i..n", "x[i] >= 1 for i=k..m"],
]
SIGNS = {6: ">=", 4: ">", 3: "<=", 1: "<", 2: "="}


def fact(source):
    left, relation, right = re.split(r" (<=|>=|=|<|>) ", source)
    return parse(left), relation, parse(right)


def place(hypotheses, kinds=KINDS):
    facts, each = {}, {}
    for k, source in enumerate(hypotheses):
        body, _, tail = source.partition(" for ")
        if not tail:
            facts[f"h{k}"] = fact(body)
            continue
        ranges = []
        for part in tail.split(", "):
            name, span = part.split("=")
            low, high = span.split("..")
            ranges.append((name, parse(low), parse(high)))
        each[f"h{k}"] = for_each(ranges, *fact(body))
    parameters = {n: k == "integer" for n, k in kinds.items() if isinstance(k, str)}
    families = {n: (False, k) for n, k in kinds.items() if not isinstance(k, str)}
    return Indexed(Context(parameters, facts, {}, families, each), Trail(), no_theory)


class Attack:
    """Attacks from one seed; `wrong` are those that succeeded."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.choice = self.random.choice
        self.count, self.wrong = Counter(), []

    def term(self, depth, indices=()):
        r, choice = self.random.random(), self.choice
        if depth == 0 or r < 0.25:
            near = [*indices, "n"]
            at = [*indices, "1", "n", "k", f"{choice(near)}+1", f"{choice(near)}-1"]
            entries = [f"{name}[{choice(at)}]" for name in "xxyp"]
            entries.append(f"A[{choice(at)},{choice(at)}]")
            return choice(["1", "2", "1/2", "a", "b", "n", "q", "c", *entries, *indices])
        one, two = (lambda: self.term(depth - 1, indices) for _ in "ab")
        if r < 0.45:
            return f"({one()} {choice('+-')} {two()})"
        if r < 0.62:
            return f"({one()}){'*' if self.random.random() < 0.8 else '/'}({two()})"
        if r < 0.72:
            power = choice([*indices, "n", "2"])
            forms = ["({0})^2", "({0})^2", "abs({0})", "exp({0})", "log({0})", "sqrt({0})"]
            forms += [f"q^({power})", "({0})^(-1)", "max({0}, {1})", "min({0}, {1})"]
            return choice(forms).format(one(), two())
        name = f"i{len(indices)}"
        low = choice(["1", "1", "0", "2", "m", "k", "k+1", "m+1"])
        high = choice(["n", "n", "n", "n-1", "n+1", "k-1", "m", "3", "k", *indices])
        body = self.term(depth - 1, (*indices, name))
        return f"{choice(['sum'] * 6 + ['prod', 'max', 'min'])}({name}={low}..{high}, {body})"

    def look(self, kind, hypotheses, statements, node=None):
        said, where, seen = failing(KINDS, hypotheses, statements, self.random)
        self.count["evaluations"] += seen
        if said is not None:
            self.count["WRONG"] += 1
            self.wrong.append((kind, said, hypotheses, where, node))

    def form(self):
        """The normal form of a random term, and its sign at sight."""
        hypotheses, source = self.choice(PLACES), self.term(self.choice([2, 3, 3, 4]))
        self.count["forms"] += 1
        try:
            with limited(60_000):
                known, term = place(hypotheses), parse(source)
                known.require_value(term)
                if self.random.random() < 0.5:
                    sign, canonical = known.sign(term), known.ring.canonical(term)
                else:
                    canonical, sign = known.ring.canonical(term), known.sign(term)
        except REFUSED:
            return
        self.count["forms with a value"] += 1
        said = [f"{source} = {text(canonical)}"]
        if sign in SIGNS:
            self.count["signs"] += 1
            said.append(f"{source} {SIGNS[sign]} 0")
        self.look("form", hypotheses, said)

    def judge(self, hypotheses, statement, node):
        """If a rule accepts the goal, the evaluator may not refute it."""
        self.count["goals"] += 1
        try:
            with limited(60_000):
                check(place(hypotheses), fact(statement), node)
        except (*REFUSED, ZeroDivisionError) as refusal:
            self.count["crash"] += isinstance(refusal, ZeroDivisionError)
            return
        self.count[f"accepted by {node['rule']}"] += 1
        self.look("goal", hypotheses, [statement], node)

    def leaf(self):
        choice = self.choice
        return choice(
            [
                {"rule": "sign"},
                {"rule": "ring"},
                {"rule": "assume", "fact": "f"},
                {"rule": "psatz", "sum": [{"weight": "1", "facts": ["f"]}]},
                {"rule": "psatz", "sum": [], "equations": [{"fact": "f", "times": choice("12")}]},
            ]
        )

    def equation(self):
        """Two terms, one of which was changed a little."""
        one = self.term(3)
        tokens = re.findall(r"\d+|[A-Za-z]\w*|\.\.|.", one)
        k = self.random.randrange(len(tokens))
        for some in (
            ("0", "1", "2", "3"),
            ("x", "y", "p"),
            ("a", "b", "q", "n", "m", "k"),
            ("+", "-"),
        ):
            if tokens[k] in some:
                tokens[k] = self.choice(some)
        relation = self.choice(["=", "=", "<=", "<"])
        rule = self.choice(["ring", "sign", "ring"])
        self.judge(self.choice(PLACES), f"{one} {relation} {''.join(tokens)}", {"rule": rule})

    def entry_rules(self):
        """Goals made for the rules about entries and ranges, true or not."""
        choice, name = self.choice, self.choice(["sum", "sum", "prod", "max", "min"])
        hypotheses, body = choice(PLACES), self.term(2, ("j",))
        low = choice(["1", "1", "m", "k", "k+1", "0"])
        high = choice(["n", "n", "m", "k-1", "n-1", "n+1"])
        at = choice(["k", "n", "1", "m", "n-1", "0", "m+1"])
        whole, sign = f"{name}(j={low}..{high}, {body})", {"rule": "sign"}

        def put(value):
            return re.sub(r"\bj\b", f"({value})", body)

        kind = choice(["member", "split", "reverse", "termwise", "bounded", "attain"])
        node = {"rule": kind, "whole": whole, "at": at, "index": "z", "because": sign}
        if kind == "member":
            said = choice([f"{put(at)} <= {whole}", f"{whole} <= {put(at)}"])
        elif kind == "split":
            cut = f"{at}+{choice('1112')}"
            parts = f"{name}(j={low}..{at}, {body})", f"{name}(j={cut}..{high}, {body})"
            sign = {"sum": " + ", "prod": "*"}.get(name)
            said = f"{whole} = " + (sign.join(parts) if sign else f"{name}({', '.join(parts)})")
        elif kind == "reverse":
            turned = put(f"{low}+({high})-j{choice(['', '', '+1'])}")
            said = f"{whole} = {name}(j={low}..{high}, {turned})"
        elif kind == "termwise":
            more = f"{body} + {choice(['1', '0', 'x[j]', '(j-k)^2', 'exp(y[j])'])}"
            more = choice([more, more, self.term(2, ("j",))])
            said = f"{whole} {choice(['<=', '<'])} {name}(j={low}..{high}, {more})"
        else:
            said = f"{whole} {choice(['<=', '<'])} {self.term(1)}"
        keys = {
            "member": "rule whole at index because",
            "split": "rule whole at",
            "reverse": "rule whole",
            "termwise": "rule index because",
            "bounded": "rule index because",
            "attain": "rule whole index",
        }
        node = {key: node[key] for key in keys[kind].split()}
        if kind == "attain":
            node |= {"id": "f", "then": self.leaf()}
        self.judge(hypotheses, said, node)

    def summands(self):
        """Products under sums."""
        choice, body = self.choice, self.term(2, ("i",))
        low, high = choice(["1", "1", "m", "k"]), choice(["n", "n", "m", "k-1", "n+1"])
        entry = {"weight": choice(["1", "2"]), "over": [["i", low, high]]}
        kind = choice(["signs", "squares", "facts"])
        if kind == "facts":
            entry["facts"] = [[choice(["h1", "h2", "h3", "h4"]), choice(["i", "i+1", "n"])]]
            body = choice(["x[i]", "p[i]", "-x[i]", "x[i]-1", "p[i+1]", "x[n]"])
        else:
            entry[kind] = [body]
        body = f"({body})^2" if kind == "squares" else body
        start = self.term(1)
        more = f"{entry['weight']}*sum(i={low}..{high}, {body})"
        said = f"{start} {choice(['<=', '<'])} {start} + {more}"
        self.judge(choice(PLACES), said, {"rule": "psatz", "sum": [entry]})

    def climb(self):
        one, two = (self.term(2, ("v",)) for _ in "ab")
        ends = [re.sub(r"\bv\b", "(n)", side) for side in (one, two)]
        node = {"rule": "climb", "variable": "v", "from": self.choice(["1", "0", "k", "m"])}
        node |= {"to": "n", "left": one, "right": two, "id": "f"}
        node |= {"start": self.leaf(), "step": self.leaf()}
        relation = self.choice(["<=", "=", "<"])
        self.judge(self.choice(PLACES), f"{ends[0]} {relation} {ends[1]}", node)

    def induct(self):
        node = {"rule": "induct", "variable": "n", "from": self.choice(["0", "1", "2"])}
        node |= {"id": "f", "start": self.leaf(), "step": self.leaf()}
        relation = self.choice(["<=", "=", "<"])
        self.judge(self.choice(PLACES), f"{self.term(2)} {relation} {self.term(2)}", node)

    def round(self):
        for attack in (
            self.form,
            self.form,
            self.equation,
            self.entry_rules,
            self.entry_rules,
            self.summands,
            self.climb,
            self.induct,
        ):
            attack()


def main():
    attack, until = Attack(int(sys.argv[1])), time.time() + float(sys.argv[2])
    while time.time() < until:
        attack.round()
    print(json.dumps(dict(sorted(attack.count.items())), indent=1))
    for found in attack.wrong[:10]:
        print(*found, sep="\n  ")


if __name__ == "__main__":
    main()
