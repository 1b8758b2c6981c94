#include "tools/measure/attention_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "lib/report/number.hpp"
#include "tools/measure/attention_costs.hpp"

namespace heed {

namespace {

struct SlopeClaim {
  Bilingual text;
  const char* kind;
  AttentionQuantity quantity;
  int power;
};

/// The curve of a kind by a quantity.
using CurveOf = std::function<Curve(const char* kind, AttentionQuantity quantity)>;

Statement judge_slope(const SlopeClaim& claim, const CurveOf& curve_of) {
  const GrowthRule rule;
  const auto slope_of = [&](AttentionQuantity quantity) {
    return rule.slope(curve_of(claim.kind, quantity));
  };
  const auto holds = [&](double slope) { return rule.holds(slope, claim.power); };
  const std::optional<double> slope = slope_of(claim.quantity);
  if (!slope) return {claim.text, text_of("C5.too few lengths")};
  Statement judged{claim.text, text_of("C5.slope", *slope), holds_where(holds(*slope)),
                   CellNumber{.value = *slope, .unit = "slope"}};
  if (claim.quantity == AttentionQuantity::bytes) return judged;  // the same in each turn
  const std::optional<double> first = slope_of(AttentionQuantity::first_ms),
                              second = slope_of(AttentionQuantity::second_ms);
  if (!first || !second) {
    judged.verdict = ClaimVerdict::measured_once;
    return judged;
  }
  // the slope is fitted to the least of both turns, so that it may lie outside of what each gave
  judged.power->low = std::min({*first, *second, *slope});
  judged.power->high = std::max({*first, *second, *slope});
  if (std::abs(*first - *second) <= slope_tolerance && holds(*first) == holds(*slope) &&
      holds(*second) == holds(*slope))
    return judged;
  judged.measured = text_of("C5.slopes", judged.measured, *first, *second);
  judged.verdict = ClaimVerdict::inside_the_noise;
  return judged;
}

/// The judgement by all runs, if each of the two turns says so too.
Statement in_both_turns(const std::function<Statement(AttentionQuantity)>& judge) {
  Statement claim = judge(AttentionQuantity::ms);
  const ClaimVerdict first = judge(AttentionQuantity::first_ms).verdict,
                     second = judge(AttentionQuantity::second_ms).verdict;
  if (claim.verdict == ClaimVerdict::not_measured) return claim;
  if (second == ClaimVerdict::not_measured) {
    claim.verdict = ClaimVerdict::measured_once;
  } else if (first != claim.verdict || second != claim.verdict) {
    claim.verdict = ClaimVerdict::inside_the_noise;
  }
  return claim;
}

/// How many times as fast flash attention is, at lengths where its documents compare it.
Statement judge_speed_up(const Curve& vanilla, const Curve& flash) {
  const Bilingual& text = text_of("C5.speed-up");
  double least = INFINITY, most = 0;
  for (const auto& [length, slow] : vanilla) {
    for (const auto& [same, fast] : flash) {
      if (same != length || length < slope_from) continue;
      least = std::min(least, slow / fast), most = std::max(most, slow / fast);
    }
  }
  if (most == 0) return {text, text_of("C5.too few lengths")};
  return {text, text_of("C5.speed-up measured", least, most, grouped(1024)),
          holds_where(least >= 2)};  // more than 4 times holds all the more
}

/// Judges who is the fastest at each length in [from, to].
Statement judge_choice(const Bilingual& text, const std::vector<std::pair<std::string, Curve>>& curves,
                       double from, double to, const std::set<std::string>& chosen) {
  struct Run {
    std::string best;
    std::int64_t first, last;  // tokens
  };
  std::vector<Run> runs;
  bool holds = true;
  for (const auto& [length, cost] : curves.front().second) {
    if (length < from || length > to) continue;
    std::string best;
    double least = INFINITY;
    for (const auto& [kind, curve] : curves) {
      for (const auto& [same, ms] : curve) {
        if (same == length && ms < least) least = ms, best = kind;
      }
    }
    const auto tokens = static_cast<std::int64_t>(length);
    if (runs.empty() || runs.back().best != best) runs.push_back({best, tokens, tokens});
    runs.back().last = tokens;
    holds = holds && chosen.contains(best);
  }
  if (runs.empty()) return {text, text_of("C5.no such lengths")};
  Bilingual measured = word("fastest");
  for (const Run& run : runs) {
    const std::string lengths =
        run.last > run.first ? grouped(run.first) + " … " + grouped(run.last) : grouped(run.first);
    measured = text_of("C5.fastest at", measured, &run == runs.data() ? ":" : ",",
                       attention_kind(run.best).title(), lengths);
  }
  return {text, measured, holds_where(holds)};
}

}  // namespace

const std::vector<DocumentedGrowth> documented_growths{{"vanilla", "dense", 2, 2, "n²", "n²"},
                                                       {"sparse", "sparse", 1, 1, "n k", "n k"},
                                                       {"linear", "linear", 1, 1, "n", "n"},
                                                       {"flash", "blockwise", 2, 1, "n²", "n"}};

bool GrowthRule::holds(double slope, int power) const { return std::abs(slope - power) <= tolerance; }

std::vector<Statement> judge_attention_claims(const std::vector<AttentionMeasurement>& all,
                                              const AttentionCase& like) {
  using Quantity = AttentionQuantity;
  std::vector<Statement> claims;
  const CurveOf curve_of = [&](const char* kind, Quantity quantity) {
    return attention_curve(all, kind, like, quantity);
  };
  for (const DocumentedGrowth& d : documented_growths) {
    const Bilingual name = word(d.name);
    claims.push_back(
        judge_slope({text_of("C5.time", name, d.time_text), d.kind, Quantity::ms, d.time}, curve_of));
    claims.push_back(judge_slope(
        {text_of("C5.memory", name, d.memory_text), d.kind, Quantity::bytes, d.memory}, curve_of));
  }
  claims.push_back(in_both_turns(
      [&](Quantity time) { return judge_speed_up(curve_of("dense", time), curve_of("blockwise", time)); }));
  const auto choice = [&](const Bilingual& text, std::vector<const char*> kinds, double from, double to,
                          const std::set<std::string>& chosen) {
    claims.push_back(in_both_turns([&](Quantity time) {
      std::vector<std::pair<std::string, Curve>> curves;
      for (const char* kind : kinds) curves.emplace_back(kind, curve_of(kind, time));
      return judge_choice(text, curves, from, to, chosen);
    }));
  };
  // The first kind that is measured wherever anything is tells the lengths.
  choice(text_of("C5.short"), {"blockwise", "dense"}, 0, 511, {"dense"});
  choice(text_of("C5.middle"), {"blockwise", "dense"}, 512, 2048, {"blockwise"});
  choice(text_of("C5.long"), {"linear", "sparse", "BigBird", "blockwise", "dense"}, 2049, 1e9,
         {"linear", "sparse", "BigBird"});
  return claims;
}

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
