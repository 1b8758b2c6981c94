#include "exercises/grading/naming.hpp"

#include <algorithm>
#include <set>

namespace heed::grading {

namespace {

Tolerance tolerance_of(const Part& part) { return {part.options.rtol, part.options.atol}; }

bool all_same(const Part& part, const std::vector<CaseOutcome>& known, const std::vector<CaseOutcome>& got) {
  return known.size() == got.size() &&
         std::equal(known.begin(), known.end(), got.begin(),
                    [&](auto& a, auto& b) { return same(a, b, tolerance_of(part)); });
}

/// Exceptions alone say too little: at least one case must have come out, wrong.
bool tells_something(const std::vector<CaseOutcome>& outcomes) {
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [](const CaseOutcome& outcome) { return outcome.ending == Ending::finished; });
}

}  // namespace

Outcomes run_all(const Exercise& implementation, const std::map<std::string, std::vector<Inputs>>& cases) {
  Outcomes outcomes;
  for (const Part& part : implementation.parts()) outcomes[part.name] = run_cases(part, cases.at(part.name));
  return outcomes;
}

Expected expect(const Entry& entry, std::uint64_t seed) {
  Expected expected{described(entry.reference), {}, {}};
  for (const Part& part : expected.exercise.parts()) expected.cases[part.name] = draw_cases(part, seed);
  expected.outcomes = run_all(expected.exercise, expected.cases);
  return expected;
}

bool passes(const Part& part, const std::vector<CaseOutcome>& expected, const std::vector<CaseOutcome>& got) {
  return expected.size() == got.size() &&
         std::equal(expected.begin(), expected.end(), got.begin(), [&](auto& right, auto& given) {
           return given.ending == Ending::finished && compare(right, given, tolerance_of(part)).failed == 0;
         });
}

std::map<std::string, Mistake> name_mistakes(const Entry& entry, const Expected& expected,
                                             const Outcomes& got) {
  std::map<std::string, std::set<std::size_t>> candidates;  // for each failed part
  for (const Part& part : expected.exercise.parts()) {
    const std::vector<CaseOutcome>& given = got.at(part.name);
    const std::vector<CaseOutcome>& right = expected.outcomes.at(part.name);
    if (given.size() == right.size() && tells_something(given) && !passes(part, right, given))
      candidates[part.name];
  }
  if (candidates.empty()) return {};
  for (std::size_t i = 0; i < entry.wrong.size(); ++i) {
    const Exercise implementation = described(entry.wrong[i].describe);
    for (auto& [name, matching] : candidates) {
      const Part& part = implementation.part(name);
      const std::vector<CaseOutcome> known = run_cases(part, expected.cases.at(name));
      if (all_same(part, known, got.at(name))) matching.insert(i);
    }
  }
  std::map<std::string, Mistake> named;
  for (const auto& [name, matching] : candidates) {
    std::vector<std::size_t> left(matching.begin(), matching.end());
    if (left.size() > 1) {
      std::erase_if(left, [&](std::size_t i) {
        return std::any_of(candidates.begin(), candidates.end(),
                           [&](const auto& other) { return !other.second.contains(i); });
      });
    }
    if (left.size() == 1) named[name] = entry.wrong[left.front()].mistake;
  }
  return named;
}

}  // namespace heed::grading
