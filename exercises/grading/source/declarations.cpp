#include "exercises/grading/source/declarations.hpp"

#include <algorithm>
#include <regex>

#include "exercises/grading/source/lexemes.hpp"
#include "lib/core/error.hpp"

namespace heed::grading {

namespace {

std::string without_comments(const std::string& text) {
  static const std::regex line_comment("//[^\\n]*"), directive("(^|\\n)#[^\\n]*");
  return std::regex_replace(std::regex_replace(text, line_comment, ""), directive, "$1");
}

std::string last_word(const std::string& text) {
  const auto end = std::find_if(text.rbegin(), text.rend(), of_a_word);
  return {std::find_if_not(end, text.rend(), of_a_word).base(), end.base()};
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

FunctionNames names_in(const std::string& declaration) {
  std::vector<std::string> pieces{""};  // what stands before the '(' and, after it, between the commas
  int angles = 0, rounds = 0;
  for (const char letter : declaration) {
    angles += letter == '<' ? 1 : letter == '>' ? -1 : 0;
    rounds += angles > 0 ? 0 : letter == '(' ? 1 : letter == ')' ? -1 : 0;
    if (angles == 0 && (letter == '(' || letter == ','))
      pieces.emplace_back();
    else if (letter != ')')
      pieces.back() += letter;
  }
  if (pieces.size() < 2 || rounds != 0) throw_error("'{}' declares no function", declaration);
  FunctionNames names{last_word(pieces[0]), ""};
  for (std::size_t i = 1; i < pieces.size(); ++i)
    names.parameters += (i == 1 ? "" : ", ") + last_word(pieces[i]);
  return names;
}

}  // namespace heed::grading
