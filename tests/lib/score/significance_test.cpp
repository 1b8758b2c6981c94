// Against tables of Student's t, and by the equations that define an interval.
#include "lib/score/significance.hpp"

#include <cmath>

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("the p of a mean is Student's") {
  // Mean 1, standard error 1/t: the tables' 97.5 % quantiles of 1, 2, 3 and 6 degrees of freedom.
  const auto p_at = [](double t, std::size_t n) {
    std::vector<double> values(n, 1);
    const double spread = std::sqrt(static_cast<double>(n) * static_cast<double>(n - 1) / 2) / t;
    values[0] += spread, values[1] -= spread;
    return mean_p_value(values).value();
  };
  CHECK(p_at(12.706, 2) == Approx(0.05).margin(1e-4));
  CHECK(p_at(4.303, 3) == Approx(0.05).margin(1e-4));
  CHECK(p_at(3.182, 4) == Approx(0.05).margin(1e-4));
  CHECK(p_at(2.447, 7) == Approx(0.05).margin(1e-4));
  CHECK(p_at(0.765, 4) == Approx(0.5).margin(1e-3));
  CHECK(mean_p_value({0, 0}).value() == 1);
  CHECK(mean_p_value({2, 2}).value() == 0);
  CHECK_FALSE(mean_p_value({2}));
}

TEST_CASE("the 95 % interval over seeds is that of Student's t") {
  // t = 12.7062 with one degree of freedom, 2.77645 with four; s/√n is 0.5 and √0.5
  const MeanInterval two = mean_interval({1, 2}), five = mean_interval({5, 3, 1, 2, 4});
  CHECK(two.mean == Approx(1.5));
  CHECK(two.half_width.value() == Approx(12.7062 * 0.5));
  CHECK(five.mean == Approx(3));
  CHECK(five.half_width.value() == Approx(2.77645 * std::sqrt(0.5)));
  CHECK(mean_interval({7}).mean == 7);
  CHECK_FALSE(mean_interval({7}).half_width);
}

TEST_CASE("the 95 % interval of a share is Wilson's") {
  // Its bounds are the q from which p is 1.96 standard deviations away: (p - q)² = z² q (1 - q) / n.
  for (const std::int64_t n : {1, 2, 10, 400}) {
    for (const std::int64_t right : {std::int64_t{0}, n / 2, n}) {
      const ShareInterval interval = wilson_interval(right, n);
      const double all = static_cast<double>(n), p = static_cast<double>(right) / all;
      INFO(right << " of " << n << ": " << interval.least << " … " << interval.most);
      for (const double q : {interval.least, interval.most})
        CHECK(std::pow(p - q, 2) == Approx(std::pow(1.959964, 2) * q * (1 - q) / all).margin(1e-12));
      CHECK(interval.least < interval.most);
      CHECK((interval.least >= 0 && interval.least <= p && interval.most >= p && interval.most <= 1));
    }
  }
  CHECK((wilson_interval(0, 0).least == 0 && wilson_interval(0, 0).most == 1));
}

TEST_CASE("the ratio of two sums varies as the sentences do that both are of") {
  // All of one share, however long: nothing varies. Of equal lengths: the interval of a mean.
  const MeanInterval even = ratio_of_sums({1, 2, 5}, {2, 4, 10});
  CHECK((even.mean == Approx(0.5) && even.half_width.value() == Approx(0).margin(1e-12)));
  const MeanInterval varied = ratio_of_sums({1, 3, 2, 4}, {5, 5, 5, 5});
  CHECK(varied.mean == Approx(0.5));
  CHECK(varied.half_width.value() == Approx(1.96 * std::sqrt(5.0) / 20));  // Σ (part − 2.5)² = 5
  CHECK_FALSE(ratio_of_sums({}, {}).half_width);
}

TEST_CASE("Holm's correction: the smallest of m times m, and never less than the one before") {
  const auto check = [](const std::vector<double>& p, const std::vector<double>& expected) {
    const std::vector<double> adjusted = holm(p);
    REQUIRE(adjusted.size() == expected.size());
    for (std::size_t i = 0; i < p.size(); ++i) CHECK(adjusted[i] == Approx(expected[i]));
  };
  check({0.01, 0.04, 0.03, 0.005}, {0.03, 0.06, 0.06, 0.02});
  check({0.02, 0.02}, {0.04, 0.04});
  check({0.7, 0.6}, {1, 1});
  check({0.03}, {0.03});
  check({}, {});
}
