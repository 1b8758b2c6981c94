#include <algorithm>

#include "exercises/grading/source/edit_list.hpp"

namespace heed::grading {

namespace {

bool jumps(const EditList& list, Span statement) {
  return is_one_of(list.tokens()[statement.first].text, {"return", "break", "continue", "throw"});
}

/// Whether it declares nothing for those behind it, and does not end their turn.
bool can_move(const EditList& list, Span statement) {
  if (is_one_of(list.tokens()[statement.first].text, {"{", "for", "while", "if"})) return true;
  return std::ranges::any_of(list.code().statements, [&](const Statement& one) {
    return one.kind == Statement::expression && one.span.first == statement.first &&
           one.span.end == statement.end;
  });
}

/// Whether a statement needs what another one before it in its block declares.
bool needs(const EditList& list, Span statement, Span other) {
  const CodeTokens& code = list.tokens();
  if (can_move(list, other)) return false;
  if (code.find(other.first, other.end, {"["}) < other.end) return true;  // may declare several names
  return std::ranges::any_of(list.code().locals, [&](const Local& one) {
    bool used = false;
    for (std::size_t k = statement.first; k < statement.end; ++k) used |= code[k].is(one.name);
    return used && other.first <= one.scope.first && one.scope.first < other.end;
  });
}

}  // namespace

void add_edits_of_block(EditList& list, const Block& block) {
  std::vector<Span> all = block.statements;
  if (all.size() < 2) return;
  const std::size_t last = all.size() - (jumps(list, all.back()) ? 2 : 1);
  // What stands there is all up to the block's end, so that what is declared in it may be used.
  const auto move = [&](std::size_t from, std::size_t to) {
    const std::size_t first = std::min(from, to);
    std::vector<Span> order(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
    const Span moved = all[from];
    if (!can_move(list, moved)) return;
    for (std::size_t k = to; k < from; ++k)
      if (needs(list, moved, all[k])) return;
    std::erase_if(order, [&](Span one) { return one.first == moved.first; });
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(to - first), moved);
    std::string code;
    for (const Span one : order) code += list.text_of(one) + "\n";
    const Span replaced{all[first].first, all.back().end};
    list.look_at({Expression::statement, replaced});
    list.add(3, Edit::moved, moved, replaced, code, Edit::statement);
  };
  for (std::size_t k = 0; k < last; ++k) {
    if (can_move(list, all[k]))
      move(k, k + 1);
    else
      move(k + 1, k);
    if (k + 1 == last) continue;
    move(k, last);
    move(last, k);
  }
}

}  // namespace heed::grading
