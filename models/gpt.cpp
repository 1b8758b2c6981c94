#include "models/gpt.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"
#include "models/model_fields.hpp"
#include "nn/attention_points.hpp"
#include "nn/attention_spec.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr double deviation = 0.02;

/// Returns the deviation of the two projections of a layer whose results are added to the stream: so that the
/// sum over all layers stays as large as that of one (GPT-2, section 2.3).
double residual_deviation(const GptOptions& o) {
  return deviation / std::sqrt(2 * static_cast<double>(o.layers));
}

}  // namespace

void check_options(const GptOptions& o) {
  check_ranges(o, is_size);
  require_heads_divide(o.heads, o.d_model);
}

TransposedLinear::TransposedLinear(std::int64_t in, std::int64_t out, Rng& rng, double weight_deviation)
    : weight(parameter("weight", rng.normal({in, out}, 0, weight_deviation))),
      bias(parameter("bias", Array::zeros({out}))) {
  has_points({""});
}

Variable TransposedLinear::operator()(const Variable& x) const {
  return point("", linear(x, weight, bias, {.stored = LinearOptions::Stored::in_out}));
}

GptAttention::GptAttention(const GptOptions& o, Rng& rng)
    : Module(rng),
      options_(o),
      c_attn(child("c_attn", TransposedLinear(o.d_model, 3 * o.d_model, rng, deviation))),
      c_proj(child("c_proj", TransposedLinear(o.d_model, o.d_model, rng, residual_deviation(o)))),
      dropout_(child("resid_dropout", Dropout(o.dropout))),
      attn_dropout_(child("attn_dropout", Dropout(o.dropout))) {
  has_points({"query", "key", "value", "scores", "pattern", "z", "output"});
}

/// Keys stand from `first_column` on in key_value, values behind them.
Variable GptAttention::attend(const Variable& qkv, const Variable& key_value, std::int64_t first_column,
                              std::int64_t past) const {
  const std::int64_t width = options_.d_model, keys = past + qkv.dim(1);
  const Variable heads = traced_attention(
      *this, {qkv}, {key_value, first_column, keys}, {key_value, first_column + width, keys}, options_.heads,
      width / options_.heads,
      {.mask = Mask::causal(past), .dropout = attn_dropout_.active_p(), .rng = &attn_dropout_.rng()});
  return dropout_(point("output", c_proj(heads)));
}

Variable GptAttention::operator()(const Variable& x) const {
  const Variable qkv = c_attn(x);
  return attend(qkv, qkv, options_.d_model, 0);
}

Variable GptAttention::extend(const Variable& x, KeyValueCache& cache) const {
  const std::int64_t past = cache.length;
  const Variable qkv = c_attn(x);
  cache.append(qkv.value(), options_.d_model);
  return attend(qkv, cache.key_value, 0, past);
}

GptMlp::GptMlp(const GptOptions& o, Rng& rng)
    : Module(rng),
      c_fc(child("c_fc", TransposedLinear(o.d_model, o.dim_feedforward, rng, deviation))),
      c_proj(child("c_proj", TransposedLinear(o.dim_feedforward, o.d_model, rng, residual_deviation(o)))),
      dropout_(child("dropout", Dropout(o.dropout))) {
  has_points({"activation"});
}

Gpt::Gpt(const GptOptions& o, Rng& rng) : Module(rng), options_(checked(o)) { has_points({"logits"}); }

Variable Gpt::embed(const Tokens& tokens, std::int64_t position) const {
  if (tokens.shape().rank() != 2) throw_error<ShapeError>("[gpt] tokens {}, not (B, T)", tokens.shape());
  const std::int64_t end = position + tokens.dim(1);
  if (end > options_.max_length) {
    throw_error<Error>("a sequence of {} tokens is longer than the model's maximum of {}", end,
                       options_.max_length);
  }
  // The positions are the same in every row: a slice of their table instead of ids.
  return dropout_(wte(tokens) + wpe.point("", slice(wpe.weight, 0, position, end)));
}

Variable Gpt::operator()(const Tokens& tokens) const {
  Variable x = embed(tokens, 0);
  for (const GptLayer& layer : h) x = layer(x);
  return point("logits", linear(ln_f(x), wte.weight));
}

GptState Gpt::begin(std::int64_t rows, std::int64_t capacity) const {
  GptState state;
  for (std::int64_t i = 0; i < options_.layers; ++i)
    state.layers.push_back(KeyValueCache::empty(rows, capacity, 2 * options_.d_model));
  return state;
}

Variable Gpt::extend(const Tokens& tokens, GptState& state) const {
  const NoGrad no_grad;
  Variable x = embed(tokens, state.position);
  state.position += tokens.dim(1);
  for (std::size_t i = 0; i < h.size(); ++i) x = h[i].extend(x, state.layers[i]);
  return point("logits", linear(ln_f(x), wte.weight));
}

GptState GptState::select(const std::vector<std::int32_t>& rows) const {
  GptState picked{.layers = {}, .position = position};
  for (const KeyValueCache& layer : layers) picked.layers.push_back(layer.select(rows));
  return picked;
}

std::unique_ptr<Continuation> begin_decoding(const Gpt& model, const Tokens& prompt,
                                             const DecodingOptions& options) {
  if (prompt.shape().rank() != 2)
    throw_error<ShapeError>("[decoding] a prompt of shape {}, not (B, T)", prompt.shape());
  require_evaluation_mode(model);
  const std::int64_t room = model.options().max_length - prompt.dim(1);
  if (room < 0) {
    throw_error<Error>("a prompt of {} tokens is longer than the model's maximum of {}", prompt.dim(1),
                       model.options().max_length);
  }
  const std::int64_t most = options.max_length > 0 ? std::min(options.max_length, room) : room;
  return std::make_unique<ModelContinuation<Gpt, GptState>>(
      model, model.begin(prompt.dim(0), prompt.dim(1) + most), most);
}

std::vector<Hypothesis> sample(const Gpt& model, const Tokens& prompt, const SamplingOptions& options) {
  return sample(*begin_decoding(model, prompt, options.decoding), prompt, options);
}

}  // namespace heed
