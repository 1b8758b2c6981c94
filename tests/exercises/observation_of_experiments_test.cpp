// What is told of experiments with an input, and of the rows and cases in which something holds.
#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

namespace observed_of_experiments {
namespace {

using namespace observed;

/// x and w, both (rows, 3), with negative numbers.
std::vector<Inputs> matrices(int rows) {
  std::vector<Inputs> cases;
  for (int i = 0; i < 4; ++i) {
    Tensor x({rows, 3}), w({rows, 3});
    for (int n = 0; n < x.size(); ++n)
      x.flat(n) = 3 * std::sin(0.3 + i + 1.7 * n * n), w.flat(n) = 3 * std::cos(0.7 * i + n * n);
    cases.push_back({fmt::format("case {}", i), {{"x", x}, {"w", w}}});
  }
  return cases;
}

/// f of each number of x, mixed with the numbers of w in another row: nothing that a simpler pattern tells.
OfInputs through(const std::function<double(double)>& f, const std::function<double(double)>& g) {
  return [f, g](const Inputs& one) {
    const Tensor &x = tensor(one, 0), &w = tensor(one, 1);
    Tensor y({x.dim(0)});
    for (int i = 0; i < x.dim(0); ++i) {
      for (int j = 0; j < 3; ++j) y(i) += (2 + j) * f(x(i, j)) * std::exp(0.1 * g(w(x.dim(0) - 1 - i, j)));
      y(i) = std::cos(0.1 * y(i)) + 0.2 * y(i);
    }
    return y;
  };
}

double same(double x) { return x; }

TEST_CASE("that all is right once an input is small is told") {
  const OfInputs right = through(same, same);
  CHECK(seen_of(right, through([](double x) { return std::clamp(x, -1.0, 1.0); }, same), matrices(3)) ==
        "right_if_small x");
}

TEST_CASE("of a count that is 0 in no case it is not told that all is right once it is 0") {
  const auto with = [](double factor) {
    return [=](const Inputs& one) {
      Tensor y = through(same, same)(one);
      const int count = std::get<int>(one.values[2].value);
      for (int n = 0; n < y.size(); ++n) y.flat(n) += factor * std::sin(9 * count * (n + 1) * y.flat(n));
      return y;
    };
  };
  std::vector<Inputs> cases = matrices(3);
  for (int i = 0; i < 4; ++i) cases[static_cast<std::size_t>(i)].values.push_back({"beam", i + 2});
  CHECK(seen_of(with(0), with(1), cases).find("right_if_zero") == std::string::npos);
  std::vector<Inputs> with_none = cases;  // where it is a case, that tells something
  std::get<int>(with_none[3].values[2].value) = 0;
  CHECK(seen_of(with(0), with(1), with_none) == "right_if_zero beam");
}

TEST_CASE("an end of an input without influence in any case is told") {
  const auto sum = [](int rows_less) {
    return [=](const Inputs& one) {
      const Tensor &x = tensor(one, 0), &w = tensor(one, 1);
      double y = 0;
      for (int i = 0; i < x.dim(0) - rows_less; ++i)
        for (int j = 0; j < 3; ++j) y += std::sin(x(i, j) + j) * std::exp(0.3 * w(x.dim(0) - 1, j));
      return Tensor::full({}, y);
    };
  };
  CHECK(seen_of(sum(0), sum(1), matrices(4)) == "not_moved_by_last x 0");
}

TEST_CASE("what holds in a part's own cases alone is not told") {
  const auto factor = [](double of_large) {
    return [=](const Inputs& one) {
      const Tensor& y = tensor(one, 0);
      return y * (std::abs(y.flat(0)) > 2.9 ? of_large : 2.0);
    };
  };
  const OfInputs right = [](const Inputs& one) { return tensor(one, 0); };
  std::vector<Inputs> cases = matrices(3), more = matrices(3);
  for (Inputs& one : cases) std::get<Tensor>(one.values[0].value).flat(0) = 1.5;
  for (Inputs& one : more) std::get<Tensor>(one.values[0].value).flat(0) = 2.95;
  CHECK(seen_of(right, factor(5), cases) == "factor 2");
  CHECK(seen_of(right, factor(5), cases, more) != "factor 2");
}

TEST_CASE("a factor that is a probability in the wrong cases is told") {
  const auto lists = [](int from, int to) {
    std::vector<Inputs> cases;
    for (int i = from; i < to; ++i)
      cases.push_back({fmt::format("case {}", i),
                       {{"left", std::vector<int>{i % 5, 7 + i}},
                        {"right", std::vector<int>{i % 2 == 0 ? i % 5 : 5 + i, 3}},
                        {"p", i % 3 == 0 ? 0.0 : 0.1 * (1 + i % 4)},
                        {"x", Tensor::of({3}, {1.0 + i, 2.5 - i, 4})}}});
    return cases;
  };
  const OfInputs right = [](const Inputs& one) {
    Tensor y = tensor(one, 3);
    for (int n = 0; n < 3; ++n) y.flat(n) = 2 + std::cos(y.flat(n)) + 0.1 * y.flat(n);
    return y;
  };
  CHECK(seen_of(
            right,
            [&](const Inputs& one) { return right(one) * (1 / (1 - std::get<double>(one.values[2].value))); },
            lists(0, 12)) == "factor_of_size 1 / (1 − p)");
}

}  // namespace
}  // namespace observed_of_experiments
