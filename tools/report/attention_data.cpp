#include "tools/report/attention_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/files/base64.hpp"
#include "nn/attention_points.hpp"
#include "tools/report/report_data.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

Json floats(const Array& array) {
  const std::vector<float> values(array.values().begin(), array.values().end());
  return base64_floats(values.data(), values.size());
}

/// Null of attention to another sequence, and of other models: they know no distances, and no rules.
const MultiheadAttention* self_attention(const LookableModel& model, const Attention& a) {
  const Transformer* const transformer = model.transformer();
  if (transformer == nullptr || a.cross) return nullptr;
  const std::size_t layer = std::stoull(a.name.substr(a.name.find("layers.") + 7));
  return a.causal ? &transformer->decoder.layers[layer].self_attn
                  : &transformer->encoder.layers[layer].self_attn;
}

const AttentionSpec& spec_of(const Transformer& transformer) { return transformer.options().layer.attention; }

const char* formula_of(const LookableModel& model, const Attention& a) {
  if (model.translator() != nullptr && model.transformer() == nullptr) return "additive";
  const bool linear =
      self_attention(model, a) != nullptr && spec_of(*model.transformer()).kernel == AttentionKernel::linear;
  return linear ? "linear" : "softmax";
}

std::string allowed_pairs(const LookableModel& model, const Attention& a, const Shape& shape) {
  Mask mask = a.causal ? Mask::causal() : Mask();
  if (const MultiheadAttention* const self = self_attention(model, a)) mask = mask & self->rules();
  std::string allowed;
  for (std::int64_t h = 0; h < shape.dim(1); ++h) {
    for (std::int64_t i = 0; i < shape.dim(2); ++i) {
      for (std::int64_t j = 0; j < shape.dim(3); ++j) allowed += mask.allows(0, h, i, j) ? '1' : '0';
    }
  }
  return allowed;
}

const Array* find(const StateDict& all, const std::string& name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& v) { return v.first == name; });
  return found == all.end() ? nullptr : &found->second;
}

/// Of a point, the rows of global positions with projections of their own come by once more, as "name#2".
std::optional<Array> whole_rows(const StateDict& all, const std::string& name) {
  const Array *const first = find(all, name), *const own = find(all, name + "#2");
  if (first == nullptr || own == nullptr) {
    const Array* const one = first != nullptr ? first : own;
    return one != nullptr ? std::optional(*one) : std::nullopt;
  }
  return with_first_rows(*own, *first);
}

/// What the page needs to compute the scores again from query and key.
void put_formula(Json& one, const LookableModel& model, const Attention& a, const Shape& query,
                 std::int64_t keys) {
  const bool scaled = self_attention(model, a) == nullptr || spec_of(*model.transformer()).positions.scaled;
  one["scale"] = scaled ? 1 / std::sqrt(static_cast<double>(query.dim(3))) : 1.0;
  if (self_attention(model, a) == nullptr) return;
  const Transformer& transformer = *model.transformer();
  const auto& bias = a.causal ? transformer.decoder.distance_bias : transformer.encoder.distance_bias;
  if (bias) one["by_distance"] = floats((*bias)(query.dim(2), keys).value());
}

void put_map(Json& one, const Array& pattern) {
  std::string allowed = one["allowed"];
  std::vector<std::uint8_t> bytes;
  for (std::int64_t i = 0; i < pattern.size(); ++i) {
    const double weight = 255.0 * std::clamp(static_cast<double>(pattern.data()[i]), 0.0, 1.0);
    const bool may_look = allowed[static_cast<std::size_t>(i)] == '1';
    bytes.push_back(static_cast<std::uint8_t>(may_look ? std::round(weight) : std::ceil(weight)));
  }
  one["weights"] = base64(bytes.data(), bytes.size());
  const std::string first = allowed.substr(0, allowed.size() / static_cast<std::size_t>(pattern.dim(1)));
  bool same = true;
  for (std::size_t at = 0; at < allowed.size(); at += first.size())
    same = same && allowed.compare(at, first.size(), first) == 0;
  if (same) one["allowed"] = first;
}

}  // namespace

std::vector<Attention> attentions_of(const LookableModel& model) {
  constexpr std::string_view word = ".pattern";
  std::vector<Attention> all;
  for (const std::string& point : Trace(model.module()).points()) {
    if (!point.ends_with(word)) continue;
    Attention a{.name = point.substr(0, point.size() - word.size())};
    a.cross = a.name.ends_with("multihead_attn") || a.name == "attention";  // the latter: an LSTM's
    a.causal = !a.cross && !a.name.starts_with("encoder");
    all.push_back(a);
  }
  return all;
}

Json attention_data(const LookableModel& model, const Attention& a, const Looked& looked, HeadData data) {
  const Array* const pattern = find(looked.values, a.name + ".pattern");
  if (pattern == nullptr) return nullptr;
  Json one{{"name", a.name},
           {"cross", a.cross},
           {"causal", a.causal},
           {"formula", formula_of(model, a)},
           {"shape", {pattern->dim(1), pattern->dim(2), pattern->dim(3)}},
           {"allowed", allowed_pairs(model, a, pattern->shape())}};
  if (data == HeadData::map) {
    put_map(one, *pattern);
    return one;
  }
  one["pattern"] = floats(*pattern);
  for (const char* word : {"query", "scores", "z"}) {
    if (const auto values = whole_rows(looked.values, a.name + "." + word)) one[word] = floats(*values);
    if (const auto values = whole_rows(looked.gradients, a.name + "." + word))
      one[fmt::format("d_{}", word)] = floats(*values);
  }
  for (const char* word : {"key", "value"}) {
    if (const Array* values = find(looked.values, a.name + "." + word)) one[word] = floats(*values);
    if (const Array* values = find(looked.values, a.name + "." + word + "#2"))
      one[fmt::format("own_{}", word)] = floats(*values);
  }
  if (const Array* own = find(looked.values, a.name + ".query#2")) one["own"] = own->dim(2);
  const Array* const query = find(looked.values, a.name + ".query");
  if (query != nullptr && one["formula"] == "softmax")
    put_formula(one, model, a, query->shape(), pattern->dim(3));
  return one;
}

Json learned_positions(const LookableModel& model) {
  Json all = Json::array();
  for (const auto& [name, value] : model.module().state_dict()) {
    if (name != "position.weight" && name != "wpe.weight" && name != "pos_embedding" &&
        !name.ends_with("position_embeddings.weight"))
      continue;
    const std::int64_t rows = std::min<std::int64_t>(value.dim(-2), 50), dim = value.dim(-1);
    const std::vector<float> first(value.data(), value.data() + rows * dim);
    all.push_back({{"kind", "embedding"},
                   {"name", name.substr(0, name.rfind('.'))},
                   {"length", rows},
                   {"dim", dim},
                   {"values", base64_floats(first.data(), first.size())}});
  }
  const Transformer* const transformer = model.transformer();
  if (transformer == nullptr) return all;
  const auto put_bias = [&](const char* name, const std::optional<DistanceBias>& bias, Sides sides) {
    if (!bias || !bias->weight.defined()) return;
    std::vector<std::int64_t> distances;
    for (std::int64_t d = -farthest_distance; d <= (sides == Sides::past ? 0 : farthest_distance); ++d)
      distances.push_back(d);
    all.push_back({{"kind", "distance"},
                   {"name", name},
                   {"distances", distances},
                   {"values", floats((*bias)(distances).value())}});
  };
  put_bias("encoder.distance_bias", transformer->encoder.distance_bias, Sides::both);
  put_bias("decoder.distance_bias", transformer->decoder.distance_bias, Sides::past);
  for (const Attention& a : attentions_of(model)) {
    const MultiheadAttention* const self = self_attention(model, a);
    if (self == nullptr || !self->relative_key.defined()) continue;
    all.push_back({{"kind", "relative"},
                   {"name", a.name},
                   {"clip", self->relative_key.dim(0) / 2},
                   {"dim", self->relative_key.dim(1)},
                   {"key", floats(self->relative_key.value())},
                   {"value", floats(self->relative_value.value())}});
  }
  return all;
}

}  // namespace heed
