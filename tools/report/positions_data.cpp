// The kinds of positions, and masks.
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "lib/files/base64.hpp"
#include "nn/positions.hpp"
#include "tools/report/report_data.hpp"

namespace heed {
namespace {

using Json = nlohmann::json;

Json t5_data(const Positions& positions) {
  const auto bucket = [&](std::int64_t distance, Sides sides) {
    const DistanceBias::Options how = DistanceBias::options_for(positions, sides);
    return t5_bucket(distance, how.sides, how.buckets);
  };
  Json distances = Json::array(), past = Json::array(), both = Json::array();
  for (std::int64_t d = -farthest_distance; d <= farthest_distance; ++d) {
    distances.push_back(d);
    past.push_back(bucket(d, Sides::past));
    both.push_back(bucket(d, Sides::both));
  }
  return {{"text", positions.text()}, {"distances", distances}, {"past", past}, {"both", both}};
}

}  // namespace

nlohmann::json positions_data(const std::vector<DrawnPositions>& models) {
  constexpr std::int64_t length = 50, dim = 128;  // the paper's figure
  const Array pe = sinusoidal_positions(length, dim);
  const std::vector<float> values(pe.data(), pe.data() + pe.size());
  std::set<std::int64_t> heads;
  std::set<std::pair<double, std::int64_t>> turns;
  std::set<std::string> t5;
  for (const DrawnPositions& m : models) {
    heads.insert(m.heads);
    if (m.positions.kind == Position::rotary) turns.emplace(m.positions.base, m.head_dim);
    if (m.positions.kind == Position::t5) t5.insert(m.positions.text());
  }
  const DrawnPositions usual;
  if (heads.empty()) heads.insert(usual.heads);
  if (turns.empty()) turns.emplace(usual.positions.base, usual.head_dim);
  if (t5.empty()) t5.insert("t5");
  Json slopes = Json::array(), rotary = Json::array(), buckets = Json::array();
  for (const std::int64_t count : heads) slopes.push_back(alibi_slopes(count));
  for (const auto& [base, head_dim] : turns) rotary.push_back({{"base", base}, {"head_dim", head_dim}});
  for (const std::string& text : t5) buckets.push_back(t5_data(Positions::parse(text)));
  return {{"sinusoidal",
           {{"length", length}, {"dim", dim}, {"values", base64_floats(values.data(), values.size())}}},
          {"rotary", rotary},
          {"alibi", slopes},
          {"t5", buckets}};
}

nlohmann::json masks_data(const std::vector<DrawnMask>& masks) {
  Json all = Json::array();
  for (const DrawnMask& m : masks) {
    std::string allowed;
    for (std::int64_t i = 0; i < m.length; ++i) {
      for (std::int64_t j = 0; j < m.length; ++j) allowed += m.mask.allows(0, 0, i, j) ? '1' : '0';
    }
    all.push_back({{"rule", m.rule},
                   {"models", m.models},
                   {"length", m.length},
                   {"allowed", allowed},
                   {"drawn", m.drawn}});
  }
  return all;
}

}  // namespace heed
