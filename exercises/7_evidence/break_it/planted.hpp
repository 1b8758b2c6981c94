// break_it plants right ways to compute two functions (0, -1, -2) and mistakes, by their numbers from 1 on.
#pragma once

#include "exercises/given.hpp"

namespace planted {
namespace {  // no answer finds them by their names

Tensor rows(const Tensor& x, int first, int count) {
  Tensor result(x.rank() == 1 ? std::vector<int>{count} : std::vector<int>{count, x.dim(1)});
  const int each = result.size() / count;
  for (int n = 0; n < result.size(); ++n) result.flat(n) = x.flat(first * each + n);
  return result;
}

Tensor split(const Tensor& x, int heads, bool by_reshape) {
  return by_reshape ? x.reshape({x.dim(0), heads, x.dim(1), x.dim(2) / heads}) : given::split_heads(x, heads);
}

Tensor attention(int which, const Tensor& x, const Tensor& mask, const Tensor& weight, const Tensor& bias,
                 const Tensor& out_weight, const Tensor& out_bias, int heads) {
  enum { scale_missing = 1, over_queries, causal_too, in_bias, out_bias_missing, out_transposed };
  enum { split_reshape = 7, merge_reshape, scale_of_model, over_heads, first_head };
  enum { mask_ignored = 12, mask_of_queries, mask_of_first, weak_mask, hidden_zero };
  const int batch = x.dim(0), length = x.dim(1), dim = x.dim(2), size = dim / heads;
  const auto project = [&](int first) {
    const Tensor b = rows(bias, first, dim);
    return split(given::linear(x, rows(weight, first, dim), which == in_bias ? b * 0.0 : b), heads,
                 which == split_reshape);
  };
  const double scale = which == scale_missing ? 1 : std::sqrt(which == scale_of_model ? dim : size);
  Tensor scores = matmul(project(0), transpose(project(dim))) / scale;
  const double hidden = which == -1            ? -1e30
                        : which == weak_mask   ? -1e4
                        : which == hidden_zero ? 0
                                               : -std::numeric_limits<double>::infinity();
  for (int b = 0; b < batch; ++b)
    for (int h = 0; h < heads; ++h)
      for (int i = 0; i < length; ++i)
        for (int j = 0; j < length; ++j) {
          const double token = mask(which == mask_of_first ? 0 : b, which == mask_of_queries ? i : j);
          if ((token == 0 && which != mask_ignored) || (which == causal_too && j > i))
            scores(b, h, i, j) = hidden;
        }
  Tensor weights;
  if (which == over_queries) {
    weights = transpose(given::softmax(transpose(scores)));
  } else if (which == over_heads) {
    weights = Tensor(scores.shape());
    for (int n = 0; n < scores.size(); ++n) {
      const int place = n % (length * length), b = n / (heads * length * length);
      double sum = 0;
      for (int h = 0; h < heads; ++h) sum += std::exp(scores.flat((b * heads + h) * length * length + place));
      weights.flat(n) = sum == 0 ? 0 : std::exp(scores.flat(n)) / sum;
    }
  } else {
    weights = given::softmax(scores);
  }
  const int table = heads * length * length;
  for (int n = 0; which == first_head && n < weights.size(); ++n)
    weights.flat(n) = weights.flat(n / table * table + n % (length * length));
  for (double row = 0; which == -2 && row < weights.size() / length; ++row) {  // normalised once more
    double sum = 0;
    for (int j = 0; j < length; ++j) sum += weights.flat(static_cast<int>(row) * length + j);
    for (int j = 0; j < length; ++j) weights.flat(static_cast<int>(row) * length + j) /= sum;
  }
  Tensor joined = matmul(weights, project(2 * dim));
  joined = which == merge_reshape ? joined.reshape({batch, length, dim}) : given::merge_heads(joined);
  return given::linear(joined, which == out_transposed ? transpose(out_weight) : out_weight,
                       which == out_bias_missing ? out_bias * 0.0 : out_bias);
}

/// -1: all classes with their shares. -2: the target's term, and that of the smoothing, each with its own
/// mean.
Tensor loss_in_another_way(int which, const Tensor& logits, const std::vector<int>& targets, double smoothing,
                           int ignored) {
  const Tensor log_p = given::log_softmax(logits);
  const int classes = logits.dim(1);
  double shares = 0, of_target = 0, of_all = 0, counted = 0;
  for (int n = 0; n < logits.dim(0); ++n) {
    const int target = targets.at(n);
    if (target == ignored) continue;
    if (target < 0 || target >= classes) return Tensor::full({}, std::numeric_limits<double>::quiet_NaN());
    ++counted;
    of_target -= log_p(n, target);
    for (int c = 0; c < classes; ++c) {
      const double share = smoothing / classes + (c == target ? 1 - smoothing : 0);
      if (share != 0) shares -= share * log_p(n, c);
      of_all -= log_p(n, c) / classes;
    }
  }
  const double two_terms = (1 - smoothing) * of_target + (smoothing == 0 ? 0 : smoothing * of_all);
  return Tensor::full({}, (which == -1 ? shares : two_terms) / counted);
}

Tensor loss(int which, const Tensor& logits, const std::vector<int>& targets, double smoothing, int ignored) {
  enum {
    summed = 1,
    over_all_rows,
    padding_counts,
    only_zero_ignored,
    unsmoothed,
    over_others,
    overflows,
    base_two
  };
  const int classes = logits.dim(1);
  if (which == -1 || which == -2) return loss_in_another_way(which, logits, targets, smoothing, ignored);
  double sum = 0, counted = 0;
  for (int n = 0; n < logits.dim(0); ++n) {
    const int target = targets.at(n);
    if (target == (which == only_zero_ignored ? 0 : ignored) && which != padding_counts) continue;
    // no class: what the right way gives then is no number, so that the case refuses it
    const bool no_class = target < 0 || target >= classes;
    if (no_class && target != ignored) return Tensor::full({}, std::numeric_limits<double>::quiet_NaN());
    const int place = no_class ? 0 : target;
    double largest = which == overflows ? 0 : logits(n, 0), total = 0;
    for (int c = 0; c < classes && which != overflows; ++c) largest = std::max(largest, logits(n, c));
    for (int c = 0; c < classes; ++c) total += std::exp(logits(n, c) - largest);
    ++counted;
    for (int c = 0; c < classes; ++c) {
      double q = smoothing / (which == over_others ? classes - 1 : classes);
      if (which == over_others && c == place) q = 0;
      q += c == place ? 1 - smoothing : 0;
      if (which == unsmoothed) q = c == place ? 1 : 0;
      if (q != 0)
        sum -= q * (logits(n, c) - largest - std::log(total)) / (which == base_two ? std::log(2) : 1);
    }
  }
  if (which == over_all_rows || which == padding_counts) counted = logits.dim(0);
  return Tensor::full({}, which == summed ? sum : sum / counted);
}

}  // namespace
}  // namespace planted
