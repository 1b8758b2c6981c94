// Inputs that a wrong program has read in another order or too late, and what is told of NaN.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

namespace observed_of_inputs {

using namespace observed;

/// w (6, 2), b (6) and x (3).
std::vector<Inputs> made() {
  std::vector<Inputs> cases;
  for (const double start : {0.1, 0.7}) {
    Tensor w({6, 2}), b({6}), x({3});
    for (int n = 0; n < w.size(); ++n) w.flat(n) = std::sin(start + n * n);
    for (int n = 0; n < b.size(); ++n) b(n) = std::cos(start + 2 * n);
    for (int n = 0; n < x.size(); ++n) x(n) = 1.1 + n + start;
    cases.push_back({"a case", {{"w", w}, {"b", b}, {"x", x}}});
  }
  return cases;
}

/// Three numbers of rows of w that are given by their number, of as many of b, and of those of x.
OfInputs of_rows(int (*row_of_w)(int), int (*row_of_x)(int)) {
  return [=](const Inputs& one) {
    const Tensor &w = tensor(one, 0), &b = tensor(one, 1), &x = tensor(one, 2);
    Tensor y({3});
    for (int i = 0; i < 3; ++i) {
      const double read = row_of_x(i) < 0 ? 0 : x(row_of_x(i));
      y(i) = std::tanh(w(row_of_w(i), 0) - 2 * w(row_of_w(i), 1) + b(i)) + std::exp(b(i)) * std::sin(read);
    }
    return y;
  };
}

int as_it_is(int i) { return i; }

TEST_CASE("inputs read in another order, or too late, are told") {
  const OfInputs right = of_rows(as_it_is, as_it_is);
  CHECK(seen_of(right, of_rows([](int i) { return 5 - i; }, as_it_is), made()) == "as_if_backwards w");
  CHECK(seen_of(right, of_rows([](int i) { return i + 1; }, as_it_is), made()) == "as_if_earlier w");
  CHECK(seen_of(right, of_rows(as_it_is, [](int i) { return i - 1; }), made()) == "as_if_later x");
}

TEST_CASE("one input that was taken for another of its shape is told") {
  const auto difference = [](std::size_t first, std::size_t second) -> OfInputs {
    return [=](const Inputs& one) {
      return tensor(one, first) * tensor(one, first) - tensor(one, second) * 3.0;
    };
  };
  std::vector<Inputs> cases;
  for (const Tensor& x : right()) cases.push_back({"a case", {{"x", x * x * 3.0 + 1.0}, {"y", x + 0.3}}});
  CHECK(seen_of(difference(0, 1), difference(1, 0), cases) == "as_if_exchanged x y");
  CHECK(seen_of(difference(0, 1), difference(0, 0), cases) == "as_if_other y x");
  CHECK(seen_of(difference(0, 1), difference(1, 1), cases) == "as_if_other x y");
}

TEST_CASE("a factor that is a size is told where some cases have an input more") {
  std::vector<Inputs> cases;
  for (const int width : {2, 3, 5}) {
    Tensor x({3, width});
    for (int n = 0; n < x.size(); ++n) x.flat(n) = std::sin(1.0 + n * n);
    cases.push_back({"a case", {{"x", x}}});
    if (width == 2) cases.back().values.insert(cases.back().values.begin(), {"mask", Tensor({3, 7})});
  }
  const OfInputs right = [](const Inputs& one) { return std::get<Tensor>(one.values.back().value); };
  CHECK(seen_of(
            right, [&](const Inputs& one) { return right(one) / double(right(one).dim(1)); }, cases) ==
        "factor_of_size 1 / x.dim(1)");
}

TEST_CASE("what NaN alone has in common with the results of other inputs is not told") {
  const OfInputs logarithms = [](const Inputs& inputs) {
    Tensor y = tensor(inputs, 0);
    for (int n = 0; n < y.size(); ++n) y.flat(n) = std::log(y.flat(n));
    return y;
  };
  const std::vector<Inputs> cases{{"a", {{"x", Tensor::of({3}, {1, 2, 3})}}},
                                  {"b", {{"x", Tensor::of({4}, {4, 0.5, 7, 2})}}}};
  // not "as if x had the opposite sign"
  CHECK(seen_of(
            logarithms, [](const Inputs& one) { return Tensor::full(tensor(one, 0).shape(), NAN); }, cases) ==
        "not_a_number 0");
  const std::vector<Inputs> alike(3, cases.front());
  const auto number = [](double value) { return [value](const Inputs&) { return Tensor::full({}, value); }; };
  CHECK(seen_of(number(0), number(NAN), alike) == "is_not_a_number");
  CHECK(seen_of(number(0), number(INFINITY), alike) == "is_infinite");
}

}  // namespace observed_of_inputs
