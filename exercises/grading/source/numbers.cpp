#include "exercises/grading/source/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace heed::grading {

std::optional<Number> number_of(const Lexeme& one) {
  if (one.kind != Lexeme::literal) return {};
  std::string digits;
  std::ranges::copy_if(one.text, std::back_inserter(digits), [](char c) { return c != '\''; });
  const bool of_float = digits.back() == 'f' || digits.back() == 'F';
  if (of_float) digits.pop_back();
  if (digits.empty() || digits.find_first_not_of("0123456789.eE+-") != digits.npos) return {};
  return Number{std::strtod(digits.c_str(), nullptr), digits.find_first_of(".eE") == digits.npos, of_float};
}

std::string with_constants(const std::string& text) {
  std::string result;
  std::size_t copied = 0;
  for (const Lexeme& one : Lexemes(text)) {
    const auto number = number_of(one);
    if (!number || number->whole || number->of_float || (!vanishes(*number) && number->value < least_large))
      continue;
    result += text.substr(copied, one.from - copied) + fmt::format("heed::grading::constant({})", one.text);
    copied = one.to;
  }
  return result + text.substr(copied);
}

}  // namespace heed::grading
