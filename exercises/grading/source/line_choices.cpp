#include "exercises/grading/source/line_choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string_view>

#include "lib/text/trimmed.hpp"

namespace heed::grading {

namespace {

int opens(char c) { return c == '(' || c == '{' || c == '[' ? 1 : c == ')' || c == '}' || c == ']' ? -1 : 0; }

bool declares(const std::string& statement) {
  static const std::regex declaration(
      R"(\s*(?:(?:const|constexpr|static|struct|using|enum|auto)\b[^]*|(?!return\b|else\b|throw\b))"
      R"([A-Za-z_][\w:]*(?:<[^;()]*>)?[&*]?\s+[&*]?[A-Za-z_]\w*\s*[=({;,:\[][^]*))");
  return std::regex_match(statement, declaration);
}

/// Returns true if another such text may stand in its place: whole statements, of which those outside of
/// braces declare nothing.
bool is_statements(const std::string& text) {
  static const std::regex goes_on(R"(\s*(else|case|default)\b[^]*)");
  std::string statement;
  int depth = 0;
  for (const char c : text) {
    statement += c;
    depth += opens(c);
    if (depth < 0) return false;
    if (depth > 0 || (c != ';' && c != '}')) continue;
    if (declares(statement)) return false;
    statement.clear();
  }
  return depth == 0 && trimmed(statement).empty() && !std::regex_match(text, goes_on);
}

/// A declaration, or a head, in parts: what stands between ' = ', ', ' and '; '.
struct InParts {
  std::vector<std::string> parts{""}, separators{""};  // each stands before its part
  std::vector<bool> is_value{false};
  std::string rest;
  bool whole = false;  // nothing of it goes on in the next line but a list
};

InParts in_parts(const std::string& line) {
  static const std::regex head(R"(^\s*(for|if|while) \()");
  InParts result;
  std::size_t i = 0;
  std::smatch match;
  const bool of_a_head = std::regex_search(line, match, head), of_a_loop = of_a_head && match[1] == "for";
  const auto next = [&](const std::string& separator, bool value) {
    result.separators.push_back(separator);
    result.is_value.push_back(value);
    result.parts.emplace_back();
    i += separator.size();
  };
  if (of_a_head) next(match.str(), !of_a_loop);
  int depth = 0;
  while (i < line.size() && depth >= 0) {
    const std::string_view left = std::string_view(line).substr(i);
    if (depth == 0 && left.starts_with(" = ")) {
      next(" = ", true);
    } else if (depth == 0 && left.starts_with(',')) {
      next(left.starts_with(", ") ? ", " : ",", false);
    } else if (depth == 0 && left.starts_with(';')) {
      next(left.starts_with("; ") ? "; " : ";", of_a_loop);
    } else if ((depth += opens(line[i])) >= 0) {
      result.parts.back() += line[i++];
    }
  }
  result.rest = line.substr(i);
  result.whole = of_a_head ? depth < 0 : depth == 0 && (line.ends_with(';') || line.ends_with(','));
  return result;
}

/// A line in which each choice replaces values alone; none if it replaces anything else.
std::optional<std::string> with_values(const std::string& line, const std::vector<Choice>& choices) {
  InParts all = in_parts(line);
  std::vector<std::string> values = all.parts;
  for (const Choice& choice : choices) {
    const InParts its = in_parts(choice.text);
    if (!all.whole || !its.whole || its.separators != all.separators || its.rest != all.rest) return {};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string& part = its.parts[i];
      if (part == all.parts[i]) continue;
      const bool fits = all.is_value[i] && !part.empty() && !part.starts_with('{') && !all.parts[i].empty() &&
                        !all.parts[i].starts_with('{') && part.find("[&") == std::string::npos;
      if (!fits) return {};
      values[i] = fmt::format("({} ? ({}) : ({}))", choice.when, part, values[i]);
    }
  }
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) text += all.separators[i] + values[i];
  return text + all.rest;
}

/// Returns true if a statement begins on that line, as far as the lines before it in the same place tell.
bool begins_statement(const Lines& lines, std::size_t i) {
  static const std::regex head(R"(\s*(for|if|while|else)\b.*)");
  const std::string line = i == 0 ? "" : lines[i - 1].text, before(trimmed(line.substr(0, line.find("//"))));
  return before.empty() || std::string_view(";{}").find(before.back()) != std::string_view::npos ||
         std::regex_match(before, head);
}

}  // namespace

bool is_statements(const Lines& lines) {
  std::string text;
  for (const SourceLine& line : lines) text += line.text.substr(0, line.text.find("//")) + '\n';
  return is_statements(text);
}

std::optional<std::string> with_choices(const Lines& lines, std::size_t i,
                                        const std::vector<Choice>& choices) {
  const std::string& line = lines[i].text;
  if (!is_statements(line) || !begins_statement(lines, i)) return with_values(line, choices);
  const auto fits = [](const Choice& choice) { return is_statements(choice.text); };
  if (!std::all_of(choices.begin(), choices.end(), fits)) return {};
  std::string text;
  std::for_each(choices.rbegin(), choices.rend(), [&](const Choice& choice) {
    text += fmt::format("if ({}) {{ {} }} else ", choice.when, choice.text);
  });
  return text + "{ " + line + " }";
}

}  // namespace heed::grading
