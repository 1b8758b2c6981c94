#include "exercises/grading/source/variables.hpp"

#include "exercises/grading/source/numbers.hpp"

namespace heed::grading {

bool is_tiny_number(const Lexemes& code, std::size_t i) {
  if (i >= code.size()) return false;
  const auto number = number_of(code[i]);
  return number && vanishes(*number);
}

Variables::Variables(const Lexemes& code) {
  bool declares = false;  // double a = 1, b;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const std::string_view before = i > 0 ? code[i - 1].text : "";
    if (is_one_of(before, {"int", "size_t", "long", "unsigned", "bool"})) integers.insert(code[i].text);
    const bool of_double = is_one_of(before, {"double", "float"});
    const bool next =
        declares && before == "," && i + 1 < code.size() && is_one_of(code[i + 1].text, {"=", ",", ";"});
    if (of_double || next) doubles.insert(code[i].text);
    declares = (declares || of_double) && !is_one_of(code[i].text, {";", "{"});
    const bool tiny_one = is_tiny_number(code, i) || tiny.contains(code[i].text);
    if (before == "=" && code.is_word(i - 2) && tiny_one) tiny.insert(code[i - 2].text);
  }
}

}  // namespace heed::grading
