// Translates the lines of standard input with a folder that heed export --format onnx wrote. Subwords are cut by sentencepiece's
// spm_encode (apt-get install sentencepiece).
//   npm ci --ignore-scripts --prefix tools/onnxruntime && node tools/onnxruntime/translate.mjs FOLDER < sentences
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { joinWords } from "./join_words.mjs";
import { Translator } from "./translator.mjs";

const folder = process.argv[2];
if (!folder) { console.error("usage: node translate.mjs FOLDER < sentences"); process.exit(2); }
const json = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const tokenizer = json("tokenizer_config.json"), source = json("vocab.json");
const target = existsSync(join(folder, "target_vocab.json")) ? json("target_vocab.json") : source;
const written = Object.keys(target).sort((a, b) => target[a] - target[b]);
const kind = tokenizer.heed_tokens, lower = (tokenizer.heed_case ?? (kind === "words" ? "lower" : "keep")) === "lower";

// The pieces of each sentence.
function subwords(texts) {
  const { stdout, status, error, stderr } = spawnSync("spm_encode", [`--model=${join(folder, "source.spm")}`],
    { input: texts.map((text) => text + "\n").join(""), encoding: "utf8", maxBuffer: 1 << 30 });
  if (error?.code === "ENOENT") { console.error("source.spm needs spm_encode: apt-get install sentencepiece"); process.exit(1); }
  if (status !== 0) { console.error(`spm_encode: ${stderr || error}`); process.exit(1); }
  return stdout.trimEnd().split("\n").map((line) => line.split(" "));
}

function tokens(sentences) {
  const texts = sentences.map((sentence) => (lower ? sentence.toLowerCase() : sentence).normalize("NFC").trim());
  if (kind === "subwords") return subwords(texts);
  if (kind === "characters") return texts.map((text) => [...text.replace(/\s+/gu, "▁")]);
  return texts.map((text) => text.match(/[\p{L}\p{N}\p{M}_]+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? []);
}

// The characters that pieces such as <0xEA> are the bytes of.
const characters = (bytes) => Buffer.from(bytes.replace(/<0x|>/g, ""), "hex").toString();

const sentences = readFileSync(0, "utf8").split("\n").filter((line) => line.trim());
const translator = await Translator.load(folder), { eos_token_id: eos } = translator.config;
const rows = tokens(sentences).map((row) => [...row.map((t) => source[t] ?? source[tokenizer.unk_token]), eos]);
for (let first = 0; first < rows.length; first += 50)
  for (const row of await translator.greedy(rows.slice(first, first + 50))) {
    const out = row.map((id) => written[id]);
    console.log(kind === "words" ? joinWords(out) : out.join("").replace(/(?:<0x[0-9A-F]{2}>)+/g, characters).replace(/▁+/gu, " ").trim());
  }
