// A verdict in words that a beginner understands.
#pragma once

#include "exercises/grading/verdict.hpp"
#include "tools/learn/course/notes.hpp"
#include "tools/learn/text/page.hpp"

namespace heed {

/// Part by part: points; then what does not compile, or show_failures. `rows`: what is left of the screen; 0:
/// all is shown.
void show_verdict(Page& page, const Verdict& verdict, const Notes& notes, std::size_t rows = 0);

/// "7/10", "2.5/4".
std::string points_text(double points, double max_points);

/// "failed: wrong result" and the like: one line about a part.
Bilingual status_text(const PartVerdict& part);

}  // namespace heed
