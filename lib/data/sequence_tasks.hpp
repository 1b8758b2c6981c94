// Copy, reverse and sort: sequences of integers in which one sees at once what an encoder-decoder has
// learned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lib/data/batches.hpp"

namespace heed {

enum class SequenceTask { copy, reverse, sort };

/// "copy", "reverse", "sort"; any other name is a UsageError that lists these.
SequenceTask sequence_task(std::string_view name);
std::string_view task_name(SequenceTask task);

/// Returns the sequence that the task asks for: the same, from the end to the beginning, in ascending order.
std::vector<std::int32_t> sequence_answer(SequenceTask task, const std::vector<std::int32_t>& source);

struct SequenceOptions {
  SequenceTask task = SequenceTask::copy;
  std::int32_t symbols = 10;  ///< how many different symbols there are
  /// The id of the first one: those below are left for padding, unknown, begin and end.
  std::int32_t first_symbol = 4;
  std::size_t shortest = 4, longest = 12;  ///< each length equally likely as long as it has new sequences
  std::size_t train = 10000, valid = 500, test = 500;  ///< sequences
  std::uint64_t seed = 0;
};

struct SequenceCorpus {
  std::vector<Example> train, valid, test;
};

/// Random sequences with their answers; no source is twice in the corpus, so that valid and test are unseen.
/// A function of the options alone. Throws UsageError if there are not that many different sequences, or none
/// at all (no symbols, no length).
SequenceCorpus sequence_corpus(const SequenceOptions& options = {});

}  // namespace heed
