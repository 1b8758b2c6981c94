// A stub in another language is the same code with other comments.
#pragma once

#include <string>
#include <vector>

namespace heed::grading {

/// The blocks of lines of a C++ text that are comments.
std::vector<std::string> comments_of(const std::string& text);

/// `text` with every block of comments that is one of `from` replaced by that of `to`.
std::string with_comments(std::string text, const std::vector<std::string>& from,
                          const std::vector<std::string>& to);

}  // namespace heed::grading
