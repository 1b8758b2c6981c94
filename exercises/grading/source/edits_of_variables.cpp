#include <algorithm>
#include <set>

#include "exercises/grading/source/edit_list.hpp"

namespace heed::grading {

namespace {

/// Whether it can be used at a token: behind what it begins with, and inside a lambda only if that captures
/// it.
bool can_be_used(const Statements& code, const Local& one, std::size_t i) {
  const bool begun = one.scope.first < i && i >= one.begin.end, ended = i >= one.scope.end;
  return begun && !ended && std::ranges::none_of(code.lambdas, [&](const Lambda& lambda) {
           const auto [from, to] = lambda.captures;
           if (i < lambda.body.first || i >= lambda.body.end || one.scope.first > from) return false;
           for (std::size_t k = from; k < to; ++k) {
             const bool of_all =
                 k == from && is_one_of(code.tokens[k].text, {"&", "="}) && !code.tokens.is_word(k + 1);
             if (of_all || code.tokens[k].is(one.name)) return false;
           }
           return true;
         });
}

}  // namespace

void add_edits_of_variable(EditList& list, std::size_t i) {
  const CodeTokens& code = list.tokens();
  const Local* own = nullptr;
  for (const Local& one : list.code().locals)
    if (can_be_used(list.code(), one, i) && one.name == code[i].text) own = &one;
  if (own == nullptr) return;
  const bool changed = list.is_written({i, i + 1}) || code.is(i + 1, "(");
  std::vector<const Local*> others;
  for (const Local& one : list.code().locals)
    if (can_be_used(list.code(), one, i) && one.name != own->name && one.type == own->type &&
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
    // two that are auto may have different types
    const Edit::Form form = own->type.find("auto") == own->type.npos ? Edit::same_type : Edit::value;
    list.add(rank + (seen.size() > 2 ? 2 : 0), Edit::variable, {i, i + 1}, {i, i + 1}, std::string(one->name),
             form);
  }
}

}  // namespace heed::grading
