// The documents' claims on paths between tokens and of state spaces, put to what was measured.
#include <algorithm>
#include <cmath>
#include <set>

#include "lib/report/number.hpp"
#include "tools/measure/recall.hpp"

namespace heed {
namespace {

using SeedValues = std::map<std::uint64_t, double>;

constexpr double worth = 0.05;  // of right answers: a smaller difference is none

/// A net with a short path and one with a long path: their right answers by seed.
struct PathPair {
  std::string shorter, longer;
  std::vector<double> differences;
};

/// The pairs of the right answers that nets gave to a task over a distance; those that share no seed, too.
void add_pairs(std::vector<PathPair>& pairs, const RecallCells& cells, RecallTask task,
               std::int64_t distance) {
  // A path is long that takes half as many steps as the distance, or more.
  const auto is_long = [&](const RecallKind& kind) {
    const Curve steps = path_curve(cells, kind.name);
    return !steps.empty() && 2 * steps.back().second >= steps.back().first;
  };
  for (const RecallKind& shorter : recall_kinds()) {
    for (const RecallKind& longer : recall_kinds()) {
      if (is_long(shorter) || !is_long(longer)) continue;
      PathPair pair{shorter.name, longer.name, {}};
      const SeedValues of_longer = recall_values(cells, longer.name, task, distance, &RecallCell::accuracy);
      for (const auto& [seed, right] :
           recall_values(cells, shorter.name, task, distance, &RecallCell::accuracy))
        if (const auto same = of_longer.find(seed); same != of_longer.end())
          pair.differences.push_back(right - same->second);
      pairs.push_back(std::move(pair));
    }
  }
}

enum class Ahead { first, second, small, noise, one_seed, not_comparable };

std::vector<Ahead> judge_pairs(const std::vector<PathPair>& pairs) {
  std::vector<double> p_values;
  for (const PathPair& pair : pairs)
    if (pair.differences.size() > 1) p_values.push_back(mean_p_value(pair.differences).value());
  const std::vector<double> corrected = holm(p_values);
  std::vector<Ahead> found;
  std::size_t tested = 0;
  for (const PathPair& pair : pairs) {
    if (pair.differences.size() < 2) {
      found.push_back(pair.differences.empty() ? Ahead::not_comparable : Ahead::one_seed);
      continue;
    }
    const bool real = corrected[tested++] < 0.05;
    const MeanInterval interval = mean_interval(pair.differences);
    const double size = std::abs(interval.mean), reach = size + interval.half_width.value_or(0);
    if (real && size >= worth)
      found.push_back(interval.mean > 0 ? Ahead::first : Ahead::second);
    else
      found.push_back(size < worth && (real || reach < worth) ? Ahead::small : Ahead::noise);
  }
  return found;
}

ClaimVerdict verdict_of_pairs(const std::vector<Ahead>& found) {
  const auto number = [&](Ahead one) { return std::ranges::count(found, one); };
  const auto compared = std::ssize(found) - number(Ahead::not_comparable);
  if (compared == 0) return ClaimVerdict::not_measured;
  if (number(Ahead::one_seed) == compared) return ClaimVerdict::one_seed;
  if (number(Ahead::first) > 0)
    return number(Ahead::first) == compared ? ClaimVerdict::holds : ClaimVerdict::holds_in_part;
  return number(Ahead::second) > 0 || number(Ahead::small) == compared ? ClaimVerdict::does_not_hold
                                                                       : ClaimVerdict::inside_the_noise;
}

/// "ahead beyond the noise: attention > RNN; inside the noise: …"
Bilingual pairs_text(const std::vector<PathPair>& pairs, const std::vector<Ahead>& found) {
  Bilingual ahead, small, noise;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Bilingual shorter = word(pairs[i].shorter), longer = word(pairs[i].longer);
    if (found[i] == Ahead::first) ahead = joined(ahead, ", ", joined(shorter, " > ", longer));
    if (found[i] == Ahead::second) ahead = joined(ahead, ", ", joined(longer, " > ", shorter));
    if (found[i] != Ahead::small && found[i] != Ahead::noise) continue;
    const MeanInterval interval = mean_interval(pairs[i].differences);
    const Bilingual points =
        text_of("C8.points", shorter, longer, 100 * interval.mean, 100 * interval.half_width.value_or(0));
    Bilingual& list = found[i] == Ahead::small ? small : noise;
    list = joined(list, ", ", points);
  }
  Bilingual text;
  if (!ahead.english.empty()) text = text_of("C8.ahead", ahead);
  if (!small.english.empty()) text = joined(text, "; ", text_of("C8.small", 100 * worth, small));
  if (!noise.english.empty()) text = joined(text, "; ", text_of("C8.noise", noise));
  return text;
}

/// The longest distance at which a short and a long path share seeds, two of them if there is such a one.
std::int64_t farthest(const RecallCells& cells, RecallTask task, const std::vector<std::int64_t>& distances) {
  for (const std::size_t wanted : {2, 1}) {
    for (std::size_t i = distances.size(); --i > 0;) {
      std::vector<PathPair> pairs;
      add_pairs(pairs, cells, task, distances[i]);
      if (std::ranges::any_of(pairs, [&](const PathPair& p) { return p.differences.size() >= wanted; }))
        return distances[i];
    }
  }
  return 0;
}

/// Adds the pairs of a task over its farthest distance, and says what each net recalled there. Nothing is
/// compared where none has learned even the shortest one.
Bilingual add_task(std::vector<PathPair>& pairs, const RecallPlan& plan, const RecallCells& cells,
                   RecallTask task, const std::vector<std::int64_t>& distances) {
  const std::int64_t near = distances.front(), far = farthest(cells, task, distances);
  Bilingual recalled, without;
  bool any = false;
  for (const RecallKind& kind : recall_kinds()) {
    const auto right_over = [&](std::int64_t distance) {
      return recall_values(cells, kind.name, task, distance, &RecallCell::accuracy);
    };
    const auto add = [&](Bilingual& list, const std::string& number) {
      list = joined(list, ", ", joined(kind.title(), " ", {number}));
    };
    const SeedValues first = right_over(near);
    const auto learned =
        std::ranges::count_if(first, [](const auto& one) { return one.second >= recall_learned; });
    any = any || learned > 0;
    if (learned < std::ssize(first))
      add(without, fmt::format("{}/{}", std::ssize(first) - learned, first.size()));
    std::vector<double> right;
    for (const auto& [seed, share] : right_over(far)) right.push_back(share);
    if (!right.empty()) add(recalled, fmt::format("{:.0f} %", 100 * mean_interval(right).mean));
  }
  const Bilingual title = word(recall_task_name(task));
  Bilingual text;
  if (far > 0 && any) {
    add_pairs(pairs, cells, task, far);
    const std::int64_t steps = recall_steps(plan, far);
    text = text_of("C8.recalled", title, far, grouped(steps), grouped(recall_steps(plan, near)), near,
                   counted(steps, "step"), recalled);
  }
  if (without.english.empty()) return text;
  return joined(text, "; ", text_of("C8.not learned", title, near, without));
}

Statement judge_learning(const RecallPlan& plan, const RecallCells& cells,
                         const std::vector<std::int64_t>& distances) {
  Statement claim{.text = word("learning")};
  if (distances.size() < 2) {
    claim.measured = text_of("C8.two distances");
    return claim;
  }
  std::set<RecallTask> tasks;
  for (const RecallCell& c : cells) tasks.insert(c.task);
  std::vector<PathPair> pairs;
  for (const RecallTask task : tasks)
    claim.measured = joined(claim.measured, "; ", add_task(pairs, plan, cells, task, distances));
  if (claim.measured.english.empty()) claim.measured = text_of("C8.nothing to compare");
  const std::vector<Ahead> found = judge_pairs(pairs);
  claim.verdict = verdict_of_pairs(found);
  claim.measured = claim.verdict == ClaimVerdict::one_seed
                       ? joined(claim.measured, " ", text_of("C8.one seed"))
                       : joined(claim.measured, "; ", pairs_text(pairs, found));
  return claim;
}

/// To which power of its length a sequence's time grows, over the seeds; nothing where no seed has sequences
/// that differ enough in length.
std::optional<MeanInterval> power_of(const RecallCells& cells, const std::string& kind,
                                     double least_stretch) {
  std::map<std::uint64_t, Curve> curves;  // of a whole sequence
  for (const RecallCell& c : cells) {
    const auto tokens = static_cast<double>(c.tokens);
    if (c.kind == kind && c.task == cells.front().task)
      curves[c.seed].emplace_back(tokens, tokens * c.us_a_token);
  }
  std::vector<double> slopes;
  for (const auto& [seed, curve] : curves) {
    const auto [shortest, longest] = std::ranges::minmax_element(curve);
    if (longest->first < least_stretch * shortest->first) continue;
    if (const std::optional<double> slope = fitted_slope(curve)) slopes.push_back(*slope);
  }
  return slopes.empty() ? std::nullopt : std::optional(mean_interval(slopes));
}

Statement judge_linear(const RecallCells& cells) {
  constexpr int least_stretch = 32;  // of lengths: over less, attention's power is near 1, too
  Statement claim{.text = word("linear time"), .measured = text_of("C18.short", least_stretch)};
  const std::optional<MeanInterval> power = power_of(cells, "state space", least_stretch),
                                    control = power_of(cells, "attention", least_stretch);
  if (!power || !control) return claim;
  const double most = 1 + slope_tolerance;
  const bool told = control->half_width && least_of(*control) > most;
  claim.verdict = !power->half_width                ? ClaimVerdict::one_seed
                  : least_of(*power) > most         ? ClaimVerdict::does_not_hold
                  : told && most_of(*power) <= most ? ClaimVerdict::holds
                                                    : ClaimVerdict::inside_the_noise;
  claim.measured = text_of("C18.measured", interval_text(*power), interval_text(*control));
  if (!power->half_width) claim.measured = joined(claim.measured, " ", text_of("C8.one seed"));
  return claim;
}

Statement judge_path(const RecallCells& cells) {
  Statement claim{.text = word("path"), .measured = text_of("C8.three distances")};
  std::vector<ClaimVerdict> verdicts;
  for (const auto& [kind, growth] :
       {std::pair("attention", PathGrowth::constant), std::pair("convolution", PathGrowth::logarithmic),
        std::pair("LSTM", PathGrowth::linear), std::pair("RNN", PathGrowth::linear)}) {
    const Curve steps = path_curve(cells, kind);
    verdicts.push_back(steps.size() < 3 ? ClaimVerdict::not_measured
                                        : holds_where(path_growth(steps) == growth));
  }
  claim.verdict = together(verdicts);
  if (claim.verdict == ClaimVerdict::not_measured) return claim;
  Bilingual list;
  for (const RecallKind& kind : recall_kinds()) {
    const Curve steps = path_curve(cells, kind.name);
    if (steps.empty()) continue;
    const std::string near = grouped(std::llround(steps.front().second)),
                      far = grouped(std::llround(steps.back().second));
    const std::string number =
        fmt::format("{} ({}{})", growth_text(steps), near, far == near ? "" : " … " + far);
    list = joined(list, ", ", joined(kind.title(), " ", {number}));
  }
  const std::vector<std::int64_t> distances = recall_distances(cells);
  claim.measured = text_of("C8.path measured", distances.front(), distances.back(), list);
  return claim;
}

}  // namespace

RecallJudgement judge_recall(const RecallPlan& plan, const RecallCells& cells) {
  return {judge_path(cells), judge_learning(plan, cells, recall_distances(cells)), judge_linear(cells)};
}

}  // namespace heed
