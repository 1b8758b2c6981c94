// From examples of different lengths to batches of nearly equal ones, in an order that depends on seed and
// epoch alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace heed {

/// One sentence pair as token ids.
struct Example {
  std::vector<std::int32_t> source, target;
  /// Holds the token before a piece of a long text, from which the first of `target` is predicted in place
  /// of <bos>; -1: there is none. And whether the text ends with it.
  std::int32_t before = -1;
  bool ends = true;
};

struct BatchOptions {
  /// Most sentences a batch, if `tokens` is 0.
  std::size_t sentences = 64;
  /// Most positions on either side of a batch, padding included: pairs · (1 + longest source or target), the
  /// 1 for <eos> or <bos>. 0: count sentences.
  std::size_t tokens = 0;
  /// False for evaluation: examples in their own order, cut into batches.
  bool shuffle = true;
  std::uint64_t seed = 0;
};

/// The batches of any epoch. An epoch's order is a function of (options, epoch), so a run resumes from
/// (epoch, position) without having drawn what came before.
class BatchPlan {
 public:
  /// Throws UsageError if neither sentences nor tokens are given. An example longer than `tokens` makes a
  /// batch of its own.
  BatchPlan(const std::vector<Example>& examples, const BatchOptions& options);
  /// Makes batches of examples that are no pairs: the model sees so many positions of each, at least one.
  BatchPlan(const std::vector<std::size_t>& positions, const BatchOptions& options);

  /// Indices of examples, batch by batch; each example is in exactly one. Shuffled: all examples are mixed,
  /// each pool is sorted by target and source length and cut, and the batches are mixed again.
  std::vector<std::vector<std::size_t>> epoch(std::uint64_t number) const;

 private:
  struct Length {
    std::size_t source, target;
    /// Positions that the pair takes in a batch: its longer side with <eos> or <bos>.
    std::size_t positions() const { return std::max(source, target) + 1; }
  };
  std::vector<std::vector<std::size_t>> cut(std::span<const std::size_t> order) const;
  std::size_t pool_end(std::span<const std::size_t> order, std::size_t begin) const;

  std::vector<Length> lengths_;
  BatchOptions options_;
};

/// Token ids of several sentences, row-major: ids[r · length + t], shorter rows filled with padding at the
/// end.
struct TokenRows {
  std::vector<std::int32_t> ids;
  std::int64_t rows = 0, length = 0;
};

/// Rows of unequal length as one matrix of rows.size() × (longest row).
TokenRows pad(const std::vector<std::vector<std::int32_t>>& rows, std::int32_t pad_id);

}  // namespace heed
