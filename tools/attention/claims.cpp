#include "tools/attention/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "lib/report/number.hpp"

namespace heed {
namespace {

struct SlopeClaim {
  const char *text, *kind;
  AttentionQuantity quantity;
  double slope;
};

/// The curve of a kind by a quantity.
using CurveOf = std::function<Curve(const char* kind, AttentionQuantity quantity)>;

ClaimVerdict verdict_of(bool holds) { return holds ? ClaimVerdict::holds : ClaimVerdict::does_not_hold; }

AttentionClaim judge_slope(const SlopeClaim& claim, const CurveOf& curve_of) {
  const auto slope_of = [&](AttentionQuantity quantity) {
    return fitted_slope(curve_of(claim.kind, quantity), slope_from);
  };
  const auto holds = [&](double slope) { return std::abs(slope - claim.slope) <= slope_tolerance; };
  const std::optional<double> slope = slope_of(claim.quantity);
  if (!slope) return {claim.text, "too few lengths"};
  AttentionClaim judged{claim.text, fmt::format("slope {:.2f}", *slope), verdict_of(holds(*slope)), slope};
  if (claim.quantity == AttentionQuantity::bytes) return judged;  // the same in each turn
  const std::optional<double> first = slope_of(AttentionQuantity::first_ms),
                              second = slope_of(AttentionQuantity::second_ms);
  if (!first || !second) {
    judged.verdict = ClaimVerdict::measured_once;
    return judged;
  }
  judged.turns = {*first, *second};
  if (std::abs(*first - *second) <= slope_tolerance && holds(*first) == holds(*slope) &&
      holds(*second) == holds(*slope))
    return judged;
  judged.measured += fmt::format(" ({:.2f}, then {:.2f})", *first, *second);
  judged.verdict = ClaimVerdict::inside_the_noise;
  return judged;
}

/// What all runs say, if each of the two turns says so too.
AttentionClaim in_both_turns(const std::function<AttentionClaim(AttentionQuantity)>& judge) {
  AttentionClaim claim = judge(AttentionQuantity::ms);
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
AttentionClaim judge_speed_up(const Curve& vanilla, const Curve& flash) {
  const char* text = "flash: 2 to 4 times as fast as vanilla";
  double least = INFINITY, most = 0;
  for (const auto& [length, slow] : vanilla) {
    for (const auto& [same, fast] : flash) {
      if (same != length || length < slope_from) continue;
      least = std::min(least, slow / fast), most = std::max(most, slow / fast);
    }
  }
  if (most == 0) return {text, "too few lengths"};
  return {text, fmt::format("{:.1f} to {:.1f} times from {} tokens on", least, most, grouped(1024)),
          verdict_of(least >= 2)};  // more than 4 times holds all the more
}

/// Who is the fastest at each length in [from, to].
AttentionClaim judge_choice(const std::string& text, const std::vector<std::pair<std::string, Curve>>& curves,
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
  if (runs.empty()) return {text, "no such lengths"};
  std::string measured;
  for (const Run& run : runs) {
    measured += fmt::format("{}{} at {}", measured.empty() ? "" : ", ", run.best, grouped(run.first));
    if (run.last > run.first) measured += " … " + grouped(run.last);
  }
  return {text, "fastest: " + measured, verdict_of(holds)};
}

}  // namespace

std::vector<AttentionClaim> judge_attention_claims(const std::vector<AttentionMeasurement>& all,
                                                   const AttentionCase& like) {
  using Quantity = AttentionQuantity;
  const std::vector<SlopeClaim> slopes{{"vanilla: time O(n²)", "dense", Quantity::ms, 2},
                                       {"vanilla: memory O(n²)", "dense", Quantity::bytes, 2},
                                       {"sparse: time O(n k)", "sparse", Quantity::ms, 1},
                                       {"sparse: memory O(n k)", "sparse", Quantity::bytes, 1},
                                       {"linear: time O(n)", "linear", Quantity::ms, 1},
                                       {"linear: memory O(n)", "linear", Quantity::bytes, 1},
                                       {"flash: time O(n²)", "blockwise", Quantity::ms, 2},
                                       {"flash: memory O(n)", "blockwise", Quantity::bytes, 1}};
  std::vector<AttentionClaim> claims;
  const CurveOf curve_of = [&](const char* kind, Quantity quantity) {
    return attention_curve(all, kind, like, quantity);
  };
  for (const SlopeClaim& claim : slopes) claims.push_back(judge_slope(claim, curve_of));
  claims.push_back(in_both_turns(
      [&](Quantity time) { return judge_speed_up(curve_of("dense", time), curve_of("blockwise", time)); }));
  const auto choice = [&](const char* text, std::vector<const char*> kinds, double from, double to,
                          const std::set<std::string>& chosen) {
    claims.push_back(in_both_turns([&](Quantity time) {
      std::vector<std::pair<std::string, Curve>> curves;
      for (const char* kind : kinds) curves.emplace_back(kind, curve_of(kind, time));
      return judge_choice(text, curves, from, to, chosen);
    }));
  };
  // Of the kinds that are measured wherever anything is, the first tells the lengths.
  choice("below 512 tokens vanilla (of the exact ones)", {"blockwise", "dense"}, 0, 511, {"dense"});
  choice("from 512 to 2,048 flash (of the exact ones)", {"blockwise", "dense"}, 512, 2048, {"blockwise"});
  choice("beyond 2,048 sparse or linear (of all)", {"linear", "sparse", "BigBird", "blockwise", "dense"},
         2049, 1e9, {"linear", "sparse", "BigBird"});
  return claims;
}

}  // namespace heed
