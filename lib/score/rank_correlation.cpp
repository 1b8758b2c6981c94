#include "lib/score/rank_correlation.hpp"

#include <algorithm>
#include <cmath>

#include "lib/core/error.hpp"

namespace heed {

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) throw_error<Error>("rank_correlation: {} numbers beside {}", a.size(), b.size());
  const auto ranks = [](const std::vector<double>& values) {
    std::vector<double> rank;
    for (const double v : values)
      rank.push_back(static_cast<double>(std::ranges::count_if(values, [v](double w) { return w < v; })) +
                     0.5 * static_cast<double>(std::ranges::count(values, v) - 1));
    return rank;
  };
  const std::vector<double> x = ranks(a), y = ranks(b);
  const double middle = 0.5 * static_cast<double>(a.size() - 1);
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - middle) * (y[i] - middle);
    xx += (x[i] - middle) * (x[i] - middle);
    yy += (y[i] - middle) * (y[i] - middle);
  }
  return xx * yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

}  // namespace heed
