// C5 and heed attention as tables.
#include <algorithm>
#include <set>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/report/number.hpp"
#include "tools/measure/attention.hpp"
#include "tools/measure/claims.hpp"

namespace heed {

using Attentions = std::vector<AttentionMeasurement>;
using Quantity = AttentionQuantity;

namespace {

/// Milliseconds, or the most MiB that arrays held, of each kind by length, with their slopes; in brackets
/// stands why something was left out.
ResultTable costs_by_length(Bilingual title, const Attentions& all, Quantity quantity) {
  const bool bytes = quantity == Quantity::bytes;
  std::vector<std::string> columns{"kind", "slope"};
  std::set<std::int64_t> lengths;
  for (const AttentionMeasurement& m : all) lengths.insert(m.tokens);
  for (const std::int64_t length : lengths) columns.push_back(grouped(length));
  ResultTable table(std::move(title), columns);
  table.along = word("tokens");
  for (const AttentionKind& kind : attention_kinds()) {
    const auto slope = fitted_slope(attention_curve(all, kind.name, quantity), slope_from);
    std::vector<TableCell> row{kind.title(), slope ? number_cell("{:.2f}", *slope) : "–"};
    for (const std::int64_t length : lengths) {
      const auto m = std::ranges::find_if(all, [&](const AttentionMeasurement& one) {
        return one.kind == kind.name && one.tokens == length;
      });
      if (m == all.end() || m->turns.empty())
        row.push_back(m == all.end() ? TableCell("–") : text_of("attention.left out", m->why));
      else
        row.push_back(bytes ? number_cell("{:.1f}", m->turns[0].bytes / (1 << 20), "MiB")
                            : number_cell("{:.2f}", least_ms(*m), "ms"));
    }
    table.add(std::move(row));
  }
  return table;
}

/// From which length on which kind is the fastest, of those that compute the same as dense attention and of
/// all.
ResultTable fastest_by_length(const Attentions& all) {
  ResultTable table(text_of("C5.fastest"), {"of", "fastest", "from (tokens)"});
  for (const auto& [among, kinds] :
       {std::pair("the exact ones", &exact_kinds), std::pair("all", &every_kind)})
    for (const auto& [kind, first, last] : fastest_kinds(all, Quantity::ms, *kinds, 0, INFINITY))
      table.add({among, word(kind), count_cell(first, "tokens")});
  return table;
}

/// How far the two turns are apart.
Bilingual noise_text(const Attentions& all) {
  std::vector<double> apart;
  for (const AttentionMeasurement& m : all)
    if (m.turns.size() == 2)
      apart.push_back(100 *
                      (std::ranges::max_element(m.turns, {}, &AttentionCost::ms)->ms / least_ms(m) - 1));
  if (apart.empty()) return text_of("attention.one turn");
  std::ranges::sort(apart);
  return text_of("attention.turns", apart[apart.size() / 2], apart[apart.size() * 9 / 10]);
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

Finding found_of_attentions(const Attentions& all) {
  if (all.empty()) return {};
  const std::vector<Statement> claims = judge_attention_claims(all);
  ResultTable table(text_of("C5.table"), {"documents", "measured", "verdict"});
  std::vector<ClaimVerdict> verdicts;
  for (const Statement& c : claims) {
    table.add({c.text, {c.measured, c.power}, verdict_text(c.verdict)});
    verdicts.push_back(c.verdict);
  }
  const auto count = [&](ClaimVerdict verdict) { return std::ranges::count(verdicts, verdict); };
  Finding finding{
      .verdict = together(verdicts),
      .measured = text_of("C5.measured", claims.size(), count(ClaimVerdict::holds),
                          count(ClaimVerdict::does_not_hold)),
      .tables = {table, costs_by_length(text_of("C5.times"), all, Quantity::ms),
                 costs_by_length(text_of("C5.bytes"), all, Quantity::bytes), fastest_by_length(all)},
      .notes = {noise_text(all)}};
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
