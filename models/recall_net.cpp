#include "models/recall_net.hpp"

#include <cstdlib>
#include <numeric>

#include "lib/core/error.hpp"

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

namespace {

constexpr std::int64_t pairs = 4, first_answer = recall_symbols, first_filling = 2 * recall_symbols,
                       mark = 3 * recall_symbols;

using Ids = std::vector<std::int32_t>;

void fill(Ids& into, std::int64_t count, Rng& rng) {
  for (std::int64_t i = 0; i < count; ++i)
    into.push_back(static_cast<std::int32_t>(first_filling + rng.integer(recall_symbols)));
}

/// `count` different numbers below `bound`, in random order.
Ids choose(std::int64_t count, std::int64_t bound, Rng& rng) {
  Ids all(static_cast<std::size_t>(bound));
  std::iota(all.begin(), all.end(), 0);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    std::swap(all[at], all[at + static_cast<std::size_t>(rng.integer(bound - i))]);
  }
  all.resize(static_cast<std::size_t>(count));
  return all;
}

void recall(std::int64_t distance, Ids& input, Ids& answer, Rng& rng) {
  answer.push_back(static_cast<std::int32_t>(rng.integer(recall_symbols)));
  input.push_back(answer.back());
  fill(input, distance - 1, rng);
  input.push_back(mark);
}

void induction(std::int64_t distance, Ids& input, Ids& answer, Rng& rng) {
  const Ids symbols = choose(pairs, recall_symbols, rng);
  Ids after;
  for (const std::int32_t symbol : symbols) {
    after.push_back(static_cast<std::int32_t>(first_answer + rng.integer(recall_symbols)));
    input.insert(input.end(), {symbol, after.back()});
  }
  fill(input, distance - 2 * pairs, rng);
  for (const std::int32_t i : choose(pairs, pairs, rng)) {
    input.push_back(symbols[static_cast<std::size_t>(i)]);
    answer.push_back(after[static_cast<std::size_t>(i)]);
  }
}

}  // namespace

std::string recall_task_name(RecallTask task) { return task == RecallTask::recall ? "recall" : "induction"; }

RecallBatch recall_batch(RecallTask task, std::int64_t distance, std::int64_t sequences, Rng& rng) {
  const std::int64_t least = task == RecallTask::recall ? 1 : 2 * pairs;
  if (sequences < 1 || distance < least)
    throw_error<Error>("{}: {} sequences over a distance of {}; at least 1 over {} are needed",
                       recall_task_name(task), sequences, distance, least);
  Ids input, answer;
  for (std::int64_t i = 0; i < sequences; ++i)
    (task == RecallTask::recall ? recall : induction)(distance, input, answer, rng);
  const std::int64_t tokens = std::ssize(input) / sequences, asked = std::ssize(answer) / sequences;
  return {Tokens({sequences, tokens}, input), Tokens({sequences, asked}, answer)};
}

}  // namespace heed
