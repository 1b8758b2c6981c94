// A verdict in words that a beginner understands.
#pragma once

#include "exercises/grading/verdict.hpp"
#include "tools/learn/notes.hpp"
#include "tools/learn/page.hpp"

namespace heed {

/// Part by part: points; then what does not compile, or why parts failed, each
/// cause once; after a pass what one can do now.
void show_verdict(Page& page, const Verdict& verdict, const Notes& notes);

/// For each cause what is known of it, and its first wrong case.
void show_failures(Page& page, const Verdict& verdict, const Notes& notes);

/// "7/10", "2.5/4".
std::string points_text(double points, double max_points);
/// "passed, 12 checks", "crashed": one line about a part.
std::string status_text(const PartVerdict& part);

/// "(2, 3)", "(5,)", "one number".
std::string shape_text(const std::vector<int>& shape);

/// The flat place where that matrix of an input begins which leads to the first wrong number of the result: 0
/// unless both have as many matrices.
std::size_t place_beside(const NamedValues& tensor, const FailedCase& failure);

/// Name, shape and numbers, as many as fit, around the flat `place`.
void show_tensor(Page& page, const NamedValues& tensor, std::size_t place = 0);

/// Two tensors of one shape side by side, or one above the other where there is no room. A * stands behind
/// each number at the flat places `wrong`, of which the first is in sight, with digits enough to differ.
void show_comparison(Page& page, const NamedValues& expected, const NamedValues& got,
                     const std::vector<std::size_t>& wrong);

}  // namespace heed
