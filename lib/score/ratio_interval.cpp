#include "lib/score/ratio_interval.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"

namespace heed {
namespace {

/// The largest k with 2 P(fewer than k heads of n tosses) ≤ 0.05, 1 at least.
std::size_t place_of_interval(std::size_t n) {
  double chance = std::pow(0.5, static_cast<double>(n)),
         fewer = 0;  // of exactly k − 1 heads; of fewer than k
  for (std::size_t k = 1; k <= n; ++k) {
    fewer += chance;
    if (2 * fewer > 0.05) return std::max<std::size_t>(1, k - 1);
    chance *= static_cast<double>(n - k + 1) / static_cast<double>(k);
  }
  return 1;
}

}  // namespace

RatioInterval ratio_interval(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty() || a.size() != b.size())
    throw_error<Error>("{} and {} rounds cannot be compared one by one", a.size(), b.size());
  std::vector<double> ratios;
  for (std::size_t r = 0; r < a.size(); ++r) ratios.push_back(a[r] / b[r]);
  std::ranges::sort(ratios);
  const std::size_t k = place_of_interval(ratios.size());
  return {median(ratios), ratios[k - 1], ratios[ratios.size() - k]};
}

std::string ratio_text(const RatioInterval& ratio) {
  return fmt::format("{:.3f} ({:.3f} … {:.3f})", ratio.median, ratio.least, ratio.most);
}

}  // namespace heed
