#include <algorithm>
#include <set>

#include "exercises/grading/source/edit_list.hpp"

namespace heed::grading {

void add_edits_of_variable(EditList& list, std::size_t i) {
  const CodeTokens& code = list.tokens();
  const auto can_be_used = [&](const Local& one) { return one.scope.first < i && i < one.scope.end; };
  const Local* own = nullptr;
  for (const Local& one : list.code().locals)
    if (can_be_used(one) && one.name == code[i].text) own = &one;
  if (own == nullptr) return;
  const bool changed = list.is_written({i, i + 1}) || code.is(i + 1, "(");
  std::vector<const Local*> others;
  for (const Local& one : list.code().locals)
    if (can_be_used(one) && one.name != own->name && one.type == own->type &&
        (own->constant || !one.constant || !changed))
      others.push_back(&one);
  // those declared nearest, and those of the same sort
  std::ranges::reverse(others);
  std::ranges::stable_sort(others, {}, [&](const Local* one) { return one->of_loop != own->of_loop; });
  const std::size_t first = list.expression().first, open = code.begin_of_brackets(i, first);
  const bool subscript = open > first && !code[open - 1].is("{") && open > 1 && code.is_word(open - 2);
  std::set<std::string_view> seen;
  constexpr std::size_t most = 5;
  for (const Local* one : others) {
    if (seen.size() == most) break;
    if (!seen.insert(one->name).second) continue;
    const int rank = one->of_loop == own->of_loop ? (subscript ? 3 : 4) : 6;
    list.add(rank + (seen.size() > 2 ? 2 : 0), Edit::variable, {i, i + 1}, {i, i + 1}, std::string(one->name),
             Edit::same_type);
  }
}

}  // namespace heed::grading
