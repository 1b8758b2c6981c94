#include "exercises/learn.hpp"

//~ solution
struct Statistics {
  double mean, deviation;
};

/// Of row n of x: the mean, and √(variance + eps).
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
  //~ wrong unbiased_eps_outside M15: width + eps) => (width - 1)) + eps
  //~ wrong no_eps M15: width + eps) => width)
  //~ wrong fixed_eps: eps => 1e-5
  //~ wrong sum_of_squares: / width + => +
  //~ wrong no_root: std::sqrt(variance / width + eps) => variance / width + eps
  //~ end
  //~ solution
}

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
  //~ wrong whole_tensor M15
  Tensor one_row({1, x.size()});
  for (int i = 0; i < x.size(); ++i) one_row(0, i) = x.flat(i);
  const auto [mean, deviation] = statistics(one_row, 0, eps);
  Tensor y(x.shape());
  for (int n = 0; n < x.dim(0); ++n) {
    for (int c = 0; c < x.dim(1); ++c) y(n, c) = weight(c) * (x(n, c) - mean) / deviation + bias(c);
  }
  return y;
  //~ wrong no_mean
  Tensor y(x.shape());
  for (int n = 0; n < x.dim(0); ++n) {
    double square = 0;
    for (int c = 0; c < x.dim(1); ++c) square += x(n, c) * x(n, c) / x.dim(1);
    for (int c = 0; c < x.dim(1); ++c) y(n, c) = weight(c) * x(n, c) / std::sqrt(square + eps) + bias(c);
  }
  return y;
  //~ wrong raw_second_moment
  Tensor y(x.shape());
  for (int n = 0; n < x.dim(0); ++n) {
    const double mean = statistics(x, n, eps).mean;
    double square = 0;
    for (int c = 0; c < x.dim(1); ++c) square += x(n, c) * x(n, c) / x.dim(1);
    for (int c = 0; c < x.dim(1); ++c) {
      y(n, c) = weight(c) * (x(n, c) - mean) / std::sqrt(square + eps) + bias(c);
    }
  }
  return y;
  //~ wrong not_centred: auto [mean, deviation] = statistics(x, n, eps) => double deviation = statistics(x, n, eps).deviation
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
  for (int n = 0; n < x.dim(0); ++n) {
    const auto [mean, deviation] = statistics(x, n, eps);
    double mean_g = 0, mean_gx = 0;
    for (int c = 0; c < width; ++c) {
      //~ end
      //~ solution
      const double g = grad(n, c) * weight(c);
      //~ wrong weight_forgotten: ) * weight(c) => )
      //~ wrong weight_at_the_end: ) * weight(c) => )
      //~ wrong weight_not_in_means: ) * weight(c) => )
      //~ wrong upstream_ignored M09: grad(n, c) * weight => weight
      //~ wrong upstream_and_weight_ignored M09: grad(n, c) * weight(c) => 1
      //~ end
      //~ solution
      mean_g += g;
      mean_gx += g * (x(n, c) - mean) / deviation;
    }
    //~ end
    //~ solution
    mean_g /= width;
    mean_gx /= width;
    //~ wrong sums_for_means
    //~ wrong unbiased_exact M15
    double variance = 0;
    for (int c = 0; c < width; ++c) variance += (x(n, c) - mean) * (x(n, c) - mean);
    const double unbiased = std::sqrt(variance / (width - 1) + eps);
    mean_g /= width;
    mean_gx *= deviation / unbiased / (width - 1);
    //~ wrong unbiased_mean_of_products M15: mean_gx /= width; => mean_gx /= width - 1;
    //~ wrong eps_outside_exact M15 like unbiased_exact: mean); => mean) / width;
    //~ wrong eps_outside_exact M15 like unbiased_exact: unbiased = std::sqrt(variance / (width - 1) + eps => sigma = std::sqrt(variance
    //~ wrong eps_outside_exact M15 like unbiased_exact: unbiased / (width - 1) => width
    //~ wrong unbiased_eps_outside_exact M15 like eps_outside_exact: ) / width => ) / (width - 1) | / width => / (width - 1)
    //~ end
    //~ solution
    for (int c = 0; c < width; ++c) {
      //~ end
      //~ solution
      const double g = grad(n, c) * weight(c);
      //~ wrong weight_forgotten: ) * weight(c) => )
      //~ wrong weight_at_the_end: ) * weight(c) => )
      //~ wrong upstream_ignored M09: grad(n, c) * weight => weight
      //~ wrong upstream_and_weight_ignored M09: grad(n, c) * weight(c) => 1
      //~ end
      //~ solution
      const double normalised = (x(n, c) - mean) / deviation;
      result(n, c) = (g - mean_g - normalised * mean_gx) / deviation;
      //~ wrong weight_at_the_end: = (g => = weight(c) * (g
      //~ wrong statistics_constant
      result(n, c) = g / deviation;
      //~ wrong variance_constant like statistics_constant: g => (g - mean_g)
      //~ wrong mean_constant: mean_g - normalised => normalised
      //~ wrong plus_sign: mean_g - normalised => mean_g + normalised
      //~ wrong normalised_missing: normalised * mean_gx => mean_gx + 0 * normalised
      //~ wrong not_divided: (g - mean_g - normalised * mean_gx) / deviation => g - mean_g - normalised * mean_gx
      //~ wrong input_for_normalised like statistics_constant: g => (g - mean_g - (x(n, c) - mean) * mean_gx)
      //~ wrong unbiased_exact M15: mean) / deviation; => mean) / unbiased; | mean_gx) / deviation; => mean_gx) / unbiased;
      //~ wrong eps_outside_exact M15: normalised = (x(n, c) - mean) / deviation => s = sigma + eps
      //~ wrong eps_outside_exact M15: mean_g - normalised * mean_gx) / deviation => mean_g) / s - (x(n, c) - mean) * mean_gx / (sigma * s * s)
      //~ wrong unbiased_eps_outside_exact M15
      const double s = sigma + eps;
      result(n, c) = (g - mean_g) / s - (x(n, c) - mean) * mean_gx / (sigma * s * s);
      //~ end
      //~ solution
    }
  }
  //~ end
  //~ solution
  return result;
  //~ wrong first_axis_backward M15
  const Tensor columns = transpose(x);
  const int height = x.dim(0);
  for (int c = 0; c < width; ++c) {
    const auto [mean, deviation] = statistics(columns, c, eps);
    double mean_g = 0, mean_gx = 0;
    for (int n = 0; n < height; ++n) {
      mean_g += grad(n, c) * weight(c) / height;
      mean_gx += grad(n, c) * weight(c) * (x(n, c) - mean) / deviation / height;
    }
    for (int n = 0; n < height; ++n) {
      const double normalised = (x(n, c) - mean) / deviation;
      result(n, c) = (grad(n, c) * weight(c) - mean_g - normalised * mean_gx) / deviation;
    }
  }
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
      //~ wrong no_mean
      double square = 0;
      for (int i = 0; i < x.dim(1); ++i) square += x(n, i) * x(n, i) / x.dim(1);
      grad_weight(c) += grad(n, c) * x(n, c) / std::sqrt(square + eps);
      grad_bias(c) += grad(n, c);
      //~ wrong raw_second_moment like no_mean: x(n, c => (x(n, c) - mean
      //~ end
      //~ solution
    }
  }
  //~ end
  //~ solution
  return {grad_weight, grad_bias};
  //~ wrong first_axis_parameters M15
  const Tensor columns = transpose(x);
  grad_weight = Tensor({x.dim(1)});
  for (int c = 0; c < x.dim(1); ++c) {
    const auto [mean, deviation] = statistics(columns, c, eps);
    for (int n = 0; n < x.dim(0); ++n) grad_weight(c) += grad(n, c) * (x(n, c) - mean) / deviation;
  }
  return {grad_weight, grad_bias};
  //~ wrong sums_over_a_row in mistakes
  //~ wrong whole_tensor M15
  Tensor one_row({1, x.size()});
  for (int i = 0; i < x.size(); ++i) one_row(0, i) = x.flat(i);
  const auto [mean, deviation] = statistics(one_row, 0, eps);
  grad_weight = Tensor({x.dim(1)});
  for (int n = 0; n < x.dim(0); ++n)
    for (int c = 0; c < x.dim(1); ++c) grad_weight(c) += grad(n, c) * (x(n, c) - mean) / deviation;
  return {grad_weight, grad_bias};
  //~ end
}
