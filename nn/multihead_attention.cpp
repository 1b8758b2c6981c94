#include "nn/multihead_attention.hpp"

#include <algorithm>
#include <cmath>

#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "nn/attention_points.hpp"

namespace heed::inline HEED_PRECISION {

namespace {
std::int64_t check_heads(std::int64_t d_model, std::int64_t heads, const MultiheadAttention::Options& o) {
  check_attention(o.attention, heads, d_model / heads);
  const bool by_distance = o.attention.positions.by_distance();
  if (by_distance && (o.add_bias_kv || o.add_zero_attn))
    throw_error<UsageError>("[attention] the keys of add_bias_kv and add_zero_attn stand at no position: {}",
                            o.attention.positions.text());
  if (o.attention.kernel == AttentionKernel::linear && (o.add_bias_kv || o.add_zero_attn))
    throw_error<UsageError>("[attention] the linear kernel has no keys of add_bias_kv and add_zero_attn");
  return heads;
}

/// Sizes that cannot be are found before anything is made of them.
Rng& after_check(Rng& rng, std::int64_t d_model, std::int64_t heads) {
  require_heads_divide(heads, d_model);
  return rng;
}

bool packed(std::int64_t d_model, const MultiheadAttention::Options& o) {
  return (o.kdim == 0 || o.kdim == d_model) && (o.vdim == 0 || o.vdim == d_model);
}
}  // namespace

MultiheadAttention::MultiheadAttention(std::int64_t d_model, std::int64_t heads, Rng& rng, Options options)
    : Module(after_check(rng, d_model, heads)),
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
      rules_(options.attention.rules.mask(
          {.max_length = options.max_length, .heads = heads, .layer = options.layer})),
      distance_bias_(options.distance_bias) {
  has_points({"query", "key", "value", "scores", "pattern", "z", "output"});
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
  } else if (positions.kind == Position::shaw) {
    const Shape table{2 * positions.clip + 1, d_model / heads};
    relative_key = parameter("relative_key", xavier_uniform(table, rng));
    relative_value = parameter("relative_value", xavier_uniform(table, rng));
  }
}

Variable MultiheadAttention::operator()(const Variable& query, const Variable& key, const Variable& value,
                                        const Call& call) const {
  Projected p = projected(query, key, value);  // (B, Tq, C), (B, Tk, C), (B, Tk, C), as columns
  AttentionOptions how = options_for(call, query.dim(1), key.dim(1));
  if (has_extra_keys()) add_extra_keys(p, how);  // one or two keys more
  const Variable heads = attend_heads(p, how);   // (B, Tq, C): head 0, head 1, … side by side
  return point("output", out_proj(heads));       // (B, Tq, C)
}

MultiheadAttention::Projected MultiheadAttention::projected(const Variable& query, const Variable& key,
                                                            const Variable& value) const {
  // One product for all projections of the same input.
  if (!has_extra_keys() && query.same_as(key) && key.same_as(value)) {
    const Variable all = project_rows(query, 0, 3);
    return {{all}, {all, d_model_}, {all, 2 * d_model_}};
  }
  const Variable q = project_rows(query, 0, 1);
  if (!has_extra_keys() && key.same_as(value)) {
    const Variable kv = project_rows(key, 1, 2);
    return {{q}, {kv}, {kv, d_model_}};
  }
  return {{q}, {project_rows(key, 1, 1)}, {project_rows(value, 2, 1)}};
}

Variable MultiheadAttention::project_rows(const Variable& x, std::int64_t first, std::int64_t count,
                                          std::int64_t position) const {
  Variable y;
  if (in_proj_weight.defined()) {
    y = linear(x, in_proj_weight, in_proj_bias,
               {.begin = first * d_model_, .end = (first + count) * d_model_});
  } else {
    const Variable* const weights[] = {&q_proj_weight, &k_proj_weight, &v_proj_weight};
    std::vector<Variable> parts;
    for (std::int64_t i = first; i < first + count; ++i) {
      const Variable bias =
          options_.bias ? slice(in_proj_bias, 0, i * d_model_, (i + 1) * d_model_) : Variable();
      parts.push_back(linear(x, *weights[i], bias));
    }
    y = parts.size() == 1 ? parts.front() : concat(parts, 2);
  }
  const Positions& positions = options_.attention.positions;
  const std::int64_t turned = std::min(first + count, std::int64_t{2}) - first;  // queries and keys
  if (positions.kind != Position::rotary || turned <= 0) return y;
  return rotary(y, d_model_ / heads_,
                {.end = turned * d_model_, .first_position = position, .base = positions.base});
}

namespace {

/// The rows of a table (2k + 1, D) of distances that occur, -most … most.
Variable rows_within(const Variable& table, std::int64_t most) {
  if (!table.defined() || table.dim(0) <= 2 * most + 1) return table;
  const std::int64_t k = table.dim(0) / 2;
  return slice(table, 0, k - most, k + most + 1);
}

}  // namespace

AttentionOptions MultiheadAttention::options_for(const Call& call, std::int64_t queries, std::int64_t keys,
                                                 std::int64_t first_query) const {
  const AttentionSpec& spec = options_.attention;
  check_length(std::max(first_query + queries, keys));
  const std::int64_t farthest = std::max<std::int64_t>(std::max(first_query + queries, keys) - 1, 1);
  const bool linear = spec.kernel == AttentionKernel::linear;  // no weights to drop or to look at
  const bool looking = call.weights != nullptr && !linear;
  return {.mask = call.mask & rules_.queries_from(first_query),
          .dropout = training() && !linear ? options_.dropout : 0,
          .rng = &rng(),
          .scale = spec.positions.scaled ? 0.0 : 1.0,
          .distance_bias = distance_bias_ ? (*distance_bias_)(queries, keys, first_query) : Variable(),
          .bias = call.bias,
          .relative_key = rows_within(relative_key, farthest),
          .relative_value = rows_within(relative_value, farthest),
          .first_query = first_query,
          .kernel = looking ? AttentionKernel::dense : spec.kernel,  // which has weights
          .weights = looking ? call.weights : nullptr};
}

void MultiheadAttention::check_length(std::int64_t length) const {
  if (length <= options_.max_length || !options_.attention.rules.draw()) return;
  throw_error<UsageError>(
      "[attention] {} tokens: the random blocks of '{}' are drawn for at most {} (max_length)", length,
      options_.attention.rules.text(), options_.max_length);
}

Variable MultiheadAttention::attend_heads(const Projected& p, const AttentionOptions& how) const {
  return traced_attention(*this, p.query, p.key, p.value, heads_, d_model_ / heads_, how);
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
    const Shape shape = how.bias.rank() == 0 ? Shape{1} : how.bias.shape();
    const Variable wide(broadcast_to(how.bias, shape.with(-1, keys)));
    how.bias = concat({wide, Variable(Array::zeros(shape.with(-1, extra)))}, -1).value();
  }
}

}  // namespace heed
