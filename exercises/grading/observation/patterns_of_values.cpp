// What the lists of the inputs hold, or the results should, in exactly the right cases.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/case_split.hpp"

namespace heed::grading::patterns {

/// A number among those of a list of integers: an operation, a token.
Pattern of_members(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  const Split split(cases, right);
  if (!split.several() || !split.many()) return {};
  Found found;
  for (std::size_t at = 0; at < cases.front().values.size(); ++at) {
    std::set<int> all;
    const auto list = [&](std::size_t i) {
      return at < cases[i].values.size() ? std::get_if<std::vector<int>>(&cases[i].values[at].value)
                                         : nullptr;
    };
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (list(i) != nullptr) all.insert(list(i)->begin(), list(i)->end());
    }
    for (const int member : all) {
      const auto holds = [&](std::size_t i) {
        return list(i) != nullptr && std::ranges::find(*list(i), member) != list(i)->end();
      };
      add(found, split.side(holds), "_where_holds", {cases.front().values[at].name}, {double(member)});
    }
  }
  return alone(found);
}

Pattern of_expected(const std::vector<Inputs>& cases, const Results& results,
                    const std::vector<bool>& right) {
  const Split split(cases, right);
  if (!split.enough() || results.pairs().size() != cases.size()) return {};
  std::vector<std::optional<double>> numbers;  // the one that stands everywhere in a result
  for (const Pair& p : results.pairs()) {
    const std::vector<double>& all = p.right.values();
    const bool alike = !all.empty() && std::ranges::all_of(all, [&](double x) { return x == all.front(); });
    numbers.push_back(alike ? std::optional(all.front()) : std::nullopt);
  }
  for (const bool side : {true, false}) {
    std::set<std::optional<double>> here, there;
    for (std::size_t i = 0; i < right.size(); ++i) (right[i] == side ? here : there).insert(numbers[i]);
    const bool apart =
        std::ranges::none_of(here, [&](const auto& number) { return !number || there.contains(number); });
    // others come to be the only ones by chance
    const bool whole = std::ranges::all_of(
        here, [](const auto& number) { return number && *number == std::round(*number); });
    if (!apart || !whole || here.size() > 2 || there.size() < 3) continue;
    Observation found{fmt::format("{}_where_result{}", side ? "right" : "wrong", here.size() > 1 ? "s" : "")};
    for (const auto& number : here) found.numbers.push_back(*number);
    return found;
  }
  return {};
}

}  // namespace heed::grading::patterns
