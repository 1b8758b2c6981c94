// Numbers in a text, and which of them stand for 0 or for infinity.
#pragma once

#include <optional>
#include <string>

#include "exercises/grading/source/lexemes.hpp"

namespace heed::grading {

/// A number as it is written: without a suffix but that of a float, neither hexadecimal nor binary.
struct Number {
  double value;
  bool whole;     // an int
  bool of_float;  // ends with f
};
std::optional<Number> number_of(const Lexeme& one);

/// As an eps does.
inline bool vanishes(const Number& number) { return number.value > 0 && number.value <= 1e-5; }
inline constexpr double least_large = 1e6;  // as what hides a score is

/// The text with each of these (but ints) taken for a known mistake's own: constant() of registry.hpp.
std::string with_constants(const std::string& text);

}  // namespace heed::grading
