#include "exercises/grading/run/compiler_messages.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

namespace heed::grading {

namespace {

constexpr std::size_t most = 3;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Adds a message unless there are enough or the line has one already.
void add(std::vector<CompilerMessage>& list, CompilerMessage message) {
  const bool known = std::any_of(list.begin(), list.end(), [&](const CompilerMessage& other) {
    return message.line > 0 ? other.line == message.line : other.message == message.message;
  });
  if (list.size() < most && !known) list.push_back(std::move(message));
}

}  // namespace

std::string at_most(std::string text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

std::string in_short_lines(const std::string& text) {
  constexpr std::size_t longest = 4096;
  std::string kept;
  for (std::string& line : lines_of(text)) kept += at_most(std::move(line), longest) + '\n';
  return kept;
}

std::string plain_names(std::string text) {
  static const std::regex aka(R"( \{aka '[^']*'\})");
  text = std::regex_replace(text, aka, "");
  for (const char* long_name :
       {"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >",
        "std::__cxx11::basic_string<char>", "std::basic_string<char>"})
    replace_all(text, long_name, "std::string");
  replace_all(text, "std::__cxx11::", "std::");
  replace_all(text, "heed::learn::given::", "given::");
  replace_all(text, "heed::learn::", "");
  replace_all(text, "heed::f64::", "heed::");
  replace_all(text, "heed::Variable", "Variable");
  static const std::regex allocator(R"(, std::allocator<[A-Za-z_: ]+> ?>)");
  return std::regex_replace(text, allocator, ">");
}

CompilerMessages reduce_compiler_output(const std::string& output, const std::string& file,
                                        const std::string& text) {
  // FILE:LINE:COLUMN: error: …   or   FILE:LINE:COLUMN:   required from …
  static const std::regex located(
      R"(^(.+?):(\d{1,9}):(\d{1,9}):\s+(?:(fatal error|error|warning|note): )?(.*)$)");
  const std::vector<std::string> source = lines_of(text);
  const auto message_at = [&](int line, int column, const std::string& message) {
    const bool inside = line >= 1 && static_cast<std::size_t>(line) <= source.size();
    return CompilerMessage{line, column, plain_names(message),
                           inside ? source[static_cast<std::size_t>(line) - 1] : ""};
  };
  CompilerMessages result;
  std::vector<CompilerMessage> elsewhere;  // in headers, and nothing led there from the learner's file
  CompilerMessage from;                    // the last place in the learner's file on the way into a template
  for (const std::string& line : lines_of(in_short_lines(output))) {
    std::smatch match;
    if (!std::regex_match(line, match, located)) continue;
    const std::string kind = match[4], words = match[5];
    const bool own = match[1] == file;
    const int number = std::stoi(match[2]), column = std::stoi(match[3]);
    if (kind.empty()) {
      if (own && words.starts_with("required")) from = message_at(number, column, "");
    } else if (kind == "warning") {
      if (own) add(result.warnings, message_at(number, column, words));
      from = {};
    } else if (kind == "note") {
      // the declaration that a function should have had
      const std::string old = "old declaration ";
      if (words.starts_with(old) && !result.errors.empty() &&
          result.errors.back().message.starts_with("ambiguating"))
        result.errors.back().message = "the function must be " + plain_names(words.substr(old.size()));
    } else {
      if (own) {
        add(result.errors, message_at(number, column, words));
      } else if (from.line > 0) {
        add(result.errors, message_at(from.line, from.column, words));
      } else {
        add(elsewhere, {0, 0, plain_names(words), ""});
      }
      from = {};
    }
  }
  if (result.errors.empty()) result.errors = elsewhere;
  return result;
}

std::vector<std::string> missing_functions(const std::string& linker_output) {
  static const std::regex undefined(R"(undefined reference to [`']([^'\n]+)')");
  const std::string text = in_short_lines(linker_output);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), undefined), end; at != end; ++at) {
    const std::string name = plain_names((*at)[1]);
    if (std::find(found.begin(), found.end(), name) == found.end()) found.push_back(name);
  }
  return found;
}

std::vector<CompilerMessage> linker_errors(const std::string& linker_output) {
  static const std::regex twice(R"(multiple definition of [`']([^'\n]+)')");
  const std::string text = in_short_lines(linker_output);
  std::vector<CompilerMessage> found;
  for (std::sregex_iterator at(text.begin(), text.end(), twice), end; at != end; ++at)
    add(found, {0, 0, plain_names((*at)[1]) + " may not be defined here: the course defines it itself", ""});
  return found;
}

}  // namespace heed::grading
