#include "nn/multihead_attention.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"

namespace heed {

KeyValueCache KeyValueCache::select(const std::vector<std::int32_t>& rows) const {
  const Array& from = key_value.value();
  const std::int64_t pitch = from.dim(1) * from.dim(2);
  Array to(from.shape().with(0, static_cast<std::int64_t>(rows.size())));
  Scalar* out = to.mutable_data();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] < 0 || rows[i] >= from.dim(0)) {
      throw_error<ShapeError>("[select] row {} of a cache of shape {}", rows[i], from.shape());
    }
    std::copy_n(from.data() + rows[i] * pitch, length * from.dim(2),
                out + static_cast<std::int64_t>(i) * pitch);
  }
  return {Variable(to), length};
}

namespace {
std::int64_t check_heads(std::int64_t d_model, std::int64_t heads, const MultiheadAttention::Options& o) {
  if (heads < 1 || d_model < 1 || d_model % heads != 0) {
    throw_error<UsageError>(
        "{} heads do not divide d_model {}: each head needs the same whole number of dimensions", heads,
        d_model);
  }
  if (o.rotary_base > 0 && d_model / heads % 2 != 0) {
    throw_error<UsageError>("rotary positions turn pairs of numbers: {} heads of {} have no pairs", heads,
                            d_model / heads);
  }
  return heads;
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
      options_(options) {
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
  if (options_.rotary_base <= 0) return x;
  return rotary(x, d_model_ / heads_,
                {.end = width, .first_position = first_position, .base = options_.rotary_base});
}

Variable MultiheadAttention::heads_of(const Heads& query, const Heads& key, const Heads& value,
                                      const Call& call) const {
  return out_proj(multi_head_attention(query, key, value, heads_, d_model_ / heads_,
                                       {.mask = call.mask,
                                        .dropout = training() ? options_.dropout : 0,
                                        .rng = &rng(),
                                        .distance_bias = call.distance_bias,
                                        .bias = call.bias,
                                        .weights = call.weights}));
}

Variable MultiheadAttention::with_extra_keys(const Variable& q, Variable k, Variable v, Call call) const {
  if (call.distance_bias.defined())
    throw_error<UsageError>(
        "[attention] the keys of add_bias_kv and add_zero_attn have no distance to add for");
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
  call.mask = call.mask.with_extra_keys(keys);
  if (call.bias.defined()) {
    const Shape shape = call.bias.shape();
    const Variable wide(broadcast_to(call.bias, shape.with(-1, keys)));
    call.bias = concat({wide, Variable(Array::zeros(shape.with(-1, extra)))}, -1).value();
  }
  return heads_of({q}, {k}, {v}, call);
}

Variable MultiheadAttention::operator()(const Variable& query, const Variable& key, const Variable& value,
                                        const Call& call) const {
  if (has_extra_keys()) {
    return with_extra_keys(turned(project_rows(query, 0, 1), d_model_),
                           turned(project_rows(key, 1, 1), d_model_), project_rows(value, 2, 1), call);
  }
  // One product for all projections of the same input.
  if (query.same_as(key) && key.same_as(value)) {
    const Variable all = turned(project_rows(query, 0, 3), 2 * d_model_);
    return heads_of({all}, {all, d_model_}, {all, 2 * d_model_}, call);
  }
  const Variable q = turned(project_rows(query, 0, 1), d_model_);
  if (key.same_as(value)) {
    const Variable kv = turned(project_rows(key, 1, 2), d_model_);
    return heads_of({q}, {kv}, {kv, d_model_}, call);
  }
  return heads_of({q}, {turned(project_rows(key, 1, 1), d_model_)}, {project_rows(value, 2, 1)}, call);
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
  return {Variable(Array({batch, capacity, 2 * d_model_})), 0};
}

KeyValueCache MultiheadAttention::project(const Variable& memory) const {
  refuse_extra_keys();
  if (options_.rotary_base > 0)
    throw_error<UsageError>("[attention] rotary positions are for self-attention: a memory has others");
  return {project_rows(memory, 1, 2), memory.dim(1)};
}

Variable MultiheadAttention::attend(const Variable& query, const KeyValueCache& memory,
                                    const Call& call) const {
  return heads_of({project_rows(query, 0, 1)}, {memory.key_value, 0, memory.length},
                  {memory.key_value, d_model_, memory.length}, call);
}

Variable MultiheadAttention::extend(const Variable& x, KeyValueCache& cache, const Call& call) const {
  if (x.rank() != 3 || x.dim(2) != d_model_ || !cache.key_value.defined() || cache.key_value.rank() != 3 ||
      cache.key_value.dim(0) != x.dim(0) || cache.key_value.dim(2) != 2 * d_model_) {
    throw_error<ShapeError>("[extend] x {} with a cache of shape {}", x.shape(),
                            cache.key_value.defined() ? cache.key_value.shape() : Shape{});
  }
  const std::int64_t batch = x.dim(0), steps = x.dim(1), capacity = cache.key_value.dim(1),
                     width = 2 * d_model_;
  if (cache.length + steps > capacity) {
    throw_error<Error>("the cache holds {} positions, position {} does not fit", capacity,
                       cache.length + steps);
  }
  const NoGrad no_grad;
  const Array qkv = turned(project_rows(x, 0, 3), 2 * d_model_, cache.length).value();  // (B, T, 3C)
  Array stored = cache.key_value.value();
  cache.key_value = {};  // the only handle is now `stored`: writing does not copy
  Scalar* out = stored.mutable_data();
  for (std::int64_t b = 0; b < batch; ++b) {
    for (std::int64_t t = 0; t < steps; ++t) {
      std::copy_n(qkv.data() + (b * steps + t) * 3 * d_model_ + d_model_, width,
                  out + (b * capacity + cache.length + t) * width);
    }
  }
  Call causal = call;
  if (steps > 1) causal.mask = call.mask & Mask::causal(cache.length);
  cache.key_value = Variable(stored);
  cache.length += steps;
  return heads_of({Variable(qkv)}, {cache.key_value, 0, cache.length},
                  {cache.key_value, d_model_, cache.length}, causal);
}

}  // namespace heed
