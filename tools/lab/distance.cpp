// C8 and C18: what is remembered over a distance, and what a token costs.
#include <algorithm>
#include <cmath>
#include <map>

#include "lib/report/number.hpp"
#include "tools/attention/growth.hpp"
#include "tools/compare/significance.hpp"
#include "tools/lab/both.hpp"
#include "tools/lab/claim.hpp"
#include "tools/recall/measure.hpp"

namespace heed {
namespace {

/// Recall alone, trained once a program for both claims.
const std::vector<RecallCell>& recalled(const LabOptions& options) {
  static std::vector<RecallCell> cells;
  if (cells.empty()) {
    RecallPlan plan{.tasks = {RecallTask::recall}, .seconds = 340};
    if (options.quick)
      plan.distances = {8, 32}, plan.seeds = {options.seed}, plan.width = 32, plan.steps = 300,
      plan.seconds = 25;
    cells = measure_recall(plan);
  }
  return cells;
}

std::vector<std::int64_t> distances_of(const std::vector<RecallCell>& cells) {
  std::vector<std::int64_t> distances;
  for (const RecallCell& c : cells)
    if (!std::ranges::count(distances, c.distance)) distances.push_back(c.distance);
  std::ranges::sort(distances);
  return distances;
}

/// The mean over the seeds; nothing where nothing was measured.
std::optional<double> mean_of(const std::vector<RecallCell>& cells, const std::string& kind,
                              std::int64_t distance, double RecallCell::*field) {
  const std::vector<double> all = recall_values(cells, kind, RecallTask::recall, distance, field);
  if (all.empty()) return std::nullopt;
  return mean_interval(all).mean;
}

/// Kinds by distances.
template <typename Text>
Table table_of(const std::vector<RecallCell>& cells, double RecallCell::*field, Text text) {
  Table table{.columns = {{"net"}, {"path"}}};
  for (const std::int64_t d : distances_of(cells)) table.columns.push_back({grouped(d), Align::right});
  for (const RecallKind& kind : recall_kinds()) {
    table.rows.push_back({kind.name, kind.path});
    for (const std::int64_t d : distances_of(cells)) {
      const std::optional<double> value = mean_of(cells, kind.name, d, field);
      table.rows.back().push_back(value ? text(*value) : "–");
    }
  }
  return table;
}

}  // namespace

Finding recall_by_distance(const LabOptions& options) {
  const std::vector<RecallCell>& cells = recalled(options);
  const std::vector<std::int64_t> distances = distances_of(cells);
  // The farthest distance that both were measured at.
  std::int64_t far = 0;
  for (const std::int64_t d : distances) {
    if (mean_of(cells, "attention", d, &RecallCell::accuracy) &&
        mean_of(cells, "RNN", d, &RecallCell::accuracy))
      far = d;
  }
  Finding finding{.verdict = LabVerdict::inside_the_noise};
  if (far > 0) {
    const auto value = [&](const char* kind, double RecallCell::*field) {
      return *mean_of(cells, kind, far, field);
    };
    const double attention = value("attention", &RecallCell::accuracy),
                 rnn = value("RNN", &RecallCell::accuracy);
    const double gradient = value("attention", &RecallCell::gradient_norm),
                 rnn_gradient = value("RNN", &RecallCell::gradient_norm);
    const bool learns = attention > rnn + 0.1, flows = gradient > 2 * rnn_gradient;
    finding.verdict = learns && flows   ? LabVerdict::holds
                      : learns || flows ? LabVerdict::holds_in_part
                                        : LabVerdict::does_not_hold;
    finding.measured = both(
        "over {} tokens attention recalls {:.0f} % and an RNN {:.0f} %; before training the gradient at the "
        "first token is "
        "{:.0e} and {:.0e}",
        "{} 토큰 너머의 것을 어텐션은 {:.0f} %, RNN은 {:.0f} % 기억합니다. 학습 전 첫 토큰의 그래디언트는 "
        "{:.0e}과 {:.0e}입니다",
        far, 100 * attention, 100 * rnn, gradient, rnn_gradient);
  } else {
    finding.measured = {"there was no time to train both", "둘을 모두 학습할 시간이 없었습니다"};
  }
  finding.correction = {
      "004 quotes under this point a sentence of section 3.2.1, on the scale of dot products; the one on "
      "path lengths stands "
      "in section 4",
      "004는 여기에 내적의 스케일을 말하는 3.2.1절의 문장을 인용합니다. 경로 길이를 말하는 문장은 4절에 "
      "있습니다"};
  finding.tables = {
      {{"right answers by distance", "거리에 따른 정답률"},
       table_of(cells, &RecallCell::accuracy, [](double v) { return fmt::format("{:.0f} %", 100 * v); })},
      {{"gradient at the first token before training", "학습 전 첫 토큰의 그래디언트"},
       table_of(cells, &RecallCell::gradient_norm, [](double v) { return fmt::format("{:.0e}", v); })}};
  return finding;
}

Finding state_space_is_linear(const LabOptions& options) {
  const std::vector<RecallCell>& cells = recalled(options);
  Curve curve;  // of a whole sequence
  for (const RecallCell& c : cells)
    if (c.kind == "state space")
      curve.emplace_back(static_cast<double>(c.tokens), c.us_a_token * static_cast<double>(c.tokens));
  const std::optional<double> slope = fitted_slope(curve, 0);
  std::optional<double> accuracy;
  std::int64_t far = 0;
  for (const std::int64_t d : distances_of(cells)) {
    if (const auto value = mean_of(cells, "state space", d, &RecallCell::accuracy)) accuracy = value, far = d;
  }
  Finding finding{.verdict = LabVerdict::inside_the_noise};
  if (slope && accuracy) {
    finding.verdict = *slope < 1.15 ? LabVerdict::holds : LabVerdict::does_not_hold;
    finding.measured = both(
        "a step over a sequence takes time that grows with its length to the power {:.2f}; over {} tokens "
        "the state space recalls {:.0f} %",
        "한 걸음의 시간은 길이의 {:.2f}제곱으로 늡니다. 상태 공간은 {} 토큰 너머의 것을 {:.0f} % 기억합니다",
        *slope, far, 100 * *accuracy);
  } else {
    finding.measured = {"there was no time for two lengths", "두 길이를 잴 시간이 없었습니다"};
  }
  finding.tables = {
      {{"µs a token in a training step, by distance", "학습 걸음에서 토큰마다 µs, 거리에 따라"},
       table_of(cells, &RecallCell::us_a_token, [](double v) { return fmt::format("{:.1f}", v); })}};
  return finding;
}

}  // namespace heed
