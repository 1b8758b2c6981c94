#include "nn/batch.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

Tokens padded(const std::vector<std::vector<std::int32_t>>& rows, std::int32_t pad_id) {
  TokenRows matrix = pad(rows, pad_id);
  return {Shape{matrix.rows, matrix.length}, std::move(matrix.ids)};
}

}  // namespace

Tokens make_sources(std::span<const std::vector<std::int32_t>> sources, SpecialIds ids) {
  std::vector<std::vector<std::int32_t>> rows(sources.begin(), sources.end());
  for (auto& row : rows) row.push_back(ids.eos);
  return padded(rows, ids.pad);
}

Batch make_batch(const std::vector<Example>& examples, std::span<const std::size_t> indices, SpecialIds ids) {
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
  batch.source = make_sources(source, ids);
  batch.target_in = padded(in, ids.pad);
  batch.target_out = padded(out, ids.pad);
  return batch;
}

}  // namespace heed
