// A small case for each kind of mistake, with numbers that are written down.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

Tensor rising(const std::vector<int>& shape, double first, double step) {
  Tensor result(shape);
  for (int n = 0; n < result.size(); ++n) result.flat(n) = first + step * n + (n % 3 == 1 ? 0.4 : 0);
  return result;
}

Tensor wavy(const std::vector<int>& shape, double speed) {
  Tensor result(shape);
  for (int n = 0; n < result.size(); ++n) result.flat(n) = std::cos(speed * (n + 1)) + 0.1 * std::sin(n);
  return result;
}

void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>& test) {
  const auto with = [&](const Tensor& x, const Tensor& mask, int heads) {
    const int width = x.dim(2);
    test(x, mask, wavy({3 * width, width}, 1.3), wavy({3 * width}, 0.7), wavy({width, width}, 2.1),
         wavy({width}, 0.9), heads);
  };
  with(wavy({1, 3, 2}, 1.1) * 2.0, Tensor::full({1, 3}, 1), 1);
  with(wavy({1, 4, 6}, 0.6) * 1.5, Tensor::full({1, 4}, 1), 2);
  with(wavy({1, 4, 6}, 1.7) * 1.5, Tensor::full({1, 4}, 1), 3);
  with(wavy({3, 3, 4}, 2.3), Tensor::of({3, 3}, {1, 1, 1, 1, 0, 0, 1, 1, 0}), 2);
  // the hidden token's score is 10,000 above that of the other
  test(Tensor::of({1, 2, 1}, {120, 2}), Tensor::of({1, 2}, {0, 1}), Tensor::of({3, 1}, {1, 1, 1}),
       Tensor({3}), Tensor::full({1, 1}, 1), Tensor({1}), 1);
  // and the visible one's is far below both 0 and -10,000
  test(Tensor::of({1, 2, 1}, {150, 1}), Tensor::of({1, 2}, {1, 0}), Tensor::of({3, 1}, {-1, 1, 1}),
       Tensor({3}), Tensor::full({1, 1}, 1), Tensor({1}), 1);
}

void cross_entropy_cases(
    const std::function<void(const Tensor&, const std::vector<int>&, double, int)>& test) {
  test(wavy({3, 3}, 1.5), {2, 1, 1}, 0, -1);
  test(wavy({4, 3}, 0.8), {2, 1, 0, 2}, 0, 2);
  test(wavy({3, 4}, 1.2), {3, 1, 0}, 0.1, -100);
  test(rising({1, 3}, 800, 3), {1}, 0, -100);
}
