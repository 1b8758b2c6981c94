// These functions say, for each known mistake, what is true of the cases of everybody who made it.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "exercises/given.hpp"

namespace marks {

/// A mistake's id, and whether a case is as it makes all cases; or, if `one_is_enough`, one of them.
struct Mark {
  const char* id;
  bool holds;
  bool one_is_enough = false;
};

inline bool all(const Tensor& values, double number) {
  return std::all_of(values.values().begin(), values.values().end(), [&](double x) { return x == number; });
}

/// Returns true if `of` gives for each row what it gives for the first.
template <typename Of>
bool alike(int rows, const Of& of) {
  for (int row = 1; row < rows; ++row)
    if (of(row) != of(0)) return false;
  return true;
}

/// The lowest score of a query and a key that it may see.
inline double lowest_score(const Tensor& x, const Tensor& mask, const Tensor& weight, const Tensor& bias,
                           int heads) {
  const int length = x.dim(1), dim = x.dim(2), each = dim / heads;
  double lowest = 0;
  const auto projected = [&](int b, int t, int row) {
    double sum = bias(row);
    for (int d = 0; d < dim; ++d) sum += weight(row, d) * x(b, t, d);
    return sum;
  };
  for (int b = 0; b < x.dim(0); ++b)
    for (int q = 0; q < length; ++q)
      for (int k = 0; k < length; ++k)
        for (int h = 0; h < heads && mask(b, k) != 0; ++h) {
          double score = 0;
          for (int i = h * each; i < (h + 1) * each; ++i)
            score += projected(b, q, i) * projected(b, k, dim + i);
          lowest = std::min(lowest, score / std::sqrt(double(each)));
        }
  return lowest;
}

inline std::vector<Mark> of_attention(const Tensor& x, const Tensor& mask, const Tensor& weight,
                                      const Tensor& bias, const Tensor& out_weight, const Tensor& out_bias,
                                      int heads) {
  const int batch = x.dim(0), length = x.dim(1), dim = x.dim(2);
  bool one_token = true, equal_tokens = true, empty = false, symmetric = true;
  for (int b = 0; b < batch; ++b) {
    int tokens = 0, first = -1;
    for (int t = 0; t < length; ++t) {
      if (mask(b, t) == 0) continue;
      if (++tokens == 1) first = t;
      for (int d = 0; d < dim; ++d) equal_tokens = equal_tokens && x(b, t, d) == x(b, first, d);
    }
    one_token = one_token && tokens <= 1;
    empty = empty || tokens == 0;
  }
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < i; ++j) symmetric = symmetric && out_weight(i, j) == out_weight(j, i);
  const bool same_padding = alike(batch, [&](int b) {
    std::vector<double> row;
    for (int t = 0; t < length; ++t) row.push_back(mask(b, t));
    return row;
  });
  constexpr double hidden = -10000;
  return {{"one_token", one_token},
          {"equal_tokens", equal_tokens},
          {"empty_sentence", empty, true},
          {"same_padding", same_padding},
          {"symmetric_output", symmetric},
          {"no_biases", all(bias, 0) && all(out_bias, 0)},
          {"one_head", heads == 1},
          {"one_feature", dim == 1},
          {"small_scores", lowest_score(x, mask, weight, bias, heads) > hidden}};
}

inline std::vector<Mark> of_layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias,
                                       double eps) {
  constexpr double tiny = 1e-3, nearly = 1e-9;
  double lowest_mean = INFINITY, highest_mean = -INFINITY, lowest = INFINITY, highest = 0;
  for (int r = 0; r < x.dim(0); ++r) {
    double mean = 0, variance = 0;
    for (int c = 0; c < x.dim(1); ++c) mean += x(r, c) / x.dim(1);
    for (int c = 0; c < x.dim(1); ++c) variance += (x(r, c) - mean) * (x(r, c) - mean) / x.dim(1);
    lowest_mean = std::min(lowest_mean, mean), highest_mean = std::max(highest_mean, mean);
    lowest = std::min(lowest, variance), highest = std::max(highest, variance);
  }
  return {{"weight_of_ones", all(weight, 1)},
          {"bias_of_zeros", all(bias, 0)},
          {"one_row", highest_mean - lowest_mean < nearly && highest - lowest < nearly},
          {"tiny_eps", eps < tiny * lowest},
          {"mean_of_zero", std::max(highest_mean, -lowest_mean) < nearly}};
}

inline std::vector<Mark> of_cross_entropy(const Tensor& logits, const std::vector<int>& targets,
                                          double smoothing, int ignored) {
  constexpr double overflows = 709;
  const auto left_out = std::count(targets.begin(), targets.end(), ignored);
  const auto counted = static_cast<std::ptrdiff_t>(targets.size()) - left_out;
  const bool has_word_0 = ignored != 0 && std::count(targets.begin(), targets.end(), 0) > 0;
  return {{"one_row_counts", counted <= 1},
          {"no_padding_row", left_out == 0},
          {"no_smoothing", smoothing == 0},
          {"padding_is_zero", !has_word_0},
          {"only_padding", counted == 0, true},
          {"small_logits", std::all_of(logits.values().begin(), logits.values().end(),
                                       [&](double x) { return std::abs(x) < overflows; })}};
}

}  // namespace marks
