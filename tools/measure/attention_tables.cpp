// C4, C5 and heed attention: what attention costs.
#include "tools/measure/attention_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/core/memory_error.hpp"
#include "lib/report/number.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/rules.hpp"
#include "tools/measure/series.hpp"

namespace heed {
namespace {

bool same_case(const AttentionCase& a, const AttentionCase& b) {
  return a.heads == b.heads && a.causal == b.causal && a.backward == b.backward;
}

std::optional<double> cost_at(const Curve& curve, double length) {
  const auto at = std::ranges::find(curve, length, &Curve::value_type::first);
  return at == curve.end() ? std::nullopt : std::optional(at->second);
}

/// A row each time that another of the kinds becomes the fastest; `among` is what the kinds have in common.
void add_fastest(ResultTable& table, const char* among, const std::vector<Curve>& ms,
                 const std::set<std::string>& kinds) {
  std::set<double> lengths;
  for (const Curve& curve : ms)
    for (const auto& [length, cost] : curve) lengths.insert(length);
  std::optional<std::size_t> fastest;  // at the length before
  double before = 0;
  for (const double length : lengths) {
    std::optional<std::size_t> now;
    for (std::size_t kind = 0; kind < ms.size(); ++kind) {
      const auto cost = cost_at(ms[kind], length);
      if (kinds.contains(attention_kinds()[kind].name) && cost &&
          (!now || *cost < *cost_at(ms[*now], length)))
        now = kind;
    }
    if (!now) continue;
    if (now != fastest) {
      // the two lengths alone, so that it is this crossing and no later one
      const auto between = [&](std::size_t kind) {
        return Curve{{before, cost_at(ms[kind], before).value_or(0)}, {length, *cost_at(ms[kind], length)}};
      };
      const bool overtakes = fastest && cost_at(ms[*fastest], length) && cost_at(ms[*now], before);
      const double from = overtakes ? crossing(between(*fastest), between(*now)).value_or(length) : length;
      const std::string shown = grouped(std::llround(from));
      table.add({among, attention_kinds()[*now].title(), {fastest ? shown : "≤ " + shown, from, "tokens"}});
    }
    fastest = now, before = length;
  }
}

std::vector<Curve> curves_of(const std::vector<AttentionMeasurement>& all, const AttentionCase& like) {
  std::vector<Curve> ms;
  for (const AttentionKind& kind : attention_kinds())
    ms.push_back(attention_curve(all, kind.name, like, AttentionQuantity::ms));
  return ms;
}

Bilingual case_text(const AttentionCase& at) {
  return text_of(
      fmt::format("attention.{}{}", at.causal ? "causal " : "", at.backward ? "both ways" : "forward"),
      at.heads, attention_head_dim);
}

/// How far the two turns are apart.
Bilingual noise_text(const std::vector<AttentionMeasurement>& all) {
  std::vector<double> apart;
  for (const AttentionMeasurement& m : all)
    if (m.turns.size() == 2)
      apart.push_back(100 * (std::ranges::max(m.turns) / std::ranges::min(m.turns) - 1));
  if (apart.empty()) return text_of("attention.one turn");
  std::ranges::sort(apart);
  return text_of("attention.turns", apart[apart.size() / 2], apart[apart.size() * 9 / 10]);
}

}  // namespace

Finding memory_of_scores(const ExperimentOptions& options) {
  ResultTable table(text_of("C4.table"), {"tokens", "T² × 4 bytes", "measured", "documents"});
  double worst = 0;
  std::int64_t right = 0;
  Bilingual wrong;
  for (const PrintedSize& row : printed_sizes()) {
    TableCell held("–");
    const double bytes = static_cast<double>(row.tokens) * static_cast<double>(row.tokens) * 4;
    const auto shown = [](double size) { return bytes_text(static_cast<std::size_t>(size)); };
    if (row.tokens <= (options.quick ? 2048 : 8192)) {
      // Beyond queries, keys, values: the scores and the output of 64 numbers a token.
      const AttentionCost cost =
          measure_attention(attention_kind("dense"), {.tokens = row.tokens, .heads = 1}, 0);
      const double scores = cost.bytes - static_cast<double>(row.tokens) * attention_head_dim * 4;
      worst = std::max(worst, std::abs(scores / bytes - 1));
      held = {shown(scores), scores, "bytes"};
    }
    if (row.is_right_of(bytes)) {
      ++right;
    } else {
      const Bilingual one = text_of("C4.wrong size", word(row.document), grouped(row.tokens), shown(bytes),
                                    row.meant / (1 << 30), grouped(std::llround(std::sqrt(row.meant / 4))));
      wrong = wrong.english.empty() ? one : both("{}; {}", "{}; {}", wrong, one);
    }
    table.add({count_cell(row.tokens), {shown(bytes), bytes, "bytes"}, held, row.document});
  }
  const bool all_right = wrong.english.empty();
  const ClaimVerdict growth = holds_where(worst < 0.05), printed = holds_where(all_right);
  return {.verdict = together({growth, printed}),
          .measured = text_of("C4.measured", 100 * worst, printed_sizes().size(), right),
          .correction = wrong,
          .tables = {table},
          .statements = {{.text = word("T² × 4 bytes"), .verdict = growth},
                         {.text = word("printed sizes"), .verdict = printed}},
          .answer = all_right ? ClaimAnswer::yes : ClaimAnswer::no};
}

Finding found_of_attention(const std::vector<Statement>& claims) {
  ResultTable table(text_of("C5.table"), {"documents", "measured", "verdict"});
  std::vector<ClaimVerdict> verdicts;
  const auto count = [&](ClaimVerdict verdict) { return std::ranges::count(verdicts, verdict); };
  for (const Statement& c : claims) {
    table.add({c.text, {c.measured, c.power}, verdict_text(c.verdict)});
    verdicts.push_back(c.verdict);
  }
  const auto hold = count(ClaimVerdict::holds), not_hold = count(ClaimVerdict::does_not_hold);
  Finding finding{.verdict = together(verdicts),
                  .measured = text_of("C5.measured", claims.size(), hold, not_hold),
                  .tables = {table},
                  .answer = hold == std::ssize(claims) ? ClaimAnswer::yes
                            : not_hold > 0             ? ClaimAnswer::no  // not all of it
                                                       : ClaimAnswer::unknown};
  const auto add_unknown = [&](ClaimVerdict verdict, const Bilingual& why) {
    if (count(verdict) == 0) return;
    const Bilingual unknown = text_of("C5.unknown", count(verdict), why);
    finding.measured = both("{}; {}", "{}. {}", finding.measured, unknown);
  };
  add_unknown(ClaimVerdict::inside_the_noise, word("two turns say different things"));
  for (const ClaimVerdict verdict : {ClaimVerdict::measured_once, ClaimVerdict::not_measured})
    add_unknown(verdict, verdict_text(verdict));
  return finding;
}

Finding kinds_of_attention(const ExperimentOptions& options) {
  const AttentionCase like{.heads = 8, .backward = true};
  // The claims need no more than this, and then there is time for two turns.
  AttentionPlan plan{.heads = {like.heads}, .causal = false, .forward_alone = false, .seconds = 240};
  if (options.quick) plan.lengths = {256, 512, 1024, 2048}, plan.seconds = 25, plan.seconds_each = 0.02;
  const std::vector<AttentionMeasurement> all = measure_attentions(plan);
  Finding finding = found_of_attention(judge_attention_claims(all, like));
  finding.correction = text_of("C5.normaliser", without_normaliser(256), without_normaliser(4096));
  const auto costs = [&](const char* title, AttentionQuantity quantity) {
    finding.tables.push_back(costs_by_length(text_of(title), all, like, quantity, Slopes::hidden));
  };
  costs("C5.times", AttentionQuantity::ms);
  costs("C5.bytes", AttentionQuantity::bytes);
  finding.tables.push_back(fastest_by_length(text_of("C5.fastest"), curves_of(all, like)));
  return finding;
}

ResultTable costs_by_length(Bilingual title, const std::vector<AttentionMeasurement>& all,
                            const AttentionCase& like, AttentionQuantity quantity, Slopes slopes) {
  const bool bytes = quantity == AttentionQuantity::bytes;
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
      if (m == all.end() || !m->cost)
        row.push_back(m == all.end() || slopes == Slopes::hidden ? "–" : fmt::format("({})", m->why));
      else
        row.push_back(bytes ? number_cell("{:.1f}", m->cost->bytes / (1 << 20), "MiB")
                            : number_cell("{:.2f}", m->cost->ms, "ms"));
    }
    table.add(std::move(row));
  }
  return table;
}

ResultTable fastest_by_length(Bilingual title, const std::vector<Curve>& ms) {
  ResultTable table(std::move(title), {"of", "fastest", "from (tokens)"});
  add_fastest(table, "the exact ones", ms, {"dense", "blockwise"});
  std::set<std::string> all;
  for (const AttentionKind& kind : attention_kinds()) all.insert(kind.name);
  add_fastest(table, "all", ms, all);
  return table;
}

Finding found_of_attentions(const std::vector<AttentionMeasurement>& all, std::size_t width,
                            Language language) {
  if (all.empty()) return {};
  AttentionCase headline = all.front().at;
  headline.causal = false, headline.backward = true;
  Finding finding = found_of_attention(judge_attention_claims(all, headline));
  std::vector<ResultTable> tables;
  std::vector<AttentionCase> cases;
  for (const AttentionMeasurement& m : all) {
    const AttentionCase& like = m.at;
    if (std::ranges::any_of(cases, [&](const AttentionCase& one) { return same_case(one, like); })) continue;
    cases.push_back(like);
    const Bilingual title = case_text(like);
    const auto costs = [&](const char* section, AttentionQuantity quantity) {
      tables.push_back(costs_by_length(text_of(section, title), all, like, quantity, Slopes::shown));
      if (same_case(like, headline) && quantity == AttentionQuantity::ms)
        finding.picture = series_pictures({tables.back()}, width, language);
    };
    costs("attention.times", AttentionQuantity::ms);
    costs("attention.bytes", AttentionQuantity::bytes);
    if (like.backward)
      tables.push_back(fastest_by_length(text_of("attention.fastest", title), curves_of(all, like)));
  }
  finding.tables.front().title = text_of("attention.claims", case_text(headline));
  finding.tables.insert(finding.tables.begin(), tables.begin(), tables.end());
  finding.notes.push_back(noise_text(all));
  return finding;
}

double without_normaliser(std::int64_t tokens) {
  const NoGrad no_grad;
  Rng rng(3);
  const Shape shape{tokens, attention_head_dim};
  const Variable q(rng.normal(shape)), k(rng.normal(shape)), v(Array::ones(shape));
  const auto phi = [](const Variable& x) { return relu(x) + exp(-relu(-x)); };  // elu(x) + 1
  return static_cast<double>(mean(matmul(phi(q), matmul(transpose(phi(k), 0, 1), v))).item());
}

}  // namespace heed
