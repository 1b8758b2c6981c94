#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Numbers between −1 and 1 that look like chance; another `start` gives others.
Tensor numbers(const std::vector<int>& shape, double start) {
  Tensor result(shape);
  for (int n = 0; n < result.size(); ++n) result.flat(n) = std::sin(start + 1.7 * n + 0.3 * n * n);
  return result;
}

/// Calls test(x, mask, in_proj_weight, in_proj_bias, out_proj_weight, out_proj_bias, heads) once for each
/// case on which somebody's multi_head_attention is to be tried. The shapes are those of chapter 4: x
/// (B, T, D); mask (B, T), 1 = token, every sentence has one; weights (3D, D) and (D, D), biases (3D), (D).
void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>& test) {
  //~ stub
  // One case might be: test(numbers({1, 1, 2}, 1), Tensor::full({1, 1}, 1), numbers({6, 2}, 2), Tensor({6}),
  // numbers({2, 2}, 3), Tensor({2}), 1);
  not_written("attention_cases");
  //~ solution
  const int D = 4;
  //~ wrong one_feature: = 4 => = 1
  //~ end
  //~ solution
  const Tensor x = numbers({2, 3, D}, 1) * 2.0;
  //~ wrong one_token: 3, D}, 1) * 2.0 => 1, D}, 1) * 2.0
  //~ wrong equal_tokens: numbers({2, 3, D}, 1) * 2.0 => Tensor::full({2, 3, D}, 1)
  //~ end
  //~ solution
  Tensor mask = Tensor::full({x.dim(0), x.dim(1)}, 1);
  //~ end
  //~ solution
  mask(x.dim(0) - 1, x.dim(1) - 1) = 0;
  //~ wrong one_token: mask(x.dim(0) - 1, x.dim(1) - 1) = 0; =>
  //~ wrong same_padding
  for (int b = 0; b < x.dim(0); ++b) mask(b, x.dim(1) - 1) = 0;
  //~ wrong empty_sentence
  for (int t = 0; t < x.dim(1); ++t) mask(x.dim(0) - 1, t) = 0;
  //~ end
  //~ solution
  const Tensor in_weight = numbers({3 * D, D}, 2), out_weight = numbers({D, D}, 4);
  //~ wrong symmetric_output: , out_weight = numbers({D, D}, 4) => ; Tensor out_weight({D, D}); for (int i = 0; i < D; ++i) out_weight(i, i) = 1
  //~ end
  //~ solution
  const Tensor in_bias = numbers({3 * D}, 3), out_bias = numbers({D}, 5);
  //~ wrong no_biases: in_bias = numbers({3 * D}, 3), out_bias = numbers({D}, 5) => in_bias({3 * D}), out_bias({D})
  //~ end
  //~ solution
  test(x, mask, in_weight, in_bias, out_weight, out_bias, 2);
  //~ wrong one_head, one_feature: out_bias, 2 => out_bias, 1
  //~ end
  //~ solution
  // Scores of about −20,000: a hidden key must stay hidden beside them.
  Tensor far = Tensor::full({1, 2, 1}, 150), keys({3});
  far(0, 1, 0) = 1;
  test(far, Tensor::of({1, 2}, {1, 0}), Tensor::of({3, 1}, {1, -1, 1}), keys, Tensor::full({1, 1}, 1),
       Tensor({1}), 1);
  //~ wrong small_scores
  //~ end
}

/// Calls test(x, weight, bias, eps) for each case of layer_norm: x (N, C), weight (C), bias (C).
void layer_norm_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, double)>& test) {
  //~ stub
  // test(numbers({2, 3}, 1), Tensor({3}), numbers({3}, 3), 1e-5);
  not_written("layer_norm_cases");
  //~ solution
  test(numbers({3, 4}, 1) + 2.0, numbers({4}, 2) + 2.0, numbers({4}, 3), 0.5);
  //~ wrong weight_of_ones: numbers({4}, 2) + 2.0 => Tensor::full({4}, 1)
  //~ wrong bias_of_zeros: numbers({4}, 3) => Tensor({4})
  //~ wrong one_row: numbers({3, 4}, 1) + 2.0 => numbers({1, 4}, 1) + 2.0
  //~ wrong tiny_eps: , 0.5) => , 1e-5)
  //~ wrong mean_of_zero
  test(Tensor::of({2, 4}, {-1, 1, 2, -2, 3, -3, 5, -5}), numbers({4}, 2) + 2.0, numbers({4}, 3), 0.5);
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
  //~ wrong one_row_counts: {1, 0, 2} => {1, 2, 2}
  //~ wrong no_padding_row: 2} => 1}
  //~ end
  //~ solution
  test(numbers({3, 4}, 1), targets, 0.2, 2);
  //~ wrong no_smoothing: 0.2, 2 => 0, 2
  //~ wrong padding_is_zero: 0.2, 2 => 0.2, 0
  //~ wrong only_padding: targets, 0.2 => {2, 2, 2}, 0.2
  //~ end
  //~ solution
  test(numbers({1, 4}, 1) * 2000.0, {1}, 0, -100);
  //~ wrong small_logits: * 2000.0 =>
  //~ end
}
