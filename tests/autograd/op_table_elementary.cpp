// Rows of the ops that others are made of: autograd/ops/pointwise.hpp, linear.hpp,
// reduction.hpp, softmax.hpp (but the loss), rearrange.hpp and lookup.hpp.
#include <fmt/format.h>

#include "tests/autograd/op_table.hpp"

namespace heed::testing {
namespace {

using Axes = std::vector<int>;

void add_operators(OpTable& t) {
  // Each operator with two variables and with a constant on either side.
  const auto row = [&](const std::string& op, auto f) {
    t.add(op, "constant_right", [f](const Inputs& in) { return f(in[0], Scalar(1.5)); });
    t.add(op, "constant_left", [f](const Inputs& in) { return f(Scalar(1.5), in[0]); });
    t.add(op, "scalar", [f](const Inputs& in) { return f(Scalar(1.5), in[0]); });
    t.add_others(op, [f](const Inputs& in) { return f(in[0], in[1]); });
  };
  t.add("operator-", "unary", [](const Inputs& in) { return -in[0]; });
  row("operator+", [](const auto& a, const auto& b) { return a + b; });
  row("operator-", [](const auto& a, const auto& b) { return a - b; });
  row("operator*", [](const auto& a, const auto& b) { return a * b; });
  row("operator/", [](const auto& a, const auto& b) { return a / b; });
}

void add_pointwise(OpTable& t) {
  for (const double p : {-2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 2.5})
    t.add("power", fmt::format("to_{}", p),
          [p](const Inputs& in) { return power(in[0], static_cast<Scalar>(p)); });
  t.add_others("power", [](const Inputs& in) { return power(in[0], 3); });
  t.add_others(
      "gelu", [](const Inputs& in) { return gelu(in[0], Gelu::tanh); }, "tanh");
  t.add_others("gelu", [](const Inputs& in) { return gelu(in[0]); });
  const auto unary = [&](const std::string& op, Variable (*f)(const Variable&)) {
    t.add_others(op, [f](const Inputs& in) { return f(in[0]); });
  };
  unary("exp", exp);
  unary("log", log);
  unary("sqrt", sqrt);
  unary("tanh", tanh);
  unary("sigmoid", sigmoid);
  unary("relu", relu);
  unary("softplus", softplus);
  unary("silu", silu);
}

void add_where(OpTable& t) {
  const auto row = [&](const std::string& name, const Shape& condition) {
    t.add("where", name,
          [condition](const Inputs& in) { return where(sample_mask(condition), in[0], in[1]); });
  };
  row("one", {1});
  row("mask_row", {5});
  row("mask_column", {3, 1});
  row("all_broadcast", {3, 1, 1});
  t.add_others("where", [](const Inputs& in) { return where(sample_mask(in[1].shape()), in[0], in[1]); });
  const auto fill = [&](const std::string& name, const Shape& mask) {
    t.add("masked_fill", name, [mask](const Inputs& in) { return masked_fill(in[0], sample_mask(mask), 7); });
  };
  fill("mask_row", {5});
  fill("mask_column", {3, 1});
  fill("empty", {3});
  t.add_others("masked_fill",
               [](const Inputs& in) { return masked_fill(in[0], sample_mask(in[0].shape()), 7); });
}

void add_products(OpTable& t) {
  t.add("matmul", "with_itself", [](const Inputs& in) { return matmul(in[0], in[0]); });
  t.add_others("matmul", [](const Inputs& in) { return matmul(in[0], in[1]); });
  const auto layer = [&](const std::string& name, const LinearOptions& options) {
    t.add("linear", name, [options](const Inputs& in) {
      return linear(in[0], in[1], in.size() == 3 ? in[2] : Variable(), options);
    });
  };
  layer("no_bias", {});
  layer("some_rows", {.begin = 2, .end = 5});
  layer("in_out", {.stored = LinearOptions::Stored::in_out});
  layer("in_out_no_bias", {.stored = LinearOptions::Stored::in_out});
  t.add("linear", "two_parts", [](const Inputs& in) {
    return concat({linear(in[0], in[1], in[2], {.begin = 3}), linear(in[0], in[1], in[2], {.end = 3})}, -1);
  });
  t.add_others("linear", [](const Inputs& in) { return linear(in[0], in[1], in[2]); });
}

void add_reduction(OpTable& t, const std::string& op, Variable (*f)(const Variable&, const Axes&, KeepDims)) {
  const auto row = [&](const std::string& name, const Axes& axes, KeepDims keep = KeepDims::no) {
    t.add(op, name, [=](const Inputs& in) { return f(in[0], axes, keep); });
  };
  row("scalar", {});
  row("one", {1});
  row("all", {});
  row("all_kept", {}, KeepDims::yes);
  row("rows", {0});
  row("last_kept", {-1}, KeepDims::yes);
  row("middle", {1});
  row("outer_two", {0, 2});
  row("empty", {1});
}

void add_softmax(OpTable& t, const std::string& op, Variable (*f)(const Variable&, int)) {
  const auto row = [&](const std::string& name, int axis) {
    t.add(op, name, [=](const Inputs& in) { return f(in[0], axis); });
  };
  row("one", 0);
  row("first", 0);
  row("middle", 1);
  t.add_others(op, [f](const Inputs& in) { return f(in[0], -1); });
}

void add_moving(OpTable& t) {
  const auto to = [&](const std::string& name, const Shape& shape) {
    t.add("reshape", name, [shape](const Inputs& in) { return reshape(in[0], shape); });
  };
  to("scalar", {1, 1});
  to("to_scalar", {});
  to("one", {1, 1, 1});
  to("split", {3, 5});
  to("regroup", {5, 6});
  to("empty", {3, 0, 2});
  t.add("reshape", "open", [](const Inputs& in) { return reshape(in[0], {2, -1}); });

  const auto order = [&](const std::string& name, const Axes& axes) {
    t.add("permute", name, [axes](const Inputs& in) { return permute(in[0], axes); });
  };
  order("scalar", {});
  order("one", {1, 0});
  order("identity", {0, 1});
  order("three", {2, 0, 1});
  order("heads", {0, 2, 1, 3});
  order("negative", {-1, 0, -2});
  order("empty", {2, 0, 1});

  const auto swap = [&](const std::string& name, int a, int b) {
    t.add("transpose", name, [a, b](const Inputs& in) { return transpose(in[0], a, b); });
  };
  swap("one", -2, -1);
  swap("matrix", -2, -1);
  swap("outer", 0, 2);
  swap("same_axis", 1, 1);
  swap("vector", 0, 0);
  swap("empty", 0, 1);
}

void add_cutting(OpTable& t) {
  const auto cut = [&](const std::string& name, int axis, int begin, int end) {
    t.add("slice", name, [=](const Inputs& in) { return slice(in[0], axis, begin, end); });
  };
  cut("one", 0, 0, 1);
  cut("middle", 0, 2, 5);
  cut("rows", 0, 1, 4);
  cut("columns", -1, 2, 5);
  cut("inner", 1, 3, 4);
  cut("all", 1, 0, 5);
  cut("none", 1, 2, 2);
  cut("empty", 1, 1, 3);

  t.add("concat", "twice_the_same", [](const Inputs& in) { return concat({in[0], in[0]}, 1); });
  t.add("concat", "columns", [](const Inputs& in) { return concat(in, -1); });
  t.add("concat", "middle", [](const Inputs& in) { return concat(in, 1); });
  t.add_others("concat", [](const Inputs& in) { return concat(in, 0); });

  t.add("stack", "back", [](const Inputs& in) { return stack(in, -1); });
  t.add("stack", "middle", [](const Inputs& in) { return stack(in, 1); });
  t.add("stack", "empty", [](const Inputs& in) { return stack(in, 1); });
  t.add_others("stack", [](const Inputs& in) { return stack(in, 0); });
}

void add_picking(OpTable& t) {
  const auto look = [&](const std::string& name, const Shape& ids, EmbeddingOptions options = {}) -> OpCase& {
    return t.add("embedding", name, [=](const Inputs& in) {
      return embedding(in[0], sample_tokens(ids, 3, 1, in[0].dim(0)), options);
    });
  };
  look("scalar", {});
  look("one", {1});
  look("row", {4});
  look("repeated", {5});
  look("batch", {2, 4});
  look("scaled", {2, 3}, {.scale = Scalar(1.75)});
  look("padding", {2, 3}, {.padding_idx = 0}).no_gradcheck = "the padding row gets no gradient by definition";
  look("empty", {0});
}

}  // namespace

void add_elementary_rows(OpTable& t) {
  add_operators(t);
  add_pointwise(t);
  add_where(t);
  add_products(t);
  add_reduction(t, "sum", sum);
  t.add("sum", "of_nothing", [](const Inputs& in) { return sum(in[0], {0}); });
  add_reduction(t, "mean", mean);
  add_softmax(t, "softmax", softmax);
  add_softmax(t, "log_softmax", log_softmax);
  add_moving(t);
  add_cutting(t);
  add_picking(t);
}

}  // namespace heed::testing
