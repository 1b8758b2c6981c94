#include "models/recall_net.hpp"

#include <cstdlib>

namespace heed::inline HEED_PRECISION {

namespace {

constexpr std::int64_t taps = 4;

using Kind = RecallNet::Kind;

/// A convolution has as many layers as reach over `reach` tokens.
RecallNet::Options with_layers(RecallNet::Options o) {
  if (o.kind != Kind::convolution) return o;
  o.layers = 1;
  for (std::int64_t seen = taps; seen < o.reach; seen *= taps) ++o.layers;
  return o;
}

std::int64_t power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  for (std::int64_t i = 0; i < exponent; ++i) result *= base;
  return result;
}

}  // namespace

RecallNet::RecallNet(const Options& options, Rng& rng)
    : Module(rng),
      embedding(child("embedding", Embedding(options.vocabulary, options.width, rng))),
      options_(with_layers(options)),
      norm_(child("norm", RMSNorm(options.width))),
      head_(child("head", Linear(options.width, options.vocabulary, rng))) {
  const std::int64_t d = options_.width, count = options_.layers;
  norms_ = children("norms", count, [&](std::int64_t) { return RMSNorm(d); });
  const auto layers = [&](auto make) { return children("layers", count, make); };
  switch (options_.kind) {
    case Kind::attention:
      attentions_ = layers([&](std::int64_t) {
        return MultiheadAttention(
            d, 4, rng, {.attention = {.positions = {.kind = Position::rotary}}, .sides = Sides::past});
      });
      break;
    case Kind::convolution:
      convolutions_ = layers([&](std::int64_t layer) {
        return Conv1d(d, d, taps, rng, {.dilation = power(taps, layer), .causal = true});
      });
      break;
    case Kind::state_space:
      state_spaces_ = layers([&](std::int64_t) { return SelectiveStateSpace(d, rng); });
      break;
    case Kind::lstm:
      recurrents_ = layers([&](std::int64_t) -> Recurrent { return LSTM(d, d, rng); });
      break;
    case Kind::rnn:
      recurrents_ = layers([&](std::int64_t) -> Recurrent { return RNN(d, d, rng); });
      break;
  }
}

Variable RecallNet::added(std::size_t layer, const Variable& x) const {
  const Variable in = norms_[layer](x);
  if (!attentions_.empty()) return attentions_[layer](in, in, in, {.mask = Mask::causal()});
  if (!convolutions_.empty()) return relu(transpose(convolutions_[layer](transpose(in))));
  if (!state_spaces_.empty()) return state_spaces_[layer](in);
  return recurrents_[layer](in).output;
}

Variable RecallNet::operator()(const Variable& x, std::int64_t last) const {
  Variable hidden = x;
  for (std::size_t i = 0; i < norms_.size(); ++i) hidden = hidden + added(i, hidden);
  return head_(norm_(slice(hidden, 1, x.dim(1) - last, x.dim(1))));
}

RecallNet::Options with_parameters(RecallNet::Options options, std::int64_t parameters) {
  const std::int64_t step = options.kind == Kind::attention ? 8 : 1;  // 4 heads of an even number of columns
  const auto more = [&](std::int64_t width) {
    options.width = width;
    Rng rng(1);
    return RecallNet(options, rng).parameter_count() - parameters;
  };
  std::int64_t narrow = 8, wide = 8;  // between them lies the width with as many
  while (more(wide) < 0) narrow = wide, wide *= 2;
  while (wide - narrow > step) {
    const std::int64_t between = (narrow + wide) / 2 / step * step;
    (more(between) < 0 ? narrow : wide) = between;
  }
  options.width = std::abs(more(narrow)) <= std::abs(more(wide)) ? narrow : wide;
  return options;
}

}  // namespace heed
