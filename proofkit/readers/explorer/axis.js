"use strict";
/* How a parameter runs along a picture: real numbers evenly, whole numbers in powers of ten.
   A place on it is a rounded number; the value there is exact. */

class Axis {
  constructor(p, from, to, ends = Axis.ends(p)) {
    this.p = p;
    [this.low, this.high] = ends;
    const within = Number.isFinite(from) && Number.isFinite(to) && from < to;
    [this.from, this.to] = within ? [from, to] : [this.low, this.high];
  }

  static ends(p) {
    const [low, high] = [p.slider.low, p.slider.high].map(Parameters.near);
    return p.integer ? [Math.log10(Math.max(low, 1)), Math.log10(high)] : [low, high];
  }

  get whole() {
    return this.from === this.low && this.to === this.high;
  }

  around(value) { // the same, or wider where it would leave the value out
    const place = this.placeOf(value);
    if (!this.whole || !Number.isFinite(place) || (place >= this.low && place <= this.high)) return this;
    const spare = (Math.max(place, this.high) - Math.min(place, this.low)) / 20;
    const low = place < this.low ? (this.p.integer ? place : place - spare) : this.low;
    const high = place > this.high ? place + spare : this.high;
    return new Axis(this.p, low, high, [low, high]);
  }

  share(place) { // 0 at the beginning, 1 at the end
    return (place - this.from) / (this.to - this.from);
  }

  at(share) {
    return this.from + share * (this.to - this.from);
  }

  placeOf({ n, d }) {
    return this.p.integer
      ? Arithmetic.magnitude(Arithmetic.fraction(n, d)).log10 : Number(n) / Number(d);
  }

  text(share) { // the exact value there, as one would type it
    const place = this.at(share);
    if (!this.p.integer) {
      const digits = Math.ceil(-Math.log10((this.to - this.from) / 1000));
      return place.toFixed(Math.max(0, Math.min(15, digits)));
    }
    const zeros = Math.max(0, Math.floor(place) - 14);
    const value = BigInt(Math.round(10 ** (place - zeros))) * 10n ** BigInt(zeros);
    const least = BigInt(this.p.least ?? 0);
    return String(value < least ? least : value);
  }

  zoomed(first, last) { // between two shares
    const [from, to] = [this.at(Math.min(first, last)), this.at(Math.max(first, last))];
    const least = (this.high - this.low) / 1e6;
    return to - from < least ? this
      : new Axis(this.p, Math.max(from, this.low), Math.min(to, this.high), [this.low, this.high]);
  }

  ticks(most) { // [place, words]
    const wide = this.to - this.from;
    if (this.p.integer && wide >= 2) {
      const stride = Math.max(1, Math.ceil(wide / most));
      const first = Math.ceil(this.from / stride - 1e-9) * stride;
      const found = [];
      for (let k = first; k <= this.to + 1e-9; k += stride) found.push([k, Axis.power(k)]);
      return found;
    }
    const value = (place) => (this.p.integer ? 10 ** place : place);
    return Axis.round(value(this.from), value(this.to), most)
      .filter((tick) => !this.p.integer || Number.isInteger(tick))
      .map((tick) => [this.p.integer ? Math.log10(tick) : tick, String(tick)]);
  }

  static power(k) {
    if (k >= 0 && k <= 4) return String(10 ** k);
    return Arithmetic.tenTo(k);
  }

  static round(from, to, most) { // round numbers between two
    const rough = (to - from) / most;
    const ten = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((k) => k * ten).find((s) => s >= rough * 0.999);
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const found = [];
    for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k += 1) {
      found.push(Number((k * step).toFixed(Math.min(digits, 20))));
    }
    return found;
  }
}
