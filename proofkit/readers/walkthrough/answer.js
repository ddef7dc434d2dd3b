"use strict";
/* What a reader types, as entries of the table of formulas: many spellings, one small grammar.
   Nothing typed is ever run as code. */

class Answer {
  static SAME = { "·": "*", "×": "*", "∙": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-", "√": " sqrt ", "{": "(", "}": ")",
    α: "alpha", δ: "delta", θ: "theta", τ: "tau", ρ: "rho", σ: "sigma", λ: "lam" };
  static HIGH = Object.fromEntries([..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ"].map((c, k) => [c, "0123456789+-()n"[k]]));
  static FUNCTIONS = [...Object.keys(Arithmetic.FUNCTIONS), "sqrt"];
  static TOKEN = /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z][A-Za-z0-9_]*)|([-+*/^(),]))/y;

  constructor(table, names) { // names: places in the table by what may be written
    Object.assign(this, { table, names });
    this.places = new Map(table.map((entry, k) => [JSON.stringify(entry), k]));
  }

  entry(...parts) {
    const key = JSON.stringify(parts);
    if (!this.places.has(key)) {
      this.places.set(key, this.table.length);
      this.table.push(parts);
    }
    return this.places.get(key);
  }

  read(typed) { // the place of the term; an Error says what is wrong
    if (typed.length > 500) throw new Error("an answer of more than 500 characters is not read");
    this.typed = typed;
    this.tokens = this.split(Answer.plain(typed));
    if (!this.tokens.length) throw new Error("No answer yet.");
    this.next = 0;
    this.depth = 0;
    const found = this.sum();
    if (this.next < this.tokens.length) {
      throw new Error(this.tokens[this.next] === ")" ? "A bracket has no partner." : `${this.tokens[this.next]} is not understood there.`);
    }
    return found;
  }

  static plain(typed) {
    const high = new RegExp(`[${Object.keys(Answer.HIGH).join("")}]+`, "g");
    return [...typed.replace(high, (run) => `^(${[...run].map((c) => Answer.HIGH[c]).join("")})`)]
      .map((c) => { const low = "₀₁₂₃₄₅₆₇₈₉".indexOf(c); return low >= 0 ? String(low) : Answer.SAME[c] ?? c; })
      .join("").replaceAll("**", "^").trimEnd();
  }

  split(text) {
    const found = [];
    Answer.TOKEN.lastIndex = 0;
    while (Answer.TOKEN.lastIndex < text.length) {
      const from = Answer.TOKEN.lastIndex;
      const match = Answer.TOKEN.exec(text);
      if (!match) throw new Error(`${text.slice(from).trim()[0]} is not understood in an answer.`);
      found.push(...(match[2] ? this.apart(match[2]) : [match[1] ?? match[3]]));
    }
    return found;
  }

  knows(name) {
    return Object.hasOwn(this.names, name) || Answer.FUNCTIONS.includes(name) || ["ln", "e", "pi"].includes(name);
  }

  apart(name) { // names side by side, as in 2xy; a name that is known stays whole
    if (this.knows(name)) return [name];
    for (let end = name.length - 1; end > 0; end -= 1) {
      if (!Object.hasOwn(this.names, name.slice(0, end))) continue;
      const rest = this.apart(name.slice(end));
      if (rest.every((part) => Object.hasOwn(this.names, part))) return [name.slice(0, end), ...rest];
    }
    return [name];
  }

  get token() {
    return this.tokens[this.next];
  }

  take(wanted) {
    if (this.token !== wanted) return false;
    this.next += 1;
    return true;
  }

  number(text) {
    return this.entry("number", text);
  }

  sum() {
    if ((this.depth += 1) > 60) throw new Error("That is nested too deeply.");
    const parts = [this.take("-") ? this.minus(this.product()) : (this.take("+"), this.product())];
    for (;;) {
      if (this.take("+")) parts.push(this.product());
      else if (this.take("-")) parts.push(this.minus(this.product()));
      else break;
    }
    this.depth -= 1;
    return parts.length > 1 ? this.entry("sum", ...parts) : parts[0];
  }

  minus(place) {
    return this.entry("product", this.number("-1"), place);
  }

  product() {
    const parts = [this.power()];
    for (;;) {
      if (this.take("*")) parts.push(this.power());
      else if (this.take("/")) parts.push(this.entry("whole", this.power(), -1));
      else if (this.token !== undefined && /^[\w.(]/.test(this.token)) parts.push(this.power());
      else break;
    }
    return parts.length > 1 ? this.entry("product", ...parts) : parts[0];
  }

  power() {
    const base = this.factor();
    if (!this.take("^")) return base;
    const negative = this.take("-");
    const place = this.factor();
    if (this.token === "^") throw new Error("Write a^(b^c) or (a^b)^c, so that only one is meant.");
    const exponent = negative ? this.minus(place) : place;
    const [op, text] = this.table[place];
    const whole = op === "number" && /^\d{1,4}$/.test(text) ? Number(text) : null;
    return whole === null ? this.entry("power", base, exponent) : this.entry("whole", base, negative ? -whole : whole);
  }

  factor() {
    const token = this.token;
    if (token === undefined) throw new Error("The end comes too early.");
    this.next += 1;
    if (token === "(") {
      const inside = this.sum();
      if (!this.take(")")) throw new Error("A bracket has no partner.");
      return inside;
    }
    if (token === "-") return this.minus(this.factor());
    if (/^[\d.]/.test(token)) return this.numeral(token);
    if (Object.hasOwn(this.names, token)) return this.names[token];
    if (token === "e") return this.entry("exp", this.number("1"));
    if (token === "pi") return this.entry("pi");
    const name = token === "ln" ? "log" : token;
    if (!Answer.FUNCTIONS.includes(name)) {
      const known = Object.keys(this.names).sort().join(", ");
      throw new Error(/^\w/.test(token) ? `${token} is not known here: expected ${known ? `an answer in ${known}` : "a number"}.` : `${token} is not understood there.`);
    }
    return this.call(name);
  }

  call(name) {
    const parts = [];
    if (this.take("(")) {
      do parts.push(this.sum()); while (this.take(","));
      if (!this.take(")")) throw new Error("A bracket has no partner.");
    } else parts.push(this.factor());
    if (parts.length > 1 && (Arithmetic.FUNCTIONS[name] ?? Arithmetic.root).length < 2) throw new Error(`${name} is of one number.`);
    return this.entry(name === "sqrt" ? "root" : name, ...parts);
  }

  numeral(token) {
    const value = Arithmetic.parse(token.startsWith(".") ? `0${token}` : token.replace(/\.$/, ""));
    if (!value) throw new Error(`${token} is no number that is read here.`);
    return this.number(Arithmetic.text(value));
  }
}
