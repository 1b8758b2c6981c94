#include "exercises/grading/declarations.hpp"

#include <regex>

namespace heed::grading {

namespace {

std::string without_comments(const std::string& text) {
  static const std::regex line_comment("//[^\\n]*"), directive("(^|\\n)#[^\\n]*");
  return std::regex_replace(std::regex_replace(text, line_comment, ""), directive, "$1");
}

}  // namespace

std::vector<std::string> function_declarations(const std::string& text) {
  static const std::regex blanks(R"(\s+)"),
      function(R"((?!using\b|typedef\b|static_assert\b)[^=]*\([\s\S]*\)\s*)");
  std::vector<std::string> found;
  std::string statement;
  int depth = 0;
  for (const char letter : without_comments(text)) {
    depth += letter == '{' ? 1 : letter == '}' ? -1 : 0;
    if (letter == '}') statement.clear();
    if (depth > 0 || letter == '}') continue;
    if (letter != ';') {
      statement += letter;
      continue;
    }
    const std::size_t start = statement.find_first_not_of(" \t\n");
    if (start != std::string::npos) {
      const std::string one_line = std::regex_replace(statement.substr(start), blanks, " ");
      if (std::regex_match(one_line, function)) found.push_back(one_line);
    }
    statement.clear();
  }
  return found;
}

}  // namespace heed::grading
