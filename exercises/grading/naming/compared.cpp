#include "exercises/grading/naming/compared.hpp"

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading {

namespace {

bool is_long(const Inputs& inputs) {
  constexpr int most_numbers = 2000;
  return patterns::numbers_of(inputs) > most_numbers;
}

}  // namespace

Compared what_is_compared(const Expected& expected, const Outcomes& got,
                          const std::set<std::string>& timed_out) {
  Compared result{expected, got};
  for (const Part& part : expected.exercise.parts()) {
    std::vector<Inputs>& cases = result.expected.cases.at(part.name);
    std::vector<CaseOutcome>&right = result.expected.outcomes.at(part.name),
    &given = result.got.at(part.name);
    if (timed_out.contains(part.name) && given.size() < right.size())
      cases.erase(cases.begin() + given.size(), cases.end()), right.resize(given.size());
    if (given.size() != right.size() || !has_costs(right)) continue;
    std::vector<Inputs> short_cases;
    std::vector<CaseOutcome> short_right, short_given;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (is_long(cases[i])) continue;
      short_cases.push_back(cases[i]);
      short_right.push_back(right[i]);
      short_given.push_back(given[i]);
    }
    if (passes(part, short_right, short_given) && !passes(part, right, given)) continue;
    cases = std::move(short_cases), right = std::move(short_right), given = std::move(short_given);
  }
  return result;
}

}  // namespace heed::grading
