// Small random models and sentences for tests of decoding.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "autograd/no_grad.hpp"
#include "models/seq2seq.hpp"
#include "models/transformer.hpp"

namespace heed::testing {

/// One layer on each side, and no dropout.
inline TransformerOptions tiny(std::int64_t vocabulary = 9) {
  return {.source_vocab = vocabulary,
          .target_vocab = vocabulary,
          .encoder_layers = 1,
          .decoder_layers = 1,
          .layer = {.d_model = 8, .heads = 2, .dim_feedforward = 8, .dropout = 0, .max_length = 16}};
}

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
  const AttentionSpec rotary{.rules = AttentionRules::parse("window:2&random:1:2+global:1"),
                             .positions = {.kind = Position::rotary}};
  const AttentionSpec learned{.positions = {.kind = Position::learned}},
      linear{.kernel = AttentionKernel::linear};
  const auto sizes = [](std::int64_t d_model, std::int64_t heads, std::int64_t dim_feedforward,
                        const AttentionSpec& attention = {}, NormOrder norm = NormOrder::post) {
    return LayerOptions{.d_model = d_model,
                        .heads = heads,
                        .dim_feedforward = dim_feedforward,
                        .norm = norm,
                        .attention = attention,
                        .max_length = 64};
  };
  std::vector<TransformerOptions> all{
      // vocabularies and layers of both sides
      {12, 9, 1, 1, sizes(8, 2, 16)},          {20, 20, 1, 2, sizes(12, 3, 20, {}, NormOrder::pre)},
      {9, 31, 2, 1, sizes(15, 5, 7)},          {15, 13, 1, 3, sizes(16, 1, 16, learned, NormOrder::pre)},
      {30, 40, 2, 2, sizes(32, 8, 64)},        {18, 16, 1, 2, sizes(16, 2, 16, rotary)},
      {14, 17, 1, 2, sizes(16, 2, 16, linear)}};
  all[1].tie = Tie::all;
  all[2].tie = Tie::target;
  all[2].layer.activation = Activation::gelu;
  return all;
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
