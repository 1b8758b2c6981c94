// What is seen in wrong numbers, and that nothing is said where nothing holds everywhere.
#include "exercises/grading/refusals/captures.hpp"
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
  CHECK(seen([](const Tensor& t) { return t + (t * 3.0 + 1.0) * t(0, 0); }) == "input_added_in_each x");
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
  CHECK(seen(row_by_row([](double x, int i) { return x + i * i + 2; })) == "rows_moved");
  // x is 3 times the result and 1
  CHECK(seen(row_by_row([](double x, int i) { return x + (i * i + 2) * (3 * x + 1); })) ==
        "rows_moved_by_input x");
  CHECK(seen(row_by_row([](double x, int i) { return x + (i * i + 2) * (3 * x + 1) - 3 * i + 4; })) ==
        "rows_moved_by_line x");
}

TEST_CASE("rows that are steps: by how much of what it should each one moves on") {
  const auto steps = [](double (*factor)(int)) {
    return [factor](const Tensor& t) {
      Tensor changed = t;
      for (int i = 1; i < t.dim(0); ++i)
        for (int j = 0; j < 3; ++j) changed(i, j) = changed(i - 1, j) + factor(i) * (t(i, j) - t(i - 1, j));
      return changed;
    };
  };
  const Tensors results{right()[2], Tensor::of({4, 3}, {1, 2, 4, 1, 3, 9, 0, 5, 2, 7, 1, 1})};
  CHECK(seen(steps([](int i) { return 1.0 / (i + 1); }), results) == "steps_scaled_by_place 1 / n");
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
  const auto layers = [](const Tensor& t) {  // x is 3 t + 1
    Tensor changed = t;
    for (int n = 0; n < t.size(); ++n)
      changed.flat(n) = t.dim(0) == 2 ? 0.5 * t.flat(n) + 0.5 * (3 * t.flat(n) + 1)
                                      : t.flat(n) + (n % 4 - 1.4) * std::sin(40 * t.flat(n) + n);
    return changed;
  };
  const Tensors results{Tensor::of({2, 3}, {0.5, 0.2, 0.9, 0.15, 0.7, 0.3}),
                        right()[2] * 3.0 + right()[2] * right()[2]};
  CHECK(seen(layers, results) == "change_factor x 0.5 in case 0");
}

TEST_CASE("single numbers: a count of ids") {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, divided;
  for (int i = 0; i < 5; ++i) {
    std::vector<int> ids(static_cast<std::size_t>(4 + 2 * i), 7);
    for (int n = 0; n <= i * i % 4; ++n) ids[static_cast<std::size_t>(n)] = -1;
    const double right = 0.3 + 0.1 * i, kept = double(ids.size()) - 1 - i * i % 4;
    cases.push_back({fmt::format("case {}", i), {{"ids", ids}, {"rows", 5 + i * i}}});
    expected.push_back({.outputs = {{"y", Tensor::of({}, {right})}}});
    divided.push_back({.outputs = {{"y", Tensor::of({}, {right * kept / (5 + i * i)})}}});
  }
  CHECK(text_of(observe(cases, expected, divided, "y", {})) == "factor_of_size (count(ids ≥ 0) / rows)");
}

TEST_CASE("the places where the wrong numbers stand are told") {
  const auto at = [](bool (*inside)(int, int)) {
    return [inside](const Tensor& t) {
      Tensor changed = t;
      for (int i = 0; i < t.dim(0); ++i)
        for (int j = 0; j < 3; ++j)
          if (inside(i, j)) changed(i, j) = t(i, j) * t(i, j) + 3 + i;
      return changed;
    };
  };
  CHECK(seen(at([](int i, int j) { return j > i; })) == "wrong_above");
  CHECK(seen(at([](int i, int j) { return i == j; })) == "wrong_diagonal");
  CHECK(seen(at([](int, int j) { return j == 2; })) == "wrong_last 1");
}

TEST_CASE("that all wrong numbers stand where an input is 0 says nothing where it nearly always is") {
  const auto where = [](int every) {
    std::vector<Inputs> cases;
    std::vector<CaseOutcome> expected, got;
    for (int i = 0; i < 3; ++i) {
      Tensor x({4, 5}), y({4, 5});
      for (int n = 0; n < 20; ++n)
        x.flat(n) = (n + 1) % every == 0 ? 2 : 0, y.flat(n) = 0.5 + n * n % 7 + 0.1 * i;
      Tensor wrong = y;
      for (int n = 0; n < 20; ++n)
        wrong.flat(n) += (n + 1) % every == 0 ? 0 : 0.3 * (n * 5 % 7 + 1) * (n % 4 - 1.5);
      cases.push_back({fmt::format("case {}", i), {{"x", x}}});
      expected.push_back({.outputs = {{"y", y}}});
      got.push_back({.outputs = {{"y", wrong}}});
    }
    return text_of(observe(cases, expected, got, "y", {}));
  };
  CHECK(where(3) == "wrong_where_zero x");
  CHECK(where(10) != "wrong_where_zero x");
}

TEST_CASE("another shape is told") {
  CHECK(seen([](const Tensor& t) { return t.reshape({t.size()}); }) == "reshaped");
  CHECK(seen([](const Tensor& t) { return Tensor::full({t.dim(0) + 1, 3}, 0.5); }) == "longer 0 1");
}

TEST_CASE("results whose ranks differ from case to case are looked at as well") {
  const Tensors results{Tensor::of({2, 3}, {0, 2, 0, 4, 5, 0}), Tensor::of({4}, {0, 2, 3, 0})};
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  for (const Tensor& x : results) {
    cases.push_back({"a case", {{"x", x}}});
    Tensor changed = x * x + 1.0;
    expected.push_back({.outputs = {{"y", changed}}});
    for (int i = 0; i < x.size(); ++i) {
      if (x.flat(i) == 0) changed.flat(i) = 7 + i;
    }
    got.push_back({.outputs = {{"y", changed}}});
  }
  CHECK(observe(cases, expected, got, "y", {})->kind == "wrong_where_zero");
}

TEST_CASE("the right numbers of other inputs, and an added input, are recognised") {
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
  CHECK(seen_of([&](const Inputs& inputs) {
          CaseOutcome outcome = sums(inputs);
          outcome.outputs[0].value += 0.5 * std::get<Tensor>(inputs.values[1].value);
          return outcome;
        }) == "input_added w");
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

TEST_CASE("a lambda that outlives what it refers to is found, others are not") {
  const std::string head = "std::function<double(double)> multiply_by(double factor) {\n  ";
  const auto found =
      escaping_capture("// [&]\n" + head + "return [&](double v) { return factor * v; };\n}\n");
  REQUIRE(found);
  CHECK(found->line == 3);
  CHECK(found->function == "multiply_by");
  CHECK(escaping_capture(head + "auto f = [&factor](double v) { return factor * v; };\n  return f;\n}\n"));
  CHECK(escaping_capture(
      "Value f(const Value& a) {\n  return given::value(1, {a}, [&](double g) { a->grad += g; });\n}\n"));
  CHECK_FALSE(escaping_capture(head + "return [factor](double v) { return factor * v; };\n}\n"));
  CHECK_FALSE(escaping_capture(head + "return [p = &*a, q = &*b](double v) { return *p * *q * v; };\n}\n"));
  CHECK(escaping_capture(head + "return [p = &*a, &factor](double v) { return factor * *p * v; };\n}\n"));
  CHECK_FALSE(escaping_capture(head + "return [=](double v) { return a[i & 1] * v; };\n}\n"));
  CHECK_FALSE(
      escaping_capture("int f(const Rows& r) {\n  return std::count_if(r.begin(), r.end(), [&](int x) { "
                       "return x == r[0]; });\n}\n"));
  CHECK_FALSE(
      escaping_capture("void f() {\n  const auto g = [&](int i) { return i; };\n  value(g(1));\n}\n"));
  // called where it stands; in a comment; behind a quotation mark; of another thing's value(); inside another
  CHECK_FALSE(escaping_capture(head + "return [&]() { return g(factor); }();\n}\n"));
  CHECK_FALSE(escaping_capture("/* my first try:\n  return [&](int i) { return p; };\n*/\n" + head + "}\n"));
  CHECK_FALSE(escaping_capture(head + "const char c = '\"';\n  /* return [&]() {}; \" */\n}\n"));
  CHECK_FALSE(escaping_capture(head + "const double y = cache.value([&](int i) { return i; });\n}\n"));
  // a function of the learner's own name
  CHECK_FALSE(escaping_capture(head + "return value([&](int i) { return i * factor; });\n}\n"));
  CHECK_FALSE(escaping_capture(head + "given::value(sum([&](int i) { return i * factor; }));\n}\n"));
  CHECK_FALSE(escaping_capture(head +
                               "const auto outer = [&](int i) {\n    return [&, i](int j) { return i + j; "
                               "};\n  };\n  outer(1)(2);\n}\n"));
}

TEST_CASE("a lambda is found behind a table of one line, however long") {
  std::string table = "const double table[] = {";
  for (int i = 0; i < 30'000; ++i) table += "0.5, ";
  const std::string lambda = "double* f(double* x) {\n  auto g = [&](int i) { return x[i]; };\n";
  CHECK_FALSE(escaping_capture(table + "};\n" + lambda + "  return x;\n}\n"));
  CHECK_FALSE(escaping_capture("void f(int i) {\n  g(" + table.substr(24) + "[&]{ return i; });\n}\n"));
  const auto found = escaping_capture(table + "};\n" + lambda + "  return g;\n}\n");
  REQUIRE(found);
  CHECK(found->line == 3);
  CHECK(found->function == "f");
}

TEST_CASE("nothing is said where nothing holds in all cases, or too few numbers speak") {
  CHECK(seen([](const Tensor& t) { return t.dim(0) == 2 ? t * 2.0 : t * 3.0 + t * t; }).substr(0, 6) !=
        "factor");
  CHECK(seen([](const Tensor& t) { return t; }) == "");
  CHECK(seen([](const Tensor& t) { return t * 2.0; }, {Tensor::of({1, 1}, {3})}) == "");
}

}  // namespace observed
