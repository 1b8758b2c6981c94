#include "tools/attention/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "lib/report/number.hpp"

namespace heed {
namespace {

struct SlopeClaim {
  const char *text, *kind;
  AttentionQuantity quantity;
  double slope;
};

AttentionClaim judge_slope(const SlopeClaim& claim, const Curve& curve) {
  const std::optional<double> slope = fitted_slope(curve, slope_from);
  if (!slope) return {claim.text, "too few lengths", "not measured"};
  return {claim.text, fmt::format("slope {:.2f}", *slope),
          std::abs(*slope - claim.slope) <= slope_tolerance ? "holds" : "does not hold"};
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
  if (most == 0) return {text, "too few lengths", "not measured"};
  return {text, fmt::format("{:.1f} to {:.1f} times from {} tokens on", least, most, grouped(1024)),
          least >= 2 && most <= 4 ? "holds"
          : least < 2             ? "does not hold"
                                  : "holds, and more"};
}

/// Who is the fastest at each length in [from, to].
AttentionClaim judge_choice(const std::string& text, const std::vector<std::pair<std::string, Curve>>& curves,
                            double from, double to, const std::set<std::string>& chosen) {
  std::string measured;
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
    measured += fmt::format("{}{} at {}", measured.empty() ? "" : ", ", best,
                            grouped(static_cast<std::int64_t>(length)));
    holds = holds && chosen.contains(best);
  }
  if (measured.empty()) return {text, "no such lengths", "not measured"};
  return {text, "fastest: " + measured, holds ? "holds" : "does not hold"};
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
  for (const SlopeClaim& claim : slopes)
    claims.push_back(judge_slope(claim, attention_curve(all, claim.kind, like, claim.quantity)));
  const auto time_of = [&](const char* kind) { return attention_curve(all, kind, like, Quantity::ms); };
  claims.push_back(judge_speed_up(time_of("dense"), time_of("blockwise")));
  // Linear first: it is measured wherever anything is.
  const std::vector<std::pair<std::string, Curve>> exact{{"blockwise", time_of("blockwise")},
                                                         {"dense", time_of("dense")}};
  std::vector<std::pair<std::string, Curve>> every{
      {"linear", time_of("linear")}, {"sparse", time_of("sparse")}, {"BigBird", time_of("BigBird")}};
  every.insert(every.end(), exact.begin(), exact.end());
  claims.push_back(judge_choice("below 512 tokens vanilla (of the exact ones)", exact, 0, 511, {"dense"}));
  claims.push_back(
      judge_choice("from 512 to 2,048 flash (of the exact ones)", exact, 512, 2048, {"blockwise"}));
  claims.push_back(judge_choice("beyond 2,048 sparse or linear (of all)", every, 2049, 1e9,
                                {"linear", "sparse", "BigBird"}));
  return claims;
}

}  // namespace heed
