// A line of a function that has several versions, of which one is chosen while the program runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exercises/grading/source/marked_source.hpp"

namespace heed::grading {

using Lines = std::vector<SourceLine>;

/// A text that takes the place of another when the condition holds.
struct Choice {
  std::string when, text;
};

/// Returns true if other such lines may stand in their place: whole statements, of which those outside of
/// braces declare nothing.
bool is_statements(const Lines& lines);

/// Line i with each choice in its place, where several hold that of the last; none if that is not possible:
/// statements take the place of statements, values that of values.
std::optional<std::string> with_choices(const Lines& lines, std::size_t i,
                                        const std::vector<Choice>& choices);

}  // namespace heed::grading
