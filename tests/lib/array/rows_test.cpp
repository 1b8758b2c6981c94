// Softmax, layer norm and cross entropy of hostile rows; tests/autograd/fused_test.cpp has their formulas.
#include <cmath>
#include <limits>

#include "lib/array/elementwise.hpp"
#include "lib/array/normalization.hpp"
#include "lib/array/row_softmax.hpp"
#include "tests/catch.hpp"
#include "tests/lib/array/reference.hpp"

namespace heed {
namespace {

using Row = std::vector<double>;

}  // namespace

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

TEST_CASE("layer norm of constant rows, without weights, and with a large mean") {
  const LayerNormResult constant = layer_norm_rows(Array::full({2, 5}, 7), {}, {}, 1e-5);
  CHECK(identical(constant.y, Array::zeros({2, 5})));
  Array x({1, 4}, {10'001, 10'002, 10'003, 10'004});
  CHECK(testing::gap(layer_norm_rows(x, {}, {}, 0).y, {-1.3416408, -0.4472136, 0.4472136, 1.3416408}) < 1e-5);
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
