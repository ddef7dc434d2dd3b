"use strict";
/* Claims in the boxes of their lemmas. What a claim uses and what uses it shows when it is pointed
   at, and stays when it is chosen; the panel says what it says. */

(() => {
  const content = JSON.parse(document.getElementById("content").textContent);
  const { boxes, nodes, edges, links } = content;
  document.documentElement.classList.toggle("within", window !== window.parent);
  const $ = (id) => document.getElementById(id);
  const SPACE = "http://www.w3.org/2000/svg";
  const uses = nodes.map(() => []);
  const usedBy = nodes.map(() => []);
  edges.forEach(([user, used], k) => { uses[user].push([used, k]); usedBy[used].push([user, k]); });
  let chosen = null; // the place of a node

  function draw(name, attributes, ...children) {
    const node = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }

  const called = ({ name }) => name.split("/")[1] ?? name.replace(":", ": ");

  // The picture ------------------------------------------------------------------------------

  function bow([x1, y1], [x2, y2]) { // from what is used to what uses it
    const bend = Math.max(40, Math.abs(x2 - x1) / 2);
    return `M${x1},${y1}C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`;
  }

  function ends(box, left) {
    const [x, y, width, height] = box.place;
    return [left ? x : x + width, y + height / 2];
  }

  function fieldPlace(place) { // of a node: x, y, width, height
    const box = boxes[nodes[place].box];
    if (box.axiom) return box.place;
    const [, x, y, width] = box.fields.find(([name]) => name === called(nodes[place]));
    return [box.place[0] + x, box.place[1] + y, width, 16];
  }

  function wrapped(words, most) {
    const lines = [""];
    for (const word of words.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`.trim();
      if (longer.length > most && lines.at(-1)) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines.length > 3 ? [...lines.slice(0, 2), `${lines[2]} …`] : lines;
  }

  function drawBox(box, number) {
    const [x, y, width, height] = box.place;
    const title = draw("text", { class: "title" }, ...box.title.map((line, k) => draw("tspan", { x: 8, y: 15 + 15 * k }, line)));
    const made = draw("g", { class: box.axiom ? "box axiom" : "box", transform: `translate(${x} ${y})`, "data-box": box.name },
      draw("rect", { width, height, rx: box.axiom ? height / 2 : 6 }), title);
    const far = wrapped(box.title.join(" "), 15);
    layers.names.append(draw("text", { class: "far", transform: `translate(${x} ${y})`, y: height / 2 }, ...far.map((line, k) => draw("tspan", { x: width / 2, dy: `${k ? 1.05 : (1 - far.length) / 2 + 0.3}em` }, line))));
    made.addEventListener("click", (event) => {
      if (view.dragged > 4 || event.target.closest(".field")) return;
      if (box.axiom) choose(nodes.findIndex((node) => node.box === number));
      else showLemma(number);
    });
    return made;
  }

  function drawField(place) {
    const node = nodes[place];
    const [x, y, width, height] = fieldPlace(place);
    const name = called(node);
    const kind = node.proof === "proved" && node.grounded ? "grounded" : node.proof;
    const made = draw("g", { class: `field ${kind} is-${node.status}`, transform: `translate(${x} ${y})`, "data-claim": node.name },
      draw("rect", { width, height, rx: 4 }), draw("text", { x: 6, y: 11.5 }, name));
    if (node.coq) made.append(draw("text", { x: width - 4, y: 6, class: "coq" }, "✓"));
    made.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse" && chosen === null) light(place); });
    made.addEventListener("pointerleave", () => { if (chosen === null) light(null); });
    made.addEventListener("click", () => { if (view.dragged <= 4) choose(chosen === place ? null : place); });
    return made;
  }

  const layers = { links: draw("g", { class: "links" }), boxes: draw("g", {}), fields: draw("g", {}), edges: draw("g", { class: "edges" }), names: draw("g", {}) };
  layers.links.append(...links.filter(([, used]) => !boxes[used].axiom)
    .map(([user, used]) => draw("path", { d: bow(ends(boxes[used], false), ends(boxes[user], true)) })));
  layers.boxes.append(...boxes.map(drawBox));
  const fields = nodes.map((node, place) => (boxes[node.box].axiom ? null : drawField(place)));
  layers.fields.append(...fields.filter(Boolean));
  $("all").append(layers.links, layers.boxes, layers.edges, layers.fields, layers.names);

  const view = new View($("graph"), $("all"), content.width, content.height, (scale) => {
    $("graph").classList.toggle("distant", scale < 0.55);
    $("graph").classList.toggle("remote", scale < 0.34);
    $("graph").style.setProperty("--far", `${9 / scale}px`);
  });

  // What is pointed at or chosen -----------------------------------------------------------------

  function reach(place, next) { // everything there, in turn
    const [found, left] = [new Set(), [place]];
    while (left.length) {
      for (const [other] of next[left.pop()]) if (!found.has(other)) { found.add(other); left.push(other); }
    }
    return found;
  }

  function light(place) {
    $("graph").classList.toggle("lit", place !== null);
    const [below, above] = place === null ? [new Set(), new Set()] : [reach(place, uses), reach(place, usedBy)];
    const parts = nodes.map((_, k) => fields[k] ?? layers.boxes.children[nodes[k].box]);
    parts.forEach((part, k) => {
      part.classList.toggle("here", k === place);
      part.classList.toggle("below", below.has(k));
      part.classList.toggle("above", above.has(k));
    });
    layers.edges.replaceChildren(...(place === null ? [] : edges.flatMap(([user, used, found]) => {
      const [down, up] = [below.has(used) && (user === place || below.has(user)), above.has(user) && (used === place || above.has(used))];
      if (!down && !up) return [];
      const [x, y, width, height] = fieldPlace(used);
      const [toX, toY, , toHeight] = fieldPlace(user);
      const kind = [down ? "below" : "above", user === place || used === place ? "near" : "", found ? "" : "unproved"].join(" ");
      return [draw("path", { d: bow([x + width, y + height / 2], [toX, toY + toHeight / 2]), class: kind })];
    })));
    if (place === null) showList();
    else showNode(place);
  }

  function choose(place) {
    chosen = place;
    light(place);
    $("graph").dataset.chosen = place === null ? "" : nodes[place].name;
  }

  function go(place) { // and bring it into the middle
    choose(place);
    const around = [place, ...uses[place].map(([k]) => k), ...usedBy[place].map(([k]) => k)].map(fieldPlace);
    const [left, top] = [0, 1].map((k) => Math.min(...around.map((box) => box[k])));
    const [right, bottom] = [0, 1].map((k) => Math.max(...around.map((box) => box[k] + box[k + 2])));
    view.show([left, top, right - left, bottom - top]);
  }

  // The panel --------------------------------------------------------------------------------------

  const linked = (link, words) => (link ? make("a", { href: link, target: "_top" }, words) : words);

  function named(place) {
    const button = make("button", { type: "button", className: "node" }, nodes[place].name.replace(":", ": "));
    button.addEventListener("click", () => go(place));
    return button;
  }

  function group(title, places) {
    return places.length ? [make("h3", {}, title), make("div", { className: "nodes" }, ...places.map(named))] : [];
  }

  function back() {
    const button = make("button", { type: "button", className: "back", title: "back to the list" }, "✕");
    button.setAttribute("aria-label", "back to the list");
    button.addEventListener("click", () => choose(null));
    return button;
  }

  function status(node) {
    if (node.proof === "assumed") return "an axiom: assumed, not proved";
    const proof = { proved: node.grounded ? "proved, and so is all it uses" : "proved, but uses something that is not", refuted: "refuted", open: "open" }[node.proof];
    return [`${node.status} at the parameters`, proof, ...(node.coq ? ["accepted by Coq"] : [])].join("; ");
  }

  function showNode(place) {
    const node = nodes[place];
    const box = boxes[node.box];
    const said = node.parts.flatMap((part) => [make("div", { className: "says" }, ...(part.label ? [make("span", { className: "note" }, `${part.label} `)] : []), typeset(part)), ...inFull(part)]);
    $("panel").replaceChildren(back(), make("h2", {}, linked(node.link, called(node))),
      ...(box.axiom ? [] : [make("p", { className: "note" }, linked(box.link, box.title.join(" ")))]), ...said,
      make("p", { className: "note" }, status(node)),
      ...group("uses", uses[place].map(([k]) => k)), ...group("used by", usedBy[place].map(([k]) => k)));
  }

  function showLemma(number) {
    const box = boxes[number];
    const own = nodes.flatMap((node, k) => (node.box === number ? [k] : []));
    $("panel").replaceChildren(back(), make("h2", {}, linked(box.link, box.title.join(" "))), make("p", { className: "note" }, box.name), ...group(own.length === 1 ? "claim" : "claims", own));
    const [x, y, width, height] = box.place;
    view.show([x, y, width, height]);
  }

  // Searching ----------------------------------------------------------------------------------------

  const KINDS = {
    "every status": () => true,
    holds: (node) => node.status === "holds", fails: (node) => node.status === "fails", undecided: (node) => node.status === "undecided",
    "proved to the ground": (node) => node.proof === "proved" && node.grounded, proved: (node) => node.proof === "proved",
    refuted: (node) => node.proof === "refuted", open: (node) => node.proof === "open", axioms: (node) => node.proof === "assumed",
  };

  function matching() {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const lemma = $("lemma").value;
    return nodes.flatMap((node, k) => {
      const box = boxes[node.box];
      const text = `${node.name} ${box.title.join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word)) && KINDS[$("status").value](node) && (!lemma || box.name === lemma) ? [k] : [];
    });
  }

  function filtered(move) {
    const found = new Set(matching());
    const some = found.size < nodes.length;
    $("graph").classList.toggle("sifted", some);
    const shown = new Set([...found].map((k) => nodes[k].box));
    nodes.forEach((_, k) => fields[k]?.classList.toggle("found", found.has(k)));
    boxes.forEach((_, k) => {
      for (const drawn of [layers.boxes, layers.names]) drawn.children[k].classList.toggle("found", shown.has(k));
    });
    choose(null);
    if (!move) return;
    if (!some || !found.size) view.fit();
    else {
      const places = [...shown].map((k) => boxes[k].place);
      const [left, top] = [0, 1].map((k) => Math.min(...places.map((box) => box[k])));
      const [right, bottom] = [0, 1].map((k) => Math.max(...places.map((box) => box[k] + box[k + 2])));
      view.show([left, top, right - left, bottom - top]);
    }
  }

  function showList() {
    const found = matching();
    const claims = found.filter((k) => nodes[k].proof !== "assumed").length;
    const axioms = found.length - claims;
    const said = [counted(claims, "claim", "claims"), ...(axioms ? [counted(axioms, "axiom", "axioms")] : [])].join(", ");
    const few = found.length <= 40;
    const at = Object.entries(content.parameters).map(([name, value]) => `${name} = ${value}`).join(", ");
    $("panel").replaceChildren(make("p", { className: "count" }, make("b", {}, said), !found.length ? ": nothing has this name and status." : few ? "" : ". Zoom in to see the claims of each lemma. Point at a claim to see what it says, what it uses and what uses it; click to keep it."),
      ...(few ? [make("div", { className: "nodes" }, ...found.map(named))] : [make("details", {}, make("summary", { className: "note" }, "the parameters"), make("p", { className: "note" }, at))]));
  }

  // The frame ----------------------------------------------------------------------------------------

  const present = Object.entries(KINDS).filter(([, test], k) => !k || nodes.some(test));
  $("status").append(...present.map(([name]) => make("option", {}, name)));
  $("lemma").append(make("option", { value: "" }, "every lemma"), ...boxes.filter((box) => !box.axiom)
    .map((box) => make("option", { value: box.name }, box.title.join(" "))));
  const keys = [["grounded", "proved, and so is all it uses"], ["proved", "proved"], ["open", "open"], ["refuted", "refuted"], ["is-fails", "fails at the parameters"], ["is-undecided", "undecided there"], ["axiom", "axiom"]];
  const seen = (key) => key === "axiom" ? boxes.some((box) => box.axiom) : fields.some((field) => field?.classList.contains(key));
  document.querySelector(".legend").append(...keys.filter(([key]) => seen(key)).map(([key, words]) => make("li", { className: key }, words)));
  $("search").addEventListener("input", () => filtered(true));
  $("search").addEventListener("keydown", (event) => { if (event.key === "Enter" && matching().length) go(matching()[0]); });
  for (const id of ["status", "lemma"]) $(id).addEventListener("change", () => filtered(true));
  $("closer").addEventListener("click", () => view.zoom(1.5));
  $("farther").addEventListener("click", () => view.zoom(1 / 1.5));
  $("fit").addEventListener("click", () => view.fit());
  $("graph").addEventListener("click", (event) => { if (event.target === $("graph") && view.dragged <= 4) choose(null); });
  addEventListener("keydown", (event) => {
    if (["INPUT", "SELECT"].includes(event.target.tagName)) return;
    const way = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (way) view.pan(...way);
    else if (event.key === "+") view.zoom(1.3);
    else if (event.key === "-") view.zoom(1 / 1.3);
    else if (event.key === "Escape") choose(null);
    else return;
    event.preventDefault();
  });
  filtered(false);
  if (view.least > 0.55) view.fit();
  else view.begin();
  const wanted = decodeURIComponent(location.hash.slice(1));
  const place = nodes.findIndex((node) => node.name === wanted);
  if (place >= 0) go(place);
  else if (boxes.some((box) => box.name === wanted)) { $("lemma").value = wanted; filtered(true); }
})();
