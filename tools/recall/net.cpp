#include "tools/recall/net.hpp"

#include <cstdlib>

#include "lib/core/error.hpp"

namespace heed {

const std::vector<RecallKind>& recall_kinds() {
  static const std::vector<RecallKind> kinds{{"attention", 'A', "O(1)"},
                                             {"convolution", 'C', "O(log n)"},
                                             {"state space", 'S', "O(n)"},
                                             {"LSTM", 'L', "O(n)"},
                                             {"RNN", 'R', "O(n)"}};
  return kinds;
}

namespace {

constexpr std::int64_t taps = 4;

RecallNet::Options with_layers(RecallNet::Options o) {
  if (o.kind != "convolution") return o;
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
  if (options_.kind == "attention") {
    attentions_ = layers([&](std::int64_t) {
      return MultiheadAttention(
          d, 4, rng, {.attention = {.positions = {.kind = Position::rotary}}, .sides = Sides::past});
    });
  } else if (options_.kind == "convolution") {
    convolutions_ = layers([&](std::int64_t layer) {
      return Conv1d(d, d, taps, rng, {.dilation = power(taps, layer), .causal = true});
    });
  } else if (options_.kind == "state space") {
    state_spaces_ = layers([&](std::int64_t) { return SelectiveStateSpace(d, rng); });
  } else if (options_.kind == "LSTM") {
    recurrents_ = layers([&](std::int64_t) -> Recurrent { return LSTM(d, d, rng); });
  } else if (options_.kind == "RNN") {
    recurrents_ = layers([&](std::int64_t) -> Recurrent { return RNN(d, d, rng); });
  } else {
    throw_error<UsageError>("there is no net '{}' to recall with", options_.kind);
  }
}

Variable RecallNet::mix(std::size_t layer, const Variable& x) const {
  if (!attentions_.empty()) return attentions_[layer](x, x, x, {.mask = Mask::causal()});
  if (!convolutions_.empty()) return relu(transpose(convolutions_[layer](transpose(x))));
  if (!state_spaces_.empty()) return state_spaces_[layer](x);
  return recurrents_[layer](x).output;
}

Variable RecallNet::operator()(const Variable& x, std::int64_t last) const {
  Variable hidden = x;
  for (std::size_t i = 0; i < norms_.size(); ++i) hidden = hidden + mix(i, norms_[i](hidden));
  return head_(norm_(slice(hidden, 1, x.dim(1) - last, x.dim(1))));
}

RecallNet::Options with_parameters(RecallNet::Options options, std::int64_t parameters) {
  const std::int64_t step = options.kind == "attention" ? 8 : 1;  // 4 heads of an even number of columns
  RecallNet::Options best = options;
  std::int64_t least = -1;
  for (options.width = 8;; options.width += step) {
    Rng rng(1);
    const std::int64_t count = RecallNet(options, rng).parameter_count(), off = std::abs(count - parameters);
    if (least >= 0 && off >= least) return best;
    least = off, best = options;
  }
}

}  // namespace heed
