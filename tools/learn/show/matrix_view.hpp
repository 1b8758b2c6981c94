// Small matrices in a terminal: what was expected beside what came out, wrong cells marked.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"
#include "tools/learn/text/page.hpp"

namespace heed {

/// "(2, 3)"; "one number" in the language for an empty shape.
std::string shape_text(const std::vector<int>& shape, Language language);

/// "weight (2, 3)" and its rows below, indented; at most 6 rows and what fits of the columns, "…" for the
/// rest. Of more than two axes all matrices are shown where they are few and small, else one of them, with
/// its place ("[0, 1]"): that which belongs to the element at `place` of a tensor of shape `beside` (equal
/// leading axes), else the first.
std::vector<std::string> matrix_lines(const NamedValues& tensor, const Look& look,
                                      const std::vector<int>& beside = {},
                                      const std::vector<int>& place = {});

/// The index of the first of the flat places; empty if there is none.
std::vector<int> index_of_first(const NamedValues& tensor, const std::vector<std::size_t>& wrong);

/// `expected` and `got`, which have the same shape, side by side (one below the other when the terminal is
/// too narrow). The cells at the flat places `wrong` carry a * in `got` and are red on a terminal with
/// colours; the window of rows and columns is chosen so that the first of them is seen. As many digits as
/// are needed to see the difference.
std::vector<std::string> comparison_lines(const NamedValues& expected, const NamedValues& got,
                                          const std::vector<std::size_t>& wrong, const Look& look);

}  // namespace heed
