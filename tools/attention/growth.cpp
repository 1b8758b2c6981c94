#include "tools/attention/growth.hpp"

#include <cmath>
#include <set>

namespace heed {

Curve attention_curve(const std::vector<AttentionMeasurement>& all, const std::string& kind,
                      const AttentionCase& like, AttentionQuantity quantity) {
  Curve curve;
  const auto value = [&](const AttentionMeasurement& m) {
    switch (quantity) {
      case AttentionQuantity::bytes:
        return m.cost->bytes;
      case AttentionQuantity::first_ms:
        return m.turns[0];
      case AttentionQuantity::second_ms:
        return m.turns[1];
      default:
        return m.cost->ms;
    }
  };
  const bool both = quantity == AttentionQuantity::first_ms || quantity == AttentionQuantity::second_ms;
  for (const AttentionMeasurement& m : all) {
    if (m.kind == kind && m.cost && (!both || m.turns.size() == 2) && m.at.heads == like.heads &&
        m.at.causal == like.causal && m.at.backward == like.backward)
      curve.emplace_back(m.at.tokens, value(m));
  }
  return curve;
}

std::optional<double> fitted_slope(const Curve& curve, double from) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  std::set<double> lengths;
  for (const auto& [length, cost] : curve) {
    if (length < from || cost <= 0) continue;
    const double lx = std::log(length), ly = std::log(cost);
    lengths.insert(length);
    n += 1, x += lx, y += ly, xx += lx * lx, xy += lx * ly;
  }
  if (lengths.size() < 2) return std::nullopt;
  return (n * xy - x * y) / (n * xx - x * x);
}

std::optional<double> crossing(const Curve& earlier, const Curve& later) {
  std::optional<double> found;
  double length_before = 0, gap_before = 0;  // log(later / earlier)
  bool below_before = false, any = false;
  for (const auto& [length, cost] : earlier) {
    for (const auto& [other_length, other_cost] : later) {
      if (other_length != length || cost <= 0 || other_cost <= 0) continue;
      const double gap = std::log(other_cost / cost);
      const bool below = gap < 0;
      if (!below) {
        found = std::nullopt;
      } else if (!any) {
        found = 0;
      } else if (!below_before) {
        const double share = gap_before / (gap_before - gap);
        found = std::exp(std::log(length_before) + share * (std::log(length) - std::log(length_before)));
      }
      length_before = length, gap_before = gap, below_before = below, any = true;
    }
  }
  return found;
}

}  // namespace heed
