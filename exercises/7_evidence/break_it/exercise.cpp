#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Numbers between −1 and 1 that look random; another `start` gives others.
Tensor numbers(const std::vector<int>& shape, double start) {
  Tensor result(shape);
  for (int n = 0; n < result.size(); ++n) result.flat(n) = std::sin(start + 1.7 * n + 0.3 * n * n);
  return result;
}

/// Calls test(x, mask, in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias, heads) once for each
/// case that tests somebody's multi_head_attention. The shapes are those of the exercise of that name: x
/// (B, T, D); mask (B, T), 1 = token, every sentence has one; weights (3D, D) and (D, D), biases (3D), (D).
void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>& test) {
  //~ stub
  // One case might be: test(numbers({1, 1, 2}, 1), Tensor::full({1, 1}, 1), numbers({6, 2}, 2), Tensor({6}),
  // numbers({2, 2}, 3), Tensor({2}), 1);
  not_written("attention_cases");
  //~ solution
  const int D = 4;
  const Tensor x = numbers({2, 3, D}, 1) * 2.0;
  Tensor mask = Tensor::full({x.dim(0), x.dim(1)}, 1);
  mask(x.dim(0) - 1, x.dim(1) - 1) = 0;
  const Tensor in_weight = numbers({3 * D, D}, 2), out_weight = numbers({D, D}, 4);
  const Tensor in_bias = numbers({3 * D}, 3), out_bias = numbers({D}, 5);
  test(x, mask, in_weight, in_bias, out_weight, out_bias, 2);
  // Scores of about −20,000: a hidden key must stay hidden beside them.
  Tensor far = Tensor::full({1, 2, 1}, 150), keys({3});
  far(0, 1, 0) = 1;
  test(far, Tensor::of({1, 2}, {1, 0}), Tensor::of({3, 1}, {1, -1, 1}), keys, Tensor::full({1, 1}, 1),
       Tensor({1}), 1);
  //~ end
}

/// Calls test(logits, targets, label_smoothing, ignore_index) for each case of cross_entropy: logits (N, C),
/// N targets; a row whose target is ignore_index does not count; at least one counts.
void cross_entropy_cases(
    const std::function<void(const Tensor&, const std::vector<int>&, double, int)>& test) {
  //~ stub
  // test(numbers({1, 2}, 1), {0}, 0, -100);
  not_written("cross_entropy_cases");
  //~ solution
  // Class 0 is a word here, and class 2 is padding.
  const std::vector<int> targets{1, 0, 2};
  test(numbers({3, 4}, 1), targets, 0.2, 2);
  test(numbers({1, 4}, 1) * 2000.0, {1}, 0, -100);
  //~ end
}
