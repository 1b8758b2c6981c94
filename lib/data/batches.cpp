#include "lib/data/batches.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "lib/core/error.hpp"
#include "lib/data/draws.hpp"

namespace heed {

BatchPlan::BatchPlan(const std::vector<Example>& examples, const BatchOptions& options) : options_(options) {
  if (options.sentences == 0 && options.tokens == 0) {
    throw_error<UsageError>("a batch of no sentences and no tokens: give at least one of the two");
  }
  lengths_.reserve(examples.size());
  for (const Example& example : examples) lengths_.push_back({example.source.size(), example.target.size()});
}

BatchPlan::BatchPlan(const std::vector<std::size_t>& positions, const BatchOptions& options)
    : BatchPlan(std::vector<Example>{}, options) {
  for (const std::size_t count : positions) lengths_.push_back({0, std::max<std::size_t>(count, 1) - 1});
}

std::vector<std::vector<std::size_t>> BatchPlan::cut(std::span<const std::size_t> order) const {
  std::vector<std::vector<std::size_t>> batches;
  std::size_t longest = 0;
  for (const std::size_t index : order) {
    const std::size_t length = lengths_[index].positions();
    const std::size_t grown = std::max(longest, length), count = batches.empty() ? 0 : batches.back().size();
    const bool fits =
        options_.tokens > 0 ? (count + 1) * grown <= options_.tokens : count < options_.sentences;
    if (batches.empty() || !fits) {
      batches.emplace_back();
      longest = length;
    } else {
      longest = grown;
    }
    batches.back().push_back(index);
  }
  return batches;
}

std::size_t BatchPlan::pool_end(std::span<const std::size_t> order, std::size_t begin) const {
  constexpr std::size_t batches = 50;  // sorted together: more waste less padding, fewer mix better
  if (options_.tokens == 0) return std::min(order.size(), begin + batches * options_.sentences);
  std::size_t tokens = 0, end = begin;
  while (end < order.size() && (end == begin || tokens < batches * options_.tokens))
    tokens += lengths_[order[end++]].positions();
  return end;
}

std::vector<std::vector<std::size_t>> BatchPlan::epoch(std::uint64_t number) const {
  std::vector<std::size_t> order(lengths_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!options_.shuffle) return cut(order);
  Draws draws(options_.seed, number);
  draws.shuffle(order);
  // Stable: equal lengths keep the order of the draw, which every standard library gives alike.
  const auto shorter = [this](std::size_t a, std::size_t b) {
    return std::tuple(lengths_[a].target, lengths_[a].source) <
           std::tuple(lengths_[b].target, lengths_[b].source);
  };
  std::vector<std::vector<std::size_t>> batches;
  for (std::size_t begin = 0; begin < order.size();) {
    const std::size_t end = pool_end(order, begin);
    const std::span pool(order.data() + begin, end - begin);
    std::stable_sort(pool.begin(), pool.end(), shorter);
    for (std::vector<std::size_t>& batch : cut(pool)) batches.push_back(std::move(batch));
    begin = end;
  }
  draws.shuffle(batches);
  return batches;
}

TokenRows pad(const std::vector<std::vector<std::int32_t>>& rows, std::int32_t pad_id) {
  std::size_t length = 0;
  for (const auto& row : rows) length = std::max(length, row.size());
  TokenRows padded{.ids = std::vector<std::int32_t>(rows.size() * length, pad_id),
                   .rows = static_cast<std::int64_t>(rows.size()),
                   .length = static_cast<std::int64_t>(length)};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::copy(rows[r].begin(), rows[r].end(), padded.ids.begin() + static_cast<std::ptrdiff_t>(r * length));
  }
  return padded;
}

}  // namespace heed
