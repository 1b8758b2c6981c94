#include "models/recall_task.hpp"

#include <numeric>

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
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
