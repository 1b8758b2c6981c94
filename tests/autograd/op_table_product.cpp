// Rows of autograd/ops/matmul.hpp and linear.hpp.
#include "tests/autograd/op_table.hpp"

namespace heed::testing {

void add_product_rows(OpTable& t) {
  const auto product = [&](const std::string& name, const Shape& a, const Shape& b) {
    t.add("matmul", name, {a, b}, [](const Inputs& in) { return matmul(in[0], in[1]); });
  };
  product("one", {1, 1}, {1, 1});
  product("matrix", {3, 4}, {4, 5});
  product("dot", {4}, {4});
  product("vector_left", {4}, {4, 5});
  product("vector_right", {3, 4}, {4});
  product("vector_batch", {4}, {2, 4, 3});
  product("batch_vector", {2, 3, 4}, {4});
  product("batch", {2, 3, 4}, {2, 4, 5});
  product("batch_matrix", {2, 3, 4}, {4, 5});
  product("matrix_batch", {3, 4}, {2, 4, 5});
  product("broadcast", {2, 1, 3, 4}, {3, 4, 2});
  product("batch_of_one", {1, 3, 4}, {2, 4, 2});
  product("empty_sum", {3, 0}, {0, 5});
  product("empty_sum_batch", {2, 3, 0}, {0, 4});
  product("no_columns_batch", {2, 3, 4}, {4, 0});
  product("no_rows", {0, 4}, {4, 5});
  product("no_batch", {0, 3, 4}, {0, 4, 2});
  t.add("matmul", "with_itself", {{3, 3}}, [](const Inputs& in) { return matmul(in[0], in[0]); });

  const auto layer = [&](const std::string& name, const Shape& x, const Shape& weight) {
    t.add("linear", name, {x, weight, {weight[0]}},
          [](const Inputs& in) { return linear(in[0], in[1], in[2]); });
  };
  layer("one", {1, 1}, {1, 1});
  layer("vector", {4}, {5, 4});
  layer("rows", {3, 4}, {5, 4});
  layer("batch", {2, 3, 7}, {5, 7});
  layer("no_rows", {0, 4}, {5, 4});
  layer("no_inputs", {3, 0}, {5, 0});
  layer("no_outputs", {3, 4}, {0, 4});
  t.add("linear", "no_bias", {{3, 4}, {5, 4}}, [](const Inputs& in) { return linear(in[0], in[1]); });
  t.add("linear", "some_rows", {{3, 4}, {7, 4}, {7}},
        [](const Inputs& in) { return linear(in[0], in[1], in[2], {.begin = 2, .end = 5}); });
  t.add("linear", "two_parts", {{3, 4}, {7, 4}, {7}}, [](const Inputs& in) {
    return concat({linear(in[0], in[1], in[2], {.begin = 3}), linear(in[0], in[1], in[2], {.end = 3})}, -1);
  });
  t.add("linear", "in_out", {{2, 3, 4}, {4, 5}, {5}}, [](const Inputs& in) {
    return linear(in[0], in[1], in[2], {.stored = LinearOptions::Stored::in_out});
  });
  t.add("linear", "in_out_no_bias", {{3, 4}, {4, 1}},
        [](const Inputs& in) { return linear(in[0], in[1], {}, {.stored = LinearOptions::Stored::in_out}); });
}

}  // namespace heed::testing
