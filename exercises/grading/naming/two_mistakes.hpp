// Two known mistakes in one answer.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "exercises/grading/naming/naming.hpp"
#include "exercises/grading/process/compare.hpp"
#include "exercises/grading/source/registry.hpp"

namespace heed::grading {

/// Whether they are one mistake, or forms of one.
bool same_code(const Mistake& a, const Mistake& b);
/// Whether both change a function.
bool share_a_function(const WrongOne& one, const WrongOne& other);

/// Two known mistakes, by their places in Entry::wrong.
using Two = std::pair<std::size_t, std::size_t>;
/// The only ones of these, or the first of some that are forms of the same two; else none.
std::vector<Mistake> only_two(const Entry& entry, const std::vector<Two>& pairs);

/// Whether the results of a part tell two mistakes, and not one with a chance beside it: some wrong number is
/// not whole, or in three wrong cases `one` alone gives something else, and in three the other.
bool need_each_other(const std::vector<CaseOutcome>& one, const std::vector<CaseOutcome>& other,
                     const std::vector<CaseOutcome>& right, const std::vector<CaseOutcome>& got,
                     Tolerance tolerance);

/// Whether these two, put together, give what the answer gives.
using Together = std::function<bool(std::size_t, std::size_t)>;

/// The only two known-wrong implementations that explain a part together: each result that is wrong is what
/// one of them gives where the other changes nothing, or lies where both change something; where the answer
/// is right both are; and each explains numbers that the other does not. Empty if there are none, or several.
/// Where there are places at which both change something, and both are wrong, `together` must confirm them.
/// candidates[i]: what wrong implementation i gives on the part's cases; nullptr for one that is none.
std::vector<Mistake> two_mistakes(const Entry& entry,
                                  const std::vector<const std::vector<CaseOutcome>*>& candidates,
                                  const std::vector<CaseOutcome>& right, const std::vector<CaseOutcome>& got,
                                  Tolerance tolerance, const Together& together);

/// The only two known-wrong implementations, one of those in `first` and one of those in `second`, that put
/// together give exactly what the answer gives on all cases of the part, and neither alone: one's function
/// calls the other's. Each pair runs apart (run_apart.hpp); of three that do not come out none is looked for
/// any more. Both lists are in ascending order. wrong_ones[i]: what wrong implementation i gives on all
/// parts.
std::vector<Mistake> meeting_mistakes(const Entry& entry, const Part& part,
                                      const std::vector<std::size_t>& first,
                                      const std::vector<std::size_t>& second,
                                      const std::vector<Outcomes>& wrong_ones,
                                      const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& right,
                                      const std::vector<CaseOutcome>& got);

}  // namespace heed::grading
