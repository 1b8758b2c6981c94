#include "exercises/grading/observation/more_cases.hpp"

#include <algorithm>
#include <set>

namespace heed::grading {

using namespace patterns;

namespace {

/// Adds the cases of other seeds, and whether they are right. False if that is not known.
bool add_more(std::vector<Inputs>& cases, std::vector<bool>& right, Tolerance tolerance,
              const Implementation& reference, const Answer& answer, const MoreCases& further) {
  const auto wrong = static_cast<std::size_t>(std::ranges::count(right, false));
  if (!reference || !answer || !further || wrong == cases.size()) return false;
  const std::vector<Inputs> more = further();
  const std::vector<CaseOutcome> got = answer(more);
  if (got.size() != more.size()) return false;
  for (std::size_t i = 0; i < more.size(); ++i) {
    cases.push_back(more[i]);
    right.push_back(got[i].ending == Ending::finished &&
                    compare(reference(more[i]), got[i], tolerance).failed == 0);
  }
  return true;
}

}  // namespace

Pattern of_more_cases(std::vector<Inputs> cases, std::vector<bool> right, Tolerance tolerance,
                      const Implementation& reference, const Answer& answer, const MoreCases& further) {
  if (!add_more(cases, right, tolerance, reference, answer, further)) return {};
  if (Pattern found = of_cases(cases, right)) return found;
  return of_values(cases, right);
}

bool less_in_more(const Observation& found, std::vector<Inputs> cases, std::vector<bool> right,
                  Tolerance tolerance, const Implementation& reference, const Answer& answer,
                  const MoreCases& further) {
  const auto size = [&](std::size_t i, const std::string& name) {
    for (const auto& [one, number] : named_numbers(cases[i]))
      if (one == name) return number;
    return 0.0;
  };
  const std::size_t first = cases.size();
  if (!add_more(cases, right, tolerance, reference, answer, further)) return false;
  std::set<std::pair<double, double>> known, fresh[2];
  bool equal = false, differ_by_one = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::pair<double, double> both(size(i, found.names[0]), size(i, found.names[1]));
    equal = equal || both.first == both.second;
    differ_by_one = differ_by_one || both.first + 1 == both.second;
    if (i < first) {
      known.insert(both);
    } else if (!known.contains(both)) {
      fresh[right[i] ? 1 : 0].insert(both);
    }
  }
  const Pattern again = of_cases(cases, right);
  const bool border = (equal && differ_by_one) || (!fresh[0].empty() && !fresh[1].empty());
  return border && again && again->kind == found.kind && again->names == found.names;
}

}  // namespace heed::grading
