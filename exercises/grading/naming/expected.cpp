// What the grader computes itself: the cases, and what the reference and the known-wrong implementations make
// of them.
#include <algorithm>
#include <chrono>

#include "exercises/grading/naming/likeness.hpp"
#include "exercises/grading/naming/naming.hpp"

namespace heed::grading {

bool survivable(const Part& part) {
  return part.options.crash_means.empty() && part.options.timeout_means.empty();
}

Outcomes run_survivable(const Exercise& implementation,
                        const std::map<std::string, std::vector<Inputs>>& cases) {
  Outcomes outcomes;
  for (const Part& part : implementation.parts())
    if (survivable(part)) outcomes[part.name] = run_cases(part, cases.at(part.name));
  return outcomes;
}

Expected expect(const Entry& entry, std::uint64_t seed, std::optional<std::uint64_t> second_seed) {
  Expected expected{described(entry.reference), {}, {}};
  for (const Part& part : expected.exercise.parts()) {
    std::vector<Inputs>& cases = expected.cases[part.name] = draw_cases(part, seed);
    if (second_seed) add_new(cases, draw_cases(part, *second_seed));
  }
  for (const Part& part : expected.exercise.parts()) {
    std::vector<CaseOutcome>& outcomes = expected.outcomes[part.name];
    const auto begin = std::chrono::steady_clock::now();
    outcomes = run_cases(part, expected.cases[part.name]);
    expected.seconds[part.name] =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (part.is_gradient())
      for (CaseOutcome& outcome : outcomes) limit_gradient_cost(outcome);
  }
  return expected;
}

bool passes(const Part& part, const std::vector<CaseOutcome>& expected, const std::vector<CaseOutcome>& got) {
  return expected.size() == got.size() &&
         std::equal(expected.begin(), expected.end(), got.begin(), [&](auto& right, auto& given) {
           return given.ending == Ending::finished && compare(right, given, tolerance_of(part)).failed == 0;
         });
}

std::vector<Outcomes> run_wrong_ones(const Entry& entry, const Expected& expected) {
  std::vector<Outcomes> outcomes;
  for (const WrongOne& wrong : entry.wrong)
    outcomes.push_back(run_survivable(described(wrong.describe), expected.cases));
  return outcomes;
}

}  // namespace heed::grading
