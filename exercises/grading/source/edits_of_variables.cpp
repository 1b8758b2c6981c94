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

/// ids.eos for ids.pad: those of its members, or of an object of its type, that the text names.
void add_edits_of_member(EditList& list, std::size_t i, const Local& object) {
  const CodeTokens& code = list.tokens();
  const auto names_member = [&](std::size_t k) {
    return code.is_word(k) && code.is(k + 1, ".") && code.is_word(k + 2) && !code.is(k + 3, "(");
  };
  if (!object.constant || !names_member(i)) return;  // else it may be written to
  const Span piece{i, i + 3};
  const bool known = object.type.find("auto") == object.type.npos;
  std::set<std::string_view> seen{code[i + 2].text};
  for (std::size_t k = 0; k < code.size(); ++k)
    if (names_member(k) && (known ? list.type_of(k) == object.type : code[k].is(object.name)) &&
        seen.insert(code[k + 2].text).second)
      list.add(4, Edit::variable, piece, piece, list.text_of({i, i + 2}) + std::string(code[k + 2].text));
}

}  // namespace

void add_edits_of_index(EditList& list, std::size_t i) {
  const CodeTokens& code = list.tokens();
  const std::size_t open = code.begin_of_brackets(i, list.expression().first);
  const bool whole =
      i > 0 && is_one_of(code[i - 1].text, {"(", "[", ","}) && is_one_of(code[i + 1].text, {")", "]", ","});
  if (!whole || open < 2) return;
  const bool of_tensor =
      code[open - 1].is("(") && (list.type_of(open - 2) == "Tensor " || code[open - 2].is("flat"));
  if (!of_tensor && !(code[open - 1].is("[") && !code.begins_lambda(open - 1, list.expression().first)))
    return;
  std::set<std::string_view> seen;
  for (const Local& one : list.code().locals)
    if (one.of_loop && can_be_used(list.code(), one, i) && seen.insert(one.name).second)
      list.add(4, Edit::other, {i, i + 1}, {i, i + 1}, "int(" + std::string(one.name) + ")");
}

void add_edits_of_variable(EditList& list, std::size_t i) {
  const CodeTokens& code = list.tokens();
  const Local* own = nullptr;
  for (const Local& one : list.code().locals)
    if (can_be_used(list.code(), one, i) && one.name == code[i].text) own = &one;
  if (own == nullptr) return;
  add_edits_of_member(list, i, *own);
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
