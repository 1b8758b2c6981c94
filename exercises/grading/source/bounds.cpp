#include "exercises/grading/source/bounds.hpp"

#include <algorithm>
#include <string_view>

namespace heed::grading {

Bounds::Bounds(const Lexemes& code) : code_(code) {
  std::vector<Innermost> around{{}};  // in each bracket that is open
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i].closes() && around.size() > 1) around.pop_back();
    if (code[i].text == ";") around.assign(1, {});
    innermost_.push_back(around.back());
    if (code[i].opens()) around.push_back(opened_at(i).value_or(around.back()));
  }
}

std::optional<Bounds::Innermost> Bounds::opened_at(std::size_t open) const {
  if (open == 0 || code_[open].text != "(") return {};
  const bool with_type = code_.is(open - 1, ">") && open >= 4 && code_.is(open - 3, "<");
  const std::string_view name = code_[with_type ? open - 4 : open - 1].text;
  if (!is_one_of(name, {"max", "min", "clamp", "fmax", "fmin"})) return {};
  return Innermost{open, !with_type && name.front() != 'f', name.ends_with("max")};
}

bool Bounds::keeps_a_sum_above(std::size_t number) const {
  if (!innermost_[number].below) return false;
  constexpr std::size_t longest = 200;  // of what anybody writes
  const std::size_t open = innermost_[number].open, end = std::min(code_.size(), open + longest);
  bool sum = false, direct = false;
  for (std::size_t i = open + 1; i < end && !code_[i].closes(); ++i) {
    direct |= i == number;
    sum |= (code_[i].text == "+" || code_[i].text == "-") && code_[i - 1].text != "," &&
           code_[i - 1].text != "(";
    int depth = code_[i].opens() && code_.is_word(i - 1);
    while (depth > 0 && ++i < end) depth += code_[i].opens() ? 1 : code_[i].closes() ? -1 : 0;
  }
  return sum && direct;
}

}  // namespace heed::grading
