// A verdict in words that a beginner understands.
#pragma once

#include "tools/learn/notes.hpp"
#include "tools/learn/verdict.hpp"
#include "tools/learn/wrap.hpp"

namespace heed {

/// Part by part: points; then what does not compile, or for each part that failed its first failing case,
/// the mistake when it is a known one, and the idea that repairs it.
void show_verdict(Page& page, const Verdict& verdict, const Notes& notes);

/// "7/10", "2.5/4".
std::string points_text(double points, double max_points);

/// "failed: wrong result" and the like: one line about a part.
std::string status_text(const PartVerdict& part, Language language);

/// What a crash, a time-out or too much memory means and where to look; empty for the other statuses.
std::string advice_text(const PartVerdict& part, const std::string& exercise, Language language);

}  // namespace heed
