// Rows of autograd/ops/arithmetic.hpp and pointwise.hpp.
#include <fmt/format.h>

#include "tests/autograd/op_table.hpp"

namespace heed::testing {
namespace {

using V = const Variable&;

void add_operators(OpTable& t) {
  // Each operator with two variables and with a constant on either side.
  const auto row = [&](const std::string& op, auto f) {
    t.add(op, "same", {{3, 5}, {3, 5}}, [f](const Inputs& in) { return f(in[0], in[1]); });
    t.add(op, "bias", {{2, 3, 5}, {5}}, [f](const Inputs& in) { return f(in[0], in[1]); });
    t.add(op, "empty", {{0, 3}, {3}}, [f](const Inputs& in) { return f(in[0], in[1]); });
    t.add(op, "constant_right", {{7}}, [f](const Inputs& in) { return f(in[0], Scalar(1.5)); });
    t.add(op, "constant_left", {{7}}, [f](const Inputs& in) { return f(Scalar(1.5), in[0]); });
    t.add(op, "scalar", {{}}, [f](const Inputs& in) { return f(Scalar(1.5), in[0]); });
  };
  row("operator+", [](const auto& a, const auto& b) { return a + b; });
  row("operator-", [](const auto& a, const auto& b) { return a - b; });
  row("operator*", [](const auto& a, const auto& b) { return a * b; });
  row("operator/", [](const auto& a, const auto& b) { return a / b; });
  t.add("operator-", "unary", {{3, 5}}, [](const Inputs& in) { return -in[0]; });
}

void add_where(OpTable& t) {
  const auto row = [&](const std::string& name, const Shape& condition, const Shape& a, const Shape& b) {
    t.add("where", name, {a, b},
          [condition](const Inputs& in) { return where(sample_mask(condition), in[0], in[1]); });
  };
  row("scalar", {}, {}, {});
  row("one", {1}, {1}, {1});
  row("same", {3, 5}, {3, 5}, {3, 5});
  row("mask_row", {5}, {3, 5}, {3, 5});
  row("mask_column", {3, 1}, {3, 5}, {3, 5});
  row("all_broadcast", {3, 1, 1}, {2, 1}, {5});
  row("empty", {0, 3}, {3}, {0, 3});

  const auto fill = [&](const std::string& name, const Shape& mask, const Shape& x) {
    t.add("masked_fill", name, {x},
          [mask](const Inputs& in) { return masked_fill(in[0], sample_mask(mask), Scalar(7)); });
  };
  fill("scalar", {}, {});
  fill("one", {1}, {1});
  fill("same", {3, 5}, {3, 5});
  fill("mask_row", {5}, {2, 3, 5});
  fill("mask_column", {3, 1}, {3, 5});
  fill("empty", {3}, {0, 3});
}

}  // namespace

void add_pointwise_rows(OpTable& t) {
  t.add_unary("power", [](V x) { return power(x, 3); });
  for (const double p : {-2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 2.5}) {
    t.add("power", fmt::format("to_{}", p), {{3, 5}},
          [p](const Inputs& in) { return power(in[0], static_cast<Scalar>(p)); });
  }
  t.add_unary("exp", [](V x) { return exp(x); });
  t.add_unary("log", [](V x) { return log(x); });
  t.add_unary("sqrt", [](V x) { return sqrt(x); });
  t.add_unary("tanh", [](V x) { return tanh(x); });
  t.add_unary("sigmoid", [](V x) { return sigmoid(x); });
  t.add_unary("relu", [](V x) { return relu(x); });
  t.add_unary("gelu", [](V x) { return gelu(x); });
  t.add_unary(
      "gelu", [](V x) { return gelu(x, Gelu::tanh); }, "_tanh");
  t.add_unary("softplus", [](V x) { return softplus(x); });
  t.add_unary("silu", [](V x) { return silu(x); });
  add_operators(t);
  add_where(t);
}

}  // namespace heed::testing
