#include "exercises/grading/grade/observed.hpp"

#include <algorithm>
#include <iterator>

#include "exercises/grading/observation/observation.hpp"

namespace heed::grading {

namespace {

std::vector<Inputs> cases_of_other_seeds(const Part& part, std::uint64_t seed) {
  std::vector<Inputs> all;
  for (int more = 5; more > 0; --more) std::ranges::move(draw_cases(part, ++seed), std::back_inserter(all));
  return all;
}

}  // namespace

std::optional<Observation> observed(
    const Part& part, const std::string& output, const Expected& expected, const Outcomes& got,
    std::uint64_t seed, const std::function<std::vector<CaseOutcome>(const std::vector<Inputs>&)>& ask) {
  std::optional<Observation> seen = observe(
      expected.cases.at(part.name), expected.outcomes.at(part.name), got.at(part.name), output,
      {part.options.rtol, part.options.atol}, [&](const Inputs& inputs) { return run_case(part, inputs); },
      ask, [&] { return cases_of_other_seeds(part, seed); });
  if (!seen && !part.is_gradient())  // of a gradient nobody was asked for a cost
    seen = observe_costs_that_hold(expected.outcomes.at(part.name), got.at(part.name));
  return seen;
}

}  // namespace heed::grading
