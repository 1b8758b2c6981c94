#include "tools/attention/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "lib/report/number.hpp"
#include "tools/language/both.hpp"

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

const Bilingual too_few_lengths{"too few lengths", "길이가 모자람"};

JudgedClaim judge_slope(const SlopeClaim& claim, const CurveOf& curve_of) {
  const GrowthRule rule;
  const auto slope_of = [&](AttentionQuantity quantity) {
    return rule.slope(curve_of(claim.kind, quantity));
  };
  const auto holds = [&](double slope) { return rule.holds(slope, claim.power); };
  const std::optional<double> slope = slope_of(claim.quantity);
  if (!slope) return {claim.text, too_few_lengths};
  JudgedClaim judged{claim.text, both("slope {:.2f}", "지수 {:.2f}", *slope), holds_where(holds(*slope)),
                     MeasuredPower{*slope}};
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
  judged.measured =
      both("{} ({:.2f}, then {:.2f})", "{} ({:.2f}, 다음에는 {:.2f})", judged.measured, *first, *second);
  judged.verdict = ClaimVerdict::inside_the_noise;
  return judged;
}

/// What all runs say, if each of the two turns says so too.
JudgedClaim in_both_turns(const std::function<JudgedClaim(AttentionQuantity)>& judge) {
  JudgedClaim claim = judge(AttentionQuantity::ms);
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
JudgedClaim judge_speed_up(const Curve& vanilla, const Curve& flash) {
  const Bilingual text{"flash: 2 to 4 times as fast as vanilla", "플래시: 보통보다 2–4배 빠름"};
  double least = INFINITY, most = 0;
  for (const auto& [length, slow] : vanilla) {
    for (const auto& [same, fast] : flash) {
      if (same != length || length < slope_from) continue;
      least = std::min(least, slow / fast), most = std::max(most, slow / fast);
    }
  }
  if (most == 0) return {text, too_few_lengths};
  return {text,
          both("{0:.1f} to {1:.1f} times from {2} tokens on", "{2} 토큰부터 {0:.1f}–{1:.1f}배", least, most,
               grouped(1024)),
          holds_where(least >= 2)};  // more than 4 times holds all the more
}

/// Who is the fastest at each length in [from, to].
JudgedClaim judge_choice(const Bilingual& text, const std::vector<std::pair<std::string, Curve>>& curves,
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
  if (runs.empty()) return {text, {"no such lengths", "그런 길이가 없음"}};
  Bilingual measured{"fastest", "가장 빠른 것"};
  for (const Run& run : runs) {
    const std::string lengths =
        run.last > run.first ? grouped(run.first) + " … " + grouped(run.last) : grouped(run.first);
    measured = both("{0}{1} {2} at {3}", "{0}{1} {3} {2}", measured, &run == runs.data() ? ":" : ",",
                    attention_kind(run.best).title(), lengths);
  }
  return {text, measured, holds_where(holds)};
}

}  // namespace

const std::vector<DocumentedGrowth> documented_growths{{{"vanilla", "보통"}, "dense", 2, 2, "n²", "n²"},
                                                       {{"sparse", "희소"}, "sparse", 1, 1, "n k", "n k"},
                                                       {{"linear", "선형"}, "linear", 1, 1, "n", "n"},
                                                       {{"flash", "플래시"}, "blockwise", 2, 1, "n²", "n"}};

bool GrowthRule::holds(double slope, int power) const { return std::abs(slope - power) <= tolerance; }

std::vector<JudgedClaim> judge_attention_claims(const std::vector<AttentionMeasurement>& all,
                                                const AttentionCase& like) {
  using Quantity = AttentionQuantity;
  std::vector<JudgedClaim> claims;
  const CurveOf curve_of = [&](const char* kind, Quantity quantity) {
    return attention_curve(all, kind, like, quantity);
  };
  for (const DocumentedGrowth& d : documented_growths) {
    claims.push_back(judge_slope(
        {both("{}: time O({})", "{}: 시간 O({})", d.name, d.time_text), d.kind, Quantity::ms, d.time},
        curve_of));
    claims.push_back(judge_slope({both("{}: memory O({})", "{}: 메모리 O({})", d.name, d.memory_text), d.kind,
                                  Quantity::bytes, d.memory},
                                 curve_of));
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
  // Of the kinds that are measured wherever anything is, the first tells the lengths.
  choice({"below 512 tokens vanilla (of the exact ones)", "512 토큰 아래는 보통 (정확한 것 가운데)"},
         {"blockwise", "dense"}, 0, 511, {"dense"});
  choice({"from 512 to 2,048 flash (of the exact ones)", "512에서 2,048까지 플래시 (정확한 것 가운데)"},
         {"blockwise", "dense"}, 512, 2048, {"blockwise"});
  choice({"beyond 2,048 sparse or linear (of all)", "2,048 위는 희소나 선형 (모두 가운데)"},
         {"linear", "sparse", "BigBird", "blockwise", "dense"}, 2049, 1e9, {"linear", "sparse", "BigBird"});
  return claims;
}

}  // namespace heed
