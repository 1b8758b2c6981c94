#include <cmath>
#include <cstring>
#include <limits>

#include "lib/array/int8_kernels.hpp"
#include "lib/array/int8_matrix.hpp"
#include "lib/array/random.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"

namespace heed {
namespace {

using Stored = Int8Matrix::Stored;

std::vector<std::int8_t> draw(Rng& rng, std::int64_t count) {
  std::vector<std::int8_t> q(static_cast<std::size_t>(count));
  for (std::int8_t& one : q) one = static_cast<std::int8_t>(rng.integer(255) - 127);
  return q;
}

/// The same rounding, one number at a time.
std::vector<int> rounded(const Scalar* x, std::int64_t n, Scalar& scale) {
  Scalar most = 0;
  for (std::int64_t i = 0; i < n; ++i) most = std::max(most, std::abs(x[i]));
  scale = most / 127;
  std::vector<int> q;
  for (std::int64_t i = 0; i < n; ++i) q.push_back(static_cast<int>(std::round(x[i] * (127 / most))));
  return q;
}

}  // namespace

TEST_CASE("every kernel of 8-bit products gives the sums of the integers, to the last one") {
  Rng rng(1);
  REQUIRE(std::string(int8_kernels().back().name) == "portable");
  for (const Int8Kernel& kernel : int8_kernels()) {
    for (const auto& [rows, groups, panels] :
         {std::tuple{1, 1, 1}, std::tuple{1, 17, 5}, std::tuple{4, 16, 4}, std::tuple{7, 3, 9},
          std::tuple{33, 64, 2}, std::tuple{5, 40, 7}}) {
      const std::int64_t in = groups * int8_group, out = panels * int8_panel;
      const std::vector<std::int8_t> x = draw(rng, rows * in), w = draw(rng, out * in);
      std::vector<std::int8_t> packed(w.size());
      std::vector<std::int32_t> start(static_cast<std::size_t>(out)), want,
          got(static_cast<std::size_t>(rows * out), -1);
      for (std::int64_t j = 0; j < out; ++j) {
        for (std::int64_t p = 0; p < in; ++p) {
          packed[static_cast<std::size_t>(int8_place(j, p, groups))] =
              w[static_cast<std::size_t>(j * in + p)];
          start[static_cast<std::size_t>(j)] -= 128 * w[static_cast<std::size_t>(j * in + p)];
        }
      }
      for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t j = 0; j < out; ++j) {
          std::int32_t sum = 0;
          for (std::int64_t p = 0; p < in; ++p)
            sum += x[static_cast<std::size_t>(r * in + p)] * w[static_cast<std::size_t>(j * in + p)];
          want.push_back(sum);
        }
      }
      kernel.run({rows, groups, panels, x.data(), packed.data(), start.data(), got.data()});
      INFO(kernel.name << ": " << rows << " rows, " << groups << " groups, " << panels << " panels");
      CHECK(got == want);
    }
  }
}

TEST_CASE("the largest sums that can be do not overflow in any 8-bit kernel") {
  const std::int64_t groups = int8_most_columns / int8_group;
  const std::vector<std::int8_t> x(static_cast<std::size_t>(int8_most_columns), 127);
  for (const int weight : {127, -127}) {
    const std::vector<std::int8_t> w(static_cast<std::size_t>(int8_most_columns * int8_panel),
                                     static_cast<std::int8_t>(weight));
    const std::vector<std::int32_t> start(int8_panel,
                                          static_cast<std::int32_t>(-128 * weight * int8_most_columns));
    for (const Int8Kernel& kernel : int8_kernels()) {
      std::vector<std::int32_t> sums(int8_panel);
      kernel.run({1, groups, 1, x.data(), w.data(), start.data(), sums.data()});
      INFO(kernel.name);
      CHECK(sums == std::vector<std::int32_t>(int8_panel,
                                              static_cast<std::int32_t>(127 * weight * int8_most_columns)));
    }
  }
}

TEST_CASE(
    "a product with a matrix of 8 bits is that of the rounded numbers, whatever its sizes, rows and order") {
  Rng rng(2);
  for (const auto& [rows, in, out, first, count] :
       {std::tuple{1, 1, 1, 0, 1}, std::tuple{3, 5, 33, 7, 20}, std::tuple{65, 70, 130, 0, 130},
        std::tuple{1, 300, 1000, 16, 900}, std::tuple{0, 4, 4, 0, 4}}) {
    const Array x = rng.normal({rows, in}), w = rng.normal({out, in}), bias = rng.normal({count});
    Array turned({in, out});
    for (std::int64_t j = 0; j < out; ++j) {
      for (std::int64_t p = 0; p < in; ++p) turned.mutable_data()[p * out + j] = w.data()[j * in + p];
    }
    Array y({rows, count}), z({rows, count});
    Int8Matrix(w, Stored::out_in).multiply(rows, x.data(), first, count, bias.data(), y.mutable_data());
    Int8Matrix(turned, Stored::in_out).multiply(rows, x.data(), first, count, bias.data(), z.mutable_data());
    CHECK(identical(y, z));
    double worst = 0;
    for (std::int64_t r = 0; r < rows; ++r) {
      Scalar of_x = 0, of_w = 0;
      const std::vector<int> a = rounded(x.data() + r * in, in, of_x);
      for (std::int64_t j = 0; j < count; ++j) {
        const std::vector<int> b = rounded(w.data() + (first + j) * in, in, of_w);
        std::int64_t sum = 0;
        for (std::size_t p = 0; p < a.size(); ++p) sum += a[p] * b[p];
        const double want = static_cast<double>(sum) * of_x * of_w + bias.data()[j];
        worst = std::max(worst, std::abs(y.data()[r * count + j] - want));
      }
    }
    CHECK(worst < 1e-5);
  }
}

TEST_CASE(
    "an array of 8 bits reads as its rounded numbers, in any shape, and becomes floats when it is written "
    "to") {
  Rng rng(3);
  const Array w = rng.normal({5, 7});
  const auto matrix = std::make_shared<const Int8Matrix>(w, Stored::out_in);
  Array a = Array::of(matrix);
  CHECK(a.defined());
  CHECK(a.shape() == w.shape());
  REQUIRE(a.int8() == matrix.get());
  for (std::int64_t j = 0; j < 5; ++j) {
    Scalar most = 0, row[7];
    for (std::int64_t p = 0; p < 7; ++p) most = std::max(most, std::abs(w.at({j, p})));
    matrix->read_row(j, row);
    for (std::int64_t p = 0; p < 7; ++p) {
      CHECK(std::abs(a.at({j, p}) - w.at({j, p})) <= most / 127 / 2 * Scalar{1.0001});
      CHECK(row[p] == a.at({j, p}));
    }
  }
  CHECK(std::memcmp(a.reshape({35}).data(), a.data(), 35 * sizeof(Scalar)) == 0);
  CHECK(a.reshape({35}).int8() == nullptr);
  CHECK(matrix->bytes() < 16 * 8 + 16 * 4 + 5 * 8 + 8);
  a.mutable_data()[3] = 1;
  CHECK(a.int8() == nullptr);
  CHECK(a.at({0, 3}) == 1);
  CHECK(matrix->floats().at({0, 3}) != 1);
}

TEST_CASE("8 bits refuse weights that are not finite, and pass on what comes in so") {
  const Scalar nan = std::numeric_limits<Scalar>::quiet_NaN(), inf = std::numeric_limits<Scalar>::infinity();
  for (const Scalar bad : {nan, inf, -inf}) {
    Array w = Array::ones({3, 4});
    w.mutable_data()[6] = bad;
    CHECK_THROWS_WITH(Int8Matrix(w, Stored::out_in), Catch::Contains("element (1, 2) of (3, 4)"));
    CHECK_THROWS_WITH(Int8Matrix(w, Stored::in_out), Catch::Contains("element (1, 2) of (3, 4)"));
    Array y({3, 4});
    const Int8Matrix ones(Array::ones({4, 4}), Stored::out_in);
    ones.multiply(3, w.data(), 0, 4, nullptr, y.mutable_data());
    CHECK(y.at({0, 0}) == Approx(4));
    CHECK(std::isnan(y.at({1, 0})));
    CHECK(y.at({2, 3}) == Approx(4));
  }
  CHECK_THROWS_AS(Int8Matrix(Array::ones({4}), Stored::out_in), ShapeError);
  CHECK_THROWS_AS(Int8Matrix(Array::ones({1, int8_most_columns + 1}), Stored::out_in), ShapeError);
  Array y({1, 2});
  Int8Matrix(Array::zeros({2, 3}), Stored::out_in)
      .multiply(1, Array::zeros({3}).data(), 0, 2, nullptr, y.mutable_data());
  CHECK(identical(y, Array::zeros({1, 2})));
}

}  // namespace heed
