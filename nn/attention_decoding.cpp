// Multi-head attention a few positions at a time: what MultiheadAttention does with caches.
#include "autograd/no_grad.hpp"
#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "nn/multihead_attention.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// What `mask` says of query t and the keys at these positions.
Mask kept_keys(const Mask& mask, std::int64_t batch, std::int64_t heads, std::int64_t t,
               const std::vector<std::int64_t>& kept) {
  if (mask.everyone()) return mask;
  const std::int64_t keys = std::ssize(kept);
  std::vector<std::uint8_t> allowed(static_cast<std::size_t>(batch * heads * keys));
  std::uint8_t* to = allowed.data();
  for (std::int64_t row = 0; row < batch * heads; ++row) {
    for (auto from = kept.begin(), end = from; from != kept.end(); from = end) {  // runs without a gap
      while (end != kept.end() && *end - *from == end - from) ++end;
      mask.row(row / heads, row % heads, t, *from, end - from, to);
      to += end - from;
    }
  }
  return Mask::dense({batch, heads, 1, keys}, std::move(allowed));
}

}  // namespace

void MultiheadAttention::refuse_extra_keys() const {
  if (has_extra_keys()) {
    throw_error<UsageError>(
        "[attention] a cache has no place for the keys of add_bias_kv and add_zero_attn: call the module "
        "itself");
  }
}

AttentionCache MultiheadAttention::empty_cache(std::int64_t batch, std::int64_t capacity) const {
  refuse_extra_keys();
  const AttentionSpec& spec = options_.attention;
  if (spec.kernel == AttentionKernel::linear) {
    const std::int64_t head_dim = d_model_ / heads_;
    return LinearCache{.state = LinearState::empty(batch, heads_, head_dim, head_dim), .capacity = capacity};
  }
  std::optional<AttentionRules::Reach> reach = spec.rules.causal_reach();
  // Relative positions are counted from key to key: there must be no gap behind the first ones.
  if (reach && reach->first > 0 && spec.positions.kind == Position::shaw) reach = std::nullopt;
  return KeyValueCache::empty(batch, capacity, 2 * d_model_, reach);
}

KeyValueCache MultiheadAttention::project(const Variable& memory) const {
  refuse_extra_keys();
  if (options_.attention.positions.by_distance())
    throw_error<UsageError>("[attention] {} positions are for self-attention: a memory has others",
                            options_.attention.positions.text());
  return KeyValueCache::of(project_rows(memory, 1, 2));
}

Variable MultiheadAttention::attend(const Variable& query, const KeyValueCache& memory,
                                    const Call& call) const {
  const Variable& kv = memory.key_value;
  return projected_out(
      attend_heads({{project_rows(query, 0, 1)}, {kv, 0, memory.filled}, {kv, d_model_, memory.filled}},
                   options_for(call, query.dim(1), memory.filled)));
}

Variable MultiheadAttention::extend(const Variable& x, AttentionCache& kept, const Call& call) const {
  const NoGrad no_grad;
  if (auto* sums = std::get_if<LinearCache>(&kept)) return projected_out(extend_linear(x, *sums, call));
  KeyValueCache& cache = std::get<KeyValueCache>(kept);
  if (x.rank() != 3 || x.dim(2) != d_model_ || !cache.key_value.defined() || cache.key_value.rank() != 3 ||
      cache.key_value.dim(0) != x.dim(0) || cache.key_value.dim(2) != 2 * d_model_) {
    throw_error<ShapeError>("[extend] x {} with a cache of shape {}", x.shape(),
                            cache.key_value.defined() ? cache.key_value.shape() : Shape{});
  }
  const std::int64_t past = cache.length, steps = x.dim(1);
  call.mask.check("extend", x.dim(0), heads_, steps, past + steps);
  check_length(past + steps);
  const Variable qkv = turned(project_rows(x, 0, 3), 2 * d_model_, past);  // (B, T, 3C)
  Variable heads;
  if (cache.rolls()) {
    heads = extend_rolling(qkv.value(), cache, call);
  } else {
    cache.append(qkv.value(), d_model_);
    AttentionOptions how = options_for(call, steps, cache.length, past);
    if (steps > 1) how.mask = how.mask & Mask::causal(past);
    heads = attend_heads(
        {{qkv}, {cache.key_value, 0, cache.filled}, {cache.key_value, d_model_, cache.filled}}, how);
  }
  return projected_out(global_in_proj_weight.defined() ? with_own_rows(heads, x, cache, call) : heads);
}

Variable MultiheadAttention::extend_linear(const Variable& x, LinearCache& cache, const Call& call) const {
  if (call.bias.defined() || !call.mask.everyone())
    throw_error<UsageError>("[extend] the sums of linear attention take neither mask nor bias");
  cache.count(x.dim(1));
  const Variable qkv = project_rows(x, 0, 3);
  AttentionOptions how = options_for(call, x.dim(1), x.dim(1));
  how.mask = Mask::causal();  // of the new positions; all before them are in the sums
  how.linear_state = &cache.state;
  return attend_heads({{qkv}, {qkv, d_model_}, {qkv, 2 * d_model_}}, how);
}

Variable MultiheadAttention::attend_one(const Heads& q, const Variable& key_value,
                                        const std::vector<std::int64_t>& kept, std::int64_t position,
                                        std::int64_t t, const Call& call) const {
  const std::int64_t batch = key_value.dim(0), keys = std::ssize(kept);
  std::vector<std::int64_t> distances;
  for (const std::int64_t key : kept) distances.push_back(key - position);
  AttentionOptions how = options_for({}, 1, keys, keys - 1);
  how.mask = kept_keys(rules_, 1, heads_, position, kept) & kept_keys(call.mask, batch, heads_, t, kept);
  if (distance_bias_) how.distance_bias = (*distance_bias_)(distances);
  Array weights;
  if (call.weights != nullptr) {
    how.weights = &weights;
    how.kernel = AttentionKernel::dense;
  }
  const Variable heads = attend_heads({q, {key_value, 0, keys}, {key_value, d_model_, keys}}, how);
  if (call.weights == nullptr) return heads;
  const std::int64_t steps = call.weights->dim(2), width = call.weights->dim(3);
  Scalar* row = call.weights->mutable_data() + t * width;
  for (std::int64_t i = 0; i < batch * heads_; ++i, row += steps * width) {
    std::fill_n(row, width, Scalar{0});
    for (std::int64_t j = 0; j < keys; ++j)
      row[kept[static_cast<std::size_t>(j)]] = weights.data()[i * keys + j];
  }
  return heads;
}

Variable MultiheadAttention::extend_rolling(const Array& qkv, KeyValueCache& cache, const Call& call) const {
  if (call.bias.defined()) throw_error<UsageError>("[extend] a window that rolls along takes no bias");
  const std::int64_t batch = qkv.dim(0), steps = qkv.dim(1), first = cache.length;
  if (call.weights != nullptr) *call.weights = Array({batch, heads_, steps, first + steps});
  std::vector<Variable> results;
  for (std::int64_t t = 0; t < steps; ++t) {  // one at a time: the window rolls between them
    const Array one = slice(qkv, 1, t, t + 1);
    cache.append(one, d_model_);
    results.push_back(attend_one({Variable(one)}, cache.key_value, cache.positions(), first + t, t, call));
  }
  return results.size() == 1 ? results.front() : concat(results, 1);
}

}  // namespace heed
