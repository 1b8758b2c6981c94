#include "exercises/grading/source/comments.hpp"

#include <sstream>

namespace heed::grading {

Commented take_apart(const std::string& text) {
  Commented parts;
  bool in_comment = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find_first_not_of(' ');
    const bool comment = start != std::string::npos && line.compare(start, 2, "//") == 0;
    if (comment && !in_comment) {
      parts.comments.emplace_back();
      parts.places.push_back(parts.code.size());
    }
    if (comment)
      parts.comments.back() += line + '\n';
    else
      parts.code.push_back(line);
    in_comment = comment;
  }
  return parts;
}

std::string with_comments_of(std::string text, const Commented& from, const Commented& to) {
  for (std::size_t i = 0; i < from.comments.size() && i < to.comments.size(); ++i) {
    const std::size_t at = text.find(from.comments[i]);
    if (at != std::string::npos) text.replace(at, from.comments[i].size(), to.comments[i]);
  }
  return text;
}

}  // namespace heed::grading
