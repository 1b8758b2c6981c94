// Rows with factors of their own, also of what comes to an input.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

namespace observed {
namespace {

/// What is seen where y = bias + f(row, column), and the answer gives bias + change(f).
std::string seen_of_change(const std::function<double(double right, int row, int column)>& change,
                           int rows = 3) {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (const double start : {0.3, 1.1, 2.3}) {
    Tensor bias({4}), right({rows, 4}), given({rows, 4});
    for (int j = 0; j < 4; ++j) bias(j) = std::cos(start * (j + 1));
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < 4; ++j) {
        const double f = std::sin(start + 5 * i + j * j);
        right(i, j) = bias(j) + f;
        given(i, j) = bias(j) + change(f, i, j);
      }
    }
    cases.push_back({fmt::format("case {}", cases.size()), {{"bias", bias}}});
    expected.push_back({.outputs = {{"y", right}}});
    got.push_back({.outputs = {{"y", given}}});
  }
  return text_of(observe(cases, expected, got, "y", {}));
}

}  // namespace

TEST_CASE("of what comes to a bias it is told that each row has a factor of its own") {
  CHECK(seen_of_change([](double f, int i, int) { return f / (1.5 + i); }) == "change_rows_scaled bias");
  CHECK(seen_of_change([](double f, int i, int) { return f / (1.5 + i); }, 4) == "change_rows_scaled bias");
  CHECK_FALSE(seen_of_change([](double f, int, int) { return f * f - 0.1; }).starts_with("change"));
}

TEST_CASE("rows with factors of their own, and rows right as a whole are told") {
  const Tensors larger{Tensor::of({4, 3}, {0.5, 0.25, 0.4, 0.125, 0.75, 0.2, 0.3, 0.1, 0.6, 0.7, 0.1, 0.2}),
                       Tensor::of({4, 3}, {0.1, 0.2, 0.7, 0.3, 0.3, 0.4, 0.2, 0.5, 0.3, 0.9, 0.8, 0.6})};
  // a zero in each row that became another number: no factor of a row makes that
  const Tensors zeros{Tensor::of({3, 3}, {0.7311, 0.2689, 0, 0.5, 0, 0.5, 0, 0.25, 0.75}), larger[0]};
  CHECK(seen(each([](double x, int i, int) { return x == 0 ? 0.1 * (i + 4) : x / (1.5 + 0.1 * i); }), zeros)
            .find("scaled") == std::string::npos);
  int tensors = 0;
  CHECK(seen(
            [&](Tensor t) {
              const std::vector<int> wrong = tensors++ == 0 ? std::vector<int>{1, 2} : std::vector<int>{0, 3};
              for (const int i : wrong)
                for (int j = 0; j < 3; ++j) t(i, j) = std::sin(5 * i + 3 * j * j + 2.0 * tensors);
              return t;
            },
            larger) == "right_rows case 0 0 1");
}

}  // namespace observed
