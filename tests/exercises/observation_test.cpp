// Patterns are seen in wrong numbers, and nothing is said where nothing holds everywhere.
#include "exercises/grading/name/observation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "tests/catch.hpp"

using namespace heed::grading;

namespace observed {
namespace {

using Tensors = std::vector<Tensor>;
using Change = std::function<Tensor(const Tensor&)>;
using OfInputs = std::function<Tensor(const Inputs&)>;

/// Two cases of 2 x 3, and one of 3 x 3, none symmetric.
Tensors right() {
  return {Tensor::of({2, 3}, {0.5, 0.25, 0.25, 0.125, 0.75, 0.125}),
          Tensor::of({2, 3}, {0.3, 0.1, 0.6, 0.7, 0.1, 0.2}),
          Tensor::of({3, 3}, {0.1, 0.2, 0.7, 0.3, 0.3, 0.4, 0.2, 0.5, 0.3})};
}

/// "factor 2": the kind and what comes with it; "" if nothing was seen.
std::string text_of(const std::optional<heed::Observation>& observation) {
  if (!observation) return "";
  std::string text = observation->kind;
  for (const std::string& name : observation->names) text += " " + name;
  for (const double number : observation->numbers) text += fmt::format(" {:g}", number);
  return text;
}

/// Returns what is seen if each result became change(result).
std::string seen(const Change& change, const Tensors& results = right()) {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (const Tensor& result : results) {
    cases.push_back(
        {fmt::format("case {}", cases.size()), {{"x", result * 3.0 + 1.0}, {"heads", result.dim(0) - 1}}});
    expected.push_back({.outputs = {{"y", result}}});
    got.push_back({.outputs = {{"y", change(result)}}});
  }
  return text_of(observe(cases, expected, got, "y", {}));
}

/// Changes each number of a matrix, by its row and column.
Change each(const std::function<double(double x, int row, int column)>& change) {
  return [change](Tensor t) {
    for (int n = 0; n < t.size(); ++n) t.flat(n) = change(t.flat(n), n / t.dim(-1), n % t.dim(-1));
    return t;
  };
}

/// Changes the numbers at some places.
Change at(bool (*inside)(int row, int column)) {
  return each([inside](double x, int i, int j) { return inside(i, j) ? x * x + 3 + i : x; });
}

const Tensor& tensor(const Inputs& inputs, std::size_t at) {
  return std::get<Tensor>(inputs.values[at].value);
}

/// Compares a wrong program with a right one, on cases with x and w, both (4, 3).
std::string seen_of(const OfInputs& right, const OfInputs& wrong) {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (int i = 0; i < 5; ++i) {
    Tensor x({4, 3}), w({4, 3});
    for (int n = 0; n < x.size(); ++n)
      x.flat(n) = 3 * std::sin(0.3 + i + 1.7 * n * n), w.flat(n) = 3 * std::cos(0.7 * i + n * n);
    cases.push_back({fmt::format("case {}", i), {{"x", x}, {"w", w}, {"size", 2 + i % 3}}});
    expected.push_back({.outputs = {{"y", right(cases.back())}}});
    got.push_back({.outputs = {{"y", wrong(cases.back())}}});
  }
  return text_of(observe(cases, expected, got, "y", {}, [&](const Inputs& one) {
    return CaseOutcome{.outputs = {{"y", right(one)}}};
  }));
}

/// Four numbers, of which each depends on all of x and w.
Tensor mixed(const Tensor& x, const Tensor& w) {
  Tensor y({4});
  for (int i = 0; i < 4; ++i)
    for (int n = 0; n < x.size(); ++n)
      y(i) += std::sin(0.3 * x.flat(n) + n + i) * std::exp(0.1 * w.flat((n * 5 + i) % 12)) + 0.1 * w.flat(n);
  return y;
}

}  // namespace

TEST_CASE("patterns in wrong numbers are seen") {
  const double nan = std::nan("");
  const std::vector<std::pair<Change, std::string>> patterns{
      {[](const Tensor& t) { return t * 0.5; }, "factor 0.5"},
      {[](const Tensor& t) { return -t; }, "sign"},
      {[](const Tensor& t) { return t * 3.0 + 1.0; }, "input x"},
      {[](const Tensor& t) { return Tensor(t.shape()); }, "zeros"},
      {[](const Tensor& t) { return Tensor::full(t.shape(), 0.25); }, "constant"},
      {each([nan](double x, int i, int j) { return i == 1 && j == 2 ? nan : x * x + 1; }),
       "not_a_number 1 2"},
      {each([](double, int, int) { return INFINITY; }), "infinite 0 0"},
      // heads is 1, 1, 2; x.dim(0) 2, 2, 3
      {[](const Tensor& t) { return t * (1 / std::sqrt(t.dim(0))); }, "factor_of_size 1 / √x.dim(0)"},
      {[](const Tensor& t) { return transpose(t); }, "transposed"},
      {[](const Tensor& t) { return t.reshape({t.size()}); }, "reshaped"},
      {at([](int i, int j) { return j > i; }), "wrong_above"},
      {at([](int i, int j) { return i == j; }), "wrong_diagonal"},
      {at([](int, int j) { return j == 2; }), "wrong_last 1"},
      {at([](int, int j) { return j == 0; }), "wrong_first 1"}};
  for (const auto& [change, text] : patterns) CHECK(seen(change) == text);
}

TEST_CASE("nothing is said where nothing holds in all cases, or too few numbers speak") {
  CHECK(seen([](const Tensor& t) { return t.dim(0) == 2 ? t * 2.0 : t * 3.0 + t * t; }).empty());
  CHECK(seen([](const Tensor& t) { return t; }).empty());
  CHECK(seen([](const Tensor& t) { return t * 2.0; }, {Tensor::of({1, 1}, {3})}).empty());
}

TEST_CASE("what tells right cases from wrong ones is seen") {
  const Tensors results{right()[0], right()[1], transpose(right()[0]), transpose(right()[1])};
  const auto of_two_rows = [](const Tensor& t) { return t.dim(0) == 2 ? t : t * t + t; };
  CHECK(seen(of_two_rows, results) == "right_where_is heads 1");
  CHECK(seen([](const Tensor& t) { return t.dim(0) == 3 ? t : t * t + t; }, results) ==
        "wrong_where_is heads 1");
  CHECK(seen(of_two_rows) == "wrong_cases case 2");
}

TEST_CASE("the right numbers of other inputs are seen") {
  const OfInputs of_both = [](const Inputs& one) { return mixed(tensor(one, 0), tensor(one, 1)); };
  const auto with_x = [&](Tensor (*change)(const Tensor& x, const Tensor& w)) {
    return seen_of(of_both, [=](const Inputs& one) {
      return mixed(change(tensor(one, 0), tensor(one, 1)), tensor(one, 1));
    });
  };
  CHECK(with_x([](const Tensor& x, const Tensor&) { return x * 0.0; }) == "as_if_zero x");
  CHECK(with_x([](const Tensor&, const Tensor& w) { return w; }) == "as_if_other x w");
  CHECK(seen_of(of_both, [](const Inputs& one) { return mixed(tensor(one, 1), tensor(one, 0)); }) ==
        "as_if_exchanged x w");
  // what NaN alone has in common with the results of other inputs is not told
  CHECK(seen_of(of_both, [](const Inputs&) { return Tensor::full({4}, NAN); }) == "not_a_number 0");
}

TEST_CASE("where little is seen in one result, another one is looked at") {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (int i = 0; i < 5; ++i) {
    const Tensor y = Tensor::of({3}, {1.0 + i, 2.5, 4}), z = Tensor::of({3}, {0.5, 1.0 + i, 3});
    cases.push_back({fmt::format("case {}", i), {{"rows", i + 2}}});
    expected.push_back({.outputs = {{"y", y}, {"z", z}}});
    const Tensor other = Tensor::of({3}, {i + 1.5 + i * i, 2.75 + i * 0.3, 9.0 + std::exp(i)});
    got.push_back({.outputs = {{"y", i == 0 ? y : other}, {"z", z}}});
  }
  CHECK(text_of(observe(cases, expected, got, "y", {})) == "only_output y");
  for (std::size_t i = 0; i < got.size(); ++i) got[i].outputs[1].value = expected[i].outputs[1].value * 2.0;
  const auto seen = observe(cases, expected, got, "y", {});
  CHECK(text_of(seen) == "factor 2");
  CHECK(seen->output == "z");
}

}  // namespace observed
