// A translator that heed export --format onnx wrote, run by ONNX Runtime.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ort from "onnxruntime-node";

export class Translator {
  static async load(folder) {
    const translator = new Translator(), json = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
    translator.config = json("config.json");
    for (const graph of ["encoder", "decoder"]) translator[graph] = await ort.InferenceSession.create(join(folder, `${graph}.onnx`));
    return translator;
  }

  // Rows of token numbers, filled up with padding: int64 (batch, length).
  tensor(rows) {
    const length = Math.max(...rows.map((row) => row.length));
    const filled = rows.flatMap((row) => [...row, ...Array(length - row.length).fill(this.config.pad_token_id)]);
    return new ort.Tensor("int64", BigInt64Array.from(filled, BigInt), [rows.length, length]);
  }

  // What the decoder needs of the source, and an empty past.
  async begin(rows) {
    const source = this.tensor(rows), { memory, ...state } = await this.encoder.run({ source });
    const { decoder_layers: layers, decoder_attention_heads: heads, d_model } = this.config;
    const past = {};
    for (let i = 0; i < layers; ++i) for (const name of ["key", "value"])
      past[`past_${name}.${i}`] = new ort.Tensor("float32", new Float32Array(0), [rows.length, heads, 0, d_model / heads]);
    return { source, ...state, ...past };
  }

  // The next tokens of each row go through the decoder, and stand in the state's past afterwards: logits (batch, length, V).
  async extend(state, rows) {
    const { logits, ...kept } = await this.decoder.run({ target: this.tensor(rows), ...state });
    for (const [name, value] of Object.entries(kept)) state[`past_${name}`] = value;
    return logits;
  }

  // The most probable token at each step, for all rows at once; without <eos>.
  async greedy(rows, maxLength = Math.min(Math.max(...rows.map((r) => r.length)) + 50, this.config.max_length - 1)) {
    const state = await this.begin(rows), results = rows.map(() => []), never = new Set(this.config.bad_words_ids.flat());
    const finished = rows.map(() => false);
    let next = rows.map(() => [this.config.decoder_start_token_id]);
    for (let step = 0; step <= maxLength && finished.includes(false); ++step) {
      const { data, dims } = await this.extend(state, next), V = dims[2];
      next = rows.map((_, row) => {
        let best = -1;
        for (let id = 0; id < V; ++id)
          if (!never.has(id) && (best < 0 || data[row * V + id] > data[row * V + best])) best = id;
        finished[row] ||= best === this.config.eos_token_id || step === maxLength;
        if (!finished[row]) results[row].push(best);
        return [best];
      });
    }
    return results;
  }
}
