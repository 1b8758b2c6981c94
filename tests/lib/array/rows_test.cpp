// The row kernels (softmax, layer norm, cross entropy) against their formulas in double.
#include <cmath>
#include <limits>

#include "lib/array/elementwise.hpp"
#include "lib/array/row_cross_entropy.hpp"
#include "lib/array/row_norm.hpp"
#include "lib/array/row_softmax.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed {
namespace {

using Row = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();
const std::vector<std::int64_t> lengths{1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 257};

Row row_of(const Array& x, std::int64_t r) {
  const std::int64_t n = x.dim(-1);
  return {x.data() + r * n, x.data() + (r + 1) * n};
}

Row plain_softmax(const Row& x) {
  double top = -infinity, total = 0;
  for (double v : x) top = std::max(top, v);
  Row p;
  for (double v : x) p.push_back(top == -infinity ? 0 : std::exp(v - top));
  for (double v : p) total += v;
  for (double& v : p) v = total == 0 ? 0 : v / total;
  return p;
}

void append(Row& to, const Row& from) { to.insert(to.end(), from.begin(), from.end()); }

}  // namespace

TEST_CASE("softmax, log-softmax and their gradients agree with the formulas, at every length") {
  Rng rng(1);
  for (const std::int64_t n : lengths) {
    const Array x = rng.normal({5, n}, 0, 3), g = rng.normal({5, n});
    Row p, logs, dp, dlog;
    for (std::int64_t r = 0; r < 5; ++r) {
      const Row row = plain_softmax(row_of(x, r)), up = row_of(g, r);
      double product = 0, total = 0;
      for (std::size_t i = 0; i < row.size(); ++i) {
        product += row[i] * up[i];
        total += up[i];
      }
      append(p, row);
      for (std::size_t i = 0; i < row.size(); ++i) {
        logs.push_back(std::log(row[i]));
        dp.push_back(row[i] * (up[i] - product));
        dlog.push_back(up[i] - row[i] * total);
      }
    }
    const double tolerance = testing::tolerance(4e-6, 1e-14);
    INFO("length " << n);
    CHECK(testing::gap(softmax_rows(x), p) < tolerance);
    CHECK(testing::gap(log_softmax_rows(x), logs) < tolerance);
    CHECK(testing::gap(softmax_backward_rows(softmax_rows(x), g), dp) < tolerance);
    CHECK(testing::gap(log_softmax_backward_rows(log_softmax_rows(x), g), dlog) < 10 * tolerance);
  }
}

TEST_CASE("softmax of hostile rows") {
  const auto s = [](std::initializer_list<Scalar> v) {
    return testing::numbers(softmax_rows(Array(Shape{static_cast<std::int64_t>(v.size())}, v)));
  };
  const Scalar inf = std::numeric_limits<Scalar>::infinity(), nan = std::numeric_limits<Scalar>::quiet_NaN();
  CHECK(s({-inf, -inf, -inf}) == Row{0, 0, 0});
  CHECK(s({-inf, 5, -inf}) == Row{0, 1, 0});
  CHECK(s({Scalar(1e30), Scalar(1e30)}) == Row{0.5, 0.5});
  CHECK(s({Scalar(-1e30), Scalar(1e30)}) == Row{0, 1});
  CHECK(s({1000, 1000, 1000, 1000}) == Row{0.25, 0.25, 0.25, 0.25});
  for (const Row& spoiled :
       {s({nan, 1, 2}), s({1, 2, 3, 4, 5, 6, 7, 8, 9, nan}), s({-inf, nan, -inf}), s({inf, 1})}) {
    bool noticed = false;
    for (double v : spoiled) noticed = noticed || std::isnan(v);
    CHECK(noticed);
  }
  const Array logs = log_softmax_rows(Array({2}, {Scalar(-1e4), Scalar(1e4)}));
  CHECK(logs.data()[0] == -20'000);
  CHECK(logs.data()[1] == 0);
}

TEST_CASE("layer norm and its gradients agree with the formulas, at every length") {
  Rng rng(3);
  for (const std::int64_t c : lengths) {
    const std::int64_t rows = 70;  // more than one group of rows
    const double eps = 1e-5;
    const Array x = rng.normal({rows, c}, 2, 3), w = rng.normal({c}), b = rng.normal({c}),
                g = rng.normal({rows, c});
    Row y, dx, dw(static_cast<std::size_t>(c), 1), db(static_cast<std::size_t>(c), 2);
    for (std::int64_t r = 0; r < rows; ++r) {
      const Row v = row_of(x, r), up = row_of(g, r);
      const auto n = static_cast<double>(c);
      double mean = 0, variance = 0, sum_g = 0, sum_gx = 0;
      for (double e : v) mean += e / n;
      for (double e : v) variance += (e - mean) * (e - mean) / n;
      const double root = 1 / std::sqrt(variance + eps);
      for (std::size_t i = 0; i < v.size(); ++i) {
        const double normal = (v[i] - mean) * root;
        y.push_back(normal * w.values()[i] + b.values()[i]);
        sum_g += up[i] * w.values()[i] / n;
        sum_gx += up[i] * w.values()[i] * normal / n;
        dw[i] += up[i] * normal;
        db[i] += up[i];
      }
      for (std::size_t i = 0; i < v.size(); ++i) {
        dx.push_back(root * (up[i] * w.values()[i] - sum_g - (v[i] - mean) * root * sum_gx));
      }
    }
    INFO("length " << c);
    // For a row of two nearly equal numbers 1/σ is large, and so are the gradients' errors.
    const double tolerance = testing::tolerance(c < 4 ? 2e-3 : 5e-5, 1e-11);
    const LayerNormResult forward = layer_norm_rows(x, w, b, eps);
    CHECK(testing::gap(forward.y, y) < tolerance);
    Array gx(x.shape()), gw = Array::ones({c}), gb = Array::full({c}, 2);
    layer_norm_backward_rows(x, w, forward, g, gx.mutable_data(), gw.mutable_data(), gb.mutable_data());
    CHECK(testing::gap(gx, dx) < tolerance);
    CHECK(testing::gap(gw, dw) < tolerance);
    CHECK(testing::gap(gb, db) < tolerance);
  }
}

TEST_CASE("layer norm of constant rows, without weights, and with a large mean") {
  const LayerNormResult constant = layer_norm_rows(Array::full({2, 5}, 7), {}, {}, 1e-5);
  CHECK(identical(constant.y, Array::zeros({2, 5})));
  Array x({1, 4}, {10'001, 10'002, 10'003, 10'004});
  CHECK(testing::gap(layer_norm_rows(x, {}, {}, 0).y, {-1.3416408, -0.4472136, 0.4472136, 1.3416408}) < 1e-5);
}

TEST_CASE(
    "cross entropy and its gradient agree with the formulas: smoothing, ignored targets, every length") {
  Rng rng(4);
  constexpr std::int32_t ignore = -100;
  for (const std::int64_t v : lengths) {
    for (const double smoothing : {0.0, 0.1, 1.0}) {
      const Array x = rng.normal({6, v}, 0, 4), scale = rng.uniform({6}, 0.5, 2);
      std::vector<std::int32_t> targets;
      for (int r = 0; r < 6; ++r)
        targets.push_back(r == 2 ? ignore : static_cast<std::int32_t>(rng.integer(v)));
      Row losses, dx;
      for (std::int64_t r = 0; r < 6; ++r) {
        const Row p = plain_softmax(row_of(x, r));
        double loss = 0;
        for (std::size_t c = 0; c < p.size(); ++c) {
          const bool hit = static_cast<std::int32_t>(c) == targets[static_cast<std::size_t>(r)];
          const double q = (hit ? 1 - smoothing : 0) + smoothing / static_cast<double>(v);
          if (q != 0) loss -= q * std::log(p[c]);
          dx.push_back(r == 2 ? 0 : scale.data()[r] * (p[c] - q));
        }
        losses.push_back(r == 2 ? 0 : loss);
      }
      const CrossEntropyRows forward = cross_entropy_rows(x, targets, smoothing, ignore);
      const double tolerance = testing::tolerance(5e-6, 1e-13);
      CHECK(forward.counted == 5);
      CHECK(testing::gap(forward.loss, losses) < tolerance);
      CHECK(testing::gap(cross_entropy_backward_rows(x, targets, forward, smoothing, ignore, scale), dx) <
            tolerance);
    }
  }
  CHECK_THROWS_AS(cross_entropy_rows(Array::ones({1, 3}), std::vector<std::int32_t>{3}, 0, ignore),
                  ShapeError);
}

TEST_CASE("cross entropy of huge logits neither overflows nor loses the answer") {
  const Array x({2, 3}, {Scalar(1e4), 0, 0, Scalar(-1e4), 0, Scalar(1e4)});
  const CrossEntropyRows rows = cross_entropy_rows(x, std::vector<std::int32_t>{0, 0}, 0, -100);
  CHECK(rows.loss.data()[0] == 0);
  CHECK(rows.loss.data()[1] == 20'000);
}

TEST_CASE("a large number added to all logits changes neither log-softmax nor cross entropy") {
  // Powers of two, so that the sums are exact.
  for (const Scalar offset : {Scalar(1 << 14), Scalar(1 << 20), -Scalar(1 << 20)}) {
    Array x = Rng(8).normal({3, 37});
    for (Scalar& v : std::span(x.mutable_data(), 3 * 37)) v = std::round(v * 8) / 8;
    const Array shifted = x + offset;
    CHECK(identical(log_softmax_rows(shifted), log_softmax_rows(x)));
    const std::vector<std::int32_t> targets{0, 36, 5};
    const CrossEntropyRows plain = cross_entropy_rows(x, targets, 0.1, -100),
                           moved = cross_entropy_rows(shifted, targets, 0.1, -100);
    CHECK(identical(moved.loss, plain.loss));
    const Array ones = Array::ones({3});
    CHECK(identical(cross_entropy_backward_rows(shifted, targets, moved, 0.1, -100, ones),
                    cross_entropy_backward_rows(x, targets, plain, 0.1, -100, ones)));
  }
  const Array equal = Array::full({1, 3}, Scalar(1e8));
  const CrossEntropyRows rows = cross_entropy_rows(equal, std::vector<std::int32_t>{0}, 0, -100);
  CHECK(rows.loss.data()[0] == Approx(std::log(3.0)));
  CHECK(log_softmax_rows(equal).data()[1] == Approx(-std::log(3.0)));
  const Array dx =
      cross_entropy_backward_rows(equal, std::vector<std::int32_t>{0}, rows, 0, -100, Array::ones({1}));
  CHECK(dx.data()[0] == Approx(-2.0 / 3));
  CHECK(dx.data()[1] == Approx(1.0 / 3));
}

TEST_CASE("the log-softmax of nothing but -inf is -inf, as the softmax is 0") {
  constexpr Scalar none = -std::numeric_limits<Scalar>::infinity();
  const Array y = log_softmax_rows(Array::full({2, 5}, none));
  CHECK(std::all_of(y.data(), y.data() + 10, [](Scalar v) { return v == none; }));
  const Array dx = log_softmax_backward_rows(y, Array::ones({2, 5}));
  CHECK(std::all_of(dx.data(), dx.data() + 10, [](Scalar v) { return v == 1; }));
}

}  // namespace heed
