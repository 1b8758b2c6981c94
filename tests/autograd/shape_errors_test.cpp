// Wrong calls: each throws, and its text names the op in brackets and the shapes that do not go together.
#include <cmath>

#include "autograd/ops.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

namespace heed {
namespace {

using Inputs = std::vector<Variable>;
using Words = std::vector<std::string>;

Variable v(const Shape& shape) { return Variable::parameter(Array::ones(shape)); }

Tokens ids(const Shape& shape, std::int32_t id = 0) {
  return {shape, std::vector<std::int32_t>(static_cast<std::size_t>(shape.size()), id)};
}

/// Checks that the call throws an E whose text begins with the op in brackets and has all the words.
template <typename E = ShapeError, typename Call>
void refused(const std::string& op, const Words& words, const Call& call) {
  const std::string text = error_text<E>(call);
  INFO(op << ": " << text);
  CHECK(text.rfind("[" + op + "] ", 0) == 0);
  for (const std::string& word : words) CHECK_THAT(text, Catch::Contains(word));
}

/// Each row is the shapes of a wrong call; the error names the first `named` of them.
template <typename Call>
void refused_shapes(const std::string& op, std::size_t named, const Call& call,
                    const std::vector<std::vector<Shape>>& rows) {
  for (const std::vector<Shape>& row : rows) {
    Inputs in;
    Words words;
    for (const Shape& shape : row) {
      in.push_back(v(shape));
      if (words.size() < named) words.push_back(to_string(shape));
    }
    refused(op, words, [&] { call(in); });
  }
}

}  // namespace

TEST_CASE("arithmetic and products refuse shapes that do not go together, and name them") {
  const std::vector<std::vector<Shape>> apart{{{2}, {3}}, {{2, 3}, {2}},    {{4, 1, 3}, {2, 2}},
                                              {{0}, {2}}, {{5}, {2, 3, 4}}, {{2, 3}, {2, 3, 2}}};
  refused_shapes(
      "add", 2, [](const Inputs& in) { in[0] + in[1]; }, apart);
  refused_shapes(
      "subtract", 2, [](const Inputs& in) { in[0] - in[1]; }, apart);
  refused_shapes(
      "multiply", 2, [](const Inputs& in) { in[0] * in[1]; }, apart);
  refused_shapes(
      "divide", 2, [](const Inputs& in) { in[0] / in[1]; }, apart);
  refused_shapes("matmul", 2, [](const Inputs& in) { matmul(in[0], in[1]); },
                 {{{2, 3}, {4, 5}},
                  {{3}, {4}},
                  {{3}, {2, 4, 5}},
                  {{2, 3, 4}, {3}},
                  {{2, 2, 3}, {3, 3, 4}},
                  {{2, 0}, {3, 0}},
                  {{}, {2, 3}},
                  {{2, 3}, {}}});
  const auto layer = [](const Inputs& in) { linear(in[0], in[1], in[2]); };
  refused_shapes("linear", 2, layer,
                 {{{2, 3}, {4, 2}, {4}}, {{2, 3}, {3}, {4}}, {{2, 3}, {1, 4, 3}, {4}}, {{}, {4, 3}, {4}}});
  for (const Shape& b : {Shape{3}, Shape{}, Shape{4, 1}})
    refused("linear", {"(4, 3)", to_string(b)}, [&] { linear(v({2, 3}), v({4, 3}), v(b)); });
  for (const auto& [begin, end] : {std::pair{3, 2}, {-1, 2}, {0, 5}, {5, -1}})
    refused("linear", {"(4, 3)"}, [b = begin, e = end] {
      linear(v({2, 3}), v({4, 3}), {}, {.begin = b, .end = e});
    });
  refused_shapes("relu_feed_forward", 2,
                 [](const Inputs& in) { relu_feed_forward(in[0], in[1], in[2], in[3], in[4]); },
                 {{{2, 3}, {4, 2}, {4}, {3, 4}, {3}},
                  {{2, 3}, {4, 3}, {5}, {3, 4}, {3}},
                  {{2, 3}, {4, 3}, {4}, {3, 5}, {3}},
                  {{2, 3}, {4, 3}, {4}, {3, 4}, {4}},
                  {{2, 3}, {4, 3}, {4}, {12}, {3}},
                  {{}, {4, 3}, {4}, {3, 4}, {3}}});
}

TEST_CASE("reductions and moves refuse axes and ranges that are not there, and name them") {
  using Axes = std::vector<int>;
  const auto reduction = [](const std::string& op, const auto& f) {
    refused(op, {"axis 2", "(2, 3)"}, [&] { f(v({2, 3}), Axes{2}); });
    refused(op, {"axis -3", "(2, 3)"}, [&] { f(v({2, 3}), Axes{-3}); });
    refused(op, {"axis 0", "()"}, [&] { f(v({}), Axes{0}); });
    refused(op, {"(2, 3)", "twice"}, [&] { f(v({2, 3}), Axes{1, -1}); });
  };
  reduction("sum", [](const Variable& x, const Axes& a) { sum(x, a); });
  reduction("mean", [](const Variable& x, const Axes& a) { mean(x, a); });
  for (const int axis : {2, -3}) {
    const Words words{fmt::format("axis {}", axis), "(2, 3)"};
    const Variable x = v({2, 3});
    refused("softmax", words, [&] { softmax(x, axis); });
    refused("log_softmax", words, [&] { log_softmax(x, axis); });
    refused("transpose", words, [&] { transpose(x, axis, 0); });
    refused("slice", words, [&] { slice(x, axis, 0, 1); });
    refused("concat", words, [&] { concat({x, x}, axis); });
  }
  refused("transpose", {"axis -2", "(3,)"}, [] { transpose(v({3})); });
  const std::pair<Shape, Shape> shapes[] = {{{2, 3}, {7}}, {{}, {2}}, {{2}, {}}, {{0, 3}, {3}}, {{3}, {0}}};
  for (const auto& [from, to] : shapes)
    refused("reshape", {to_string(from), to_string(to)}, [f = from, t = to] { reshape(v(f), t); });
  for (const Axes& order : {Axes{0}, {0, 0}, {1, 0, 2}, {}, {0, -2}, {0, 3}})
    refused("permute", {"(2, 3)"}, [&] { permute(v({2, 3}), order); });
  for (const auto& [begin, end] : {std::pair{-1, 2}, {2, 1}, {0, 4}, {4, 5}})
    refused("slice", {"axis 1", "(2, 3)"}, [b = begin, e = end] { slice(v({2, 3}), 1, b, e); });
  refused_shapes("concat", 2, [](const Inputs& in) { concat(in, 1); },
                 {{{2, 3}, {3, 3}}, {{2, 3}, {2}}, {{2, 3}, {2, 3, 1}}});
  refused_shapes("stack", 2, [](const Inputs& in) { stack(in); }, {{{2, 3}, {3, 3}}, {{2, 3}, {2}}});
  refused("concat", {"no arrays"}, [] { concat({}); });
  refused("stack", {"no arrays"}, [] { stack({}); });
  refused("stack", {"(2, 3)", "3"}, [] { stack({v({2, 3}), v({2, 3})}, 3); });
}

TEST_CASE("picking refuses indices and masks that do not fit, and names them") {
  refused("embedding", {"(4,)", "(2,)"}, [] { embedding(v({4}), ids({2})); });
  refused("embedding", {"id 4", "(4, 3)", "(2,)"}, [] { embedding(v({4, 3}), ids({2}, 4)); });
  refused("embedding", {"id -1", "(4, 3)", "(2, 5)"}, [] { embedding(v({4, 3}), ids({2, 5}, -1)); });
  refused_shapes("where", 0, [](const Inputs& in) { where(in[0].value(), in[1], in[2]); },
                 {{{2}, {3}, {3}}, {{3}, {2}, {3}}, {{3}, {3}, {2}}, {{0}, {2}, {2}}});
  refused_shapes("masked_fill", 2, [](const Inputs& in) { masked_fill(in[0], in[1].value(), 0); },
                 {{{2, 3}, {2}}, {{2, 3}, {1, 2, 3}}, {{2, 3}, {0}}});
}

TEST_CASE("norms, losses and dropout refuse what does not fit, and name it") {
  refused_shapes("layer_norm", 3, [](const Inputs& in) { layer_norm(in[0], in[1], in[2]); },
                 {{{2, 3}, {2}, {2}},
                  {{2, 3}, {3}, {2}},
                  {{3}, {2, 3}, {2, 3}},
                  {{2, 3}, {}, {}},
                  {{2, 3}, {3}, {1, 3}}});
  refused_shapes("residual_norm", 3, [](const Inputs& in) { residual_norm(in[0], in[1], in[2], in[3]); },
                 {{{2, 3}, {2, 4}, {3}, {3}}, {{2, 3}, {2, 3}, {4}, {4}}, {{2, 3}, {2, 3}, {3}, {4}}});
  refused_shapes("rms_norm", 2, [](const Inputs& in) { rms_norm(in[0], in[1]); }, {{{2, 3}, {2}}});
  refused_shapes("batch_norm", 1, [](const Inputs& in) { batch_norm(in[0], in[1], in[2]); },
                 {{{0, 2, 3, 3}, {2}, {2}}, {{1, 2, 1, 1}, {2}, {2}}, {{2, 2, 3}, {3}, {3}}});
  const std::pair<Shape, Shape> losses[] = {{{2, 3}, {3}}, {{2, 3}, {2, 3}}, {{}, {}}, {{2, 4, 3}, {8}}};
  for (const auto& [x, t] : losses)
    refused("cross_entropy", {to_string(x), to_string(t)}, [x = x, t = t] { cross_entropy(v(x), ids(t)); });
  for (const std::int32_t id : {3, -1})
    refused("cross_entropy", {fmt::format("target {}", id), "(2, 3)"}, [&] {
      cross_entropy(v({2, 3}), ids({2}, id));
    });
  for (const double e : {-0.1, 1.1, std::nan("")})
    refused<UsageError>("cross_entropy", {"label smoothing", "[0, 1]"}, [&] {
      cross_entropy(v({2, 3}), ids({2}), {.label_smoothing = e});
    });
  const Variable x = v({2, 3});
  for (const double p : {-0.1, 1.0, std::nan("")}) {
    Rng rng(1);
    refused<UsageError>("dropout", {"below 1"}, [&] { dropout(x, p, rng); });
    refused<UsageError>("relu_feed_forward", {"dropout"}, [&] {
      relu_feed_forward(x, v({4, 3}), v({4}), v({3, 4}), v({3}), {.dropout = p, .rng = &rng});
    });
    refused<UsageError>("residual_norm", {"dropout"},
                        [&] { residual_norm(x, x, v({3}), v({3}), {.dropout = p, .rng = &rng}); });
    refused<UsageError>("attention", {"dropout"},
                        [&] { scaled_dot_product_attention(x, x, x, {.dropout = p, .rng = &rng}); });
  }
  refused<UsageError>("attention", {"random generator"},
                      [&] { scaled_dot_product_attention(x, x, x, {.dropout = 0.5}); });
}

TEST_CASE("attention refuses operands, masks, biases and heads that do not fit, and names them") {
  refused_shapes("attention", 3, [](const Inputs& in) { scaled_dot_product_attention(in[0], in[1], in[2]); },
                 {{{3}, {3}, {3}},
                  {{1, 1, 1, 2, 3}, {1, 1, 1, 2, 3}, {1, 1, 1, 2, 3}},
                  {{2, 3}, {4, 2}, {4, 5}},
                  {{2, 3}, {4, 3}, {5, 3}},
                  {{2, 3}, {1, 4, 3}, {4, 3}},
                  {{2, 4, 3}, {3, 4, 3}, {2, 4, 3}},
                  {{2, 2, 4, 3}, {2, 1, 4, 3}, {2, 2, 4, 3}}});
  const auto with = [](const AttentionOptions& options) {
    return [&options] { scaled_dot_product_attention(v({3, 2}), v({4, 2}), v({4, 2}), options); };
  };
  for (const Shape& shape : {Shape{2, 4}, Shape{2, 3, 4}, Shape{3, 2, 3, 4}}) {
    const std::vector<std::uint8_t> ones(static_cast<std::size_t>(shape.size()), 1);
    refused("attention", {"(1, 1, 3, 4)", "mask"}, with({.mask = Mask::dense(shape, ones)}));
  }
  for (const Shape& bias : {Shape{3, 3}, Shape{2, 1, 3, 4}, Shape{1, 1, 1, 3, 4}})
    refused("attention", {to_string(bias), "(1, 1, 3, 4)"}, with({.bias = Array::zeros(bias)}));
  for (const Shape& bias : {Shape{6}, Shape{1, 7}, Shape{2, 6}})
    refused("attention", {to_string(bias), "(1, 6)"}, with({.distance_bias = v(bias)}));
  refused_shapes("attention", 3,
                 [](const Inputs& in) { multi_head_attention({in[0]}, {in[1]}, {in[2]}, 2, 2); },
                 {{{2, 4}, {2, 4}, {2, 4}},
                  {{2, 3, 4}, {2, 3, 4}, {2, 3, 3}},
                  {{2, 3, 4}, {1, 3, 4}, {1, 3, 4}},
                  {{2, 3, 4}, {2, 3, 4}, {2, 5, 4}}});
  const Variable x = v({2, 3, 4});
  for (const int offset : {1, -1})
    refused("attention", {"(2, 3, 4)"}, [&] { multi_head_attention({x, offset}, {x}, {x}, 2, 2); });
  for (const auto& [count, dim] : {std::pair{0, 2}, {2, -2}})
    refused<UsageError>("attention", {fmt::format("{} heads of {}", count, dim)},
                        [&, c = count, d = dim] { multi_head_attention({x}, {x}, {x}, c, d); });
}

TEST_CASE("recurrent layers, convolutions and scans refuse what does not fit, and name it") {
  const auto lstm = [](const RecurrentOptions& options) {
    return [options](const Inputs& in) { recurrent(in[0], {in[1], in[2]}, options); };
  };
  refused_shapes("recurrent", 1, lstm({}),
                 {{{2, 3}, {8, 3}, {8, 2}},
                  {{2, 3, 4}, {8, 3}, {8, 2}},
                  {{2, 3, 4}, {8, 4}, {6, 2}},
                  {{2, 3, 4}, {0, 4}, {0, 0}}});
  const std::vector<std::vector<Shape>> fits{{{2, 3, 4}, {8, 4}, {8, 2}}};
  refused_shapes("recurrent", 1, lstm({.lengths = {3}}), fits);
  refused_shapes("recurrent", 1, lstm({.lengths = {3, 4}}), fits);
  refused_shapes("recurrent", 1, lstm({.lengths = {-1, 3}}), fits);
  refused_shapes("recurrent", 1, lstm({.initial_cell = v({2, 3})}), fits);
  const Variable x = v({2, 3, 4}), images = v({2, 3, 4, 4});
  refused<UsageError>("recurrent", {"(2, 2)"}, [&] {
    recurrent(x, {v({2, 4}), v({2, 2})}, {.cell = RecurrentCell::tanh, .initial_cell = v({2, 2})});
  });
  refused("recurrent", {"(8,)", "none"}, [&] { recurrent(x, {v({8, 4}), v({8, 2}), v({8})}); });
  refused_shapes("conv2d", 2, [](const Inputs& in) { conv2d(in[0], in[1], {}); },
                 {{{2, 3, 4, 4}, {5, 2, 3, 3}}, {{2, 3, 4, 4}, {5, 3, 5, 3}}});
  refused("conv2d", {"(5, 3, 3, 3)", "(4,)"}, [&] { conv2d(images, v({5, 3, 3, 3}), v({4})); });
  refused<UsageError>("conv2d", {"stride 0"}, [&] {
    conv2d(images, v({5, 3, 3, 3}), {}, {.stride = {0, 1}});
  });
  refused_shapes("conv1d", 2, [](const Inputs& in) { conv1d(in[0], in[1], {}); },
                 {{{2, 3, 4}, {5, 3, 6}}, {{2, 3}, {5, 3, 2}}});
  refused_shapes("causal_depthwise_conv1d", 2,
                 [](const Inputs& in) { causal_depthwise_conv1d(in[0], in[1], in[2]); },
                 {{{2, 3, 4}, {5, 2}, {4}}});
  refused_shapes("max_pool2d", 1,
                 [](const Inputs& in) {
                   max_pool2d(in[0], {.padding = {1, 1}});
                 },
                 {{{2, 3, 4}}, {{1, 1, 0, 0}}, {{1, 1, 4, 0}}});
  refused("max_pool2d", {"(2, 3, 1, 4)"}, [] { max_pool2d(v({2, 3, 1, 4})); });
  refused<UsageError>("max_pool2d", {"padding 2"}, [&] { max_pool2d(images, {.padding = {2, 0}}); });
  refused("selective_scan", {"(2, 3, 4)", "(4, 5)"}, [&] {
    selective_scan(x, x, v({4, 5}), x, v({2, 3, 5}), v({4}));
  });
  refused("selective_scan", {"(1, 4, 5)", "(2, 4, 5)"}, [&] {
    Array state = Array::zeros({1, 4, 5});
    selective_scan(x, x, v({4, 5}), v({2, 3, 5}), v({2, 3, 5}), v({4}), {.state = &state});
  });
}

TEST_CASE("rotary refuses what has no pairs or no such columns") {
  struct Row {
    std::int64_t head_dim;
    RotaryOptions options{};
  };
  const auto call = [](const Row& row) { return [row] { rotary(v({1, 2, 6}), row.head_dim, row.options); }; };
  refused("rotary", {"(2, 4)"}, [] { rotary(v({2, 4}), 4); });
  for (const std::int64_t head_dim : {4, 3, 0}) refused<UsageError>("rotary", {}, call({head_dim}));
  for (const RotaryOptions& o : {RotaryOptions{.end = 8}, {.begin = 4, .end = 2}, {.begin = -2}})
    refused("rotary", {}, call({2, o}));
  for (const double base : {0.0, -1.0, std::nan(""), HUGE_VAL})
    refused<UsageError>("rotary", {"base"}, call({2, {.base = base}}));
}

}  // namespace heed
