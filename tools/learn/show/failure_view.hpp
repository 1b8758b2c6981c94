// Why parts failed: each cause once, with one example and its repair.
#pragma once

#include "exercises/grading/verdict.hpp"
#include "tools/learn/course/notes.hpp"
#include "tools/learn/text/page.hpp"

namespace heed {

/// For each cause, which several parts may share: what happened, the first failing case of the first of these
/// parts, how to repair it. With `rows` above 0 the page stays within so many lines where that is possible:
/// examples become shorter, and what is left out is promised behind a key.
void show_failures(Page& page, const Verdict& verdict, const Notes& notes, std::size_t rows);

}  // namespace heed
