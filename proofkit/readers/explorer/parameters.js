"use strict";
/* Parameters: exact values from what a person gave, links and defaults, as the engine resolves
   them; and sliders, which always land on values that make sense. */

class Parameters { // those of one lemma
  constructor(content, lemma) {
    this.all = lemma.parameters.map(({ is, slider }) => ({ ...content.parameters[is], is, slider }));
    this.byName = Object.fromEntries(this.all.map((p) => [p.name, p]));
    const tied = new Set(this.all.map((p) => p.link).filter((place) => place !== null));
    this.links = [...tied].map((place) => {
      const link = content.links[place];
      return { ...link, place, names: Object.keys(link.solve) };
    });
    this.table = content.table;
    this.reset();
  }

  take(other) { // what was given to another lemma's parameters, where they are the same
    for (const [name, text] of Object.entries(other.given)) {
      if (this.byName[name]?.is === other.byName[name].is) this.given[name] = text;
    }
    for (const link of this.links) {
      const same = other.links.find(({ place }) => place === link.place);
      if (same) this.recent.set(link, other.recent.get(same));
    }
    this.resolve();
    if (this.problem) this.reset();
  }

  moved(changes) { // the values after sliding there, or null where there are none
    const trial = Object.assign(Object.create(Parameters.prototype), this);
    trial.given = { ...this.given };
    trial.recent = new Map(this.recent);
    for (const [name, text] of Object.entries(changes)) trial.slide(name, text);
    return trial.problem ? null : trial.values;
  }

  reset() {
    this.given = {}; // texts by name
    this.recent = new Map(this.links.map((link) => [link, [...link.keep].reverse()]));
    this.resolve();
  }

  linkOf(name) {
    return this.links.find((link) => link.names.includes(name));
  }

  set(name, text) { // an exact text; what else a link ties to it follows
    const link = this.linkOf(name);
    if (link) {
      const others = this.recent.get(link).filter((other) => other !== name);
      this.recent.set(link, [...others, name]);
      const kept = [...link.names.filter((other) => !others.includes(other) && other !== name), ...others];
      const derived = kept[0];
      for (const other of link.names) {
        if (other === derived) delete this.given[other];
        else if (!(other in this.given)) this.given[other] = this.shown(other);
      }
    }
    this.given[name] = text;
    this.resolve();
  }

  slide(name, text) { // as `set`, but whole numbers that follow are rounded to be whole
    const link = this.linkOf(name);
    this.set(name, text);
    if (!link || !this.problem) return;
    const derived = link.names.find((other) => !(other in this.given));
    const parameter = this.byName[derived];
    if (!parameter.integer || !this.byName[name].integer) return;
    let value = this.solved(link, derived, this.read());
    if (!value) return;
    value = Parameters.whole(value, parameter.least);
    const values = { ...this.read(), [derived]: value };
    const moved = this.solved(link, name, values);
    if (moved && moved.d === 1n) {
      this.given[name] = Arithmetic.text(moved);
      this.resolve();
    }
  }

  static whole({ n, d }, least) {
    const nearest = (2n * n + d) / (2n * d);
    const low = BigInt(least ?? 0);
    return { n: nearest < low ? low : nearest, d: 1n };
  }

  read() { // what was given, as fractions
    const values = {};
    for (const [name, text] of Object.entries(this.given)) {
      const value = Arithmetic.parse(text);
      if (value) values[name] = value;
    }
    return values;
  }

  solved(link, name, values) {
    try {
      const value = new Setting(this.table, values).value(link.solve[name]);
      return Arithmetic.isExact(value) ? { n: value.n, d: value.d } : null;
    } catch (problem) {
      if (problem instanceof Arithmetic.Trouble || problem instanceof TypeError) return null;
      throw problem;
    }
  }

  resolve() { // fills `values`, or says what is wrong in `problem` and `wrong`
    this.problem = "";
    this.wrong = "";
    const values = {};
    for (const [name, text] of Object.entries(this.given)) {
      const value = Arithmetic.parse(text);
      if (!value) return this.refuse(name, `expected a number such as 7/10, 0.7 or 1e18, got ${text || "nothing"}`);
      values[name] = value;
      if (!this.fits(name, value)) return undefined;
    }
    for (const link of this.links) {
      for (const name of link.keep) {
        if (link.names.filter((other) => !(other in values)).length > 1 && !(name in values)) {
          values[name] = Arithmetic.parse(this.byName[name].default);
        }
      }
      const unknown = link.names.find((name) => !(name in values));
      const target = unknown ?? link.names[0];
      const value = this.solved(link, target, values);
      if (!value) return this.refuse(target, `${link.text} cannot be solved for it`);
      if (!unknown && (value.n !== values[target].n || value.d !== values[target].d)) {
        return this.refuse(target, `expected ${link.text}`);
      }
      if (!this.fits(target, value, ` (from ${link.text})`)) return undefined;
      values[target] = value;
    }
    for (const p of this.all) values[p.name] ??= Arithmetic.parse(p.default);
    this.values = values;
    return undefined;
  }

  fits(name, value, how = "") {
    const p = this.byName[name];
    const text = Arithmetic.text(value);
    if (p.integer && value.d !== 1n) return this.refuse(name, `expected an integer, got ${text}${how}`);
    if (p.least !== null && value.n < BigInt(p.least) * value.d) {
      return this.refuse(name, `expected at least ${p.least}, got ${text}${how}`);
    }
    return true;
  }

  refuse(name, why) {
    this.problem = `${name}: ${why}`;
    this.wrong = name;
    return false;
  }

  shown(name) {
    return Arithmetic.text(this.values[name]);
  }

  isDerived(name) {
    const link = this.linkOf(name);
    return Boolean(link) && link.names.some((other) => other in this.given) && !(name in this.given);
  }

  arguments(names) { // `-p` for everything that is not as by default
    const changed = (name) => {
      const standard = Arithmetic.parse(this.byName[name].default);
      const { n, d } = this.values[name];
      return n !== standard.n || d !== standard.d;
    };
    return names
      .filter((name) => {
        const link = this.linkOf(name);
        if (!link) return changed(name);
        const tied = link.names.some(changed);
        const derived = link.names.find((other) => !(other in this.given)) ?? link.names[0];
        return tied && name !== derived;
      })
      .map((name) => `-p ${name}=${this.shown(name)}`);
  }

  // Sliders ----------------------------------------------------------------------------------

  static steps(p) {
    if (p.integer) return 600;
    const { low, high, step } = p.slider;
    return Math.round((Parameters.near(high) - Parameters.near(low)) / Parameters.near(step));
  }

  static near(text) {
    const { n, d } = Arithmetic.parse(text);
    return Number(n) / Number(d);
  }

  static at(p, place) { // the exact text at a place of the slider
    if (!p.integer) {
      const [low, step] = [Arithmetic.parse(p.slider.low), Arithmetic.parse(p.slider.step)];
      const moved = Arithmetic.fraction(step.n * BigInt(place), step.d);
      return Arithmetic.text(Arithmetic.add(Arithmetic.fraction(low.n, low.d), moved));
    }
    const [low, high] = [p.slider.low, p.slider.high].map(Number);
    const value = (Math.max(low, 1)) * (high / Math.max(low, 1)) ** (place / Parameters.steps(p));
    if (place === 0) return String(low);
    if (value < 1000) return String(Math.max(low, Math.round(value)));
    const scale = 10 ** (Math.floor(Math.log10(value)) - 2);
    return (BigInt(Math.round(value / scale)) * BigInt(Math.round(scale))).toString();
  }

  static placeOf(p, { n, d }) {
    const value = Number(n) / Number(d);
    const last = Parameters.steps(p);
    let place;
    if (p.integer) {
      const [low, high] = [p.slider.low, p.slider.high].map((x) => Math.max(Number(x), 1));
      place = value <= low ? 0 : last * (Math.log(value / low) / Math.log(high / low));
    } else {
      place = (value - Parameters.near(p.slider.low)) / Parameters.near(p.slider.step);
    }
    return Math.max(0, Math.min(last, Math.round(place)));
  }
}
