// What is told of inputs that stand in a wrong place of a stack, or in each other's, and of experiments that
// leave most of an input.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

namespace observed_of_parts {
namespace {

using namespace observed;

/// w and b, (3, 4) and (3), or other shapes, and p.
std::vector<Inputs> stacks(int rows, int columns) {
  std::vector<Inputs> cases;
  for (int i = 0; i < 5; ++i) {
    Tensor w({rows, columns}), b({rows});
    for (int n = 0; n < w.size(); ++n) w.flat(n) = std::sin(0.3 + i + 1.7 * n * n);
    for (int n = 0; n < rows; ++n) b(n) = std::cos(0.2 * i + 3 * n * n);
    cases.push_back({fmt::format("case {}", i), {{"w", w}, {"b", b}, {"p", 0.1 + 0.12 * i}}});
  }
  return cases;
}

/// Each row of w and number of b mixed in a way of its own; the rows in that order.
OfInputs mixed(const std::vector<int>& order) {
  return [order](const Inputs& one) {
    const Tensor &w = tensor(one, 0), &b = tensor(one, 1);
    Tensor y({4});
    for (int j = 0; j < 4; ++j) {
      double x = 0.3 * j;
      for (std::size_t i = 0; i < order.size(); ++i)
        x = std::tanh(x * w(order[i], j % w.dim(1)) + (1.0 + i) * b(order[i])) + 0.3 * x;
      y(j) = x;
    }
    return y;
  };
}

TEST_CASE("two parts of stacked inputs exchanged, and one for another, are told") {
  const OfInputs right = mixed({0, 1, 2});
  CHECK(seen_of(right, mixed({0, 2, 1}), stacks(3, 4)) == "as_if_parts_exchanged w b 2 3 3");
  CHECK(seen_of(right, mixed({0, 0, 2}), stacks(3, 4)) == "as_if_part_like w b 2 3 1");
}

TEST_CASE("that all is right once a probability is 0.5 is told") {
  const auto of = [](bool swapped) {
    return [=](const Inputs& one) {
      const double p = std::get<double>(one.values[2].value);
      const Tensor& w = tensor(one, 0);
      Tensor y({3});
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
          y(i) += std::pow(std::abs(w(i, j)), swapped && j % 2 == 1 ? 1 - p : p) * std::exp(0.3 * j * p);
      return y;
    };
  };
  CHECK(seen_of(of(false), of(true), stacks(3, 4)) == "right_if_half p");
}

TEST_CASE("that all is right once a matrix is diagonal, or what it holds alike, is told") {
  const auto of = [](double beside, int from, bool mean) {
    return [=](const Inputs& one) {
      const Tensor& w = tensor(one, 0);
      double sum = 0, all = 0;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < w.dim(1); ++j) all += w(i, j) / w.dim(1) / 3;
        for (int j = 0; j < w.dim(1); ++j) {
          double row = 0;
          for (int k = 0; k < w.dim(1); ++k) row += w(i, k) / w.dim(1);
          const double x = mean ? row : w((i + from) % 3, j);
          sum += (2.0 + j + i) * std::sin(w(i, j) + 0.5 * x) * (i == j ? 1 : beside) + x * x * (1 + j);
        }
      }
      return Tensor::of({2}, {std::cos(sum) + 0.3 * sum, sum * all + 2 * all});
    };
  };
  const OfInputs right = of(1, 0, false);
  CHECK(seen_of(right, of(0.3, 0, false), stacks(3, 3)) == "right_if_diagonal w");
  CHECK(seen_of(right, of(1, 1, false), stacks(3, 4)) == "right_if_alike w");
  CHECK(seen_of(right, of(1, 0, true), stacks(3, 4)) == "right_if_rows_even w");
}

/// A case of n tokens with a window; every other one has an input more in front.
std::vector<Inputs> windows() {
  std::vector<Inputs> cases;
  for (int i = 0; i < 8; ++i) {
    cases.push_back({fmt::format("case {}", i), {{"tokens", 5 + i}, {"window", 1 + i % 4}}});
    if (i % 2 == 1) cases.back().values.insert(cases.back().values.begin(), {"seed", i});
  }
  return cases;
}

int integer(const Inputs& one, const std::string& name) {
  const auto at = std::ranges::find(one.values, name, &Input::name);
  return std::get<int>(at->value);
}

TEST_CASE("an integer as if it were one less, but not below 1, is told, wherever a case has it") {
  const auto counts = [](int less) {
    return [less](const Inputs& one) {
      const int tokens = integer(one, "tokens"),
                window = less == 0 ? integer(one, "window") : std::max(1, integer(one, "window") - less);
      Tensor y({tokens});
      for (int t = 0; t < tokens; ++t) y(t) = std::min(t, window * window) + (t % 3) * window;
      return y;
    };
  };
  CHECK(seen_of(counts(0), counts(1), windows()) == "as_if_function window max(1, x − 1)");
}

TEST_CASE("what other inputs give is told only if it is what all wrong results are") {
  const std::vector<Inputs> cases = windows();
  const auto outcome = [](const Inputs& one, int more, double matches) {
    Tensor total({4}), matched({4});
    for (int t = 0; t < 4; ++t) {
      total(t) = integer(one, "tokens") * (t + 1) - (integer(one, "window") + more) * (t + 2);
      matched(t) = (integer(one, "window") + more) * std::sin(1 + t) - matches * t;
    }
    return CaseOutcome{.outputs = {{"total", total}, {"matched", matched}}};
  };
  const Implementation reference = [&](const Inputs& one) { return outcome(one, 0, 0); };
  const auto seen_with = [&](double matches) {
    const Answer answer = [&](const std::vector<Inputs>& asked) {
      std::vector<CaseOutcome> outcomes;
      for (const Inputs& one : asked) outcomes.push_back(outcome(one, 1, matches));
      return outcomes;
    };
    std::vector<CaseOutcome> expected;
    for (const Inputs& one : cases) expected.push_back(reference(one));
    return text_of(observe(cases, expected, answer(cases), "total", {}, reference, answer));
  };
  CHECK(seen_with(0) == "as_if_function window x + 1");
  CHECK(seen_with(1).find("as_if") == std::string::npos);
}

TEST_CASE("what right cases have in common is told without those that are right for little reason") {
  std::vector<Inputs> cases;
  for (int i = 0; i < 12; ++i)
    cases.push_back({fmt::format("case {}", i), {{"taps", 2 + i % 3}, {"n", 3 + i}}});
  cases.push_back({"nothing", {{"taps", 3}, {"n", 1}}});
  const auto powers = [](bool wrong) {
    return [=](const Inputs& one) {
      const int n = integer(one, "n"), taps = integer(one, "taps");
      Tensor y({(n + 1) / 2});
      for (int i = 0; i < y.size(); ++i)
        y(i) = std::pow(2, i) + (wrong && n > 1 ? (taps - 2) * (1.0 + (i * i + n) % 3) : 0);
      return y;
    };
  };
  CHECK(seen_of(powers(false), powers(true), cases) == "right_mostly_where_is taps 2");
}

/// Sentences of x, of which so many numbers count.
std::vector<Inputs> batches() {
  std::vector<Inputs> cases;
  for (int i = 0; i < 5; ++i) {
    Tensor x({2 + i % 3, 4});
    std::vector<int> lengths;
    for (int n = 0; n < x.size(); ++n) x.flat(n) = 2 + std::sin(0.3 + i + 1.7 * n * n);
    for (int b = 0; b < x.dim(0); ++b) lengths.push_back(2 + (b + i) % 3);
    cases.push_back({fmt::format("case {}", i), {{"x", x}, {"lengths", lengths}}});
  }
  return cases;
}

TEST_CASE("that all is right with the first of a batch alone is told") {
  const auto of = [](bool alone) {
    return [alone](const Inputs& one) {
      const Tensor& x = tensor(one, 0);
      const auto& lengths = std::get<std::vector<int>>(one.values[1].value);
      double state = 1;
      Tensor y({x.dim(0), 2});
      for (int b = 0; b < x.dim(0); ++b) {
        if (alone) state = 1;
        for (int t = 0; t < lengths[b]; ++t) state = std::cos(state * x(b, t)) + 0.3 * state;
        // ids, of which nothing is said that a change of the numbers shows only sometimes
        y(b, 0) = 20 + std::floor(9 * state), y(b, 1) = std::floor(30 * state * lengths[b]);
        if (!alone) y(b, 0) += x.dim(0) - 1;
      }
      return y;
    };
  };
  CHECK(seen_of(of(true), of(false), batches()) == "right_if_first_alone x lengths");
}

}  // namespace
}  // namespace observed_of_parts
