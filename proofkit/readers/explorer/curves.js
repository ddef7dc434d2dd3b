"use strict";
/* Both sides of a statement over one parameter. Drag to look closer; the values in between are
   computed anew, so that nothing is smoothed over. */

class Curves {
  static POINTS = 120;
  static SIZE = { width: 420, height: 330, left: 56, right: 12, top: 10, bottom: 40 };

  constructor(frame, table, zoom) { // zoom(axis): the reader wants to see that range
    Object.assign(this, { frame, table, zoom });
    this.picture = Pictures.draw("svg", { viewBox: `0 0 ${Curves.SIZE.width} ${Curves.SIZE.height}`, role: "img" });
    frame.replaceChildren(this.picture);
    frame.addEventListener("pointerdown", (event) => this.began(event));
    frame.addEventListener("pointermove", (event) => this.dragged(event));
    frame.addEventListener("pointerup", (event) => this.ended(event));
    frame.addEventListener("pointercancel", () => { this.start = null; this.band?.remove(); });
  }

  show(part, parameters, axis) {
    Object.assign(this, { part, parameters, axis });
    this.points = this.computed();
    this.draw();
  }

  computed() { // [share, left, right], each side as {sign, log10} or null
    Arithmetic.precision(Judge.FEW_BITS);
    const points = [];
    for (let k = 0; k <= Curves.POINTS; k += 1) {
      const share = k / Curves.POINTS;
      const text = this.axis.text(share);
      const values = this.parameters.moved({ [this.axis.p.name]: text });
      if (!values) continue;
      const here = new Setting(this.table, values);
      const place = this.axis.share(this.axis.placeOf(values[this.axis.p.name]));
      points.push([place, ...[this.part.left, this.part.right].map((id) => Curves.size(here, id))]);
    }
    return points;
  }

  static size(setting, id) {
    try {
      return Arithmetic.magnitude(setting.value(id));
    } catch (problem) {
      if (!(problem instanceof Arithmetic.Trouble)) throw problem;
      return null;
    }
  }

  scale() { // how sides go up the picture, with round marks; null where there is nothing to draw
    const found = this.points.flatMap(([, left, right]) => [left, right]).filter(Boolean);
    if (!found.length) return null;
    const logs = found.map(({ log10 }) => log10);
    const [least, most] = [Math.min(...logs), Math.max(...logs)];
    if (found.every(({ sign }) => sign > 0) && most - least > 1.7) {
      const [low, high] = [Math.floor(least), Math.ceil(most)];
      const ticks = Axis.round(low, high, 6).filter(Number.isInteger).map((k) => [k, Axis.power(k)]);
      return { low, high, ticks, of: ({ log10 }) => log10, logs: true };
    }
    const value = ({ sign, log10 }) => (sign ? sign * 10 ** Math.min(log10, 300) : 0);
    const values = found.map(value);
    let [low, high] = [Math.min(...values), Math.max(...values)];
    const spare = (high - low || Math.abs(high) || 1) * 0.08;
    [low, high] = [low - spare, high + spare];
    const ticks = Axis.round(low, high, 6).map((tick) => [tick, Curves.words(tick)]);
    return { low, high, ticks, of: value };
  }

  static words(value) {
    const size = Math.abs(value);
    return size !== 0 && (size >= 1e6 || size < 1e-4) ? value.toExponential(1).replace("e+", "e") : String(value);
  }

  box() {
    const { width, height, left, right, top, bottom } = Curves.SIZE;
    return { left, top, wide: width - left - right, high: height - top - bottom, bottom: height - bottom };
  }

  draw() {
    const { draw } = Pictures;
    const { left, top, wide, high, bottom } = this.box();
    const scale = this.scale();
    const parts = [draw("rect", { x: left, y: top, width: wide, height: high, class: "frame" })];
    const x = (share) => left + share * wide;
    for (const [place, words] of this.axis.ticks(5)) {
      const at = x(this.axis.share(place));
      parts.push(draw("line", { x1: at, x2: at, y1: top, y2: bottom, class: "grid" }),
        draw("text", { x: at, y: bottom + 17, "text-anchor": "middle" }, words));
    }
    parts.push(draw("text", { x: x(0.5), y: Curves.SIZE.height - 4, "text-anchor": "middle", class: "name" }, lowered(this.axis.p.symbol)));
    if (scale) {
      const y = (value) => top + (high * (scale.high - value)) / (scale.high - scale.low);
      for (const [place, words] of scale.ticks) {
        parts.push(draw("line", { x1: left, x2: left + wide, y1: y(place), y2: y(place), class: "grid" }),
          draw("text", { x: left - 7, y: y(place) + 4, "text-anchor": "end" }, words));
      }
      parts.push(...["left", "right"].map((side, k) => draw("path", { d: this.path(k + 1, x, y, scale), class: `curve ${side}` })));
    } else {
      parts.push(draw("text", { x: x(0.5), y: top + high / 2, "text-anchor": "middle" }, "neither side has a value here that the browser can draw"));
    }
    const here = this.axis.share(this.axis.placeOf(this.parameters.values[this.axis.p.name]));
    if (here >= 0 && here <= 1) parts.push(draw("line", { x1: x(here), x2: x(here), y1: top, y2: bottom, class: "here" }));
    this.picture.setAttribute("aria-label", `Both sides of ${this.part.says} over ${this.axis.p.symbol}, from ${this.axis.text(0)} to ${this.axis.text(1)}`);
    this.picture.replaceChildren(...parts);
  }

  path(side, x, y, scale) {
    let [path, drawn] = ["", false];
    for (const point of this.points) {
      const value = point[side];
      if (value) path += `${drawn ? "L" : "M"}${x(point[0]).toFixed(1)},${y(scale.of(value)).toFixed(1)}`;
      drawn = Boolean(value);
    }
    return path || "M0,0";
  }

  // Looking closer -----------------------------------------------------------------------------

  shareAt(event) {
    const box = this.picture.getBoundingClientRect();
    const { left, wide } = this.box();
    const place = ((event.clientX - box.left) / box.width) * Curves.SIZE.width;
    return Math.max(0, Math.min(1, (place - left) / wide));
  }

  began(event) {
    this.start = this.shareAt(event);
    this.frame.setPointerCapture(event.pointerId);
  }

  dragged(event) {
    if (this.start === null || this.start === undefined) return;
    const { left, top, wide, high } = this.box();
    const [from, to] = [this.start, this.shareAt(event)].sort((p, q) => p - q);
    this.band?.remove();
    this.band = Pictures.draw("rect", { x: left + from * wide, y: top, width: (to - from) * wide, height: high, class: "band" });
    this.picture.append(this.band);
  }

  ended(event) {
    if (this.start === null || this.start === undefined) return;
    const [first, last] = [this.start, this.shareAt(event)];
    this.start = null;
    this.band?.remove();
    if (Math.abs(first - last) > 0.03) this.zoom(this.axis.zoomed(first, last));
  }

  closer(factor) { // around the value that is set, where it is in view
    const here = this.axis.share(this.axis.placeOf(this.parameters.values[this.axis.p.name]));
    const middle = here >= 0 && here <= 1 ? here : 0.5;
    const half = factor / 2;
    const first = factor < 1 ? Math.max(0, Math.min(1 - factor, middle - half)) : 0.5 - half;
    this.zoom(this.axis.zoomed(first, first + factor));
  }
}
