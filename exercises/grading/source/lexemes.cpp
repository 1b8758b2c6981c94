#include "exercises/grading/source/lexemes.hpp"

#include <algorithm>

namespace heed::grading {

namespace {

/// Behind the comment or literal that begins at `i`; `i` where none does.
std::size_t behind_left_out(std::string_view text, std::size_t i) {
  if (text.substr(i, 2) == "//") return std::min(text.find('\n', i), text.size());
  if (text.substr(i, 2) == "/*") return std::min(text.find("*/", i + 2), text.size() - 2) + 2;
  const bool quotes = text[i] == '"' || (text[i] == '\'' && (i == 0 || !of_a_word(text[i - 1])));
  if (!quotes) return i;  // ' behind a digit separates digits
  std::size_t end = i + 1;
  while (end < text.size() && text[end] != text[i] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

}  // namespace

Lexemes::Lexemes(std::string_view text) {
  int line = 1;
  for (std::size_t i = 0, end = 0; i < text.size(); i = end) {
    end = behind_left_out(text, i);
    const bool left_out = end > i || std::isspace(static_cast<unsigned char>(text[i])) != 0;
    end = std::max(end, i + 1);
    while (!left_out && of_a_word(text[i]) && end < text.size() && of_a_word(text[end])) ++end;
    const std::string_view piece = text.substr(i, end - i);
    if (!left_out) lexemes_.push_back({piece, line, i == 0 || text[i - 1] == '\n'});
    line += static_cast<int>(std::count(piece.begin(), piece.end(), '\n'));
  }
}

std::size_t Lexemes::find(std::string_view text, std::size_t from) const {
  while (from < size() && lexemes_[from].text != text) ++from;
  return from;
}

std::size_t Lexemes::behind(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < size(); ++i) {
    depth += lexemes_[i].opens() ? 1 : lexemes_[i].closes() ? -1 : 0;
    if (depth == 0) return i + 1;
  }
  return size();
}

}  // namespace heed::grading
