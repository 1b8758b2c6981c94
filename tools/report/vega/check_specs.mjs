// The pictures of heed report as Vega-Lite says them: each valid by Vega-Lite's schema, compiled and drawn, with as many marks as values.
//   npm ci --prefix tools/report/vega && node tools/report/vega/check_specs.mjs
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { readFileSync } from "node:fs";
import vm from "node:vm";
import * as vega from "vega";
import { expressionInterpreter } from "vega-interpreter";
import * as vegaLite from "vega-lite";

const here = new URL(".", import.meta.url);
const specs = vm.createContext({});
vm.runInContext(readFileSync(new URL("../page/1_specs.js", here), "utf8"), specs);
const ajv = new Ajv({ allErrors: true, strict: false, allowUnionTypes: true });
addFormats(ajv);
ajv.addFormat("color-hex", () => true);
const valid = ajv.compile(JSON.parse(readFileSync(new URL("node_modules/vega-lite/build/vega-lite-schema.json", here), "utf8")));

const wild = ["나는", "나는", "</script>", "\"따옴표\" \\", "🍎", "שלום"];
const cases = {
  "two lines": [specs.lineSpec("loss", [{ name: "a", points: [[0, 3], [1, 2], [2, NaN]] }, { name: "한국어", points: [[0, 1], [1, Infinity]] }], { x: "epoch", zero: true }), /aria-roledescription="(point|circle)"/g, 3],
  "one long line": [specs.lineSpec("rate", [{ name: "a", points: Array.from({ length: 128 }, (_, i) => [i, i * i]) }]), /aria-roledescription="line mark"/g, 1],
  "one point": [specs.lineSpec("score", [{ name: "a", points: [[1, 9.7]] }]), />9\.6</g, 1],
  "eight lines": [specs.lineSpec("alibi", Array.from({ length: 8 }, (_, h) => ({ name: `head ${h}`, points: [[0, 0], [40, -h]] }))), /aria-roledescription="(point|circle)"/g, 16],
  "a map": [specs.heatSpec({ rows: wild, columns: wild.slice(0, 5), value: (i, j) => (j > i ? null : i === 5 ? NaN : 1 / (i + 1)), shade: (v) => v, name: "wild" }), /aria-roledescription="rect mark"/g, 30],
  "bars": [specs.barSpec("bars", ["나는", "</script>"], [{ name: "a", unit: "%", values: [1, null] }, { name: "b", unit: "%", values: [-2, 3] }]), /aria-roledescription="bar"/g, 3],
  "logarithms": [specs.lineSpec("memory", [{ name: "a", points: [[8, 1e-7], [512, 0], [128, 1]] }], { logX: true, logY: true }), /aria-roledescription="(point|circle)"/g, 2],
  "one cell": [specs.heatSpec({ rows: ["a"], columns: ["b"], value: () => 1, shade: (v) => v, name: "one" }), /aria-roledescription="rect mark"/g, 1],
};
let wrong = 0;
for (const [name, [spec, marks, count]] of Object.entries(cases)) {
  const plain = JSON.parse(JSON.stringify(spec));
  const problems = valid(plain) ? [] : valid.errors.slice(0, 5).map((e) => `${e.instancePath} ${e.message}`);
  const warnings = [];
  const logger = { level: () => logger, error: (...m) => { warnings.push(m.join(" ")); return logger; }, warn: (...m) => { warnings.push(m.join(" ")); return logger; }, info: () => logger, debug: () => logger };
  const view = new vega.View(vega.parse(vegaLite.compile(plain, { logger }).spec, null, { ast: true }), { renderer: "none", expr: expressionInterpreter });
  const svg = await view.toSVG();
  const drawn = (svg.match(marks) || []).length;
  if (drawn !== count) problems.push(`${drawn} marks instead of ${count}`);
  problems.push(...warnings);
  if (problems.length) ++wrong;
  console.log(`${problems.length ? "✗" : "✓"} ${name}${problems.map((p) => "\n    " + p).join("")}`);
}
console.log(`${Object.keys(cases).length - wrong} passed, ${wrong} failed`);
process.exit(wrong ? 1 : 0);
