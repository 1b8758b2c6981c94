#include <algorithm>
#include <optional>
#include <sstream>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "exercises/demos/forward.hpp"
#include "exercises/demos/real_weights.hpp"
#include "lib/core/error.hpp"
#include "models/transformer.hpp"
#include "nn/next_token_task.hpp"
#include "nn/optimizer.hpp"
#include "nn/trace.hpp"

namespace heed::grading {
namespace {

using learn::to_tensor;

const std::vector<std::pair<std::string, std::string>> sentence_pairs{
    {"나는 사과를 좋아한다", "i love apples"},
    {"너는 사과를 먹는다", "you eat apples"},
    {"나는 책을 읽는다", "i read books"},
    {"그는 물을 마신다", "he drinks water"},
    {"우리는 물을 좋아한다", "we love water"},
    {"그는 잔다", "he sleeps"},
    {"아이가 큰 사과를 먹는다", "the child eats a big apple"}};

using Rows = std::vector<std::vector<int>>;

Tokens tokens_of(const Rows& rows) {
  std::vector<std::int32_t> ids;
  for (const auto& row : rows) ids.insert(ids.end(), row.begin(), row.end());
  return Tokens({static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(rows.front().size())},
                std::move(ids));
}

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

std::vector<std::string> words_and_end(const std::string& sentence) {
  std::istringstream words(sentence + " <eos>");
  return {std::istream_iterator<std::string>(words), {}};
}

}  // namespace

struct RealTranslator::State {
  Words korean, english;
  SpecialIds ids;
  std::vector<Example> examples;
  Batch batch;
  std::optional<Transformer> model;
};

RealTranslator::RealTranslator(Learns when) : state_(std::make_shared<State>()) {
  State& s = *state_;
  std::vector<std::size_t> all;
  for (const auto& [source, target] : sentence_pairs) {
    all.push_back(all.size());
    s.examples.push_back({s.korean.ids(source), s.english.ids(target)});
  }
  s.batch = make_batch(s.examples, all);
  Rng rng(1);
  s.model.emplace(
      TransformerOptions{
          .source_vocab = static_cast<std::int64_t>(s.korean.list.size()),
          .target_vocab = static_cast<std::int64_t>(s.english.list.size()),
          .encoder_layers = 1,
          .decoder_layers = 1,
          .layer = {.d_model = 32, .heads = 4, .dim_feedforward = 64, .dropout = 0, .max_length = 64}},
      rng);
  if (when == Learns::later) {
    s.model->eval();
    return;
  }
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

std::vector<int> RealTranslator::source_ids(int sentence) const {
  const std::vector<std::int32_t>& words = state_->examples.at(static_cast<std::size_t>(sentence)).source;
  std::vector<int> ids(words.begin(), words.end());
  ids.push_back(eos());
  return ids;
}

learn::types::TransformerWeights RealTranslator::weights() const { return weights_of(*state_->model); }

learn::types::Training RealTranslator::training() const {
  learn::types::Training result;
  for (const Variable& parameter : state_->model->parameters()) {
    const Tensor value = to_tensor(parameter.value()), zero(value.shape());
    result.parameters.push_back({value, zero});
    result.states.push_back({zero, zero, 0});
  }
  result.pad = state_->ids.pad;
  result.forward_backward = [state = state_](std::vector<learn::types::Parameter>& parameters,
                                             const Rows& inputs, const Rows& labels, int ignore) {
    std::vector<Variable> variables = state->model->parameters();
    for (std::size_t i = 0; i < variables.size(); ++i) {
      variables[i].set_value(learn::to_array(parameters.at(i).value));
      variables[i].zero_grad();
    }
    const Variable loss = cross_entropy((*state->model)(state->batch.source, tokens_of(inputs)),
                                        tokens_of(labels), {.ignore_index = ignore});
    loss.backward();
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const Tensor gradient = to_tensor(variables[i].grad());
      Tensor& sum = parameters[i].gradient;
      sum = sum.shape() == gradient.shape() ? sum + gradient : gradient;
    }
    return static_cast<double>(loss.item());
  };
  return result;
}

std::vector<std::vector<int>> RealTranslator::targets() const {
  Rows rows;
  std::size_t longest = 0;
  for (const Example& example : state_->examples) {
    auto& row = rows.emplace_back(1, bos());
    row.insert(row.end(), example.target.begin(), example.target.end());
    row.push_back(eos());
    longest = std::max(longest, row.size());
  }
  for (auto& row : rows) row.resize(longest, state_->ids.pad);
  return rows;
}

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

std::vector<std::string> RealTranslator::words_read(int sentence) const {
  return words_and_end(source(sentence));
}

std::vector<std::string> RealTranslator::words_written(int sentence) const {
  return words_and_end(target(sentence));
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

RealTranslator::Translation RealTranslator::translate(int sentence,
                                                      const AttentionFunction& attention) const {
  const State& s = *state_;
  const NoGrad no_grad;
  Forward forward(*s.model, attention);
  const Variable memory = forward.encode(source_ids(sentence));
  std::vector<std::int32_t> target{s.ids.bos};
  while (target.size() <= 8) {
    const Array logits = forward.decode(target, memory).value();
    const Scalar* last = logits.data() + (logits.dim(0) - 1) * logits.dim(1);
    const auto best = static_cast<std::int32_t>(std::max_element(last, last + logits.dim(1)) - last);
    if (best == s.ids.eos) break;
    target.push_back(best);
  }
  return {.text = text({target.begin() + 1, target.end()}),
          .attention_calls = forward.calls(),
          .heads = forward.cross()};
}

namespace {

/// softmax(Q Kᵀ / √d) V, masked: the reference.
Tensor reference_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& mask) {
  return mask.size() == 0 ? given::attention(q, k, v) : given::attention(q, k, v, mask);
}

}  // namespace

AttentionProbe RealTranslator::encoder_probe(int sentence) const {
  const NoGrad no_grad;
  const AttentionFunction attention = reference_attention;
  Forward forward(*state_->model, attention);
  forward.encode(source_ids(sentence));
  return probe_of(forward.seen_by(state_->model->encoder.layers[0].self_attn));
}

AttentionProbe RealTranslator::cross_probe(int sentence) const {
  const NoGrad no_grad;
  std::vector<std::int32_t> target = state_->examples.at(static_cast<std::size_t>(sentence)).target;
  target.insert(target.begin(), bos());
  const AttentionFunction attention = reference_attention;
  Forward forward(*state_->model, attention);
  forward.decode(target, forward.encode(source_ids(sentence)));
  return probe_of(forward.seen_by(state_->model->decoder.layers[0].multihead_attn));
}

}  // namespace heed::grading
