// The documents' claims on paths between tokens and of state spaces, put to what was measured.
#include "tools/measure/recall.hpp"

#include <algorithm>
#include <cmath>

#include "lib/array/array.hpp"
#include "lib/report/number.hpp"

namespace heed {
namespace {

constexpr std::int64_t unreached = 1'000'000'000;

/// Fewest steps to the last result from each token, at one height of the net.
using Steps = std::vector<std::int64_t>;

/// Below a layer that reads all of x at once: by the gradient of its result at each token that is on a path.
Steps below_reads(const RecallNet& net, std::size_t layer, const Steps& above, Rng& rng) {
  const std::int64_t tokens = std::ssize(above), width = net.embedding.weight.dim(1);
  const Variable x = Variable::parameter(rng.normal({1, tokens, width}));
  const Variable added = net.added(layer, x);
  Steps below = above;
  for (std::int64_t t = tokens - 1; t >= 0; --t) {
    const std::int64_t by_step = above[static_cast<std::size_t>(t)] + 1;
    if (by_step > unreached || std::ranges::none_of(below, [&](std::int64_t s) { return s > by_step; }))
      continue;
    Array of_t = Array::zeros(added.shape());
    std::fill_n(of_t.mutable_data() + t * width, width, Scalar(1));
    added.backward({.gradient = of_t, .retain_graph = true});
    const Scalar* const grad = x.grad().data();
    for (std::int64_t s = 0; s < tokens; ++s)
      if (std::any_of(grad + s * width, grad + (s + 1) * width, [](Scalar g) { return g != 0; }))
        below[static_cast<std::size_t>(s)] = std::min(below[static_cast<std::size_t>(s)], by_step);
    Variable(x).zero_grad();
  }
  net.zero_grad();
  return below;
}

/// Says if the line y = a + b f(x) is within half a step of every point.
bool fits(const Curve& steps, double (*f)(double)) {
  Curve points;
  for (const auto& [x, y] : steps) points.emplace_back(f(x), y);
  const FittedLine line = fitted_line(points);
  return std::ranges::all_of(
      points, [&](const auto& p) { return std::abs(p.second - line.a - line.b * p.first) <= 0.5; });
}

constexpr double worth = 0.05;  // of right answers: a smaller difference is none

/// A net with a short path and one with a long path: how many more of its answers are right, seed by seed.
struct PathPair {
  Bilingual shorter, longer;
  std::vector<double> differences{};
  ClaimVerdict verdict = ClaimVerdict::one_seed;
  bool small = false;  // a difference of five points is ruled out
};

/// Adds the pairs of nets that share a seed, of a task over a distance.
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
      PathPair pair{word(shorter.name), word(longer.name)};
      const auto of_longer = recall_values(cells, longer.name, task, distance);
      for (const auto& [seed, right] : recall_values(cells, shorter.name, task, distance))
        if (of_longer.contains(seed)) pair.differences.push_back(right - of_longer.at(seed));
      if (!pair.differences.empty()) pairs.push_back(std::move(pair));
    }
  }
}

/// Judges each pair, corrected for all of them: it holds where the shorter path is ahead, does not where the
/// longer one is. Small differences say nothing beside others, but all of them say that there is none.
ClaimVerdict judge_pairs(std::vector<PathPair>& pairs) {
  std::vector<double> p_values;
  for (const PathPair& pair : pairs)
    if (const auto p = mean_p_value(pair.differences)) p_values.push_back(*p);
  const std::vector<double> corrected = holm(p_values);
  auto p = corrected.begin();
  std::vector<ClaimVerdict> verdicts;
  for (PathPair& pair : pairs) {
    if (pair.differences.size() > 1) {
      const bool real = *p++ < 0.05;
      const MeanInterval interval = mean_interval(pair.differences);
      const double size = std::abs(interval.mean), reach = size + interval.half_width.value_or(0);
      pair.verdict = real && size >= worth ? holds_where(interval.mean > 0) : ClaimVerdict::inside_the_noise;
      pair.small = size < worth && (real || reach < worth);
    }
    verdicts.push_back(pair.verdict);
  }
  if (!pairs.empty() && std::ranges::all_of(pairs, &PathPair::small)) return ClaimVerdict::does_not_hold;
  return together(verdicts);
}

/// "ahead beyond the noise: attention > RNN; inside the noise: …"
Bilingual pairs_text(const std::vector<PathPair>& pairs) {
  Bilingual ahead, small, noise;
  for (const PathPair& pair : pairs) {
    const MeanInterval mean = mean_interval(pair.differences);
    Bilingual& list = pair.verdict != ClaimVerdict::inside_the_noise ? ahead : pair.small ? small : noise;
    list = joined(list, ", ",
                  pair.verdict == ClaimVerdict::holds           ? joined(pair.shorter, " > ", pair.longer)
                  : pair.verdict == ClaimVerdict::does_not_hold ? joined(pair.longer, " > ", pair.shorter)
                  : pair.verdict == ClaimVerdict::one_seed
                      ? Bilingual()
                      : text_of("C8.points", pair.shorter, pair.longer, 100 * mean.mean,
                                100 * mean.half_width.value_or(0)));
  }
  if (!ahead.english.empty()) ahead = text_of("C8.ahead", ahead);
  if (!small.english.empty()) small = text_of("C8.small", 100 * worth, small);
  if (!noise.english.empty()) noise = text_of("C8.noise", noise);
  return joined(joined(ahead, "; ", small), "; ", noise);
}

/// Compares the right answers over the longest distance. Nothing is said of a task that no net has learned
/// over the shortest one.
Statement judge_learning(const RecallPlan& plan, const RecallCells& cells) {
  Statement claim{.text = word("learning"), .measured = text_of("C8.nothing to compare")};
  const std::vector<std::int64_t> distances = recall_distances(cells);
  if (distances.size() < 2) return claim;
  const std::int64_t near = distances.front(), far = distances.back(), steps = recall_steps(plan, far);
  std::vector<PathPair> pairs;
  Bilingual measured;
  for (const RecallTask task : plan.tasks) {
    Bilingual recalled;
    bool learned = false;
    for (const RecallKind& kind : recall_kinds()) {
      for (const auto& [seed, right] : recall_values(cells, kind.name, task, near))
        learned = learned || right >= recall_learned;
      std::vector<double> shares;
      for (const auto& [seed, right] : recall_values(cells, kind.name, task, far)) shares.push_back(right);
      if (shares.empty()) continue;
      const Bilingual share{fmt::format("{:.0f} %", 100 * mean_interval(shares).mean)};
      recalled = joined(recalled, ", ", joined(word(kind.name), " ", share));
    }
    if (!learned || recalled.english.empty()) continue;
    add_pairs(pairs, cells, task, far);
    measured = joined(measured, "; ",
                      text_of("C8.recalled", word(recall_task_name(task)), far, grouped(steps),
                              grouped(recall_steps(plan, near)), near, counted(steps, "step"), recalled));
  }
  claim.verdict = judge_pairs(pairs);
  if (measured.english.empty()) return claim;
  claim.measured = claim.verdict == ClaimVerdict::one_seed ? joined(measured, " ", text_of("C8.one seed"))
                                                           : joined(measured, "; ", pairs_text(pairs));
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
       {std::pair("attention", "O(1)"), {"convolution", "O(log n)"}, {"LSTM", "O(n)"}, {"RNN", "O(n)"}}) {
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
        fmt::format("{} ({}{})", path_growth(steps), near, far == near ? "" : " … " + far);
    list = joined(list, ", ", joined(word(kind.name), " ", {number}));
  }
  const std::vector<std::int64_t> distances = recall_distances(cells);
  claim.measured = text_of("C8.path measured", distances.front(), distances.back(), list);
  return claim;
}

}  // namespace

std::int64_t path_steps(const RecallNet& net, std::int64_t distance) {
  Rng rng(1);
  Steps steps(static_cast<std::size_t>(distance) + 1, unreached);
  steps.back() = 0;
  for (auto layer = static_cast<std::size_t>(net.layers()); layer-- > 0;) {
    if (!net.goes_by_token())
      steps = below_reads(net, layer, steps, rng);
    else  // a state goes from each token to the next
      for (std::size_t t = steps.size() - 1; t-- > 0;) steps[t] = std::min(steps[t], steps[t + 1] + 1);
  }
  const std::int64_t most = std::ranges::max(steps);
  return most >= unreached ? 0 : most;
}

std::string path_growth(const Curve& steps) {
  if (steps.size() < 3) return "–";
  if (fits(steps, [](double) { return 0.0; })) return "O(1)";
  if (fits(steps, [](double x) { return std::log(x); })) return "O(log n)";
  return fits(steps, [](double x) { return x; }) ? "O(n)" : "–";
}

RecallJudgement judge_recall(const RecallPlan& plan, const RecallCells& cells) {
  return {judge_path(cells), judge_learning(plan, cells), judge_linear(cells)};
}

}  // namespace heed
