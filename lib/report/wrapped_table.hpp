// A table whose cells go on over several lines where the terminal is too narrow for them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heed {

/// `rows` (the titles first; a row too short is filled up) as lines of at most `width` columns: nothing is
/// cut off, cells are broken at spaces, and within a word only where the words are wider than the terminal.
std::vector<std::string> wrapped_table(std::vector<std::vector<std::string>> rows, std::size_t width);

}  // namespace heed
