// What PyTorch computed for the cases of the op table, from tests/golden/ops.json.
#pragma once

#include <string>
#include <vector>

#include "lib/core/shape.hpp"

namespace heed::testing {

struct Golden {
  std::vector<Shape> shapes;
  std::vector<std::vector<double>> inputs;
  std::vector<double> upstream;
  Shape output_shape;
  std::vector<double> output;
  std::vector<std::vector<double>> gradients;
};

/// nullptr if there is none of that name.
const Golden* find_golden(const std::string& key);
std::vector<std::string> golden_keys();

}  // namespace heed::testing
