"use strict";
/* The page: controls, verdicts and pictures follow the parameters; the address keeps them. */

(() => {
  const content = JSON.parse(document.getElementById("content").textContent);
  const parameters = new Parameters(content);
  const FEW_BITS = 192;
  const MANY_BITS = 640;
  const WORDS = { holds: "holds", fails: "fails", close: "too close for the browser", unshown: "not shown in the browser" };
  const MARKS = { holds: "✓", fails: "✗", close: "≈", unshown: "·" };
  const RANK = ["fails", "close", "unshown", "holds"];
  const controls = {};
  const rows = {};
  const $ = (id) => document.getElementById(id);

  function make(tag, properties = {}, ...children) {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  }

  // Controls ---------------------------------------------------------------------------------

  function control(p) {
    const slider = make("input", { type: "range", id: `slide-${p.name}`, min: 0, max: Parameters.steps(p), step: 1 });
    const entry = make("input", { type: "text", id: `value-${p.name}`, spellcheck: false, inputMode: "text" });
    entry.setAttribute("aria-describedby", "problem");
    slider.setAttribute("aria-label", `${p.symbol}, ${p.meaning}, slider`);
    slider.addEventListener("input", () => {
      parameters.slide(p.name, Parameters.at(p, Number(slider.value)));
      changed(slider);
    });
    const entered = () => {
      parameters.set(p.name, entry.value.trim());
      changed(null);
    };
    entry.addEventListener("change", entered);
    entry.addEventListener("keydown", (event) => { // also when the text is what it was
      if (event.key === "Enter") entered();
    });
    controls[p.name] = { slider, entry };
    return make("div", { className: "control" },
      make("label", { htmlFor: entry.id }, make("b", {}, p.symbol), ` ${p.meaning}`), entry, slider);
  }

  function showControls(moving) {
    for (const p of parameters.all) {
      const { slider, entry } = controls[p.name];
      const value = parameters.values[p.name];
      const text = parameters.given[p.name] ?? parameters.shown(p.name);
      if (entry.value !== text) entry.value = text;
      if (slider !== moving) slider.value = Parameters.placeOf(p, value);
      slider.setAttribute("aria-valuetext", text);
      entry.setAttribute("aria-invalid", String(parameters.wrong === p.name));
      entry.classList.toggle("derived", parameters.isDerived(p.name));
    }
    $("problem").textContent = parameters.problem;
  }

  // Verdicts ---------------------------------------------------------------------------------

  function setting(bits) {
    Arithmetic.precision(bits);
    return new Setting(content.table, parameters.values);
  }

  function worst(states) {
    return states.reduce((x, y) => (RANK.indexOf(x.state) <= RANK.indexOf(y.state) ? x : y));
  }

  function decided(bits, wanted) { // the state of every statement that still needs one
    const here = setting(bits);
    return wanted.map(({ relation, left, right }) => here.decide(relation, left, right));
  }

  function decideAll(statements) {
    const found = decided(FEW_BITS, statements);
    const open = found.map((state, k) => (state.state === "close" ? k : -1)).filter((k) => k >= 0);
    const again = decided(MANY_BITS, open.map((k) => statements[k]));
    open.forEach((k, place) => { found[k] = again[place]; });
    return found;
  }

  function judge() {
    const statements = content.lemmas.flatMap((lemma) => [...lemma.hypotheses, ...lemma.claims.flatMap((c) => c.parts)]);
    const states = decideAll(statements)[Symbol.iterator]();
    const next = (list) => list.map(() => states.next().value);
    return content.lemmas.map((lemma) => {
      const hypotheses = next(lemma.hypotheses);
      const claims = lemma.claims.map((claim) => {
        const parts = next(claim.parts);
        parts.forEach((part, k) => identity(claim, claim.parts[k], part, hypotheses));
        return { ...worst(parts), parts };
      });
      return { hypotheses, claims };
    });
  }

  function identity(claim, statement, found, hypotheses) { // an equality that was proved for all
    if (found.state !== "close" || statement.relation !== "=" || claim.proof !== "proved") return;
    if (claim.needs.every((place) => hypotheses[place].state === "holds")) {
      found.state = "holds";
      found.why = "equal for all parameters: proved";
    }
  }

  function command(lemma, claim) {
    const given = parameters.arguments(lemma.parameters);
    return ["proofkit check", `${lemma.id}/${claim.id}`, ...given].join(" ");
  }

  // Building the page -----------------------------------------------------------------------

  function build() {
    for (const p of parameters.all) $(p.often ? "often" : "seldom").append(control(p));
    if (!$("seldom").children.length) $("seldom").parentElement.hidden = true;
    for (const lemma of content.lemmas) {
      $("overview").append(overview(lemma));
      $("lemmas").append(table(lemma));
      $("drawn").append(choices(lemma));
    }
    $("network").hidden = !content.contexts.length;
    $("drawn").closest("section").hidden = !("n" in parameters.byName);
    const weight = [...$("drawn").options].reverse().find((option) => / f\S* ≥ \d+\/\d+$/.test(option.text));
    if (weight) weight.selected = true;
  }

  function overview(lemma) {
    const cells = lemma.claims.map((claim) => {
      const cell = make("a", { className: "cell", href: `#${anchor(lemma, claim)}` });
      cell.addEventListener("click", (event) => {
        event.preventDefault();
        $(`lemma-${lemma.id}`).open = true;
        const row = $(anchor(lemma, claim));
        row.hidden = false;
        row.scrollIntoView({ block: "center" });
        row.focus();
      });
      rows[`${lemma.id}/${claim.id}`] = { cell };
      return cell;
    });
    return make("div", { className: "strip" }, make("span", { className: "name" }, `${lemma.id} [${lemma.provenance}]`), make("span", { className: "cells" }, ...cells));
  }

  const anchor = (lemma, claim) => `claim-${lemma.id}-${claim.id}`;

  function table(lemma) {
    const body = make("tbody", {}, ...lemma.claims.map((claim) => row(lemma, claim)));
    const heads = ["claim", "says", "verdict"].map((text) => Object.assign(make("th", {}, text), { scope: "col" }));
    const hypotheses = make("ul", { className: "hypotheses" }, ...lemma.hypotheses.map((h, k) => {
      const item = make("li", {}, make("span", { className: "state" }), " ", make("code", {}, h.says));
      item.dataset.hypothesis = `${lemma.id}/${k}`;
      rows[`${lemma.id}#${k}`] = item;
      return item;
    }));
    return make("details", { id: `lemma-${lemma.id}`, open: true },
      make("summary", {}, make("b", {}, lemma.title), " ", make("span", { className: "count" })),
      make("p", { className: "note" }, `${lemma.id} · ${lemma.source} · ${lemma.label}`),
      make("details", {}, make("summary", { className: "unmet-count" }), hypotheses),
      make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body));
  }

  function row(lemma, claim) {
    const name = `${lemma.id}/${claim.id}`;
    const says = claim.parts.flatMap((part, k) => (k ? [make("br"), make("code", {}, part.says)] : [make("code", {}, part.says)]));
    const verdict = make("td");
    const line = make("tr", { id: anchor(lemma, claim), tabIndex: -1 },
      Object.assign(make("th", {}, claim.id), { scope: "row" }), make("td", {}, ...says), verdict);
    line.dataset.claim = name;
    Object.assign(rows[name], { line, verdict });
    return line;
  }

  function choices(lemma) {
    const group = make("optgroup", { label: lemma.id });
    for (const claim of lemma.claims) {
      claim.parts.forEach((part, k) => {
        if (part.says.includes("P(")) return;
        const text = `${claim.id}: ${part.says}`;
        group.append(make("option", { value: `${lemma.id}/${claim.id}/${k}` }, text.slice(0, 90)));
      });
    }
    return group;
  }

  // Showing ------------------------------------------------------------------------------------

  function showVerdicts(judged) {
    const counts = { holds: 0, fails: 0, close: 0, unshown: 0 };
    let unmet = 0;
    content.lemmas.forEach((lemma, k) => {
      const { hypotheses, claims } = judged[k];
      const missing = hypotheses.filter((h) => h.state !== "holds").length;
      unmet += missing ? 1 : 0;
      hypotheses.forEach((h, place) => {
        const item = rows[`${lemma.id}#${place}`];
        const word = { holds: "met", fails: "unmet" }[h.state] ?? "too close for the browser";
        item.dataset.state = word;
        item.firstChild.textContent = word;
        item.firstChild.className = `state ${h.state}`;
      });
      lemma.claims.forEach((claim, place) => {
        counts[claims[place].state] += 1;
        showClaim(lemma, claim, claims[place]);
      });
      const section = $(`lemma-${lemma.id}`);
      const holding = claims.filter((c) => c.state === "holds").length;
      section.querySelector(".count").textContent = `${holding} of ${claims.length} hold`;
      section.querySelector(".unmet-count").textContent = missing
        ? `${missing} of ${hypotheses.length} hypotheses not met` : `${hypotheses.length} hypotheses, all met`;
      section.querySelector(".unmet-count").classList.toggle("unmet", missing > 0);
    });
    const total = Object.values(counts).reduce((x, y) => x + y);
    $("summary").textContent = `${total} claims: ${counts.holds} hold, ${counts.fails} fail, `
      + `${counts.close} too close for the browser, ${counts.unshown} not shown; `
      + (unmet ? `hypotheses not met in ${unmet} of ${judged.length} lemmas` : "all hypotheses met");
  }

  function showClaim(lemma, claim, found) {
    const { cell, line, verdict } = rows[`${lemma.id}/${claim.id}`];
    const { state } = found;
    line.dataset.verdict = state;
    line.hidden = Boolean($("shown").value) && $("shown").value !== state;
    cell.className = `cell ${state}`;
    cell.textContent = MARKS[state];
    cell.setAttribute("aria-label", `${claim.id}: ${WORDS[state]}`);
    cell.title = `${claim.id}: ${WORDS[state]}`;
    const key = [state, found.why, found.left && Arithmetic.show(found.left), found.right && Arithmetic.show(found.right), ...parameters.arguments(lemma.parameters)].join(" ");
    if (verdict.dataset.key === key) return;
    verdict.dataset.key = key;
    verdict.replaceChildren(make("span", { className: `state ${state}` }, WORDS[state]), ...details(lemma, claim, found));
  }

  function details(lemma, claim, found) {
    const parts = [];
    const note = (text) => parts.push(make("div", { className: "note" }, text));
    const statement = claim.parts[found.parts.findIndex((p) => p.state === found.state)];
    if (found.why) note(found.why);
    if (found.left && found.right && statement) {
      note(`left ≈ ${Arithmetic.show(found.left)}, right ≈ ${Arithmetic.show(found.right)}`);
    }
    if (claim.proof) note(`for all parameters its hypotheses allow: ${claim.proof}`);
    if (found.state === "close" || found.state === "unshown") {
      const ask = make("code", {}, command(lemma, claim));
      const copy = make("button", { type: "button", className: "copy" }, "copy");
      copy.setAttribute("aria-label", `copy the command for ${claim.id}`);
      copy.addEventListener("click", () => copied(ask, copy));
      parts.push(make("div", { className: "ask" }, "ask ", ask, " ", copy));
    }
    return parts;
  }

  async function copied(ask, button) {
    try {
      await navigator.clipboard.writeText(ask.textContent);
      button.textContent = "copied";
    } catch {
      getSelection().selectAllChildren(ask);
      button.textContent = "selected";
    }
  }

  function showPictures() {
    const here = setting(FEW_BITS);
    if (content.contexts.length) {
      $("contexts").replaceChildren(...Pictures.contexts(content, here));
      $("chances").replaceChildren(...Pictures.chances(content, here));
    }
    showCurves();
  }

  function showCurves() {
    const [lemma, id, k] = $("drawn").value.split("/");
    const claim = content.lemmas.find((l) => l.id === lemma)?.claims.find((c) => c.id === id);
    if (!claim || !("n" in parameters.byName)) return;
    Arithmetic.precision(FEW_BITS);
    const part = claim.parts[Number(k)];
    $("curves").replaceChildren(...Pictures.curves(content.table, parameters.values, parameters.linkOf("n"), part, part.says));
  }

  // The state in the address -----------------------------------------------------------------

  function remember() {
    const address = new URLSearchParams(parameters.given).toString();
    history.replaceState(null, "", `#${address}`);
  }

  function recall() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    parameters.reset();
    for (const [name, value] of wanted) if (name in parameters.byName) parameters.given[name] = value;
    parameters.resolve();
    if (!parameters.values) {
      const { problem } = parameters;
      parameters.reset();
      parameters.problem = problem;
    }
    show(null);
  }

  // Moving --------------------------------------------------------------------------------------

  let waiting = 0;

  function changed(moving) {
    if (!parameters.problem) remember();
    showControls(moving);
    if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; show(moving); });
  }

  function show(moving) {
    showControls(moving);
    document.body.classList.toggle("stale", Boolean(parameters.problem));
    if (parameters.problem) {
      $("summary").textContent = `Not computed: ${parameters.problem}`;
      return;
    }
    const started = performance.now();
    showVerdicts(judge());
    showPictures();
    document.body.dataset.milliseconds = String(Math.round(performance.now() - started));
    document.body.dataset.shown = String(Number(document.body.dataset.shown ?? "0") + 1);
  }

  build();
  $("reset").addEventListener("click", () => { parameters.reset(); remember(); show(null); });
  $("shown").addEventListener("change", () => show(null));
  $("drawn").addEventListener("change", showCurves);
  $("parameters").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", recall);
  recall();
})();
