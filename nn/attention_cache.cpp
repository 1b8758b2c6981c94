// Caches of keys and values, and multi-head attention a few positions at a time.
#include "nn/attention_cache.hpp"

#include <algorithm>

#include "autograd/no_grad.hpp"
#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "nn/multihead_attention.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The first `count` numbers of these rows of x (B, …).
Array pick_rows(const Array& x, const std::vector<std::int32_t>& rows, std::int64_t count) {
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

/// `mask` for query t and the keys at these positions.
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

KeyValueCache KeyValueCache::empty(std::int64_t batch, std::int64_t capacity, std::int64_t width,
                                   std::optional<AttentionRules::Reach> reach) {
  std::int64_t rows = capacity;
  if (reach && reach->first + reach->back + 1 < capacity) {
    rows = reach->first + reach->back + 1;
  } else {
    reach = std::nullopt;  // nothing will ever be left out
  }
  return {.key_value = Variable(Array({batch, rows, width})), .capacity = capacity, .reach = reach};
}

KeyValueCache KeyValueCache::of(const Variable& key_value) {
  const std::int64_t rows = key_value.dim(1);
  return {.key_value = key_value, .capacity = rows, .length = rows, .filled = rows};
}

void KeyValueCache::append(const Array& x, std::int64_t first_column) {
  const std::int64_t steps = x.dim(1);
  check_room(capacity, length + steps);
  Array stored = key_value.value();
  key_value = {};  // the only handle is now `stored`: writing does not copy
  const std::int64_t batch = stored.dim(0), rows = stored.dim(1), width = stored.dim(2), pitch = x.dim(2);
  Scalar* const out = stored.mutable_data();
  if (filled + steps > rows) {  // the oldest of the window leaves
    for (std::int64_t b = 0; b < batch; ++b) {
      Scalar* const window = out + (b * rows + reach->first) * width;
      std::copy(window + width, out + (b + 1) * rows * width, window);
    }
    --filled;
  }
  for (std::int64_t b = 0; b < batch; ++b) {
    for (std::int64_t t = 0; t < steps; ++t) {
      std::copy_n(x.data() + (b * steps + t) * pitch + first_column, width,
                  out + (b * rows + filled + t) * width);
    }
  }
  key_value = Variable(stored);
  length += steps;
  filled += steps;
}

std::vector<std::int64_t> KeyValueCache::positions() const {
  std::vector<std::int64_t> all;
  for (std::int64_t row = 0; row < filled; ++row)
    all.push_back(reach && row >= reach->first ? length - filled + row : row);
  return all;
}

KeyValueCache KeyValueCache::select(const std::vector<std::int32_t>& rows) const {
  KeyValueCache picked = *this;
  picked.key_value = Variable(pick_rows(key_value.value(), rows, filled * key_value.dim(2)));
  if (own_key_value.defined()) {
    const Array own = own_key_value.value();
    picked.own_key_value = Variable(pick_rows(own, rows, own.dim(1) * own.dim(2)));
  }
  return picked;
}

void LinearCache::count(std::int64_t steps) {
  check_room(capacity, length + steps);
  length += steps;
}

LinearCache LinearCache::select(const std::vector<std::int32_t>& rows) const {
  LinearCache picked = *this;
  picked.state.sum = pick_rows(state.sum, rows, state.sum.shape().tail(1).size());
  picked.state.normaliser = pick_rows(state.normaliser, rows, state.normaliser.shape().tail(1).size());
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
  const Variable heads =
      attend_heads({{project_rows(query, 0, 1)}, {kv, 0, memory.filled}, {kv, d_model_, memory.filled}},
                   options_for(call, query.dim(1), memory.filled));
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
  Variable heads;
  if (cache.rolls()) {
    heads = extend_rolling(qkv.value(), cache, call);
  } else {
    cache.append(qkv.value(), d_model_);
    heads =
        attend_heads({{qkv}, {cache.key_value, 0, cache.filled}, {cache.key_value, d_model_, cache.filled}},
                     options_for(causal, steps, cache.length, past));
  }
  const std::int64_t global = options_.attention.rules.global_positions();
  if (!global_in_proj_weight.defined() || past >= global) return heads;
  // Global positions, the first ones, ask for all keys so far with projections of their own.
  const Variable own = project_rows(x, 0, 3, past, GlobalProjection::own);
  const Variable new_keys = slice(own, 2, d_model_, 3 * d_model_);
  Variable& keys = cache.own_key_value;
  keys = keys.defined() ? concat({keys, new_keys}, 1) : new_keys;
  const Variable queries = slice(own, 1, 0, std::min(global - past, steps));
  return with_own_rows(heads, {{queries}, {keys}, {keys, d_model_}}, causal, past);
}

Variable MultiheadAttention::extend_rolling(const Array& qkv, KeyValueCache& cache, const Call& call) const {
  if (call.bias.defined()) throw_error<UsageError>("[extend] a window that rolls along takes no bias");
  const std::int64_t batch = qkv.dim(0), steps = qkv.dim(1), first = cache.length, width = first + steps;
  if (call.weights != nullptr) *call.weights = Array::zeros({batch, heads_, steps, width});
  std::vector<Variable> results;
  for (std::int64_t t = 0; t < steps; ++t) {  // one at a time: the window rolls between them
    const Array one = slice(qkv, 1, t, t + 1);
    cache.append(one, d_model_);
    const std::vector<std::int64_t> kept = cache.positions();
    const std::int64_t keys = std::ssize(kept);
    Array weights;
    AttentionOptions how =
        options_for({.weights = call.weights != nullptr ? &weights : nullptr}, 1, keys, keys - 1);
    how.mask = kept_keys(rules_, 1, heads_, first + t, kept) & kept_keys(call.mask, batch, heads_, t, kept);
    if (distance_bias_) {
      std::vector<std::int64_t> distances;
      for (const std::int64_t key : kept) distances.push_back(key - first - t);
      how.distance_bias = (*distance_bias_)(distances);
    }
    const Variable& kv = cache.key_value;
    results.push_back(attend_heads({{Variable(one)}, {kv, 0, keys}, {kv, d_model_, keys}}, how));
    if (call.weights == nullptr) continue;
    Scalar* row = call.weights->mutable_data() + t * width;
    for (std::int64_t i = 0; i < weights.size(); ++i)
      row[i / keys * steps * width + kept[static_cast<std::size_t>(i % keys)]] = weights.data()[i];
  }
  return results.size() == 1 ? results.front() : concat(results, 1);
}

}  // namespace heed
