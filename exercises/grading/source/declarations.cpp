#include "exercises/grading/source/declarations.hpp"

#include <algorithm>
#include <regex>

#include "exercises/grading/source/lexemes.hpp"
#include "lib/core/error.hpp"

namespace heed::grading {

namespace {

std::string last_word(const std::string& text) {
  const auto end = std::find_if(text.rbegin(), text.rend(), of_a_word);
  return {std::find_if_not(end, text.rend(), of_a_word).base(), end.base()};
}

}  // namespace

std::vector<std::string> function_declarations(const std::string& text) {
  static const std::regex function(R"((?!using\b|typedef\b|static_assert\b)[^=]*\(.*\))");
  std::vector<std::string> found;
  std::string statement;
  int depth = 0;
  const char* end = nullptr;  // of the lexeme before
  for (const Lexeme& one : lexemes_of(text)) {
    if (one.kind == Lexeme::directive) continue;
    depth += one.text == "{" ? 1 : one.text == "}" ? -1 : 0;
    if (one.text == "}") statement.clear();
    if (depth > 0 || one.text == "}") continue;
    if (one.text != ";") {
      const bool blank = !statement.empty() && one.text.data() != end;
      statement.append(blank ? " " : "").append(one.text);
      end = one.text.data() + one.text.size();
    } else {
      if (std::regex_match(statement, function)) found.push_back(statement);
      statement.clear();
    }
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
