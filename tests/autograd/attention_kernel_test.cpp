// Which kernel attention takes, and what each costs in memory.
#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/pool.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"

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
  for (std::size_t i = 0; i < a.arrays.size(); ++i) {
    if (!identical(a.arrays[i], b.arrays[i])) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("short sequences take the dense kernel, long ones the blockwise one unless weights are wanted") {
  const Mask mask = Mask::causal();
  for (const auto& [length, taken, other] :
       {std::tuple{511, AttentionKernel::dense, AttentionKernel::blockwise},
        std::tuple{512, AttentionKernel::blockwise, AttentionKernel::dense}}) {
    const Outcome automatic = outcome(length, {.mask = mask, .dropout = 0.1});
    CHECK(same_bytes(automatic, outcome(length, {.mask = mask, .dropout = 0.1, .kernel = taken})));
    CHECK_FALSE(same_bytes(automatic, outcome(length, {.mask = mask, .dropout = 0.1, .kernel = other})));
  }
  Array weights;
  const Outcome looked_at = outcome(512, {.mask = mask, .weights = &weights});
  CHECK(same_bytes(looked_at, outcome(512, {.mask = mask, .kernel = AttentionKernel::dense})));
  CHECK_THROWS_AS(outcome(4, {.kernel = AttentionKernel::blockwise, .weights = &weights}), UsageError);
}

TEST_CASE("blockwise attention takes memory that grows with the length, not with its square") {
  const Mask mask = Mask::window({.before = 100}) | Mask::global({0});
  const std::size_t half = outcome(2048, {.mask = mask, .kernel = AttentionKernel::blockwise}).peak,
                    whole = outcome(4096, {.mask = mask, .kernel = AttentionKernel::blockwise}).peak;
  CHECK(whole < half * 21 / 10);
  // result and three gradients, what one head's parts of dQ take, two numbers a query and one more
  CHECK(whole < 4096 * (8 * sizeof(Scalar)) * 10);
}

TEST_CASE("what comes later changes no bit of blockwise attention") {
  Rng rng(3);
  const auto result = [&](const Variable& q, const Variable& k, const Variable& v) {
    return scaled_dot_product_attention(q, k, v,
                                        {.mask = Mask::causal(), .kernel = AttentionKernel::blockwise})
        .value();
  };
  const Array q = rng.normal({200, 4});
  Array k = rng.normal({200, 4}), v = rng.normal({200, 4});
  const Array before = result(Variable(q), Variable(k), Variable(v));
  for (std::int64_t i = 130 * 4; i < 200 * 4; ++i) k.mutable_data()[i] = v.mutable_data()[i] = Scalar(1e12);
  const Array after = result(Variable(q), Variable(k), Variable(v));
  CHECK(std::equal(before.data(), before.data() + 130 * 4, after.data()));
}

}  // namespace heed
