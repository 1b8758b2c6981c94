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

TEST_CASE("each kind of wrong numbers is told") {
  CHECK(seen(each([](double x, int, int) { return std::trunc(x); }), results()) == "truncated");
  CHECK(seen(each([](double x, int, int) { return std::round(x); }), results()) == "function round(x)");
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
}

TEST_CASE("an input with which the result moves as it should not, or stays, is told") {
  const OfInputs of_w = [](const Inputs& one) {
    const Tensor& w = tensor(one, 1);
    Tensor y({4});
    for (int i = 0; i < 4; ++i) y(i) = std::sin(w(i, 0)) + std::cos(w(i, 1) * w(i, 2)) * (i + 1);
    return y;
  };
  CHECK(seen_of(mixed, of_w, matrices()) == "not_moved_by x");
  CHECK(seen_of(of_w, mixed, matrices()) == "moved_by x");
  const OfInputs of_both = [&](const Inputs& one) { return mixed(one) * mixed(one) - of_w(one); };
  CHECK(seen_of(mixed, of_both, matrices()).find("moved") == std::string::npos);
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

TEST_CASE("what holds in a part's own cases alone is not told") {
  const auto factor = [](double of_large) {
    return [=](const Inputs& one) {
      const Tensor& y = tensor(one, 0);
      return y * (std::abs(y.flat(0)) > 2.9 ? of_large : 2.0);
    };
  };
  const OfInputs right = [](const Inputs& one) { return tensor(one, 0); };
  std::vector<Inputs> cases = matrices(), more = matrices();
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
}  // namespace observed_of_kinds
