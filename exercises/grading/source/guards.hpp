// What an answer is guarded with against overflow and division by 0, taken out of its text.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"

namespace heed::grading {

struct WithoutGuards {
  std::string text{};           // has as many lines as before
  std::vector<Guard> guards{};  // in their order; none: the text is as it was
};

/// The C++ text as if nothing in it were guarded: numbers up to 1e-5 are 0, and what has to be below one is
/// asked for being <= 0; those from 1e6 on are infinite, as are, from 25 on, the bounds in max, min and clamp
/// and what a double is compared with, and the largest of a type; nothing is asked for NaN and infinities;
/// float is double.
WithoutGuards without_guards(const std::string& text);
/// And no variable is asked for being 0. (Such a test may as well do what the exercise asks for.)
WithoutGuards without_guards_and_tests(const std::string& text);

}  // namespace heed::grading
