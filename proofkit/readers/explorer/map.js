"use strict";
/* A map over two parameters: where claims hold and where they fail, coarse at first and finer
   while there is time. What is tested is the value in the middle of each field, exactly. */

class ClaimMap { // the map on the page
  static STEPS = [6, 12, 24, 48];
  static SLICE = 14; // milliseconds of work before the page may breathe
  static BITS = 96;
  static SIZE = { width: 420, height: 330, left: 56, right: 12, top: 10, bottom: 40 };

  constructor(frame, judge, chosen) { // chosen(changes): the reader points at values
    Object.assign(this, { frame, judge, chosen });
    this.canvas = document.createElement("canvas");
    this.above = Pictures.draw("svg", {
      viewBox: `0 0 ${ClaimMap.SIZE.width} ${ClaimMap.SIZE.height}`, role: "img",
    });
    frame.replaceChildren(this.canvas, this.above);
    frame.addEventListener("click", (event) => this.pointed(event));
    this.run = 0;
  }

  show(lemma, claims, parameters, across, up) { // two axes, or the same map at a new point
    const middle = parameters.moved({ [across.p.name]: across.text(0.5), [up.p.name]: up.text(0.5) });
    const there = Object.entries(middle ?? parameters.values).map(([name, value]) => `${name}=${Arithmetic.text(value)}`);
    const key = [lemma.id, ...claims.map((c) => c.id), across.p.name, up.p.name, ...there].join(" ");
    Object.assign(this, { lemma, claims, parameters, across, up });
    this.axes();
    if (key === this.key) return;
    this.key = key;
    this.start();
  }

  start() {
    const run = this.run += 1;
    const work = this.fields(this.parameters);
    delete this.frame.dataset.done;
    const step = () => {
      if (run !== this.run) return;
      const end = performance.now() + ClaimMap.SLICE;
      Arithmetic.precision(ClaimMap.BITS);
      while (performance.now() < end) {
        if (work.next().done) {
          this.frame.dataset.done = "yes";
          this.describe();
          return;
        }
      }
      setTimeout(step, 0);
    };
    step();
  }

  * fields(parameters) {
    for (const count of ClaimMap.STEPS) {
      const cells = [];
      for (let k = 0; k < count * count; k += 1) {
        const [column, row] = [k % count, Math.floor(k / count)];
        const changes = {
          [this.across.p.name]: this.across.text((column + 0.5) / count),
          [this.up.p.name]: this.up.text(1 - (row + 0.5) / count),
        };
        const values = parameters.moved(changes);
        cells.push(values ? this.judge.place(this.lemma, this.claims, values) : { state: "none", met: false });
        yield;
      }
      this.cells = cells;
      this.paint(count);
    }
  }

  paint(count) {
    const style = getComputedStyle(this.frame);
    const colour = (name) => style.getPropertyValue(name).trim();
    const colours = { holds: colour("--map-holds"), fails: colour("--map-fails"), close: colour("--map-close"), unshown: colour("--map-unshown") };
    this.canvas.width = this.canvas.height = count;
    const pen = this.canvas.getContext("2d");
    this.cells.forEach(({ state, met }, k) => {
      if (state === "none") return;
      pen.globalAlpha = met ? 1 : 0.38;
      pen.fillStyle = colours[state];
      pen.fillRect(k % count, Math.floor(k / count), 1, 1);
    });
    const letters = { holds: "h", fails: "f", close: "c", unshown: "u", none: "-" };
    this.frame.dataset.cells = this.cells.map(({ state, met }) => (met ? letters[state].toUpperCase() : letters[state])).join("");
  }

  repaint() {
    if (this.cells) this.paint(Math.sqrt(this.cells.length));
  }

  axes() {
    const { width, height, left, right, top, bottom } = ClaimMap.SIZE;
    const [wide, high] = [width - left - right, height - top - bottom];
    const box = { left: left / width, right: right / width, top: top / height, bottom: bottom / height };
    for (const [side, share] of Object.entries(box)) this.canvas.style[side] = `${100 * share}%`;
    this.canvas.style.width = `${100 * (wide / width)}%`;
    this.canvas.style.height = `${100 * (high / height)}%`;
    const x = (share) => left + share * wide;
    const y = (share) => top + (1 - share) * high;
    const { draw } = Pictures;
    const parts = [draw("rect", { x: left, y: top, width: wide, height: high, class: "frame" })];
    for (const [place, words] of this.across.ticks(5)) {
      const at = x(this.across.share(place));
      parts.push(draw("line", { x1: at, x2: at, y1: top + high, y2: top + high + 4, class: "tick" }),
        draw("text", { x: at, y: top + high + 17, "text-anchor": "middle" }, words));
    }
    for (const [place, words] of this.up.ticks(6)) {
      const at = y(this.up.share(place));
      parts.push(draw("line", { x1: left - 4, x2: left, y1: at, y2: at, class: "tick" }),
        draw("text", { x: left - 7, y: at + 4, "text-anchor": "end" }, words));
    }
    parts.push(draw("text", { x: x(0.5), y: height - 4, "text-anchor": "middle", class: "name" }, lowered(this.across.p.symbol)),
      draw("text", { x: 12, y: y(0.5), "text-anchor": "middle", class: "name" }, lowered(this.up.p.symbol)),
      ...this.cross(x, y));
    this.above.replaceChildren(...parts);
    this.describe();
  }

  cross(x, y) { // where the reader is
    const [u, v] = [this.across, this.up].map((axis) => axis.share(axis.placeOf(this.parameters.values[axis.p.name])));
    const { draw } = Pictures;
    const inside = (share) => share >= 0 && share <= 1;
    const parts = [];
    if (inside(u)) parts.push(draw("line", { x1: x(u), x2: x(u), y1: y(0), y2: y(1), class: "here" }));
    if (inside(v)) parts.push(draw("line", { x1: x(0), x2: x(1), y1: y(v), y2: y(v), class: "here" }));
    if (inside(u) && inside(v)) parts.push(draw("circle", { cx: x(u), cy: y(v), r: 5, class: "here" }));
    this.frame.dataset.here = inside(u) && inside(v) ? `${u.toFixed(4)} ${v.toFixed(4)}` : "";
    return parts;
  }

  describe() {
    const share = (wanted) => Math.round((100 * this.cells.filter(wanted).length) / this.cells.length);
    const said = this.cells && this.frame.dataset.done
      ? `: holds on ${share((c) => c.state === "holds")} %, fails on ${share((c) => c.state === "fails")} % of it` : "";
    this.above.setAttribute("aria-label", `Map over ${this.across.p.symbol} (across) and ${this.up.p.symbol} (up)${said}`);
  }

  pointed(event) {
    const box = this.canvas.getBoundingClientRect();
    const [u, v] = [(event.clientX - box.left) / box.width, (box.bottom - event.clientY) / box.height];
    if (Math.min(u, v) < 0 || Math.max(u, v) > 1) return;
    this.chosen({ [this.across.p.name]: this.across.text(u), [this.up.p.name]: this.up.text(v) });
  }
}
