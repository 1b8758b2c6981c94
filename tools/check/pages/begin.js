// Every check uses these; they decode the page's data themselves, so that a fault in the page's program is none in the check.
const wrong = [], must = (what, ok) => {
  if (!ok) wrong.push(what);
};
const all = (selector, where = document) => [...where.querySelectorAll(selector)], pause = () => new Promise((r) => setTimeout(r, 100));
const cellsOf = (e) => all("rect.cell", e);
/** 32-bit floats, least significant byte first. */
const decoded = (text) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
/** A number as the page writes it. */
const numberIn = (text) => (text === "∞" ? Infinity : text === "−∞" ? -Infinity : Number(text.replaceAll("−", "-").replaceAll(",", "")));
const near = (a, b, within = 1e-4) => Math.abs(a - b) <= within + 1e-2 * (Math.abs(b) < 1e-4 ? Math.abs(b) : 0);
const fillsOf = (cells) => cells.map((c) => c.getAttribute("fill"));
/** How strong a cell should be, and how one of attention should be filled: a weight, or null where nothing may be seen. */
const strong = (share) => `rgba(var(--heat), ${Math.max(0, Math.min(1, share)).toFixed(3)})`;
const filled = (weight) => (weight === null ? "var(--panel)" : Number.isFinite(weight) ? strong(Math.sqrt(weight)) : "var(--bad)");
/** All that the arrow keys say of a plot, line by line. */
const walked = (figure) => {
  const keys = figure.querySelector(".keys"), said = figure.querySelector(".said"), lines = [];
  const press = (key) => {
    const before = said.textContent;
    keys.dispatchEvent(new KeyboardEvent("keydown", {key}));
    return said.textContent !== before;
  };
  press("ArrowUp");
  do {
    while (press("ArrowLeft")) {
    }
    const points = [said.textContent];
    while (press("ArrowRight")) points.push(said.textContent);
    lines.push(points);
  } while (press("ArrowDown"));
  return lines;
};
const done = () => document.documentElement.setAttribute("data-checked", wrong.length === 0 ? "all is well" : wrong.slice(0, 5).join("; "));
/** An error that is not caught would leave no verdict. */
const check = (work) => setTimeout(async () => {
  try {
    await work();
  } catch (e) {
    wrong.push(`the check itself: ${e.stack}`);
  }
  done();
}, 100);
