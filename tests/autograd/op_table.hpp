// The op table: every public op of autograd/ops, with sample calls. It drives the gradient checks, the
// comparison with PyTorch and the check that no op is left out. A new op gets its rows in one of the
// op_table_*.cpp files, and their PyTorch counterparts in tests/golden/make_ops.py.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "autograd/ops.hpp"

namespace heed::testing {

using Inputs = std::vector<Variable>;

struct OpCase {
  std::string op;  // as it is declared
  std::string name;
  std::vector<Shape> inputs;
  std::function<Variable(const Inputs&)> call;
  /// Why there is nothing of PyTorch's to compare with; empty: there is a golden of the name op/name.
  std::string no_golden{};
  /// Why backward() is not the slope here, on purpose; empty: it is.
  std::string no_gradcheck{};

  std::string key() const { return op + "/" + name; }
};

const std::vector<OpCase>& op_table();

class OpTable {
 public:
  OpCase& add(std::string op, std::string name, std::vector<Shape> inputs,
              std::function<Variable(const Inputs&)> call) {
    cases.push_back({std::move(op), std::move(name), std::move(inputs), std::move(call)});
    return cases.back();
  }
  /// A function of each element: scalar, size 1, nothing, odd sizes. `suffix` tells variants apart.
  void add_unary(const std::string& op, const std::function<Variable(const Variable&)>& f,
                 const std::string& suffix = "");

  std::vector<OpCase> cases;
};

void add_pointwise_rows(OpTable& table);
void add_layout_rows(OpTable& table);
void add_reduction_rows(OpTable& table);
void add_product_rows(OpTable& table);
void add_network_rows(OpTable& table);
void add_sequence_rows(OpTable& table);

/// ids[i] = (step i + first) mod bound: the same formula as in make_ops.py.
Tokens sample_tokens(const Shape& shape, int step, int first, int bound);
/// 1 where 5 i mod 3 is 0, else 0.
Array sample_mask(const Shape& shape);

}  // namespace heed::testing
