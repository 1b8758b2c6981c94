// What a program does when an input is changed, where the right one does another thing.
#include <fmt/ranges.h>

#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

using namespace heed::grading;

namespace observed_of_probes {

using Function = std::function<Tensor(const Tensor& x, const Tensor& w)>;

/// y(t, c) = tanh(x(t, c) + w(c))², x (3, 4), w (4).
Tensor right(const Tensor& x, const Tensor& w) {
  Tensor y(x.shape());
  for (int t = 0; t < 3; ++t)
    for (int c = 0; c < 4; ++c) y(t, c) = std::pow(std::tanh(x(t, c) + w(c)), 2);
  return y;
}

std::string seen(const Function& reference, const Function& wrong) {
  std::vector<Inputs> cases;
  for (const double start : {0.3, 1.1, 2.6}) {
    Tensor x({3, 4}), w({4});
    for (int n = 0; n < x.size(); ++n) x.flat(n) = std::sin(start + 1.7 * n + 0.3 * n * n);
    for (int n = 0; n < w.size(); ++n) w.flat(n) = std::cos(start + 2.1 * n);
    cases.push_back({fmt::format("from {}", start), {{"x", x}, {"w", w}}});
  }
  const auto of_both = [](const Function& f) {
    return [f](const Inputs& one) { return f(observed::tensor(one, 0), observed::tensor(one, 1)); };
  };
  const auto found = observed::observed_of(of_both(reference), of_both(wrong), cases);
  return found ? fmt::format("{} {} {}", found->kind, fmt::join(found->names, ", "),
                             fmt::join(found->numbers, " "))
               : "";
}

TEST_CASE("a place of a result that moves with an input as it should not, or stays, is told") {
  CHECK(seen(right, [](Tensor x, const Tensor& w) {
          for (int c = 0; c < 4; ++c) x(2, c) += 0.3 * x(1, c) * x(1, c);
          return right(x * 1.5, w);
        }) == "place_moved_by_place x, from 0.3 2 0 1 0");
  CHECK(seen(right, [](Tensor x, const Tensor& w) {
          for (int c = 0; c < 4; ++c) x(2, c) += 0.3 * x(0, c) * x(0, c);
          return right(x * 1.5, w);
        }) == "numbers_moved_by_first x 0");
  CHECK(seen(right, [](const Tensor& x, const Tensor& w) {
          Tensor y = right(x, w * 1.3);
          for (int c = 0; c < 4; ++c) y(1, c) = std::sin(1.0 + c) + w(c);
          return y;
        }) == "place_not_moved_by x, from 0.3 1 0");
  CHECK(seen(right, [](const Tensor&, const Tensor& w) {
          Tensor x({3, 4});
          for (int n = 0; n < 12; ++n) x.flat(n) = std::sin(n);
          return right(x, w);
        }) == "not_moved_by x ");
  const Function without_w = [](const Tensor& x, const Tensor&) { return right(x, Tensor({4})); };
  CHECK(seen(without_w, [](const Tensor& x, const Tensor& w) { return right(x, w * w); }) == "moved_by w ");
}

TEST_CASE("what a doubled input does to every number, and what it should do, is told") {
  const auto power = [](double exponent) {
    return [exponent](const Tensor& x, const Tensor& w) {
      Tensor y(x.shape());
      for (int n = 0; n < y.size(); ++n)
        y.flat(n) = std::pow(std::abs(x.flat(n)), exponent) * (exponent + std::sin(n) * w.size());
      return y;
    };
  };
  CHECK(seen(power(2), power(3)) == "doubled_law x 4 8");
  const Function directions = [](const Tensor& x, const Tensor&) {
    Tensor y({3, 4});
    for (int t = 0; t < 3; ++t)
      for (int c = 0; c < 4; ++c) y(t, c) = std::atan2(x(t, c), x(t, (c + 1) % 4));
    return y;
  };
  CHECK(seen(directions, [](const Tensor& x, const Tensor&) {
          Tensor y({3, 4});
          for (int t = 0; t < 3; ++t)
            for (int c = 0; c < 4; ++c) y(t, c) = std::atan2(x(t, c), x(t, (c + 1) % 4) + 0.1);
          return y;
        }) == "doubled_changes x ");
}

TEST_CASE("what is NaN is told as such, and not by what it does when an input is changed") {
  // twice as much makes NaN of NaN
  const Function summed = [](const Tensor& x, const Tensor& w) {
    Tensor y({3});
    for (int t = 0; t < 3; ++t)
      for (int c = 0; c < 4; ++c) y(t) += std::exp(x(t, c) - x(t, 0)) * w(c);
    return y;
  };
  CHECK(seen(summed, [&](const Tensor& x, const Tensor& w) {
          Tensor y = summed(x, w) * 1.5;
          y(1) = NAN;
          return y;
        }) == "not_a_number  1");
}

TEST_CASE("a program that gives other numbers for the same inputs is told") {
  int calls = 0;
  CHECK(seen(right, [&calls](const Tensor& x, const Tensor& w) {
          ++calls;
          return right(x, w + std::sin(calls));
        }) == "unsteady from 0.3 ");
}

TEST_CASE("of ids and counts nothing is said that a change of the inputs shows only sometimes") {
  const auto largest = [](double scale) {
    return [scale](const Tensor& x, const Tensor& w) {
      Tensor ids({3});
      for (int t = 0; t < 3; ++t)
        for (int c = 1; c < 4; ++c)
          if (x(t, c) + scale * w(c) > x(t, static_cast<int>(ids(t))) + scale * w(static_cast<int>(ids(t))))
            ids(t) = c;
      return ids;
    };
  };
  const std::string told = seen(largest(1), largest(0.4));
  CHECK(told.find("moved") == std::string::npos);
  CHECK(told.rfind("doubled", 0) == std::string::npos);
}

}  // namespace observed_of_probes
