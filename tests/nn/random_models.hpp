// Small random models and sentences for tests of decoding.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "autograd/no_grad.hpp"
#include "models/seq2seq.hpp"
#include "models/transformer.hpp"
#include "nn/batch.hpp"

namespace heed::testing {

/// A model in evaluation mode that speaks: its logits are far enough apart to choose different tokens, and
/// <eos> comes now and then.
inline Transformer random_model(TransformerOptions options, std::uint64_t seed, double eos_bias = 0.5) {
  options.layer.dropout = 0;
  Rng rng(seed);
  const Transformer model(options, rng);
  for (auto& [name, value] : model.named_parameters()) {
    if (name.ends_with("bias")) value.set_value(rng.normal(value.shape(), 0, 0.3));
    if (name == "generator.weight") value.set_value(rng.normal(value.shape(), 0, 0.7));
  }
  Variable bias = model.generator.bias;
  bias.mutable_data()[3] += static_cast<Scalar>(eos_bias);
  model.eval();
  return model;
}

/// Models of several sizes, both norms, all ways to tie and all kinds of caches.
inline std::vector<TransformerOptions> several_sizes() {
  return {
      {.source_vocab = 12,
       .target_vocab = 9,
       .encoder_layers = 1,
       .decoder_layers = 1,
       .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 16, .max_length = 64}},
      {.source_vocab = 20,
       .target_vocab = 20,
       .encoder_layers = 1,
       .decoder_layers = 2,
       .layer = {.d_model = 12, .heads = 3, .dim_feedforward = 20, .norm = NormOrder::pre, .max_length = 64},
       .tie = Tie::all},
      {.source_vocab = 9,
       .target_vocab = 31,
       .encoder_layers = 2,
       .decoder_layers = 1,
       .layer = {.d_model = 15,
                 .heads = 5,
                 .dim_feedforward = 7,
                 .activation = Activation::gelu,
                 .max_length = 64},
       .tie = Tie::target},
      {.source_vocab = 15,
       .target_vocab = 13,
       .encoder_layers = 1,
       .decoder_layers = 3,
       .layer = {.d_model = 16,
                 .heads = 1,
                 .dim_feedforward = 16,
                 .norm = NormOrder::pre,
                 .attention = {.positions = {.kind = Position::learned}},
                 .max_length = 64}},
      {.source_vocab = 30,
       .target_vocab = 40,
       .encoder_layers = 2,
       .decoder_layers = 2,
       .layer = {.d_model = 32, .heads = 8, .dim_feedforward = 64, .max_length = 64}},
      {.source_vocab = 18,
       .target_vocab = 16,
       .encoder_layers = 1,
       .decoder_layers = 2,
       .layer = {.d_model = 16,
                 .heads = 2,
                 .dim_feedforward = 16,
                 .attention = {.rules = AttentionRules::parse("window:2&random:1:2+global:1"),
                               .positions = {.kind = Position::rotary},
                               .global_projection = GlobalProjection::own},
                 .max_length = 64}},
      {.source_vocab = 14,
       .target_vocab = 17,
       .encoder_layers = 1,
       .decoder_layers = 2,
       .layer = {.d_model = 16,
                 .heads = 2,
                 .dim_feedforward = 16,
                 .attention = {.kernel = AttentionKernel::linear},
                 .max_length = 64}}};
}

/// Sentences of 1 … longest tokens, without <eos>.
inline std::vector<std::vector<std::int32_t>> random_sentences(std::size_t count, std::int64_t longest,
                                                               std::int64_t vocab, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::vector<std::int32_t>> all(count);
  for (auto& sentence : all) {
    const std::int64_t length = 1 + rng.integer(longest);
    for (std::int64_t i = 0; i < length; ++i)
      sentence.push_back(static_cast<std::int32_t>(4 + rng.integer(vocab - 4)));
  }
  return all;
}

/// A sentence as a batch of its own.
inline Tokens alone_in_batch(const std::vector<std::int32_t>& source) {
  return make_sources(std::vector<std::vector<std::int32_t>>(1, source));
}

/// log p of each token of `tokens` followed by <eos>, by one pass with teacher forcing: the model's own
/// numbers. Returns the log-probabilities of all classes: [position][class].
inline std::vector<std::vector<double>> teacher_forced(const auto& model, const Tokens& source,
                                                       const std::vector<std::int32_t>& tokens) {
  const NoGrad no_grad;
  std::vector<std::int32_t> in{2};
  in.insert(in.end(), tokens.begin(), tokens.end());
  const auto length = static_cast<std::int64_t>(in.size());
  const Array logits = model(source, Tokens({1, length}, in)).value();
  const std::int64_t classes = logits.dim(2);
  std::vector<std::vector<double>> log_p;
  for (std::int64_t t = 0; t < length; ++t) {
    const Scalar* row = logits.data() + t * classes;
    const double top = static_cast<double>(*std::max_element(row, row + classes));
    double total = 0;
    for (std::int64_t c = 0; c < classes; ++c) total += std::exp(static_cast<double>(row[c]) - top);
    auto& out = log_p.emplace_back();
    for (std::int64_t c = 0; c < classes; ++c)
      out.push_back(static_cast<double>(row[c]) - top - std::log(total));
  }
  return log_p;
}

inline std::vector<std::vector<double>> teacher_forced(const Transformer& model,
                                                       const std::vector<std::int32_t>& source,
                                                       const std::vector<std::int32_t>& tokens) {
  return teacher_forced(model, alone_in_batch(source), tokens);
}

/// Σ log p of the tokens, with that of <eos> if it was produced.
inline double log_probability(const auto& model, const auto& source, const Hypothesis& h) {
  const auto log_p = teacher_forced(model, source, h.tokens);
  double sum = 0;
  for (std::size_t t = 0; t < h.tokens.size(); ++t) sum += log_p[t][static_cast<std::size_t>(h.tokens[t])];
  return h.finished ? sum + log_p.back()[3] : sum;
}

/// A model to train.
inline TransformerOptions small() {
  return {.source_vocab = 14,
          .target_vocab = 15,
          .encoder_layers = 1,
          .decoder_layers = 2,
          .layer = {.d_model = 12, .heads = 3, .dim_feedforward = 16, .dropout = 0, .max_length = 24}};
}

/// Sentences that have nothing to do with each other.
inline std::vector<Example> random_examples(std::size_t count, std::uint64_t seed) {
  const auto sources = random_sentences(count, 8, 14, seed);
  const auto targets = random_sentences(count, 9, 15, seed + 1000);
  std::vector<Example> examples;
  for (std::size_t i = 0; i < count; ++i) examples.push_back({sources[i], targets[i]});
  return examples;
}

/// Returns true if the values are equal, bit for bit, in the same order.
inline bool same(const StateDict& a, const StateDict& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return identical(x.second, y.second); });
}

constexpr double tolerance = sizeof(Scalar) == 8 ? 1e-10 : 2e-4;

/// The same translation, or one that is exactly as good: where two tokens are equally probable to the last
/// bits, rounding may choose another.
inline bool same_or_tied(const Hypothesis& a, const Hypothesis& b) {
  const bool equal = a.tokens == b.tokens && a.finished == b.finished;
  return (equal && std::abs(a.log_probability - b.log_probability) < tolerance) ||
         std::abs(a.score - b.score) < tolerance / 100;
}

}  // namespace heed::testing
