"use strict";
/* Moving about in a picture: drag, wheel, two fingers, buttons and keys. */

class View {
  static CLOSEST = 4;
  static LEMMAS = 0.5; // the scale at which names of lemmas are shown, and not those of claims
  static BUTTONS = 48; // pixels at the right that nothing to be shown should lie under

  constructor(frame, group, width, height, moved) { // moved(scale) after every move
    Object.assign(this, { frame, group, width, height, moved });
    this.fingers = new Map();
    [this.x, this.y, this.scale] = [0, 0, 1];
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      frame.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
    }
    frame.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), this.inside(event));
    }, { passive: false });
    new ResizeObserver(() => { if (!this.touched) this.fit(); }).observe(frame);
  }

  get size() {
    return this.frame.getBoundingClientRect();
  }

  inside({ clientX, clientY }) {
    const { left, top } = this.size;
    return [clientX - left, clientY - top];
  }

  down(event) {
    this.fingers.set(event.pointerId, this.inside(event));
    this.dragged = 0;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = this.inside(event);
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.fingers.set(event.pointerId, now);
    if (others.length) {
      const far = (at) => Math.hypot(at[0] - others[0][0], at[1] - others[0][1]);
      this.zoom(far(now) / Math.max(far(before), 1), [0, 1].map((k) => (now[k] + others[0][k]) / 2));
      return;
    }
    this.dragged += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (this.dragged > 4) this.frame.setPointerCapture(event.pointerId);
    this.pan(now[0] - before[0], now[1] - before[1]);
  }

  pan(x, y) {
    this.touched = true;
    [this.x, this.y] = [this.x + x, this.y + y];
    this.apply();
  }

  zoom(factor, [x, y] = [this.size.width / 2, this.size.height / 2]) {
    this.touched = true;
    const scale = Math.max(this.least / 2, Math.min(View.CLOSEST, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.apply();
  }

  get least() { // at which all is seen
    const { width, height } = this.size;
    return Math.min(width / (this.width + 40), height / (this.height + 40)) || 0.1;
  }

  fit() {
    this.touched = false;
    this.show([0, 0, this.width, this.height], View.CLOSEST);
    this.touched = false;
  }

  begin() { // on lemmas, whose names can be read; closer, their claims are seen
    [this.scale, this.x, this.y] = [Math.max(View.LEMMAS, this.least), 16, 16];
    this.touched = true;
    this.apply();
  }

  show([x, y, width, height], closest = 1.1) { // so much of it, in the middle
    this.touched = true;
    const size = this.size;
    const free = size.width - View.BUTTONS;
    this.scale = Math.min(closest, free / (width + 40), size.height / (height + 40));
    this.x = free / 2 - (x + width / 2) * this.scale;
    this.y = size.height / 2 - (y + height / 2) * this.scale;
    this.apply();
  }

  apply() {
    this.group.setAttribute("transform", `translate(${this.x.toFixed(1)} ${this.y.toFixed(1)}) scale(${this.scale.toFixed(4)})`);
    this.moved(this.scale);
  }
}
