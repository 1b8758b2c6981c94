#include "lib/array/gemm.hpp"

#include <algorithm>
#include <limits>

#include "lib/array/elementwise.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/reduce.hpp"
#include "lib/array/small_gemm.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/periodic.hpp"

namespace heed {
namespace {

/// Every product written down and summed up.
Array plain(const Array& a, const Array& b) {
  Shape left = a.shape(), right = b.shape().head(b.rank() - 2);
  left.append(1);
  for (const std::int64_t dim : {std::int64_t{1}, b.dim(-2), b.dim(-1)}) right.append(dim);
  return sum(a.reshape(left) * b.reshape(right), {-2});
}

}  // namespace

TEST_CASE("products agree with three loops, in all transposes, batched and broadcast") {
  Rng rng(1);
  const std::vector<std::pair<Shape, Shape>> shapes{{{1, 1}, {1, 1}},       {{3, 4}, {4, 5}},
                                                    {{17, 1}, {1, 19}},     {{1, 33}, {33, 1}},
                                                    {{2, 3, 4}, {4, 5}},    {{3, 4}, {2, 4, 5}},
                                                    {{2, 3, 4}, {2, 4, 5}}, {{2, 1, 3, 4}, {5, 4, 2}},
                                                    {{1, 3, 4}, {6, 4, 2}}, {{5, 1, 3, 4}, {1, 2, 4, 3}},
                                                    {{65, 70}, {70, 130}},  {{3, 0}, {0, 5}},
                                                    {{0, 4}, {4, 5}},       {{3, 4}, {4, 0}},
                                                    {{0, 3, 4}, {4, 5}},    {{0, 3, 4}, {0, 4, 5}},
                                                    {{2, 3, 0}, {2, 0, 5}}, {{300, 70}, {70, 40}},
                                                    {{40, 70}, {70, 300}},  {{257, 129}, {129, 131}}};
  for (const auto& [sa, sb] : shapes) {
    const Array a = rng.normal(sa), b = rng.normal(sb);
    const Array at = transpose(a), bt = transpose(b);
    const Array product = plain(a, b);
    const std::vector<double> want = testing::numbers(product);
    INFO(to_string(sa) << " @ " << to_string(sb));
    if (sa.size() >= 10'000) CHECK(GemmPlan(sa[0], sb[1], sa[1]).blocks() > 1);
    const double tolerance =
        sa.size() < 10'000 ? testing::tolerance(2e-5, 1e-13) : testing::tolerance(1e-4, 1e-12);
    CHECK(testing::gap(gemm(a, b), want) < tolerance);
    CHECK(testing::gap(gemm(at, b, {.transpose_a = true}), want) < tolerance);
    CHECK(testing::gap(gemm(a, bt, {.transpose_b = true}), want) < tolerance);
    CHECK(testing::gap(gemm(at, bt, {.transpose_a = true, .transpose_b = true}), want) < tolerance);
    CHECK(gemm(a, b).shape() == product.shape());
  }
}

TEST_CASE("the kernel for small products agrees with OpenBLAS on random shapes") {
  Rng rng(3);
  for (int round = 0; round < 400; ++round) {
    const std::int64_t m = 1 + rng.integer(40), n = 1 + rng.integer(150);
    const std::int64_t k = 1 + rng.integer(round % 10 == 0 ? 600 : 40);  // beyond 256 b is cut in depth too
    const std::int64_t ldc = n + rng.integer(3);
    const bool ta = rng.integer(2) == 1, tb = rng.integer(2) == 1;
    const Array a = rng.normal({m * k}), b = rng.normal({k * n}), start = rng.normal({m * ldc});
    const MatrixView left{a.data(), ta ? m : k, ta}, right{b.data(), tb ? k : n, tb};
    const auto alpha = static_cast<Scalar>(0.7),
               beta = static_cast<Scalar>(0.5 * static_cast<double>(rng.integer(3)));
    Array fast = start, plain_result = start;
    small_gemm(m, n, k, alpha, left, right, beta, fast.mutable_data(), ldc);
    blas_gemm(m, n, k, alpha, left, right, beta, plain_result.mutable_data(), ldc);
    INFO(m << " x " << n << " x " << k << (ta ? " a transposed" : "") << (tb ? " b transposed" : ""));
    CHECK(testing::gap(fast, testing::numbers(plain_result)) < testing::tolerance(1e-4, 1e-12));
  }
}

TEST_CASE("a block of a small product has the bits of the whole") {
  Rng rng(4);
  const std::int64_t m = 61, n = 150, k = 300;
  const Array a = rng.normal({m, k}), b = rng.normal({k, n});
  Array whole({m, n}), parts({m, n});
  small_gemm(m, n, k, 1, {a.data(), k}, {b.data(), n}, 0, whole.mutable_data(), n);
  Scalar* c = parts.mutable_data();
  for (std::int64_t i = 0; i < m; i += 17) {
    for (std::int64_t j = 0; j < n; j += 50) {
      small_gemm(std::min<std::int64_t>(17, m - i), 50, k, 1, {a.data() + i * k, k}, {b.data() + j, n}, 0,
                 c + i * n + j, n);
    }
  }
  CHECK(identical(whole, parts));
}

TEST_CASE("the bits of a row of a small product do not depend on its place in the batch") {
  Rng rng(5);
  for (const std::int64_t m : {12, 29, 133, 193, 201, 530}) {  // 193 in blocks of 64 leaves one row
    const std::int64_t n = 96, k = 300;
    const Array a = rng.normal({m, k}), bt = rng.normal({n, k});
    Array turned({m, k});  // the rows in the other order
    for (std::int64_t i = 0; i < m; ++i)
      std::copy_n(a.data() + i * k, k, turned.mutable_data() + (m - 1 - i) * k);
    const Array c = gemm(a, bt, {.transpose_b = true}), d = gemm(turned, bt, {.transpose_b = true});
    for (std::int64_t i = 0; i < m; ++i)
      CHECK(std::equal(c.data() + i * n, c.data() + (i + 1) * n, d.data() + (m - 1 - i) * n));
  }
}

TEST_CASE("a small product has equal bits in equal columns, at every width, whichever way its operands lie") {
  Rng rng(36);
  for (const std::int64_t m : std::vector<std::int64_t>{1, 5, few_rows_below, 19}) {
    for (const std::int64_t k : {1, 15, 17}) {
      const Array a = rng.normal({m, k}), a_turned = rng.normal({k, m});
      for (std::int64_t n = 1; n <= 4 * 16 + 3; ++n) {
        const Array b = testing::periodic(rng, {k, 0}, n), turned = transpose(b);
        for (const MatrixView left : {MatrixView{a.data(), k}, MatrixView{a_turned.data(), m, true}}) {
          for (const MatrixView right : {MatrixView{b.data(), n}, MatrixView{turned.data(), k, true}}) {
            Array c = Array::full({m, n}, Scalar(0.3));
            small_gemm(m, n, k, Scalar(1.1), left, right, Scalar(0.7), c.mutable_data(), n);
            INFO("(" << m << ", " << k << ") @ (" << k << ", " << n << ")");
            if (!testing::repeats(c)) FAIL();
          }
        }
      }
    }
  }
}

TEST_CASE("the blocks of a plan cover the result once") {
  for (const auto& [m, n, k] :
       {std::tuple{1, 1, 1}, {1000, 3, 500}, {3, 1000, 500}, {133, 96, 200}, {512, 512, 512}, {0, 5, 5}}) {
    const GemmPlan plan(m, n, k);
    std::vector<int> covered(static_cast<std::size_t>(m * n));
    for (std::int64_t i = 0; i < plan.blocks(); ++i) {
      const GemmPlan::Block b = plan.block(i);
      for (std::int64_t r = b.row; r < b.row + b.rows; ++r) {
        for (std::int64_t c = b.column; c < b.column + b.columns; ++c)
          ++covered[static_cast<std::size_t>(r * n + c)];
      }
    }
    CHECK(covered == std::vector<int>(static_cast<std::size_t>(m * n), 1));
  }
}

TEST_CASE("serial_gemm: strides, alpha, beta, and beta 0 ignores what stood there") {
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
  const std::vector<Scalar> a{1, 2, 9, 3, 4, 9}, b{1, 0, 9, 9, 2, 1, 9, 9};  // 2×2 in rows of 3 and of 4
  std::vector<Scalar> c{nan, nan, 7, nan, nan, 7};
  serial_gemm(2, 2, 2, 2, {a.data(), 3}, {b.data(), 4}, 0, c.data(), 3);
  CHECK(c == std::vector<Scalar>{10, 4, 7, 22, 8, 7});
  serial_gemm(2, 2, 2, 1, {a.data(), 3}, {b.data(), 4, true}, Scalar(0.5), c.data(), 3);
  CHECK(c == std::vector<Scalar>{6, 6, 7, 14, 14, 7});
  c.assign(6, nan);
  serial_gemm(2, 3, 0, 1, {a.data(), 0}, {b.data(), 0}, 0, c.data(), 3);
  CHECK(c == std::vector<Scalar>(6, 0));
  c.assign(6, 2);
  serial_gemm(2, 3, 0, 1, {a.data(), 0}, {b.data(), 0}, 3, c.data(), 3);
  CHECK(c == std::vector<Scalar>(6, 6));
}

TEST_CASE("a product of unfit shapes names them and what is transposed") {
  CHECK_THROWS_WITH(gemm(Array({2, 3}), Array({4, 5})), "[matmul] inner dimensions differ: (2, 3) @ (4, 5)");
  CHECK_THROWS_WITH(gemm(Array({2, 3}), Array({3, 5}), {.transpose_b = true}),
                    "[matmul] inner dimensions differ: (2, 3) @ (3, 5)ᵀ");
  CHECK_THROWS_AS(gemm(Array({3}), Array({3, 5})), ShapeError);
  CHECK_THROWS_AS(gemm(Array({2, 2, 3}), Array({3, 3, 5})), ShapeError);
}

}  // namespace heed
