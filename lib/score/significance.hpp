// How sure one can be of a mean, a share or a ratio that was measured a few times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heed {

/// Mean and 95 % interval of the mean: mean ± t(n-1) s/√n, s² = Σ (x − mean)² / (n − 1). A single value has
/// none.
struct MeanInterval {
  double mean = 0;
  std::optional<double> half_width;
};
MeanInterval mean_interval(const std::vector<double>& values);
/// Two-sided p-value of a mean, by Student's t with n − 1 degrees of freedom, for no difference from 0.
/// Values that are all the same have 0, or 1 if they are 0. Nothing with fewer than two.
std::optional<double> mean_p_value(const std::vector<double>& values);
/// s/√n, for two values or more.
double standard_error(const std::vector<double>& values);
/// "1.05 ± 0.01", without an interval "1.05"; `form` is of the mean.
std::string interval_text(const MeanInterval& interval, const char* form = "{:.2f}");
/// "0.042"; never 0.000, which no resampling can show.
std::string p_text(double p);

/// Σ parts / Σ wholes with the 95 % interval of sentences that were drawn, each with a part and a whole: the
/// variance of a ratio of two sums over them,
///
///     1.96 √(Σ (part − ratio · whole)²) / Σ wholes
///
/// Nothing is known where all wholes are 0: 0, without an interval.
MeanInterval ratio_of_sums(const std::vector<double>& parts, const std::vector<double>& wholes);

/// 95 % interval of a share, `right` of n, after Wilson (1927), with p = right / n and z = 1.96:
///
///     (p + z²/2n ± z √(p (1 − p) / n + z²/4n²)) / (1 + z²/n)
///
/// It stays between 0 and 1, and says something of few and of all right. Nothing is known of n = 0: 0 … 1.
struct ShareInterval {
  double least = 0, most = 1;
};
ShareInterval wilson_interval(std::int64_t right, std::int64_t n);

/// Holm (1979): the k-th smallest of m p-values, k from 0, becomes the largest of (m − j) p_j over j ≤ k, 1
/// at most. Where those below α are called real, the chance to call anything real that is not is at most α.
std::vector<double> holm(const std::vector<double>& p_values);

}  // namespace heed
