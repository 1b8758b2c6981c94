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

}  // namespace heed
