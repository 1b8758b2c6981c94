// The results of a kernel depend neither on the place of a number in its row nor on the row's place in
// memory: the last few numbers of a row, those before the first whole vector, and the whole vectors round
// alike, to the bit.
#include <functional>

#include "lib/array/elementwise.hpp"
#include "lib/array/reduce.hpp"
#include "lib/array/row_cross_entropy.hpp"
#include "lib/array/row_norm.hpp"
#include "lib/array/row_softmax.hpp"
#include "lib/array/small_gemm.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/periodic.hpp"

namespace heed {

using testing::longest_row, testing::periodic, testing::repeats;

namespace {

Array part(const Array& x, std::int64_t first, std::int64_t n) {
  return Array({n}, x.values().subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(n)));
}

struct Placed {
  std::string name;
  std::function<Array(const Array& x, const Array& g)> f;
};

/// Operands are positive numbers and numbers of either sign.
std::vector<Placed> elementwise() {
  using A = const Array&;
  const auto scalar = Scalar(1.7);
  return {{"add", [](A x, A g) { return x + g; }},
          {"subtract", [](A x, A g) { return x - g; }},
          {"multiply", [](A x, A g) { return x * g; }},
          {"divide", [](A x, A g) { return g / x; }},
          {"array + scalar", [=](A, A g) { return g + scalar; }},
          {"array * scalar", [=](A, A g) { return g * scalar; }},
          {"array / scalar", [=](A, A g) { return g / scalar; }},
          {"scalar - array", [=](A, A g) { return scalar - g; }},
          {"scalar / array", [=](A x, A) { return scalar / x; }},
          {"negate", [](A, A g) { return -g; }},
          {"exp", [](A, A g) { return exp(g); }},
          {"log", [](A x, A) { return log(x); }},
          {"sqrt", [](A x, A) { return sqrt(x); }},
          {"tanh", [](A, A g) { return tanh(g); }},
          {"sigmoid", [](A, A g) { return sigmoid(g); }},
          {"relu", [](A, A g) { return relu(g); }},
          {"relu_backward", [](A x, A g) { return relu_backward(g, x); }},
          {"power 3", [](A, A g) { return power(g, 3); }},
          {"power 1/2", [](A x, A) { return power(x, Scalar(0.5)); }},
          {"gelu", [](A, A g) { return gelu(g); }},
          {"gelu_backward", [](A x, A g) { return gelu_backward(g, x); }},
          {"gelu_tanh", [](A, A g) { return gelu_tanh(g); }},
          {"gelu_tanh_backward", [](A x, A g) { return gelu_tanh_backward(g, x); }},
          {"where", [](A x, A g) { return where(relu(g), x, g); }},
          {"add_into", [](A x, A g) {
             Array y = x;
             add_into(y, g);
             return y;
           }}};
}

/// (rows, n) -> (rows, n), row by row.
std::vector<Placed> of_rows() {
  using A = const Array&;
  const auto targets = [](A x) { return std::vector<std::int32_t>(static_cast<std::size_t>(x.dim(0)), 0); };
  const auto norm = [](A x, A g, Scalar* dw, Scalar* db) {
    Array dx(x.shape());
    layer_norm_backward_rows(x, {}, layer_norm_rows(x, {}, {}, 1e-5), g, dx.mutable_data(), dw, db);
    return dx;
  };
  return {
      {"softmax", [](A x, A) { return softmax_rows(x); }},
      {"log_softmax", [](A x, A) { return log_softmax_rows(x); }},
      {"softmax_backward", [](A x, A g) { return softmax_backward_rows(softmax_rows(x), g); }},
      {"log_softmax_backward", [](A x, A g) { return log_softmax_backward_rows(log_softmax_rows(x), g); }},
      {"layer_norm", [](A x, A) { return layer_norm_rows(x, {}, {}, 1e-5).y; }},
      {"layer_norm_backward", [=](A x, A g) { return norm(x, g, nullptr, nullptr); }},
      {"residual_norm", [](A x, A g) { return residual_norm_rows(x, g, {}, {}, {}, 1e-5).norm.y; }},
      {"cross_entropy_backward", [=](A x, A) {
         const CrossEntropyRows forward = cross_entropy_rows(x, targets(x), 0.1, -100);
         Array dx =
             cross_entropy_backward_rows(x, targets(x), forward, 0.1, -100, Array::full({x.dim(0)}, 3));
         for (std::int64_t r = 0; r < x.dim(0); ++r)  // the target itself is like no other
           dx.mutable_data()[r * x.dim(1)] = x.dim(1) > 3 ? dx.data()[r * x.dim(1) + 3] : 0;
         return dx;
       }}};
}

}  // namespace

TEST_CASE("every function of elements gives the same bits at every place, in runs of every length") {
  Rng rng(31);
  const Array x = rng.uniform({2 * longest_row}, 0.1, 4), g = rng.normal({2 * longest_row}, 0, 3);
  for (const Placed& op : elementwise()) {
    std::vector<Scalar> alone;
    for (std::int64_t i = 0; i < x.size(); ++i) alone.push_back(op.f(part(x, i, 1), part(g, i, 1)).item());
    const Array expected({x.size()}, alone);
    for (std::int64_t n = 1; n <= longest_row; ++n) {
      for (std::int64_t first = 0; first <= longest_row; ++first) {
        INFO(op.name << ", " << n << " numbers from " << first);
        if (!identical(op.f(part(x, first, n), part(g, first, n)), part(expected, first, n))) FAIL();
      }
    }
  }
}

TEST_CASE("an operand that is repeated, along rows or within them, changes no bit") {
  Rng rng(32);
  using A = const Array&;
  const std::vector<std::function<Array(A, A)>> ops{
      [](A a, A b) { return a + b; }, [](A a, A b) { return a - b; }, [](A a, A b) { return a * b; },
      [](A a, A b) { return a / b; }};
  for (std::int64_t n = 1; n <= longest_row; ++n) {  // rows of odd lengths begin anywhere in memory
    const Array x = rng.normal({3, n}), row = rng.uniform({n}, 0.1, 4), column = rng.uniform({3, 1}, 0.1, 4);
    for (const auto& op : ops) {
      const Array by_row = op(x, row), by_column = op(x, column), from_column = op(column, x);
      for (std::int64_t i = 0; i < x.size(); ++i) {
        const Array one = part(x, i, 1), c = part(column, i / n, 1);
        INFO(n << " columns, at " << i);
        if (!identical(part(by_row, i, 1), op(one, part(row, i % n, 1)))) FAIL();
        if (!identical(part(by_column, i, 1), op(one, c))) FAIL();
        if (!identical(part(from_column, i, 1), op(c, one))) FAIL();
      }
    }
  }
}

TEST_CASE("every function of rows gives equal bits to equal numbers of a row, wherever the row lies") {
  Rng rng(34);
  for (std::int64_t n = 1; n <= longest_row; ++n) {
    const Array x = periodic(rng, 5, n), g = periodic(rng, 5, n);
    for (const Placed& op : of_rows()) {
      const Array y = op.f(x, g);
      INFO(op.name << " of rows of " << n);
      CHECK(repeats(y));
      for (std::int64_t r = 0; r < 5; ++r) {
        const Array alone = op.f(part(x, r * n, n).reshape({1, n}), part(g, r * n, n).reshape({1, n}));
        CHECK(identical(alone.reshape({n}), part(y, r * n, n)));
      }
    }
  }
}

TEST_CASE("what is summed over rows is the same for equal columns, a row's own sum does not see the others") {
  Rng rng(35);
  const std::vector<std::int32_t> targets(5, 0);
  for (std::int64_t n = 1; n <= longest_row; ++n) {
    const Array x = periodic(rng, 5, n), g = periodic(rng, 5, n);
    INFO("rows of " << n);
    CHECK(repeats(sum(x, {0})));
    CHECK(repeats(mean(x, {0})));
    CHECK(repeats(max(x, {0})));
    Array dx(x.shape()), dw = Array::ones({n}), db = Array::ones({n});
    layer_norm_backward_rows(x, {}, layer_norm_rows(x, {}, {}, 1e-5), g, dx.mutable_data(), dw.mutable_data(),
                             db.mutable_data());
    CHECK(repeats(dw));
    CHECK(repeats(db));
    const Array totals = sum(x, {1}), largest = max(x, {1}),
                loss = cross_entropy_rows(x, targets, 0.1, -1).loss;
    for (std::int64_t r = 0; r < 5; ++r) {
      const Array row = part(x, r * n, n).reshape({1, n});
      CHECK(identical(sum(row, {1}), part(totals, r, 1)));
      CHECK(identical(max(row, {1}), part(largest, r, 1)));
      CHECK(identical(cross_entropy_rows(row, {targets.data(), 1}, 0.1, -1).loss, part(loss, r, 1)));
    }
  }
}

TEST_CASE("a small product has equal bits in equal columns, at every width, whichever way its operands lie") {
  Rng rng(36);
  for (const std::int64_t m : std::vector<std::int64_t>{1, 5, few_rows_below, 19}) {
    for (const std::int64_t k : {1, 15, 17}) {
      const Array a = rng.normal({m, k}), a_turned = rng.normal({k, m});
      for (std::int64_t n = 1; n <= 4 * 16 + 3; ++n) {
        const Array b = periodic(rng, k, n);
        Array turned({n, k});
        for (std::int64_t i = 0; i < n * k; ++i) turned.mutable_data()[i] = b.data()[i % k * n + i / k];
        for (const MatrixView left : {MatrixView{a.data(), k}, MatrixView{a_turned.data(), m, true}}) {
          for (const MatrixView right : {MatrixView{b.data(), n}, MatrixView{turned.data(), k, true}}) {
            Array c = Array::full({m, n}, Scalar(0.3));
            small_gemm(m, n, k, Scalar(1.1), left, right, Scalar(0.7), c.mutable_data(), n);
            INFO("(" << m << ", " << k << ") @ (" << k << ", " << n << ")");
            if (!repeats(c)) FAIL();
          }
        }
      }
    }
  }
}

}  // namespace heed
