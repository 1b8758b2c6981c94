#include <map>

#include "exercises/grading/source/edit_list.hpp"

namespace heed::grading {

void add_edits_of_condition(EditList& list, Span condition) {
  if (condition.first >= condition.end) return;
  list.add(4, Edit::always, condition, condition, "true");
  list.add(4, Edit::never, condition, condition, "false");
}

void add_edits_of_statement(EditList& list, const Statement& statement) {
  const CodeTokens& code = list.tokens();
  const auto [first, end] = statement.span;
  const auto add = [&](int rank, Edit::Kind kind, Span piece, const std::string& instead) {
    list.add(rank, kind, piece, statement.span, instead, Edit::statement);
  };
  if (statement.kind != Statement::expression) {
    const Span word{first, first + 1};
    add(3, Edit::other, word, statement.kind == Statement::breaks ? "continue;" : "break;");
    return add(2, Edit::without, word, ";");
  }
  add(2, Edit::without, {first, end - 1}, ";");
  static const std::map<std::string_view, std::vector<std::string>> likely{
      {"=", {"+="}}, {"+=", {"=", "-="}}, {"-=", {"=", "+="}}, {"*=", {"=", "/="}}, {"/=", {"=", "*="}}};
  const std::size_t i = code.find(first, end, {"=", "+=", "-=", "*=", "/="});
  if (i == end) return;
  const std::string type = i == first + 1 ? list.type_of(first) : "";
  const bool adds = is_one_of(type, {"", "auto ", "int ", "long ", "float ", "double ", "std :: size_t "}),
             is_text = type == "std :: string " || list.holds_text(statement.span);
  if (code.is(i + 1, "true") || code.is(i + 1, "false")) return;
  for (const std::string& other : likely.at(code[i].text))
    if (other == "=" || (other == "+=" ? adds || is_text || type == "Tensor " : !is_text))
      add(2, Edit::other, {i, i + 1},
          list.text_of({first, i}) + " " + other + " " + list.text_of({i + 1, end}));
}

void add_edits_of_loop(EditList& list, const Loop& loop) {
  const CodeTokens& code = list.tokens();
  for (const Local& one : list.code().locals) {
    const bool outside = one.scope.first < loop.head.first && loop.body.end <= one.scope.end;
    if (!outside || one.constant || one.of_loop || one.begin.first >= one.begin.end) continue;
    bool changes = false;
    for (std::size_t i = loop.body.first; i + 1 < loop.body.end; ++i)
      changes |=
          code[i].is(one.name) && is_one_of(code[i + 1].text, {"=", "+=", "-=", "*=", "/=", "++", "--"});
    if (changes)
      list.add_before(loop.body.first + 1, 2, Edit::anew, std::string(one.name), loop.head,
                      std::string(one.name) + " = " + list.text_of(one.begin) + ";");
  }
}

}  // namespace heed::grading
