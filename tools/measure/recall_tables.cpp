// C8, C18 and heed recall: what is remembered over a distance, and what a token costs.
#include "tools/measure/recall_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "lib/report/number.hpp"
#include "lib/score/median.hpp"
#include "tools/measure/attention_claims.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/recall.hpp"
#include "tools/measure/recall_claims.hpp"

namespace heed {
namespace {

using Cells = std::vector<RecallCell>;

/// The cell of all seeds' values at a distance.
using CellOfSeeds = std::function<TableCell(const std::vector<double>& all, std::int64_t distance)>;

/// Nets by distances, each with its path_growth(); "–" where there are no values.
ResultTable by_distance(Bilingual title, const Cells& cells, RecallTask task, const RecallValue& value,
                        const CellOfSeeds& cell_of) {
  std::vector<std::string> columns{"net", "path"};
  const std::vector<std::int64_t> distances = recall_distances(cells);
  for (const std::int64_t d : distances) columns.push_back(grouped(d));
  ResultTable table(std::move(title), columns);
  table.along = word("distance");
  for (const RecallKind& kind : recall_kinds()) {
    std::vector<TableCell> row{kind.title(), growth_text(path_growth(path_curve(cells, kind.name)))};
    for (const std::int64_t d : distances) {
      const std::vector<double> all = recall_values(cells, kind.name, task, d, value);
      row.push_back(all.empty() ? "–" : cell_of(all, d));
    }
    table.add(std::move(row));
  }
  return table;
}

/// A number with the least and the most of the seeds behind it.
CellNumber spread_of(const std::vector<double>& all, double middle, double times, std::string unit) {
  const auto [least, most] = std::ranges::minmax(all);
  return {times * middle, times * least, times * most, std::move(unit)};
}

/// "2.0 (1.9 … 2.2)": the median, the least and the most of the seeds.
ResultTable medians_table(Bilingual title, const Cells& cells, RecallTask task, const RecallValue& value,
                          const char* form, const std::string& unit = "") {
  return by_distance(std::move(title), cells, task, value, [&](const std::vector<double>& all, std::int64_t) {
    const auto number = [form](double v) { return fmt::format(fmt::runtime(form), v); };
    const auto [least, most] = std::ranges::minmax(all);
    const std::string text = number(least) == number(most) ? number(most)
                                                           : fmt::format("{} ({} … {})", number(median(all)),
                                                                         number(least), number(most));
    return TableCell(text, spread_of(all, median(all), 1, unit));
  });
}

/// The steps of each net's path.
ResultTable paths_table(const Cells& cells) {
  ResultTable table = by_distance(text_of("C8.paths table"), cells, RecallTask::recall,
                                  [](const RecallCell&) { return std::nullopt; }, {});
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    std::size_t column = 2;
    for (const auto& [distance, steps] : path_curve(cells, recall_kinds()[r].name))
      table.rows[r][column++] = {grouped(std::llround(steps)), steps};
  }
  return table;
}

RecallPlan plan_of(const ExperimentOptions& options) {
  return {.seeds = {options.seed, options.seed + 1, options.seed + 2}, .tasks = {RecallTask::recall}};
}

ResultTable nets_table(const RecallPlan& plan) {
  ResultTable table(text_of("recall.nets"), {"net", "width", "layers", "parameters"});
  for (const RecallKind& kind : recall_kinds()) {
    const RecallNet::Options net = recall_net(plan, kind.name);
    table.add({kind.title(), count_cell(net.width), count_cell(layer_count(net)),
               count_cell(parameter_count(net))});
  }
  return table;
}

/// Every training: a row for each cell.
ResultTable cells_table(const RecallPlan& plan, const Cells& cells) {
  ResultTable table(text_of("recall.cells"),
                    {"net, task, distance, seed", "steps", "most steps", "right answers", "gradient norm",
                     "µs a token", "path", "diverged"});
  for (const RecallCell& c : cells)
    table.add({fmt::format("{}, {}, {}, {}", c.kind, recall_task_name(c.task), c.distance, c.seed),
               count_cell(c.steps), count_cell(recall_steps(plan, c.distance)),
               c.accuracy ? number_cell("{:.4f}", *c.accuracy) : "–", number_cell("{:.4e}", c.gradient_norm),
               number_cell("{:.4f}", c.us_a_token), count_cell(c.path), count_cell(c.diverged ? 1 : 0)});
  return table;
}

}  // namespace

Bilingual recall_task_title(RecallTask task) { return word(std::string(recall_task_name(task))); }

std::vector<std::int64_t> recall_distances(const Cells& cells) {
  std::vector<std::int64_t> distances;
  for (const RecallCell& c : cells) distances.push_back(c.distance);
  std::ranges::sort(distances);
  distances.erase(std::unique(distances.begin(), distances.end()), distances.end());
  return distances;
}

Curve path_curve(const Cells& cells, const std::string& kind) {
  std::map<double, double> steps;
  for (const RecallCell& c : cells)
    if (c.kind == kind && c.path > 0) steps[static_cast<double>(c.distance)] = static_cast<double>(c.path);
  return {steps.begin(), steps.end()};
}

ResultTable answers_table(Bilingual title, const Cells& cells, RecallTask task) {
  ResultTable table = by_distance(
      std::move(title), cells, task, &RecallCell::accuracy, [](const std::vector<double>& all, std::int64_t) {
        const auto [least, most] = std::ranges::minmax(all);
        const auto right = std::ranges::count_if(all, [](double share) { return share >= recall_learned; });
        const double mean = mean_interval(all).mean;
        std::string text = fmt::format("{}{:.0f} %", right == 0 ? "✗ " : "", 100 * mean);
        if (most - least >= 0.005) text += fmt::format(" ({:.0f}…{:.0f})", 100 * least, 100 * most);
        if (right > 0 && right < std::ssize(all)) text += fmt::format(" {}/{}", right, all.size());
        return TableCell(text, spread_of(all, mean, 100, "%"));
      });
  const std::vector<std::int64_t> distances = recall_distances(cells);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    for (std::size_t column = 0; column < distances.size(); ++column) {
      const auto diverged = std::ranges::count_if(cells, [&](const RecallCell& c) {
        return c.diverged && c.kind == recall_kinds()[row].name && c.task == task &&
               c.distance == distances[column];
      });
      if (diverged == 0) continue;
      Bilingual& text = table.rows[row][2 + column].text;
      const Bilingual mark = text_of("C8.diverged", diverged);
      text = text.english == "–" ? mark : both("{}, {}", "{}, {}", text, mark);
    }
  }
  return table;
}

ResultTable steps_table(const RecallPlan& plan, const Cells& cells, RecallTask task) {
  const RecallValue steps = [](const RecallCell& c) -> std::optional<double> {
    return learned(c) ? std::optional(static_cast<double>(c.steps)) : std::nullopt;
  };
  return by_distance(text_of("recall.steps", recall_task_title(task)), cells, task, steps,
                     [&](const std::vector<double>& all, std::int64_t distance) {
                       const auto most = static_cast<double>(recall_steps(plan, distance));
                       // with an even number of seeds the median lies between two: the larger one bounds it
                       const bool bound =
                           2 * std::ranges::count_if(all, [&](double one) { return one >= most; }) >=
                           std::ssize(all);
                       return TableCell((bound ? "≥ " : "") + grouped(static_cast<std::int64_t>(median(all))),
                                        spread_of(all, median(all), 1, ""));
                     });
}

Finding found_by_distance(const RecallPlan& plan, const Cells& cells) {
  const RecallJudgement judged = judge_recall(plan, cells);
  return {
      .verdict = together({judged.path.verdict, judged.learning.verdict}),
      .measured =
          text_of("C8.measured", judged.path.measured, judged.learning.measured, judged.gradient.measured),
      .correction = text_of("C8.correction"),
      .tables = {paths_table(cells), answers_table(text_of("C8.answers table"), cells, RecallTask::recall),
                 medians_table(text_of("C8.gradient table"), cells, RecallTask::recall,
                               &RecallCell::gradient_norm, "{:.0e}")},
      .statements = {{.text = word("path"), .verdict = judged.path.verdict},
                     {.text = word("learning"), .verdict = judged.learning.verdict}}};
}

Finding found_by_time(const RecallPlan& plan, const Cells& cells) {
  const Statement linear = judge_recall(plan, cells).linear;
  Finding finding{.verdict = linear.verdict,
                  .measured = linear.measured,
                  .tables = {medians_table(text_of("C18.table"), cells, RecallTask::recall,
                                           &RecallCell::us_a_token, "{:.1f}", "µs")}};
  if (linear.power && linear.power->high) {  // does twice the length take twice the time?
    const double off = std::abs(linear.power->value - 1), half = *linear.power->high - linear.power->value;
    finding.answer = off + half <= slope_tolerance  ? ClaimAnswer::yes
                     : off - half > slope_tolerance ? ClaimAnswer::no
                                                    : ClaimAnswer::unknown;
  }
  return finding;
}

Finding recall_by_distance(const ExperimentOptions& options) {
  RecallPlan plan = plan_of(options);
  plan.seconds = 340;
  for (const std::uint64_t more : {3, 4})  // two more than of times: one net that forgets is lucky at times
    if (!options.quick) plan.seeds.push_back(options.seed + more);
  if (options.quick) plan.distances = {8, 16, 32}, plan.width = 32, plan.steps = 500, plan.seconds = 25;
  return found_by_distance(plan, measure_recall(plan));
}

Finding state_space_is_linear(const ExperimentOptions& options) {
  RecallPlan plan = plan_of(options);
  plan.steps = 0;  // times need no training
  return found_by_time(plan, measure_recall(plan));
}

Finding found_of_recall(const RecallResults& r) {
  if (r.cells.empty()) return {};
  const RecallJudgement judged = judge_recall(r.plan, r.cells);
  Finding finding{.tables = {nets_table(r.plan)},
                  .statements = {judged.path, judged.learning, judged.gradient, judged.linear}};
  for (const RecallTask task : r.plan.tasks) {
    finding.tables.push_back(answers_table(
        text_of("recall.answers", recall_task_title(task), 100 / recall_symbols), r.cells, task));
    finding.tables.push_back(steps_table(r.plan, r.cells, task));
  }
  const RecallTask task = r.plan.tasks.front();
  finding.tables.push_back(
      medians_table(text_of("C8.gradient table"), r.cells, task, &RecallCell::gradient_norm, "{:.1e}"));
  finding.tables.push_back(
      medians_table(text_of("C18.table"), r.cells, task, &RecallCell::us_a_token, "{:.2f}", "µs"));
  finding.tables.push_back(paths_table(r.cells));
  finding.tables.push_back(cells_table(r.plan, r.cells));
  std::vector<ClaimVerdict> verdicts;
  for (const Statement& one : finding.statements) verdicts.push_back(one.verdict);
  finding.verdict = together(verdicts);
  Bilingual most;
  for (const std::int64_t d : recall_distances(r.cells)) {
    const Bilingual one = text_of("recall.over", grouped(d), grouped(recall_steps(r.plan, d)));
    most = most.english.empty() ? one : both("{}, {}", "{}, {}", most, one);
  }
  finding.notes.push_back(text_of("recall.steps at most", most));
  if (std::ranges::any_of(r.cells, &RecallCell::diverged))
    finding.notes.push_back(text_of("recall.diverged"));
  if (!r.complete)
    finding.notes.push_back(text_of("experiment.interrupted"));
  else if (const std::int64_t rest = without_time(r.cells); rest > 0)
    finding.notes.push_back(text_of("recall.no time", rest, r.cells.size()));
  return finding;
}

std::int64_t without_time(const Cells& cells) {
  const auto diverged = [&](const RecallCell& cell) {
    return std::ranges::any_of(cells, [&](const RecallCell& c) {
      return c.diverged && c.kind == cell.kind && c.task == cell.task && c.seed == cell.seed;
    });
  };
  return std::ranges::count_if(cells, [&](const RecallCell& c) { return !c.accuracy && !diverged(c); });
}

}  // namespace heed
