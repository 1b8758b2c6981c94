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
  CHECK(seen([](const Tensor& t) {
          Tensor rounded = t;
          for (int i = 0; i < t.size(); ++i)
            rounded.flat(i) += 1e-5 * t.flat(i) * std::sin(7.0 * i + t.flat(i));
          return rounded;
        }).starts_with("nearly"));
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
  CHECK(seen([](const Tensor& t) { return t * (t.dim(0) == 2 ? 5.0 : 7.0); }) == "factor_of_case 5 5 7");
  CHECK(seen([](const Tensor& t) { return t * (t.dim(0) == 2 ? 1.0 : 7.5); }) == "factor_of_case 7.5 1 1");
  CHECK(seen([](const Tensor& t) { return t * (t.dim(0) == 2 ? 1.0 : 0.0); }) == "zero_instead");
  const auto row_by_row = [](double (*change)(double, int)) {
    return [change](const Tensor& t) {
      Tensor changed = t;
      for (int i = 0; i < t.dim(0); ++i)
        for (int j = 0; j < 3; ++j) changed(i, j) = change(t(i, j), i);
      return changed;
    };
  };
  CHECK(seen(row_by_row([](double x, int i) { return x * (i * i + 3); }),
             {right()[2], right()[2] * right()[2]}) == "rows_scaled");
  CHECK(seen(row_by_row([](double x, int i) { return x + (i * i + 2) * (3 * x + 1) - 3 * i + 4; })) ==
        "rows_moved_by_line x");
}

TEST_CASE("a last step that is missing, or too many, is told") {
  const auto each = [](double (*change)(double)) {
    return [change](Tensor t) {
      for (int n = 0; n < t.size(); ++n) t.flat(n) = change(t.flat(n));
      return t;
    };
  };
  CHECK(seen(each([](double x) { return std::log(x) + 2; })) == "last_step_missing softmax(row)");
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

TEST_CASE("the right numbers of other inputs are recognised") {
  // y = the sums of the rows of a matrix, times a weight of each row
  const Implementation sums = [](const Inputs& inputs) {
    const Tensor &x = std::get<Tensor>(inputs.values[0].value), &w = std::get<Tensor>(inputs.values[1].value);
    Tensor y({x.dim(0)});
    for (int i = 0; i < x.dim(0); ++i)
      for (int j = 0; j < x.dim(1); ++j) y(i) += w(i) * x(i, j);
    return CaseOutcome{.outputs = {{"y", y}}};
  };
  std::vector<Inputs> cases;
  for (const Tensor& x : right())
    cases.push_back({"a case",
                     {{"x", x * x * 3.0 + 1.0},
                      {"w", Tensor::of({x.dim(0)}, x.dim(0) == 2 ? std::vector<double>{2, -1}
                                                                 : std::vector<double>{2, -1, 3})}}});
  const auto seen_of = [&](const std::function<CaseOutcome(const Inputs&)>& answer) {
    std::vector<CaseOutcome> expected, got;
    for (const Inputs& inputs : cases) {
      expected.push_back(sums(inputs));
      got.push_back(answer(inputs));
    }
    const auto observation = observe(cases, expected, got, "y", {}, sums);
    return observation ? observation->kind + " " + fmt::format("{}", fmt::join(observation->names, " ")) : "";
  };
  const auto with = [&](std::size_t at, const std::function<Tensor(Tensor)>& change) {
    return seen_of([&, at](Inputs inputs) {
      inputs.values[at].value = change(std::get<Tensor>(inputs.values[at].value));
      return sums(inputs);
    });
  };
  CHECK(with(1, [](const Tensor& w) { return w * w; }) == "as_if_function w x²");
  CHECK(with(0, [](Tensor x) {
          for (int i = 0; i < x.dim(0); ++i) x(i, 0) = 0;
          return x;
        }) == "as_if_without_first_of_rows x");
}

TEST_CASE("one input that was taken for another of its shape is told") {
  const Implementation difference = [](const Inputs& inputs) {
    const Tensor &x = std::get<Tensor>(inputs.values[0].value), &y = std::get<Tensor>(inputs.values[1].value);
    return CaseOutcome{.outputs = {{"y", x * x - y * 3.0}}};
  };
  std::vector<Inputs> cases;
  for (const Tensor& x : right()) cases.push_back({"a case", {{"x", x * x * 3.0 + 1.0}, {"y", x + 0.3}}});
  const auto seen_of = [&](std::size_t first, std::size_t second) {
    std::vector<CaseOutcome> expected, got;
    for (const Inputs& inputs : cases) {
      expected.push_back(difference(inputs));
      got.push_back(difference({"a case", {inputs.values[first], inputs.values[second]}}));
    }
    const auto observation = observe(cases, expected, got, "y", {}, difference);
    return observation ? observation->kind + " " + fmt::format("{}", fmt::join(observation->names, " ")) : "";
  };
  CHECK(seen_of(1, 0) == "as_if_exchanged x y");
  CHECK(seen_of(0, 0) == "as_if_other y x");
  CHECK(seen_of(1, 1) == "as_if_other x y");
}

TEST_CASE("nothing is said where nothing holds in all cases, or too few numbers speak") {
  CHECK(seen([](const Tensor& t) { return t.dim(0) == 2 ? t * 2.0 : t * 3.0 + t * t; }).substr(0, 6) !=
        "factor");
  CHECK(seen([](const Tensor& t) { return t; }) == "");
  CHECK(seen([](const Tensor& t) { return t * 2.0; }, {Tensor::of({1, 1}, {3})}) == "");
}

}  // namespace observed
