// Running the functions of an exercise on the cases of a part, in whatever program they are linked into.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/exercise.hpp"

namespace heed::grading {

enum class Ending {
  finished,
  not_written,   // NotWritten; message: the function
  threw,         // message: what()
  threw_other,   // something that is no std::exception
  no_memory,     // std::bad_alloc
  changed_input  // const_cast on an argument; message: its name
};

struct CaseOutcome {
  Ending ending = Ending::finished;
  std::string message{};
  std::vector<Output> outputs{};  // empty unless finished
};

/// A part that computes a gradient measures this: a formula costs little, differences of forward passes much.
inline constexpr char gradient_cost[] = "elements read or written";
/// Limits it, in the reference's outcome of a case, to 25 times what the reference needs and 500 more.
void limit_gradient_cost(CaseOutcome& reference);

/// The name of the first input that has not the same value in both (NaN is NaN's like); nullptr if all have.
const std::string* first_difference(const Inputs& before, const Inputs& after);

/// Runs one case in the program of an answer; no exception leaves it.
CaseOutcome unjudged_outcome(const Part& part, const Inputs& inputs);
/// The outcome that is compared, of one that came from there (Part::judged). No exception leaves it.
CaseOutcome judged_outcome(const Part& part, const Inputs& inputs, CaseOutcome outcome);

/// Runs one case; no exception leaves it.
CaseOutcome run_case(const Part& part, const Inputs& inputs);
/// All cases, one after the other.
std::vector<CaseOutcome> run_cases(const Part& part, const std::vector<Inputs>& cases);

/// The cases of a part: they depend on the seed and the part's name alone.
std::vector<Inputs> draw_cases(const Part& part, std::uint64_t seed);
/// Appends those that are not among the cases yet: what is written down comes from every seed.
void add_new(std::vector<Inputs>& cases, std::vector<Inputs> more);

}  // namespace heed::grading
