// Fused ops against their composition from elementary ones: values and gradients.
#include <tuple>

#include "tests/autograd/agree.hpp"

namespace heed {
namespace {

using testing::agree, testing::Inputs;

const std::vector<std::int64_t> lengths{1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 257};

}  // namespace

TEST_CASE("softmax and log_softmax agree with exp, sum and log, at every length") {
  for (const std::int64_t n : lengths) {
    INFO("length " << n);
    agree(
        {{5, n}}, [](const Inputs& in) { return softmax(in[0] * 3); },
        [](const Inputs& in) { return testing::plain_softmax(in[0] * 3); });
    agree(
        {{5, n}}, [](const Inputs& in) { return log_softmax(in[0] * 3); },
        [](const Inputs& in) { return log(testing::plain_softmax(in[0] * 3)); });
  }
}

TEST_CASE("layer_norm and rms_norm agree with mean and variance, at every length") {
  for (const std::int64_t n : lengths) {
    INFO("length " << n);
    agree(
        {{70, n}, {n}, {n}},  // more than one group of rows
        [](const Inputs& in) { return layer_norm(in[0] * 3 + 2, in[1], in[2], {.eps = 0.01}); },
        [](const Inputs& in) {
          const Variable x = in[0] * 3 + 2, centred = x - mean(x, {1}, KeepDims::yes);
          return centred / sqrt(mean(centred * centred, {1}, KeepDims::yes) + Scalar(0.01)) * in[1] + in[2];
        });
    agree(
        {{70, n}, {n}}, [](const Inputs& in) { return rms_norm(in[0], in[1], {.eps = 0.1}); },
        [](const Inputs& in) {
          return in[0] / sqrt(mean(in[0] * in[0], {1}, KeepDims::yes) + Scalar(0.1)) * in[1];
        });
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

}  // namespace heed
