// A verdict in words that a beginner understands.
#pragma once

#include "exercises/grading/verdict.hpp"
#include "tools/learn/notes.hpp"
#include "tools/learn/wrap.hpp"

namespace heed {

/// Part by part: points; then what does not compile, or show_failures.
void show_verdict(Page& page, const Verdict& verdict, const Notes& notes, std::size_t rows = 0);

/// "7/10", "2.5/4".
std::string points_text(double points, double max_points);

/// "failed: wrong result" and the like: one line about a part.
std::string status_text(const PartVerdict& part, Language language);

}  // namespace heed
