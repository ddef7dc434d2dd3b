"use strict";
/* Enclosures with integers of any length: every number is an exact fraction or an interval
   whose two ends m * 2^e are rounded outwards, so that what is compared is never a rounded
   number and n = 10^18 or a1 = 10 overflow nothing. A fraction that grows too long becomes an
   interval. What has no value, or none that these intervals can see, throws Trouble. */

const Arithmetic = (() => {
  const FAR = 2 ** 50; // exponents beyond are as good as zero or infinity
  const LONGEST = 3000; // bits of an exact fraction
  const GUARD = 128; // extra bits inside exp and log
  const SLACK = 1n << 60n; // generous bound on their error, in units of the last guarded bit
  let bits = 192;
  const ln2At = new Map();

  class Trouble extends Error {
    constructor(kind, message) {
      super(message);
      this.kind = kind; // close: more bits may help; unshown: they will not
    }
  }

  const close = (message) => new Trouble("close", message);
  const unshown = (message) => new Trouble("unshown", message);

  // Whole numbers ------------------------------------------------------------------------

  function lengthOf(m) {
    const digits = (m < 0n ? -m : m).toString(16);
    return 4 * (digits.length - 1) + 32 - Math.clz32(parseInt(digits[0], 16));
  }

  function gcd(x, y) {
    while (y) [x, y] = [y, x % y];
    return x < 0n ? -x : x;
  }

  function floorDivide(x, y) {
    const quotient = x / y;
    return quotient * y !== x && x < 0n !== y < 0n ? quotient - 1n : quotient;
  }

  // Ends: m * 2^e, or infinite ------------------------------------------------------------

  const ZERO = { m: 0n, e: 0 };
  const INFINITE = { m: 1n, e: Infinity };
  const MINUS_INFINITE = { m: -1n, e: Infinity };

  const isInfinite = (x) => x.e === Infinity;
  const minus = (x) => ({ m: -x.m, e: x.e });
  const top = (x) => (isInfinite(x) ? Infinity : lengthOf(x.m) + x.e); // |x| < 2^top

  function rounded(m, e, up) {
    if (m === 0n) return ZERO;
    const length = lengthOf(m);
    const extra = length - bits;
    if (length + e > FAR) {
      if (m > 0n) return up ? INFINITE : { m: 1n, e: FAR };
      return up ? { m: -1n, e: FAR } : MINUS_INFINITE;
    }
    if (length + e < -FAR) {
      if (m > 0n) return up ? { m: 1n, e: -FAR } : ZERO;
      return up ? ZERO : { m: -1n, e: -FAR };
    }
    if (extra <= 0) return { m, e };
    const shift = BigInt(extra);
    let short = m >> shift; // rounds down
    if (up && short << shift !== m) short += 1n;
    return { m: short, e: e + extra };
  }

  function plus(x, y, up) {
    if (isInfinite(x)) return x;
    if (isInfinite(y)) return y;
    if (y.m === 0n) return rounded(x.m, x.e, up);
    if (x.m === 0n) return rounded(y.m, y.e, up);
    if (top(x) < top(y)) [x, y] = [y, x];
    if (x.e - top(y) > bits + 64) { // y is less than the last bit, even of a longer x
      const nudge = up && y.m > 0n ? 1n : !up && y.m < 0n ? -1n : 0n;
      const spare = bits + 64; // even a short x, such as 1, is moved by less than its last bit
      return rounded((x.m << BigInt(spare)) + nudge, x.e - spare, up);
    }
    const e = Math.min(x.e, y.e);
    return rounded((x.m << BigInt(x.e - e)) + (y.m << BigInt(y.e - e)), e, up);
  }

  function times(x, y, up) {
    if (x.m === 0n || y.m === 0n) return ZERO;
    if (isInfinite(x) || isInfinite(y)) return x.m > 0n === y.m > 0n ? INFINITE : MINUS_INFINITE;
    return rounded(x.m * y.m, x.e + y.e, up);
  }

  function reciprocal(x, up) {
    if (isInfinite(x)) return ZERO;
    const shift = bits + 8 + lengthOf(x.m);
    const numerator = 1n << BigInt(shift);
    const quotient = floorDivide(numerator, x.m);
    const more = up && quotient * x.m !== numerator ? 1n : 0n;
    return rounded(quotient + more, -shift - x.e, up);
  }

  function order(x, y) {
    const signs = [x, y].map((end) => (end.m > 0n ? 1 : end.m < 0n ? -1 : 0));
    if (signs[0] !== signs[1]) return signs[0] < signs[1] ? -1 : 1;
    if (signs[0] === 0) return 0;
    const tops = [top(x), top(y)];
    if (tops[0] !== tops[1]) return tops[0] < tops[1] ? -signs[0] : signs[0];
    if (tops[0] === Infinity) return 0;
    const e = Math.min(x.e, y.e);
    const [first, second] = [x.m << BigInt(x.e - e), y.m << BigInt(y.e - e)];
    return first < second ? -1 : first > second ? 1 : 0;
  }

  const smallest = (ends) => ends.reduce((x, y) => (order(x, y) <= 0 ? x : y));
  const largest = (ends) => ends.reduce((x, y) => (order(x, y) >= 0 ? x : y));

  // Exponential and logarithm of an end ---------------------------------------------------

  function atanhInverse(whole, work) { // atanh(1/whole) * 2^work
    const square = BigInt(whole * whole);
    let power = (1n << BigInt(work)) / BigInt(whole);
    let total = 0n;
    for (let odd = 1n; power; odd += 2n, power /= square) total += power / odd;
    return total;
  }

  function atanInverse(whole, work) { // atan(1/whole) * 2^work
    const square = BigInt(whole * whole);
    let power = (1n << BigInt(work)) / BigInt(whole);
    let total = 0n;
    for (let odd = 1n; power; odd += 2n, power /= square) {
      total += odd % 4n === 1n ? power / odd : -(power / odd);
    }
    return total;
  }

  function pi() { // Machin's formula
    const work = bits + GUARD;
    const inner = work + 64;
    const total = (16n * atanInverse(5, inner) - 4n * atanInverse(239, inner)) >> 64n;
    return interval(rounded(total - SLACK, -work, false), rounded(total + SLACK, -work, true));
  }

  function ln2(work) {
    if (!ln2At.has(work)) {
      const inner = work + 64;
      const total = 18n * atanhInverse(26, inner) - 2n * atanhInverse(4801, inner)
        + 8n * atanhInverse(8749, inner);
      ln2At.set(work, total >> 64n);
    }
    return ln2At.get(work);
  }

  function expFixed(x, work) { // [y, k] with exp(x / 2^work) = y * 2^(k - work) up to SLACK / 2
    const k = floorDivide(x, ln2(work));
    const halvings = 8n;
    const small = (x - k * ln2(work)) >> halvings;
    const wide = BigInt(work);
    const one = 1n << wide;
    let [total, term] = [one, one];
    for (let j = 1n; term; j += 1n) {
      term = ((term * small) >> wide) / j;
      total += term;
    }
    for (let j = 0n; j < halvings; j += 1n) total = (total * total) >> wide;
    return [total, Number(k)];
  }

  function exponential(x, up) {
    if (x.m === 0n) return { m: 1n, e: 0 };
    if (isInfinite(x)) return x.m > 0n ? INFINITE : ZERO;
    const size = top(x);
    if (size > 49) {
      if (x.m > 0n) return up ? INFINITE : { m: 1n, e: FAR / 2 };
      return up ? { m: 1n, e: -FAR / 2 } : ZERO;
    }
    if (size < -bits - 8) { // 1 + x up to x^2
      const one = 1n << BigInt(bits);
      return { m: up ? one + (x.m > 0n ? 1n : 0n) : one - (x.m < 0n ? 1n : 0n), e: -bits };
    }
    const work = bits + GUARD;
    const shift = x.e + work;
    const fixed = shift >= 0 ? x.m << BigInt(shift) : x.m >> BigInt(-shift);
    const [y, k] = expFixed(fixed, work);
    return rounded(up ? y + SLACK : y - SLACK, k - work, up);
  }

  function logarithm(x, up) { // x > 0
    if (isInfinite(x)) return INFINITE;
    if (x.m === 1n && x.e === 0) return ZERO;
    const length = lengthOf(x.m);
    const work = bits + GUARD;
    const wide = BigInt(work);
    const shift = work - length;
    const y = shift >= 0 ? x.m << BigInt(shift) : x.m >> BigInt(-shift); // in [1/2, 1)
    const guess = BigInt(Math.round(Math.log(Number(y >> (wide - 52n)) / 2 ** 52) * 2 ** 52));
    const near = guess << (wide - 52n);
    const [inverse, k] = expFixed(-near, work);
    const ratio = k >= 0 ? (y * inverse) << BigInt(k) : (y * inverse) >> BigInt(-k);
    const rest = (ratio >> wide) - (1n << wide); // below 2^-40
    let total = near + BigInt(x.e + length) * ln2(work);
    let power = rest;
    for (let j = 1n; power !== 0n && power !== -1n; j += 1n) {
      total += j % 2n ? power / j : -(power / j);
      power = (power * rest) >> wide;
    }
    return rounded(up ? total + SLACK : total - SLACK, -work, up);
  }

  // Values: an exact fraction {n, d}, or an interval {lo, hi} --------------------------------

  const isExact = (v) => v.d !== undefined;

  function interval(lo, hi) {
    return { lo, hi };
  }

  function fraction(n, d = 1n) {
    if (d < 0n) [n, d] = [-n, -d];
    if (d !== 1n) {
      const common = gcd(n, d);
      if (common !== 1n) [n, d] = [n / common, d / common];
    }
    const value = { n, d };
    return lengthOf(n) + lengthOf(d) > LONGEST ? ends(value) : value;
  }

  function ends(v) { // the interval of any value
    if (v.lo !== undefined) return v;
    if (v.d === 1n) {
      [v.lo, v.hi] = [rounded(v.n, 0, false), rounded(v.n, 0, true)];
    } else {
      const shift = bits + 8 + lengthOf(v.d) - lengthOf(v.n);
      const numerator = shift >= 0 ? v.n << BigInt(shift) : v.n;
      const denominator = shift >= 0 ? v.d : v.d << BigInt(-shift);
      const quotient = floorDivide(numerator, denominator);
      const more = quotient * denominator === numerator ? 0n : 1n;
      [v.lo, v.hi] = [rounded(quotient, -shift, false), rounded(quotient + more, -shift, true)];
    }
    return lengthOf(v.n) + lengthOf(v.d) > LONGEST ? interval(v.lo, v.hi) : v;
  }

  function add(v, w) {
    if (isExact(v) && isExact(w)) return fraction(v.n * w.d + w.n * v.d, v.d * w.d);
    [v, w] = [ends(v), ends(w)];
    return interval(plus(v.lo, w.lo, false), plus(v.hi, w.hi, true));
  }

  function negate(v) {
    return isExact(v) ? fraction(-v.n, v.d) : interval(minus(v.hi), minus(v.lo));
  }

  function multiply(v, w) {
    if (isExact(v) && isExact(w)) return fraction(v.n * w.n, v.d * w.d);
    if ((isExact(v) && v.n === 0n) || (isExact(w) && w.n === 0n)) return fraction(0n);
    [v, w] = [ends(v), ends(w)];
    const pairs = [[v.lo, w.lo], [v.lo, w.hi], [v.hi, w.lo], [v.hi, w.hi]];
    return interval(
      smallest(pairs.map(([x, y]) => times(x, y, false))),
      largest(pairs.map(([x, y]) => times(x, y, true))),
    );
  }

  function invert(v) {
    if (isExact(v)) {
      if (v.n === 0n) throw unshown("no value here: a division by zero");
      return fraction(v.d, v.n);
    }
    if (v.lo.m <= 0n && v.hi.m >= 0n) throw close("a divisor that may be zero");
    return interval(reciprocal(v.hi, false), reciprocal(v.lo, true));
  }

  function raise(v, k) { // to a whole number k
    if (k < 0n) return raise(invert(v), -k);
    if (k === 0n) return fraction(1n);
    if (isExact(v) && BigInt(lengthOf(v.n) + lengthOf(v.d)) * k <= LONGEST) {
      return fraction(v.n ** k, v.d ** k);
    }
    const { lo, hi } = ends(v);
    const power = (x, up) => {
      const away = x.m > 0n || k % 2n === 0n ? up : !up; // rounding of the size
      let [result, base] = [{ m: 1n, e: 0 }, { m: x.m < 0n ? -x.m : x.m, e: x.e }];
      for (let left = k; left; left >>= 1n) {
        if (left & 1n) result = times(result, base, away);
        base = times(base, base, away);
      }
      return x.m < 0n && k % 2n ? minus(result) : result;
    };
    if (k % 2n || lo.m >= 0n) return interval(power(lo, false), power(hi, true));
    if (hi.m <= 0n) return interval(power(hi, false), power(lo, true));
    return interval(ZERO, largest([power(lo, true), power(hi, true)]));
  }

  function power(v, w) { // a real exponent; 0^0 is 1, and 0 to a power > 0 is 0
    if (isExact(w) && w.n === 0n) return fraction(1n);
    if (isExact(w) && w.d === 1n && isExact(v)) {
      const size = w.n < 0n ? -w.n : w.n;
      if (BigInt(lengthOf(v.n) + lengthOf(v.d)) * size <= LONGEST) return raise(v, w.n);
    }
    const [base, exponent] = [ends(v), ends(w)];
    if (base.lo.m > 0n) return exp(multiply(w, log(v)));
    if (isExact(w) && w.d === 1n) return raise(v, w.n); // whatever the sign of the base
    if (base.lo.m === 0n && base.hi.m === 0n && exponent.lo.m > 0n) return fraction(0n);
    if (base.hi.m < 0n || (base.hi.m === 0n && exponent.hi.m < 0n)) {
      throw unshown("no value here: a power of a number that is not positive");
    }
    throw close("a power whose base may not be positive");
  }

  function exp(v) {
    if (isExact(v) && v.n === 0n) return fraction(1n);
    const { lo, hi } = ends(v);
    const below = exponential(lo, false);
    return interval(below.m > 0n ? below : ZERO, exponential(hi, true));
  }

  function log(v) {
    if (isExact(v) && v.n === v.d) return fraction(0n);
    const { lo, hi } = ends(v);
    if (hi.m <= 0n) throw unshown("no value here: the logarithm of a number that is not positive");
    if (lo.m <= 0n) throw close("the logarithm of a number that may not be positive");
    return interval(logarithm(lo, false), logarithm(hi, true));
  }

  function whole(x) { // the largest whole number whose square is at most x
    if (x < 2n) return x;
    let root = 1n << BigInt((lengthOf(x) + 1) >> 1);
    for (;;) {
      const next = (root + x / root) >> 1n;
      if (next >= root) return root;
      root = next;
    }
  }

  function rootOf(x, up) { // x >= 0
    if (x.m === 0n || isInfinite(x)) return x;
    let shift = Math.max(0, 2 * bits + 16 - lengthOf(x.m));
    if ((x.e - shift) % 2) shift += 1;
    const wide = x.m << BigInt(shift);
    const found = whole(wide);
    return rounded(up && found * found !== wide ? found + 1n : found, (x.e - shift) / 2, up);
  }

  function root(v) {
    if (isExact(v) && v.n >= 0n) {
      const [above, below] = [whole(v.n), whole(v.d)];
      if (above * above === v.n && below * below === v.d) return fraction(above, below);
    }
    const { lo, hi } = ends(v);
    if (hi.m < 0n) throw unshown("no value here: the root of a negative number");
    if (lo.m < 0n) throw close("the root of a number that may be negative");
    return interval(rootOf(lo, false), rootOf(hi, true));
  }

  function abs(v) {
    if (isExact(v)) return v.n < 0n ? negate(v) : v;
    if (v.lo.m >= 0n) return v;
    if (v.hi.m <= 0n) return negate(v);
    return interval(ZERO, largest([minus(v.lo), v.hi]));
  }

  function max(v, w) {
    if (isExact(v) && isExact(w)) return compare(v, w) < 0 ? w : v;
    [v, w] = [ends(v), ends(w)];
    return interval(largest([v.lo, w.lo]), largest([v.hi, w.hi]));
  }

  const min = (v, w) => negate(max(negate(v), negate(w)));

  function compare(v, w) { // -1, 0, 1, or null when they are too close to tell
    if (isExact(v) && isExact(w)) {
      const [x, y] = [v.n * w.d, w.n * v.d];
      return x < y ? -1 : x > y ? 1 : 0;
    }
    [v, w] = [ends(v), ends(w)];
    if (order(v.hi, w.lo) < 0) return -1;
    if (order(v.lo, w.hi) > 0) return 1;
    return null;
  }

  function atMost(v, w) { // true, false, or null
    if (isExact(v) && isExact(w)) return compare(v, w) <= 0;
    [v, w] = [ends(v), ends(w)];
    if (order(v.hi, w.lo) <= 0) return true;
    return order(v.lo, w.hi) > 0 ? false : null;
  }

  // For people -----------------------------------------------------------------------------

  function magnitude(v) { // {sign, log10}, rounded: for pictures and six digits only
    const { lo, hi } = ends(v);
    const middle = isInfinite(lo) || isInfinite(hi) ? (isInfinite(hi) ? lo : hi) : plus(lo, hi, true);
    if (middle.m === 0n || isInfinite(middle)) return { sign: 0, log10: -Infinity };
    const size = middle.m < 0n ? -middle.m : middle.m;
    const length = lengthOf(size);
    const head = length > 60 ? Number(size >> BigInt(length - 60)) / 2 ** 60 : Number(size) / 2 ** length;
    const e = length + middle.e - (middle === lo || middle === hi ? 0 : 1);
    return { sign: middle.m < 0n ? -1 : 1, log10: Math.log10(head) + e * Math.log10(2) };
  }

  function number(v) { // a double near it
    const { sign, log10 } = magnitude(v);
    return sign * 10 ** log10;
  }

  function show(v) {
    if (isExact(v) && v.d === 1n && lengthOf(v.n) < 50) return v.n.toString();
    const { sign, log10 } = magnitude(v);
    if (!sign) return "0";
    const minusSign = sign < 0 ? "−" : "";
    if (log10 > -5 && log10 < 7) return minusSign + String(Number((10 ** log10).toPrecision(6)));
    if (Math.abs(log10) > 1e9) return `${minusSign}10^(${log10.toPrecision(4)})`;
    let exponent = Math.floor(log10);
    let head = (10 ** (log10 - exponent)).toPrecision(4);
    if (head.startsWith("10")) [head, exponent] = ["1.000", exponent + 1];
    return `${minusSign}${head}·${tenTo(exponent)}`;
  }

  const tenTo = (k) => `10${[...String(k)].map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign])).join("")}`;

  function parse(text) { // an exact fraction from 7/10, 0.7 or 1e18; null when it is none
    const match = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?(?:\/(\d+))?$/.exec(
      text.trim().replace("−", "-"));
    if (!match || text.length > 200) return null;
    const [, sign, whole, decimals = "", ten = "0", below = "1"] = match;
    if (match[5] !== undefined && (match[3] !== undefined || match[4] !== undefined)) return null;
    let [n, d] = [BigInt(whole + decimals), 10n ** BigInt(decimals.length) * BigInt(below)];
    if (d === 0n) return null;
    const exponent = BigInt(ten);
    if (exponent >= 0n) n *= 10n ** exponent;
    else d *= 10n ** -exponent;
    const value = fraction(sign === "-" ? -n : n, d);
    return isExact(value) ? { n: value.n, d: value.d } : null;
  }

  const text = (v) => (v.d === 1n ? v.n.toString() : `${v.n}/${v.d}`);
  const precision = (wanted) => { bits = wanted; };

  return {
    FUNCTIONS: { exp, log, abs, max, min },
    Trouble, abs, add, atMost, close, compare, ends, exp, fraction, interval, invert, isExact, log,
    magnitude, max, min, multiply, negate, number, order, parse, pi, power, precision, raise, root, show,
    tenTo, text, unshown,
    INFINITE, ZERO,
  };
})();
