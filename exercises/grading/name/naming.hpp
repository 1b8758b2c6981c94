// Tells the known mistake that a learner made.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "exercises/grading/run/compare.hpp"
#include "exercises/grading/source/registry.hpp"

namespace heed::grading {

/// Holds what one implementation gave on the cases of every part.
using Outcomes = std::map<std::string, std::vector<CaseOutcome>>;

/// Everything that is computed inside the grader: the cases of a seed and what the reference makes of them.
struct Expected {
  Exercise exercise;
  std::map<std::string, std::vector<Inputs>> cases;
  Outcomes outcomes;
  std::map<std::string, double> seconds{};  // that the reference took, by the clock
};

/// With a second seed: its cases after those of the first, without those that are the same for every seed.
Expected expect(const Entry& entry, std::uint64_t seed, std::optional<std::uint64_t> second_seed = {});

/// Returns true if wrong implementations may be run on this part inside the grader.
bool survivable(const Part& part);
/// Runs an implementation on all parts of which that is true.
Outcomes run_survivable(const Exercise& implementation,
                        const std::map<std::string, std::vector<Inputs>>& cases);

/// Returns true if every check of the part passes.
bool passes(const Part& part, const std::vector<CaseOutcome>& expected, const std::vector<CaseOutcome>& got);

/// Leaves out of `expected` and `got` what is not compared with known-wrong implementations. Of a part in
/// which time ran out (`timed_out`), the cases that did not come out; of a part that measures costs, the long
/// cases, on which an implementation that costs too much takes seconds, unless these alone are wrong.
void leave_out_long_cases(Expected& expected, Outcomes& got, const std::set<std::string>& timed_out);

/// Runs each known-wrong implementation of the exercise on these cases.
std::vector<Outcomes> run_wrong_ones(const Entry& entry, const Expected& expected);

/// The names in each failed part.
using Named = std::map<std::string, Mistake>;

/// The mistake behind each failed part: the known-wrong implementation that cannot be told from the learner's
/// on all of the part's cases. docs/grading.md says what decides between several, and what speaks against
/// one. A part that did not come to its end (fewer outcomes than cases) is not named. `wrong_ones` is what
/// run_wrong_ones gave: who names many answers runs them once.
Named name_mistakes(const Entry& entry, const Expected& expected, const std::vector<Outcomes>& wrong_ones,
                    const Outcomes& got);
/// For one answer: runs them only if some part failed.
Named name_mistakes(const Entry& entry, const Expected& expected, const Outcomes& got);

/// Returns, for a part whose cases are questions, the known mistakes behind the wrong answers, in the order
/// of the questions.
std::vector<Mistake> name_answers(const Entry& entry, const Part& part, const Expected& expected,
                                  const std::vector<CaseOutcome>& got);

}  // namespace heed::grading
