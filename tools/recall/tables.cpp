#include "tools/recall/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lib/report/number.hpp"
#include "lib/score/median.hpp"
#include "lib/score/significance.hpp"
#include "tools/language/both.hpp"
#include "tools/recall/path.hpp"

namespace heed {
namespace {

std::string accuracy_text(const std::vector<double>& all, std::int64_t) {
  const auto [least, most] = std::ranges::minmax(all);
  const auto right = std::ranges::count_if(all, [](double share) { return share >= recall_learned; });
  std::string text = fmt::format("{}{:.0f} %", right == 0 ? "✗ " : "", 100 * mean_interval(all).mean);
  if (most - least >= 0.005) text += fmt::format(" ({:.0f}…{:.0f})", 100 * least, 100 * most);
  if (right > 0 && right < std::ssize(all)) text += fmt::format(" {}/{}", right, all.size());
  return text;
}

}  // namespace

Bilingual recall_task_title(RecallTask task) {
  return task == RecallTask::recall ? Bilingual{"recall", "회상"} : Bilingual{"induction", "유도"};
}

std::vector<std::int64_t> recall_distances(const std::vector<RecallCell>& cells) {
  std::vector<std::int64_t> distances;
  for (const RecallCell& c : cells) distances.push_back(c.distance);
  std::ranges::sort(distances);
  distances.erase(std::unique(distances.begin(), distances.end()), distances.end());
  return distances;
}

Curve path_curve(const std::vector<RecallCell>& cells, const std::string& kind) {
  std::map<double, double> steps;
  for (const RecallCell& c : cells)
    if (c.kind == kind && c.path > 0) steps[static_cast<double>(c.distance)] = static_cast<double>(c.path);
  return {steps.begin(), steps.end()};
}

std::string path_text(const std::vector<RecallCell>& cells, const std::string& kind) {
  return growth_text(path_growth(path_curve(cells, kind)));
}

Table recall_table(const std::vector<RecallCell>& cells, RecallTask task, const RecallValue& value,
                   const RecallText& text, Language language) {
  Table table{.columns = {{Bilingual{"net", "망"}.in(language)}, {Bilingual{"path", "경로"}.in(language)}}};
  const std::vector<std::int64_t> distances = recall_distances(cells);
  for (const std::int64_t d : distances) table.columns.push_back({grouped(d), Align::right});
  for (const RecallKind& kind : recall_kinds()) {
    table.rows.push_back({kind.title.in(language), path_text(cells, kind.name)});
    for (const std::int64_t d : distances) {
      const std::vector<double> all = recall_values(cells, kind.name, task, d, value);
      table.rows.back().push_back(all.empty() ? "–" : text(all, d));
    }
  }
  return table;
}

Table accuracy_table(const std::vector<RecallCell>& cells, RecallTask task, Language language) {
  Table table = recall_table(cells, task, &RecallCell::accuracy, accuracy_text, language);
  const std::vector<std::int64_t> distances = recall_distances(cells);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    for (std::size_t column = 0; column < distances.size(); ++column) {
      const auto diverged = std::ranges::count_if(cells, [&](const RecallCell& c) {
        return c.diverged && c.kind == recall_kinds()[row].name && c.task == task &&
               c.distance == distances[column];
      });
      if (diverged == 0) continue;
      std::string& text = table.rows[row][2 + column];
      text = (text == "–" ? "" : text + ", ") + both("{} diverged", "발산 {}", diverged).in(language);
    }
  }
  return table;
}

Table steps_table(const RecallPlan& plan, const std::vector<RecallCell>& cells, RecallTask task,
                  Language language) {
  const RecallValue steps = [](const RecallCell& c) -> std::optional<double> {
    return learned(c) ? std::optional(static_cast<double>(c.steps)) : std::nullopt;
  };
  const RecallText text = [&](const std::vector<double>& all, std::int64_t distance) {
    const auto most = static_cast<double>(recall_steps(plan, distance));
    // with an even number of seeds the median lies between two: the larger one bounds it
    const bool bound =
        2 * std::ranges::count_if(all, [&](double one) { return one >= most; }) >= std::ssize(all);
    return (bound ? "≥ " : "") + grouped(static_cast<std::int64_t>(median(all)));
  };
  return recall_table(cells, task, steps, text, language);
}

std::string steps_at_most(const RecallPlan& plan, const std::vector<RecallCell>& cells, Language language) {
  std::string text;
  for (const std::int64_t d : recall_distances(cells)) {
    const std::string most = grouped(recall_steps(plan, d));
    text += text.empty() ? "" : ", ";
    text += both("{1} over {0}", "{0} 토큰에 {1}", grouped(d), most).in(language);
  }
  return text;
}

std::string not_learned(const std::vector<RecallCell>& cells, RecallTask task, Language language) {
  std::string text;
  for (const RecallKind& kind : recall_kinds()) {
    std::string here;
    for (const std::int64_t d : recall_distances(cells)) {
      const RecallValue steps = [](const RecallCell& c) -> std::optional<double> {
        if (!c.accuracy || learned(c) || c.steps == 0) return std::nullopt;
        return static_cast<double>(c.steps);
      };
      const std::vector<double> all = recall_values(cells, kind.name, task, d, steps);
      if (all.empty()) continue;
      const auto most = static_cast<std::int64_t>(std::ranges::max(all));
      here += here.empty() ? "" : ", ";
      here +=
          both("over {0} in {2}", "{0} 토큰을 {1}걸음에", grouped(d), grouped(most), counted(most, "step"))
              .in(language);
    }
    if (!here.empty())
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", kind.title.in(language), here);
  }
  return text;
}

std::int64_t without_time(const std::vector<RecallCell>& cells) {
  const auto diverged = [&](const RecallCell& cell) {
    return std::ranges::any_of(cells, [&](const RecallCell& c) {
      return c.diverged && c.kind == cell.kind && c.task == cell.task && c.seed == cell.seed;
    });
  };
  return std::ranges::count_if(cells, [&](const RecallCell& c) { return !c.accuracy && !diverged(c); });
}

}  // namespace heed
