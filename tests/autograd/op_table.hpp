// The op table: every public op of autograd/ops, with sample calls. It drives the gradient checks, the
// comparison with PyTorch and the check that no op is left out. A new op gets its inputs in
// tests/golden/make_ops.py, and its call in one of the op_table_*.cpp files.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "autograd/ops.hpp"

namespace heed::testing {

using Inputs = std::vector<Variable>;
using OpCall = std::function<Variable(const Inputs&)>;

/// tests/golden/ops.json, the numbers that PyTorch computed for cases of the op table: by the case's key an
/// object of inputs and their shapes, upstream, output and output_shape, gradients.
const nlohmann::json& goldens();
Shape shape_of(const nlohmann::json& dims);

struct OpCase {
  std::string op;  // as it is declared
  std::string name;
  std::vector<Shape> inputs;
  OpCall call;
  /// Why there is nothing of PyTorch's to compare with; empty: there is a golden.
  std::string no_golden{};
  /// Why backward() is not the slope here, on purpose; empty: it is.
  std::string no_gradcheck{};

  std::string key() const { return op + "/" + name; }
};

const std::vector<OpCase>& op_table();
/// The row of that key.
const OpCase& op_case(const std::string& key);

class OpTable {
 public:
  /// The row of a golden, whose shapes it has.
  OpCase& add(const std::string& op, const std::string& name, OpCall call);
  /// A row for each golden of the op that has none yet, and whose name contains `part`.
  void add_others(const std::string& op, const OpCall& call, const std::string& part = "");
  /// A row without a golden, and why.
  void add_own(const std::string& why, std::string op, std::string name, std::vector<Shape> inputs,
               OpCall call);

  std::vector<OpCase> cases;
};

void add_elementary_rows(OpTable& table);
void add_attention_rows(OpTable& table);
void add_layer_rows(OpTable& table);

/// ids[i] = (step i + first) mod bound: the same formula as in make_ops.py.
Tokens sample_tokens(const Shape& shape, int step, int first, std::int64_t bound);
/// 1 where 5 i mod 3 is 0, else 0.
Array sample_mask(const Shape& shape);

}  // namespace heed::testing
