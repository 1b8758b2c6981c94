// The parts of the report that need no model.
#include <nlohmann/json.hpp>
#include <vector>

#include "lib/files/base64.hpp"
#include "nn/attention_rules.hpp"
#include "nn/distance_bias.hpp"
#include "nn/positional_encoding.hpp"
#include "tools/report/report_data.hpp"

namespace heed {

nlohmann::json positions_data(const std::vector<std::int64_t>& heads) {
  constexpr std::int64_t length = 50, dim = 128;  // the paper's figure
  const Array pe = sinusoidal_positions(length, dim);
  const std::vector<float> values(pe.data(), pe.data() + pe.size());
  std::vector<std::int64_t> distances;
  std::vector<std::int32_t> past, both;
  for (std::int64_t d = -farthest_distance; d <= farthest_distance; ++d) {
    distances.push_back(d);
    past.push_back(t5_bucket(d, Sides::past, Buckets()));
    both.push_back(t5_bucket(d, Sides::both, Buckets()));
  }
  nlohmann::json slopes = nlohmann::json::array();
  for (const std::int64_t count : heads) slopes.push_back(alibi_slopes(count));
  return {{"sinusoidal",
           {{"length", length}, {"dim", dim}, {"values", base64_floats(values.data(), values.size())}}},
          {"rotary", {{"base", Positions().base}, {"head_dim", 64}}},
          {"alibi", slopes},
          {"t5", {{"distances", distances}, {"past", past}, {"both", both}}}};
}

nlohmann::json masks_data(const std::vector<std::string>& rules) {
  constexpr std::int64_t length = 24;
  nlohmann::json all = nlohmann::json::array();
  for (const std::string& text : rules) {
    const Mask mask = AttentionRules::parse(text).mask({.max_length = length});
    std::string allowed;
    for (std::int64_t i = 0; i < length; ++i) {
      for (std::int64_t j = 0; j < length; ++j) allowed += mask.allows(0, 0, i, j) ? '1' : '0';
    }
    all.push_back({{"rule", text}, {"length", length}, {"allowed", allowed}});
  }
  return all;
}

}  // namespace heed
