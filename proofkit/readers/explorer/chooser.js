"use strict";
/* The list of lemmas: searched by words, told apart by section, each with how its claims stand at
   the values that are set. */

class Chooser {
  static SLICE = 14; // milliseconds of work before the page may breathe

  constructor(content, judge, chosen) { // chosen(lemma): the reader wants that one
    Object.assign(this, { content, judge, chosen });
    this.dialog = document.getElementById("chooser");
    this.search = document.getElementById("search");
    this.entries = content.lemmas.map((lemma) => this.entry(lemma));
    document.getElementById("list").append(...this.sections());
    document.getElementById("choose").addEventListener("click", () => this.open());
    this.search.addEventListener("input", () => this.filter());
    this.search.addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
  }

  entry(lemma) {
    const state = make("span", { className: "stand" });
    const found = make("span", { className: "found note" });
    const button = make("button", { type: "button", className: "lemma" },
      make("b", {}, lemma.title), make("span", { className: "note" }, `${lemma.id} · ${lemma.source}`), found, state);
    button.dataset.lemma = lemma.id;
    button.addEventListener("click", () => { this.dialog.close(); this.chosen(lemma); });
    const claims = lemma.claims.map((claim) => claim.id);
    const words = [lemma.id, lemma.title, lemma.source, lemma.section].join(" ").toLowerCase();
    return { lemma, button, state, found, claims, words };
  }

  sections() {
    const groups = new Map();
    for (const entry of this.entries) {
      const { section } = entry.lemma;
      if (!groups.has(section)) groups.set(section, []);
      groups.get(section).push(entry.button);
    }
    return this.content.sections.map((name) => [name, groups.get(name)]).map(([name, buttons]) => make("section", {}, make("h3", {}, name), ...buttons));
  }

  open() {
    this.search.value = "";
    this.filter();
    this.dialog.showModal();
    this.search.focus();
    this.tell();
  }

  filter() {
    const wanted = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { button, found, claims, words } of this.entries) {
      const rest = wanted.filter((word) => !words.includes(word));
      const hits = rest.length ? claims.filter((id) => rest.every((word) => id.toLowerCase().includes(word))) : [];
      button.hidden = rest.length > 0 && !hits.length;
      found.textContent = hits.length ? `${hits.length === 1 ? "claim" : "claims"} ${hits.slice(0, 4).join(", ")}` : "";
      shown += button.hidden ? 0 : 1;
    }
    for (const section of this.dialog.querySelectorAll("section")) {
      section.hidden = ![...section.querySelectorAll("button")].some((button) => !button.hidden);
    }
    document.getElementById("matches").textContent = shown
      ? `${counted(shown, "lemma", "lemmas")}, as they stand at the values that are set` : "No lemma and no claim is called so.";
  }

  key(event) { // arrows go down the list, Enter takes the first
    const shown = this.entries.filter(({ button }) => !button.hidden);
    if (event.key === "Enter") {
      event.preventDefault();
      shown[0]?.button.click();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      shown[0]?.button.focus();
    }
  }

  at(parameters) { // the values that are set now
    this.parameters = parameters;
  }

  tell() { // how every lemma stands, a few at a time
    const left = [...this.entries];
    const run = this.run = (this.run ?? 0) + 1;
    const step = () => {
      const end = performance.now() + Chooser.SLICE;
      while (left.length && performance.now() < end) this.judged(left.shift());
      if (left.length && run === this.run && this.dialog.open) setTimeout(step, 0);
      else if (!left.length) this.dialog.dataset.told = "yes";
    };
    for (const { state } of left) state.textContent = "";
    delete this.dialog.dataset.told;
    setTimeout(step, 0);
  }

  judged({ lemma, state }) {
    const own = new Parameters(this.content, lemma);
    own.take(this.parameters);
    const counts = { holds: 0, fails: 0, close: 0, unshown: 0 };
    for (const { state: found } of this.judge.lemma(lemma, own.values).claims) counts[found] += 1;
    state.replaceChildren(...Object.entries(counts).filter(([, count]) => count)
      .map(([name, count]) => make("span", { className: name, title: WORDS[name] }, `${MARKS[name]} ${count}`)));
  }
}
