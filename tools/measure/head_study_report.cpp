// The answer of the study of heads: differences from one head, with intervals over seeds and sentences.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/head_study.hpp"

namespace heed {
namespace {

/// The runs of the comparison of one number of heads, in the order of their seeds.
std::vector<const StudyRun*> runs_of(const std::vector<StudyRun>& all, const std::string& task,
                                     std::int64_t heads) {
  std::vector<const StudyRun*> found;
  for (const StudyRun& one : all)
    if (one.task == task && one.run.heads == heads && !one.trial()) found.push_back(&one);
  std::ranges::sort(found, {}, [](const StudyRun* one) { return one->run.seed; });
  return found;
}

MeanInterval mean_of(const std::vector<const StudyRun*>& runs, double HeadRun::*value) {
  std::vector<double> values;
  for (const StudyRun* one : runs) values.push_back(one->run.*value);
  return mean_interval(values);
}

std::vector<SeedPair> pairs_of(const std::vector<const StudyRun*>& first,
                               const std::vector<const StudyRun*>& second) {
  std::vector<SeedPair> pairs;
  for (const StudyRun* one : first)
    for (const StudyRun* other : second)
      if (one->run.seed == other->run.seed) pairs.emplace_back(&one->run.statistics, &other->run.statistics);
  return pairs;
}

}  // namespace

std::vector<StudyCell> study_cells(const std::vector<StudyRun>& runs) {
  std::vector<StudyCell> cells;
  std::vector<std::vector<SeedPair>> compared;  // of each cell; empty: none
  std::vector<double> p_values;
  for (const StudyTask& task : study_tasks()) {
    const auto first = runs_of(runs, task.name, study_heads[0]);
    for (const std::int64_t heads : study_heads) {
      const auto its = runs_of(runs, task.name, heads);
      if (its.size() < 2) continue;
      cells.push_back({.task = task.name,
                       .heads = heads,
                       .parameters = its.front()->run.parameters,
                       .learning_rate = its.front()->run.learning_rate,
                       .runs = its.size(),
                       .bleu = mean_of(its, &HeadRun::test_bleu),
                       .chrf = mean_of(its, &HeadRun::test_chrf)});
      compared.push_back(heads == study_heads[0] ? std::vector<SeedPair>() : pairs_of(first, its));
      if (compared.back().size() > 1) p_values.push_back(*paired_seeds_p_value(compared.back()));
    }
  }
  const std::vector<double> corrected = holm(p_values);
  const double alpha = 0.05 / static_cast<double>(std::max<std::size_t>(1, p_values.size()));
  auto p = corrected.begin();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (compared[i].size() < 2) continue;
    // the tail beyond a corrected level needs more draws than 2,000
    cells[i].difference = paired_seeds_interval(compared[i], alpha, {.resamples = 20'000});
    cells[i].p_value = *p++;
    cells[i].detectable = detectable_difference(*cells[i].difference->half_width, alpha);
  }
  return cells;
}

double detectable_difference(double half_width, double alpha) {
  constexpr double z_of_power = 0.8416;  // 80 % of a normal distribution lie below it
  double low = 0, high = 10;             // of z, which `alpha` of it exceeds to either side
  for (int i = 0; i < 60; ++i) {
    const double z = (low + high) / 2;
    (std::erfc(z / std::numbers::sqrt2) > alpha ? low : high) = z;
  }
  return half_width * (1 + z_of_power / high);
}

std::string study_report(const std::vector<StudyCell>& cells) {
  Table table{.columns = {{tr("task")},
                          {tr("heads"), Align::right},
                          {tr("parameters"), Align::right},
                          {"lr", Align::right},
                          {tr("seeds"), Align::right},
                          {"BLEU", Align::right},
                          {"chrF", Align::right},
                          {tr("against one head"), Align::right},
                          {"p", Align::right},
                          {tr("detectable"), Align::right}}};
  for (const StudyCell& cell : cells)
    table.rows.push_back({cell.task, std::to_string(cell.heads), grouped(cell.parameters),
                          fmt::format("{}", cell.learning_rate), std::to_string(cell.runs),
                          interval_text(cell.bleu), interval_text(cell.chrf),
                          cell.difference ? interval_text(*cell.difference, "{:+.2f}") : "",
                          cell.p_value ? p_text(*cell.p_value) : "",
                          cell.detectable ? fmt::format("{:.2f}", *cell.detectable) : ""});
  return format_table(table);
}

}  // namespace heed
