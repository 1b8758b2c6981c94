#include "exercises/grading/source/variables.hpp"

#include "exercises/grading/source/numbers.hpp"

namespace heed::grading {

bool is_tiny_number(const Lexemes& code, std::size_t i) {
  if (i >= code.size()) return false;
  const auto number = number_of(code[i]);
  return number && vanishes(*number);
}

Variables::Variables(const Lexemes& code) {
  enum { nothing, an_integer, a_double } declares = nothing;  // double a = f(x), b;
  int depth = 0;                                              // of brackets behind the type
  for (std::size_t i = 0; i < code.size(); ++i) {
    const std::string_view text = code[i].text, before = i > 0 ? code[i - 1].text : "";
    const bool tiny_one = is_tiny_number(code, i) || tiny.contains(text);
    if (before == "=" && code.is_word(i - 2) && tiny_one) tiny.insert(code[i - 2].text);
    const bool integer = is_one_of(text, {"int", "size_t", "long", "unsigned", "bool"});
    if (integer || is_one_of(text, {"double", "float"})) {
      depth = 0;
      // const double& x
      while (is_one_of(i + 1 < code.size() ? code[i + 1].text : "", {"&", "*", "const"})) ++i;
      declares = !code.is_word(i + 1) ? nothing : integer ? an_integer : a_double;  // no cast, no template
      if (declares != nothing) (integer ? integers : doubles).insert(code[i + 1].text);
      continue;
    }
    depth += code[i].opens() ? 1 : code[i].closes() ? -1 : 0;
    if (text == ";" || text == "{" || depth < 0) declares = nothing;
    if (declares != nothing && depth == 0 && text == "," && code.is_word(i + 1))
      (declares == an_integer ? integers : doubles).insert(code[i + 1].text);
  }
  // what is an int elsewhere may be one here
  for (const std::string_view name : integers) doubles.erase(name);
}

}  // namespace heed::grading
