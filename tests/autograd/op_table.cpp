#include "tests/autograd/op_table.hpp"

namespace heed::testing {

const std::vector<OpCase>& op_table() {
  static const std::vector<OpCase> cases = [] {
    OpTable table;
    add_pointwise_rows(table);
    add_layout_rows(table);
    add_reduction_rows(table);
    add_product_rows(table);
    add_network_rows(table);
    add_sequence_rows(table);
    return table.cases;
  }();
  return cases;
}

void OpTable::add_unary(const std::string& op, const std::function<Variable(const Variable&)>& f,
                        const std::string& suffix) {
  const auto plain = [f](const Inputs& in) { return f(in[0]); };
  add(op, "scalar" + suffix, {{}}, plain);
  add(op, "one" + suffix, {{1}}, plain);
  add(op, "ones" + suffix, {{1, 1}}, plain);
  add(op, "empty" + suffix, {{0, 3}}, plain);
  add(op, "odd" + suffix, {{7}}, plain);
  add(op, "matrix" + suffix, {{3, 5}}, plain);
}

Tokens sample_tokens(const Shape& shape, int step, int first, int bound) {
  std::vector<std::int32_t> ids;
  for (int i = 0; i < shape.size(); ++i) ids.push_back((step * i + first) % bound);
  return {shape, std::move(ids)};
}

Array sample_mask(const Shape& shape) {
  Array mask(shape);
  Scalar* out = mask.mutable_data();
  for (std::int64_t i = 0; i < mask.size(); ++i) out[i] = i * 5 % 3 == 0 ? 1 : 0;
  return mask;
}

}  // namespace heed::testing
