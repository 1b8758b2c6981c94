// The results of an op depend neither on the place of a number in its row nor on the row's place in memory:
// the last few numbers of a row, those before the first whole vector, and the whole vectors round alike, to
// the bit. So equal numbers give equal bits, wherever they stand.
#include <regex>

#include "lib/array/elementwise.hpp"
#include "lib/array/kernels.hpp"
#include "tests/autograd/agree.hpp"
#include "tests/autograd/op_table.hpp"
#include "tests/lib/array/periodic.hpp"

namespace heed::testing {
namespace {

/// Without fused multiply-adds larger products are OpenBLAS's, which rounds the last rows and columns in
/// another order than the others.
bool own_products() {
  const std::string level = simd_level();
  return level.ends_with("fused") && !level.ends_with("not fused");
}

Array part(const Array& x, std::int64_t first, std::int64_t n) { return slice(x, 0, first, first + n); }

/// Returns true if all that lies along the first axis is alike.
bool rows_agree(const Array& x) { return identical(part(x, 1, x.dim(0) - 1), part(x, 0, x.dim(0) - 1)); }

}  // namespace

TEST_CASE("every function of elements gives the same bits at every place, in runs of every length") {
  const std::regex of_elements(
      "operator./(same|constant_.*|unary)|power/(odd|to_.*)|"
      "(exp|log|sqrt|tanh|sigmoid|relu|gelu|softplus|silu)/odd.*");
  const std::regex of_positive("(log|sqrt|power)/.*");
  Rng rng(31);
  const Array positive = rng.uniform({2 * longest_row}, 0.1, 4), any = rng.normal({2 * longest_row}, 0, 3),
              up = rng.normal({2 * longest_row});
  int tested = 0;
  for (const OpCase& op : op_table()) {
    if (!std::regex_match(op.key(), of_elements)) continue;
    ++tested;
    std::vector<Array> operands{std::regex_match(op.key(), of_positive) ? positive : any};
    if (op.inputs.size() == 2) operands.push_back(positive);
    const auto of_part = [&](std::int64_t first, std::int64_t n) {
      std::vector<Array> in;
      for (const Array& x : operands) in.push_back(part(x, first, n));
      return outcome(op.call, in, [&](const Shape&) { return part(up, first, n); });
    };
    std::vector<std::vector<Array>> alone(operands.size() + 1);
    for (std::int64_t i = 0; i < up.size(); ++i) {
      const std::vector<Array> one = of_part(i, 1);
      for (std::size_t k = 0; k < one.size(); ++k) alone[k].push_back(one[k]);
    }
    std::vector<Array> expected;
    for (const std::vector<Array>& each : alone) expected.push_back(concat(each, 0));
    for (std::int64_t n = 1; n <= longest_row; ++n) {
      for (std::int64_t first = 0; first <= longest_row; ++first) {
        INFO(op.key() << ", " << n << " numbers from " << first);
        const std::vector<Array> got = of_part(first, n);
        for (std::size_t k = 0; k < got.size(); ++k)
          if (!identical(got[k], part(expected[k], first, n))) FAIL();
      }
    }
  }
  CHECK(tested == 31);
}

TEST_CASE("an operand that is repeated, along rows or within them, changes no bit") {
  Rng rng(32);
  for (std::int64_t n = 1; n <= longest_row; ++n) {  // rows of odd lengths begin anywhere in memory
    const Variable x(rng.normal({3, n}));
    for (const Shape& shape : {Shape{n}, Shape{3, 1}}) {
      const Array few = rng.uniform(shape, 0.1, 4);
      const Variable narrow(few), wide(broadcast_to(few, {3, n}));
      for (const char* key : {"operator+/same", "operator-/same", "operator*/same", "operator//same"}) {
        INFO(key << ", " << n << " columns");
        const OpCall& f = op_case(key).call;
        CHECK(identical(f({x, narrow}).value(), f({x, wide}).value()));
        CHECK(identical(f({narrow, x}).value(), f({wide, x}).value()));
      }
    }
  }
}

TEST_CASE("every op of rows and channels gives equal bits to equal numbers of a row, and to equal rows") {
  const OpCall loss = [](const Inputs& in) {  // the targets' column is like no other
    return cross_entropy(concat({in[0], in[1]}, 1), Tokens({5}, {0, 0, 0, 0, 0}),
                         {.label_smoothing = 0.1, .reduction = heed::Reduction::none});
  };
  struct Row {
    std::string key;
    std::vector<Shape> shapes;  // 0: the axis along which numbers repeat
  };
  const Row rows[] = {{"softmax/last", {{5, 0}}},
                      {"log_softmax/last", {{5, 0}}},
                      {"cross_entropy", {{5, 1}, {5, 0}}},
                      {"layer_norm/rows", {{5, 0}, {0}, {0}}},
                      {"rms_norm/rows", {{5, 0}, {0}}},
                      {"residual_norm/rows", {{5, 0}, {5, 0}, {0}, {0}}},
                      {"sum/rows", {{5, 0}}},
                      {"sum/last_kept", {{5, 0}}},
                      {"mean/rows", {{5, 0}}},
                      {"embedding/row", {{7, 0}}},
                      {"causal_depthwise_conv1d/plain", {{2, 5, 0}, {0, 4}, {0}}},
                      {"selective_scan/plain", {{2, 5, 0}, {2, 5, 0}, {0, 3}, {2, 5, 3}, {2, 5, 3}, {0}}}};
  Rng rng(34);
  for (const Row& row : rows) {
    const OpCall& call = row.key == "cross_entropy" ? loss : op_case(row.key).call;
    for (std::int64_t n = 1; n <= 64 + longest_row; ++n) {  // a thread takes 64 columns of an embedding
      INFO(row.key << ", " << n << " columns");
      // All along a first axis that does not repeat is alike.
      const auto values = [&](const Shape& shape) {
        if (shape.rank() == 1 || shape[0] == 0) return periodic(rng, shape, n);
        const Array one = periodic(rng, shape.with(0, 1), n);
        return broadcast_to(one, one.shape().with(0, shape[0]));
      };
      std::vector<Array> in;
      for (const Shape& shape : row.shapes) in.push_back(values(shape));
      const std::vector<Array> all =
          outcome(call, in, [&](const Shape& y) { return values(y.dim(-1) == n ? y.with(-1, 0) : y); });
      const Array& y = all[0];
      if (y.dim(-1) == n) CHECK(repeats(y));
      if (y.rank() > 1 || y.dim(0) != n) CHECK(rows_agree(y));
      for (std::size_t i = 0; i < in.size(); ++i) {
        for (int axis = 0; axis < in[i].rank(); ++axis)
          if (row.shapes[i][axis] == 0) CHECK(repeats(all[i + 1], axis));
      }
      if (in[0].rank() > 1 && y.shape() == in[0].shape()) CHECK(rows_agree(all[1]));
    }
  }
}

TEST_CASE("equal rows of a batch, and equal units, have the same bits in a recurrent layer") {
  if (!own_products()) return;
  Rng rng(44);
  for (const RecurrentCell cell :
       {RecurrentCell::tanh, RecurrentCell::relu, RecurrentCell::lstm, RecurrentCell::gru}) {
    const std::int64_t gates = gate_count(cell), states = state_count(cell);
    const OpCall call = [cell](const Inputs& in) { return recurrent(in[0], {in[1], in[2]}, {.cell = cell}); };
    for (const std::int64_t steps : {2, 5}) {  // few and many: the weights are read as they are, or packed
      for (std::int64_t n = 1; n <= 70; n += 1 + n / 5) {
        constexpr std::int64_t in = 5;
        INFO(gates << " gates, " << steps << " steps, " << n << " rows and units");
        const std::vector<Array> rows = outcome(
            call, {periodic(rng, {0, steps, in}, n), rng.normal({gates * 3, in}), rng.normal({gates * 3, 3})},
            [&](const Shape&) {
              return periodic(rng, {0, steps + states, 3}, n);
            });
        CHECK(repeats(rows[0], 0));
        CHECK(repeats(rows[1], 0));
        const std::vector<Array> units =
            outcome(call,
                    {rng.normal({2, steps, in}), periodic(rng, {gates, 0, in}, n).reshape({gates * n, in}),
                     periodic(rng, {gates, 0, n}, n).reshape({gates * n, n})},
                    [](const Shape& y) { return Array::ones(y); });
        CHECK(repeats(units[0]));
      }
    }
  }
}

}  // namespace heed::testing
