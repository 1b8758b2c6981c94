#include "nn/batch.hpp"

#include "lib/core/special_ids.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr SpecialIds ids;

Tokens padded(const std::vector<std::vector<std::int32_t>>& rows) {
  TokenRows matrix = pad(rows, ids.pad);
  return {Shape{matrix.rows, matrix.length}, std::move(matrix.ids)};
}

}  // namespace

Tokens make_sources(std::span<const std::vector<std::int32_t>> sources) {
  std::vector<std::vector<std::int32_t>> rows(sources.begin(), sources.end());
  for (auto& row : rows) row.push_back(ids.eos);
  return padded(rows);
}

Batch make_batch(const std::vector<Example>& examples, std::span<const std::size_t> indices) {
  std::vector<std::vector<std::int32_t>> source, in, out;
  Batch batch;
  for (std::size_t i : indices) {
    const Example& e = examples[i];
    source.push_back(e.source);
    in.emplace_back(1, e.before < 0 ? ids.bos : e.before)
        .insert(in.back().end(), e.target.begin(), e.target.end());
    out.emplace_back(e.target).push_back(ids.eos);
    if (!e.ends) in.back().pop_back(), out.back().pop_back();
    batch.target_tokens += static_cast<std::int64_t>(out.back().size());
  }
  batch.source = make_sources(source);
  batch.target_in = padded(in);
  batch.target_out = padded(out);
  return batch;
}

}  // namespace heed
