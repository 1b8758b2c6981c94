// Fused ops against their composition from elementary ones: values and gradients.
#include <cmath>
#include <tuple>

#include "tests/autograd/agree.hpp"

namespace heed {
namespace {

using testing::agree, testing::Inputs;

const std::vector<std::int64_t> lengths{1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 257};

}  // namespace

TEST_CASE("softmax and norms agree with exp, log, sums and means, at every length") {
  for (const std::int64_t n : lengths) {
    INFO("length " << n);
    agree(
        {{5, n}}, [](const Inputs& in) { return softmax(in[0] * 3); },
        [](const Inputs& in) { return testing::plain_softmax(in[0] * 3); });
    agree(
        {{5, n}}, [](const Inputs& in) { return log_softmax(in[0] * 3); },
        [](const Inputs& in) { return log(testing::plain_softmax(in[0] * 3)); });
    const auto normal = [](const Variable& x, double eps) {
      return x / sqrt(mean(x * x, {1}, KeepDims::yes) + static_cast<Scalar>(eps));
    };
    agree(
        {{70, n}, {n}, {n}},  // more than one group of rows
        [](const Inputs& in) { return layer_norm(in[0] * 3 + 2, in[1], in[2], {.eps = 0.01}); },
        [&](const Inputs& in) {
          const Variable x = in[0] * 3 + 2;
          return normal(x - mean(x, {1}, KeepDims::yes), 0.01) * in[1] + in[2];
        });
    agree(
        {{70, n}, {n}}, [](const Inputs& in) { return rms_norm(in[0], in[1], {.eps = 0.1}); },
        [&](const Inputs& in) { return normal(in[0], 0.1) * in[1]; });
  }
}

TEST_CASE("cross_entropy agrees with log_softmax: smoothing, ignored targets, every length") {
  constexpr std::int32_t ignore = -100;
  for (const std::int64_t n : lengths) {
    for (const double smoothing : {0.0, 0.1, 1.0}) {
      std::vector<std::int32_t> ids;
      Array target({6, n});  // the distribution, 0 everywhere where the target is ignored
      for (std::int64_t i = 0; i < 6 * n; ++i) {
        if (i % n == 0) ids.push_back(i / n == 2 ? ignore : static_cast<std::int32_t>(i / n * 7 % n));
        const double hit = ids.back() == i % n ? 1 - smoothing : 0;
        target.mutable_data()[i] =
            static_cast<Scalar>(ids.back() == ignore ? 0 : hit + smoothing / static_cast<double>(n));
      }
      INFO("length " << n << ", smoothing " << smoothing);
      agree(
          {{6, n}},
          [&](const Inputs& in) {
            return cross_entropy(in[0] * 4, Tokens({6}, ids),
                                 {.ignore_index = ignore, .label_smoothing = smoothing});
          },
          [&](const Inputs& in) {
            return sum(Variable(target) * log(testing::plain_softmax(in[0] * 4))) * Scalar(-0.2);
          });
    }
  }
}

TEST_CASE("relu_feed_forward agrees with linear, relu, dropout and linear") {
  for (const double p : {0.0, 0.3}) {
    for (const auto& [rows, in, hidden, out] :
         {std::tuple{5, 7, 9, 6}, std::tuple{1, 33, 300, 2}, std::tuple{300, 24, 200, 70}}) {
      agree(
          {{rows, in}, {hidden, in}, {hidden}, {out, hidden}, {out}},
          [p](const Inputs& v) {
            Rng rng(4);
            return relu_feed_forward(v[0], v[1], v[2], v[3], v[4], {.dropout = p, .rng = &rng});
          },
          [p](const Inputs& v) {
            Rng rng(4);
            return linear(dropout(relu(linear(v[0], v[1], v[2])), p, rng), v[3], v[4]);
          });
    }
  }
}

TEST_CASE("residual_norm agrees with dropout, add and layer_norm") {
  for (const double p : {0.0, 0.3}) {
    for (const Shape& shape : {Shape{5, 7}, Shape{2, 3, 64}, Shape{203, 33}}) {
      const Shape last{shape.dim(-1)};
      agree(
          {shape, shape, last, last},
          [p](const Inputs& v) {
            Rng rng(4);
            return residual_norm(v[0], v[1], v[2], v[3], {.dropout = p, .rng = &rng});
          },
          [p](const Inputs& v) {
            Rng rng(4);
            return layer_norm(v[0] + dropout(v[1], p, rng), v[2], v[3]);
          });
    }
  }
}

TEST_CASE("rotary turns each pair of neighbours by its position, and lets other columns stay") {
  Array cosines({3, 4, 1}), sines({3, 4, 1});  // of token and pair
  for (std::int64_t i = 0; i < 12; ++i) {
    const double angle = static_cast<double>(5 + i / 4) * (i % 2 == 0 ? 1 : 0.1);
    cosines.mutable_data()[i] = static_cast<Scalar>(std::cos(angle));
    sines.mutable_data()[i] = static_cast<Scalar>(std::sin(angle));
  }
  agree(
      {{2, 3, 11}},
      [](const Inputs& v) {
        return rotary(v[0], 4, {.begin = 1, .end = 9, .first_position = 5, .base = 100});
      },
      [&](const Inputs& v) {
        const Variable pairs = reshape(slice(v[0], 2, 1, 9), {2, 3, 4, 2}), c(cosines), s(sines);
        const Variable x = slice(pairs, 3, 0, 1), y = slice(pairs, 3, 1, 2);
        const Variable turned = reshape(concat({x * c - y * s, x * s + y * c}, 3), {2, 3, 8});
        return concat({slice(v[0], 2, 0, 1), turned, slice(v[0], 2, 9, 11)}, 2);
      });
}

}  // namespace heed
