// One wrong program for each kind of observation that no other test calls forth.
#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

namespace observed_of_kinds {
namespace {

using namespace observed;

/// Results of both signs whose rows sum to no one number; a zero in each, and a place at which x is 0.
Tensors results() {
  Tensors all;
  for (int i = 0; i < 4; ++i) {
    Tensor t({4, 4});
    for (int n = 0; n < t.size(); ++n) t.flat(n) = 3 * std::sin(0.4 + i + 1.3 * n * n);
    all.push_back(t);
  }
  return all;
}

/// Other numbers at the places (row, column) for which that holds.
Change where(const std::function<bool(int row, int column)>& holds) {
  return each([holds](double x, int i, int j) {
    return holds(i, j) ? x + std::sin(20 * i + 5 * j + 7 * x) + 1.5 : x;
  });
}

double positive(double x) { return 0.2 + std::abs(std::sin(9 * x)); }

TEST_CASE("each kind of wrong numbers is told") {
  CHECK(seen(each([](double x, int, int) { return std::trunc(x); }), results()) == "truncated");
  CHECK(seen(each([](double x, int, int) { return std::round(x); }), results()) == "function round(x)");
  CHECK(seen(each([](double x, int, int) { return x + positive(x); }), results()) == "all_larger");
  CHECK(seen(each([](double x, int, int) { return x - positive(x); }), results()) == "all_smaller");
  CHECK(seen(where([](int row, int column) { return column < row; }), results()) == "wrong_below");
  CHECK(seen(where([](int row, int column) { return column != row; }), results()) == "wrong_off_diagonal");
  Tensors with_zeros = results();
  for (Tensor& t : with_zeros)
    for (int row = 0; row < 4; ++row) t(row, row * row % 3) = 0;
  int n = 0;
  CHECK(seen(each([&n](double x, int, int) { return x == 0 ? 2 + std::sin(++n) : x; }), with_zeros) ==
        "wrong_zeros");
}

/// x and w, both (4, 3).
std::vector<Inputs> matrices() {
  std::vector<Inputs> cases;
  for (int i = 0; i < 5; ++i) {
    Tensor x({4, 3}), w({4, 3});
    for (int n = 0; n < x.size(); ++n)
      x.flat(n) = 3 * std::sin(0.3 + i + 1.7 * n * n), w.flat(n) = 3 * std::cos(0.7 * i + n * n);
    cases.push_back({fmt::format("case {}", i), {{"x", x}, {"w", w}, {"size", 2 + i % 3}}});
  }
  return cases;
}

/// Four numbers, of which each depends on all of x and w.
Tensor mixed(const Inputs& one) {
  const Tensor &x = tensor(one, 0), &w = tensor(one, 1);
  Tensor y({4});
  for (int i = 0; i < 4; ++i)
    for (int n = 0; n < x.size(); ++n)
      y(i) += std::sin(0.3 * x.flat(n) + n + i) * std::exp(0.1 * w.flat((n * 5 + i) % 12)) + 0.1 * w.flat(n);
  return y;
}

OfInputs with_other_x(const std::function<Tensor(const Tensor& x, const Inputs&)>& change) {
  return [change](Inputs one) {
    one.values[0].value = change(tensor(one, 0), one);
    return mixed(one);
  };
}

TEST_CASE("each change of an input that a wrong program amounts to is told") {
  const auto seen_with = [](const std::function<Tensor(const Tensor& x, const Inputs&)>& change) {
    return seen_of(mixed, with_other_x(change), matrices());
  };
  const auto rows = [](const std::function<double(const Tensor& x, int row, int column)>& number) {
    return [number](const Tensor& x, const Inputs&) {
      Tensor t = x;
      for (int n = 0; n < t.size(); ++n) t.flat(n) = number(x, n / 3, n % 3);
      return t;
    };
  };
  CHECK(seen_with(rows([](auto&, int, int) { return 0.0; })) == "as_if_zero x");
  CHECK(seen_with(rows([](auto& x, int i, int j) { return std::trunc(x(i, j)); })) == "as_if_truncated x");
  CHECK(seen_with(rows([](auto& x, int, int j) { return x(0, j); })) == "as_if_all_like_first x");
  CHECK(seen_with(rows([](auto& x, int, int j) { return x(3, j); })) == "as_if_all_like_last x");
  CHECK(seen_with(rows([](auto& x, int i, int j) { return j == 0 ? 0 : x(i, j); })) ==
        "as_if_without_first_of_rows x");
  CHECK(seen_with(rows([](auto& x, int i, int j) { return i == 0 ? 0 : x(i, j); })) ==
        "as_if_without_first x");
  CHECK(seen_with(rows([](auto& x, int i, int j) { return i < 2 ? 0 : x(i, j); })) ==
        "as_if_part_zero x 1 2");
}

/// One number, to which the rows of x that are chosen contribute, each with all of w.
OfInputs of_rows(const std::function<bool(int row)>& chosen, double factor = 1) {
  return [=](const Inputs& one) {
    const Tensor &x = tensor(one, 0), &w = tensor(one, 1);
    double y = 0;
    for (int n = 0; n < x.size(); ++n)
      if (chosen(n / 3)) y += std::sin(factor * x.flat(n) + n) * std::exp(0.1 * w.flat((n * 5) % 12));
    return Tensor::full({}, y);
  };
}

TEST_CASE("that one number does not move with a part of an input, or should not, is told") {
  const auto all = [](int) { return true; };
  CHECK(seen_of(of_rows(all), of_rows([](int row) { return row > 0; }), matrices()) ==
        "not_moved_by_first x 0");
  CHECK(seen_of(of_rows(all), of_rows([](int row) { return row != 1; }), matrices()) ==
        "number_not_moved_by_place x case 0 1 0");
  CHECK(seen_of(of_rows([](int row) { return row != 1; }), of_rows(all), matrices()) ==
        "number_moved_by_place x case 0 1 0");
}

/// Of each row of x one number, and of the same row of w another one, added or multiplied.
OfInputs of_each_row(double (*of_row)(const Tensor& x, int row), bool times = false) {
  return [=](const Inputs& one) {
    const Tensor &x = tensor(one, 0), &w = tensor(one, 1);
    Tensor y({4});
    for (int row = 0; row < 4; ++row) {
      const double of_w = std::exp(std::sin(w(row, 0)) + std::cos(w(row, 1) * w(row, 2)));
      y(row) = times ? of_w * of_row(x, row) : of_w + of_row(x, row);
    }
    return y;
  };
}

double squares(const Tensor& x, int row) {
  return x(row, 0) * x(row, 0) + x(row, 1) * x(row, 1) + x(row, 2) * x(row, 2);
}
double sines(const Tensor& x, int row) {
  return std::sin(x(row, 0)) + std::sin(x(row, 1) + 1) + std::sin(x(row, 2) + 2);
}
double waves(const Tensor& x, int row) {
  return x(row, 0) * std::sin(x(row, 0)) + x(row, 1) * std::sin(2 * x(row, 1)) +
         x(row, 2) * std::sin(x(row, 1));
}
double proportions(const Tensor& x, int row) {
  return std::atan2(x(row, 0), x(row, 1)) + std::atan2(x(row, 2), x(row, 0));
}

TEST_CASE("what twice as much of an input does to all numbers is told") {
  CHECK(seen_of(of_each_row(squares, true), of_each_row(waves, true), matrices()) ==
        "doubled_without_law x 4");
  CHECK(seen_of(of_each_row(sines), of_each_row(proportions), matrices()) == "doubled_stays x");
}

TEST_CASE("an input that cannot be changed in the first case is looked at in the others") {
  std::vector<Inputs> cases = matrices();
  cases[0].values[0].value = Tensor({4, 3});
  const OfInputs without_x = with_other_x([](const Tensor& x, const Inputs&) {
    Tensor t = x;
    for (int n = 0; n < t.size(); ++n) t.flat(n) = 1.3 * std::sin(1.0 + 3 * n * n);
    return t;
  });
  CHECK(seen_of(mixed, without_x, cases) == "not_moved_by x");
}

TEST_CASE("a case that every seed draws alike is no further case") {
  const std::vector<Inputs> one{{"written down", {{"x", Tensor::of({2}, {0.7, -1.3})}}}};
  const std::vector<Inputs> copies(5, one.front());
  const OfInputs right = [](const Inputs& inputs) { return tensor(inputs, 0); };
  const OfInputs twice = [](const Inputs& inputs) { return tensor(inputs, 0) * 2.0; };
  CHECK(seen_of(right, twice, one, copies).find("factor") == std::string::npos);
  std::vector<Inputs> others = copies;
  for (std::size_t i = 0; i < others.size(); ++i)
    others[i].values[0].value = Tensor::of({2}, {0.5 + static_cast<double>(i), 0.25});
  CHECK(seen_of(right, twice, one, others) == "factor 2");
}

}  // namespace
}  // namespace observed_of_kinds
