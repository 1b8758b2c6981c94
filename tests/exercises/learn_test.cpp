// These tests are of what a learner's file has to hand.
#include <sstream>

#include "exercises/learn.hpp"
#include "lib/core/error.hpp"
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

TEST_CASE("a tensor prints with its brackets") {
  std::ostringstream text;
  text << Tensor::of({2, 1, 2}, {1, 2.5, -3, 4});
  CHECK(text.str() == "[[[1, 2.5]], [[-3, 4]]]");
}

TEST_CASE("a tensor becomes an array and comes back") {
  const Tensor t = Tensor::of({2, 1, 2}, {1, 2, 3, 4});
  const Tensor back = heed::learn::to_tensor(heed::learn::to_array(t));
  CHECK(back.shape() == t.shape());
  CHECK(back.values() == t.values());
}
