// GPT-2 (Radford et al. 2019, "Language models are unsupervised multitask learners"): a Transformer's decoder
// without an encoder. Each token sees itself and those before it, and says what comes next.
//
//   h = wte[token] + wpe[position]
//   h = h + attn(ln_1(h));  h = h + mlp(ln_2(h))        in each layer: the norm stands before the sub-layer
//   logits = ln_f(h) wteᵀ                               the embedding is the output projection, too
//
// Names and shapes of the parameters are GPT-2's, so its files are read and written as they are:
//
//   wte.weight (V, C), wpe.weight (max_length, C), ln_f.weight, ln_f.bias (C), and for each layer i
//   h.i.ln_1, h.i.ln_2       .weight, .bias (C)
//   h.i.attn.c_attn          .weight (C, 3C): queries, keys, values;  h.i.attn.c_proj (C, C)
//   h.i.mlp.c_fc             .weight (C, F);                          h.i.mlp.c_proj (F, C)
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "nn/attention_cache.hpp"
#include "nn/decoding.hpp"
#include "nn/layers.hpp"

namespace heed::inline HEED_PRECISION {

/// Defaults are those of the smallest GPT-2.
struct GptOptions {
  std::int64_t vocabulary = 50257;
  std::int64_t max_length = 1024;  // tokens a sequence may have
  std::int64_t d_model = 768, heads = 12, layers = 12;
  std::int64_t dim_feedforward = 3072;
  double dropout = 0.1;  // of attention weights, of each sub-layer's result and of the embeddings
  double layer_norm_eps = 1e-5;
};
/// Throws UsageError for sizes that cannot be, such as heads that do not divide d_model.
void check_options(const GptOptions& options);

/// y = x W + b with a weight (in, out): a Linear whose matrix is stored the other way round. GPT-2 calls it
/// Conv1D. Weights start normal with the given deviation, biases 0.
class TransposedLinear : public Module {
 public:
  TransposedLinear(std::int64_t in, std::int64_t out, Rng& rng, double deviation);
  Variable operator()(const Variable& x) const;

  Variable weight, bias;
};

/// Causal self-attention: (B, T, C) -> (B, T, C).
class GptAttention : public Module {
  GptOptions options_;

 public:
  GptAttention(const GptOptions& options, Rng& rng);
  Variable operator()(const Variable& x) const;
  /// The next positions alone, given those before them in the cache, to which they are appended.
  Variable extend(const Variable& x, KeyValueCache& cache) const;

  TransposedLinear c_attn, c_proj;

 private:
  Variable attend(const Variable& qkv, const Variable& key_value, std::int64_t first_column,
                  std::int64_t past) const;
  Dropout dropout_, attn_dropout_;
};

/// gelu, by its approximation with tanh: (B, T, C) -> (B, T, C).
class GptMlp : public Module {
 public:
  GptMlp(const GptOptions& options, Rng& rng);
  Variable operator()(const Variable& x) const {
    return dropout_(c_proj(point("activation", gelu(c_fc(x), Gelu::tanh))));
  }

  TransposedLinear c_fc, c_proj;

 private:
  Dropout dropout_;
};

class GptLayer : public Module {
  GptOptions options_;

 public:
  GptLayer(const GptOptions& options, Rng& rng) : Module(rng), options_(options) {
    has_points({"", "residual1"});
  }
  Variable operator()(const Variable& x) const {
    const Variable h = point("residual1", x + attn(ln_1(x)));
    return point("", h + mlp(ln_2(h)));
  }
  Variable extend(const Variable& x, KeyValueCache& cache) const {
    const Variable h = point("residual1", x + attn.extend(ln_1(x), cache));
    return point("", h + mlp(ln_2(h)));
  }

  LayerNorm ln_1 = child("ln_1", LayerNorm(options_.d_model, options_.layer_norm_eps));
  GptAttention attn = child("attn", GptAttention(options_, initial()));
  LayerNorm ln_2 = child("ln_2", LayerNorm(options_.d_model, options_.layer_norm_eps));
  GptMlp mlp = child("mlp", GptMlp(options_, initial()));
};

/// Decoding keeps the keys and values of each layer.
struct GptState {
  std::vector<KeyValueCache> layers;
  std::int64_t position = 0;  // tokens so far
  GptState select(const std::vector<std::int32_t>& rows) const;
};

class Gpt : public Module {
  GptOptions options_;

 public:
  /// Throws UsageError for sizes that cannot be.
  Gpt(const GptOptions& options, Rng& rng);

  /// Logits of the next token at each position: (B, T) -> (B, T, V). Position t sees tokens 0…t. Throws
  /// Error for more than max_length tokens.
  Variable operator()(const Tokens& tokens) const;

  /// Decoding with caches: extend() takes the next tokens (B, T) of each row and gives the logits after them
  /// (B, T, V), as the call of all tokens so far would.
  GptState begin(std::int64_t rows, std::int64_t capacity) const;
  Variable extend(const Tokens& tokens, GptState& state) const;

  const GptOptions& options() const { return options_; }

  Embedding wte =
      child("wte", Embedding(options_.vocabulary, options_.d_model, initial(), {.init = Init::small_normal}));
  Embedding wpe =
      child("wpe", Embedding(options_.max_length, options_.d_model, initial(), {.init = Init::small_normal}));
  std::vector<GptLayer> h =
      children("h", options_.layers, [this](std::int64_t) { return GptLayer(options_, initial()); });
  LayerNorm ln_f = child("ln_f", LayerNorm(options_.d_model, options_.layer_norm_eps));

 private:
  Variable embed(const Tokens& tokens, std::int64_t position) const;
  Dropout dropout_ = child("drop", Dropout(options_.dropout));
};

/// For decoding (nn/decoding.hpp) behind prompts (B, T) of one length: up to options.max_length tokens, or as
/// many as the model has positions for. Throws Error in training mode, or for a prompt of
/// more than max_length tokens; one that fills the model is followed by nothing.
std::unique_ptr<Continuation> begin_decoding(const Gpt& model, const Tokens& prompt,
                                             const DecodingOptions& options = {});
std::vector<Hypothesis> sample(const Gpt& model, const Tokens& prompt, const SamplingOptions& options = {});

}  // namespace heed
