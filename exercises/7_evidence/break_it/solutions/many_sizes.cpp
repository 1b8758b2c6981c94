// Loops over sizes and heads, with the library's generator of random numbers.
#include <random>

#include "exercises/given.hpp"
#include "exercises/learn.hpp"

Tensor random(const std::vector<int>& shape, std::mt19937& generator, double size) {
  Tensor result(shape);
  for (int n = 0; n < result.size(); ++n)
    result.flat(n) = size * (static_cast<double>(generator() % 2001) / 1000.0 - 1.0);
  return result;
}

void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>& test) {
  std::mt19937 generator(7);
  for (const int heads : {1, 2, 3}) {
    for (const int length : {2, 5}) {
      const int width = 2 * heads, batch = 2;
      Tensor mask = Tensor::full({batch, length}, 1);
      mask(0, length - 1) = 0;
      test(random({batch, length, width}, generator, 3), mask, random({3 * width, width}, generator, 1),
           random({3 * width}, generator, 1), random({width, width}, generator, 1),
           random({width}, generator, 1), heads);
    }
  }
  for (const double far : {-130.0, 130.0}) {
    Tensor x({1, 3, 1});
    x(0, 0, 0) = 130, x(0, 1, 0) = 3, x(0, 2, 0) = 128;
    test(x, Tensor::of({1, 3}, {1, 0, 1}), Tensor::of({3, 1}, {far / 130, 1, 1}), Tensor({3}),
         Tensor::full({1, 1}, 1), Tensor({1}), 1);
  }
}

void layer_norm_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, double)>& test) {
  std::mt19937 generator(8);
  for (int width = 2; width <= 5; ++width)
    test(random({3, width}, generator, 2) + 0.7, random({width}, generator, 2), random({width}, generator, 2),
         0.3);
}

void cross_entropy_cases(
    const std::function<void(const Tensor&, const std::vector<int>&, double, int)>& test) {
  std::mt19937 generator(9);
  for (const double smoothing : {0.0, 0.2}) {
    for (const int ignored : {-100, 1, 3}) {
      std::vector<int> targets{0, 1, 2, 3, 0};
      test(random({5, 4}, generator, 2), targets, smoothing, ignored);
      test(random({5, 4}, generator, 1) + 720.0, targets, smoothing, ignored);
    }
  }
}
