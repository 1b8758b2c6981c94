// What the measured parts rest on: counting the elements that live in Tensors, and heads with leading axes.
#include <utility>

#include "exercises/given.hpp"
#include "tests/catch.hpp"

namespace given = heed::learn::given;
using heed::learn::Held;
using heed::learn::Tensor;

TEST_CASE("peak_elements is the most that lived at once, copies and temporaries included") {
  Tensor::reset_peak();
  const long before = Tensor::peak_elements();
  {
    const Tensor a({10, 10});
    CHECK(Tensor::peak_elements() - before == 100);
    { const Tensor copy = a; }
    CHECK(Tensor::peak_elements() - before == 200);
    { const Tensor copy = a; }  // the first copy is gone
    CHECK(Tensor::peak_elements() - before == 200);
  }
  Tensor::reset_peak();
  CHECK(Tensor::peak_elements() == before);
}

TEST_CASE("moving and assigning tensors neither lose nor double elements") {
  const long before = Held::living;
  {
    Tensor a({3, 2});
    Tensor b = std::move(a);
    CHECK(Held::living - before == 6);
    b = Tensor({4});
    CHECK(Held::living - before == 4);
    b = Tensor::of({2}, {1, 2});
    CHECK(Held::living - before == 2);
    b = b + 1;
    CHECK(Held::living - before == 2);
  }
  CHECK(Held::living == before);
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
}
