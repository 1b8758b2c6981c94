#include "exercises/given.hpp"

#include <cmath>
#include <limits>

#include "lib/core/error.hpp"

namespace heed::learn::given {

namespace {

/// function(first element, length) for every row along the last axis.
template <typename Function>
void each_row(const Tensor& x, Function function) {
  const int length = x.dim(-1);
  for (int first = 0; first < x.size(); first += length) function(first, length);
}

double largest(const Tensor& x, int first, int length) {
  double result = -std::numeric_limits<double>::infinity();
  for (int i = first; i < first + length; ++i) result = std::max(result, x.flat(i));
  return result;
}

}  // namespace

Tensor softmax(const Tensor& x) {
  Tensor p(x.shape());
  each_row(x, [&](int first, int length) {
    const double max = largest(x, first, length);
    double sum = 0;
    for (int i = first; i < first + length; ++i) sum += p.flat(i) = std::exp(x.flat(i) - max);
    for (int i = first; i < first + length; ++i) p.flat(i) /= sum;
  });
  return p;
}

Tensor log_softmax(const Tensor& x) {
  Tensor result(x.shape());
  each_row(x, [&](int first, int length) {
    const double max = largest(x, first, length);
    double sum = 0;
    for (int i = first; i < first + length; ++i) sum += std::exp(x.flat(i) - max);
    for (int i = first; i < first + length; ++i) result.flat(i) = x.flat(i) - max - std::log(sum);
  });
  return result;
}

Tensor softmax_backward(const Tensor& p, const Tensor& g) {
  Tensor result(p.shape());
  each_row(p, [&](int first, int length) {
    double dot = 0;
    for (int i = first; i < first + length; ++i) dot += p.flat(i) * g.flat(i);
    for (int i = first; i < first + length; ++i) result.flat(i) = p.flat(i) * (g.flat(i) - dot);
  });
  return result;
}

Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps) {
  Tensor y(x.shape());
  each_row(x, [&](int first, int length) {
    double mean = 0, variance = 0;
    for (int i = first; i < first + length; ++i) mean += x.flat(i) / length;
    for (int i = first; i < first + length; ++i) variance += (x.flat(i) - mean) * (x.flat(i) - mean) / length;
    for (int c = 0; c < length; ++c)
      y.flat(first + c) = (x.flat(first + c) - mean) / std::sqrt(variance + eps) * weight(c) + bias(c);
  });
  return y;
}

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  const int in = x.dim(-1), out = weight.dim(0);
  if (weight.rank() != 2 || weight.dim(1) != in || bias.shape() != std::vector<int>{out})
    throw_error<ShapeError>("linear: x {}, weight {}, bias {} do not go together", shape_text(x.shape()),
                            shape_text(weight.shape()), shape_text(bias.shape()));
  std::vector<int> shape = x.shape();
  shape.back() = out;
  Tensor y(shape);
  for (int row = 0; row < (in == 0 ? 0 : x.size() / in); ++row) {
    for (int j = 0; j < out; ++j) {
      double sum = bias(j);
      for (int k = 0; k < in; ++k) sum += x.flat(row * in + k) * weight(j, k);
      y.flat(row * out + j) = sum;
    }
  }
  return y;
}

Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value) {
  return attention(query, key, value, Tensor::full({query.dim(-2), key.dim(-2)}, 1));
}

Tensor attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask) {
  Tensor scores = matmul(query, transpose(key)) / std::sqrt(query.dim(-1));
  if (mask.rank() < 2 || mask.dim(-2) != scores.dim(-2) || mask.dim(-1) != scores.dim(-1) ||
      (mask.rank() > 2 && mask.shape() != scores.shape()))
    throw_error<ShapeError>(
        "attention: a mask {} does not go with scores {}: it is (Tq, Tk), or has their shape",
        shape_text(mask.shape()), shape_text(scores.shape()));
  for (int i = 0; i < scores.size(); ++i) {
    if (mask.flat(i % mask.size()) == 0) scores.flat(i) = -std::numeric_limits<double>::infinity();
  }
  Tensor weights = softmax(scores);
  for (int i = 0; i < weights.size(); ++i) {
    if (mask.flat(i % mask.size()) == 0) weights.flat(i) = 0;  // not NaN where a row may attend to nothing
  }
  return matmul(weights, value);
}

Tensor causal_mask(int length) {
  Tensor mask({length, length});
  for (int row = 0; row < length; ++row) {
    for (int column = 0; column <= row; ++column) mask(row, column) = 1;
  }
  return mask;
}

Tensor split_heads(const Tensor& x, int heads) {
  const int length = x.dim(-2), channels = x.dim(-1), width = channels / heads;
  if (width * heads != channels)
    throw_error<ShapeError>("split_heads: {} heads do not divide {} channels", heads, channels);
  std::vector<int> shape = x.shape();
  shape.insert(shape.end() - 2, heads);
  shape.back() = width;
  Tensor result(shape);
  for (int i = 0; i < x.size(); ++i) {
    const int c = i % channels, t = i / channels % length, block = i / (channels * length);
    result.flat(((block * heads + c / width) * length + t) * width + c % width) = x.flat(i);
  }
  return result;
}

Tensor merge_heads(const Tensor& x) {
  const int heads = x.dim(-3), length = x.dim(-2), width = x.dim(-1);
  std::vector<int> shape = x.shape();
  shape.erase(shape.end() - 3);
  shape.back() = heads * width;
  Tensor result(shape);
  for (int i = 0; i < x.size(); ++i) {
    const int c = i % width, t = i / width % length, h = i / (width * length) % heads;
    const int block = i / (width * length * heads);
    result.flat((block * length + t) * heads * width + h * width + c) = x.flat(i);
  }
  return result;
}

Tensor sinusoidal_encoding(int length, int channels) {
  Tensor result({length, channels});
  for (int t = 0; t < length; ++t) {
    for (int c = 0; c < channels; ++c) {
      const double angle = t / std::pow(10000.0, static_cast<double>(c / 2 * 2) / channels);
      result(t, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  }
  return result;
}

Tensor rotary(const Tensor& x) {
  const int length = x.dim(-2), width = x.dim(-1);
  Tensor y(x.shape());
  for (int n = 0; n + 1 < x.size(); n += 2) {
    const double angle = n / width % length / std::pow(10000.0, static_cast<double>(n % width) / width);
    y.flat(n) = x.flat(n) * std::cos(angle) - x.flat(n + 1) * std::sin(angle);
    y.flat(n + 1) = x.flat(n) * std::sin(angle) + x.flat(n + 1) * std::cos(angle);
  }
  return y;
}

Tensor relu(const Tensor& x) {
  Tensor y(x.shape());
  for (int i = 0; i < x.size(); ++i) y.flat(i) = std::max(x.flat(i), 0.0);
  return y;
}

}  // namespace heed::learn::given
