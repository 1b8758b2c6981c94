// Caches of keys and values, and multi-head attention a few positions at a time.
#include "nn/attention_cache.hpp"

#include <algorithm>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"
#include "nn/multihead_attention.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The first `count` numbers of these rows of x (B, …); the others are undefined.
Array pick_beginnings(const Array& x, const std::vector<std::int32_t>& rows, std::int64_t count) {
  const std::int64_t pitch = x.shape().tail(1).size();
  Array to(x.shape().with(0, std::ssize(rows)));
  Scalar* out = to.mutable_data();
  for (const std::int32_t row : rows) {
    if (row < 0 || row >= x.dim(0))
      throw_error<ShapeError>("[select] row {} of a cache of shape {}", row, x.shape());
    std::copy_n(x.data() + row * pitch, count, out);
    out += pitch;
  }
  return to;
}

void check_room(std::int64_t capacity, std::int64_t wanted) {
  if (wanted > capacity)
    throw_error<Error>("the cache holds {} positions, position {} does not fit", capacity, wanted);
}

}  // namespace

Array pick_rows(const Array& x, const std::vector<std::int32_t>& rows) {
  return pick_beginnings(x, rows, x.shape().tail(1).size());
}

void KeyValueCache::append(const Array& x, std::int64_t first_column) {
  const std::int64_t steps = x.dim(1);
  check_room(key_value.dim(1), length + steps);
  Array stored = key_value.value();
  key_value = {};  // the only handle is now `stored`: writing does not copy
  const std::int64_t batch = stored.dim(0), rows = stored.dim(1), width = stored.dim(2), pitch = x.dim(2);
  Scalar* const out = stored.mutable_data();
  for (std::int64_t b = 0; b < batch; ++b) {
    for (std::int64_t t = 0; t < steps; ++t) {
      std::copy_n(x.data() + (b * steps + t) * pitch + first_column, width,
                  out + (b * rows + length + t) * width);
    }
  }
  key_value = Variable(stored);
  length += steps;
}

KeyValueCache KeyValueCache::select(const std::vector<std::int32_t>& rows) const {
  KeyValueCache picked = *this;
  picked.key_value = Variable(pick_beginnings(key_value.value(), rows, length * key_value.dim(2)));
  return picked;
}

void LinearCache::count(std::int64_t steps) {
  check_room(capacity, length + steps);
  length += steps;
}

LinearCache LinearCache::select(const std::vector<std::int32_t>& rows) const {
  LinearCache picked = *this;
  picked.state.sum = pick_rows(state.sum, rows);
  picked.state.normaliser = pick_rows(state.normaliser, rows);
  return picked;
}

AttentionCache select(const AttentionCache& cache, const std::vector<std::int32_t>& rows) {
  return std::visit([&](const auto& kind) -> AttentionCache { return kind.select(rows); }, cache);
}

// ---- what MultiheadAttention does with caches ----

void MultiheadAttention::refuse_extra_keys() const {
  if (has_extra_keys()) {
    throw_error<UsageError>(
        "[attention] a cache has no place for the keys of add_bias_kv and add_zero_attn: call the module "
        "itself");
  }
}

AttentionCache MultiheadAttention::empty_cache(std::int64_t batch, std::int64_t capacity) const {
  refuse_extra_keys();
  if (options_.attention.kernel == AttentionKernel::linear) {
    const std::int64_t head_dim = d_model_ / heads_;
    return LinearCache{.state = LinearState::empty(batch, heads_, head_dim, head_dim), .capacity = capacity};
  }
  return KeyValueCache::empty(batch, capacity, 2 * d_model_);
}

KeyValueCache MultiheadAttention::project(const Variable& memory) const {
  refuse_extra_keys();
  if (options_.attention.positions.by_distance())
    throw_error<UsageError>("[attention] {} positions are for self-attention: a memory has others",
                            options_.attention.positions.text());
  return {.key_value = project_rows(memory, 1, 2), .length = memory.dim(1)};
}

Variable MultiheadAttention::attend(const Variable& query, const KeyValueCache& memory,
                                    const Call& call) const {
  const Variable& kv = memory.key_value;
  const Variable heads =
      attend_heads({{project_rows(query, 0, 1)}, {kv, 0, memory.length}, {kv, d_model_, memory.length}},
                   options_for(call, query.dim(1), memory.length));
  return point("output", out_proj(heads));
}

Variable MultiheadAttention::extend(const Variable& x, AttentionCache& cache, const Call& call) const {
  const NoGrad no_grad;
  auto* const sums = std::get_if<LinearCache>(&cache);
  const Variable heads =
      sums != nullptr ? extend_linear(x, *sums, call) : extend_keys(x, std::get<KeyValueCache>(cache), call);
  return point("output", out_proj(heads));
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

Variable MultiheadAttention::extend_keys(const Variable& x, KeyValueCache& cache, const Call& call) const {
  if (x.rank() != 3 || x.dim(2) != d_model_ || !cache.key_value.defined() || cache.key_value.rank() != 3 ||
      cache.key_value.dim(0) != x.dim(0) || cache.key_value.dim(2) != 2 * d_model_) {
    throw_error<ShapeError>("[extend] x {} with a cache of shape {}", x.shape(),
                            cache.key_value.defined() ? cache.key_value.shape() : Shape{});
  }
  const std::int64_t past = cache.length, steps = x.dim(1);
  call.mask.check("extend", x.dim(0), heads_, steps, past + steps);
  check_length(past + steps);
  Call causal = call;
  if (steps > 1) causal.mask = call.mask & Mask::causal(past);
  const Variable qkv = project_rows(x, 0, 3, past);  // (B, T, 3C)
  cache.append(qkv.value(), d_model_);
  return attend_heads({{qkv}, {cache.key_value, 0, cache.length}, {cache.key_value, d_model_, cache.length}},
                      options_for(causal, steps, cache.length, past));
}

}  // namespace heed
