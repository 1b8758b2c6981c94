#include "exercises/grading/source/pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <string_view>
#include <utility>

#include "exercises/grading/source/cpp_text.hpp"
#include "lib/text/trimmed.hpp"

namespace heed::grading {

namespace {

/// How many braces the line leaves open.
int braces(const std::string& line) {
  int open = 0;
  for (const Lexeme& one : lexemes_of(line)) open += one.text == "{" ? 1 : one.text == "}" ? -1 : 0;
  return open;
}

/// Returns what stands before the parameters, the value or the body, without template arguments, in which
/// parentheses may stand: "std::function f" of "std::function<double(double)> f(double x) {".
std::string head_of(const std::string& text) {
  std::string head;
  int angles = 0;
  for (const char c : text) {
    if (angles == 0 && std::string_view("({=;").find(c) != std::string_view::npos) break;
    angles -= c == '>' && angles > 0;
    if (angles == 0 && c != '<' && c != '>') head += c;
    angles += c == '<';
  }
  return head;
}

/// "softmax" of "Tensor softmax(const Tensor& x) {…", "Row" of "struct Row {…", "limit" of "const int limit =
/// 3;".
std::string name_of(const std::string& text) {
  static const std::regex type(R"(\s*(?:struct|class|enum|using)\s+(\w+)[^;]*)"),
      cannot(R"(\s*(?:namespace|template|extern|#|asm)[^]*)");
  std::smatch match;
  const std::string head = head_of(text);
  if (std::regex_match(head, cannot) || head.find("operator") != std::string::npos) return "";
  if (std::regex_match(head, match, type)) return match[1];
  std::size_t end = head.size();
  while (end > 0 && !of_a_word(head[end - 1])) --end;
  std::size_t start = end;
  while (start > 0 && of_a_word(head[start - 1])) --start;
  return head.substr(start, end - start);
}

bool mentions(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !(of_a_word(text[at - 1]) || text[at - 1] == ':')) &&
        (end == text.size() || !of_a_word(text[end])))
      return true;
  }
  return false;
}

std::string text_of(const Piece& piece) {
  std::string text;
  for (const SourceLine& line : piece.lines) text += line.text + '\n';
  return text;
}

/// Returns true if the piece declares a variable of that name: behind a type, which is a word or ends with
/// '>'. In the function of that name its own head comes first.
bool declares_variable(const Piece& piece, const std::string& name) {
  static const std::set<std::string, std::less<>> no_types{"return", "else", "throw", "case", "do",
                                                           "and",    "or",   "not",   "new"};
  std::string code;
  for (const SourceLine& line : piece.lines) code += line.text.substr(0, line.text.find("//")) + '\n';
  const std::regex behind_a_word(R"((\w+)(?:>+)?[&*]*\s+)" + name + R"(\b)");
  bool head = piece.name == name;
  for (std::sregex_iterator at(code.begin(), code.end(), behind_a_word), end; at != end; ++at)
    if (!std::exchange(head, false) && !no_types.contains((*at)[1].str())) return true;
  return false;
}

/// The text of all pieces of a name, blanks apart.
std::map<std::string, std::string> texts_by_name(const std::vector<Piece>& pieces) {
  std::map<std::string, std::string> texts;
  for (const Piece& piece : pieces)
    for (const char c : text_of(piece))
      if (c != ' ' && c != '\n') texts[piece.name] += c;
  return texts;
}

}  // namespace

std::vector<Piece> pieces_of(const std::vector<SourceLine>& lines) {
  std::vector<Piece> pieces;
  Piece piece;
  int depth = 0;
  for (const SourceLine& line : lines) {
    const std::string_view content = trimmed(line.text);
    const bool between = piece.lines.empty() && (content.empty() || content.starts_with("//"));
    if (between || content.starts_with("#include")) continue;
    piece.lines.push_back(line);
    depth += braces(line.text);
    const std::string_view code = trimmed(content.substr(0, content.find("//")));
    if (depth > 0 || !(code.ends_with('}') || code.ends_with(';'))) continue;
    piece.name = name_of(text_of(piece));
    pieces.push_back(std::exchange(piece, {}));
  }
  if (!piece.lines.empty()) pieces.push_back(piece);
  return pieces;
}

std::vector<SourceLine> with_functions(const std::vector<SourceLine>& source, const std::vector<Piece>& own) {
  std::vector<SourceLine> all;
  for (const SourceLine& line : source)
    if (trimmed(line.text).starts_with("#include")) all.push_back(line);
  const std::vector<Piece> pieces = pieces_of(source);
  const auto append = [&](const Piece& piece) {
    all.insert(all.end(), piece.lines.begin(), piece.lines.end());
  };
  const auto named = [](const std::vector<Piece>& list, const Piece& piece) {
    return std::ranges::find(list, piece.name, &Piece::name);
  };
  bool replaced = false;
  for (const Piece& piece : pieces) {
    const auto instead = named(own, piece);
    if (piece.name.empty() || instead == own.end()) {
      append(piece);
      continue;
    }
    if (!std::exchange(replaced, true))
      for (const Piece& one : own)
        if (named(pieces, one) == pieces.end()) append(one);
    append(*instead);
  }
  return replaced ? all : std::vector<SourceLine>{};
}

std::string code_of(const std::vector<Piece>& pieces, const std::string& file) {
  std::string text;
  for (const Piece& piece : pieces) {
    int next = -1;
    for (const SourceLine& line : piece.lines) {
      if (line.number != next)
        text += fmt::format("#line {} \"{}\"\n", line.number, line.file.empty() ? file : line.file);
      text += line.text + '\n';
      next = line.number + 1;
    }
  }
  return text;
}

std::vector<Piece> calling_the_chosen(std::vector<Piece> pieces, const std::vector<std::string>& functions) {
  for (Piece& piece : pieces) {
    const std::string text = text_of(piece);
    if (std::regex_search(text, std::regex(R"(^\s*(struct|class|template)\b)"))) continue;
    for (const std::string& name : functions) {
      if (declares_variable(piece, name)) continue;  // that is the source's own
      const std::regex call(R"((^|[^\w:.>]|[^-]>))" + name + R"((?=\())");
      bool defined = piece.name == name;  // its first occurrence is its own head
      for (SourceLine& line : piece.lines) {
        std::smatch head;
        const bool here =
            std::exchange(defined, defined && !std::regex_search(line.text, head, call)) && !defined;
        const std::string before = here ? head.prefix().str() + head.str() : "";
        const std::string rest = line.text.substr(before.size());
        line.text = before + std::regex_replace(rest, call, "$1adapter::" + name);
      }
    }
  }
  return pieces;
}

std::vector<Piece> changed_pieces(const std::vector<Piece>& reference, std::vector<Piece> wrong) {
  const auto has_nameless = [](const std::vector<Piece>& all) {
    return std::ranges::find(all, "", &Piece::name) != all.end();
  };
  if (has_nameless(reference) || has_nameless(wrong)) return wrong;
  const auto before = texts_by_name(reference), after = texts_by_name(wrong);
  std::set<std::string> changed;
  for (const auto& [name, text] : after) {
    if (const auto same = before.find(name); same == before.end() || same->second != text)
      changed.insert(name);
  }
  for (bool more = true; more;) {
    more = false;
    for (const Piece& piece : wrong) {
      const bool uses = std::ranges::any_of(
          changed, [&](const std::string& name) { return mentions(text_of(piece), name); });
      if (uses) more = changed.insert(piece.name).second || more;
    }
  }
  std::erase_if(wrong, [&](const Piece& piece) { return !changed.contains(piece.name); });
  return wrong;
}

}  // namespace heed::grading
