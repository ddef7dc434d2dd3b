"use strict";
/* The page: one lemma is open; its controls, verdicts and drawings follow the parameters, and the
   address keeps all of it. */

(() => {
  const content = readContent(document.getElementById("content"));
  const judge = new Judge(content);
  const $ = (id) => document.getElementById(id);
  const view = {}; // the lemma, its claim that is drawn, and how
  let parameters = null;
  let controls = {};

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
      make("label", { htmlFor: entry.id }, typeset({ math: p.math, says: p.symbol }), ` ${p.meaning}`), entry, slider);
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

  function preset(place) {
    const { name, says, values } = content.presets[place];
    const button = make("button", { type: "button", className: "preset", title: says }, name);
    button.addEventListener("click", () => {
      parameters.reset();
      for (const [key, text] of Object.entries(values)) parameters.set(key, text);
      changed(null);
    });
    return button;
  }

  function showPresets() { // which one is set, and what it shows
    const same = (values) => Object.keys(values).length === Object.keys(parameters.given).length
      && Object.entries(values).every(([name, text]) => parameters.given[name] === text);
    let said = "";
    view.lemma.presets.forEach((place, k) => {
      const set = same(content.presets[place].values);
      $("presets").children[k].setAttribute("aria-pressed", String(set));
      if (set) said = `${content.presets[place].told}.`;
    });
    $("about-preset").innerHTML = said;
  }

  // A lemma is opened --------------------------------------------------------------------------

  const table = new ClaimTable((claim) => { view.claim = claim; view.part = 0; draw(); $("drawings").scrollIntoView({ block: "nearest" }); });
  const chooser = new Chooser(content, judge, (lemma) => { open(lemma); show(null); });
  const map = new ClaimMap($("map"), judge, (changes) => {
    for (const [name, text] of Object.entries(changes)) parameters.slide(name, text);
    changed(null);
  });
  const curves = new Curves($("curves"), content.table, (axis) => { view.over = axis; draw(); });

  function open(lemma) {
    const before = parameters;
    view.lemma = lemma;
    parameters = new Parameters(content, lemma);
    if (before) parameters.take(before);
    controls = {};
    $("controls").replaceChildren(...parameters.all.map(control));
    $("presets").replaceChildren(...lemma.presets.map(preset));
    $("chosen").textContent = lemma.title;
    $("title").textContent = lemma.title;
    const proved = lemma.claims.filter(({ proof }) => proof === "proved").length;
    const proofs = !proved ? [] : [proved < lemma.claims.length ? `${proved} of ${lemma.claims.length} claims proved wherever their hypotheses are met`
      : "proved wherever its hypotheses are met"];
    $("origin").textContent = [lemma.id, lemma.source, lemma.label, ...proofs].join(" · ");
    document.title = `${lemma.title} · proofkit explorer`;
    $("shown").value = "";
    $("every").checked = false;
    table.open(lemma);
    const broken = content.presets.flatMap(({ fails }) => fails);
    const named = broken.find((name) => lemma.claims.some((claim) => name === `${lemma.id}/${claim.id}`));
    view.claim = lemma.claims.find((claim) => named === `${lemma.id}/${claim.id}`)
      ?? lemma.claims.find((claim) => claim.parts[0].relation !== "=") ?? lemma.claims[0];
    view.part = 0;
    const names = [...Setting.reached(content.table, lemma.claims.flatMap((c) => c.parts.flatMap((p) => [p.left, p.right])))];
    const order = parameters.all.filter((p) => names.includes(p.name));
    const axes = order.length > 1 ? order : parameters.all;
    const [whole, real] = [axes.find((p) => p.integer), axes.find((p) => !p.integer)];
    const first = real ?? axes[0];
    view.across = first && new Axis(first);
    const second = [whole, ...axes].find((p) => p && p !== first);
    view.up = second && new Axis(second);
    view.over = (whole ?? first) && new Axis(whole ?? first);
    for (const select of ["across", "up", "over"]) {
      $(select).replaceChildren(...parameters.all.map((p) => make("option", { value: p.name }, lowered(p.symbol))));
    }
  }

  // Showing ------------------------------------------------------------------------------------

  function draw() {
    const { lemma, claim } = view;
    table.pick(claim);
    remember();
    $("drawings").hidden = !claim || !view.over;
    if ($("drawings").hidden) return;
    for (const axis of ["across", "up", "over"]) view[axis] = view[axis]?.around(parameters.values[view[axis].p.name]);
    $("drawings-title").replaceChildren(...claim.parts.flatMap((part, k) => [...(k ? [" and "] : []), typeset(part)]));
    $("drawn").textContent = claim.id;
    $("map").closest("figure").hidden = !view.up;
    if (view.up) {
      [$("across").value, $("up").value] = [view.across.p.name, view.up.p.name];
      map.show(lemma, $("every").checked ? lemma.claims : [claim], parameters, view.across, view.up);
    }
    $("over").value = view.over.p.name;
    $("part").hidden = claim.parts.length < 2;
    $("part").replaceChildren(...claim.parts.map((part, k) => make("option", { value: k }, part.label || `part ${k + 1}`)));
    $("part").value = view.part;
    $("whole").disabled = view.over.whole;
    curves.show(claim.parts[view.part], parameters, view.over);
  }

  function showNetwork() {
    const own = new Set(parameters.all.map((p) => p.is));
    const names = new Set(content.seen.filter((place) => own.has(place)).map((place) => content.parameters[place].name));
    const seen = (ids) => [...Setting.reached(content.table, ids)].every((name) => names.has(name));
    const contexts = content.contexts.filter(({ rows }) => seen([content.tau, ...rows.flatMap((r) => r.columns.map(([, id]) => id))]));
    const chances = content.chances.filter(({ value }) => seen([value]));
    $("network").hidden = !contexts.length;
    $("chances-title").hidden = !chances.length;
    if (!contexts.length) return;
    Arithmetic.precision(Judge.FEW_BITS);
    const here = new Setting(content.table, parameters.values);
    $("contexts").replaceChildren(...Pictures.contexts(content, contexts, here));
    $("chances").replaceChildren(...Pictures.chances(chances, here));
  }

  // The state in the address -----------------------------------------------------------------

  let writing = 0;

  function remember() { // not so often that a browser would refuse
    clearTimeout(writing);
    writing = setTimeout(write, 100);
  }

  function write() {
    const address = new URLSearchParams({ ".lemma": view.lemma.id, ...parameters.given });
    if (view.claim) address.set(".claim", view.part ? `${view.claim.id}:${view.part}` : view.claim.id);
    if (view.up) address.set(".map", `${view.across.p.name}:${view.up.p.name}${$("every").checked ? ":all" : ""}`);
    if (view.over) address.set(".over", [view.over.p.name, ...(view.over.whole ? [] : [view.over.from, view.over.to])].join(":"));
    if ($("shown").value) address.set(".show", $("shown").value);
    history.replaceState(null, "", `#${address.toString().replaceAll("%3A", ":")}`);
  }

  function recall() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const lemma = content.lemmas.find(({ id }) => id === wanted.get(".lemma")) ?? content.lemmas[content.first];
    parameters = null;
    open(lemma);
    for (const [name, value] of wanted) if (name in parameters.byName) parameters.given[name] = value;
    parameters.resolve();
    if (!parameters.values) {
      const { problem } = parameters;
      parameters.reset();
      parameters.problem = problem;
    }
    recallView(wanted);
    show(null);
  }

  function recallView(wanted) {
    const [id, part] = (wanted.get(".claim") ?? "").split(":");
    const claim = view.lemma.claims.find((known) => known.id === id);
    if (claim) Object.assign(view, { claim, part: claim.parts[Number(part ?? 0)] ? Number(part ?? 0) : 0 });
    const [across, up, all] = (wanted.get(".map") ?? "").split(":");
    if (across in parameters.byName && up in parameters.byName && across !== up) {
      Object.assign(view, { across: new Axis(parameters.byName[across]), up: new Axis(parameters.byName[up]) });
      $("every").checked = all === "all";
    }
    const [over, from, to] = (wanted.get(".over") ?? "").split(":");
    if (over in parameters.byName) view.over = new Axis(parameters.byName[over], Number(from ?? NaN), Number(to ?? NaN));
    $("shown").value = [...$("shown").options].some(({ value }) => value === wanted.get(".show")) ? wanted.get(".show") : "";
  }

  // Moving --------------------------------------------------------------------------------------

  let [waiting, drawing, cost] = [0, 0, 0]; // frames and timers asked for; what drawing took

  function timedDraw() {
    const started = performance.now();
    draw();
    cost = performance.now() - started;
  }

  function changed(moving) {
    showControls(moving);
    if (!waiting) waiting = requestAnimationFrame(() => { waiting = 0; show(moving); });
  }

  function show(moving) {
    showControls(moving);
    showPresets();
    document.body.classList.toggle("stale", Boolean(parameters.problem));
    if (parameters.problem) {
      $("summary").textContent = `Not computed: ${parameters.problem}`;
      return;
    }
    const started = performance.now();
    chooser.at(parameters);
    table.show(judge.lemma(view.lemma, parameters.values), parameters);
    showNetwork();
    clearTimeout(drawing);
    if (moving && cost > 60) drawing = setTimeout(draw, 150); // what takes long waits for the hand to rest
    else timedDraw();
    document.body.dataset.milliseconds = String(Math.round(performance.now() - started));
    document.body.dataset.shown = String(Number(document.body.dataset.shown ?? "0") + 1);
  }

  function axes(select, other) { // another parameter along the map; the two do not meet
    const before = view[select].p;
    view[select] = new Axis(parameters.byName[$(select).value]);
    if (view[select].p === view[other].p) view[other] = new Axis(before);
    draw();
  }

  $("reset").addEventListener("click", () => { parameters.reset(); changed(null); });
  $("link").addEventListener("click", () => { write(); copied(location.href, $("link")); });
  $("shown").addEventListener("change", () => show(null));
  $("every").addEventListener("change", draw);
  $("across").addEventListener("change", () => axes("across", "up"));
  $("up").addEventListener("change", () => axes("up", "across"));
  $("over").addEventListener("change", () => { view.over = new Axis(parameters.byName[$("over").value]); draw(); });
  $("part").addEventListener("change", () => { view.part = Number($("part").value); draw(); });
  $("closer").addEventListener("click", () => curves.closer(0.5));
  $("farther").addEventListener("click", () => curves.closer(2));
  $("whole").addEventListener("click", () => { view.over = new Axis(view.over.p); draw(); });
  $("parameters").addEventListener("submit", (event) => event.preventDefault());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => map.repaint());
  addEventListener("hashchange", recall);
  recall();
})();
