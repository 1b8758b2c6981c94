#include "tools/measure/recall_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "lib/report/number.hpp"
#include "lib/score/significance.hpp"
#include "tools/measure/attention_claims.hpp"
#include "tools/measure/recall.hpp"
#include "tools/measure/recall_tables.hpp"

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

/// Turns the factors round: who shrinks less is better.
BySeed smaller(BySeed factors) {
  for (auto& [seed, value] : factors) value = -value;
  return factors;
}

Statement judge_gradient(const Cells& cells, const std::vector<std::int64_t>& distances) {
  Statement claim{.text = text_of("C8.gradient")};
  if (distances.size() < 2) {
    claim.measured = text_of("C8.two distances");
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
  claim.measured = text_of("C8.gradient measured", distances.front(), distances.back(), list, all.text());
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

/// Adds what nets recalled of a task over the farthest distance. Nothing is added where none has learned even
/// the shortest one.
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
    text = text_of("C8.recalled", recall_task_title(task), far, grouped(recall_steps(plan, far)),
                   grouped(recall_steps(plan, near)), near, counted(recall_steps(plan, far), "step"), list);
  }
  if (without.english.empty()) return text;
  return text_of("C8.not learned", text, text.english.empty() ? "" : "; ", recall_task_title(task), near,
                 without);
}

Statement judge_learning(const RecallPlan& plan, const Cells& cells,
                         const std::vector<std::int64_t>& distances) {
  Statement claim{.text = both("C8: {}", "C8: {}", text_of("C8.easier"))};
  std::set<RecallTask> tasks;
  for (const RecallCell& c : cells) tasks.insert(c.task);
  Comparisons all(worth);
  Bilingual text;
  if (distances.size() > 1)
    for (const RecallTask task : tasks)
      if (const Bilingual one = add_learning(all, plan, cells, task, distances); !one.english.empty())
        text = text.english.empty() ? one : both("{}; {}", "{}; {}", text, one);
  if (text.english.empty())
    text = distances.size() < 2 ? text_of("C8.two distances") : text_of("C8.nothing to compare");
  claim.measured = both("{}{}", "{}{}", text, all.text());
  claim.verdict = all.verdict();
  return claim;
}

/// Returns to which power of its length a sequence's time grows, over the seeds; nothing where no seed has
/// sequences that differ enough in length.
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

Statement judge_linear(const Cells& cells) {
  Statement claim{.text = both("C18: {}", "C18: {}", text_of("C18.claim")),
                  .measured = text_of("C18.short", least_stretch)};
  const std::optional<MeanInterval> power = power_of(cells, "state space"),
                                    control = power_of(cells, "attention");
  if (!power || !control) return claim;
  const auto& [mean, half] = *power;
  claim.power = CellNumber{.value = mean};
  if (half) claim.power->low = mean - *half, claim.power->high = mean + *half;
  const double most = 1 + slope_tolerance;
  const bool told = control->half_width && control->mean - *control->half_width > most;
  claim.verdict = !half                          ? ClaimVerdict::one_seed
                  : mean - *half > most          ? ClaimVerdict::does_not_hold
                  : told && mean + *half <= most ? ClaimVerdict::holds
                                                 : ClaimVerdict::inside_the_noise;
  claim.measured = text_of("C18.measured", interval_text(*power), interval_text(*control),
                           half ? Bilingual() : both(" {}", " {}", text_of("C8.one seed")));
  return claim;
}

/// The growth of paths that the documents claim.
struct DocumentedPath {
  const char* kind;
  PathGrowth growth;
};
constexpr DocumentedPath documented_paths[]{{"attention", PathGrowth::constant},
                                            {"convolution", PathGrowth::logarithmic},
                                            {"LSTM", PathGrowth::linear},
                                            {"RNN", PathGrowth::linear}};

Statement judge_path(const Cells& cells) {
  Statement claim{.text = both("C8: {}", "C8: {}이다", text_of("C8.path"))};
  std::vector<ClaimVerdict> verdicts;
  for (const auto& [kind, growth] : documented_paths) {
    const Curve steps = path_curve(cells, kind);
    verdicts.push_back(steps.size() < 3 ? ClaimVerdict::not_measured
                                        : holds_where(path_growth(steps) == growth));
  }
  claim.verdict = together(verdicts);
  if (claim.verdict == ClaimVerdict::not_measured) {
    claim.measured = text_of("C8.three distances");
    return claim;
  }
  Bilingual list;
  for (const RecallKind& kind : recall_kinds()) {
    const Curve steps = path_curve(cells, kind.name);
    if (steps.empty()) continue;
    const std::string near = grouped(std::llround(steps.front().second)),
                      far = grouped(std::llround(steps.back().second));
    add_part(list, number_of(kind.name, fmt::format("{} ({}{})", growth_text(path_growth(steps)), near,
                                                    far == near ? "" : " … " + far)));
  }
  const Curve steps = path_curve(cells, documented_paths[0].kind);
  claim.measured = text_of("C8.path measured", steps.front().first, steps.back().first, list);
  return claim;
}

}  // namespace

RecallJudgement judge_recall(const RecallPlan& plan, const std::vector<RecallCell>& cells) {
  const std::vector<std::int64_t> distances = recall_distances(cells);
  return {judge_path(cells), judge_gradient(cells, distances), judge_learning(plan, cells, distances),
          judge_linear(cells)};
}

}  // namespace heed
