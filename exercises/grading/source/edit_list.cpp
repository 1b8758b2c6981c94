#include "exercises/grading/source/edit_list.hpp"

#include <algorithm>
#include <utility>

namespace heed::grading {

std::string EditList::text_of(Span span) const {
  if (span.first >= span.end) return "";
  const std::size_t from = tokens()[span.first].from;
  return text_.substr(from, tokens()[span.end - 1].to - from);
}

void EditList::add(int rank, Edit::Kind kind, Span piece, Span replaced, const std::string& code,
                   Edit::Form form) {
  constexpr std::size_t longest = 600;  // what is written twice, and in whatever is around it once more
  const std::string was = text_of(replaced);
  bool holds_braces = false;
  for (std::size_t i = replaced.first; i < replaced.end; ++i) holds_braces |= tokens()[i].is("{");
  // each lambda has a type of its own, and a list in braces none
  const bool one_type = form == Edit::statement || form == Edit::converted || !holds_braces;
  if (was.size() > longest || code == was || !one_type || (form == Edit::value && is_written(replaced)))
    return;
  edits_.push_back({kind, text_of(piece), around(piece, replaced), tokens()[piece.first].line, form,
                    tokens()[replaced.first].from, tokens()[replaced.end - 1].to, code, rank});
}

void EditList::add_before(std::size_t i, int rank, Edit::Kind kind, const std::string& piece, Span around,
                          const std::string& code) {
  const std::size_t from = tokens()[i].from;
  edits_.push_back(
      {kind, piece, text_of(around), tokens()[around.first].line, Edit::statement, from, from, code, rank});
}

void EditList::add_of_type(Span span, const std::string& code) {
  if (in_.role == Expression::value) return;
  Span whole = in_.span;
  Edit::Form form = Edit::converted;
  if (in_.role == Expression::statement || in_.role == Expression::returned) {
    form = Edit::statement, ++whole.end;                  // with its ;
    if (in_.role == Expression::returned) --whole.first;  // and its word
  }
  const std::string text = text_of(whole);
  const std::size_t begin = tokens()[whole.first].from, from = tokens()[span.first].from - begin,
                    to = tokens()[span.end - 1].to - begin;
  add(1, Edit::type, span, whole, text.substr(0, from) + code + text.substr(to), form);
}

bool EditList::holds_text(Span span) const {
  for (std::size_t i = span.first; i < span.end; ++i)
    if (tokens()[i].kind == Lexeme::literal && tokens()[i].text.ends_with('"')) return true;
  return false;
}

bool EditList::is_written(Span span) const {
  const auto before = [&](std::size_t n, std::string_view sign) {
    return span.first >= n && tokens().is(span.first - n, sign);
  };
  const bool changed = before(1, "++") || before(1, "--") || (before(1, ">") && before(2, ">"));
  return changed || (span.end < tokens().size() &&
                     is_one_of(tokens()[span.end].text,
                               {"=", "+=", "-=", "*=", "/=", "%=", "++", "--", ".", "->", "["}));
}

std::string EditList::type_of(std::size_t i) const {
  std::string type;
  for (const Local& one : code_.locals)
    if (one.scope.first < i && i < one.scope.end && tokens()[i].is(one.name)) type = one.type;
  return type;
}

/// The smallest thing that the piece is a part of and that fits on a line: what is replaced, a call or a
/// subscript, the whole expression.
std::string EditList::around(Span piece, Span replaced) const {
  constexpr std::size_t longest = 60;
  const auto fits = [&](Span one) {
    const std::string text = text_of(one);
    return text.size() > text_of(piece).size() && text.size() <= longest && text.find('\n') == text.npos;
  };
  if (fits(replaced)) return text_of(replaced);
  const std::size_t first = in_.span.first, open = tokens().begin_of_brackets(piece.first, first);
  if (open > first) {
    const std::size_t called = open - 1 > first && tokens().is_word(open - 2) ? open - 2 : open - 1;
    if (const Span brackets{called, tokens().behind(open - 1)}; fits(brackets)) return text_of(brackets);
  }
  return fits(in_.span) ? text_of(in_.span) : "";
}

std::vector<Edit> EditList::edits() && {
  std::ranges::stable_sort(edits_, {}, &Edit::rank);
  return std::move(edits_);
}

}  // namespace heed::grading
