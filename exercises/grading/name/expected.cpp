// The grader computes these itself: the cases, and what the reference and the known-wrong implementations
// make of them.
#include <algorithm>
#include <chrono>

#include "exercises/grading/name/naming.hpp"
#include "exercises/grading/name/observation.hpp"

namespace heed::grading {

bool survivable(const Part& part) { return !part.options.fatal; }

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

void leave_out_long_cases(Expected& expected, Outcomes& got, const std::set<std::string>& timed_out) {
  constexpr int most_numbers = 2000;
  for (const Part& part : expected.exercise.parts()) {
    std::vector<Inputs>& cases = expected.cases.at(part.name);
    std::vector<CaseOutcome>&right = expected.outcomes.at(part.name), &given = got.at(part.name);
    if (timed_out.contains(part.name) && given.size() < right.size())
      cases.resize(given.size()), right.resize(given.size());
    if (given.size() != right.size() || !has_costs(right)) continue;
    std::vector<Inputs> short_cases;
    std::vector<CaseOutcome> short_right, short_given;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (patterns::numbers_of(cases[i]) > most_numbers) continue;
      short_cases.push_back(cases[i]);
      short_right.push_back(right[i]);
      short_given.push_back(given[i]);
    }
    if (passes(part, short_right, short_given) && !passes(part, right, given)) continue;
    cases = std::move(short_cases), right = std::move(short_right), given = std::move(short_given);
  }
}

std::vector<Outcomes> run_wrong_ones(const Entry& entry, const Expected& expected) {
  std::vector<Outcomes> outcomes;
  for (const WrongOne& wrong : entry.wrong)
    outcomes.push_back(run_survivable(described(wrong.describe), expected.cases));
  return outcomes;
}

}  // namespace heed::grading
