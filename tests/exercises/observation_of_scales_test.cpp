// Inputs times a number or plus one, mixtures, other integers, and inputs without which all is right.
#include <cmath>

#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

namespace observed {
namespace {

/// y(i, j) = tanh(q(i) · k(j)), cut off behind the integer `last`; q (3 …, d), k (2 …, d), b for one
/// program alone.
Tensor scores(const Inputs& inputs, double scale, int more, double with_b) {
  const Tensor &q = tensor(inputs, 0), &k = tensor(inputs, 1), &b = tensor(inputs, 2);
  Tensor y({q.dim(0), k.dim(0)});
  for (int i = 0; i < q.dim(0); ++i)
    for (int j = 0; j < std::min(k.dim(0), std::get<int>(inputs.values[3].value) + more); ++j) {
      double sum = 0;
      for (int d = 0; d < q.dim(1); ++d) sum += scale * q(i, d) * k(j, d);
      y(i, j) = std::tanh(sum) + with_b * b(j) * b(j) * sum;
    }
  return y;
}

std::vector<Inputs> made() {
  std::vector<Inputs> cases;
  for (int i = 0; i < 5; ++i) {
    const int width = 2 + i;
    Tensor q({3 + i % 2, width}), k({6, width}), b({6});
    for (int n = 0; n < q.size(); ++n) q.flat(n) = std::sin(0.3 + i + 1.7 * n + 0.3 * n * n);
    for (int n = 0; n < k.size(); ++n) k.flat(n) = std::cos(0.2 + 2 * i + 2.1 * n * n);
    for (int n = 0; n < b.size(); ++n) b.flat(n) = 0.4 + std::cos(1 + i + n * n);
    cases.push_back({fmt::format("case {}", i), {{"q", q}, {"k", k}, {"b", b}, {"last", 2 + i % 3}}});
  }
  return cases;
}

using observed::seen_of;
std::string seen_of(const OfInputs& right, const OfInputs& wrong) { return seen_of(right, wrong, made()); }

Tensor right_scores(const Inputs& inputs) { return scores(inputs, 1, 0, 0); }

}  // namespace

TEST_CASE("by which number an input would have to be multiplied is told, as a size if it is one") {
  CHECK(seen_of(right_scores, [](const Inputs& one) { return scores(one, 0.3, 0, 0); }) ==
        "as_if_times q 0.3");
  const auto by_width = [](const Inputs& one) {
    return scores(one, 1 / std::sqrt(double(tensor(one, 0).dim(1))), 0, 0);
  };
  CHECK(seen_of(right_scores, by_width) == "as_if_times_size q 1 / √q.dim(1)");
  const auto by_case = [](const Inputs& one) {
    return scores(one, 1.1 + 0.3 * (one.label.back() - '0'), 0, 0);
  };
  CHECK(seen_of(right_scores, by_case).starts_with("as_if_times_in_each q "));
}

TEST_CASE("the number to multiply an input by is found where the full step goes too far") {
  std::vector<Inputs> cases;
  for (int i = 0; i < 5; ++i) cases.push_back({fmt::format("case {}", i), {{"gain", 1 + 0.1 * i}}});
  const auto steep = [](const Inputs& one, double factor) {
    const double gain = factor * std::get<double>(one.values[0].value);
    Tensor y({4});
    for (int n = 0; n < 4; ++n) y.flat(n) = std::atan((5 + n) * (gain - 1.4));
    return y;
  };
  CHECK(seen_of([&](const Inputs& one) { return steep(one, 1); },
                [&](const Inputs& one) { return steep(one, 1.4); }, cases) == "as_if_times gain 1.4");
}

TEST_CASE("what another integer among the inputs gives is told") {
  CHECK(seen_of(right_scores, [](const Inputs& one) { return scores(one, 1, 1, 0); }) ==
        "as_if_function last x + 1");
}

TEST_CASE("an input without which all is right is told, but not one without which all is 0") {
  const auto right = [](const Inputs& one) { return scores(one, 1, 0, 0.2); };
  const auto wrong = [&](const Inputs& one) {
    Tensor y = right(one);
    for (int n = 0; n < y.size(); ++n) y.flat(n) += std::expm1(tensor(one, 2)(n % 6)) * y.flat(n) * y.flat(n);
    return y;
  };
  CHECK(seen_of(right, wrong) == "right_if_zero b");
}

TEST_CASE("on which inputs alone the difference to the right result depends is told") {
  const auto with = [](const Inputs& one, double factor) {
    Tensor y = scores(one, 1, 6, 0);
    double sum = 0;
    for (const double x : tensor(one, 2).values()) sum += x;
    for (int n = 0; n < y.size(); ++n)
      y.flat(n) += std::cos(sum * (1 + n)) + factor * std::exp(0.3 * sum * (1 + n % 5));
    return y;
  };
  CHECK(seen_of([&](const Inputs& one) { return with(one, 0); },
                [&](const Inputs& one) { return with(one, 0.5); }) == "difference_by b");
}

TEST_CASE("on which inputs alone the quotient of both results depends is told") {
  const auto right = [](const Inputs& one) {
    Tensor y = scores(one, 1, 6, 0);
    double sum = 1;
    for (const double x : tensor(one, 2).values()) sum += std::abs(x);
    for (int n = 0; n < y.size(); ++n) y.flat(n) = std::exp(y.flat(n)) * sum;
    return y;
  };
  CHECK(seen_of(right, [&](const Inputs& one) {
          Tensor y = right(one);
          double sum = 0;
          for (const double x : tensor(one, 2).values()) sum += std::abs(x);
          for (int n = 0; n < y.size(); ++n) y.flat(n) *= 2 + std::cos(sum * (1 + n % 5));
          return y;
        }) == "quotient_by b");
}

TEST_CASE("what is not 0 where an input that is 0 should make it so is told") {
  const auto product = [](const Inputs& one, double beside) {
    Tensor y = matmul(tensor(one, 0), transpose(tensor(one, 1)));
    for (int n = 0; n < y.size(); ++n) y.flat(n) += beside * std::sin(tensor(one, 0)(n / 6, 0) * (1 + n % 6));
    return y;
  };
  CHECK(seen_of([&](const Inputs& one) { return product(one, 0); },
                [&](const Inputs& one) { return product(one, 1); }) == "zero_leaves k");
}

TEST_CASE("what a function of an input gives is told, and its numbers in another order") {
  const auto of_q = [](double (*function)(double)) {
    return [function](Inputs one) {
      Tensor q = tensor(one, 0);
      for (int n = 0; n < q.size(); ++n) q.flat(n) = function(q.flat(n));
      one.values[0].value = q;
      return right_scores(one);
    };
  };
  CHECK(seen_of(right_scores, of_q([](double x) { return std::log1p(std::exp(x)); })) ==
        "as_if_function q log(1 + exp(x))");
  CHECK(seen_of(right_scores, of_q([](double x) { return std::tanh(x); })) == "as_if_function q tanh(x)");
  const auto by_columns = [](Inputs one) {
    const Tensor k = tensor(one, 1);
    one.values[1].value = transpose(k.reshape({k.dim(1), k.dim(0)}));
    return right_scores(one);
  };
  CHECK(seen_of(right_scores, by_columns) == "as_if_by_columns k");
}

TEST_CASE("where little is seen in one result, another one is looked at") {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (int i = 0; i < 5; ++i) {
    const Tensor x({2 + i, 3 + i * i % 3});
    const Tensor y = Tensor::of({3}, {1.0 + i, 2.5, 4}), z = Tensor::of({3}, {0.5, 1.0 + i, 3});
    cases.push_back({fmt::format("case {}", i), {{"rows", i}, {"x", x}}});
    expected.push_back({.outputs = {{"y", y}, {"z", z}}});
    const Tensor other = Tensor::of({3}, {i + 1.5 + i * i, 2.75 + i * 0.3, 9.0 + std::exp(i)});
    got.push_back({.outputs = {{"y", i == 0 ? y : other}, {"z", z}}});
  }
  CHECK(text_of(observe(cases, expected, got, "y", {})) == "only_output y");
  for (std::size_t i = 0; i < got.size(); ++i) got[i].outputs[1].value = expected[i].outputs[1].value * 2.0;
  const auto seen = observe(cases, expected, got, "y", {});
  REQUIRE(seen);
  CHECK(text_of(seen) == "factor 2");
  CHECK(seen->output == "z");
}

}  // namespace observed
