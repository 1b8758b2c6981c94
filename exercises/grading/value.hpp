// What goes into a case and comes out of it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "exercises/learn.hpp"

namespace heed::grading {

using Tensor = learn::Tensor;
using Value = std::variant<Tensor, double, int, std::vector<int>>;

/// An input of a case.
struct Input {
  std::string name;
  Value value;
};

/// The inputs of one case under a label that the learner reads.
struct Inputs {
  std::string label;
  std::vector<Input> values{};
};

/// One result of a case. Numbers have shape (), lists of ids shape (n).
struct Output {
  std::string name;
  Tensor value;
  /// A cost: no value to compare, but one that may not exceed `at_most`.
  bool measured = false;
  double at_most = 0;
};

/// Any value as a tensor: an int or a double has shape (), ids have shape (n).
Tensor as_tensor(const Value& value);

}  // namespace heed::grading
