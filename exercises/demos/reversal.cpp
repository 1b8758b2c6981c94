#include "exercises/demos/reversal.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "autograd/no_grad.hpp"
#include "lib/data/sequence_tasks.hpp"
#include "nn/layers.hpp"
#include "nn/optimizer.hpp"
#include "nn/positions.hpp"

namespace heed::demos {

namespace {

constexpr std::int32_t digits = 10;
constexpr std::int64_t length = 6, width = 32;
constexpr std::size_t batch_size = 32;

struct Model {
  Variable embedding, w_query, w_key, w_value, output, bias;

  explicit Model(Rng& rng)
      : embedding(matrix(digits, width, rng)),
        w_query(matrix(width, width, rng)),
        w_key(matrix(width, width, rng)),
        w_value(matrix(width, width, rng)),
        output(matrix(digits, width, rng)),
        bias(Variable::parameter(Array::zeros({digits}))) {}

  static Variable matrix(std::int64_t rows, std::int64_t columns, Rng& rng) {
    return Variable::parameter(xavier_uniform({rows, columns}, rng));
  }
  std::vector<Variable> parameters() const { return {embedding, w_query, w_key, w_value, output, bias}; }

  /// (B, T) -> logits (B, T, digits).
  Variable operator()(const Tokens& tokens, const SelfAttentionFunction& attention) const {
    const Variable x =
        heed::embedding(embedding, tokens, {.scale = 4}) + Variable(sinusoidal_positions(length, width));
    return linear(attention(x, w_query, w_key, w_value), output, bias);
  }
};

Tokens rows(const std::vector<Example>& examples, std::size_t begin, std::size_t end,
            std::vector<std::int32_t> Example::*side) {
  std::vector<std::int32_t> ids;
  for (std::size_t i = begin; i < end; ++i) {
    const std::vector<std::int32_t>& row = examples[i].*side;
    ids.insert(ids.end(), row.begin(), row.end());
  }
  return Tokens({static_cast<std::int64_t>(end - begin), length}, std::move(ids));
}

/// The most probable digit at each place of one sequence.
std::vector<std::int32_t> answer(const Array& logits, std::size_t row) {
  std::vector<std::int32_t> best;
  for (std::int64_t t = 0; t < length; ++t) {
    const Scalar* at = logits.data() + (static_cast<std::int64_t>(row) * length + t) * digits;
    best.push_back(static_cast<std::int32_t>(std::max_element(at, at + digits) - at));
  }
  return best;
}

}  // namespace

Reversal learn_to_reverse(const SelfAttentionFunction& attention) {
  const SequenceCorpus corpus = sequence_corpus({.task = SequenceTask::reverse,
                                                 .symbols = digits,
                                                 .first_symbol = 0,
                                                 .shortest = length,
                                                 .longest = length,
                                                 .train = 250 * batch_size,
                                                 .valid = 0,
                                                 .test = 200});
  Rng rng(11);
  const Model model(rng);
  Adam optimizer(model.parameters(), {.lr = 1e-2});
  Reversal result{.length = length};
  for (std::size_t begin = 0; begin < corpus.train.size(); begin += batch_size, ++result.steps) {
    const std::size_t end = begin + batch_size;
    const Variable logits = model(rows(corpus.train, begin, end, &Example::source), attention);
    const Variable loss = cross_entropy(logits, rows(corpus.train, begin, end, &Example::target));
    optimizer.zero_grad();
    loss.backward();
    optimizer.step();
    if (result.steps == 0) result.first_loss = loss.item();
    result.last_loss = loss.item();
  }

  const NoGrad no_grad;
  const Array logits = model(rows(corpus.test, 0, corpus.test.size(), &Example::source), attention).value();
  for (std::size_t i = 0; i < corpus.test.size(); ++i)
    result.right += answer(logits, i) == corpus.test[i].target ? 1 : 0;
  result.tested = static_cast<int>(corpus.test.size());
  result.example = fmt::format("{}", fmt::join(corpus.test.front().source, " "));
  result.answer = fmt::format("{}", fmt::join(answer(logits, 0), " "));
  return result;
}

}  // namespace heed::demos
