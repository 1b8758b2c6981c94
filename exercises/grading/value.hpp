// Values go into a case and come out of it.
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

/// A result is there to be compared, to stay below a limit, or only to be seen when the case fails.
enum class Purpose : unsigned char { compared, measured, shown };

/// One result of a case. Numbers have shape (), lists of ids shape (n).
struct Output {
  std::string name;
  Tensor value;
  Purpose purpose = Purpose::compared;
  double at_most = 0;  // if measured
};

/// Any value as a tensor: an int or a double has shape (), ids have shape (n).
Tensor as_tensor(const Value& value);
/// Element i along the first axis: (L, …) -> (…).
Tensor element(const Tensor& t, int i);

}  // namespace heed::grading
