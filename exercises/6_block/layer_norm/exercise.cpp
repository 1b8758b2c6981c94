#include "exercises/learn.hpp"

//~ solution
struct Statistics {
  double mean, deviation;
};

/// Returns the mean of row n of x, and √(variance + eps).
Statistics statistics(const Tensor& x, int n, double eps) {
  const int width = x.dim(1);
  double mean = 0, variance = 0;
  for (int c = 0; c < width; ++c) mean += x(n, c);
  mean /= width;
  for (int c = 0; c < width; ++c) variance += (x(n, c) - mean) * (x(n, c) - mean);
  //~ end
  //~ solution
  return {mean, std::sqrt(variance / width + eps)};
  //~ wrong eps_outside M15: width + eps) => width) + eps
  //~ wrong unbiased M15: width => (width - 1)
  //~ wrong unbiased_but_of_one M15: width => std::max(width - 1, 1)
  //~ wrong unbiased_eps_outside M15: width + eps) => (width - 1)) + eps
  //~ wrong no_eps M15: width + eps) => width)
  //~ wrong eps_as_minimum M15: std::sqrt(variance / width + eps) => std::sqrt(std::max(variance / width, eps))
  //~ wrong fixed_eps: eps => 1e-5
  //~ wrong sum_of_squares: / width + => +
  //~ wrong no_root: std::sqrt(variance / width + eps) => variance / width + eps
  //~ end
  //~ solution
}

//~ end
//~ wrong no_mean
Statistics root_mean_square(const Tensor& x, int n, double eps) {
  double square = 0;
  for (int c = 0; c < x.dim(1); ++c) square += x(n, c) * x(n, c) / x.dim(1);
  return {0, std::sqrt(square + eps)};
}
//~ wrong raw_second_moment like no_mean: {0, => {statistics(x, n, eps).mean,
//~ end
/// y = weight · (x − mean) / √(variance + eps) + bias, with the mean and the variance of each row by itself.
/// x (N, C), weight (C), bias (C) -> (N, C).
Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps) {
  //~ stub
  // For every row: 1. its mean   2. its variance, the mean of (x − mean)²
  //                3. (x − mean) / √(variance + eps)   4. times weight(c), plus bias(c)
  return not_written("layer_norm");
  //~ solution
  Tensor y(x.shape());
  for (int n = 0; n < x.dim(0); ++n) {
    const auto [mean, deviation] = statistics(x, n, eps);
    for (int c = 0; c < x.dim(1); ++c) y(n, c) = weight(c) * (x(n, c) - mean) / deviation + bias(c);
  }
  return y;
  //~ wrong first_axis M15: Tensor => const Tensor columns = transpose(x); Tensor | n = 0; n < x.dim(0); ++n => c = 0; c < x.dim(1); ++c
  //~ wrong first_axis M15: x, n => columns, c | c = 0; c < x.dim(1); ++c) y => n = 0; n < x.dim(0); ++n) y
  //~ wrong whole_tensor M15: x, n, eps => x.reshape({1, x.size()}), 0, eps
  //~ wrong no_mean, raw_second_moment: statistics => root_mean_square
  //~ wrong not_centred: (x(n, c) - mean => x(n, c
  //~ wrong only_normalised: weight(c) * (x(n, c) - mean) / deviation + bias(c) => (x(n, c) - mean) / deviation
  //~ wrong no_weight: = weight(c) * ( => = (
  //~ wrong weight_before_mean: weight(c) * (x(n, c) - mean) => (weight(c) * x(n, c) - mean)
  //~ wrong no_bias: deviation + bias(c) => deviation
  //~ wrong bias_first: x(n, c) - mean) / deviation + bias(c => (x(n, c) - mean) / deviation + bias(c)
  //~ end
}

/// dL/dx, when grad is dL/dy. Begin with g = grad · weight, the gradient of x̂ = (x − mean) / √(variance +
/// eps).
/// x (N, C), weight (C), grad (N, C) -> (N, C).
Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) {
  //~ stub
  // The mean and the variance depend on every x of the row: each of them adds a term of its own.
  return not_written("layer_norm_backward");
  //~ solution
  const int width = x.dim(1);
  Tensor result(x.shape());
  //~ end
  //~ solution
  const auto g = [&](int n, int c) {
    return grad(n, c) * weight(c);
  };
  //~ wrong weight_forgotten, weight_at_the_end: ) * weight(c) => )
  //~ wrong upstream_ignored M09: grad(n, c) * weight => weight
  //~ wrong upstream_and_weight_ignored M09: grad(n, c) * weight(c) => 1.0
  //~ end
  //~ solution
  for (int n = 0; n < x.dim(0); ++n) {
    const auto [mean, deviation] = statistics(x, n, eps);
    //~ wrong first_axis_backward M15: int n = 0; n < x.dim(0); ++n => int c = 0; c < width; ++c | x, n => transpose(x), c
    //~ end
    //~ solution
    double mean_g = 0, mean_gx = 0;
    for (int c = 0; c < width; ++c) {
      mean_g += g(n, c);
      mean_gx += g(n, c) * (x(n, c) - mean) / deviation;
    }
    //~ wrong weight_not_in_means: mean_g += g(n, c) => mean_g += grad(n, c) | mean_gx += g(n, c) => mean_gx += grad(n, c)
    //~ wrong first_axis_backward M15: int c = 0; c < width; ++c => int n = 0; n < x.dim(0); ++n
    //~ end
    //~ solution
    mean_g /= width;
    mean_gx /= width;
    //~ wrong sums_for_means
    //~ wrong unbiased_exact M15
    const double sigma = statistics(x, n, 0).deviation;
    const double unbiased = std::sqrt(sigma * sigma * width / (width - 1) + eps);
    mean_g /= width;
    mean_gx *= deviation / unbiased / (width - 1);
    //~ wrong unbiased_mean_of_products M15: mean_gx /= width; => mean_gx /= width - 1;
    //~ wrong eps_outside_exact M15 like unbiased_exact: unbiased / (width - 1) => width
    //~ wrong unbiased_eps_outside_exact M15 like unbiased_exact: deviation; => deviation * std::sqrt(width / (width - 1.0)); | unbiased / (width => (width
    //~ wrong first_axis_backward M15: mean_g /= width => mean_g /= x.dim(0) | mean_gx /= width => mean_gx /= x.dim(0)
    //~ end
    //~ solution
    for (int c = 0; c < width; ++c) {
      //~ wrong first_axis_backward M15: int c = 0; c < width; ++c => int n = 0; n < x.dim(0); ++n
      //~ end
      //~ solution
      const double normalised = (x(n, c) - mean) / deviation;
      result(n, c) = (g(n, c) - mean_g - normalised * mean_gx) / deviation;
      //~ wrong weight_at_the_end: = (g => = weight(c) * (g
      //~ wrong statistics_constant: (g(n, c) - mean_g - normalised * mean_gx) => g(n, c)
      //~ wrong variance_constant: mean_g - normalised * mean_gx => mean_g
      //~ wrong mean_constant: mean_g - normalised => normalised
      //~ wrong plus_sign: mean_g - normalised => mean_g + normalised
      //~ wrong normalised_missing: normalised * mean_gx => mean_gx
      //~ wrong not_divided: mean_gx) / deviation => mean_gx)
      //~ wrong input_for_normalised: - normalised * mean_gx => - (x(n, c) - mean) * mean_gx
      //~ wrong unbiased_exact M15: mean) / deviation; => mean) / unbiased; | mean_gx) / deviation; => mean_gx) / unbiased;
      //~ wrong eps_outside_exact M15, unbiased_eps_outside_exact M15
      const double s = sigma + eps;
      result(n, c) = (g(n, c) - mean_g) / s - (x(n, c) - mean) * mean_gx / (sigma * s * s);
      //~ end
      //~ solution
    }
  }
  //~ end
  //~ solution
  return result;
  //~ end
}

/// The pair dL/dweight, dL/dbias, each (C), when grad is dL/dy. Every row used the same weight and bias.
/// x (N, C), grad (N, C).
std::pair<Tensor, Tensor> layer_norm_parameter_gradients(const Tensor& x, double eps, const Tensor& grad) {
  //~ stub
  // y(n, c) = weight(c) · x̂(n, c) + bias(c): what does weight(c) touch?
  return not_written("layer_norm_parameter_gradients");
  //~ solution
  Tensor grad_weight({x.dim(1)}), grad_bias({x.dim(1)});
  for (int n = 0; n < x.dim(0); ++n) {
    const auto [mean, deviation] = statistics(x, n, eps);
    for (int c = 0; c < x.dim(1); ++c) {
      //~ wrong whole_tensor M15: x, n, eps => x.reshape({1, x.size()}), 0, eps
      //~ wrong no_mean, raw_second_moment: statistics => root_mean_square
      //~ wrong sums_over_a_row: grad_weight({x.dim(1) => grad_weight({x.dim(0) | grad_bias({x.dim(1) => grad_bias({x.dim(0)
      //~ end
      //~ solution
      grad_weight(c) += grad(n, c) * (x(n, c) - mean) / deviation;
      grad_bias(c) += grad(n, c);
      //~ wrong last_row_only M10: grad_weight(c) += grad( => grad_weight(c) = grad( | grad_bias(c) += grad( => grad_bias(c) = grad(
      //~ wrong mean_over_rows: deviation; => deviation / x.dim(0); | c); => c) / x.dim(0);
      //~ wrong raw_input: (x(n, c) - mean) / deviation => x(n, c)
      //~ wrong only_centred: ) / deviation; => );
      //~ wrong ones_for_grad M09: grad(n, c) * ( => ( | = grad(n, c); => = 1;
      //~ wrong bias_like_weight: c); => c) * (x(n, c) - mean) / deviation;
      //~ wrong swapped: grad_weight => grad_bias | grad_bias(c) += grad(n, c); => grad_weight(c) += grad(n, c);
      //~ wrong weight_last_row_only M10: grad_weight(c) += grad( => grad_weight(c) = grad(
      //~ wrong bias_last_row_only M10: grad_bias(c) += grad( => grad_bias(c) = grad(
      //~ wrong weight_ones_for_grad M09: grad(n, c) * ( => (
      //~ wrong bias_ones_for_grad M09: = grad(n, c); => = 1;
      //~ wrong weight_cut M08: grad_weight(c) += grad(n, c) * (x(n, c) - mean) / deviation; =>
      //~ wrong bias_cut M08: grad_bias(c) += grad(n, c); =>
      //~ wrong not_centred: (x(n, c) - mean => x(n, c
      //~ wrong sums_over_a_row: grad_weight(c) => grad_weight(n) | grad_bias(c) => grad_bias(n)
      //~ wrong first_axis_parameters M15: grad_weight => const auto [mean, deviation] = statistics(transpose(x), c, eps); grad_weight
      //~ end
      //~ solution
    }
  }
  //~ end
  //~ solution
  return {grad_weight, grad_bias};
  //~ end
}
