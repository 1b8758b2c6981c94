// The pictures of heed report as Vega-Lite says them: each valid by Vega-Lite's schema, compiled and drawn, with as many marks as
// values.
//   npm ci --prefix tools/page/vega && node tools/page/vega/check_specs.mjs
import Ajv from "ajv";
import addFormats from "ajv-formats";
import {readFileSync} from "node:fs";
import vm from "node:vm";
import * as vega from "vega";
import {expressionInterpreter} from "vega-interpreter";
import * as vegaLite from "vega-lite";

const here = new URL(".", import.meta.url);
const specs = vm.createContext({say: (english) => english});
for (const part of ["1_numbers.js", "1_specs.js", "2_heat_map.js", "6_lab.js"]) vm.runInContext(readFileSync(new URL(`../program/${part}`, here), "utf8"), specs);
const ajv = new Ajv({allErrors: true, strict: false, allowUnionTypes: true});
addFormats(ajv);
ajv.addFormat("color-hex", () => true);
const valid = ajv.compile(JSON.parse(readFileSync(new URL("node_modules/vega-lite/build/vega-lite-schema.json", here), "utf8")));

const wild = ["나는", "나는", "</script>", "\"따옴표\" \\", "🍎", "שלום"];
// May not look, NaN, a weight where none may be, weights: by their square root.
const wildValue = (i, j) => (i === 0 && j === 4 ? 0.25 : j > i ? null : i === 5 ? NaN : 1 / (i + 1)), leaks = (i, j) => i === 0 && j === 4;
const wildFills = wild.flatMap((_, i) => [0, 1, 2, 3, 4].map((j) => {
  const v = wildValue(i, j);
  return v === null ? "var(--panel) 1" : leaks(i, j) || Number.isNaN(v) ? "var(--bad) 1" : `rgb(var(--heat)) ${Math.sqrt(v)}`;
}));
const cases = {
  "two lines": [specs.lineSpec("loss", [{ name: "a", points: [[0, 3], [1, 2], [2, NaN]] }, { name: "한국어", points: [[0, 1], [1, Infinity]] }], { x: "epoch", zero: true }), "symbol", 3],
  "one long line": [specs.lineSpec("rate", [{ name: "a", points: Array.from({ length: 128 }, (_, i) => [i, i * i]) }]), "line", 1],
  "one point": [specs.lineSpec("score", [{ name: "a", points: [[1, 9.7]] }]), />9\.6</g, 1],
  "eight lines": [specs.lineSpec("alibi", Array.from({ length: 8 }, (_, h) => ({ name: `head ${h}`, points: [[0, 0], [40, -h]] }))), "symbol", 16],
  "a map": [specs.heatSpec({ rows: wild, columns: wild.slice(0, 5), value: wildValue, wrong: leaks, name: "wild" }), "rect", 30, wildFills],
  "bars": [specs.barSpec("bars", ["나는", "</script>"], [{ name: "a", unit: "%", values: [1, null], low: [null, null], high: [null, null] }, { name: "b", unit: "%", values: [-2, 3], low: [null, null], high: [null, null] }]), "rect", 3],
  "intervals of bars": [specs.barSpec("bars", ["a", "b"], [{ name: "a", unit: "", values: [1, -2], low: [0.5, -3], high: [1.5, 1] }]), "rule", 2],
  "intervals of points": [specs.lineSpec("times", [{ name: "a", points: [[8, 2, 1, 3], [16, 4, null, null], [32, 6, 5, 9]] }], { logX: true, logY: true }), "rule", 2],
  "logarithms": [specs.lineSpec("memory", [{ name: "a", points: [[8, 1e-7], [512, 0], [128, 1]] }], { logX: true, logY: true }), "symbol", 2],
  "powers of ten alone": [specs.lineSpec("steps", [{ name: "a", points: [[8, 1], [512, 512]] }], { logX: true, logY: true }), /<text[^>]*opacity="1"[^>]*>(1|10|100)</g, 3],
  "every length": [specs.lineSpec("norm", [{ name: "a", points: [1, 4, 16, 64, 256, 1024].map((x) => [x, 1]) }], { logX: true }), />(1|4|16|64|256|1,024)</g, 6],
  "nothing gained": [specs.lineSpec("BLEU", [{ name: "a", points: [[1, 0], [2, 0]] }], { zero: true }), />−0\.5<|>-0\.5</g, 0],
  "labels that would touch": [specs.lineSpec("C4", [{ name: "a", points: [512, 2048, 8192, 10000, 128000].map((x) => [x, 1]) }], { logX: true }), /opacity="0"[^>]*>10,000</g, 1],
  "one cell": [specs.heatSpec({ rows: ["a"], columns: ["b"], value: () => 1, name: "one" }), "rect", 1, ["rgb(var(--heat)) 1"]],
};
/** How many shapes stand in the groups of a mark's kind. */
const drawnMarks = (svg, kind) => [...svg.matchAll(new RegExp(`<g class="mark-${kind} role-mark[^>]*>(.*?)</g>`, "gs"))].reduce(
    (n, [, shapes]) => n + (shapes.match(/<(path|line)/g) || []).length, 0);
/** Colour and strength of each rectangle, as they stand. */
const fillsOf = (svg) => [...svg.matchAll(/<g class="mark-rect role-mark[^>]*>(.*?)<\/g>/gs)].flatMap(
    ([, shapes]) => [...shapes.matchAll(/<path[^>]*>/g)].map(([path]) => `${path.match(/ fill="([^"]*)"/)[1]} ${path.match(/ fill-opacity="([^"]*)"/)?.[1] ?? 1}`));
let wrong = 0;
for (const [name, [spec, marks, count, fills]] of Object.entries(cases)) {
  const plain = JSON.parse(JSON.stringify(spec));
  const problems = valid(plain) ? [] : valid.errors.slice(0, 5).map((e) => `${e.instancePath} ${e.message}`);
  const warnings = [];
  const logger = {
    level: () => logger,
    error: (...m) => {
      warnings.push(m.join(" "));
      return logger;
    },
    warn: (...m) => {
      warnings.push(m.join(" "));
      return logger;
    },
    info: () => logger,
    debug: () => logger
  };
  const view = new vega.View(
      vega.parse(vegaLite.compile(plain, {logger}).spec, null, {ast: true}), {renderer: "none", expr: expressionInterpreter});
  const svg = await view.toSVG();
  const drawn = typeof marks === "string" ? drawnMarks(svg, marks) : (svg.match(marks) || []).length;
  if (/aria-label/.test(svg)) problems.push("says names of fields");
  if (drawn !== count) problems.push(`${drawn} marks instead of ${count}`);
  if (fills && fillsOf(svg).join() !== fills.join()) problems.push(`cells are filled ${fillsOf(svg).join()}, not ${fills.join()}`);
  problems.push(...warnings);
  if (problems.length) ++wrong;
  console.log(`${problems.length ? "✗" : "✓"} ${name}${problems.map((p) => "\n    " + p).join("")}`);
}
// What the lab's cells say, and how it draws a table of them.
const same = (name, is, should) => {
  const ok = JSON.stringify(is) === JSON.stringify(should);
  if (!ok) ++wrong;
  console.log(`${ok ? "✓" : "✗"} ${name}${ok ? "" : `\n    ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`}`);
};
specs.plot = (title, lines) => ["plot", title, lines.map((l) => l.name)];
specs.bars = (title, rows, columns) => ["bars", title, columns.map((c) => c.name)];
// A cell is a text, or [value, unit, low, high], which is printed rounded; series: what heed lab says is a curve.
const pictures = (columns, rows, series) => specs.picturesOf({
  title: "all",
  columns,
  series,
  rows: rows.map((row) => row.map((c) => (Array.isArray(c) ? `${Math.round(c[0])} ${c[1]}` : c))),
  numbers: rows.flatMap((cells, row) => cells.flatMap((c, column) => {
    if (!Array.isArray(c)) return [];
    const [value, unit, low = null, high = null] = c;
    return [{row, column, value, unit, low, high}];
  }))
});
same(
    "one axis for what belongs together",
    pictures(
        ["head", "aligned", "attended", "previous", "p", "BLEU"],
        [
          ["a", [63, "%"], [15, "%"], "", [0.2, ""], [-1, "", -3, 1]],
          ["b", [23, "%"], [14, "%"], "", [0.3, ""], [-2, "", -3, -1]], ["c", "", "", [8, "%"], [1, ""], [0, "", -1, 1]],
          ["d", "", "", [9, "%"], [1, ""], [1, "", 0, 2]]
        ]),
    [["bars", "all (%)", ["aligned", "attended"]], ["bars", "previous (%)", ["previous"]], ["bars", "BLEU", ["BLEU"]]]);
same(
    "no bars of rows that have one name",
    pictures(["of", "from"], [["exact", [256, "tokens"]], ["exact", [754, "tokens"]], ["all", [300, "tokens"]]]), []);
same(
    "nothing of the same number everywhere",
    pictures(["head", "attended", "parameters"], [["a", [15, "%"], [12, ""]], ["b", [15, "%"], [13, ""]], ["c", "", ""]]), []);
same(
    "what would come of chance is no bar",
    pictures(["head", "aligned", "by chance"], [["a", [63, "%"], [15, "%"]], ["b", [23, "%"], [14, "%"]]]),
    [["bars", "aligned (%)", ["aligned"]]]);
same("no picture of words", pictures(["claim", "verdict"], [["a", "holds"], ["b", "does not"]]), []);
same("no picture of numbers that are printed alone", pictures(["head", "BLEU"], [["a", "63 ± 1"], ["b", "23 ± 1"]]), []);
same(
    "a line for each row, over its columns",
    pictures(
        ["net", "8", "32", "128"], [["RNN", [98, "%", 97, 100], [72, "%"], [70, "%"]]], {by: "row", from: 1, x: [8, 32, 128]}),
    [["plot", "all (%)", ["RNN"]]]);
specs.plot = (title, lines) => lines.map((l) => l.points);
same(
    "what is drawn is not rounded",
    pictures(["n", "time"], [[[1, ""], [0.12345, "ms", 0.1, 0.2]], [[2, ""], [7.4321, "ms"]]], {by: "column", from: 1, x: [1, 2]}),
    [[[[1, 0.12345, 0.1, 0.2], [2, 7.4321, null, null]]]]);
console.log(`${Object.keys(cases).length + 7 - wrong} passed, ${wrong} failed`);
process.exit(wrong ? 1 : 0);
