// The ops' own loops, as tests/lib/array/place_test.cpp holds it with those of the arrays, of which attention
// is made: equal numbers give equal bits, wherever they stand.
#include <functional>

#include "autograd/ops.hpp"
#include "lib/array/kernels.hpp"
#include "lib/array/layout.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/periodic.hpp"

namespace heed {
namespace {

using testing::longest_row, testing::periodic, testing::repeats;

/// (n, width): each row is the one three before it.
Array periodic_rows(Rng& rng, std::int64_t n, std::int64_t width) {
  const Array three = rng.normal({3, width});
  Array x({n, width});
  for (std::int64_t i = 0; i < x.size(); ++i) x.mutable_data()[i] = three.data()[i % (3 * width)];
  return x;
}

bool rows_repeat(const Array& x) {
  const std::int64_t all = x.dim(0);
  return all <= 3 || identical(slice(x, 0, 3, all), slice(x, 0, 0, all - 3));
}

/// Without fused multiply-adds larger products are OpenBLAS's, which rounds the last rows and columns in
/// another order than the others.
bool own_products() {
  const std::string level = simd_level();
  return level.ends_with("fused") && !level.ends_with("not fused");
}

TEST_CASE("the gradient of an embedding has equal bits in equal columns, at every width") {
  Rng rng(43);
  for (std::int64_t c = 1; c <= 64 + longest_row; ++c) {  // a thread takes 64 columns at a time
    const Variable weight = Variable::parameter(periodic(rng, 4, c));
    const Variable y = embedding(weight, Tokens({6}, {1, 2, 1, 1, 0, 2}), {.scale = Scalar(1.7)});
    y.backward({.gradient = periodic(rng, 6, c)});
    INFO(c << " columns");
    CHECK(repeats(y.value()));
    CHECK(repeats(weight.grad()));
  }
}

/// (blocks · n, width): within each block every row is the one three before it.
Array blocks_of_rows(Rng& rng, std::int64_t blocks, std::int64_t n, std::int64_t width) {
  std::vector<Array> parts;
  for (std::int64_t i = 0; i < blocks; ++i) parts.push_back(periodic_rows(rng, n, width));
  return concat(parts, 0);
}

TEST_CASE("equal rows of a batch, and equal units, have the same bits in a recurrent layer") {
  if (!own_products()) return;
  Rng rng(44);
  for (const RecurrentCell cell :
       {RecurrentCell::tanh, RecurrentCell::relu, RecurrentCell::lstm, RecurrentCell::gru}) {
    const std::int64_t gates = gate_count(cell), states = state_count(cell);
    for (const std::int64_t steps : {2, 5}) {  // few and many: the weights are read as they are, or packed
      for (std::int64_t n = 1; n <= 70; n += 1 + n / 5) {
        constexpr std::int64_t in = 5;
        INFO(gates << " gates, " << steps << " steps, " << n << " rows and units");
        const auto run = [&](const Array& x, const Array& w, const Array& u, const Array& g) {
          const Variable leaf = Variable::parameter(x);
          const Variable y = recurrent(leaf, {Variable(w), Variable(u)}, {.cell = cell});
          y.backward({.gradient = g});
          return std::pair(y.value(), leaf.grad());
        };
        const auto rows = run(periodic_rows(rng, n, steps * in).reshape({n, steps, in}),
                              rng.normal({gates * 3, in}), rng.normal({gates * 3, 3}),
                              periodic_rows(rng, n, (steps + states) * 3).reshape({n, steps + states, 3}));
        CHECK(rows_repeat(rows.first));
        CHECK(rows_repeat(rows.second));
        const auto units = run(rng.normal({2, steps, in}), blocks_of_rows(rng, gates, n, in),
                               blocks_of_rows(rng, gates, n, n), Array::ones({2, steps + states, n}));
        CHECK(repeats(units.first));
      }
    }
  }
}

TEST_CASE("equal channels have the same bits in a depthwise convolution, an RMS norm and a selective scan") {
  Rng rng(45);
  using Op = std::function<Variable(const Variable& x, std::int64_t c)>;
  const std::vector<std::pair<std::string, Op>> ops{
      {"causal_depthwise_conv1d",
       [&](const Variable& x, std::int64_t c) {
         return causal_depthwise_conv1d(x, Variable(transpose(periodic(rng, 4, c))),
                                        Variable(periodic(rng, 1, c).reshape({c})));
       }},
      {"rms_norm", [&](const Variable& x,
                       std::int64_t c) { return rms_norm(x, Variable(periodic(rng, 1, c).reshape({c}))); }},
      {"selective_scan", [&](const Variable& x, std::int64_t c) {
         return selective_scan(x, Variable(periodic(rng, 10, c, 0.5).reshape({2, 5, c})),
                               Variable(transpose(periodic(rng, 3, c))), Variable(rng.normal({2, 5, 3})),
                               Variable(rng.normal({2, 5, 3})), Variable(periodic(rng, 1, c).reshape({c})));
       }}};
  for (const auto& [name, op] : ops) {
    for (std::int64_t c = 1; c <= longest_row; ++c) {
      INFO(name << ", " << c << " channels");
      const Variable x = Variable::parameter(periodic(rng, 10, c).reshape({2, 5, c}));
      const Variable y = op(x, c);
      y.backward({.gradient = periodic(rng, 10, c).reshape({2, 5, c})});
      CHECK(repeats(y.value()));
      CHECK(repeats(x.grad()));
    }
  }
}

}  // namespace
}  // namespace heed
