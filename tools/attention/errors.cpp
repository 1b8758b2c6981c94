#include "tools/attention/errors.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"

namespace heed {
namespace {

double feature(double x) { return x > 0 ? x + 1 : std::exp(x); }  // elu + 1

double product(const double* a, const double* b) {
  double sum = 0;
  for (std::int64_t d = 0; d < attention_head_dim; ++d) sum += a[d] * b[d];
  return sum;
}

/// In double, after `change`.
template <typename F>
std::vector<double> doubles(const Array& x, F change) {
  std::vector<double> values;
  for (const Scalar v : x.values()) values.push_back(change(static_cast<double>(v)));
  return values;
}

/// (T, D): each row the mean of the values under the weights e^(q·k/√D), or φ(q)·φ(k), of the keys that the
/// mask allows.
std::vector<double> exact_attention(const Array& q, const Array& k, const Array& v, const Mask& mask,
                                    AttentionKernel kernel) {
  const bool linear = kernel == AttentionKernel::linear;
  const std::int64_t tokens = q.dim(-2), dim = attention_head_dim;
  const auto prepare = [&](double x) { return linear ? feature(x) : x; };
  const std::vector<double> queries = doubles(q, prepare), keys = doubles(k, prepare);
  const std::vector<double> values = doubles(v, [](double x) { return x; });
  std::vector<double> out(queries.size()), weights(static_cast<std::size_t>(tokens));
  for (std::int64_t i = 0; i < tokens; ++i) {
    double total = 0;
    for (std::int64_t j = 0; j < tokens; ++j) {
      // scores of random numbers are small enough for e^s
      const double s = mask.allows(0, 0, i, j) ? product(&queries[static_cast<std::size_t>(i * dim)],
                                                         &keys[static_cast<std::size_t>(j * dim)])
                                               : -INFINITY;
      double& w = weights[static_cast<std::size_t>(j)];
      w = linear ? std::max(s, 0.0) : std::exp(s / std::sqrt(static_cast<double>(dim)));
      total += w;
    }
    for (std::int64_t j = 0; j < tokens; ++j) {
      const double share = weights[static_cast<std::size_t>(j)] / total;
      for (std::int64_t d = 0; share != 0 && d < dim; ++d)
        out[static_cast<std::size_t>(i * dim + d)] += share * values[static_cast<std::size_t>(j * dim + d)];
    }
  }
  return out;
}

double relative_error(const Array& given, const std::vector<double>& exact) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double e = static_cast<double>(given.data()[i]) - exact[i];
    error += e * e;
    size += exact[i] * exact[i];
  }
  return std::sqrt(error / size);
}

}  // namespace

std::vector<AttentionError> attention_errors(const AttentionCase& at) {
  const NoGrad no_grad;
  Rng rng(2);
  const Shape shape{1, 1, at.tokens, attention_head_dim};
  const Array q = rng.normal(shape), k = rng.normal(shape), v = rng.normal(shape);
  const std::vector<double> full =
      exact_attention(q, k, v, at.causal ? Mask::causal() : Mask(), AttentionKernel::dense);
  std::vector<AttentionError> errors;
  for (const AttentionKind& kind : attention_kinds()) {
    const AttentionOptions options = kind.options(at);
    const Array out = scaled_dot_product_attention(Variable(q), Variable(k), Variable(v), options).value();
    const bool is_full = kind.name == "dense" || kind.name == "blockwise";
    const double from_full = relative_error(out, full);
    errors.push_back(
        {kind.name, at.causal,
         is_full ? from_full : relative_error(out, exact_attention(q, k, v, options.mask, options.kernel)),
         from_full});
  }
  return errors;
}

Unnormalised without_normaliser(std::int64_t tokens) {
  const NoGrad no_grad;
  Rng rng(3);
  const Shape shape{tokens, attention_head_dim};
  const Variable q(rng.normal(shape)), k(rng.normal(shape)), v(Array::ones(shape));
  const auto phi = [](const Variable& x) { return relu(x) + exp(-relu(-x)); };  // elu(x) + 1
  const auto mean_of = [](const Variable& x) { return static_cast<double>(mean(x).item()); };
  return {tokens, mean_of(scaled_dot_product_attention(q, k, v, {.kernel = AttentionKernel::linear})),
          mean_of(matmul(phi(q), matmul(transpose(phi(k), 0, 1), v)))};
}

}  // namespace heed
