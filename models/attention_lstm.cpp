#include "models/attention_lstm.hpp"

#include <algorithm>

#include "autograd/no_grad.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/mask.hpp"
#include "models/model_fields.hpp"
#include "nn/decoding.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// How many tokens each row has before its padding.
std::vector<std::int64_t> lengths_of(const Tokens& source, std::int32_t pad) {
  std::vector<std::int64_t> lengths;
  const std::int64_t steps = source.dim(1);
  for (auto row = source.ids().begin(); row != source.ids().end(); row += steps)
    lengths.push_back(std::find(row, row + steps, pad) - row);
  return lengths;
}

/// (B, 1, n, n): what weights are a mean of.
Array unit_matrices(std::int64_t batch, std::int64_t n) {
  Array units = Array::zeros({batch, 1, n, n});
  for (std::int64_t i = 0; i < batch * n; ++i) units.mutable_data()[i * n + i % n] = 1;
  return units;
}

}  // namespace

void check_options(const AttentionLstmOptions& o) { check_ranges(o, is_size); }

// Attention with one head of one dimension, whose query is 1: then scores are the keys themselves.
Variable AdditiveAttention::operator()(const Variable& state, const Variable& memory, const Variable& keys,
                                       const Mask& mask) const {
  const std::int64_t batch = memory.dim(0), steps = memory.dim(1);
  const Variable scores = reshape(score(tanh(query(state) + keys)), {batch, 1, steps, 1});
  const auto mean_of = [&](const Variable& values) {
    return scaled_dot_product_attention(Variable(Array::ones({batch, 1, 1, 1})), scores, values,
                                        {.mask = mask, .scale = 1});
  };
  const Variable values = reshape(memory, {batch, 1, steps, memory.dim(2)});
  const Wanted looks = wanted("pattern");
  if (looks == Wanted::no) return reshape(mean_of(values), {batch, 1, memory.dim(2)});
  const Variable pattern = point("pattern", mean_of(Variable(unit_matrices(batch, steps))));
  return reshape(looks == Wanted::value ? mean_of(values) : matmul(pattern, values),
                 {batch, 1, memory.dim(2)});
}

AttentionLstm::AttentionLstm(const AttentionLstmOptions& o, Rng& rng) : Module(rng), options_(checked(o)) {
  has_points({"logits"});
}

Variable AttentionLstm::encode(const Tokens& source) const {
  return encoder(dropout_(source_embedding(source)), {.lengths = lengths_of(source, options_.pad)}).output;
}

AttentionLstmState AttentionLstm::start(const Variable& memory, const Tokens& source) const {
  const std::int64_t batch = source.dim(0), width = options_.d_model;
  // The backward LSTM has read the whole source when it comes to the first token.
  const Variable whole = slice(slice(memory, 1, 0, 1), 2, width, 2 * width);
  return {.source = source,
          .mask = Mask::padding(source, options_.pad),
          .memory = memory,
          .keys = attention.key(memory),
          .lstm = {.hidden = reshape(tanh(bridge(whole)), {1, batch, width}),
                   .cell = Variable(Array::zeros({1, batch, width}))},
          .pad = options_.pad};
}

Variable AttentionLstm::write(const Tokens& tokens, AttentionLstmState& state) const {
  const std::int64_t batch = tokens.dim(0), width = options_.d_model;
  const Variable embedded = dropout_(target_embedding(tokens));  // (B, T, C)
  std::vector<Variable> seen;
  for (std::int64_t t = 0; t < tokens.dim(1); ++t) {
    const Variable context =
        attention(reshape(state.lstm.hidden, {batch, 1, width}), state.memory, state.keys, state.mask);
    const auto [hidden, after] =
        decoder(concat({slice(embedded, 1, t, t + 1), context}, -1), {.initial = state.lstm});
    state.lstm = after;
    seen.push_back(concat({hidden, context}, -1));
  }
  return point("logits", generator(dropout_(tanh(readout(concat({concat(seen, 1), embedded}, -1))))));
}

Variable AttentionLstm::decode(const Tokens& target, const Variable& memory, const Tokens& source) const {
  AttentionLstmState state = start(memory, source);
  return write(target, state);
}

Variable AttentionLstm::operator()(const Tokens& source, const Tokens& target) const {
  return decode(target, encode(source), source);
}

AttentionLstmState AttentionLstm::begin(const Tokens& source, std::int64_t) const {
  const NoGrad no_grad;
  return start(encode(source), source);
}

Variable AttentionLstm::extend(const Tokens& tokens, AttentionLstmState& state) const {
  const NoGrad no_grad;
  return write(tokens, state);
}

AttentionLstmState AttentionLstmState::select(const std::vector<std::int32_t>& rows) const {
  const NoGrad no_grad;
  AttentionLstmState picked{.source = select_rows(source, rows),
                            .mask = {},
                            .memory = Variable(pick_rows(memory.value(), rows)),
                            .keys = Variable(pick_rows(keys.value(), rows)),
                            .lstm = lstm.select(rows),
                            .pad = pad};
  picked.mask = Mask::padding(picked.source, pad);
  return picked;
}

}  // namespace heed
