#include "exercises/given.hpp"
#include "exercises/learn.hpp"

Tensor chance(const std::vector<int>& shape, int seed) {
  Tensor result(shape);
  unsigned state = 12345u + 999u * static_cast<unsigned>(seed);
  for (int n = 0; n < result.size(); ++n) {
    state = state * 1664525u + 1013904223u;
    result.flat(n) = static_cast<double>(state >> 8) / (1 << 23) - 1;
  }
  return result;
}

void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>& test) {
  for (int seed = 1; seed <= 4; ++seed) {
    const int batch = 1 + seed % 3, length = 2 + seed, heads = seed, width = 2 * heads;
    Tensor mask = Tensor::full({batch, length}, 1);
    for (int b = 0; b < batch; ++b)
      for (int t = 1 + (b + seed) % length; t < length; ++t) mask(b, t) = 0;
    test(chance({batch, length, width}, seed) * 3.0, mask, chance({3 * width, width}, seed + 10),
         chance({3 * width}, seed + 20), chance({width, width}, seed + 30), chance({width}, seed + 40),
         heads);
    test(chance({batch, length, width}, seed), Tensor::full({batch, length}, 1),
         chance({3 * width, width}, seed + 50), chance({3 * width}, seed + 60),
         chance({width, width}, seed + 70), chance({width}, seed + 80), heads);
  }
  test(Tensor::of({1, 2, 1}, {1, 200}), Tensor::of({1, 2}, {0, 1}), Tensor::of({3, 1}, {-1, 1, 1}),
       Tensor({3}), Tensor::of({1, 1}, {1}), Tensor({1}), 1);
}

void layer_norm_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, double)>& test) {
  for (const double eps : {1e-5, 0.1, 2.0})
    test(chance({4, 5}, 1) * 2.0 + 1.0, chance({5}, 2), chance({5}, 3), eps);
}

void cross_entropy_cases(
    const std::function<void(const Tensor&, const std::vector<int>&, double, int)>& test) {
  test(chance({4, 5}, 1), {0, 1, 2, 4}, 0, -100);
  test(chance({4, 5}, 2), {0, 3, 2, 3}, 0.3, 3);
  test(chance({2, 3}, 3) + 900.0, {0, 1}, 0, 2);
}
