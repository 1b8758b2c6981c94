// Wrong calls: each throws, and its text names the op in brackets and the shapes that do not go together.
#include <algorithm>
#include <cmath>

#include "autograd/ops.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"

namespace heed {
namespace {

Variable v(const Shape& shape) { return Variable::parameter(Array::ones(shape)); }
Tokens ids(const Shape& shape, std::int32_t id = 0) {
  return {shape, std::vector<std::int32_t>(static_cast<std::size_t>(shape.size()), id)};
}

enum class Kind { shape, usage };

struct WrongCall {
  std::string op;
  std::vector<std::string> words;  // what the text must name besides the op: shapes, axes, ids
  std::function<void()> call;
  Kind kind = Kind::shape;
};

using Calls = std::vector<WrongCall>;

void shape(Calls& calls, std::string op, std::vector<std::string> words, std::function<void()> call) {
  calls.push_back({std::move(op), std::move(words), std::move(call)});
}
void usage(Calls& calls, std::string op, std::vector<std::string> words, std::function<void()> call) {
  calls.push_back({std::move(op), std::move(words), std::move(call), Kind::usage});
}

void binary(Calls& calls) {
  using Op = Variable (*)(const Variable&, const Variable&);
  const std::vector<std::pair<std::string, Op>> ops{
      {"add", add}, {"subtract", subtract}, {"multiply", multiply}, {"divide", divide}};
  const std::vector<std::pair<Shape, Shape>> pairs{
      {{2}, {3}},       {{2, 3}, {2}},          {{2, 3}, {3, 2}}, {{4, 1, 3}, {2, 2}}, {{0}, {2}},
      {{2, 3}, {0, 3}}, {{2, 3, 4}, {3, 3, 4}}, {{5}, {2, 3, 4}}, {{2, 3}, {2, 3, 2}}, {{7, 1}, {6, 7}},
      {{3}, {2}},       {{1, 2, 3}, {2, 1, 4}}};
  for (const auto& [name, op] : ops) {
    for (const auto& [a, b] : pairs) {
      shape(calls, name, {to_string(a), to_string(b)}, [op = op, a = a, b = b] { op(v(a), v(b)); });
    }
  }
  shape(calls, "add", {"(2,)", "(3,)"}, [] { v({2}) + v({3}); });
  shape(calls, "subtract", {"(2,)", "(3,)"}, [] { v({2}) - v({3}); });
  shape(calls, "multiply", {"(2,)", "(3,)"}, [] { v({2}) * v({3}); });
  shape(calls, "divide", {"(2,)", "(3,)"}, [] { v({2}) / v({3}); });
}

void products(Calls& calls) {
  const std::vector<std::pair<Shape, Shape>> pairs{{{2, 3}, {4, 5}},
                                                   {{2, 3}, {2, 3}},
                                                   {{3}, {4}},
                                                   {{3}, {4, 5}},
                                                   {{2, 3}, {4}},
                                                   {{2, 2, 3}, {2, 4, 5}},
                                                   {{2, 2, 3}, {3, 3, 4}},
                                                   {{2, 1, 2, 3}, {3, 2, 4, 5}},
                                                   {{2, 4, 2, 3}, {3, 3, 2}},
                                                   {{2, 0}, {3, 0}},
                                                   {{}, {2, 3}},
                                                   {{2, 3}, {}},
                                                   {{}, {}},
                                                   {{3}, {2, 4, 5}},
                                                   {{2, 3, 4}, {3}}};
  for (const auto& [a, b] : pairs) {
    shape(calls, "matmul", {to_string(a), to_string(b)}, [a = a, b = b] { matmul(v(a), v(b)); });
  }
  const std::vector<std::tuple<Shape, Shape, Shape>> layers{
      {{2, 3}, {4, 2}, {4}},    {{3}, {4, 2}, {4}}, {{2, 3, 5}, {4, 3}, {4}}, {{2, 3}, {3}, {4}},
      {{2, 3}, {1, 4, 3}, {4}}, {{}, {4, 3}, {4}},  {{2, 0}, {4, 3}, {4}}};
  for (const auto& [x, w, b] : layers) {
    shape(calls, "linear", {to_string(x), to_string(w)}, [x = x, w = w, b = b] { linear(v(x), v(w), v(b)); });
  }
  for (const Shape& b : {Shape{3}, Shape{}, Shape{1}, Shape{4, 1}, Shape{5}}) {
    shape(calls, "linear", {"(4, 3)", to_string(b)}, [b] { linear(v({2, 3}), v({4, 3}), v(b)); });
  }
  const std::vector<std::vector<Shape>> sublayers{
      {{2, 3}, {4, 2}, {4}, {3, 4}, {3}}, {{2, 3}, {4, 3}, {5}, {3, 4}, {3}},
      {{2, 3}, {4, 3}, {4}, {3, 5}, {3}}, {{2, 3}, {4, 3}, {4}, {3, 4}, {4}},
      {{2, 3}, {4, 3}, {4}, {12}, {3}},   {{}, {4, 3}, {4}, {3, 4}, {3}}};
  for (const auto& s : sublayers) {
    shape(calls, "relu_feed_forward", {to_string(s[0]), to_string(s[1]), to_string(s[3])},
          [s] { relu_feed_forward(v(s[0]), v(s[1]), v(s[2]), v(s[3]), v(s[4])); });
  }
  const std::vector<std::vector<Shape>> residuals{{{2, 3}, {2, 4}, {3}, {3}},
                                                  {{2, 3}, {3}, {3}, {3}},
                                                  {{2, 3}, {2, 3}, {4}, {4}},
                                                  {{2, 3}, {2, 3}, {3}, {4}},
                                                  {{2, 3}, {2, 3}, {2, 3}, {2, 3}}};
  for (const auto& s : residuals) {
    shape(calls, "residual_norm", {to_string(s[0]), to_string(s[1]), to_string(s[2])},
          [s] { residual_norm(v(s[0]), v(s[1]), v(s[2]), v(s[3])); });
  }
  for (const LinearOptions& o : {LinearOptions{.begin = 3, .end = 2}, LinearOptions{.begin = -1, .end = 2},
                                 LinearOptions{.begin = 0, .end = 5}, LinearOptions{.begin = 5}}) {
    shape(calls, "linear", {"(4, 3)"}, [o] { linear(v({2, 3}), v({4, 3}), {}, o); });
  }
}

void axes(Calls& calls) {
  const auto reduction = [&](const std::string& op, auto f) {
    shape(calls, op, {"axis 2", "(2, 3)"}, [f] { f(v({2, 3}), std::vector<int>{2}); });
    shape(calls, op, {"axis -3", "(2, 3)"}, [f] { f(v({2, 3}), std::vector<int>{-3}); });
    shape(calls, op, {"axis 0", "()"}, [f] { f(v({}), std::vector<int>{0}); });
    shape(calls, op, {"(2, 3)", "twice"}, [f] { f(v({2, 3}), std::vector<int>{1, -1}); });
    shape(calls, op, {"(2, 3)", "twice"}, [f] { f(v({2, 3}), std::vector<int>{0, 0}); });
  };
  reduction("sum", [](const Variable& x, const std::vector<int>& a) { sum(x, a); });
  reduction("mean", [](const Variable& x, const std::vector<int>& a) { mean(x, a); });
  reduction("max", [](const Variable& x, const std::vector<int>& a) { max(x, a); });
  reduction("variance", [](const Variable& x, const std::vector<int>& a) { variance(x, a); });
  shape(calls, "mean", {"(0, 3)"}, [] { mean(v({0, 3})); });
  shape(calls, "mean", {"(0, 3)"}, [] { mean(v({0, 3}), {0}); });
  shape(calls, "max", {"(2, 0)"}, [] { max(v({2, 0}), {1}); });
  shape(calls, "max", {"(0,)"}, [] { max(v({0})); });
  shape(calls, "variance", {"(2, 1)", "correction of 1"}, [] { variance(v({2, 1}), {1}); });
  shape(calls, "variance", {"()", "correction of 1"}, [] { variance(v({})); });
  shape(calls, "variance", {"(2, 3)", "correction of 4"}, [] {
    variance(v({2, 3}), {1}, {.correction = 4});
  });
  shape(calls, "variance", {"(0, 3)"}, [] { variance(v({0, 3}), {0}); });
  for (const int axis : {2, 5, -3}) {
    const std::string name = fmt::format("axis {}", axis);
    shape(calls, "softmax", {name, "(2, 3)"}, [axis] { softmax(v({2, 3}), axis); });
    shape(calls, "log_softmax", {name, "(2, 3)"}, [axis] { log_softmax(v({2, 3}), axis); });
    shape(calls, "transpose", {name, "(2, 3)"}, [axis] { transpose(v({2, 3}), axis, 0); });
    shape(calls, "slice", {name, "(2, 3)"}, [axis] { slice(v({2, 3}), axis, 0, 1); });
    shape(calls, "concat", {name, "(2, 3)"}, [axis] { concat({v({2, 3}), v({2, 3})}, axis); });
    shape(calls, "gather", {name, "(2, 3)"}, [axis] { gather(v({2, 3}), axis, ids({2, 3})); });
  }
  shape(calls, "transpose", {"axis -2", "(3,)"}, [] { transpose(v({3})); });
  shape(calls, "transpose", {"no axis", "()"}, [] { transpose(v({})); });
}

void moving(Calls& calls) {
  const std::vector<std::pair<Shape, Shape>> shapes{{{2, 3}, {7}}, {{2, 3}, {2, 2}}, {{}, {2}},    {{2}, {}},
                                                    {{0, 3}, {3}}, {{3}, {0}},       {{4}, {2, 3}}};
  for (const auto& [from, to] : shapes) {
    shape(calls, "reshape", {to_string(from), to_string(to)},
          [from = from, to = to] { reshape(v(from), to); });
  }
  shape(calls, "reshape", {"(2, 3)", "(4, -1)"}, [] { reshape(v({2, 3}), {4, -1}); });
  shape(calls, "reshape", {"(2, 3)", "(-1, -1)"}, [] { reshape(v({2, 3}), {-1, -1}); });
  shape(calls, "reshape", {"(2, 3)", "(-2, -3)"}, [] { reshape(v({2, 3}), {-2, -3}); });
  shape(calls, "reshape", {"(2, 3)", "(0, -1)"}, [] { reshape(v({2, 3}), {0, -1}); });
  for (const std::vector<int>& order : {std::vector<int>{0}, {0, 0}, {1, 0, 2}, {}, {0, -2}, {-1, 1}}) {
    shape(calls, "permute", {"(2, 3)"}, [order] { permute(v({2, 3}), order); });
  }
  shape(calls, "permute", {"axis 3", "(2, 3)"}, [] { permute(v({2, 3}), {0, 3}); });
  const std::vector<std::pair<int, int>> ranges{{-1, 2}, {2, 1}, {0, 4}, {4, 4}, {4, 5}};
  for (const auto& [begin, end] : ranges) {
    shape(calls, "slice", {"axis 1", "(2, 3)"}, [begin = begin, end = end] {
      slice(v({2, 3}), 1, begin, end);
    });
  }
  const std::vector<std::tuple<Shape, Shape, int>> parts{{{2, 3}, {2, 4}, 0},
                                                         {{2, 3}, {3, 3}, 1},
                                                         {{2, 3}, {2}, 0},
                                                         {{2, 3}, {2, 3, 1}, 0},
                                                         {{2, 3, 4}, {2, 4, 4}, -1}};
  for (const auto& [a, b, axis] : parts) {
    shape(calls, "concat", {to_string(a), to_string(b)}, [a = a, b = b, axis = axis] {
      concat({v(a), v(b)}, axis);
    });
    shape(calls, "stack", {to_string(a), to_string(b)}, [a = a, b = b] { stack({v(a), v(b)}); });
  }
  shape(calls, "concat", {"no arrays"}, [] { concat({}); });
  shape(calls, "concat", {"axis 0", "()"}, [] { concat({v({}), v({})}); });
  shape(calls, "stack", {"no arrays"}, [] { stack({}); });
  shape(calls, "stack", {"(2, 3)", "3"}, [] { stack({v({2, 3}), v({2, 3})}, 3); });
  shape(calls, "stack", {"(2, 3)", "-4"}, [] { stack({v({2, 3}), v({2, 3})}, -4); });
}

void picking(Calls& calls) {
  shape(calls, "embedding", {"(4,)", "(2,)"}, [] { embedding(v({4}), ids({2})); });
  shape(calls, "embedding", {"(4, 3, 2)", "(2,)"}, [] { embedding(v({4, 3, 2}), ids({2})); });
  shape(calls, "embedding", {"id 4", "(4, 3)", "(2,)"}, [] { embedding(v({4, 3}), ids({2}, 4)); });
  shape(calls, "embedding", {"id -1", "(4, 3)", "(2, 5)"}, [] { embedding(v({4, 3}), ids({2, 5}, -1)); });
  shape(calls, "embedding", {"id 0", "(0, 3)"}, [] { embedding(v({0, 3}), ids({1})); });
  for (const Shape& index : {Shape{3}, Shape{2, 3, 1}, Shape{2, 4}, Shape{}}) {
    shape(calls, "gather", {"(2, 3)", to_string(index)}, [index] { gather(v({2, 3}), 0, ids(index)); });
  }
  shape(calls, "gather", {"(3, 3)", "(2, 3)"}, [] { gather(v({2, 3}), 1, ids({3, 3})); });
  shape(calls, "gather", {"index 3", "(2, 3)", "(2, 1)"}, [] { gather(v({2, 3}), 1, ids({2, 1}, 3)); });
  shape(calls, "gather", {"index -1", "(2, 3)"}, [] { gather(v({2, 3}), 0, ids({1, 3}, -1)); });

  const std::vector<std::tuple<Shape, Shape, Shape>> triples{
      {{2}, {3}, {3}}, {{3}, {2}, {3}}, {{3}, {3}, {2}}, {{2, 3}, {3, 3}, {1}}, {{0}, {2}, {2}}};
  for (const auto& [c, a, b] : triples) {
    // the first two that do not fit, after broadcasting
    shape(calls, "where", {"(2,", "(3,"}, [c = c, a = a, b = b] { where(Array::ones(c), v(a), v(b)); });
  }
  calls.back().words = {"(0,)", "(2,)"};
  calls[calls.size() - 2].words = {"(2, 3)", "(3, 3)"};
  for (const Shape& mask : {Shape{2}, Shape{3, 3}, Shape{1, 2, 3}, Shape{4, 2, 3}, Shape{0}}) {
    shape(calls, "masked_fill", {"(2, 3)", to_string(mask)}, [mask] {
      masked_fill(v({2, 3}), Array::ones(mask), 0);
    });
  }
}

void networks(Calls& calls) {
  const std::vector<std::tuple<Shape, Shape, Shape>> norms{
      {{2, 3}, {2}, {2}}, {{2, 3}, {3}, {2}},    {{2, 3}, {3, 2}, {3, 2}}, {{3}, {2, 3}, {2, 3}},
      {{2, 3}, {}, {}},   {{2, 3}, {3}, {1, 3}}, {{}, {1}, {1}},           {{2, 3}, {1}, {1}}};
  for (const auto& [x, w, b] : norms) {
    shape(calls, "layer_norm", {to_string(x), to_string(w), to_string(b)},
          [x = x, w = w, b = b] { layer_norm(v(x), v(w), v(b)); });
  }
  const std::vector<std::pair<Shape, Shape>> losses{{{2, 3}, {3}}, {{2, 3}, {2, 3}},    {{2, 3}, {}},
                                                    {{}, {}},      {{2, 4, 3}, {2, 3}}, {{2, 4, 3}, {8}},
                                                    {{3}, {3}}};
  for (const auto& [x, t] : losses) {
    shape(calls, "cross_entropy", {to_string(x), to_string(t)},
          [x = x, t = t] { cross_entropy(v(x), ids(t)); });
  }
  shape(calls, "cross_entropy", {"target 3", "(2, 3)"}, [] { cross_entropy(v({2, 3}), ids({2}, 3)); });
  shape(calls, "cross_entropy", {"target -1", "(2, 3)"}, [] { cross_entropy(v({2, 3}), ids({2}, -1)); });
  for (const double smoothing : {-0.1, 1.1, std::nan("")}) {
    usage(calls, "cross_entropy", {"label smoothing", "[0, 1]"}, [smoothing] {
      cross_entropy(v({2, 3}), ids({2}), {.label_smoothing = smoothing});
    });
  }
  for (const double p : {-0.1, 1.0, 2.0, std::nan("")}) {
    usage(calls, "dropout", {"below 1"}, [p] {
      Rng rng(1);
      dropout(v({3}), p, rng);
    });
    usage(calls, "relu_feed_forward", {"dropout"}, [p] {
      Rng rng(1);
      relu_feed_forward(v({2, 3}), v({4, 3}), v({4}), v({3, 4}), v({3}), {.dropout = p, .rng = &rng});
    });
    usage(calls, "residual_norm", {"dropout"}, [p] {
      Rng rng(1);
      residual_norm(v({2, 3}), v({2, 3}), v({3}), v({3}), {.dropout = p, .rng = &rng});
    });
    usage(calls, "attention", {"dropout"}, [p] {
      Rng rng(1);
      scaled_dot_product_attention(v({2, 3}), v({2, 3}), v({2, 3}), {.dropout = p, .rng = &rng});
    });
  }
  usage(calls, "attention", {"random generator"}, [] {
    scaled_dot_product_attention(v({2, 3}), v({2, 3}), v({2, 3}), {.dropout = 0.5});
  });
}

void attention(Calls& calls) {
  const std::vector<std::tuple<Shape, Shape, Shape>> triples{
      {{3}, {3}, {3}},
      {{}, {}, {}},
      {{1, 1, 1, 2, 3}, {1, 1, 1, 2, 3}, {1, 1, 1, 2, 3}},
      {{2, 3}, {4, 2}, {4, 5}},
      {{2, 3}, {4, 3}, {5, 3}},
      {{2, 3}, {1, 4, 3}, {4, 3}},
      {{2, 3}, {4, 3}, {1, 4, 3}},
      {{2, 4, 3}, {3, 4, 3}, {2, 4, 3}},
      {{2, 4, 3}, {2, 4, 3}, {3, 4, 3}},
      {{2, 2, 4, 3}, {2, 1, 4, 3}, {2, 2, 4, 3}},
      {{2, 2, 4, 3}, {1, 2, 4, 3}, {1, 2, 4, 3}}};
  for (const auto& [q, k, x] : triples) {
    shape(calls, "attention", {to_string(q), to_string(k), to_string(x)},
          [q = q, k = k, x = x] { scaled_dot_product_attention(v(q), v(k), v(x)); });
  }
  for (const Shape& mask : {Shape{2, 4}, Shape{3, 3}, Shape{2, 3, 4}, Shape{3, 2, 3, 4}, Shape{2, 3, 3, 4}}) {
    const Mask m = Mask::dense(mask, std::vector<std::uint8_t>(static_cast<std::size_t>(mask.size()), 1));
    shape(calls, "attention", {"(1, 1, 3, 4)", "mask"}, [m] {
      scaled_dot_product_attention(v({3, 2}), v({4, 2}), v({4, 2}), {.mask = m});
    });
  }
  for (const Shape& bias : {Shape{3, 3}, Shape{2, 1, 3, 4}, Shape{1, 1, 1, 3, 4}, Shape{5}}) {
    shape(calls, "attention", {to_string(bias), "(1, 1, 3, 4)"}, [bias] {
      scaled_dot_product_attention(v({3, 2}), v({4, 2}), v({4, 2}), {.bias = Array::zeros(bias)});
    });
  }
  for (const Shape& bias : {Shape{6}, Shape{1, 7}, Shape{2, 6}}) {
    shape(calls, "attention", {to_string(bias), "(1, 6)"}, [bias] {
      scaled_dot_product_attention(v({3, 2}), v({4, 2}), v({4, 2}), {.distance_bias = v(bias)});
    });
  }
  const auto heads = [&](const Shape& q, const Shape& k, const Shape& x, int count, int dim, int offset = 0) {
    shape(calls, "attention", {to_string(q), to_string(k), to_string(x)}, [=] {
      multi_head_attention({v(q), offset}, {v(k)}, {v(x)}, count, dim);
    });
  };
  heads({2, 3}, {2, 3}, {2, 3}, 1, 3);
  heads({2, 3, 4}, {2, 3, 4}, {2, 3, 4}, 2, 3);
  heads({2, 3, 4}, {2, 3, 4}, {2, 3, 3}, 2, 2);
  heads({2, 3, 4}, {2, 3, 4}, {2, 3, 4}, 2, 2, 1);
  heads({2, 3, 4}, {2, 3, 4}, {2, 3, 4}, 2, 2, -1);
  heads({2, 3, 4}, {1, 3, 4}, {1, 3, 4}, 2, 2);
  heads({2, 3, 4}, {2, 3, 4}, {2, 5, 4}, 2, 2);
  for (const auto& [count, dim] : {std::pair{0, 2}, {-1, 2}, {2, 0}, {2, -2}}) {
    usage(calls, "attention", {fmt::format("{} heads of {}", count, dim)}, [count = count, dim = dim] {
      multi_head_attention({v({2, 3, 4})}, {v({2, 3, 4})}, {v({2, 3, 4})}, count, dim);
    });
  }
}

void sequences(Calls& calls) {
  const auto lstm = [&](const Shape& x, const Shape& w, const Shape& u, const RecurrentOptions& options = {},
                        Kind kind = Kind::shape) {
    calls.push_back({"recurrent",
                     {to_string(options.initial_cell.defined() ? options.initial_cell.shape() : x)},
                     [=] {
                       recurrent(v(x), {v(w), v(u)}, options);
                     },
                     kind});
  };
  lstm({2, 3}, {8, 3}, {8, 2});
  lstm({2, 3, 4}, {8, 3}, {8, 2});
  lstm({2, 3, 4}, {8, 4}, {6, 2});
  lstm({2, 3, 4}, {6, 4}, {6, 2});
  lstm({2, 3, 4}, {0, 4}, {0, 0});
  lstm({2, 3, 4}, {8, 4}, {8, 2}, {.lengths = {3}});
  lstm({2, 3, 4}, {8, 4}, {8, 2}, {.lengths = {3, 4}});
  lstm({2, 3, 4}, {8, 4}, {8, 2}, {.lengths = {-1, 3}});
  lstm({2, 3, 4}, {8, 4}, {8, 2}, {.initial_cell = v({2, 3})});
  lstm({2, 3, 4}, {2, 4}, {2, 2}, {.cell = RecurrentCell::tanh, .initial_cell = v({2, 2})}, Kind::usage);
  shape(calls, "conv2d", {"(2, 3, 4, 4)", "(5, 2, 3, 3)"}, [] {
    conv2d(v({2, 3, 4, 4}), v({5, 2, 3, 3}), {});
  });
  shape(calls, "conv2d", {"(2, 3, 4, 4)", "(5, 3, 5, 3)"}, [] {
    conv2d(v({2, 3, 4, 4}), v({5, 3, 5, 3}), {});
  });
  shape(calls, "conv2d", {"(5, 3, 3, 3)", "(4,)"}, [] { conv2d(v({2, 3, 4, 4}), v({5, 3, 3, 3}), v({4})); });
  usage(calls, "conv2d", {"stride 0"}, [] {
    conv2d(v({2, 3, 4, 4}), v({5, 3, 3, 3}), {}, {.stride = {0, 1}});
  });
  shape(calls, "conv1d", {"(2, 3, 4)", "(5, 3, 6)"}, [] { conv1d(v({2, 3, 4}), v({5, 3, 6}), {}); });
  shape(calls, "conv1d", {"(5, 3, 2)", "(4,)"}, [] { conv1d(v({2, 3, 4}), v({5, 3, 2}), v({4})); });
  shape(calls, "conv1d", {"(2, 3)", "(5, 3, 2)"}, [] { conv1d(v({2, 3}), v({5, 3, 2}), {}); });
  shape(calls, "causal_depthwise_conv1d", {"(2, 3, 4)", "(5, 2)"}, [] {
    causal_depthwise_conv1d(v({2, 3, 4}), v({5, 2}), v({4}));
  });
  shape(calls, "max_pool2d", {"(2, 3, 1, 4)"}, [] { max_pool2d(v({2, 3, 1, 4})); });
  shape(calls, "max_pool2d", {"(2, 3, 4)"}, [] { max_pool2d(v({2, 3, 4})); });
  for (const Shape& x : {Shape{1, 1, 0, 0}, Shape{1, 1, 4, 0}, Shape{2, 1, 0, 4}}) {
    const PoolingOptions padded{.size = {2, 2}, .padding = {1, 1}};
    shape(calls, "max_pool2d", {to_string(x)}, [=] { max_pool2d(v(x), padded); });
  }
  shape(calls, "batch_norm", {"(0, 2, 3, 3)"}, [] { batch_norm(v({0, 2, 3, 3}), v({2}), v({2})); });
  shape(calls, "batch_norm", {"(1, 2, 1, 1)"}, [] { batch_norm(v({1, 2, 1, 1}), v({2}), v({2})); });
  usage(calls, "max_pool2d", {"padding 2"}, [] { max_pool2d(v({1, 1, 4, 4}), {.padding = {2, 0}}); });
  shape(calls, "rms_norm", {"(2, 3)", "(2,)"}, [] { rms_norm(v({2, 3}), v({2})); });
  shape(calls, "selective_scan", {"(2, 3, 4)", "(4, 5)", "(2, 3, 4)"}, [] {
    selective_scan(v({2, 3, 4}), v({2, 3, 4}), v({4, 5}), v({2, 3, 4}), v({2, 3, 5}), v({4}));
  });
  shape(calls, "selective_scan", {"(1, 4, 5)", "(2, 4, 5)"}, [] {
    Array state = Array::zeros({1, 4, 5});
    selective_scan(v({2, 3, 4}), v({2, 3, 4}), v({4, 5}), v({2, 3, 5}), v({2, 3, 5}), v({4}),
                   {.state = &state});
  });
  shape(calls, "recurrent", {"(2, 3, 4)", "(8,)", "none"}, [] {
    recurrent(v({2, 3, 4}), {v({8, 4}), v({8, 2}), v({8})});
  });
}

}  // namespace

TEST_CASE("every wrong call throws an error that names the op and the shapes") {
  Calls calls;
  binary(calls);
  products(calls);
  axes(calls);
  moving(calls);
  picking(calls);
  networks(calls);
  attention(calls);
  sequences(calls);
  const auto shapes = std::count_if(calls.begin(), calls.end(),
                                    [](const WrongCall& wrong) { return wrong.kind == Kind::shape; });
  CHECK(shapes >= 150);
  for (const WrongCall& wrong : calls) {
    std::string text, kind;
    try {
      wrong.call();
      text = "nothing was thrown";
    } catch (const ShapeError& error) {
      text = error.what();
      kind = "ShapeError";
    } catch (const UsageError& error) {
      text = error.what();
      kind = "UsageError";
    } catch (const std::exception& error) {
      text = error.what();
    }
    INFO(wrong.op << ": " << text);
    CHECK(kind == (wrong.kind == Kind::shape ? "ShapeError" : "UsageError"));
    CHECK(text.rfind("[" + wrong.op + "] ", 0) == 0);
    for (const std::string& word : wrong.words) {
      INFO("missing: " << word);
      CHECK(text.find(word) != std::string::npos);
    }
  }
}

}  // namespace heed
