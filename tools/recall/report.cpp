#include "tools/recall/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "tools/attention/claims.hpp"
#include "tools/attention/plot.hpp"
#include "tools/bench/timing.hpp"
#include "tools/training/machine.hpp"

namespace heed {
namespace {

using Cells = std::vector<RecallCell>;

double mean(const std::vector<double>& all) {
  double sum = 0;
  for (const double v : all) sum += v;
  return sum / static_cast<double>(all.size());
}

/// Kinds by distances; text(values) of those that there are, "–" where nothing was measured.
template <typename Text>
std::string table(const RecallResults& r, RecallTask task, double RecallCell::*field, Text text) {
  Table table{.columns = {{"distance"}}};
  for (const std::int64_t d : r.plan.distances) table.columns.push_back({grouped(d), Align::right});
  for (const RecallKind& kind : recall_kinds()) {
    table.rows.push_back({kind.name});
    for (const std::int64_t d : r.plan.distances) {
      const std::vector<double> all = recall_values(r.cells, kind.name, task, d, field);
      table.rows.back().push_back(all.empty() ? "–" : text(all));
    }
  }
  return format_table(table);
}

std::string percent_text(const std::vector<double>& all) {
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  if (all.size() == 1 || *most - *least < 0.005) return fmt::format("{:.0f} %", 100 * mean(all));
  return fmt::format("{:.0f} % ({:.0f}…{:.0f})", 100 * mean(all), 100 * *least, 100 * *most);
}

Curve curve(const RecallResults& r, const std::string& kind, RecallTask task, double RecallCell::*field) {
  Curve points;
  for (const std::int64_t d : r.plan.distances) {
    const std::vector<double> all = recall_values(r.cells, kind, task, d, field);
    if (!all.empty() && mean(all) > 0) points.emplace_back(static_cast<double>(d), mean(all));
  }
  return points;
}

/// The mean accuracy of each kind over all tasks, at the longest distance that all kinds have learned all of
/// them at.
std::vector<std::pair<std::string, double>> at_the_longest(const RecallResults& r, std::int64_t& longest) {
  std::vector<std::pair<std::string, double>> found;
  for (const std::int64_t d : r.plan.distances) {
    std::vector<std::pair<std::string, double>> here;
    for (const RecallKind& kind : recall_kinds()) {
      std::vector<double> of_tasks;
      for (const RecallTask task : r.plan.tasks) {
        const std::vector<double> all = recall_values(r.cells, kind.name, task, d, &RecallCell::accuracy);
        if (!all.empty()) of_tasks.push_back(mean(all));
      }
      if (of_tasks.size() == r.plan.tasks.size()) here.emplace_back(kind.name, mean(of_tasks));
    }
    if (here.size() == recall_kinds().size()) found = here, longest = d;
  }
  return found;
}

/// C8 and C18, with the documents' words.
std::vector<AttentionClaim> judge(const RecallResults& r) {
  std::vector<AttentionClaim> claims;
  std::string shrinks;
  std::map<std::string, double> factors;
  for (const char* kind : {"attention", "convolution", "RNN"}) {
    std::vector<double> norms;  // of the distances that were measured
    for (const std::int64_t d : r.plan.distances) {
      const auto all = recall_values(r.cells, kind, r.plan.tasks.front(), d, &RecallCell::gradient_norm);
      if (!all.empty()) norms.push_back(mean(all));
    }
    if (norms.size() < 2) continue;
    factors[kind] = norms.front() / norms.back();  // infinite where floats hold nothing any more
    shrinks += fmt::format("{}{} {}", shrinks.empty() ? "" : ", ", kind,
                           norms.back() > 0 ? fmt::format("by {:.2g}", factors[kind]) : "to 0");
  }
  claims.push_back({"C8: maximum path length: attention O(1), RNN O(n), convolution O(log_k n)",
                    shrinks.empty() ? "too few distances" : "the first token's gradient shrinks: " + shrinks,
                    shrinks.empty()                         ? "not measured"
                    : factors["attention"] < factors["RNN"] ? "holds"
                                                            : "does not hold"});
  std::int64_t longest = 0;
  const auto accuracies = at_the_longest(r, longest);
  std::string text;
  for (const auto& [kind, accuracy] : accuracies)
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", kind, 100 * accuracy);
  const auto of = [&](const std::string& kind) {
    for (const auto& [name, accuracy] : accuracies) {
      if (name == kind) return accuracy;
    }
    return 0.0;
  };
  claims.push_back(
      {"C8: short paths learn long dependencies more easily",
       text.empty() ? "not all kinds were trained" : fmt::format("at {}: {}", longest, text),
       text.empty() ? "not measured"
       : of("attention") >= of("convolution") && of("convolution") >= of("RNN") && of("attention") > of("RNN")
           ? "holds"
           : "does not hold"});
  // a sequence's time, not a token's
  Curve times = curve(r, "state space", r.plan.tasks.front(), &RecallCell::us_a_token);
  for (auto& [distance, cost] : times) cost *= distance + 1;
  const std::optional<double> slope = times.size() < 3 ? std::nullopt : fitted_slope(times, 0);
  claims.push_back({"C18: state-space models run in linear time without attention",
                    slope ? fmt::format("time grows with length^{:.2f}", *slope) : "too few distances",
                    !slope                                    ? "not measured"
                    : std::abs(*slope - 1) <= slope_tolerance ? "holds"
                                                              : "does not hold"});
  return claims;
}

}  // namespace

std::string recall_report(const RecallResults& r, std::size_t width) {
  if (r.cells.empty()) return "";
  std::string text =
      "Nets of two layers (of a convolution as many as reach over the distance), equal in parameters:\n\n";
  Table nets{.columns = {{"net"},
                         {"path over n tokens"},
                         {"width", Align::right},
                         {"layers", Align::right},
                         {"parameters", Align::right}}};
  for (const RecallKind& kind : recall_kinds()) {
    const RecallNet::Options o = recall_net(r.plan, kind.name);
    Rng rng(1);
    const RecallNet net(o, rng);
    nets.rows.push_back({kind.name, kind.path, std::to_string(o.width), std::to_string(net.layers()),
                         grouped(net.parameter_count())});
  }
  text += format_table(nets);
  for (const RecallTask task : r.plan.tasks)
    text += fmt::format("\n{}, share of right answers; by chance {:.0f} %{}\n\n{}",
                        task == RecallTask::recall ? "Recall (which symbol stood there?)"
                                                   : "Induction (what came after this symbol?)",
                        100.0 / recall_symbols, r.plan.seeds.size() > 1 ? " (least…most of the seeds)" : "",
                        table(r, task, &RecallCell::accuracy, percent_text));
  const RecallTask task = r.plan.tasks.front();
  text += fmt::format("\nGradient norm at the first token, before training ({}):\n\n{}\n",
                      recall_task_name(task), table(r, task, &RecallCell::gradient_norm, [](const auto& all) {
                        return fmt::format("{:.1e}", mean(all));
                      }));
  std::vector<PlotCurve> curves;
  for (const RecallKind& kind : recall_kinds()) {
    // what is 0 in floats, or all but, would make the others a line
    Curve c = curve(r, kind.name, task, &RecallCell::gradient_norm);
    std::erase_if(c, [](const auto& point) { return point.second < 1e-12; });
    curves.push_back({kind.mark, c});
  }
  text += logarithmic_plot(curves, "", static_cast<int>(std::clamp<std::size_t>(width, 40, 92)) - 20, 16);
  for (const RecallKind& kind : recall_kinds()) text += fmt::format("  {}  {}\n", kind.mark, kind.name);
  text += fmt::format("\nTime a token of a training step, microseconds ({}):\n\n{}", recall_task_name(task),
                      table(r, task, &RecallCell::us_a_token,
                            [](const auto& all) { return fmt::format("{:.2f}", median(all)); }));
  text += "\nWhat documents say, and what came out:\n";
  for (const AttentionClaim& c : judge(r))
    text += fmt::format("\n  {}\n    {}: {}\n", c.text, c.measured, c.verdict);
  if (!r.complete) text += "\nInterrupted: what was measured until then.\n";
  return text;
}

nlohmann::json recall_json(const RecallResults& r) {
  using Json = nlohmann::json;
  Json json{{"machine", describe_machine()}, {"complete", r.complete}, {"distances", r.plan.distances},
            {"seeds", r.plan.seeds},         {"cells", Json::array()}, {"claims", Json::array()}};
  for (const RecallCell& c : r.cells)
    json["cells"].push_back({{"net", c.kind},
                             {"task", recall_task_name(c.task)},
                             {"distance", c.distance},
                             {"seed", c.seed},
                             {"steps", c.steps},
                             {"accuracy", c.accuracy},
                             {"gradient_norm", c.gradient_norm},
                             {"us_a_token", c.us_a_token}});
  if (!r.cells.empty()) {
    for (const AttentionClaim& c : judge(r))
      json["claims"].push_back({{"claim", c.text}, {"measured", c.measured}, {"verdict", c.verdict}});
  }
  return json;
}

std::string recall_csv(const RecallResults& r) {
  std::string text = "net,task,distance,seed,steps,accuracy,gradient_norm,us_a_token\n";
  for (const RecallCell& c : r.cells)
    text += fmt::format("{},{},{},{},{},{:.4f},{:.4e},{:.4f}\n", c.kind, recall_task_name(c.task), c.distance,
                        c.seed, c.steps, c.accuracy, c.gradient_norm, c.us_a_token);
  return text;
}

}  // namespace heed
