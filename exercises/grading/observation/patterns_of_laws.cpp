// What becomes of all results when an input is doubled, and on which inputs it depends how far a wrong result
// is from the right one.
#include <algorithm>
#include <cmath>
#include <set>

#include "exercises/grading/observation/probes.hpp"

namespace heed::grading::patterns {

namespace {

using Cases = std::vector<ProbedCase>;

/// A result before a change of an input, and after it.
using Change = std::pair<const Tensor*, const Tensor*>;

bool finite(const std::vector<Change>& results) {
  return std::ranges::all_of(
      results, [](const Change& one) { return all_finite(*one.first) && all_finite(*one.second); });
}

/// Of what given and right differ by, or of what they are divided by each other: on which inputs it depends,
/// where that are not all.
Pattern of_differences(const Cases& cases, bool divided) {
  const auto moves = [divided](const Probe& p) {
    Moved result;
    for (int n = 0; n < p.right.size(); ++n) {
      const auto apart = [&](const Tensor& given, const Tensor& right) {
        return divided ? given.flat(n) / right.flat(n) : given.flat(n) - right.flat(n);
      };
      if (divided && std::min(std::abs(p.right_before.flat(n)), std::abs(p.right.flat(n))) < 1e-4) continue;
      const double before = apart(p.given_before, p.right_before), after = apart(p.given, p.right);
      const double size =
          (divided ? std::abs(after) : std::abs(p.given.flat(n)) + std::abs(p.right.flat(n))) + 1e-3;
      result.any = result.any || !(std::abs(after - before) <= 1e-6 * size);
      result.none = result.none && std::abs(after - before) <= (divided ? 1e-9 : 1e-11) * size;
    }
    return result;
  };
  std::set<std::string> names;
  for (const Probe& p : kinds_of(cases)) names.insert(p.name);
  std::vector<std::string> with, without;
  for (const std::string& name : names) {
    bool some = false, none = true, right_moves = true;
    const auto look = [&](const std::vector<Probe>& probes) {
      for (const Probe& p : probes) {
        if (!p.of_all() || p.name != name) continue;
        const Moved moved = moves(p);
        some = some || moved.any, none = none && moved.none;
        right_moves = right_moves && moved_in(p.right_before, p.right, -1, -1).any;
      }
    };
    for (const ProbedCase& one : cases) {
      look(one.probes);
      for (const std::vector<Probe>& other : one.others) look(other);
    }
    if (some) with.push_back(name);
    if (none && right_moves) without.push_back(name);
    if (!some && !none) return {};
  }
  constexpr std::size_t few = 3;
  if (with.empty() || without.empty() || with.size() > few) return {};
  return Observation{divided ? "quotient_by" : "difference_by", with};
}

/// after = before times one number everywhere and in all cases: that number.
std::optional<double> law(const std::vector<Change>& results) {
  std::optional<double> number;
  for (const auto& [before, after] : results) {
    for (int n = 0; n < before->size(); ++n) {
      const double x = before->flat(n), y = after->flat(n);
      if (!number && std::abs(x) > divisible) number = y / x;
      if (number && !grading::close(x * *number, y, {1e-8, 1e-10})) return {};
    }
  }
  return number;
}

/// What doubling an input should do to every number, and what it does. Where overflow makes something of a
/// number there is no law to be seen.
Pattern of_laws(const Cases& cases) {
  for (const Probe& first : kinds_of(cases)) {
    if (!first.doubled) continue;
    std::vector<Change> should, does;
    int numbers = 0;
    const auto add = [&](const std::vector<Probe>& probes) {
      for (const Probe& probe : probes) {
        if (!probe.doubled || probe.name != first.name) continue;
        should.emplace_back(&probe.right_before, &probe.right);
        does.emplace_back(&probe.given_before, &probe.given);
        numbers += probe.right.size();
      }
    };
    for (const ProbedCase& one : cases) {
      add(one.probes);
      for (const std::vector<Probe>& other : one.others) add(other);
    }
    if (!finite(should) || !finite(does)) continue;
    const std::optional<double> right = law(should), given = law(does);
    if (should.size() < 2 || numbers < 3 || (!right && !given)) continue;
    if (right && given && grading::close(*right, *given, {1e-7, 1e-9})) continue;
    const auto is_one = [](const std::optional<double>& number) {
      return number && grading::close(1, *number, {1e-9, 1e-9});
    };
    if (is_one(right)) return Observation{"doubled_changes", {first.name}};
    if (is_one(given)) return Observation{"doubled_stays", {first.name}};
    if (right && given) return Observation{"doubled_law", {first.name}, {*right, *given}};
    if (right) return Observation{"doubled_without_law", {first.name}, {*right}};
  }
  return {};
}

}  // namespace

Pattern of_laws_and_differences(const Cases& cases) {
  if (Pattern found = of_laws(cases)) return found;
  if (Pattern found = of_differences(cases, false)) return found;
  return of_differences(cases, true);
}

}  // namespace heed::grading::patterns
