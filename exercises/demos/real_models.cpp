#include "exercises/demos/real_models.hpp"

#include <fmt/format.h>
#include <cmath>

#include <sstream>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "models/transformer.hpp"
#include "nn/batch.hpp"
#include "nn/optimizer.hpp"
#include "nn/trace.hpp"

namespace heed::grading {
namespace {

using learn::to_tensor;
using learn::types::EncoderWeights;

learn::types::Linear weights_of(const Linear& l) {
  return {to_tensor(l.weight.value()), to_tensor(l.bias.value())};
}
learn::types::Norm weights_of(const LayerNorm& n) {
  return {to_tensor(n.weight.value()), to_tensor(n.bias.value())};
}

/// Row block `i` of in_proj_weight (3C, C) and in_proj_bias (3C).
learn::types::Linear projection(const MultiheadAttention& attention, int i) {
  const Tensor all = to_tensor(attention.in_proj_weight.value()),
               biases = to_tensor(attention.in_proj_bias.value());
  const int width = all.dim(1);
  learn::types::Linear result{Tensor({width, width}), Tensor({width})};
  for (int k = 0; k < width * width; ++k) result.weight.flat(k) = all.flat(i * width * width + k);
  for (int k = 0; k < width; ++k) result.bias.flat(k) = biases.flat(i * width + k);
  return result;
}

const std::vector<std::pair<std::string, std::string>> sentence_pairs{
    {"나는 사과를 좋아한다", "i love apples"},
    {"너는 사과를 먹는다", "you eat apples"},
    {"나는 책을 읽는다", "i read books"},
    {"그는 물을 마신다", "he drinks water"},
    {"우리는 물을 좋아한다", "we love water"},
    {"그는 잔다", "he sleeps"},
    {"아이가 큰 사과를 먹는다", "the child eats a big apple"}};

/// Words with ids from 4 on, after padding, unknown, <bos> and <eos>.
struct Words {
  std::vector<std::string> list{"<pad>", "<unk>", "<bos>", "<eos>"};

  std::vector<std::int32_t> ids(const std::string& text) {
    std::vector<std::int32_t> result;
    std::istringstream in(text);
    for (std::string word; in >> word;) {
      auto at = std::find(list.begin(), list.end(), word);
      if (at == list.end()) at = list.insert(list.end(), word);
      result.push_back(static_cast<std::int32_t>(at - list.begin()));
    }
    return result;
  }
};

}  // namespace

RealEncoder real_encoder() {
  constexpr int length = 6, width = 16, heads = 4;
  Rng rng(7);
  const Encoder encoder({.d_model = width, .heads = heads, .dim_feedforward = 32, .dropout = 0.1},
                        {.layers = 2}, rng);
  encoder.eval();
  RealEncoder result;
  for (const EncoderLayer& layer : encoder.layers) {
    result.layers.push_back(
        {.attention = {heads, projection(layer.self_attn, 0), projection(layer.self_attn, 1),
                       projection(layer.self_attn, 2), weights_of(layer.self_attn.out_proj)},
         .norm1 = weights_of(layer.norm1),
         .linear1 = weights_of(layer.linear1),
         .linear2 = weights_of(layer.linear2),
         .norm2 = weights_of(layer.norm2)});
  }
  result.input = Tensor({length, width});
  for (int i = 0; i < result.input.size(); ++i) result.input.flat(i) = std::sin(1.7 * i);
  const NoGrad no_grad;
  const Variable x(learn::to_array(result.input.reshape({1, length, width})));
  result.output = to_tensor(encoder(x, {}).value()).reshape({length, width});
  return result;
}

struct RealTranslator::State {
  Words korean, english;
  SpecialIds ids;
  std::vector<Example> examples;
  Batch batch;
  std::optional<Transformer> model;
};

RealTranslator::RealTranslator() : state_(std::make_shared<State>()) {
  State& s = *state_;
  std::vector<std::size_t> all;
  for (const auto& [source, target] : sentence_pairs) {
    all.push_back(all.size());
    s.examples.push_back({s.korean.ids(source), s.english.ids(target)});
  }
  s.batch = make_batch(s.examples, all, s.ids);
  Rng rng(1);
  s.model.emplace(
      TransformerOptions{
          .source_vocab = static_cast<std::int64_t>(s.korean.list.size()),
          .target_vocab = static_cast<std::int64_t>(s.english.list.size()),
          .encoder_layers = 1,
          .decoder_layers = 1,
          .layer = {.d_model = 32, .heads = 4, .dim_feedforward = 64, .dropout = 0, .max_length = 64}},
      rng);
  Adam optimizer(s.model->parameters(), {.lr = 5e-3});
  constexpr int most = 200;
  constexpr double learnt = 0.01;
  for (int step = 0; step < most; ++step) {
    const Variable logits = (*s.model)(s.batch.source, s.batch.target_in);
    const Variable loss = cross_entropy(logits, s.batch.target_out, {.ignore_index = s.ids.pad});
    if (loss.item() < learnt) break;
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
  }
  s.model->eval();
}

int RealTranslator::sentences() const { return static_cast<int>(sentence_pairs.size()); }
int RealTranslator::bos() const { return state_->ids.bos; }
int RealTranslator::eos() const { return state_->ids.eos; }

std::string RealTranslator::source(int sentence) const {
  return sentence_pairs.at(static_cast<std::size_t>(sentence)).first;
}

std::string RealTranslator::target(int sentence) const {
  return sentence_pairs.at(static_cast<std::size_t>(sentence)).second;
}

std::string RealTranslator::text(const std::vector<int>& tokens) const {
  std::string result;
  for (const int token : tokens) {
    result += result.empty() ? "" : " ";
    result += state_->english.list.at(static_cast<std::size_t>(token));
  }
  return result;
}

Tensor RealTranslator::next_logits(const std::vector<std::vector<int>>& prefixes) const {
  const State& s = *state_;
  if (prefixes.size() != sentence_pairs.size()) {
    throw_error<UsageError>("next_logits needs the prefixes of all {} sentences, and got {}",
                            sentence_pairs.size(), prefixes.size());
  }
  std::size_t longest = 1;
  for (const auto& prefix : prefixes) longest = std::max(longest, prefix.size());
  std::vector<std::int32_t> ids;
  for (const auto& prefix : prefixes) {
    ids.insert(ids.end(), prefix.begin(), prefix.end());
    ids.insert(ids.end(), longest - prefix.size(), s.ids.pad);
  }
  const auto rows = static_cast<std::int64_t>(prefixes.size()), length = static_cast<std::int64_t>(longest);
  const NoGrad no_grad;
  const Tensor logits = to_tensor((*s.model)(s.batch.source, Tokens({rows, length}, std::move(ids))).value());
  Tensor last({logits.dim(0), logits.dim(2)});
  for (int b = 0; b < last.dim(0); ++b) {
    const int position = std::max(0, static_cast<int>(prefixes[static_cast<std::size_t>(b)].size()) - 1);
    for (int v = 0; v < last.dim(1); ++v) last(b, v) = logits(b, position, v);
  }
  return last;
}

Tensor RealTranslator::attention(int sentence) const {
  const State& s = *state_;
  const Example& example = s.examples.at(static_cast<std::size_t>(sentence));
  const NoGrad no_grad;
  const Trace trace(*s.model, "decoder.layers.0.multihead_attn.pattern");
  (*s.model)(s.batch.source, s.batch.target_in);
  const Tensor weights = to_tensor(trace.value("decoder.layers.0.multihead_attn.pattern"));
  const int heads = weights.dim(1);
  Tensor mean({static_cast<int>(example.target.size()), static_cast<int>(example.source.size())});
  for (int h = 0; h < heads; ++h)
    for (int t = 0; t < mean.dim(0); ++t)
      for (int k = 0; k < mean.dim(1); ++k) mean(t, k) += weights(sentence, h, t, k) / heads;
  return mean;
}

}  // namespace heed::grading
