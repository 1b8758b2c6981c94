// Fused ops against their composition from elementary ones: values and gradients.
#include <cmath>
#include <limits>
#include <tuple>

#include "autograd/ops.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/random.hpp"
#include "tests/catch.hpp"

namespace heed {
namespace {

using Inputs = std::vector<Variable>;
using Function = std::function<Variable(const Inputs&)>;

double largest_gap(const Array& a, const Array& b) {
  REQUIRE(a.shape() == b.shape());
  double gap = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    const double d =
        std::abs(double{a.data()[i]} - b.data()[i]) / std::max(1.0, std::abs(double{b.data()[i]}));
    if (!(d <= gap)) gap = std::isnan(d) ? HUGE_VAL : d;
  }
  return gap;
}

void agree(const std::vector<Shape>& shapes, const Function& fused, const Function& composed) {
  constexpr double tolerance = sizeof(Scalar) == 8 ? 1e-12 : 2e-5;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Rng rng(seed);
    Inputs inputs;
    for (const Shape& shape : shapes) inputs.push_back(Variable::parameter(rng.normal(shape)));
    const Variable a = fused(inputs);
    const Array g = rng.normal(a.shape());
    a.backward({.gradient = g});
    std::vector<Array> gradients;
    for (Variable& x : inputs) {
      gradients.push_back(x.grad());
      x.zero_grad();
    }
    const Variable b = composed(inputs);
    CHECK(largest_gap(a.value(), b.value()) < tolerance);
    b.backward({.gradient = g});
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      INFO("seed " << seed << ", input " << i);
      CHECK(largest_gap(gradients[i], inputs[i].grad()) < 10 * tolerance);
    }
  }
}

Variable plain_softmax(const Variable& x) {
  // The largest is a constant: softmax does not change when all are moved alike.
  const Variable e = exp(x - Variable(max(x.value(), {-1}, KeepDims::yes)));
  return e / sum(e, {-1}, KeepDims::yes);
}

/// The mask as an array over (B, H, Tq, Tk): 1 = may attend.
Array allowed(const Mask& mask, const Shape& s) {
  Array a(s);
  Scalar* out = a.mutable_data();
  for (std::int64_t i = 0; i < a.size(); ++i) {
    const std::int64_t k = i % s[3], q = i / s[3] % s[2], h = i / (s[3] * s[2]) % s[1],
                       b = i / (s[3] * s[2] * s[1]);
    out[i] = mask.allows(b, h, q, k) ? 1 : 0;
  }
  return a;
}

/// Attention in elementary ops; scores of forbidden keys are replaced, and rows without keys multiplied by 0.
Variable plain_attention(const Variable& q, const Variable& k, const Variable& v, const Mask& mask) {
  const Variable scores =
      matmul(q, transpose(k)) * static_cast<Scalar>(1 / std::sqrt(static_cast<double>(q.dim(-1))));
  const Array may = allowed(mask, scores.shape());
  const Array some = max(may, {-1}, KeepDims::yes);
  const Variable p = plain_softmax(masked_fill(scores, Scalar(1) - may, Scalar(-1e4)));
  return matmul(p * Variable(may) * Variable(some), v);
}

}  // namespace

TEST_CASE("dropout agrees with a product with its mask") {
  const auto mask = [](const Shape& s) {
    Rng rng(4);
    return dropout(Variable(Array::ones(s)), 0.3, rng);
  };
  agree(
      {{7, 13}},
      [](const Inputs& in) {
        Rng rng(4);
        return dropout(in[0], 0.3, rng);
      },
      [&](const Inputs& in) { return in[0] * mask(in[0].shape()); });
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

TEST_CASE("attention agrees with matmul, masked fill and softmax") {
  std::vector<std::uint8_t> bits(2 * 3 * 4 * 5);
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = i * 7 % 5 > 1;
  std::fill_n(bits.begin() + 10, 5, std::uint8_t{0});  // a query that may attend to nothing
  for (const Mask& mask : {Mask(), Mask::causal(), Mask::causal(-2), Mask::dense({2, 3, 4, 5}, bits),
                           Mask::dense({2, 3, 4, 5}, bits) & Mask::causal(1)}) {
    agree(
        {{2, 3, 4, 6}, {2, 3, 5, 6}, {2, 3, 5, 7}},
        [&](const Inputs& in) { return scaled_dot_product_attention(in[0], in[1], in[2], {.mask = mask}); },
        [&](const Inputs& in) { return plain_attention(in[0], in[1], in[2], mask); });
    // Heads as columns of one projection against heads that are split off.
    agree(
        {{2, 4, 3 * 6}},
        [&](const Inputs& in) {
          return multi_head_attention({in[0], 0}, {in[0], 6}, {in[0], 12}, 3, 2, {.mask = Mask::causal()});
        },
        [&](const Inputs& in) {
          const auto split = [&](std::int64_t begin) {
            return permute(reshape(slice(in[0], 2, begin, begin + 6), {2, 4, 3, 2}), {0, 2, 1, 3});
          };
          const Variable y = plain_attention(split(0), split(6), split(12), Mask::causal());
          return reshape(permute(y, {0, 2, 1, 3}), {2, 4, 6});
        });
  }
}

TEST_CASE("attention's dropout is a product of the weights with a mask") {
  // With the unit matrix as values the result is the dropped weights themselves.
  Array unit = Array::zeros({6, 6});
  for (std::int64_t i = 0; i < 6; ++i) unit.mutable_data()[i * 7] = 1;
  const auto dropped = [&](const Variable& q, const Variable& k, Array* weights) {
    Rng rng(8);
    return scaled_dot_product_attention(q, k, Variable(unit),
                                        {.dropout = 0.4, .rng = &rng, .weights = weights});
  };
  Rng rng(2);
  Array weights;
  const Variable q0(rng.normal({5, 3})), k0(rng.normal({6, 3}));
  const Array y0 = dropped(q0, k0, &weights).value();
  const Array kept = y0 / weights.reshape({5, 6});
  for (Scalar factor : kept.values()) CHECK((factor == 0 || factor == Approx(1 / 0.6).epsilon(2e-5)));
  agree(
      {{5, 3}, {6, 3}}, [&](const Inputs& in) { return dropped(in[0], in[1], nullptr); },
      [&](const Inputs& in) {
        const Array factors = where(kept, Array::scalar(dropout_scale(0.4)), Array::scalar(0));
        return plain_softmax(matmul(in[0], transpose(in[1])) * static_cast<Scalar>(1 / std::sqrt(3.0))) *
               Variable(factors);
      });
}

TEST_CASE("queries that may attend to nothing give 0 and gradients 0, over 10,000 random masks") {
  Rng rng(17);
  std::int64_t blind = 0;
  for (int round = 0; round < 10'000; ++round) {
    const std::int64_t queries = 1 + rng.integer(4), keys = 1 + rng.integer(5);
    const Shape s{1, 2, queries, keys};
    std::vector<std::uint8_t> bits;
    for (std::int64_t i = 0; i < s.size(); ++i) bits.push_back(rng.integer(4) == 0);
    const Mask mask = Mask::dense(s, bits);
    std::vector<Variable> in;
    for (const std::int64_t rows : {queries, keys, keys}) {
      in.push_back(Variable::parameter(rng.normal({1, 2, rows, 3}, 0, 5)));
    }
    Array weights;
    Array* look = round % 2 == 0 ? &weights : nullptr;
    const Variable y = scaled_dot_product_attention(in[0], in[1], in[2], {.mask = mask, .weights = look});
    y.backward({.gradient = rng.normal(y.shape())});
    for (const Variable& x : in) {
      for (Scalar g : x.grad().values()) REQUIRE(std::isfinite(g));
    }
    for (std::int64_t row = 0; row < 2 * queries; ++row) {
      bool sees = false;
      for (std::int64_t k = 0; k < keys; ++k)
        sees = sees || bits[static_cast<std::size_t>(row * keys + k)] != 0;
      for (std::int64_t d = 0; d < 3; ++d) {
        REQUIRE(std::isfinite(y.value().data()[row * 3 + d]));
        if (sees) continue;
        REQUIRE(y.value().data()[row * 3 + d] == 0);
        REQUIRE(in[0].grad().data()[row * 3 + d] == 0);
      }
      for (std::int64_t k = 0; look != nullptr && k < keys; ++k) {
        const bool may = bits[static_cast<std::size_t>(row * keys + k)] != 0;
        REQUIRE((may ? weights.data()[row * keys + k] >= 0 : weights.data()[row * keys + k] == 0));
      }
      blind += sees ? 0 : 1;
    }
    // A key that nobody may see gets no gradient either, nor does its value.
    for (std::int64_t h = 0; h < 2; ++h) {
      for (std::int64_t k = 0; k < keys; ++k) {
        bool seen = false;
        for (std::int64_t q = 0; q < queries; ++q)
          seen = seen || bits[static_cast<std::size_t>((h * queries + q) * keys + k)] != 0;
        for (std::int64_t d = 0; !seen && d < 3; ++d) {
          REQUIRE(in[1].grad().data()[(h * keys + k) * 3 + d] == 0);
          REQUIRE(in[2].grad().data()[(h * keys + k) * 3 + d] == 0);
        }
      }
    }
  }
  CHECK(blind > 5000);
}

}  // namespace heed
