#include "tools/attention/report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lib/core/memory_error.hpp"
#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "tools/attention/claims.hpp"
#include "tools/attention/plot.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

/// The kinds in pairs in which one is said to overtake the other.
constexpr std::pair<const char*, const char*> rivals[] = {{"dense", "blockwise"},  {"dense", "linear"},
                                                          {"blockwise", "sparse"}, {"blockwise", "BigBird"},
                                                          {"blockwise", "linear"}, {"sparse", "linear"}};

std::string milliseconds_text(double ms) {
  return ms < 10     ? fmt::format("{:.2f} ms", ms)
         : ms < 1000 ? fmt::format("{:.0f} ms", ms)
                     : fmt::format("{:.1f} s", ms / 1e3);
}

std::string case_text(const AttentionCase& at) {
  return fmt::format("{} of {}, {}, {}", counted(at.heads, "head"), attention_head_dim,
                     at.causal ? "causal" : "all see all", at.backward ? "forward and backward" : "forward");
}

/// Every case that was measured, whatever its length, in the order of its first measurement.
std::vector<AttentionCase> cases_of(const std::vector<AttentionMeasurement>& all) {
  std::vector<AttentionCase> cases;
  for (const AttentionMeasurement& m : all) {
    const auto same = [&](const AttentionCase& c) {
      return c.heads == m.at.heads && c.causal == m.at.causal && c.backward == m.at.backward;
    };
    if (std::none_of(cases.begin(), cases.end(), same)) cases.push_back(m.at);
  }
  return cases;
}

std::string slope_text(const Curve& curve) {
  const std::optional<double> slope = fitted_slope(curve, slope_from);
  return slope ? fmt::format("{:.2f}", *slope) : "-";
}

std::string case_table(const std::vector<AttentionMeasurement>& all, const AttentionCase& like) {
  Table table{.columns = {{"tokens", Align::right}}};
  std::vector<std::string> times{"slope: time"}, sizes{"slope: bytes"}, names;
  for (const AttentionKind& kind : attention_kinds()) {
    table.columns.push_back({kind.name, Align::right});
    times.push_back(slope_text(attention_curve(all, kind.name, like, AttentionQuantity::ms)));
    sizes.push_back(slope_text(attention_curve(all, kind.name, like, AttentionQuantity::bytes)));
  }
  for (const AttentionMeasurement& m : all) {
    if (m.at.heads != like.heads || m.at.causal != like.causal || m.at.backward != like.backward) continue;
    const std::string tokens = grouped(m.at.tokens);
    if (table.rows.empty() || table.rows.back().front() != tokens) {
      table.rows.emplace_back(attention_kinds().size() + 1, "");
      table.rows.back().front() = tokens;
    }
    const auto column = static_cast<std::size_t>(&attention_kind(m.kind) - attention_kinds().data()) + 1;
    table.rows.back()[column] = m.cost ? fmt::format("{} {:>9}", milliseconds_text(m.cost->ms),
                                                     bytes_text(static_cast<std::size_t>(m.cost->bytes)))
                                       : fmt::format("({})", m.why);
  }
  table.rows.push_back(times);
  table.rows.push_back(sizes);
  return fmt::format("{}\n\n{}\n", case_text(like), format_table(table));
}

std::string crossings_table(const std::vector<AttentionMeasurement>& all) {
  Table table{.columns = {{"the first costs less than the second"}}};
  for (const auto& [earlier, later] : rivals)
    table.rows.push_back({fmt::format("{} than {}", later, earlier)});
  for (const AttentionCase& like : cases_of(all)) {
    if (!like.backward) continue;
    table.columns.push_back(
        {fmt::format("{}, {}", counted(like.heads, "head"), like.causal ? "causal" : "all"), Align::right});
    std::size_t row = 0;
    for (const auto& [earlier, later] : rivals) {
      const Curve a = attention_curve(all, earlier, like, AttentionQuantity::ms);
      const Curve b = attention_curve(all, later, like, AttentionQuantity::ms);
      const std::optional<double> at = crossing(a, b);
      table.rows[row++].push_back(!at ? "never"
                                  : *at == 0
                                      ? "always"
                                      : fmt::format("from {}", grouped(static_cast<std::int64_t>(*at))));
    }
  }
  return format_table(table);
}

std::string errors_table(const AttentionResults& results) {
  Table table{.columns = {{"kind"}, {""}, {"rounding", Align::right}, {"from full attention", Align::right}}};
  for (const AttentionError& e : results.errors)
    table.rows.push_back({e.kind, e.causal ? "causal" : "all see all", fmt::format("{:.1e}", e.rounding),
                          fmt::format("{:.1e}", e.from_full)});
  return format_table(table);
}

std::string unnormalised_table(const AttentionResults& results) {
  Table table{.columns = {{"tokens", Align::right}, {"normalised", Align::right}, {"not", Align::right}}};
  for (const Unnormalised& u : results.unnormalised)
    table.rows.push_back({grouped(u.tokens), fmt::format("{:.6f}", u.with_normaliser),
                          grouped(static_cast<std::int64_t>(u.without))});
  return format_table(table);
}

/// How far the two turns are apart.
std::string noise_text(const std::vector<AttentionMeasurement>& all) {
  std::vector<double> apart;
  for (const AttentionMeasurement& m : all) {
    if (m.turns.size() == 2)
      apart.push_back(100 * (std::max(m.turns[0], m.turns[1]) / std::min(m.turns[0], m.turns[1]) - 1));
  }
  std::ranges::sort(apart);
  std::string text = "Times are the least of several runs";
  if (!apart.empty())
    text += fmt::format(
        ", in two turns over everything. Between the turns half of them differ by {:.0f} %\nor less, nine of "
        "ten by {:.0f} % or less",
        apart[apart.size() / 2], apart[apart.size() * 9 / 10]);
  return text + ".\n\n";
}

/// The case that the plot and the claims are of: the most heads, both ways, all see all.
AttentionCase headline(const std::vector<AttentionMeasurement>& all) {
  AttentionCase like = all.front().at;
  like.causal = false, like.backward = true;
  return like;
}

}  // namespace

std::string attention_report(const AttentionResults& results, std::size_t width) {
  const std::vector<AttentionMeasurement>& all = results.measurements;
  if (all.empty()) return "";
  std::string text;
  for (const AttentionCase& like : cases_of(all)) text += case_table(all, like) + "\n";
  text += noise_text(all);
  const AttentionCase like = headline(all);
  std::vector<PlotCurve> curves;
  std::string marks;
  for (const AttentionKind& kind : attention_kinds()) {
    curves.push_back({kind.mark, attention_curve(all, kind.name, like, AttentionQuantity::ms)});
    marks += fmt::format("  {}  {}: {}\n", kind.mark, kind.name, kind.what);
  }
  text += fmt::format(
      "Time, {}:\n\n{}\n{}\n", case_text(like),
      logarithmic_plot(curves, "ms", static_cast<int>(std::clamp<std::size_t>(width, 40, 92)) - 20, 20),
      marks);
  text += fmt::format("Where they cross, forward and backward:\n\n{}\n", crossings_table(all));
  if (!results.errors.empty())
    text += fmt::format(
        "Errors at {} tokens, forward, in float: ‖out - exact‖ / ‖exact‖, exact in double. Rounding: beside\n"
        "what the kind should give; from full attention: what it leaves out, for random numbers.\n\n{}\n",
        grouped(results.error_tokens), errors_table(results));
  if (!results.unnormalised.empty())
    text += fmt::format(
        "Linear attention without its normaliser, φ(Q)(φ(K)ᵀV), as some print it. Every value is 1, and so\n"
        "must be every mean of values:\n\n{}\n"
        "Weights that do not sum to 1 grow with the number of tokens: a model that was trained on short\n"
        "sentences sees other numbers in long ones, and padding changes them all.\n\n",
        unnormalised_table(results));
  Table claims{.columns = {{"documents say"}, {"measured here"}, {""}}};
  for (const JudgedClaim& c : judge_attention_claims(all, like))
    claims.rows.push_back({c.text.english, c.measured.english, verdict_name(c.verdict)});
  text += fmt::format("What documents say, and what holds on this machine ({}):\n\n{}", case_text(like),
                      format_table(claims));
  if (!results.complete) text += "\nInterrupted: what was measured until then.\n";
  return text;
}

nlohmann::json attention_json(const AttentionResults& results) {
  const std::vector<AttentionMeasurement>& all = results.measurements;
  using Json = nlohmann::json;
  Json json{
      {"machine", describe_machine()}, {"head_dim", attention_head_dim}, {"complete", results.complete}};
  json["measurements"] = Json::array();
  for (const AttentionMeasurement& m : all) {
    Json one{{"kind", m.kind},
             {"tokens", m.at.tokens},
             {"heads", m.at.heads},
             {"causal", m.at.causal},
             {"backward", m.at.backward}};
    if (m.cost) one.update({{"ms", m.cost->ms}, {"turns_ms", m.turns}, {"bytes", m.cost->bytes}});
    if (!m.cost) one["left_out"] = m.why;
    json["measurements"].push_back(std::move(one));
  }
  json["slopes"] = json["crossings"] = Json::array();
  for (const AttentionCase& like : cases_of(all)) {
    const Json where{{"heads", like.heads}, {"causal", like.causal}, {"backward", like.backward}};
    const auto curve_of = [&](const std::string& kind, AttentionQuantity q) {
      return attention_curve(all, kind, like, q);
    };
    for (const AttentionKind& kind : attention_kinds()) {
      Json one = where;
      one["kind"] = kind.name;
      for (const auto& [name, q] :
           {std::pair{"time", AttentionQuantity::ms}, {"bytes", AttentionQuantity::bytes}}) {
        const std::optional<double> slope = fitted_slope(curve_of(kind.name, q), slope_from);
        one[name] = slope ? Json(*slope) : Json();
      }
      json["slopes"].push_back(std::move(one));
    }
    for (const auto& [earlier, later] : rivals) {
      Json one = where;
      const std::optional<double> at =
          crossing(curve_of(earlier, AttentionQuantity::ms), curve_of(later, AttentionQuantity::ms));
      one.update({{"from", earlier}, {"to", later}, {"tokens", at ? Json(*at) : Json()}});
      json["crossings"].push_back(std::move(one));
    }
  }
  json["errors"] = json["without_normaliser"] = json["claims"] = Json::array();
  for (const AttentionError& e : results.errors)
    json["errors"].push_back({{"kind", e.kind},
                              {"tokens", results.error_tokens},
                              {"causal", e.causal},
                              {"rounding", e.rounding},
                              {"from_full", e.from_full}});
  for (const Unnormalised& u : results.unnormalised)
    json["without_normaliser"].push_back(
        {{"tokens", u.tokens}, {"normalised", u.with_normaliser}, {"not", u.without}});
  if (!all.empty()) {
    for (const JudgedClaim& c : judge_attention_claims(all, headline(all)))
      json["claims"].push_back(json_of(c));
  }
  return json;
}

std::string attention_csv(const AttentionResults& results) {
  std::string text = "kind,tokens,heads,causal,backward,ms,bytes\n";
  for (const AttentionMeasurement& m : results.measurements) {
    text += fmt::format("{},{},{},{},{},", m.kind, m.at.tokens, m.at.heads, m.at.causal ? 1 : 0,
                        m.at.backward ? 1 : 0);
    text += m.cost ? fmt::format("{:.4f},{:.0f}\n", m.cost->ms, m.cost->bytes) : ",\n";
  }
  return text;
}

}  // namespace heed
