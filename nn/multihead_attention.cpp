#include "nn/multihead_attention.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"

namespace heed {

namespace {
std::int64_t check_heads(std::int64_t d_model, std::int64_t heads, const MultiheadAttention::Options& o) {
  if (heads < 1 || d_model < 1 || d_model % heads != 0) {
    throw_error<UsageError>(
        "{} heads do not divide d_model {}: each head needs the same whole number of dimensions", heads,
        d_model);
  }
  check_attention(o.attention, heads, d_model / heads);
  const bool by_distance = o.attention.positions.by_distance();
  if (by_distance && (o.add_bias_kv || o.add_zero_attn))
    throw_error<UsageError>("[attention] the keys of add_bias_kv and add_zero_attn stand at no position: {}",
                            o.attention.positions.text());
  return heads;
}

/// What `mask` says of query t and the keys at these positions.
Mask kept_keys(const Mask& mask, std::int64_t batch, std::int64_t t, const std::vector<std::int64_t>& kept) {
  if (mask.everyone()) return mask;
  std::vector<std::uint8_t> allowed;
  for (std::int64_t b = 0; b < batch; ++b) {
    for (const std::int64_t position : kept) allowed.push_back(mask.allows(b, 0, t, position) ? 1 : 0);
  }
  return Mask::dense({batch, 1, 1, std::ssize(kept)}, std::move(allowed));
}

bool packed(std::int64_t d_model, const MultiheadAttention::Options& o) {
  return (o.kdim == 0 || o.kdim == d_model) && (o.vdim == 0 || o.vdim == d_model);
}
}  // namespace

MultiheadAttention::MultiheadAttention(std::int64_t d_model, std::int64_t heads, Rng& rng, Options options)
    : Module(rng),
      in_proj_weight(packed(d_model, options)
                         ? parameter("in_proj_weight", xavier_uniform({3 * d_model, d_model}, rng))
                         : Variable()),
      in_proj_bias(options.bias ? parameter("in_proj_bias", Array::zeros({3 * d_model})) : Variable()),
      out_proj(
          child("out_proj",
                Linear(d_model, d_model, rng,
                       {.bias = options.bias, .weight_init = options.out_init, .bias_init = Init::zeros}))),
      d_model_(d_model),
      heads_(check_heads(d_model, heads, options)),
      options_(options),
      rules_(options.attention.rules.mask(options.max_length)),
      distance_bias_(options.distance_bias) {
  if (!packed(d_model, options)) {
    const auto weight = [&](const char* name, std::int64_t width) {
      return parameter(name, xavier_uniform({d_model, width == 0 ? d_model : width}, rng));
    };
    q_proj_weight = weight("q_proj_weight", d_model);
    k_proj_weight = weight("k_proj_weight", options.kdim);
    v_proj_weight = weight("v_proj_weight", options.vdim);
  }
  if (options.add_bias_kv) {
    const double deviation = 1 / std::sqrt(static_cast<double>(d_model));  // Xavier normal, as there
    bias_k = parameter("bias_k", rng.normal({1, 1, d_model}, 0, static_cast<Scalar>(deviation)));
    bias_v = parameter("bias_v", rng.normal({1, 1, d_model}, 0, static_cast<Scalar>(deviation)));
  }
  if (const Positions& positions = options.attention.positions; positions.added_to_scores()) {
    if (!distance_bias_)
      distance_bias_ = child("distance_bias",
                             DistanceBias(heads, rng, DistanceBias::options_for(positions, options.sides)));
  }
}

Variable MultiheadAttention::project_rows(const Variable& x, std::int64_t first, std::int64_t count) const {
  if (in_proj_weight.defined()) {
    return linear(x, in_proj_weight, in_proj_bias,
                  {.begin = first * d_model_, .end = (first + count) * d_model_});
  }
  const Variable* const weights[] = {&q_proj_weight, &k_proj_weight, &v_proj_weight};
  std::vector<Variable> parts;
  for (std::int64_t i = first; i < first + count; ++i) {
    const Variable bias =
        options_.bias ? slice(in_proj_bias, 0, i * d_model_, (i + 1) * d_model_) : Variable();
    parts.push_back(linear(x, *weights[i], bias));
  }
  return parts.size() == 1 ? parts.front() : concat(parts, 2);
}

Variable MultiheadAttention::turned(const Variable& x, std::int64_t width,
                                    std::int64_t first_position) const {
  const Positions& positions = options_.attention.positions;
  if (positions.kind != Position::rotary) return x;
  return rotary(x, d_model_ / heads_,
                {.end = width, .first_position = first_position, .base = positions.base});
}

MultiheadAttention::Projected MultiheadAttention::projected(const Variable& query, const Variable& key,
                                                            const Variable& value) const {
  // One product for all projections of the same input.
  if (!has_extra_keys() && query.same_as(key) && key.same_as(value)) {
    const Variable all = turned(project_rows(query, 0, 3), 2 * d_model_);
    return {{all}, {all, d_model_}, {all, 2 * d_model_}};
  }
  const Variable q = turned(project_rows(query, 0, 1), d_model_);
  if (!has_extra_keys() && key.same_as(value)) {
    const Variable kv = turned(project_rows(key, 1, 2), d_model_);
    return {{q}, {kv}, {kv, d_model_}};
  }
  return {{q}, {turned(project_rows(key, 1, 1), d_model_)}, {project_rows(value, 2, 1)}};
}

AttentionOptions MultiheadAttention::options_for(const Call& call, std::int64_t queries, std::int64_t keys,
                                                 std::int64_t first_query) const {
  const AttentionSpec& spec = options_.attention;
  return {.mask = call.mask & rules_.queries_from(first_query),
          .dropout = training() ? options_.dropout : 0,
          .rng = &rng(),
          .scale = spec.positions.scaled ? 0.0 : 1.0,
          .distance_bias = distance_bias_ ? (*distance_bias_)(queries, keys, first_query) : Variable(),
          .bias = call.bias,
          .kernel = call.weights == nullptr ? spec.kernel : AttentionKernel::dense,  // which has them
          .weights = call.weights};
}

Variable MultiheadAttention::attend_heads(const Projected& p, const AttentionOptions& how) const {
  return multi_head_attention(p.query, p.key, p.value, heads_, d_model_ / heads_, how);
}

void MultiheadAttention::add_extra_keys(Projected& p, AttentionOptions& how) const {
  Variable &k = p.key.x, &v = p.value.x;
  const std::int64_t batch = k.dim(0), keys = k.dim(1);
  const Variable zeros(Array::zeros({batch, 1, d_model_}));
  if (options_.add_bias_kv) {
    k = concat({k, zeros + bias_k}, 1);
    v = concat({v, zeros + bias_v}, 1);
  }
  if (options_.add_zero_attn) {
    k = concat({k, zeros}, 1);
    v = concat({v, zeros}, 1);
  }
  const std::int64_t extra = k.dim(1) - keys;
  how.mask = how.mask.with_extra_keys(keys);
  if (how.bias.defined()) {
    const Shape shape = how.bias.shape();
    const Variable wide(broadcast_to(how.bias, shape.with(-1, keys)));
    how.bias = concat({wide, Variable(Array::zeros(shape.with(-1, extra)))}, -1).value();
  }
}

Variable MultiheadAttention::operator()(const Variable& query, const Variable& key, const Variable& value,
                                        const Call& call) const {
  Projected p = projected(query, key, value);
  AttentionOptions how = options_for(call, query.dim(1), key.dim(1));
  if (has_extra_keys()) add_extra_keys(p, how);
  return out_proj(attend_heads(p, how));
}

void MultiheadAttention::refuse_extra_keys() const {
  if (has_extra_keys()) {
    throw_error<UsageError>(
        "[attention] a cache has no place for the keys of add_bias_kv and add_zero_attn: call the module "
        "itself");
  }
}

KeyValueCache MultiheadAttention::empty_cache(std::int64_t batch, std::int64_t capacity) const {
  refuse_extra_keys();
  return KeyValueCache::empty(batch, capacity, 2 * d_model_, options_.attention.rules.causal_reach());
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
  return out_proj(
      attend_heads({{project_rows(query, 0, 1)}, {kv, 0, memory.filled}, {kv, d_model_, memory.filled}},
                   options_for(call, query.dim(1), memory.filled)));
}

Variable MultiheadAttention::extend(const Variable& x, KeyValueCache& cache, const Call& call) const {
  if (x.rank() != 3 || x.dim(2) != d_model_ || !cache.key_value.defined() || cache.key_value.rank() != 3 ||
      cache.key_value.dim(0) != x.dim(0) || cache.key_value.dim(2) != 2 * d_model_) {
    throw_error<ShapeError>("[extend] x {} with a cache of shape {}", x.shape(),
                            cache.key_value.defined() ? cache.key_value.shape() : Shape{});
  }
  const NoGrad no_grad;
  const std::int64_t past = cache.length, steps = x.dim(1);
  const Variable qkv = turned(project_rows(x, 0, 3), 2 * d_model_, past);  // (B, T, 3C)
  if (cache.rolls()) return out_proj(extend_rolling(qkv.value(), cache, call));
  cache.append(qkv.value(), d_model_);
  AttentionOptions how = options_for(call, steps, cache.length, past);
  if (steps > 1) how.mask = how.mask & Mask::causal(past);
  return out_proj(attend_heads(
      {{qkv}, {cache.key_value, 0, cache.filled}, {cache.key_value, d_model_, cache.filled}}, how));
}

Variable MultiheadAttention::extend_rolling(const Array& qkv, KeyValueCache& cache, const Call& call) const {
  if (call.bias.defined()) throw_error<UsageError>("[extend] a window that rolls along takes no bias");
  const std::int64_t batch = qkv.dim(0), steps = qkv.dim(1), first = cache.length, end = first + steps;
  if (call.weights != nullptr) *call.weights = Array::zeros({batch, heads_, steps, end});
  std::vector<Variable> results;
  for (std::int64_t t = 0; t < steps; ++t) {  // one at a time: the window rolls between them
    const Array one = slice(qkv, 1, t, t + 1);
    cache.append(one, d_model_);
    const std::vector<std::int64_t> kept = cache.positions();
    const auto keys = std::ssize(kept);
    std::vector<std::uint8_t> allowed;
    std::vector<std::int64_t> distances;
    for (const std::int64_t position : kept) {
      allowed.push_back(rules_.allows(0, 0, first + t, position) ? 1 : 0);
      distances.push_back(position - (first + t));
    }
    AttentionOptions how = options_for({}, 1, 1);
    how.mask = Mask::dense({1, keys}, std::move(allowed)) & kept_keys(call.mask, batch, t, kept);
    if (distance_bias_) how.distance_bias = (*distance_bias_)(distances);
    Array weights;
    if (call.weights != nullptr) {
      how.weights = &weights;
      how.kernel = AttentionKernel::dense;
    }
    const Variable q(one);
    results.push_back(
        attend_heads({{q}, {cache.key_value, 0, keys}, {cache.key_value, d_model_, keys}}, how));
    if (call.weights == nullptr) continue;
    Scalar* row = call.weights->mutable_data() + t * end;
    for (std::int64_t i = 0; i < batch * heads_; ++i, row += steps * end) {
      for (std::int64_t j = 0; j < keys; ++j)
        row[kept[static_cast<std::size_t>(j)]] = weights.data()[i * keys + j];
    }
  }
  return results.size() == 1 ? results.front() : concat(results, 1);
}

}  // namespace heed
