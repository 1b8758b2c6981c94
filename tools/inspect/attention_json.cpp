// The attentions of a model that reads a text, as the page shows and computes them, and positions.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "lib/files/base64.hpp"
#include "nn/positions.hpp"
#include "nn/state_dict.hpp"
#include "tools/inspect/report.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

Json floats(const Array& array) {
  const std::vector<float> values(array.values().begin(), array.values().end());
  return base64(values.data(), values.size() * sizeof(float));
}

/// Null of attention to another sequence, and of other models: they have no distances, and no rules.
const MultiheadAttention* self_attention(const AnyModel& model, const TracedAttention& a) {
  const Transformer* const transformer = transformer_of(model);
  if (transformer == nullptr || a.cross) return nullptr;
  const std::size_t layer = std::stoull(a.name.substr(a.name.find("layers.") + 7));
  return a.causal ? &transformer->decoder.layers[layer].self_attn
                  : &transformer->encoder.layers[layer].self_attn;
}

/// "1" or "0" for each head, query and key, by whether the mask allows it.
std::string allowed_digits(const Mask& mask, const Shape& shape) {
  std::string allowed;
  for (std::int64_t h = 0; h < shape.dim(0); ++h) {
    for (std::int64_t i = 0; i < shape.dim(1); ++i) {
      for (std::int64_t j = 0; j < shape.dim(2); ++j) allowed += mask.allows(0, h, i, j) ? '1' : '0';
    }
  }
  return allowed;
}

/// Returns what an attention computed: name, cross, causal, shape (H, Tq, Tk), allowed (a digit for each of
/// these), and pattern, as far as the reading has them. "formula" says from what the weights come: "softmax",
/// which the page computes again, "linear", or "additive" of an LSTM. Of softmax: query, key, value, scores,
/// z, and their gradients d_query, d_scores, d_z; "scale", by which it multiplies q·k; "by_distance" (H, Tq +
/// Tk - 1), where positions add to the scores: what key j gets of query i stands at j - i + Tq - 1. Null
/// where the reading does not have the pattern.
Json attention_json(const AnyModel& model, const TracedAttention& a, const Reading& reading) {
  const Array* const pattern = find_tensor(reading.values, a.name + ".pattern");
  if (pattern == nullptr) return nullptr;
  const MultiheadAttention* const self = self_attention(model, a);
  const Transformer* const transformer = transformer_of(model);
  const AttentionSpec spec = self != nullptr ? transformer->options().layer.attention : AttentionSpec();
  Mask mask = a.causal ? Mask::causal() : Mask();
  if (self != nullptr) mask = mask & self->rules();
  Json one{{"name", a.name},
           {"cross", a.cross},
           {"causal", a.causal},
           {"formula", a.name == "attention"                    ? "additive"
                       : spec.kernel == AttentionKernel::linear ? "linear"
                                                                : "softmax"},
           {"shape", {pattern->dim(1), pattern->dim(2), pattern->dim(3)}},
           {"allowed", allowed_digits(mask, pattern->shape().tail(1))},
           {"pattern", floats(*pattern)}};
  const Array* const query = find_tensor(reading.values, a.name + ".query");
  if (query == nullptr || one["formula"] != "softmax") return one;
  for (const char* word : {"query", "key", "value", "scores", "z"})
    if (const Array* const values = find_tensor(reading.values, a.name + "." + word))
      one[word] = floats(*values);
  for (const char* word : {"query", "scores", "z"})
    if (const Array* const values = find_tensor(reading.gradients, a.name + "." + word))
      one[fmt::format("d_{}", word)] = floats(*values);
  one["scale"] = spec.positions.scaled ? 1 / std::sqrt(static_cast<double>(query->dim(3))) : 1.0;
  if (self == nullptr) return one;
  const auto& bias = a.causal ? transformer->decoder.distance_bias : transformer->encoder.distance_bias;
  if (bias) one["by_distance"] = floats((*bias)(query->dim(2), pattern->dim(3)).value());
  return one;
}

}  // namespace

Json reading_json(const AnyModel& model, const Reading& r) {
  Json json{{"source", r.source},           {"input", r.input},      {"output", r.output},
            {"probability", r.probability}, {"text", r.text},        {"remarks", r.remarks},
            {"beam", Json::array()},        {"heads", Json::array()}};
  for (const BeamPath& b : r.beam)
    json["beam"].push_back(
        {{"text", b.text}, {"score", b.score}, {"tokens", b.tokens}, {"probability", b.probability}});
  for (const TracedAttention& a : attentions_of(module_of(model)))
    if (Json head = attention_json(model, a, r); !head.is_null()) json["heads"].push_back(std::move(head));
  if (r.image)
    json["image"] = {{"height", r.image->height},
                     {"width", r.image->width},
                     {"patch", r.image->patch},
                     {"pixels", base64(r.image->pixels.data(), r.image->pixels.size())}};
  return json;
}

Json learned_positions(const AnyModel& model) {
  Json all = Json::array();
  for (const TracedAttention& a : attentions_of(module_of(model))) {
    const MultiheadAttention* const self = self_attention(model, a);
    if (self == nullptr || !self->relative_key.defined()) continue;
    all.push_back({{"name", a.name},
                   {"clip", self->relative_key.dim(0) / 2},
                   {"dim", self->relative_key.dim(1)},
                   {"key", floats(self->relative_key.value())},
                   {"value", floats(self->relative_value.value())}});
  }
  return all;
}

Json positions_json() {
  constexpr std::int64_t length = 50, dim = 128;  // the paper's figure
  return {{"sinusoidal",
           {{"length", length}, {"dim", dim}, {"values", floats(sinusoidal_positions(length, dim))}}},
          {"rotary", {{"base", Positions().base}, {"head_dim", 64}}},
          {"alibi", alibi_slopes(8)}};
}

}  // namespace heed
