"use strict";
/* The claims and hypotheses of the lemma that is open, with their verdicts. */

class ClaimTable {
  constructor(picked) { // picked(claim): the reader wants it drawn
    this.picked = picked;
    this.body = document.querySelector("#table tbody");
    this.list = document.getElementById("hypotheses");
    this.filter = document.getElementById("shown");
  }

  open(lemma) {
    this.lemma = lemma;
    this.rows = lemma.claims.map((claim) => this.row(claim));
    this.body.replaceChildren(...this.rows.map(({ line }) => line));
    this.list.replaceChildren(...lemma.hypotheses.map((h, k) => {
      const item = make("li", {}, make("span", { className: "mark" }), typeset(h), make("span", { className: "state" }));
      item.dataset.hypothesis = `${lemma.id}/${k}`;
      return item;
    }));
  }

  row(claim) {
    const parts = claim.parts.map((part) => make("div", { className: "says" },
      ...(part.label ? [make("span", { className: "note" }, `${part.label} `)] : []), typeset(part), ...inFull(part)));
    const pick = make("button", { type: "button", className: "pick", title: "draw it below" }, claim.id);
    pick.addEventListener("click", () => this.picked(claim));
    const mark = make("td", { className: "mark" });
    const verdict = make("td", { className: "verdict" });
    const statement = make("td", { className: "statement" }, pick, make("div", { className: "parts" }, ...parts));
    const line = make("tr", { tabIndex: -1 }, mark, statement, verdict);
    line.dataset.claim = `${this.lemma.id}/${claim.id}`;
    return { claim, line, mark, verdict, pick };
  }

  pick(chosen) {
    for (const { claim, line, pick } of this.rows) {
      line.classList.toggle("picked", claim === chosen);
      pick.setAttribute("aria-pressed", String(claim === chosen));
    }
  }

  show({ hypotheses, claims }, parameters) {
    const counts = { holds: 0, fails: 0, close: 0, unshown: 0 };
    this.rows.forEach((row, k) => {
      counts[claims[k].state] += 1;
      this.showClaim(row, claims[k], parameters);
    });
    const missing = this.hypotheses(hypotheses);
    const shown = this.rows.filter(({ line }) => !line.hidden).length;
    const wanted = this.filter.selectedOptions[0].textContent;
    document.getElementById("nothing").textContent = shown ? "" : `None: there are no claims of this lemma among ${wanted}.`;
    document.getElementById("table").hidden = !shown;
    document.getElementById("summary").replaceChildren(...this.summary(counts, missing, hypotheses.length));
  }

  summary(counts, missing, all) {
    const total = Object.values(counts).reduce((x, y) => x + y);
    const said = [["holds", counts.holds === 1 ? "holds" : "hold"], ["fails", counts.fails === 1 ? "fails" : "fail"],
      ["close", "too close for the browser"], ["unshown", "not shown in the browser"]]
      .filter(([state]) => counts[state])
      .map(([state, word]) => make("span", { className: state }, `${counts[state]} ${word}`));
    const met = !all ? "nothing more is assumed" : !missing ? "all hypotheses are met"
      : `${missing} of ${counted(all, "hypothesis is", "hypotheses are")} not met`
        .replace(/^1 of (\d+) hypotheses are/, "1 of $1 hypotheses is");
    const joined = said.flatMap((part, k) => (k ? [", ", part] : [part]));
    return [`${counted(total, "claim", "claims")}: `, ...joined, "; ", make("span", { className: missing ? "unmet" : "" }, met)];
  }

  hypotheses(found) { // how many are not met
    let missing = 0;
    found.forEach(({ state }, k) => {
      const item = this.list.children[k];
      const word = { holds: "met", fails: "unmet" }[state] ?? WORDS.close;
      missing += word === "met" ? 0 : 1;
      item.dataset.state = word;
      item.className = state;
      item.firstChild.textContent = MARKS[state];
      item.lastChild.textContent = word === "met" ? "" : word === "unmet" ? "not met" : word;
    });
    const all = found.length;
    document.getElementById("assumed").hidden = !all;
    document.getElementById("hypotheses-title").textContent = `${counted(all, "hypothesis", "hypotheses")}, ${missing ? `${missing} not met` : all === 1 ? "met" : "all met"}`;
    document.getElementById("assumed").classList.toggle("missing", missing > 0);
    return missing;
  }

  showClaim({ claim, line, mark, verdict }, found, parameters) {
    const { state } = found;
    line.dataset.verdict = state;
    line.hidden = Boolean(this.filter.value) && this.filter.value !== state;
    mark.textContent = MARKS[state];
    mark.className = `mark ${state}`;
    const sides = [found.left, found.right].map((side) => side && Arithmetic.show(side));
    const key = [state, found.why, ...sides, ...this.given(parameters)].join(" ");
    if (verdict.dataset.key === key) return;
    verdict.dataset.key = key;
    const numbers = sides[0] && sides[1] ? [" ", make("span", { className: "note" }, `${sides[0]} against ${sides[1]}`)] : [];
    verdict.replaceChildren(make("span", { className: `state ${state}` }, WORDS[state]), ...numbers, ...this.details(claim, found, parameters));
  }

  given(parameters) {
    return parameters.arguments(this.lemma.parameters.map(({ is }) => parameters.all.find((p) => p.is === is).name));
  }

  details(claim, found, parameters) {
    const parts = [];
    const note = (...children) => parts.push(make("div", { className: "note" }, ...children));
    const label = claim.parts[found.parts.findIndex((p) => p.state === found.state)]?.label;
    if (label) note(label);
    if (found.why) note(found.why);
    if (claim.proof && claim.proof !== "proved") note(`for all parameters: ${claim.proof}`);
    if (found.state === "close" || found.state === "unshown") {
      const ask = make("code", {}, ["proofkit check", `${this.lemma.id}/${claim.id}`, ...this.given(parameters)].join(" "));
      const copy = make("button", { type: "button", className: "copy" }, "copy");
      copy.setAttribute("aria-label", `copy the command for ${claim.id}`);
      copy.addEventListener("click", () => copied(ask.textContent, copy, ask));
      parts.push(make("div", { className: "ask" }, "ask ", ask, " ", copy));
    }
    return parts;
  }
}

async function copied(text, button, shown) { // to the clipboard, or selected where there is none
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "copied";
  } catch {
    if (shown) getSelection().selectAllChildren(shown);
    button.textContent = shown ? "selected" : "in the address bar";
  }
}
