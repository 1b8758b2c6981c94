#include "exercises/grading/source/comments.hpp"

#include <sstream>

#include "lib/text/trimmed.hpp"

namespace heed::grading {

std::vector<std::string> comments_of(const std::string& text) {
  std::vector<std::string> comments;
  bool in_comment = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool comment = trimmed(line).starts_with("//");
    if (comment && !in_comment) comments.emplace_back();
    if (comment) comments.back() += line + '\n';
    in_comment = comment;
  }
  return comments;
}

std::string with_comments(std::string text, const std::vector<std::string>& from,
                          const std::vector<std::string>& to) {
  for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) {
    const std::size_t at = text.find(from[i]);
    if (at != std::string::npos) text.replace(at, from[i].size(), to[i]);
  }
  return text;
}

}  // namespace heed::grading
