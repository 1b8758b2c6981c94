// Which lambdas outlive what they refer to.
#include "exercises/grading/refusals/captures.hpp"

#include "tests/catch.hpp"

using heed::grading::escaping_capture;

TEST_CASE("a lambda that refers to what was referred to before it may be returned") {
  CHECK_FALSE(escaping_capture("auto reader(const Tensor& t) { return [&](int i) { return t(i); }; }\n"));
  CHECK_FALSE(
      escaping_capture("auto sum(const Tensor& a, Tensor& b) {\n  return [&] { return a(0) + b(0); };\n}\n"));
  CHECK(escaping_capture("auto reader(Tensor t) { return [&](int i) { return t(i); }; }\n"));
  CHECK(escaping_capture("auto reader(const Tensor& t, int j) { return [&](int i) { return t(i, j); }; }\n"));
  CHECK(escaping_capture(
      "auto reader(const Tensor& t) {\n  int j = 1;\n  return [&](int i) { return t(i, j); };\n}\n"));
  // what the graph keeps is called when the arguments may be gone
  CHECK(escaping_capture(
      "Value twice(const Value& a) {\n  return given::value(2 * a->data, {a}, [&](double g) { "
      "a->grad += 2 * g; });\n}\n"));
}

TEST_CASE("what stands in brackets before a block is no function's parameters") {
  for (const char* before : {"if (a && b)", "while (a && b)", "switch (a & b)", "for (const int& j : rows)"})
    CHECK(escaping_capture("auto f(Tensor t, bool a, bool b) {\n  " + std::string(before) +
                           " {\n    return [&](int i) { return t(i); };\n  }\n  throw 1;\n}\n"));
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
