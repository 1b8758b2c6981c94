// heed learn in a small course of its own, without a terminal.
#pragma once

#include "tests/tools/learn/small_course.hpp"
#include "tests/tools/process.hpp"

struct Learning {
  SmallCourse small;
  ProgramEnd operator()(std::vector<std::string> arguments, std::vector<std::string> more = {},
                        std::string input = "") const {
    arguments.insert(arguments.begin(), "learn");
    std::vector<std::string> environment = small.environment();
    environment.insert(environment.begin(), more.begin(), more.end());  // the first of a name counts
    environment.emplace_back("LC_ALL=C");
    return run({.arguments = arguments,
                .folder = small.root(),
                .input = std::move(input),
                .environment = environment});
  }
  void write(const std::string& answer, const std::string& text) const {
    small.file("answers/" + answer, text);
  }
};

/// The fake grader reads its verdict from there: forward passes, backward throws.
inline const std::string half_right =
    slurp(std::filesystem::path(HEED_SOURCE_DIR) / "tests/tools/learn/half_right.txt");
