"""Statements about families as Python, at small n with random entries. It reads the text by
itself and shares no code with the kernel."""

import math
import re

TOKEN = re.compile(r"\s*(\d+(?:\.(?!\.)\d+)?|[A-Za-z_]\w*|\.\.|<=|>=|.)")
BINDERS = ("sum", "prod", "max", "min")
RELATIONS = ("<=", ">=", "<", ">", "=")


class NoValue(Exception):
    """A term has no value here."""


def matching(tokens, k):
    depth = 0
    for j in range(k, len(tokens)):
        depth += tokens[j] in "(["
        depth -= tokens[j] in ")]"
        if depth == 0:
            return j
    raise ValueError("brackets")


def python(tokens):
    """Python source of a term."""
    out, k = [], 0
    while k < len(tokens):
        token, after = tokens[k], tokens[k + 1] if k + 1 < len(tokens) else ""
        if after == "(" and token in BINDERS and tokens[k + 3 : k + 4] == ["="]:
            end = matching(tokens, k + 1)
            inner = tokens[k + 2 : end]
            cut = inner_comma(inner)
            head, body = inner[:cut], inner[cut + 1 :]
            dots = head.index("..")
            low, high = python(head[2:dots]), python(head[dots + 1 :])
            out.append(f"{token}_({low}, {high}, lambda {head[0]}: {python(body)})")
            k = end + 1
        elif after == "[":
            end = matching(tokens, k + 1)
            out.append(f"{token}({python(tokens[k + 2 : end])})")
            k = end + 1
        else:
            out.append("**" if token == "^" else token)
            k += 1
    return " ".join(out)


def inner_comma(tokens):
    depth = 0
    for k, token in enumerate(tokens):
        depth += token in "(["
        depth -= token in ")]"
        if token == "," and depth == 0:
            return k
    raise ValueError("a comma is missing")


def relation_in(tokens):
    depth = 0
    for k, token in enumerate(tokens):
        depth += token in "(["
        depth -= token in ")]"
        if depth == 0 and token in RELATIONS:
            return k
    raise ValueError("a relation is missing")


def parsed(statement):
    """Left side, relation, right side, ranges, and the tokens of the sides."""
    body, _, tail = statement.partition(" for ")
    tokens = TOKEN.findall(body.strip())
    cut = relation_in(tokens)
    ranges = []
    for part in tail.split(", ") if tail else ():
        name, span = part.split("=")
        low, high = (python(TOKEN.findall(end)) for end in span.split(".."))
        ranges.append((name.strip(), low, high))
    before, after = tokens[:cut], tokens[cut + 1 :]
    return python(before), tokens[cut], python(after), ranges, before, after


def over(low, high):
    if abs(low - round(low)) > 1e-9 or abs(high - round(high)) > 1e-9:
        raise NoValue
    return range(round(low), round(high) + 1)


def extreme(pick):
    def value(low, high, body):
        values = [body(i) for i in over(low, high)]
        if not values:
            raise NoValue
        return pick(values)

    return value


def logarithm(x):
    if x <= 0:
        raise NoValue
    return math.log(x)


FUNCTIONS = {
    "sum_": lambda low, high, body: math.fsum(body(i) for i in over(low, high)),
    "prod_": lambda low, high, body: math.prod(body(i) for i in over(low, high)),
    "max_": extreme(max),
    "min_": extreme(min),
    "exp": lambda x: math.exp(min(x, 600)),
    "log": logarithm,
    "sqrt": math.sqrt,
    "abs": abs,
    "max": max,
    "min": min,
}


class World:
    """Numbers for all names; an entry is drawn when it is asked for."""

    def __init__(self, kinds, random):
        self.random, self.kinds, self.tables = random, kinds, {}
        self.names = dict(FUNCTIONS)
        self.scale = random.choice([1, 1, 3, 0.3])
        self.style = random.choice(["any", "grid", "equal", "positive", "tiny"])
        for name, kind in kinds.items():
            if kind == "integer":
                self.names[name] = random.choice([0, 1, 2, 3, 2, 3, 5, 9, -1])
            else:
                self.names[name] = self.draw() if kind == "real" else self.family(name)

    def draw(self):
        r = self.random
        if self.style == "grid":
            return float(r.choice([-2, -1, 0, 1, 2, 3, 0.5]))
        if self.style == "positive":
            return r.random() * self.scale + 0.01
        if self.style == "tiny":
            return r.choice([1, -1, 10]) * r.choice([1e-3, 0.1, 1])
        return r.gauss(0, 1) * self.scale

    def family(self, name):
        table, base = self.tables.setdefault(name, {}), self.draw()

        def entry(*at):
            at = tuple(round(k) for k in at)
            if at not in table:
                table[at] = base if self.style == "equal" else self.draw()
            return table[at]

        return entry

    def places(self, ranges, names):
        if not ranges:
            yield names
            return
        (index, low, high), *rest = ranges
        for i in over(eval(low, {**self.names, **names}), eval(high, {**self.names, **names})):
            yield from self.places(rest, {**names, index: i})

    def repair(self, fact):
        """Move an entry or a number that stands alone to where a hypothesis wants it."""
        left, relation, right, ranges, left_tokens, right_tokens = fact
        slack = 0 if "=" in relation and self.random.random() < 0.6 else self.random.random() + 1e-6
        for names in self.places(ranges, {}):
            names = {**self.names, **names}
            a, b = eval(left, names), eval(right, names)
            if holds(a, relation, b):
                continue
            way = -slack if "<" in relation else slack
            for tokens, value in ((left_tokens, b + way), (right_tokens, a - way)):
                if len(tokens) == 1 and self.kinds.get(tokens[0]) in ("integer", "real"):
                    whole = self.kinds[tokens[0]] == "integer"
                    up = math.ceil if (tokens is left_tokens) == (way > 0) else math.floor
                    self.names[tokens[0]] = up(value) if whole else value
                    break
                if tokens[0] in self.tables and tokens[-1] == "]":
                    at = eval(python(tokens[2:-1]) + ",", names)
                    self.tables[tokens[0]][tuple(round(k) for k in at)] = value
                    break

    def satisfies(self, fact, room=1e-12):
        left, relation, right, ranges, *_ = fact
        return all(
            holds(eval(left, {**self.names, **n}), relation, eval(right, {**self.names, **n}), room)
            for n in self.places(ranges, {})
        )


def holds(a, relation, b, room=1e-9):
    if isinstance(a, complex) or isinstance(b, complex):
        raise NoValue
    gap = room * (1 + abs(a) + abs(b))
    apart = a != b or (room >= 1e-7 and abs(a) < 1e-250)  # exp(-900) is 0 in machine numbers
    if relation == "=":
        return abs(a - b) <= gap
    if relation in ("<=", "<"):
        return a <= b + gap and (relation == "<=" or apart)
    return a >= b - gap and (relation == ">=" or apart)


FAULTS = (ArithmeticError, ValueError, TypeError, NoValue)


def failing(kinds, hypotheses, statements, random, tries=60):
    """A statement that fails, or has no value, where the hypotheses hold, and how many were
    evaluated."""
    facts, goals, seen = [*map(parsed, hypotheses)], [*map(parsed, statements)], 0
    for _ in range(tries):
        world = World(kinds, random)
        try:
            for _ in range(3):
                for fact in facts:
                    world.repair(fact)
            if not all(map(world.satisfies, facts)):
                continue
        except FAULTS:
            continue
        for goal, said in zip(goals, statements, strict=True):
            try:
                left, right = eval(goal[0], world.names), eval(goal[2], world.names)
                if isinstance(left, complex) or abs(left) > 1e9:
                    continue
                seen += 1
                fine = holds(left, goal[1], right, 1e-6)
            except OverflowError:
                continue
            except FAULTS:
                fine = False
            if not fine:
                return said, {n: world.names[n] for n in kinds if n not in world.tables}, seen
    return None, None, seen
