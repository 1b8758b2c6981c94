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
