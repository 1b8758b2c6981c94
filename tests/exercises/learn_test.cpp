// Tests what a learner's file has to hand: Tensor, and the functions given to later exercises.
#include <sstream>

#include "exercises/given.hpp"
#include "exercises/grading/case.hpp"
#include "exercises/translator/parts.hpp"
#include "lib/core/error.hpp"
#include "nn/positions.hpp"
#include "tests/catch.hpp"

using Catch::Contains;
using heed::ShapeError;
using heed::learn::NotWritten;

TEST_CASE("a tensor is made of zeros, of one number, or of values row by row") {
  Tensor zeros({2, 3});
  CHECK(zeros.shape() == std::vector<int>{2, 3});
  CHECK(zeros.values() == std::vector<double>(6));
  CHECK(Tensor::full({2}, 1.5).values() == std::vector<double>{1.5, 1.5});
  const Tensor t = Tensor::of({2, 2}, {1, 2, 3, 4});
  CHECK(t(1, 0) == 3);
  CHECK(t.flat(3) == 4);
  CHECK(t.dim(-1) == 2);
  CHECK(Tensor().size() == 0);
  CHECK(Tensor({}).size() == 1);
  CHECK(t.reshape({4}).shape() == std::vector<int>{4});
  CHECK_THROWS_WITH(Tensor::of({2, 2}, {1, 2, 3}), Contains("3 values do not fill the shape (2, 2)"));
  CHECK_THROWS_AS(t.reshape({3}), ShapeError);
  CHECK_THROWS_AS(Tensor({2, -1}), ShapeError);
}

TEST_CASE("every access outside the shape is an error that says where") {
  Tensor t({2, 3});
  t(1, 2) = 5;
  CHECK(t(1, 2) == 5);
  CHECK_THROWS_WITH(t(2, 0), Contains("index (2, 0) is outside shape (2, 3)"));
  CHECK_THROWS_WITH(t(0, -1), Contains("index (0, -1) is outside shape (2, 3)"));
  CHECK_THROWS_WITH(t(1), Contains("2 axes"));
  CHECK_THROWS_WITH(t.flat(6), Contains("element 6 is outside the shape (2, 3)"));
  CHECK_THROWS_WITH(t.dim(2), Contains("no axis 2"));
}

TEST_CASE("arithmetic is element by element, without broadcasting") {
  const Tensor a = Tensor::of({2, 2}, {1, 2, 3, 4}), b = Tensor::of({2, 2}, {10, 20, 30, 40});
  CHECK((a + b).values() == std::vector<double>{11, 22, 33, 44});
  CHECK((b - a).values() == std::vector<double>{9, 18, 27, 36});
  CHECK((a * b).values() == std::vector<double>{10, 40, 90, 160});
  CHECK((b / a).values() == std::vector<double>{10, 10, 10, 10});
  CHECK((1.0 - a).values() == std::vector<double>{0, -1, -2, -3});
  CHECK((12.0 / a).values() == std::vector<double>{12, 6, 4, 3});
  CHECK((-a * 2).values() == std::vector<double>{-2, -4, -6, -8});
  Tensor sum = a;
  sum += b;
  sum *= 2;
  CHECK(sum.values() == (2 * (a + b)).values());
  CHECK_THROWS_WITH(a + Tensor({2}), Contains("(2, 2) + (2,)"));
}

TEST_CASE("matmul and transpose work on the last two axes") {
  const Tensor a = Tensor::of({2, 3}, {1, 2, 3, 4, 5, 6}), b = Tensor::of({3, 1}, {1, 0, -1});
  CHECK(matmul(a, b).values() == std::vector<double>{-2, -2});
  CHECK(transpose(a).values() == std::vector<double>{1, 4, 2, 5, 3, 6});
  const Tensor stack = Tensor::of({2, 1, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(transpose(stack).shape() == std::vector<int>{2, 3, 1});
  CHECK(matmul(stack, transpose(stack)).values() == std::vector<double>{14, 77});
  CHECK_THROWS_WITH(matmul(a, a), Contains("matmul (2, 3) x (2, 3)"));
  CHECK_THROWS_AS(matmul(stack, transpose(a)), ShapeError);
}

TEST_CASE("accesses are counted, those of matmul too") {
  Tensor a({2, 3});
  long before = Tensor::element_reads();
  a(0, 0) = a(1, 1) + a.flat(2);
  CHECK(Tensor::element_reads() - before == 3);
  before = Tensor::element_reads();
  matmul(a, transpose(a));
  CHECK(Tensor::element_reads() - before >= 2 * 2 * 3 * 2);
}

TEST_CASE("the values and the shape of a result that nobody keeps outlive it in a loop") {
  static_assert(!std::is_reference_v<decltype(Tensor({2}).values())>);
  static_assert(!std::is_reference_v<decltype(Tensor({2}).shape())>);
  double sum = 0;
  for (const double v : (Tensor::full({64}, 1) + 0.5).values()) sum += v;
  CHECK(sum == 96);
}

TEST_CASE("an unwritten function can return anything") {
  const auto tensor = []() -> Tensor { return not_written("softmax"); };
  const auto pair = []() -> std::pair<Tensor, std::vector<int>> { return not_written("split"); };
  const auto number = []() -> double { return not_written("loss"); };
  CHECK_THROWS_AS(tensor(), NotWritten);
  CHECK_THROWS_WITH(pair(), "split");
  CHECK_THROWS_AS(number(), NotWritten);
}

TEST_CASE("a tensor prints with its brackets, and becomes an array and comes back") {
  std::ostringstream text;
  text << Tensor::of({2, 1, 2}, {1, 2.5, -3, 4});
  CHECK(text.str() == "[[[1, 2.5]], [[-3, 4]]]");

  const Tensor t = Tensor::of({2, 1, 2}, {1, 2, 3, 4});
  const Tensor back = heed::learn::to_tensor(heed::learn::to_array(t));
  CHECK(back.shape() == t.shape());
  CHECK(back.values() == t.values());
}

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
