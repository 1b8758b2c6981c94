// Kinds of positions, and masks, as the page draws them.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/files/base64.hpp"
#include "nn/positions.hpp"
#include "tools/inspect/report.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

Json drawn_mask(const std::string& rule, const Mask& mask, std::int64_t length = 24) {
  return {{"rule", rule},
          {"models", Json::array()},
          {"length", length},
          {"allowed", allowed_digits(mask, {1, length, length})},
          {"drawn", false}};
}

Json drawn_mask(const std::string& rule) {
  return drawn_mask(rule, AttentionRules::parse(rule).mask({.max_length = 24}));
}

}  // namespace

Json positions_json() {
  constexpr std::int64_t length = 50, dim = 128;  // the paper's figure
  const Array pe = sinusoidal_positions(length, dim);
  const std::vector<float> values(pe.data(), pe.data() + pe.size());
  return {{"sinusoidal",
           {{"length", length}, {"dim", dim}, {"values", base64_floats(values.data(), values.size())}}},
          {"rotary", Json::array({Json{{"base", Positions().base}, {"head_dim", 64}}})},
          {"alibi", Json::array({alibi_slopes(8)})}};
}

Json masks_json(const ReportedModels& models, const std::vector<std::string>& names,
                const std::vector<std::string>& rules) {
  Json all = Json::array();
  const auto same_rule = [&](const std::string& rule) {
    return std::find_if(all.begin(), all.end(),
                        [&](const Json& m) { return m["rule"] == rule && m["drawn"] == false; });
  };
  for (std::size_t m = 0; m < models.size(); ++m) {
    const Transformer* const transformer = models[m] ? transformer_of(*models[m]) : nullptr;
    if (transformer == nullptr) continue;
    const LayerOptions& layer = transformer->options().layer;
    const AttentionRules& own = layer.attention.rules;
    if (const auto same = same_rule(own.text()); same != all.end()) {
      (*same)["models"].push_back(names[m]);
      continue;
    }
    const Mask mask = own.mask({.max_length = layer.max_length, .heads = layer.heads});
    all.push_back(own.draw() ? drawn_mask(own.text(), mask, std::min<std::int64_t>(24, layer.max_length))
                             : drawn_mask(own.text(), mask));
    all.back()["models"].push_back(names[m]);
    all.back()["drawn"] = own.draw();  // at random: each layer and head has another, this is the first
  }
  for (const char* rule : {"all", "causal", "window:2", "window:2+global:1", "window:4:0", "stride:4",
                           "window:2+stride:6", "window:1+global:1+random:1:4"})
    if (same_rule(rule) == all.end()) all.push_back(drawn_mask(rule));
  for (const std::string& rule : rules) all.push_back(drawn_mask(rule));
  return all;
}

}  // namespace heed
