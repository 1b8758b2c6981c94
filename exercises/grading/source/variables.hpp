// What the variables of a text are, as far as that can be read without a compiler.
#pragma once

#include <set>
#include <string_view>

#include "exercises/grading/source/lexemes.hpp"

namespace heed::grading {

/// Those that are declared so somewhere in a text, which must outlive this.
struct Variables {
  explicit Variables(const Lexemes& code);

  std::set<std::string_view> integers{}, doubles{};
  std::set<std::string_view> tiny{};  // that are given a number that vanishes
};

/// Whether what stands at `i` is a number that vanishes.
bool is_tiny_number(const Lexemes& code, std::size_t i);

}  // namespace heed::grading
