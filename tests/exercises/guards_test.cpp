// Taking guards out of a text.
#include "exercises/grading/source/guards.hpp"

#include "exercises/grading/source/numbers.hpp"
#include "tests/catch.hpp"

using heed::Guard;
using heed::grading::with_constants;
using heed::grading::without_guards;
using heed::grading::without_guards_and_tests;

namespace guards {
namespace {

/// "text@line=taken_as", …
std::string told(const std::vector<Guard>& guards) {
  std::string all;
  for (const Guard& guard : guards)
    all += (all.empty() ? "" : ", ") + guard.text + "@" + std::to_string(guard.line) + "=" + guard.taken_as;
  return all;
}

bool stays(const std::string& text) {
  const auto result = without_guards_and_tests(text);
  return result.text == text && result.guards.empty();
}

}  // namespace

TEST_CASE("tiny numbers are 0, and huge ones infinite, wherever they stand") {
  const auto result = without_guards("const double tiny = 1e-12;\nlog(p + 1e-10f) - 1'000'000.0 * 1e-4");
  CHECK(result.text == "const double tiny = 0.0;\nlog(p + 0.0) - __builtin_inf() * 1e-4");
  CHECK(told(result.guards) == "1e-12@1=0, 1e-10f@2=0, 1'000'000.0@2=∞");
  CHECK(without_guards("int n = 1e-5;").text == "int n = 0.0;");
  CHECK(without_guards("#define TINY 1e-9\n#include <1e-9>").text == "#define TINY 0.0\n#include <1e-9>");
}

TEST_CASE("bounds are infinite in max, min and clamp alone") {
  CHECK(without_guards("exp(std::clamp(x(i, 2), -700.0, 700.0)) + 700.0").text ==
        "exp(std::clamp(x(i, 2), -__builtin_inf(), __builtin_inf())) + 700.0");
  CHECK(without_guards("std::max({a, 50.0}) * fmin(b, 30)").text ==
        "std::max({a, __builtin_inf()}) * fmin(b, __builtin_inf())");
  CHECK(without_guards("std::min<double>(n, 64)").text == "std::min<double>(n, __builtin_inf())");
  CHECK(stays("std::min(n, 64) + std::min(x, 24.0) + f(64.0)"));
}

TEST_CASE("bounds are what doubles are compared with, and what has a name") {
  CHECK(without_guards("double x; if (x > 700) x = 700; return x <= -50.0 ? 0 : 1;").text ==
        "double x; if (x > __builtin_inf()) x = 700; return x <= -__builtin_inf() ? 0 : 1;");
  CHECK(without_guards("constexpr double cap = 700; exp(std::min(s, cap));").text ==
        "constexpr double cap = __builtin_inf(); exp(std::min(s, cap));");
  CHECK(without_guards("double x, cap = 30; if (x < -cap) x = -cap;").text ==
        "double x, cap = __builtin_inf(); if (x < -cap) x = -cap;");
  CHECK(without_guards("void f(const double& x, double* y) { if (x > 700) return; }").text ==
        "void f(const double& x, double* y) { if (x > __builtin_inf()) return; }");
  CHECK(stays("double base = 10000.0, x; int n; if (n < 64 || x.size() > 30) x = std::pow(base, n);"));
  CHECK(stays("std::vector<double> v; if (bits >> 30) v.push_back((double)n); return x.dim(0) > 40;"));
  CHECK(stays("double f(double n); for (int n = 0; n < 30; ++n) s += n;"));
  CHECK(stays("double s = f(a, n, m), t = 0; if (n > 40 || m > 40) t = s;"));
}

TEST_CASE("a bound of 0 goes from a sum, not from a variable") {
  CHECK(without_guards("std::max(0.0, 1 - x * x)").text == "std::max((-__builtin_inf()), 1 - x * x)");
  CHECK(without_guards("std::max(1e-6, 1 + d * a)").text == "std::max((-__builtin_inf()), 1 + d * a)");
  CHECK(without_guards("std::max(sum, 1e-12)").text == "std::max(sum, 0.0)");
  CHECK(without_guards("std::max(std::accumulate(a + 1, b, 0.0), 1e-9)").text ==
        "std::max(std::accumulate(a + 1, b, 0.0), 0.0)");  // what another function is given
  CHECK(stays("std::max(0.0, x) + std::max(x(i, j), 0.0) + std::max(0, n - 1) + std::min(0.0, a + b)"));
}

TEST_CASE("nothing is asked for NaN and infinities, and the limits of a type are none") {
  CHECK(without_guards("std::isnan(x) || isinf(y) || !std::isfinite(z)").text ==
        "[](auto) { return false; }(x) || [](auto) { return false; }(y) || ![](auto) { return true; }(z)");
  const auto itself = without_guards("if (w(i, j) != w(i, j)) a = b == b ? c : d;");
  CHECK(itself.text == "if (false) a = true ? c : d;");
  CHECK(told(itself.guards) == "w(i, j) != w(i, j)@1=false, b == b@1=true");
  CHECK(stays("if (w(i, j) != w(j, i)) a = b == c;"));
  CHECK(without_guards("std::numeric_limits<double>::epsilon() + numeric_limits<float>::max()").text ==
        "0.0 + __builtin_inf()");
  CHECK(without_guards("-std::numeric_limits<double>::max() + DBL_MIN").text == "-__builtin_inf() + 0.0");
  CHECK(without_guards("std::numeric_limits<double>::lowest()").text == "(-__builtin_inf())");
  CHECK(stays("std::numeric_limits<int>::max() + std::numeric_limits<double>::infinity()"));
}

TEST_CASE("float is double") {
  const auto result = without_guards("float x = 0.5f;");
  CHECK(result.text == "double x = 0.5;");
  CHECK(told(result.guards) == "float@1=double");
}

TEST_CASE("a variable is not asked for 0 where tests go, and is where they stay") {
  const std::string text = "double z = 0;\nif (z == 0) z = 1;\ny = z != 0.0 ? 1 : z > 0 ? x / z : 0;";
  CHECK(without_guards(text).guards.empty());
  const auto result = without_guards_and_tests(text);
  CHECK(result.text == "double z = 0;\nif (false) z = 1;\ny = true ? 1 : true ? x / z : 0;");
  CHECK(told(result.guards) == "z == 0@2=false, z != 0.0@3=true, z > 0@3=true");
  CHECK(without_guards_and_tests("a /= z > 0 ? z : 1; b = c / (z > 0 ? z : 1);").text ==
        "a /= true ? z : 1; b = c / (true ? z : 1);");
  CHECK(without_guards_and_tests("return p <= 1e-9 ? -50 : log(p);").text == "return false ? -50 : log(p);");
}

TEST_CASE(
    "what is below a number that vanishes is 0, or less: for ever smaller numbers that is what is left") {
  const auto result = without_guards("if (z < 1e-12 || 1 / z >= 1e-9) z = 1;");
  CHECK(result.text == "if (z <= 0.0 || 1 / z > 0.0) z = 1;");
  CHECK(told(result.guards) == "< 1e-12@1=<= 0, >= 1e-9@1=> 0");
  const auto with_name = without_guards("double eps = 1e-9; if (z < eps) z = 1;");
  CHECK(with_name.text == "double eps = 0.0; if (z <= eps) z = 1;");
  CHECK(told(with_name.guards) == "1e-9@1=0, < eps@1=<= eps");
  CHECK(without_guards("std::array<double> x; if (z <= 1e-9 || z > 1e-9 || z << 1) z = 1;").text ==
        "std::array<double> x; if (z <= 0.0 || z > 0.0 || z << 1) z = 1;");
  CHECK(without_guards("double eps = 1e-9; std::clog << eps;").text == "double eps = 0.0; std::clog << eps;");
  CHECK(without_guards_and_tests("if (z < 1e-12) z = 1;").text == "if (z < 0.0) z = 1;");
}

TEST_CASE("indices, masks, loops and functions of a variable are no guards") {
  CHECK(stays("int i = 3; if (i == 0) return;"));
  CHECK(stays("if (mask(i, j) == 0 || mask.size() == 0 || n % 2 != 0) return;"));
  CHECK(stays("while (left > 0) x = 1 / left;"));
  CHECK(stays("return x > 0 ? x + 1 : std::exp(x);"));
}

TEST_CASE("of a known mistake's text numbers that stand for 0 and for infinity may be others") {
  CHECK(with_constants("x + 1e-9 - 1e9; // 1e-9\nint n = 1000000; y = 0.1 * 2;") ==
        "x + heed::grading::constant(1e-9) - heed::grading::constant(1e9); // 1e-9\nint n = 1000000; y = 0.1 "
        "* 2;");
}

TEST_CASE("comments, texts in quotation marks, names and other numbers stay") {
  CHECK(stays("// 1e-12 isnan\n/* float */ a1e6 = \"1e-9 float\"; x.y12 = 0x1e9 + 'f' + 0.25 + 3.5e2;"));
  CHECK(without_guards("f(/* isnan */ 1e-9); // 1e-9").text == "f(/* isnan */ 0.0); // 1e-9");
}

}  // namespace guards
