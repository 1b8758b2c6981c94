#include "exercises/grading/source/edits.hpp"

#include <algorithm>

#include "exercises/grading/source/edit_list.hpp"

namespace heed::grading {

namespace {

void add_edits_of_tokens(EditList& list, const Expression& expression) {
  const CodeTokens& code = list.tokens();
  const auto [first, end] = expression.span;
  list.look_at(expression);
  if (expression.role == Expression::condition) add_edits_of_condition(list, expression.span);
  for (std::size_t i = first; i < end; ++i) {
    if (code.begins_lambda(i, first)) {  // its statements have expressions of their own
      i = code.find(i + 1, end, {"{"});
      if (i < end) i = code[i].partner;
    } else if (code[i].angle) {
      i = std::max(i, code[i].partner);
    } else {
      add_edits_of_expression(list, i);
    }
  }
}

}  // namespace

std::vector<Edit> edits_of(const std::string& text) {
  constexpr std::size_t most_edits = 250;
  EditList list(text);
  for (const Expression& one : list.code().expressions) add_edits_of_tokens(list, one);
  for (const Statement& one : list.code().statements) add_edits_of_statement(list, one);
  for (const Block& one : list.code().blocks) add_edits_of_block(list, one);
  for (const Loop& one : list.code().loops) add_edits_of_loop(list, one);
  std::vector<Edit> edits = std::move(list).edits();
  if (edits.size() > most_edits) edits.resize(most_edits);
  return edits;
}

std::string with_edit(const std::string& text, const Edit& edit) {
  return text.substr(0, edit.from) + edit.code + text.substr(edit.to);
}

}  // namespace heed::grading
