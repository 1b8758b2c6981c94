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
  //~ wrong no_eps M15: width + eps) => width)
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
  //~ wrong no_mean: statistics => root_mean_square
  //~ wrong not_centred: (x(n, c) - mean => x(n, c
  //~ wrong no_weight: = weight(c) * ( => = (
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
  const auto g = [&](int n, int c) {
    return grad(n, c) * weight(c);
  };
  //~ wrong weight_forgotten, weight_at_the_end: ) * weight(c) => )
  //~ wrong upstream_ignored M09: grad(n, c) * weight => weight
  //~ end
  //~ solution
  for (int n = 0; n < x.dim(0); ++n) {
    const auto [mean, deviation] = statistics(x, n, eps);
    double mean_g = 0, mean_gx = 0;
    for (int c = 0; c < width; ++c) {
      mean_g += g(n, c);
      mean_gx += g(n, c) * (x(n, c) - mean) / deviation;
    }
    mean_g /= width;
    mean_gx /= width;
    for (int c = 0; c < width; ++c) {
      const double normalised = (x(n, c) - mean) / deviation;
      result(n, c) = (g(n, c) - mean_g - normalised * mean_gx) / deviation;
      //~ wrong weight_at_the_end: = (g => = weight(c) * (g
      //~ wrong statistics_constant: (g(n, c) - mean_g - normalised * mean_gx) => g(n, c)
      //~ wrong variance_constant: mean_g - normalised * mean_gx => mean_g
      //~ wrong mean_constant: mean_g - normalised => normalised
      //~ wrong input_for_normalised: - normalised * mean_gx => - (x(n, c) - mean) * mean_gx
      //~ end
      //~ solution
    }
  }
  return result;
  //~ end
}

/// The pair dL/dweight, dL/dbias, each (C), when grad is dL/dy. Every row used the same weight and bias.
/// x (N, C), grad (N, C).
std::pair<Tensor, Tensor> layer_norm_parameter_gradients(const Tensor& x, double eps, const Tensor& grad) {
  //~ stub
  // y(n, c) = weight(c) · x̂(n, c) + bias(c): which elements of y does weight(c) affect?
  return not_written("layer_norm_parameter_gradients");
  //~ solution
  Tensor grad_weight({x.dim(1)}), grad_bias({x.dim(1)});
  for (int n = 0; n < x.dim(0); ++n) {
    const auto [mean, deviation] = statistics(x, n, eps);
    for (int c = 0; c < x.dim(1); ++c) {
      //~ wrong whole_tensor M15: x, n, eps => x.reshape({1, x.size()}), 0, eps
      //~ wrong no_mean: statistics => root_mean_square
      //~ end
      //~ solution
      grad_weight(c) += grad(n, c) * (x(n, c) - mean) / deviation;
      grad_bias(c) += grad(n, c);
      //~ wrong last_row_only M10: grad_weight(c) += grad( => grad_weight(c) = grad( | grad_bias(c) += grad( => grad_bias(c) = grad(
      //~ wrong raw_input: (x(n, c) - mean) / deviation => x(n, c)
      //~ wrong ones_for_grad M09: grad(n, c) * ( => ( | = grad(n, c); => = 1;
      //~ wrong bias_like_weight: c); => c) * (x(n, c) - mean) / deviation;
      //~ wrong weight_cut M08: grad_weight(c) += grad(n, c) * (x(n, c) - mean) / deviation; =>
      //~ wrong bias_cut M08: grad_bias(c) += grad(n, c); =>
      //~ wrong not_centred: (x(n, c) - mean => x(n, c
      //~ end
      //~ solution
    }
  }
  return {grad_weight, grad_bias};
  //~ end
}
