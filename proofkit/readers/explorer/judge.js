"use strict";
/* What can be said of a lemma at given values: every claim and every hypothesis. */

class Judge {
  static FEW_BITS = 192;
  static MANY_BITS = 640;
  static RANK = ["fails", "close", "unshown", "holds"];

  constructor(content) {
    this.table = content.table;
  }

  lemma(lemma, values) {
    const claims = this.claims(lemma, lemma.claims, values);
    return { hypotheses: claims.hypotheses, claims: claims.found };
  }

  claims(lemma, wanted, values) {
    const statements = [...lemma.hypotheses, ...wanted.flatMap((claim) => claim.parts)];
    const states = this.statements(statements, values)[Symbol.iterator]();
    const next = (list) => list.map(() => states.next().value);
    const hypotheses = next(lemma.hypotheses);
    const found = wanted.map((claim) => {
      const parts = next(claim.parts);
      parts.forEach((part, k) => Judge.identity(claim, claim.parts[k], part, hypotheses));
      return { ...Judge.worst(parts), parts };
    });
    return { hypotheses, found };
  }

  statements(wanted, values) { // few bits first; more where those leave something open
    const found = this.decided(Judge.FEW_BITS, wanted, values);
    const open = found.map((state, k) => (state.state === "close" ? k : -1)).filter((k) => k >= 0);
    const again = this.decided(Judge.MANY_BITS, open.map((k) => wanted[k]), values);
    open.forEach((k, place) => { found[k] = again[place]; });
    return found;
  }

  decided(bits, wanted, values) {
    Arithmetic.precision(bits);
    const here = new Setting(this.table, values);
    return wanted.map(({ relation, left, right }) => here.decide(relation, left, right));
  }

  place(lemma, wanted, values) { // roughly, for a picture: the worst claim, and whether it is meant
    const here = new Setting(this.table, values);
    const decide = ({ relation, left, right }) => here.decide(relation, left, right);
    const needed = new Set(wanted.flatMap((claim) => claim.assumes));
    const met = [...needed].every((place) => decide(lemma.hypotheses[place]).state === "holds");
    const states = wanted.flatMap((claim) => claim.parts.map((part) => {
      const found = decide(part);
      const known = found.state === "close" && part.relation === "=" && claim.proof === "proved";
      return known && met ? { state: "holds" } : found;
    }));
    return { state: Judge.worst(states).state, met };
  }

  static worst(states) {
    const rank = ({ state }) => Judge.RANK.indexOf(state);
    return states.reduce((x, y) => (rank(x) <= rank(y) ? x : y));
  }

  static identity(claim, statement, found, hypotheses) { // an equality that was proved for all
    if (found.state !== "close" || statement.relation !== "=" || claim.proof !== "proved") return;
    if (claim.needs.every((place) => hypotheses[place].state === "holds")) {
      found.state = "holds";
      found.why = "equal for all parameters: proved";
    }
  }
}

function readContent(element) { // with its statements in their places
  const content = JSON.parse(element.textContent);
  for (const lemma of content.lemmas) {
    lemma.hypotheses = lemma.hypotheses.map((place) => content.statements[place]);
    for (const claim of lemma.claims) {
      claim.parts = claim.parts.map(([label, place]) => ({ label, ...content.statements[place] }));
    }
  }
  return content;
}
