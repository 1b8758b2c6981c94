#include "exercises/grading/name/observation.hpp"

#include <algorithm>

#include "exercises/grading/name/results.hpp"

namespace heed::grading {

using namespace patterns;

std::optional<Observation> observe(const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& expected,
                                   const std::vector<CaseOutcome>& got, const std::string& output,
                                   Tolerance tolerance, const Implementation& reference) {
  const auto unwritten = [](const CaseOutcome& outcome) { return outcome.ending == Ending::not_written; };
  if (cases.empty() || got.size() != cases.size() || std::ranges::any_of(got, unwritten)) return {};
  const bool measured = has_costs(expected);  // then one run may take long
  const auto look_at = [&](const std::string& name) -> Pattern {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const Output *should = find_output(expected[i], name), *is = find_output(got[i], name);
      if (should != nullptr && is != nullptr && should->purpose == Purpose::compared)
        pairs.push_back({&cases[i], should->value, is->value});
    }
    const Results results(std::move(pairs), tolerance);
    if (!results.telling()) return {};
    for (Pattern (*look)(const Results&) : {of_special_numbers, of_inputs, of_constants, of_one_factor,
                                            of_shapes, of_places, of_a_factor_by_size})
      if (Pattern found = look(results)) return found;
    if (Pattern found = of_other_inputs(results, name, measured ? Implementation() : reference)) return found;
    return of_regions(results);
  };
  if (Pattern found = look_at(output)) return found;
  std::vector<bool> right;
  for (std::size_t i = 0; i < cases.size(); ++i)
    right.push_back(got[i].ending == Ending::finished && compare(expected[i], got[i], tolerance).failed == 0);
  if (Pattern found = of_sizes(cases, right)) return found;
  for (const Output& other : expected.front().outputs) {
    if (other.name == output || other.purpose != Purpose::compared) continue;
    Pattern found = look_at(other.name);
    if (!found) continue;
    found->output = other.name;
    return found;
  }
  if (Pattern found = of_outputs(expected, got, tolerance)) return found;
  return of_labels(cases, right);
}

}  // namespace heed::grading
