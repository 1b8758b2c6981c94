"use strict";
// How numbers are written, and where axes have them.
function number(x, digits = 4) {
  if (x === null || x === undefined || Number.isNaN(x)) return "NaN";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const size = Math.abs(x);
  const text = size !== 0 && (size < 1e-4 || size >= 1e6) ? x.toExponential(2) : x.toFixed(digits);
  return text.replaceAll("-", "−");
}
/** A number at an axis of such a length: as many digits as tell its ends and middle apart. */
function tick(v, length) {
  if (Math.abs(v) < 1e-12 * length || v === 0) return "0";
  if (length < 1e-4) return v.toExponential(1).replaceAll("-", "−");
  if (Math.abs(v) >= 1e6) return v.toExponential(2).replace(/\.?0+e/, "e").replace("+", "").replaceAll("-", "−");
  const digits = Number.isInteger(v) || length >= 1000 ? 0 : Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(length))));
  return v.toLocaleString("en-US", {minimumFractionDigits: 0, maximumFractionDigits: digits}).replaceAll("-", "−");
}
/** A number among words: three digits that count, however small it is. */
const brief = (v) => (v !== 0 && Number.isFinite(v) && Math.abs(v) < 0.1 ? v.toPrecision(3).replaceAll("-", "−") : number(v, 3));
/** About so many round numbers between two: a step of 1, 2 or 5 and zeros, or of 25, 250 … */
function roundTicks(low, high, count) {
  const rough = (high - low) / count, ten = 10 ** Math.floor(Math.log10(rough)),
        step = ten * [1, 2, ...(ten >= 10 ? [2.5] : []), 5, 10].find((k) => k * ten >= rough * 0.999);
  return Array.from(
      {length: Math.floor(high / step + 1e-9) - Math.ceil(low / step - 1e-9) + 1},
      (_, i) => (Math.ceil(low / step - 1e-9) + i) * step);
}
const grouped = (n) => n.toLocaleString("en-US");
const extentOf = (values) => [Math.min(...values), Math.max(...values)];
