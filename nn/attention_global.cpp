// Global positions with projections of their own (Longformer: Beltagy et al. 2020, section 3.1): they ask
// with queries, and see keys and values, that only they use.
#include <algorithm>
#include <numeric>

#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "nn/multihead_attention.hpp"

namespace heed::inline HEED_PRECISION {

Variable MultiheadAttention::project_own(const Variable& x, std::int64_t first, std::int64_t count) const {
  return linear(x, global_in_proj_weight, global_in_proj_bias,
                {.begin = first * d_model_, .end = (first + count) * d_model_});
}

Variable MultiheadAttention::with_own_rows(const Variable& heads, const Variable& query, const Variable& key,
                                           const Variable& value, const Call& call) const {
  const std::int64_t queries = query.dim(1);
  const std::int64_t own = std::min(options_.attention.rules.global_positions(), queries);
  const Variable q = turned(project_own(slice(query, 1, 0, own), 0, 1), d_model_);
  const Variable k = turned(project_own(key, 1, 1), d_model_), v = project_own(value, 2, 1);
  Array weights;
  Call first{.mask = call.mask.first_of(queries), .weights = call.weights != nullptr ? &weights : nullptr};
  if (const Array& bias = call.bias; bias.defined())
    first.bias = bias.rank() < 2 || bias.dim(-2) == 1 ? bias : slice(bias, -2, 0, own);
  const Variable rows = attend_heads({{q}, {k}, {v}}, options_for(first, own, key.dim(1)));
  if (call.weights != nullptr) *call.weights = concat({weights, slice(*call.weights, 2, own, queries)}, 2);
  return own == queries ? rows : concat({rows, slice(heads, 1, own, queries)}, 1);
}

Variable MultiheadAttention::with_own_rows(const Variable& heads, const Variable& x, KeyValueCache& cache,
                                           const Call& call) const {
  const std::int64_t steps = x.dim(1), past = cache.length - steps;
  const std::int64_t own =
      std::clamp<std::int64_t>(options_.attention.rules.global_positions() - past, 0, steps);
  if (own == 0) return heads;
  if (call.bias.defined())
    throw_error<UsageError>("[extend] global positions with projections of their own take no bias");
  const Variable qkv = turned(project_own(slice(x, 1, 0, own), 0, 3), 2 * d_model_, past);
  std::vector<Variable> rows;
  for (std::int64_t t = 0; t < own; ++t) {  // one at a time: each sees those before it
    const Variable one = slice(qkv, 1, t, t + 1), key_value = slice(one, 2, d_model_, 3 * d_model_);
    cache.own_key_value =
        cache.own_key_value.defined() ? concat({cache.own_key_value, key_value}, 1) : key_value;
    std::vector<std::int64_t> kept(static_cast<std::size_t>(past + t + 1));
    std::iota(kept.begin(), kept.end(), 0);
    rows.push_back(attend_one({one}, cache.own_key_value, kept, past + t, t, call));
  }
  if (own < steps) rows.push_back(slice(heads, 1, own, steps));
  return rows.size() == 1 ? rows.front() : concat(rows, 1);
}

}  // namespace heed
