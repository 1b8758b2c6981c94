// C5: what documents say of the kinds of attention, put to what was measured.
#include "tools/measure/attention.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "lib/report/number.hpp"

namespace heed {

using Attentions = std::vector<AttentionMeasurement>;
using Quantity = AttentionQuantity;

double least_ms(const AttentionMeasurement& m) {
  return std::ranges::min_element(m.turns, {}, &AttentionCost::ms)->ms;
}

std::vector<FastestKind> fastest_kinds(const Attentions& all, Quantity time,
                                       const std::vector<const char*>& kinds, double from, double to) {
  std::map<double, std::pair<double, std::string>> best;  // by length, the least time and whose it is
  for (const char* kind : kinds)
    for (const auto& [length, ms] : attention_curve(all, kind, time))
      if (length >= from && length <= to && (!best.contains(length) || ms < best[length].first))
        best[length] = {ms, kind};
  std::vector<FastestKind> found;
  for (const auto& [length, one] : best) {
    const auto tokens = static_cast<std::int64_t>(length);
    if (found.empty() || found.back().kind != one.second) found.push_back({one.second, tokens, tokens});
    found.back().last = tokens;
  }
  return found;
}

namespace {

/// Judges a cost that is said to grow with a power of the length.
Statement judge_slope(const Attentions& all, const Bilingual& text, const char* kind, Quantity quantity,
                      int power) {
  const auto slope_of = [&](Quantity of) { return fitted_slope(attention_curve(all, kind, of), slope_from); };
  const auto holds = [&](double slope) { return std::abs(slope - power) <= slope_tolerance; };
  const std::optional<double> slope = slope_of(quantity);
  Statement judged{.text = text, .measured = text_of("C5.too few lengths")};
  if (!slope) return judged;
  judged = {text, holds_where(holds(*slope)), text_of("C5.slope", *slope),
            CellNumber{.value = *slope, .unit = "slope"}};
  if (quantity == Quantity::bytes) return judged;  // the same in each turn
  const std::optional<double> first = slope_of(Quantity::first_ms), second = slope_of(Quantity::second_ms);
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
Statement in_both_turns(const std::function<Statement(Quantity)>& judge) {
  Statement claim = judge(Quantity::ms);
  const ClaimVerdict first = judge(Quantity::first_ms).verdict, second = judge(Quantity::second_ms).verdict;
  if (claim.verdict == ClaimVerdict::not_measured) return claim;
  if (second == ClaimVerdict::not_measured)
    claim.verdict = ClaimVerdict::measured_once;
  else if (first != claim.verdict || second != claim.verdict)
    claim.verdict = ClaimVerdict::inside_the_noise;
  return claim;
}

/// Judges how many times as fast flash attention is, at lengths where its documents compare it.
Statement judge_speed_up(const Attentions& all, Quantity time) {
  const Bilingual& text = text_of("C5.speed-up");
  double least = INFINITY, most = 0;
  for (const auto& [length, slow] : attention_curve(all, "dense", time)) {
    for (const auto& [same, fast] : attention_curve(all, "blockwise", time)) {
      if (same != length || length < slope_from) continue;
      least = std::min(least, slow / fast), most = std::max(most, slow / fast);
    }
  }
  if (most == 0) return {.text = text, .measured = text_of("C5.too few lengths")};
  // more than 4 times holds all the more
  return {text, holds_where(least >= 2), text_of("C5.speed-up measured", least, most, grouped(1024))};
}

/// Judges who is the fastest at each length in [from, to].
Statement judge_choice(const Bilingual& text, const std::vector<FastestKind>& fastest,
                       const std::set<std::string>& chosen) {
  if (fastest.empty()) return {.text = text, .measured = text_of("C5.no such lengths")};
  Bilingual measured = word("fastest");
  bool holds = true;
  for (const auto& [kind, first, last] : fastest) {
    const std::string lengths = last > first ? grouped(first) + " … " + grouped(last) : grouped(first);
    measured = text_of("C5.fastest at", measured, &kind == &fastest[0].kind ? ":" : ",", word(kind), lengths);
    holds = holds && chosen.contains(kind);
  }
  return {text, holds_where(holds), measured};
}

}  // namespace

Curve attention_curve(const Attentions& all, const std::string& kind, Quantity quantity) {
  const bool both = quantity == Quantity::first_ms || quantity == Quantity::second_ms;
  Curve curve;
  for (const AttentionMeasurement& m : all) {
    if (m.kind != kind || m.turns.size() < (both ? 2 : 1)) continue;
    curve.emplace_back(m.tokens, quantity == Quantity::bytes       ? m.turns[0].bytes
                                 : quantity == Quantity::first_ms  ? m.turns[0].ms
                                 : quantity == Quantity::second_ms ? m.turns[1].ms
                                                                   : least_ms(m));
  }
  return curve;
}

std::vector<Statement> judge_attention_claims(const Attentions& all) {
  struct Growth {
    const char *name, *kind, *time_text, *memory_text;
    int time, memory;
  };
  std::vector<Statement> claims;
  for (const Growth& g :
       {Growth{"vanilla", "dense", "n²", "n²", 2, 2}, Growth{"sparse", "sparse", "n k", "n k", 1, 1},
        Growth{"linear", "linear", "n", "n", 1, 1}, Growth{"flash", "blockwise", "n²", "n", 2, 1}}) {
    claims.push_back(
        judge_slope(all, text_of("C5.time", word(g.name), g.time_text), g.kind, Quantity::ms, g.time));
    claims.push_back(judge_slope(all, text_of("C5.memory", word(g.name), g.memory_text), g.kind,
                                 Quantity::bytes, g.memory));
  }
  claims.push_back(in_both_turns([&](Quantity time) { return judge_speed_up(all, time); }));
  const auto choice = [&](const char* text, const std::vector<const char*>& kinds, double from, double to,
                          const std::set<std::string>& chosen) {
    claims.push_back(in_both_turns([&](Quantity time) {
      return judge_choice(text_of(text), fastest_kinds(all, time, kinds, from, to), chosen);
    }));
  };
  choice("C5.short", exact_kinds, 0, 511, {"dense"});
  choice("C5.middle", exact_kinds, 512, 2048, {"blockwise"});
  choice("C5.long", every_kind, 2049, INFINITY, {"linear", "sparse", "BigBird"});
  return claims;
}

}  // namespace heed
