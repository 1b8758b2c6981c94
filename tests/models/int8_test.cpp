// Models whose matrices are held in 8 bits: how near they compute, what they hold, what they refuse.
#include <cmath>
#include <limits>

#include "autograd/no_grad.hpp"
#include "lib/array/int8_matrix.hpp"
#include "lib/core/error.hpp"
#include "models/gpt.hpp"
#include "models/transformer.hpp"
#include "nn/int8.hpp"
#include "tests/catch.hpp"

namespace heed {
namespace {

Transformer small_model(Tie tie) {
  Rng rng(1);
  return {{.source_vocab = 40,
           .target_vocab = 40,
           .encoder_layers = 1,
           .decoder_layers = 2,
           .layer = {.d_model = 24, .heads = 2, .dim_feedforward = 50, .dropout = 0},
           .tie = tie},
          rng};
}

/// The largest difference, as a share of the largest value.
double gap(const Array& a, const Array& b) {
  double most = 0, apart = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    most = std::max(most, std::abs(static_cast<double>(a.data()[i])));
    apart = std::max(apart, std::abs(static_cast<double>(a.data()[i] - b.data()[i])));
  }
  return apart / most;
}

}  // namespace

TEST_CASE("a Transformer in 8 bits computes nearly the same, in less memory") {
  const NoGrad no_grad;
  for (const Tie tie : {Tie::none, Tie::all}) {
    const Transformer model = small_model(tie);
    model.eval();
    const Tokens source({2, 3}, {4, 5, 6, 7, 8, 0}), target({2, 4}, {2, 9, 10, 11, 2, 12, 13, 14});
    const Array before = model(source, target).value();
    const std::size_t parameters = model.parameters().size();
    const Int8Report report = to_int8(model);
    const Array after = model(source, target).value();
    CHECK(gap(before, after) > 0);
    CHECK(gap(before, after) < 0.05);
    CHECK(model.generator.weight.value().int8() != nullptr);
    CHECK(model.encoder.layers[0].self_attn.in_proj_weight.value().int8() != nullptr);
    CHECK(model.encoder.layers[0].norm1.weight.value().int8() == nullptr);
    CHECK(report.int8_bytes * 3 < report.float_bytes * (sizeof(Scalar) == 4 ? 2 : 1));
    CHECK(model.parameters().size() == parameters);
    // token by token as at once, and a second time changes nothing
    DecodingState state = model.begin(source, 8);
    const Array at_once = model.extend(target, state).value();
    CHECK(gap(after, at_once) < 0.01);
  }
}

TEST_CASE(
    "a GPT in 8 bits computes nearly the same, though its files have their weights the other way round") {
  const NoGrad no_grad;
  Rng rng(2);
  const Gpt model(
      {.vocabulary = 30, .max_length = 12, .d_model = 32, .heads = 2, .layers = 2, .dim_feedforward = 64},
      rng);
  model.eval();
  const Tokens text({1, 6}, {1, 2, 3, 4, 5, 6});
  const Array before = model(text).value();
  to_int8(model);
  CHECK(gap(before, model(text).value()) > 0);
  CHECK(gap(before, model(text).value()) < 0.05);
}

TEST_CASE("8 bits refuse a model with a weight that is not finite, by its name, and leave it as it was") {
  const Transformer model = small_model(Tie::none);
  Variable weight = model.decoder.layers[1].linear2.weight;
  weight.mutable_data()[3] = std::numeric_limits<Scalar>::quiet_NaN();
  CHECK_THROWS_WITH(to_int8(model),
                    Catch::Contains("decoder.layers.1.linear2.weight") && Catch::Contains("element (0, 3)"));
  CHECK(model.generator.weight.value().int8() == nullptr);
}

}  // namespace heed
