// What is seen in wrong numbers, and that nothing is said where nothing holds everywhere.
#include "tests/catch.hpp"
#include "tests/exercises/observed.hpp"

using namespace heed::grading;

namespace observed {

Tensor with_row(Tensor t, int row, double value) {
  for (int j = 0; j < t.dim(1); ++j) t(row, j) = value;
  return t;
}

TEST_CASE("what is nearly right is told as such") {
  CHECK(seen(each([](double x, int i, int j) {
          return x + 1e-5 * x * std::sin(21 * i + 7 * j + x);
        })).starts_with("nearly"));
  CHECK(seen([](const Tensor& t) { return t * 1.0001; }) == "factor 1.0001");
}

TEST_CASE("what is nearly 1 is no factor") {
  int n = 0;
  CHECK(seen([&](const Tensor& t) { return t * (1 - 1e-8 * ++n); }) == "nearly 3e-08");
}

TEST_CASE("patterns in wrong numbers are seen") {
  CHECK(seen([](const Tensor& t) { return t * 0.5; }) == "factor 0.5");
  CHECK(seen([](const Tensor& t) { return -t; }) == "sign");
  CHECK(seen([](const Tensor& t) { return t + 2.0; }) == "offset 2");
  CHECK(seen([](const Tensor& t) { return 1.0 - t; }) == "function 1 − x");
  CHECK(seen([](const Tensor& t) { return t * t; }) == "function x²");
  CHECK(seen([](const Tensor& t) { return t * 3.0 + 1.0; }) == "input x");
  CHECK(seen([](const Tensor& t) { return transpose(t); }) == "transposed");
  CHECK(seen([](const Tensor& t) { return Tensor(t.shape()); }) == "zeros");
  CHECK(seen([](const Tensor& t) { return Tensor::full(t.shape(), 0.25); }) == "constant");
  CHECK(seen([](const Tensor& t) { return with_row(with_row(t, 1, 9), t.dim(0) - 1, 7); }) == "first_only 0");
  CHECK(seen([](const Tensor& t) { return with_row(with_row(t, t.dim(0) - 2, 8), 0, 9); }) == "last_only 0");
  CHECK(seen([](const Tensor& t) {
          Tensor back = t;
          for (int i = 0; i < t.dim(0); ++i)
            for (int j = 0; j < 3; ++j) back(i, j) = t(i, 2 - j);
          return back;
        }) == "reversed 1");
  CHECK(seen([](const Tensor& t) {
          Tensor later = t;
          for (int i = 0; i < t.dim(0); ++i) {
            for (int j = 2; j > 0; --j) later(i, j) = t(i, j - 1);
            later(i, 0) = 5 + i;
          }
          return later;
        }) == "shifted 1 1");
  CHECK(seen([](const Tensor& t) {
          Tensor columns = t;
          for (int j = 0; j < 3; ++j) {
            double sum = 0;
            for (int i = 0; i < t.dim(0); ++i) sum += t(i, j);
            for (int i = 0; i < t.dim(0); ++i) columns(i, j) = t(i, j) / sum;
          }
          return columns;
        }) == "sums_elsewhere 0");
  CHECK(seen([](const Tensor& t) {
          Tensor broken = t * t + 1.0;
          broken(1, 2) = std::nan("");
          return broken;
        }) == "not_a_number 1 2");
  CHECK(seen([](const Tensor& t) {
          Tensor broken = t * t + 1.0;
          broken(1, 2) = 5;
          return broken;
        }).substr(0, 7) == "no_sums");
}

TEST_CASE("what separates right cases from wrong ones is seen") {
  Tensors results = right();
  results.push_back(results[2] * results[2]);
  CHECK(seen([](const Tensor& t) { return t.dim(0) == 2 ? t : t * t + t; }, results) ==
        "right_where_is heads 1");
}

TEST_CASE("factors that differ are told by the size they are, or by where they are alike") {
  // heads is 1, 1, 2; x.dim(0) 2, 2, 3
  CHECK(seen([](const Tensor& t) { return t * (1 / std::sqrt(t.dim(0))); }) ==
        "factor_of_size 1 / √x.dim(0)");
  CHECK(seen([](const Tensor& t) { return t * (t.dim(0) == 2 ? 5.0 : 7.0); }) == "factor_of_case 5 7");
  CHECK(seen([](const Tensor& t) { return t * (t.dim(0) == 2 ? 1.0 : 7.5); }) == "factor_of_case 7.5 1");
  CHECK(seen([](const Tensor& t) { return t * (t.dim(0) == 2 ? 1.0 : 0.0); }) == "zero_instead");
  CHECK(seen(each([](double x, int i, int) { return x * (i * i + 3); }),
             {right()[2], right()[2] * right()[2]}) == "rows_scaled");
  CHECK(seen(each([](double x, int i, int) { return x + (i * i + 2) * (3 * x + 1) - 3 * i + 4; })) ==
        "rows_moved_by_line x");
}

TEST_CASE("a last step that is missing, or too many, is told") {
  CHECK(seen(each([](double x, int, int) { return std::log(x) + 2; })) == "last_step_missing softmax(row)");
  const Tensors others{Tensor::of({4, 3}, {1, 2, 4, 1, 3, 9, 0, 5, 2, 7, 1, 1}), right()[2]};
  const auto sums = [](Tensor t) {
    for (int n = 3; n < t.size(); ++n) t.flat(n) += t.flat(n - 3);
    return t;
  };
  CHECK(seen(sums, others) == "last_step_more Σ x[0 … i]");
}

TEST_CASE("where no pattern holds in all cases, one of a single case is told") {
  const auto halved = [](const Tensor& t) {
    Tensor changed = t;
    for (int n = 0; n < t.size(); ++n)
      changed.flat(n) =
          t.dim(0) == 2 ? 0.5 * t.flat(n) : t.flat(n) + (n % 4 - 1.4) * std::sin(40 * t.flat(n) + n);
    return changed;
  };
  CHECK(seen(halved, {right()[0], right()[2] * 3.0 + right()[2] * right()[2]}) == "factor 0.5 in case 0");
}

TEST_CASE("nothing is said where nothing holds in all cases, or too few numbers speak") {
  CHECK(seen([](const Tensor& t) { return t.dim(0) == 2 ? t * 2.0 : t * 3.0 + t * t; }).substr(0, 6) !=
        "factor");
  CHECK(seen([](const Tensor& t) { return t; }) == "");
  CHECK(seen([](const Tensor& t) { return t * 2.0; }, {Tensor::of({1, 1}, {3})}) == "");
}

}  // namespace observed
