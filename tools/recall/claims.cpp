#include "tools/recall/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "lib/report/number.hpp"
#include "tools/attention/claims.hpp"
#include "tools/compare/significance.hpp"
#include "tools/language/both.hpp"
#include "tools/recall/ahead.hpp"
#include "tools/recall/tables.hpp"

namespace heed {
namespace {

using Cells = std::vector<RecallCell>;
constexpr double worth = 0.05;  // of right answers: a smaller difference is none

/// Calls each(shorter, longer).
void for_pairs(const auto& each) {
  for (const RecallKind& shorter : recall_kinds()) {
    for (const RecallKind& longer : recall_kinds())
      if (shorter.path != "O(n)" && longer.path == "O(n)") each(shorter.name, longer.name);
  }
}

Bilingual number_of(const std::string& kind, const std::string& number) {
  return both("{} {}", "{} {}", name_of(kind), number);
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

JudgedClaim judge_path(const Cells& cells, const std::vector<std::int64_t>& distances) {
  JudgedClaim claim{.text = {"C8: a path between two tokens takes O(1) steps in attention, O(log n) in "
                             "convolutions, O(n) in recurrent nets",
                             "C8: 두 토큰 사이의 경로는 어텐션에서 O(1), 합성곱에서 O(log n), 순환망에서 "
                             "O(n)걸음이다"}};
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
  for_pairs([&](const std::string& shorter, const std::string& longer) {
    all.add(shorter, longer, smaller(factors[shorter]), smaller(factors[longer]));
  });
  claim.measured = both("from {} to {} tokens the first token's gradient shrinks by a factor of: {}{}",
                        "{} 토큰에서 {} 토큰까지 첫 토큰의 기울기가 줄어든 배수: {}{}", distances.front(),
                        distances.back(), list, all.text());
  claim.verdict = all.verdict();
  return claim;
}

/// The right answers of a net at a distance, with the seeds that learned the shortest one.
BySeed right_answers(const Cells& cells, const std::string& kind, RecallTask task, std::int64_t nearest,
                     std::int64_t distance) {
  const BySeed before = values_by_seed(cells, kind, task, nearest, &RecallCell::accuracy);
  BySeed found = values_by_seed(cells, kind, task, distance, &RecallCell::accuracy);
  std::erase_if(found, [&](const auto& one) {
    const auto same = before.find(one.first);
    return same == before.end() || same->second < recall_learned;
  });
  return found;
}

/// The longest distance at which a short and a long path share seeds, two of them if there is such a one.
std::int64_t farthest(const Cells& cells, RecallTask task, const std::vector<std::int64_t>& distances) {
  for (const std::size_t wanted : {2, 1}) {
    for (std::size_t i = distances.size(); --i > 0;) {
      std::size_t most = 0;
      for_pairs([&](const std::string& shorter, const std::string& longer) {
        const BySeed a = right_answers(cells, shorter, task, distances.front(), distances[i]),
                     b = right_answers(cells, longer, task, distances.front(), distances[i]);
        most = std::max<std::size_t>(most, static_cast<std::size_t>(std::ranges::count_if(
                                               a, [&](const auto& one) { return b.contains(one.first); })));
      });
      if (most >= wanted) return distances[i];
    }
  }
  return 0;
}

JudgedClaim judge_learning(const RecallPlan& plan, const Cells& cells,
                           const std::vector<std::int64_t>& distances) {
  JudgedClaim claim{.text = {"C8: short paths learn long dependencies more easily",
                             "C8: 경로가 짧을수록 먼 의존을 쉽게 배운다"}};
  std::set<RecallTask> tasks;
  for (const RecallCell& c : cells) tasks.insert(c.task);
  Comparisons all(worth);
  Bilingual text;
  for (const RecallTask task : tasks) {
    const std::int64_t far = distances.size() < 2 ? 0 : farthest(cells, task, distances);
    Bilingual list, without;
    std::map<std::string, BySeed> right;
    for (const RecallKind& kind : recall_kinds()) {
      const BySeed first = values_by_seed(cells, kind.name, task, distances.front(), &RecallCell::accuracy);
      if (far > 0) right[kind.name] = right_answers(cells, kind.name, task, distances.front(), far);
      if (!right[kind.name].empty())
        add_part(list, number_of(kind.name, fmt::format("{:.0f} %", 100 * mean_of(right[kind.name]))));
      else if (!first.empty() &&
               std::ranges::all_of(first, [](const auto& one) { return one.second < recall_learned; }))
        add_part(without, kind.title);
    }
    if (far > 0) {
      for_pairs([&](const std::string& shorter, const std::string& longer) {
        all.add(shorter, longer, right[shorter], right[longer]);
      });
      text = both("{0}{1}{2} over {3} tokens ({7} at most, {5} over {6}): {8}",
                  "{0}{1}{2}, {3} 토큰 너머(많아야 {4}걸음, {6} 토큰에서는 {5}걸음): {8}", text,
                  text.english.empty() ? "" : "; ", recall_task_title(task), far,
                  grouped(recall_steps(plan, far)), grouped(recall_steps(plan, distances.front())),
                  distances.front(), counted(recall_steps(plan, far), "step"), list);
    }
    if (!without.english.empty())
      text = both("{}{}{} not even over {}: {} (says nothing of distance)",
                  "{}{}{}, {} 토큰도 배우지 못함: {} (거리에 대해서는 알 수 없음)", text,
                  text.english.empty() ? "" : "; ", recall_task_title(task), distances.front(), without);
  }
  if (text.english.empty())
    text = distances.size() < 2
               ? two_distances
               : Bilingual{
                     "over no longer distance were a net with a short path and one with a long path "
                     "trained that had both learned the shortest",
                     "가장 짧은 거리를 배운 뒤 같은 더 먼 거리에서 학습한, 경로가 짧은 망과 긴 망의 쌍이 "
                     "없습니다"};
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
  JudgedClaim claim{.text = {"C18: state-space models run in linear time without attention",
                             "C18: 상태 공간 모델은 어텐션 없이 선형 시간에 돈다"},
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
  return {judge_path(cells, distances), judge_learning(plan, cells, distances), judge_linear(cells)};
}

}  // namespace heed
