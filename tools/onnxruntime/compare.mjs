// What ONNX Runtime computes of exported models beside what heed did: node compare.mjs FOLDER…
// Each folder has beside the model a case.json: source and target (rows of token numbers), the logits of all target tokens
// in a row, and translation, heed's greedy ones. Status 1 if a logit is off by more than 1e-4, or a translation is another.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Translator } from "./translator.mjs";

const tolerance = 1e-4;
let wrong = 0, most = 0;
for (const folder of process.argv.slice(2)) {
  const given = JSON.parse(readFileSync(join(folder, "case.json"), "utf8")), V = given.logits.length / given.target.flat().length;
  const translator = await Translator.load(folder), length = given.target[0].length;
  let largest = 0;
  // All at once; token by token; two, and then the others.
  for (const pieces of [[length], Array(length).fill(1), [2, length - 2]]) {
    const state = await translator.begin(given.source);
    let first = 0;
    for (const count of pieces) {
      const { data, dims } = await translator.extend(state, given.target.map((row) => row.slice(first, first + count)));
      if (dims.join() !== [given.target.length, count, V].join()) throw new Error(`${folder}: logits are (${dims})`);
      for (let row = 0; row < dims[0]; ++row) for (let i = 0; i < count * V; ++i) {
        const off = Math.abs(data[row * count * V + i] - given.logits[(row * length + first) * V + i]);
        if (!(off <= largest)) largest = off; // NaN, too
      }
      first += count;
    }
  }
  const translation = await translator.greedy(given.source, given.max_length), same = JSON.stringify(translation) === JSON.stringify(given.translation);
  const good = same && largest <= tolerance;
  console.log(`${basename(folder)}: logits within ${largest.toExponential(1)}; translations ${same ? "the same" : `are ${JSON.stringify(translation)}, not ${JSON.stringify(given.translation)}`}`);
  if (!good) ++wrong;
  most = Math.max(most, largest);
}
console.log(`${process.argv.length - 2} models, ${wrong} wrong; logits within ${most.toExponential(1)}`);
process.exit(wrong ? 1 : 0);
