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

/// Milliseconds, or the most MiB that arrays held, of each kind by length. With their slopes stands in
/// brackets why something was left out.
enum class Slopes { hidden, shown };
ResultTable costs_by_length(Bilingual title, const Attentions& all, const AttentionCase& like,
                            Quantity quantity, Slopes slopes) {
  const bool bytes = quantity == Quantity::bytes;
  std::vector<std::string> columns{"kind"};
  if (slopes == Slopes::shown) columns.push_back("slope");
  std::set<std::int64_t> lengths;
  for (const AttentionMeasurement& m : all)
    if (same_case(m.at, like)) lengths.insert(m.at.tokens);
  for (const std::int64_t length : lengths) columns.push_back(grouped(length));
  ResultTable table(std::move(title), columns);
  table.along = word("tokens");
  for (const AttentionKind& kind : attention_kinds()) {
    std::vector<TableCell> row{kind.title()};
    if (slopes == Slopes::shown) {
      const auto slope = fitted_slope(attention_curve(all, kind.name, like, quantity), slope_from);
      row.push_back(slope ? number_cell("{:.2f}", *slope) : "–");
    }
    for (const std::int64_t length : lengths) {
      const auto m = std::ranges::find_if(all, [&](const AttentionMeasurement& one) {
        return one.kind == kind.name && one.at.tokens == length && same_case(one.at, like);
      });
      if (m == all.end() || m->turns.empty())
        row.push_back(m == all.end() || slopes == Slopes::hidden ? "–" : fmt::format("({})", m->why));
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
ResultTable fastest_by_length(Bilingual title, const Attentions& all, const AttentionCase& like) {
  ResultTable table(std::move(title), {"of", "fastest", "from (tokens)"});
  for (const auto& [among, kinds] :
       {std::pair("the exact ones", &exact_kinds), std::pair("all", &every_kind)})
    for (const auto& [kind, first, last] : fastest_kinds(all, like, Quantity::ms, *kinds, 0, INFINITY))
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

Finding kinds_of_attention(const ExperimentOptions& options) {
  const AttentionCase like{.heads = 8, .backward = true};
  AttentionPlan plan{.heads = {like.heads}, .causal = false, .forward_alone = false, .seconds = 240};
  if (options.quick) plan.lengths = {256, 512, 1024, 2048}, plan.seconds = 25, plan.seconds_each = 0.02;
  const Attentions all = measure_attentions(plan);
  Finding finding = found_of_attention(judge_attention_claims(all, like));
  finding.correction = text_of("C5.normaliser", without_normaliser(256), without_normaliser(4096));
  finding.tables.push_back(costs_by_length(text_of("C5.times"), all, like, Quantity::ms, Slopes::hidden));
  finding.tables.push_back(costs_by_length(text_of("C5.bytes"), all, like, Quantity::bytes, Slopes::hidden));
  finding.tables.push_back(fastest_by_length(text_of("C5.fastest"), all, like));
  return finding;
}

Finding found_of_attentions(const Attentions& all) {
  if (all.empty()) return {};
  AttentionCase headline = all.front().at;
  headline.causal = false, headline.backward = true;
  Finding finding = found_of_attention(judge_attention_claims(all, headline));
  const auto title_of = [](const AttentionCase& at) {
    return text_of(
        fmt::format("attention.{}{}", at.causal ? "causal " : "", at.backward ? "both ways" : "forward"),
        at.heads, attention_head_dim);
  };
  std::vector<ResultTable> tables;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const AttentionCase& like = all[i].at;
    if (i > 0 && same_case(like, all[i - 1].at)) continue;
    const Bilingual title = title_of(like);
    tables.push_back(
        costs_by_length(text_of("attention.times", title), all, like, Quantity::ms, Slopes::shown));
    tables.push_back(
        costs_by_length(text_of("attention.bytes", title), all, like, Quantity::bytes, Slopes::shown));
    if (like.backward) tables.push_back(fastest_by_length(text_of("attention.fastest", title), all, like));
  }
  finding.tables.front().title = text_of("attention.claims", title_of(headline));
  finding.tables.insert(finding.tables.begin(), tables.begin(), tables.end());
  finding.notes.push_back(noise_text(all));
  return finding;
}

}  // namespace heed
