// The functions given to later exercises, beside the library's ops.
#include "exercises/given.hpp"
#include "exercises/grading/draw.hpp"
#include "exercises/translator/parts.hpp"
#include "lib/core/error.hpp"
#include "nn/positions.hpp"
#include "tests/catch.hpp"

namespace {

using heed::learn::to_array;
using heed::learn::to_tensor;

heed::grading::Draw numbers(5);

Variable constant(const Tensor& t) { return Variable(to_array(t)); }

void check_close(const Tensor& got, const heed::Array& expected) {
  const Tensor wanted = to_tensor(expected);
  REQUIRE(got.shape() == wanted.shape());
  for (int i = 0; i < got.size(); ++i) {
    INFO(i);
    REQUIRE(got.flat(i) == Approx(wanted.flat(i)).epsilon(1e-10).margin(1e-12));
  }
}

}  // namespace

TEST_CASE("given functions are the library's ops") {
  const Tensor x = numbers.normal({3, 4}), g = numbers.normal({3, 4}), weight = numbers.normal({4}),
               bias = numbers.normal({4}), w = numbers.normal({5, 4}), b = numbers.normal({5});
  check_close(given::softmax(x), heed::softmax(constant(x)).value());
  check_close(given::log_softmax(x), heed::log_softmax(constant(x)).value());
  const Variable leaf = Variable::parameter(to_array(x));
  heed::softmax(leaf).backward({.gradient = to_array(g)});
  check_close(given::softmax_backward(given::softmax(x), g), leaf.grad());
  const Tensor stack = numbers.normal({2, 3, 4});
  check_close(given::layer_norm(stack, weight, bias),
              heed::layer_norm(constant(stack), constant(weight), constant(bias)).value());
  check_close(given::linear(stack, w, b), heed::linear(constant(stack), constant(w), constant(b)).value());
  check_close(given::relu(stack), heed::relu(constant(stack)).value());
  check_close(given::sinusoidal_encoding(7, 6), heed::sinusoidal_positions(7, 6));

  const Tensor q = numbers.normal({2, 3, 4}), k = numbers.normal({2, 5, 4}), v = numbers.normal({2, 5, 6});
  check_close(given::attention(q, k, v),
              heed::scaled_dot_product_attention(constant(q), constant(k), constant(v)).value());
  check_close(given::attention(x, x, x, given::causal_mask(3)),
              heed::scaled_dot_product_attention(constant(x), constant(x), constant(x),
                                                 {.mask = heed::Mask::causal()})
                  .value());
  CHECK(given::attention(q, k, v, Tensor({3, 5})).values() == std::vector<double>(36));
}

TEST_CASE("split_heads and merge_heads take any leading axes") {
  Tensor x({2, 3, 4});
  for (int i = 0; i < x.size(); ++i) x.flat(i) = i;
  const Tensor heads = given::split_heads(x, 2);
  REQUIRE(heads.shape() == std::vector<int>{2, 2, 3, 2});
  for (int b = 0; b < 2; ++b)
    for (int h = 0; h < 2; ++h)
      for (int t = 0; t < 3; ++t)
        for (int c = 0; c < 2; ++c) CHECK(heads(b, h, t, c) == x(b, t, h * 2 + c));
  const Tensor back = given::merge_heads(heads);
  CHECK(back.shape() == x.shape());
  CHECK(back.values() == x.values());
  CHECK_THROWS_AS(given::split_heads(x, 3), heed::ShapeError);
}

TEST_CASE("given: the layers and the step of Adam are the references of their exercises") {
  const heed::translator::Parts parts = heed::translator::Parts::references();
  const auto linear = [](int out, int in) {
    return given::Linear{numbers.normal({out, in}), numbers.normal({out})};
  };
  const auto attention = [&] {
    return given::AttentionWeights{2, linear(4, 4), linear(4, 4), linear(4, 4), linear(4, 4)};
  };
  const auto norm = [] { return given::Norm{numbers.normal({4}), numbers.normal({4})}; };
  const Tensor x = numbers.normal({3, 4}), memory = numbers.normal({5, 4});
  Tensor mask = Tensor::full({3, 3}, 1), memory_mask = Tensor::full({3, 5}, 1);
  mask(0, 2) = memory_mask(1, 4) = 0;

  const given::EncoderWeights encoder{attention(), norm(), linear(6, 4), linear(4, 6), norm()};
  check_close(given::encoder_layer(x, mask, encoder),
              to_array(parts.encoder_layer(x, mask, encoder, given::Dropout{})));
  const given::DecoderWeights decoder{attention(),  norm(),       attention(), norm(),
                                      linear(6, 4), linear(4, 6), norm()};
  check_close(given::decoder_layer(x, memory, given::causal_mask(3), memory_mask, decoder),
              to_array(parts.decoder_layer(x, memory, memory_mask, decoder)));

  Tensor a = x, b = x;
  given::AdamState state_a{Tensor({3, 4}), Tensor({3, 4})}, state_b = state_a;
  for (int step = 0; step < 3; ++step) {
    const Tensor gradient = numbers.normal({3, 4});
    given::adam_step(a, gradient, state_a, {.learning_rate = 0.1, .eps = 0.5});
    parts.adam_step(b, gradient, state_b, {.learning_rate = 0.1, .eps = 0.5});
  }
  check_close(a, to_array(b));
  CHECK(state_a.steps == state_b.steps);
}
