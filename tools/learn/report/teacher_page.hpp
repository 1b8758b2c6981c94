// The whole course as one page for those who teach it.
#pragma once

#include <string>
#include <string_view>

#include "tools/learn/learner/learner.hpp"

namespace heed {

/// A text in HTML or XML.
std::string escaped(std::string_view text);

/// The Markdown of statements and notes as HTML: headings (from `level` on), paragraphs, code, lists and
/// tables.
std::string html_of_markdown(std::string_view markdown, int level);

/// HTML that needs nothing else: of each exercise the statement, the hints, the solution, and every known
/// mistake with its explanation, its repair and the lines in which its code differs from the solution's. Asks
/// the grader for each, with progress on standard error. Throws Error, Interrupted.
std::string teacher_page(const Learner& learner);

}  // namespace heed
