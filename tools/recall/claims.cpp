#include "tools/recall/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "lib/report/number.hpp"
#include "lib/score/significance.hpp"
#include "tools/attention/claims.hpp"
#include "tools/language/both.hpp"
#include "tools/recall/ahead.hpp"
#include "tools/recall/path_claim.hpp"
#include "tools/recall/tables.hpp"

namespace heed {
namespace {

using Cells = std::vector<RecallCell>;
constexpr double worth = 0.05;  // of right answers: a smaller difference is none

/// A path is long that takes half as many steps as the distance, or more.
bool long_path(const Cells& cells, const std::string& kind) {
  const Curve steps = path_curve(cells, kind);
  return !steps.empty() && 2 * steps.back().second >= steps.back().first;
}

/// Calls each(shorter, longer).
void for_pairs(const Cells& cells, const auto& each) {
  for (const RecallKind& shorter : recall_kinds()) {
    for (const RecallKind& longer : recall_kinds())
      if (!long_path(cells, shorter.name) && long_path(cells, longer.name)) each(shorter.name, longer.name);
  }
}

const Bilingual two_distances{"takes two distances at least", "거리가 둘 이상 있어야 합니다"};

constexpr int least_stretch = 32;  // of lengths: over less, attention's power is near 1, too

constexpr double least_norm = std::numeric_limits<float>::min();  // what is less is 0

/// Logarithms to the base of 10 of the factors by which the gradient of a net shrinks, by seeds.
BySeed shrinkage(const Cells& cells, const std::string& kind, RecallTask task, std::int64_t near,
                 std::int64_t far) {
  const BySeed at_first = values_by_seed(cells, kind, task, near, &RecallCell::gradient_norm);
  BySeed factors;
  for (const auto& [seed, norm] : values_by_seed(cells, kind, task, far, &RecallCell::gradient_norm)) {
    if (const auto first = at_first.find(seed); first != at_first.end() && first->second > 0)
      factors[seed] = std::log10(first->second / std::max(norm, least_norm));
  }
  return factors;
}

/// Who shrinks less is better.
BySeed smaller(BySeed factors) {
  for (auto& [seed, value] : factors) value = -value;
  return factors;
}

JudgedClaim judge_gradient(const Cells& cells, const std::vector<std::int64_t>& distances) {
  JudgedClaim claim{
      .text = {"beside C8: before training, the gradient at the first token shrinks less over a "
               "short path",
               "C8 곁에서: 학습 전에 첫 토큰의 기울기는 경로가 짧을수록 덜 줄어든다"}};
  if (distances.size() < 2) {
    claim.measured = two_distances;
    return claim;
  }
  const RecallTask task = cells.front().task;
  std::map<std::string, BySeed> factors;
  Bilingual list;
  for (const RecallKind& kind : recall_kinds()) {
    factors[kind.name] = shrinkage(cells, kind.name, task, distances.front(), distances.back());
    if (factors[kind.name].empty()) continue;
    const std::vector<double> far =
        recall_values(cells, kind.name, task, distances.back(), &RecallCell::gradient_norm);
    const bool more = std::ranges::min(far) < least_norm;  // than floats can show
    add_part(list, number_of(kind.name, fmt::format("{}{:.2g}", more ? "> " : "",
                                                    std::pow(10, mean_of(factors[kind.name])))));
  }
  Comparisons all;
  for_pairs(cells, [&](const std::string& shorter, const std::string& longer) {
    all.add(shorter, longer, smaller(factors[shorter]), smaller(factors[longer]));
  });
  claim.measured = both("from {} to {} tokens the first token's gradient shrinks by a factor of: {}{}",
                        "{} 토큰에서 {} 토큰까지 첫 토큰의 기울기가 줄어든 배수: {}{}", distances.front(),
                        distances.back(), list, all.text());
  claim.verdict = all.verdict();
  return claim;
}

/// The longest distance at which a short and a long path share seeds, two of them if there is such a one.
std::int64_t farthest(const Cells& cells, RecallTask task, const std::vector<std::int64_t>& distances) {
  for (const std::size_t wanted : {2, 1}) {
    for (std::size_t i = distances.size(); --i > 0;) {
      std::size_t most = 0;
      for_pairs(cells, [&](const std::string& shorter, const std::string& longer) {
        const BySeed a = values_by_seed(cells, shorter, task, distances[i], &RecallCell::accuracy),
                     b = values_by_seed(cells, longer, task, distances[i], &RecallCell::accuracy);
        most = std::max<std::size_t>(most, static_cast<std::size_t>(std::ranges::count_if(
                                               a, [&](const auto& one) { return b.contains(one.first); })));
      });
      if (most >= wanted) return distances[i];
    }
  }
  return 0;
}

/// What nets recalled of a task over the farthest distance. Nothing is added where none has learned even the
/// shortest one.
Bilingual add_learning(Comparisons& all, const RecallPlan& plan, const Cells& cells, RecallTask task,
                       const std::vector<std::int64_t>& distances) {
  Bilingual list, without;
  const std::int64_t near = distances.front(), far = farthest(cells, task, distances);
  std::map<std::string, BySeed> right;
  bool any = false;
  for (const RecallKind& kind : recall_kinds()) {
    const std::vector<double> first = recall_values(cells, kind.name, task, near, &RecallCell::accuracy);
    const auto learned = std::ranges::count_if(first, [](double share) { return share >= recall_learned; });
    any = any || learned > 0;
    if (learned < std::ssize(first))
      add_part(without,
               number_of(kind.name, fmt::format("{}/{}", std::ssize(first) - learned, first.size())));
    if (far > 0) right[kind.name] = values_by_seed(cells, kind.name, task, far, &RecallCell::accuracy);
    if (!right[kind.name].empty())
      add_part(list, number_of(kind.name, fmt::format("{:.0f} %", 100 * mean_of(right[kind.name]))));
  }
  Bilingual text;
  if (far > 0 && any) {
    for_pairs(cells, [&](const std::string& shorter, const std::string& longer) {
      all.add(shorter, longer, right[shorter], right[longer]);
    });
    text = both("{0} over {1} tokens ({5} at most, {3} over {4}): {6}",
                "{0}, {1} 토큰 너머(많아야 {2}걸음, {4} 토큰에서는 {3}걸음): {6}", recall_task_title(task),
                far, grouped(recall_steps(plan, far)), grouped(recall_steps(plan, near)), near,
                counted(recall_steps(plan, far), "step"), list);
  }
  if (without.english.empty()) return text;
  return both("{}{}{} not even learned over {} by so many seeds, which count as they answer: {}",
              "{}{}{}: {} 토큰도 배우지 못해 답한 대로 센 시드: {}", text, text.english.empty() ? "" : "; ",
              recall_task_title(task), near, without);
}

JudgedClaim judge_learning(const RecallPlan& plan, const Cells& cells,
                           const std::vector<std::int64_t>& distances) {
  JudgedClaim claim{.text = both("C8: {}", "C8: {}", c8_learning)};
  std::set<RecallTask> tasks;
  for (const RecallCell& c : cells) tasks.insert(c.task);
  Comparisons all(worth);
  Bilingual text;
  if (distances.size() > 1)
    for (const RecallTask task : tasks)
      if (const Bilingual one = add_learning(all, plan, cells, task, distances); !one.english.empty())
        text = text.english.empty() ? one : both("{}; {}", "{}; {}", text, one);
  if (text.english.empty())
    text =
        distances.size() < 2
            ? two_distances
            : Bilingual{"over no longer distance were a net with a short path and one with a long path asked",
                        "경로가 짧은 망과 긴 망이 같은 더 먼 거리에서 답한 쌍이 없습니다"};
  claim.measured = both("{}{}", "{}{}", text, all.text());
  claim.verdict = all.verdict();
  return claim;
}

/// To which power of its length a sequence's time grows, over the seeds; nothing where no seed has sequences
/// that differ enough in length.
std::optional<MeanInterval> power_of(const Cells& cells, const std::string& kind) {
  std::map<std::uint64_t, Curve> curves;  // of a whole sequence
  for (const RecallCell& c : cells) {
    const auto tokens = static_cast<double>(c.tokens);
    if (c.kind == kind && c.task == cells.front().task)
      curves[c.seed].emplace_back(tokens, tokens * c.us_a_token);
  }
  std::vector<double> slopes;
  for (const auto& [seed, curve] : curves) {
    const auto [shortest, longest] =
        std::ranges::minmax_element(curve, {}, &std::pair<double, double>::first);
    if (longest->first < least_stretch * shortest->first) continue;
    if (const std::optional<double> slope = fitted_slope(curve, 0)) slopes.push_back(*slope);
  }
  return slopes.empty() ? std::nullopt : std::optional(mean_interval(slopes));
}

JudgedClaim judge_linear(const Cells& cells) {
  JudgedClaim claim{.text = both("C18: {}", "C18: {}", c18_text),
                    .measured = both("takes a sequence at least {} times as long as the shortest",
                                     "가장 짧은 열의 {}배 이상 긴 열이 있어야 합니다", least_stretch)};
  const std::optional<MeanInterval> power = power_of(cells, "state space"),
                                    control = power_of(cells, "attention");
  if (!power || !control) return claim;
  const auto& [mean, half] = *power;
  claim.power = MeasuredPower{mean};
  if (half) claim.power->low = mean - *half, claim.power->high = mean + *half;
  const double most = 1 + slope_tolerance;
  const bool told = control->half_width && control->mean - *control->half_width > most;
  claim.verdict = !half                          ? ClaimVerdict::one_seed
                  : mean - *half > most          ? ClaimVerdict::does_not_hold
                  : told && mean + *half <= most ? ClaimVerdict::holds
                                                 : ClaimVerdict::inside_the_noise;
  claim.measured =
      both("a sequence's time grows with its length to the power {}, attention's, the control, to {}{}",
           "한 열의 시간은 길이의 {}제곱으로, 대조인 어텐션에서는 {}제곱으로 늡니다{}", interval_text(*power),
           interval_text(*control), half ? Bilingual() : one_seed);
  return claim;
}

}  // namespace

RecallJudgement judge_recall(const RecallPlan& plan, const std::vector<RecallCell>& cells) {
  const std::vector<std::int64_t> distances = recall_distances(cells);
  return {judge_path(cells), judge_gradient(cells, distances), judge_learning(plan, cells, distances),
          judge_linear(cells)};
}

}  // namespace heed
