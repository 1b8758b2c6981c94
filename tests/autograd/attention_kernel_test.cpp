// Tests the kernel that attention takes, and what each costs in memory.
#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/linear_attention.hpp"
#include "lib/array/pool.hpp"
#include "lib/array/random.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/farthest.hpp"

namespace heed {
namespace {

struct Outcome {
  std::vector<Array> arrays;  // result and gradients
  std::size_t peak;           // bytes of arrays, those of the inputs left out
};

Outcome outcome(std::int64_t length, AttentionOptions options) {
  Rng rng(1), drops(2);
  std::vector<Variable> in;
  for (int i = 0; i < 3; ++i) in.push_back(Variable::parameter(rng.normal({length, 8})));
  const Array g = rng.normal({length, 8});
  options.rng = &drops;
  pool_trim();
  const std::size_t before = pool_statistics().in_use;
  const Variable y = scaled_dot_product_attention(in[0], in[1], in[2], options);
  y.backward({.gradient = g});
  return {{y.value(), in[0].grad(), in[1].grad(), in[2].grad()}, pool_statistics().peak - before};
}

bool same_bytes(const Outcome& a, const Outcome& b) {
  return std::ranges::equal(a.arrays, b.arrays, identical);
}

}  // namespace

TEST_CASE("short sequences take the dense kernel, long ones the blockwise one unless weights are wanted") {
  constexpr AttentionKernel dense = AttentionKernel::dense, blockwise = AttentionKernel::blockwise;
  const Mask causal = Mask::causal(), all;
  const Mask window = Mask::window({.before = 16, .after = 16});
  const Mask half_window = Mask::window({.before = 16});
  // Many random blocks leave out few, and a table that allows all leaves out none.
  const Mask random = Mask::random_blocks({.keys = 511, .block = 64, .count = 5});
  const Mask table = Mask::dense({1, 300}, std::vector<std::uint8_t>(300, 1));
  for (const auto& [mask, length, taken] : {std::tuple{all, 511, dense},
                                            {all, 512, blockwise},
                                            {causal, 255, dense},
                                            {causal, 256, dense},  // a quarter of the blocks, and no more
                                            {causal, 257, blockwise},
                                            {causal, 512, blockwise},
                                            {window, 256, dense},
                                            {window, 257, blockwise},
                                            {half_window, 255, dense},
                                            {half_window, 256, blockwise},
                                            {table, 300, dense},
                                            {random, 511, dense}}) {
    INFO(length);
    const AttentionKernel other = taken == dense ? blockwise : dense;
    const Outcome automatic = outcome(length, {.mask = mask, .dropout = 0.1});
    CHECK(same_bytes(automatic, outcome(length, {.mask = mask, .dropout = 0.1, .kernel = taken})));
    CHECK_FALSE(same_bytes(automatic, outcome(length, {.mask = mask, .dropout = 0.1, .kernel = other})));
  }
  const Mask mask = causal;
  Array weights;
  const Outcome looked_at = outcome(512, {.mask = mask, .weights = &weights});
  CHECK(same_bytes(looked_at, outcome(512, {.mask = mask, .kernel = AttentionKernel::dense})));
  CHECK_THROWS_AS(outcome(4, {.kernel = AttentionKernel::blockwise, .weights = &weights}), UsageError);
}

TEST_CASE("what a batch is padded to decides on no kernel: its longest sequence counts") {
  std::vector<std::int32_t> ids(2 * 400, 5);
  std::fill(ids.begin(), ids.begin() + 300, 0);  // of the first sequence a quarter is left
  const Mask padding = Mask::padding(Tokens({2, 400}, ids));
  Rng rng(1);
  const Variable x(rng.normal({2, 1, 400, 8}));
  const auto attend = [&](AttentionKernel kernel) {
    return scaled_dot_product_attention(x, x, x, {.mask = padding, .kernel = kernel}).value();
  };
  CHECK(identical(attend(AttentionKernel::automatic), attend(AttentionKernel::dense)));
  CHECK_FALSE(identical(attend(AttentionKernel::automatic), attend(AttentionKernel::blockwise)));
  const Mask too_short = Mask::padding(Tokens({2, 400}, ids)) & Mask::causal();
  const Variable three(rng.normal({3, 1, 400, 8}));
  CHECK_THROWS_AS(scaled_dot_product_attention(three, three, three, {.mask = too_short}), ShapeError);
}

TEST_CASE("blockwise and linear attention take memory that grows with the length, not with its square") {
  const Variable table(Array::ones({33, 8}));
  const Mask window = Mask::window({.before = 100}) | Mask::first_global(1);
  for (AttentionOptions options :
       {AttentionOptions{.mask = window},
        AttentionOptions{.mask = Mask::causal(), .relative_key = table, .relative_value = table},
        AttentionOptions{.mask = Mask::causal(), .kernel = AttentionKernel::linear}}) {
    if (options.kernel != AttentionKernel::linear) options.kernel = AttentionKernel::blockwise;
    const std::size_t half = outcome(2048, options).peak, whole = outcome(4096, options).peak;
    CHECK(whole < half * 21 / 10);
    CHECK(whole < 4096 * (8 * sizeof(Scalar)) * 6);  // result, three gradients, two numbers a query
  }
}

TEST_CASE("the sparse kernel is the blockwise one by another name") {
  const Mask mask = Mask::window({.before = 20}) | Mask::first_global(1);
  CHECK(same_bytes(outcome(300, {.mask = mask, .kernel = AttentionKernel::sparse}),
                   outcome(300, {.mask = mask, .kernel = AttentionKernel::blockwise})));
}

TEST_CASE("a kernel says what it does not have") {
  Array weights;
  const Variable table(Array::zeros({3, 8}));
  const auto says = [](AttentionOptions options, const std::string& what) {
    options.kernel = AttentionKernel::linear;
    CHECK_THROWS_WITH(outcome(4, options), Catch::Contains("the linear kernel has no " + what));
  };
  says({.weights = &weights}, "weights to look at");
  says({.dropout = 0.1}, "weights to drop");
  says({.scale = 1}, "scores to scale");
  says({.bias = Array::zeros({1})}, "scores to add a bias to");
  says({.relative_key = table}, "pairs with a distance");
  CHECK_THROWS_AS(outcome(4, {.mask = Mask::window({}), .kernel = AttentionKernel::linear}), UsageError);
  for (const Shape& shape : {Shape{2, 8}, Shape{3, 7}, Shape{24}}) {
    CHECK_THROWS_AS(outcome(4, {.relative_key = Variable(Array::zeros(shape))}), ShapeError);
    CHECK_THROWS_AS(outcome(4, {.relative_value = Variable(Array::zeros(shape))}), ShapeError);
  }
}

TEST_CASE("linear attention goes on from a state, without gradients") {
  Rng rng(4);
  const Variable x = Variable::parameter(rng.normal({2, 100, 12}));
  const auto attend = [](const Variable& qkv, LinearState* state) {
    return multi_head_attention(
        {qkv, 0}, {qkv, 4}, {qkv, 8}, 2, 2,
        {.mask = Mask::causal(), .kernel = AttentionKernel::linear, .linear_state = state});
  };
  const Array whole = attend(x, nullptr).value();
  LinearState state = LinearState::empty(2, 2, 2, 2);
  CHECK_THROWS_AS(attend(x, &state), UsageError);
  const NoGrad no_grad;
  for (const auto& [begin, end] : {std::pair{0, 3}, {3, 4}, {4, 70}, {70, 100}}) {
    const Array step = attend(slice(x, 1, begin, end), &state).value();
    const Array want = slice(Variable(whole), 1, begin, end).value();
    CHECK(farthest(step, want) < 1e-5);
  }
  state = LinearState::empty(2, 2, 3, 2);
  CHECK_THROWS_AS(attend(x, &state), ShapeError);
  CHECK_THROWS_AS(scaled_dot_product_attention(x, x, x, {.linear_state = &state}), UsageError);
}

TEST_CASE("linear attention stays finite where the numbers of queries and keys are far below 0") {
  Rng rng(3);
  const Variable value = Variable::parameter(rng.normal({1, 1, 4, 3}));
  const Array middle = broadcast_to(mean(value.value(), {2}, KeepDims::yes), {1, 1, 2, 3});
  for (const Scalar deep : {-45, -46, -60, -79, -90, -1000}) {
    INFO(deep);
    const Variable query = Variable::parameter(Array::full({1, 1, 2, 5}, deep)),
                   key = Variable::parameter(Array::full({1, 1, 4, 5}, deep));
    const Variable out = scaled_dot_product_attention(query, key, value, {.kernel = AttentionKernel::linear});
    CHECK(farthest(out.value(), middle) < 1e-6);
    sum(power(out, 2)).backward();
    for (const Variable& x : {query, key, value}) {
      CHECK(std::ranges::all_of(x.grad().values(), [](Scalar g) { return std::isfinite(g); }));
      Variable(x).zero_grad();
    }
  }
}
}  // namespace heed
