// Running the preprocessor takes a quarter of the time of compiling: most texts show that there is no need.
#include <algorithm>
#include <cctype>
#include <regex>
#include <string_view>

#include "exercises/grading/refusals/preprocessed.hpp"

namespace heed::grading {

namespace {

/// Unlike of_a_word() no byte above 127: a no-break space is a blank to clang, and what follows it a name.
bool of_a_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// A header without a folder: none of those for vectors of a processor is one.
bool includes_plainly(const std::string& line) {
  static const std::regex plain(
      R"x(#include (<(?!simd>)[a-z_]+>|"exercises/(given|learn)\.hpp")\s*(//.*)?)x");
  return line.size() < 200 && std::regex_match(line, plain);
}

/// Neither reserved (but for the j of "Σ_j"), nor written as macros are: those of the C library that are
/// attributes are reserved, those of fmt are in capitals.
bool plain_name(std::string_view name) {
  const bool lower = std::any_of(name.begin(), name.end(),
                                 [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; });
  const bool reserved = name.front() == '_' && name.size() > 3;
  return !reserved && name.find("__") == name.npos && (lower || name.find('_') == name.npos);
}

}  // namespace

// Literals and comments are looked through as well: what only looks like one hides nothing.
bool written_plainly(const std::string& text) {
  for (const char* other : {"<:", "<%", "%:", "??", "\\u", "\\U", "\\N", "rdbuf"})
    if (text.find(other) != text.npos) return false;
  if (text.find('\0') != text.npos) return false;  // a blank to the compiler
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    end = at + 1;
    if (text[at] == '#') {
      end = std::min(text.find('\n', at), text.size());
      if ((at > 0 && text[at - 1] != '\n') || !includes_plainly(text.substr(at, end - at))) return false;
    } else if (text[at] == '\\') {  // lines that are joined, blanks between
      if (end == text.size() || std::isspace(static_cast<unsigned char>(text[end])) != 0) return false;
    } else if (text[at] == '[') {
      const std::size_t next = text.find_first_not_of(" \t\r\n\f\v", end);
      if (next != text.npos && (text[next] == '[' || text[next] == '/')) return false;
    } else if (of_a_name(text[at])) {
      while (end < text.size() && of_a_name(text[end])) ++end;
      if (!plain_name(std::string_view(text).substr(at, end - at))) return false;
    }
  }
  return true;
}

}  // namespace heed::grading
