// Translates the lines of standard input with a folder that heed export --format onnx wrote; of words or characters.
//   npm ci --ignore-scripts --prefix tools/onnxruntime && node tools/onnxruntime/translate.mjs FOLDER < sentences
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Translator } from "./translator.mjs";

const folder = process.argv[2];
if (!folder) { console.error("usage: node translate.mjs FOLDER < sentences"); process.exit(2); }
const json = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const tokenizer = json("tokenizer_config.json"), source = json("vocab.json");
const target = existsSync(join(folder, "target_vocab.json")) ? json("target_vocab.json") : source;
const written = Object.keys(target).sort((a, b) => target[a] - target[b]);
if (tokenizer.heed_tokens === "subwords") { console.error("the pieces of source.spm are cut by sentencepiece, which is not here"); process.exit(1); }
const words = tokenizer.heed_tokens === "words", lower = (tokenizer.heed_case ?? (words ? "lower" : "keep")) === "lower";

function tokens(sentence) {
  const text = lower ? sentence.toLowerCase().normalize("NFC") : sentence.normalize("NFC");
  return words ? text.match(/[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [] : [...text.trim().replace(/\s+/gu, "▁")];
}

const sentences = readFileSync(0, "utf8").split("\n").filter((line) => line.trim());
const translator = await Translator.load(folder), { eos_token_id: eos } = translator.config;
const rows = sentences.map((s) => [...tokens(s).map((t) => source[t] ?? source[tokenizer.unk_token]), eos]);
for (let first = 0; first < rows.length; first += 50)
  for (const row of await translator.greedy(rows.slice(first, first + 50)))
    console.log(row.map((id) => written[id]).join(words ? " " : "").replaceAll("▁", " "));
