// C5 and heed attention: what documents say of the kinds of attention, put to what was measured.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/report/number.hpp"
#include "tools/measure/attention.hpp"
#include "tools/measure/claims.hpp"

namespace heed {

using Attentions = std::vector<AttentionMeasurement>;

namespace {

const std::vector<const char*> exact_kinds{"dense", "blockwise"},
    every_kind{"dense", "blockwise", "sparse", "BigBird", "linear"};

/// Slopes are of lengths from here on: below, what does not depend on the length counts too.
constexpr double slope_from = 1024;

using Cost = double AttentionCost::*;

/// The costs of a kind that were measured, the least of all turns, by length.
Curve attention_curve(const Attentions& all, const std::string& kind, Cost cost) {
  Curve curve;
  for (const AttentionMeasurement& m : all)
    if (m.kind == kind && !m.turns.empty())
      curve.emplace_back(m.tokens, std::ranges::min(m.turns, {}, cost).*cost);
  return curve;
}

/// Judges a cost that is said to grow as n² or as n.
Statement judge_slope(const Attentions& all, const Bilingual& text, const char* kind, Cost cost,
                      const std::string& growth) {
  const std::optional<double> slope = fitted_slope(attention_curve(all, kind, cost), slope_from);
  if (!slope) return {.text = text, .measured = text_of("C5.too few lengths")};
  return {text, holds_where(std::abs(*slope - (growth == "n²" ? 2 : 1)) <= slope_tolerance),
          text_of("C5.slope", *slope)};
}

/// The judgement by all runs, if each of the two turns says so too.
Statement in_both_turns(const Attentions& all, const std::function<Statement(const Attentions&)>& judge) {
  Attentions turns[2];
  for (std::size_t turn : {0, 1})
    for (const AttentionMeasurement& m : all)
      if (m.turns.size() == 2) turns[turn].push_back({m.kind, m.tokens, {m.turns[turn]}});
  Statement claim = judge(all);
  const Statement first = judge(turns[0]), second = judge(turns[1]);
  if (claim.verdict == ClaimVerdict::not_measured) return claim;
  if (second.verdict == ClaimVerdict::not_measured) {
    claim.verdict = ClaimVerdict::measured_once;
  } else if (first.verdict != claim.verdict || second.verdict != claim.verdict) {
    claim.verdict = ClaimVerdict::inside_the_noise;
    claim.measured = text_of("C5.turns", claim.measured, first.measured, second.measured);
  }
  return claim;
}

/// Judges how many times as fast flash attention is, at lengths where its documents compare it.
Statement judge_speed_up(const Attentions& all) {
  const Bilingual& text = text_of("C5.speed-up");
  double least = INFINITY, most = 0;
  for (const auto& [length, slow] : attention_curve(all, "dense", &AttentionCost::ms))
    for (const auto& [same, fast] : attention_curve(all, "blockwise", &AttentionCost::ms))
      if (same == length && length >= slope_from)
        least = std::min(least, slow / fast), most = std::max(most, slow / fast);
  if (most == 0) return {.text = text, .measured = text_of("C5.too few lengths")};
  // more than 4 times holds all the more
  return {text, holds_where(least >= 2), text_of("C5.speed-up measured", least, most, grouped(1024))};
}

/// Judges who of `kinds` is the fastest at each length in [from, to] that was measured.
Statement judge_choice(const Attentions& all, const Bilingual& text, const std::vector<const char*>& kinds,
                       double from, double to, const std::set<std::string>& chosen) {
  std::map<double, std::pair<double, std::string>> best;  // by length, the least time and whose it is
  for (const char* kind : kinds)
    for (const auto& [length, ms] : attention_curve(all, kind, &AttentionCost::ms))
      if (length >= from && length <= to && (!best.contains(length) || ms < best[length].first))
        best[length] = {ms, kind};
  if (best.empty()) return {.text = text, .measured = text_of("C5.no such lengths")};
  Bilingual measured = word("fastest");
  bool holds = true;
  for (auto one = best.begin(); one != best.end();) {
    const std::string kind = one->second.second, first = grouped(std::llround(one->first));
    std::string lengths = first;  // of a row at which this kind is the fastest
    const char* const mark = one == best.begin() ? ":" : ",";
    while (++one != best.end() && one->second.second == kind)
      lengths = first + " … " + grouped(std::llround(one->first));
    measured = text_of("C5.fastest at", measured, mark, word(kind), lengths);
    holds = holds && chosen.contains(kind);
  }
  return {text, holds_where(holds), measured};
}

/// Milliseconds, or the most MiB that arrays held, of each kind by length, with their slopes.
ResultTable costs_by_length(Bilingual title, const Attentions& all, Cost cost_of) {
  const bool bytes = cost_of == &AttentionCost::bytes;
  std::set<std::int64_t> lengths;
  for (const AttentionMeasurement& m : all) lengths.insert(m.tokens);
  ResultTable table(std::move(title), {"kind", "slope"});
  table.add_columns({lengths.begin(), lengths.end()});
  for (const AttentionKind& kind : attention_kinds()) {
    const Curve curve = attention_curve(all, kind.name, cost_of);
    const std::map<double, double> costs(curve.begin(), curve.end());
    std::vector<TableCell> row{word(kind.name), number_cell("{:.2f}", fitted_slope(curve, slope_from))};
    for (const auto length : lengths) {
      const auto cost = costs.find(static_cast<double>(length));
      row.push_back(cost == costs.end() ? "–"
                    : bytes             ? number_cell("{:.1f}", cost->second / (1 << 20), "MiB")
                                        : number_cell("{:.2f}", cost->second, "ms"));
    }
    table.add(std::move(row));
  }
  return table;
}

/// The mean output of the linear form without its normaliser, as 000 prints it: φ(Q) (φ(K)ᵀ V). All values
/// are 1, so that a mean of values must be 1.
double without_normaliser(std::int64_t tokens) {
  const NoGrad no_grad;
  Rng rng(3);
  const Shape shape{tokens, attention_head_dim};
  const Variable q(rng.normal(shape)), k(rng.normal(shape)), v(Array::ones(shape));
  const auto phi = [](const Variable& x) { return relu(x) + exp(-relu(-x)); };  // elu(x) + 1
  return static_cast<double>(mean(matmul(phi(q), matmul(transpose(phi(k), 0, 1), v))).item());
}

}  // namespace

std::vector<Statement> judge_attention_claims(const Attentions& all) {
  struct Growth {
    const char *name, *kind, *time, *memory;
  };
  std::vector<Statement> claims;
  for (const Growth& g : {Growth{"vanilla", "dense", "n²", "n²"}, Growth{"sparse", "sparse", "n k", "n k"},
                          Growth{"linear", "linear", "n", "n"}, Growth{"flash", "blockwise", "n²", "n"}}) {
    claims.push_back(in_both_turns(all, [&](const Attentions& some) {
      const Bilingual text = text_of("C5.time", word(g.name), g.time);
      return judge_slope(some, text, g.kind, &AttentionCost::ms, g.time);
    }));
    claims.push_back(judge_slope(all, text_of("C5.memory", word(g.name), g.memory), g.kind,
                                 &AttentionCost::bytes, g.memory));
  }
  claims.push_back(in_both_turns(all, judge_speed_up));
  const auto choice = [&](const char* text, const std::vector<const char*>& kinds, double from, double to,
                          const std::set<std::string>& chosen) {
    claims.push_back(in_both_turns(all, [&](const Attentions& some) {
      return judge_choice(some, text_of(text), kinds, from, to, chosen);
    }));
  };
  choice("C5.short", exact_kinds, 0, 511, {"dense"});
  choice("C5.middle", exact_kinds, 512, 2048, {"blockwise"});
  choice("C5.long", every_kind, 2049, INFINITY, {"linear", "sparse", "BigBird"});
  return claims;
}

Finding found_of_attentions(const Attentions& all) {
  if (all.empty()) return {};
  ResultTable table(text_of("C5.table"), {"documents", "measured", "verdict"});
  std::vector<ClaimVerdict> verdicts;
  for (const Statement& c : judge_attention_claims(all)) {
    table.add({c.text, c.measured, verdict_text(c.verdict)});
    verdicts.push_back(c.verdict);
  }
  const auto count = [&](ClaimVerdict verdict) { return std::ranges::count(verdicts, verdict); };
  Finding finding{.verdict = together(verdicts),
                  .measured = text_of("C5.measured", verdicts.size(), count(ClaimVerdict::holds),
                                      count(ClaimVerdict::does_not_hold)),
                  .tables = {table, costs_by_length(text_of("C5.times"), all, &AttentionCost::ms),
                             costs_by_length(text_of("C5.bytes"), all, &AttentionCost::bytes)}};
  for (const auto& [verdict, why] :
       {std::pair(ClaimVerdict::inside_the_noise, word("two turns say different things")),
        std::pair(ClaimVerdict::measured_once, verdict_text(ClaimVerdict::measured_once)),
        std::pair(ClaimVerdict::not_measured, verdict_text(ClaimVerdict::not_measured))})
    if (count(verdict) > 0)
      finding.measured = joined(finding.measured, "; ", text_of("C5.unknown", count(verdict), why));
  return finding;
}

Finding kinds_of_attention(const ExperimentOptions& options) {
  AttentionPlan plan{.seconds = 240};
  if (options.quick) plan.lengths = {256, 512, 1024, 2048}, plan.seconds = 25, plan.seconds_each = 0.02;
  Finding finding = found_of_attentions(measure_attentions(plan));
  finding.correction = text_of("C5.normaliser", without_normaliser(256), without_normaliser(4096));
  return finding;
}

}  // namespace heed
