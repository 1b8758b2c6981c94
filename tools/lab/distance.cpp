// C8 and C18: what is remembered over a distance, and what a token costs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "lib/report/number.hpp"
#include "lib/score/median.hpp"
#include "lib/score/significance.hpp"
#include "tools/attention/claims.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/distance.hpp"
#include "tools/language/both.hpp"
#include "tools/recall/ahead.hpp"
#include "tools/recall/claims.hpp"
#include "tools/recall/tables.hpp"

namespace heed {
namespace {

/// The numbers of recall_table(): the middle of all seeds, their least and most.
std::vector<LabNumber> behind(const std::vector<RecallCell>& cells, const RecallValue& value,
                              double (*middle)(std::vector<double>), const std::string& unit) {
  std::vector<LabNumber> numbers;
  const std::vector<std::int64_t> distances = recall_distances(cells);
  const double times = unit == "%" ? 100 : 1;
  for (std::size_t r = 0; r < recall_kinds().size(); ++r) {
    for (std::size_t d = 0; d < distances.size(); ++d) {
      const std::vector<double> all =
          recall_values(cells, recall_kinds()[r].name, RecallTask::recall, distances[d], value);
      if (all.empty()) continue;
      const auto [least, most] = std::ranges::minmax(all);
      numbers.push_back({.value = times * middle(all),
                         .low = times * least,
                         .high = times * most,
                         .unit = unit,
                         .row = r,
                         .column = d + 2});
    }
  }
  return numbers;
}

LabTable by_distance(Bilingual title, const std::function<Table(Language)>& table,
                     std::vector<LabNumber> numbers) {
  LabTable all = lab_table(std::move(title), table(Language::english), table(Language::korean));
  all.numbers = std::move(numbers), all.along = {"distance", "거리"};
  return all;
}

LabTable numbers(const std::vector<RecallCell>& cells, Bilingual title, const RecallValue& value,
                 const char* format, std::string unit = "") {
  const auto text = [format](const std::vector<double>& all, std::int64_t) {
    const auto number = [format](double v) { return fmt::format(fmt::runtime(format), v); };
    const auto [least, most] = std::ranges::minmax(all);
    if (number(least) == number(most)) return number(most);
    return fmt::format("{} ({} … {})", number(median(all)), number(least), number(most));
  };
  return by_distance(
      std::move(title),
      [&](Language language) { return recall_table(cells, RecallTask::recall, value, text, language); },
      behind(cells, value, median, std::move(unit)));
}

/// The steps of each net's path.
LabTable paths(const std::vector<RecallCell>& cells) {
  LabTable table = lab_table(
      {"by distance the fewest steps from a token to the last result, of the token for "
       "which they are most, and how they grow",
       "거리마다 한 토큰에서 마지막 결과까지 가장 적은 걸음 (가장 많이 걸리는 토큰), 그리고 그 증가"},
      {{{"net", "망"}}, {{"path", "경로"}}});
  table.along = {"distance", "거리"};
  for (const std::int64_t d : recall_distances(cells)) add_column(table, {{grouped(d)}, Align::right});
  for (const RecallKind& kind : recall_kinds()) {
    std::vector<LabCell> row{name_of(kind.name), path_text(cells, kind.name)};
    for (const auto& [distance, steps] : path_curve(cells, kind.name))
      row.emplace_back(grouped(std::llround(steps)), steps);
    row.resize(table.table.columns.size(), LabCell("–"));
    add_row(table, row);
  }
  return table;
}

RecallPlan plan_of(const LabOptions& options) {
  return {.seeds = {options.seed, options.seed + 1, options.seed + 2}, .tasks = {RecallTask::recall}};
}

}  // namespace

Finding recall_by_distance(const LabOptions& options) {
  RecallPlan plan = plan_of(options);
  plan.seconds = 340;
  for (const std::uint64_t more : {3, 4})  // two more than of times: one net that forgets is lucky at times
    if (!options.quick) plan.seeds.push_back(options.seed + more);
  if (options.quick) plan.distances = {8, 16, 32}, plan.width = 32, plan.steps = 500, plan.seconds = 25;
  return found_by_distance(plan, measure_recall(plan));
}

Finding state_space_is_linear(const LabOptions& options) {
  RecallPlan plan = plan_of(options);
  plan.steps = 0;  // times need no training
  return found_by_time(plan, measure_recall(plan));
}

Finding found_by_distance(const RecallPlan& plan, const std::vector<RecallCell>& cells) {
  const RecallJudgement judged = judge_recall(plan, cells);
  return {
      .verdict = together({judged.path.verdict, judged.learning.verdict}),
      .measured =
          both("{}. {} (less than 5 points apart is called no difference: this project's choice). Beside "
               "the claim, before training: {}",
               "{}. {} (5점보다 작은 차이는 없는 것으로 봄: 이 프로젝트의 선택). 주장 밖에서, 학습 전에: {}",
               judged.path.measured, judged.learning.measured, judged.gradient.measured),
      .correction = {"004 quotes under this point a sentence of section 3.2.1, on the scale of dot products; "
                     "the one on path lengths stands in section 4",
                     "004는 여기에 내적의 스케일을 말하는 3.2.1절의 문장을 인용합니다. 경로 길이를 말하는 "
                     "문장은 4절에 있습니다"},
      .tables =
          {paths(cells),
           by_distance(
               {"right answers by distance: mean of the seeds (least … most); 4/5: 4 of 5 seeds learned "
                "it; ✗: none did",
                "거리에 따른 정답률: 시드의 평균 (최소 … 최대); 4/5: 시드 5개 가운데 4개가 배움; ✗: 하나도 "
                "배우지 못함"},
               [&](Language language) { return accuracy_table(cells, RecallTask::recall, language); },
               behind(
                   cells, &RecallCell::accuracy,
                   [](std::vector<double> all) { return mean_interval(all).mean; }, "%")),
           numbers(cells,
                   {"gradient at the first token before training: median (least … most)",
                    "학습 전 첫 토큰의 기울기: 중앙값 (최소 … 최대)"},
                   &RecallCell::gradient_norm, "{:.0e}")},
      .statements = {{.text = {"path", "경로"}, .verdict = judged.path.verdict},
                     {.text = {"learning", "학습"}, .verdict = judged.learning.verdict}}};
}

Finding found_by_time(const RecallPlan& plan, const std::vector<RecallCell>& cells) {
  const JudgedClaim linear = judge_recall(plan, cells).linear;
  std::optional<LabAnswer> twice;  // whether twice the length takes twice the time
  if (linear.power && linear.power->high) {
    const double off = std::abs(linear.power->value - 1), half = *linear.power->high - linear.power->value;
    twice = off + half <= slope_tolerance  ? LabAnswer::yes
            : off - half > slope_tolerance ? LabAnswer::no
                                           : LabAnswer::unknown;
  }
  return {.verdict = linear.verdict,
          .measured = linear.measured,
          .tables = {numbers(
              cells,
              {"µs a token, forward and backward on one thread, by distance: median (least … most)",
               "토큰마다 앞뒤로 계산하는 µs, 스레드 하나, 거리에 따라: 중앙값 (최소 … 최대)"},
              &RecallCell::us_a_token, "{:.1f}", "µs")},
          .answer = twice};
}

}  // namespace heed
