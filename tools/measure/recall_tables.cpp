// C8, C18 and heed recall as tables: what is remembered over a distance, and what a token costs.
#include <algorithm>
#include <cmath>
#include <set>

#include "lib/score/ratio_interval.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/recall.hpp"

namespace heed {

std::map<std::uint64_t, double> recall_values(const RecallCells& cells, const std::string& kind,
                                              RecallTask task, std::int64_t distance,
                                              const RecallValue& value) {
  std::map<std::uint64_t, double> found;
  for (const RecallCell& c : cells) {
    if (c.kind != kind || c.task != task || c.distance != distance) continue;
    if (const std::optional<double> number = value(c)) found[c.seed] = *number;
  }
  return found;
}

std::vector<std::int64_t> recall_distances(const RecallCells& cells) {
  std::set<std::int64_t> distances;
  for (const RecallCell& c : cells) distances.insert(c.distance);
  return {distances.begin(), distances.end()};
}

Curve path_curve(const RecallCells& cells, const std::string& kind) {
  std::map<double, double> steps;
  for (const RecallCell& c : cells)
    if (c.kind == kind && c.path > 0) steps[static_cast<double>(c.distance)] = static_cast<double>(c.path);
  return {steps.begin(), steps.end()};
}

namespace {

/// Nets by distances, each with the growth of its path; cell_of(values of all seeds).
ResultTable by_distance(Bilingual title, const RecallCells& cells, RecallTask task, const RecallValue& value,
                        const auto& cell_of) {
  const std::vector<std::int64_t> distances = recall_distances(cells);
  ResultTable table(std::move(title), {"net", "path"});
  table.add_columns(distances);
  for (const RecallKind& kind : recall_kinds()) {
    std::vector<TableCell> row{word(kind.name), path_growth(path_curve(cells, kind.name))};
    for (const std::int64_t d : distances) {
      std::vector<double> all;
      for (const auto& [seed, one] : recall_values(cells, kind.name, task, d, value)) all.push_back(one);
      row.push_back(all.empty() ? "–" : cell_of(all));
    }
    table.add(std::move(row));
  }
  return table;
}

/// "2.0 (1.9 … 2.2)": the median, the least and the most of the seeds.
ResultTable medians_table(Bilingual title, const RecallCells& cells, const RecallValue& value,
                          const char* form, const std::string& unit = "") {
  const auto cell_of = [&](const std::vector<double>& all) -> TableCell {
    const auto shown = [&](double v) { return fmt::format(fmt::runtime(form), v); };
    const auto [least, most] = std::ranges::minmax(all);
    std::string text = shown(most);
    if (shown(least) != text) text = fmt::format("{} ({} … {})", shown(median(all)), shown(least), text);
    return {text, CellNumber{median(all), least, most, unit}};
  };
  return by_distance(std::move(title), cells, RecallTask::recall, value, cell_of);
}

/// Right answers by distance, "97 % (95…99)": mean, least and most of the seeds. ✗ in front says that none of
/// them learned it, "2/3" behind how many did.
ResultTable answers_table(Bilingual title, const RecallCells& cells, RecallTask task) {
  const auto cell_of = [](const std::vector<double>& all) -> TableCell {
    const auto [least, most] = std::ranges::minmax(all);
    const auto right = std::ranges::count_if(all, [](double share) { return share >= recall_learned; });
    const double mean = mean_interval(all).mean;
    std::string text = fmt::format("{}{:.0f} %", right == 0 ? "✗ " : "", 100 * mean);
    if (most - least >= 0.005) text += fmt::format(" ({:.0f}…{:.0f})", 100 * least, 100 * most);
    if (right > 0 && right < std::ssize(all)) text += fmt::format(" {}/{}", right, all.size());
    return {text, CellNumber{100 * mean, 100 * least, 100 * most, "%"}};
  };
  return by_distance(std::move(title), cells, task, &RecallCell::accuracy, cell_of);
}

RecallPlan plan_of(const ExperimentOptions& options) {
  return {.seeds = {options.seed, options.seed + 1, options.seed + 2}, .tasks = {RecallTask::recall}};
}

/// C8.
Finding found_by_distance(const RecallPlan& plan, const RecallJudgement& judged, const RecallCells& cells) {
  ResultTable paths = by_distance(
      text_of("C8.paths table"), cells, plan.tasks.front(),
      [](const RecallCell& c) { return c.path > 0 ? std::optional<double>(c.path) : std::nullopt; },
      [](const std::vector<double>& all) { return count_cell(std::llround(all.back())); });
  return {
      .verdict = together({judged.path.verdict, judged.learning.verdict}),
      .measured = text_of("C8.measured", judged.path.measured, judged.learning.measured),
      .correction = text_of("C8.correction"),
      .tables = {paths, answers_table(text_of("C8.answers table"), cells, RecallTask::recall),
                 medians_table(text_of("C8.gradient table"), cells, &RecallCell::gradient_norm, "{:.0e}")},
      .statements = {judged.path, judged.learning}};
}

/// C18.
Finding found_by_time(const Statement& linear, const RecallCells& cells) {
  return {.verdict = linear.verdict,
          .measured = linear.measured,
          .tables = {medians_table(text_of("C18.table"), cells, &RecallCell::us_a_token, "{:.1f}", "µs")}};
}

}  // namespace

Finding recall_by_distance(const ExperimentOptions& options) {
  RecallPlan plan = plan_of(options);
  plan.seconds = 340;
  for (const std::uint64_t more : {3, 4})  // two more than of times: one net that forgets is lucky at times
    if (!options.quick) plan.seeds.push_back(options.seed + more);
  if (options.quick) plan.distances = {8, 16, 32}, plan.width = 32, plan.steps = 500, plan.seconds = 25;
  const RecallCells cells = measure_recall(plan);
  return found_by_distance(plan, judge_recall(plan, cells), cells);
}

Finding state_space_is_linear(const ExperimentOptions& options) {
  RecallPlan plan = plan_of(options);
  plan.steps = 0;  // times need no training
  const RecallCells cells = measure_recall(plan);
  return found_by_time(judge_recall(plan, cells).linear, cells);
}

Finding found_of_recall(const RecallPlan& plan, const RecallCells& cells) {
  if (cells.empty()) return {};
  const RecallJudgement judged = judge_recall(plan, cells);
  const Finding paths = found_by_distance(plan, judged, cells), times = found_by_time(judged.linear, cells);
  Finding finding{.verdict = together({paths.verdict, times.verdict}),
                  .measured = joined(paths.measured, ". ", times.measured),
                  .notes = {text_of("recall.steps")},
                  .statements = {judged.path, judged.learning, judged.linear}};
  for (const RecallTask task : plan.tasks) {
    const Bilingual title = text_of("recall.answers", word(recall_task_name(task)), 100 / recall_symbols);
    finding.tables.push_back(answers_table(title, cells, task));
  }
  finding.tables.insert(finding.tables.end(), {paths.tables[2], times.tables[0], paths.tables[0]});
  return finding;
}

}  // namespace heed
