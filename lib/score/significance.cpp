#include "lib/score/significance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>

namespace heed {
namespace {

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// P(|T| ≥ t) of Student's t with n degrees of freedom, by its finite sums (Abramowitz & Stegun 26.7.3, 4).
double two_sided_p(double t, std::size_t n) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(n))), cosine = std::cos(angle);
  const bool odd = n % 2 == 1;
  double term = odd ? cosine : 1, sum = n == 1 ? 0 : term;
  for (std::size_t k = odd ? 3 : 2; k + 2 <= n; k += 2) {
    term *= cosine * cosine * static_cast<double>(k - 1) / static_cast<double>(k);
    sum += term;
  }
  const double inside = odd ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
  return std::clamp(1 - inside, 0.0, 1.0);
}

}  // namespace

double standard_error(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double squares = 0;
  for (double v : values) squares += (v - mean) * (v - mean);
  const auto n = static_cast<double>(values.size());
  return std::sqrt(squares / (n - 1) / n);
}

MeanInterval mean_interval(const std::vector<double>& values) {
  if (values.size() < 2) return {mean_of(values), std::nullopt};
  constexpr double alpha = 0.05;
  double low = 0, high = 1;  // of t
  while (two_sided_p(high, values.size() - 1) > alpha) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (two_sided_p(middle, values.size() - 1) > alpha ? low : high) = middle;
  }
  return {mean_of(values), high * standard_error(values)};
}

std::optional<double> mean_p_value(const std::vector<double>& values) {
  if (values.size() < 2) return std::nullopt;
  const double mean = std::abs(mean_of(values)), error = standard_error(values);
  if (error == 0) return mean == 0 ? 1 : 0;
  return two_sided_p(mean / error, values.size() - 1);
}

std::string interval_text(const MeanInterval& interval, const char* form) {
  const std::string mean = fmt::format(fmt::runtime(form), interval.mean);
  return interval.half_width ? fmt::format("{} ± {:.2f}", mean, *interval.half_width) : mean;
}

std::string p_text(double p) { return fmt::format("{:.3f}", std::max(p, 0.001)); }

MeanInterval ratio_of_sums(const std::vector<double>& parts, const std::vector<double>& wholes) {
  const double whole = std::accumulate(wholes.begin(), wholes.end(), 0.0);
  if (whole == 0) return {};
  const double ratio = std::accumulate(parts.begin(), parts.end(), 0.0) / whole;
  double squares = 0;
  for (std::size_t s = 0; s < wholes.size(); ++s) squares += std::pow(parts[s] - ratio * wholes[s], 2);
  return {ratio, 1.96 * std::sqrt(squares) / whole};
}

ShareInterval wilson_interval(std::int64_t right, std::int64_t n) {
  if (n < 1) return {};
  constexpr double z = 1.959964, z2 = z * z;
  const auto all = static_cast<double>(n);
  const double p = static_cast<double>(right) / all;
  const double middle = p + z2 / (2 * all), half = z * std::sqrt(p * (1 - p) / all + z2 / (4 * all * all));
  // p lies within; rounding would put it just outside where none or all are right.
  return {std::clamp((middle - half) / (1 + z2 / all), 0.0, p),
          std::clamp((middle + half) / (1 + z2 / all), p, 1.0)};
}

std::vector<double> holm(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    largest = std::max(largest, static_cast<double>(order.size() - k) * p_values[order[k]]);
    adjusted[order[k]] = std::min(largest, 1.0);
  }
  return adjusted;
}

}  // namespace heed
