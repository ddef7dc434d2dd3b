"use strict";
/* The generated formulas at one setting: the value of every term, the probability of every
   event, and what can be said of every statement. A formula is a number in a table; a term
   that occurs in many claims is one entry, and is computed once. */

const LARGEST_CROWD = 4000n; // signs in a group, for exact counts of subsets
const MOST_SINGLES = 8;

class Setting {
  static RELATIONS = { "=": [0], "<=": [-1, 0], "<": [-1], ">=": [0, 1], ">": [1] };

  constructor(table, values) { // values: exact fractions by the names of parameters
    this.table = table;
    this.values = values;
    this.known = new Map();
    this.least = new Map();
    this.loudness = new Map();
  }

  value(id) { // the value of a term; throws Trouble where there is none
    if (!this.known.has(id)) {
      let found;
      try {
        found = this.compute(this.table[id]);
      } catch (problem) {
        if (!(problem instanceof Arithmetic.Trouble)) throw problem;
        found = problem;
      }
      this.known.set(id, found);
    }
    const found = this.known.get(id);
    if (found instanceof Arithmetic.Trouble) throw found;
    return found;
  }

  compute([op, ...args]) {
    const A = Arithmetic;
    if (op === "number") return A.parse(args[0]);
    if (op === "pi") return A.pi();
    if (op === "variable") {
      const { n, d } = this.values[args[0]];
      return A.fraction(n, d);
    }
    if (op === "P") return this.chance(args[0]);
    if (op === "whole") return A.raise(this.value(args[0]), BigInt(args[1]));
    const parts = args.map((id) => this.value(id));
    if (op === "sum") return parts.reduce(A.add);
    if (op === "product") return parts.reduce(A.multiply);
    if (op === "power") return A.power(...parts);
    if (op === "root") return A.root(parts[0]);
    return parts.length > 1 ? parts.reduce(A.FUNCTIONS[op]) : A.FUNCTIONS[op](parts[0]);
  }

  static reached(table, ids) { // the parameters that terms depend on
    const [found, seen, left] = [new Set(), new Set(), [...ids]];
    while (left.length) {
      const id = left.pop();
      if (seen.has(id)) continue;
      seen.add(id);
      const [op, ...args] = table[id];
      if (op === "variable") found.add(args[0]);
      else if (op !== "number") left.push(...(op === "whole" ? args.slice(0, 1) : args));
    }
    return found;
  }

  // Statements -----------------------------------------------------------------------------

  decide(relation, left, right) { // {state: holds, fails, close or unshown, left, right, why}
    const found = { state: "close", why: "" };
    try {
      found.left = this.value(left);
      found.right = this.value(right);
      found.state = Setting.compared(relation, found.left, found.right) || "close";
    } catch (problem) {
      if (!(problem instanceof Arithmetic.Trouble)) throw problem;
      found.state = problem.kind;
      found.why = problem.message;
    }
    return found;
  }

  static compared(relation, left, right) {
    const order = Arithmetic.compare(left, right);
    const [below, above] = [Arithmetic.atMost(left, right), Arithmetic.atMost(right, left)];
    const allowed = [-1, 0, 1] // the signs that left - right may have
      .filter((sign) => order === null ? sign === 0 || (sign < 0 ? above !== true : below !== true) : sign === order)
      .map((sign) => Setting.RELATIONS[relation].includes(sign));
    return allowed.every(Boolean) ? "holds" : allowed.some(Boolean) ? "" : "fails";
  }

  greater(v, w) {
    const atMost = Arithmetic.atMost(v, w);
    if (atMost === null) throw Arithmetic.close("a tie inside an event is too close to call");
    return !atMost;
  }

  // Probabilities: a few single signs, and one large group whose sum is binomial ---------------

  chance(id) {
    const A = Arithmetic;
    const [op, ...args] = this.table[id];
    if (op === "exceeds") return this.atMostHoeffding(...args);
    if (op === "despite") {
      const enough = this.greater(this.value(args[1]), this.value(args[0]));
      return A.interval(A.ends(A.fraction(enough ? 1n : 0n, 4n)).lo, { m: 1n, e: 0 });
    }
    if (op === "above" || op === "reaches") return this.loud([id]);
    if (op === "some") return A.add(A.fraction(1n), A.negate(this.none([id])));
    if (op === "none") return this.none([id]);
    const kinds = args.map((event) => this.table[event][0]);
    if (kinds.every((kind) => kind === "some")) throw A.unshown("not shown in the browser");
    if (kinds.every((kind) => kind === "none")) return this.none(args);
    const silent = this.none([args[kinds.indexOf("none")]]);
    return A.add(silent, A.negate(this.none(args)));
  }

  atMostHoeffding(threshold, energy, bound) { // all that is known: between 0 and the bound
    const zero = Arithmetic.fraction(0n);
    const usable = this.greater(this.value(energy), zero)
      && !this.greater(zero, this.value(threshold));
    if (!usable) throw Arithmetic.unshown("Hoeffding's bound says nothing here");
    return Arithmetic.interval(Arithmetic.ZERO, Arithmetic.ends(this.value(bound)).hi);
  }

  none(events) { // no neuron makes any of the events happen
    const A = Arithmetic;
    const counts = events.map((id) => this.whole(this.table[id][1]));
    if (counts.some((m) => m !== counts[0])) throw A.unshown("different numbers of neurons");
    const heard = this.loud(events.flatMap((id) => this.table[id].slice(2)));
    return A.raise(A.add(A.fraction(1n), A.negate(heard)), counts[0]);
  }

  loud(events) { // one neuron makes some of the events happen
    const key = events.join(" ");
    if (!this.loudness.has(key)) this.loudness.set(key, this.count(events));
    return this.loudness.get(key);
  }

  count(events) {
    const A = Arithmetic;
    const groups = events.map((id) => this.table[id].slice(2).filter((_, k) => k % 2));
    const counts = groups[0].map((id) => this.whole(id));
    const same = groups.every((ids) => ids.every((id, k) => this.whole(id) === counts[k]));
    if (!same) throw A.unshown("the events do not speak of the same signs");
    let large = 0;
    counts.forEach((count, k) => { if (count > counts[large]) large = k; });
    const size = counts[large];
    if (size > LARGEST_CROWD) {
      throw A.unshown(`not shown in the browser: more than ${LARGEST_CROWD} signs`);
    }
    const singles = counts.flatMap((count, k) => (k === large ? [] : Array(Number(count)).fill(k)));
    if (singles.length > MOST_SINGLES) throw A.unshown("not shown in the browser: too many signs");
    let ways = 0n;
    for (let pattern = 0; pattern < 2 ** singles.length; pattern += 1) {
      const net = counts.map(() => 0n);
      singles.forEach((k, place) => { net[k] += (pattern >> place) & 1 ? 1n : -1n; });
      const firsts = events.map((id) => this.first(id, net, large, size));
      const least = firsts.reduce((x, y) => (x < y ? x : y));
      ways += Subsets.below(size, size + 1n - least); // by symmetry
    }
    return A.fraction(ways, 1n << (size + BigInt(singles.length)));
  }

  first(id, net, large, size) { // the least number of +1 in the large group that is enough
    const key = `${id} ${large} ${net.map((count, k) => (k === large ? "" : count)).join(" ")}`;
    if (!this.least.has(key)) {
      const [op, threshold, ...rest] = this.table[id];
      const weights = rest.filter((_, k) => k % 2 === 0).map((w) => this.value(w));
      const crowd = weights[large];
      if (size && this.greater(Arithmetic.fraction(0n), crowd)) {
        throw Arithmetic.unshown("not shown in the browser: a negative weight");
      }
      const others = weights
        .map((w, k) => (k === large ? null : Arithmetic.multiply(Arithmetic.fraction(net[k]), w)))
        .filter((part) => part !== null)
        .reduce(Arithmetic.add, Arithmetic.fraction(0n));
      const bar = this.value(threshold);
      let [low, high] = [0n, size + 1n];
      while (low < high) {
        const middle = (low + high) / 2n;
        const sum = Arithmetic.fraction(2n * middle - size);
        const total = Arithmetic.add(others, Arithmetic.multiply(sum, crowd));
        const enough = op === "reaches" ? !this.greater(bar, total) : this.greater(total, bar);
        if (enough) high = middle;
        else low = middle + 1n;
      }
      this.least.set(key, low);
    }
    return this.least.get(key);
  }

  whole(id) {
    const v = this.value(id);
    if (!Arithmetic.isExact(v) || v.d !== 1n || v.n < 0n) {
      throw Arithmetic.unshown("no value here: a number of signs or neurons is a whole number");
    }
    return v.n;
  }
}

const Subsets = { // how many subsets of so many signs have fewer than so many members
  sums: new Map(),
  below(size, least) {
    if (least <= 0n) return 0n;
    if (least > size) return 1n << size;
    if (!this.sums.has(size)) {
      if (this.sums.size > 3) this.sums.clear();
      const sums = [0n];
      let ways = 1n;
      for (let k = 0n; k < size; k += 1n) {
        sums.push(sums[sums.length - 1] + ways);
        ways = (ways * (size - k)) / (k + 1n);
      }
      this.sums.set(size, [...sums, 1n << size]);
    }
    return this.sums.get(size)[Number(least)];
  },
};
