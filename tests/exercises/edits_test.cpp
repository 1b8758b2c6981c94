// Which edits of a text there are, and what it becomes with them as choices.
#include "exercises/grading/source/edits.hpp"

#include <algorithm>
#include <set>

#include "exercises/grading/source/statements.hpp"
#include "tests/catch.hpp"

using heed::grading::Edit;
using heed::grading::edits_of;
using heed::grading::statements_of;
using heed::grading::with_edits;

namespace edits {
namespace {

/// The text of a function with this body, once for each edit.
std::set<std::string> bodies(const std::string& body, const std::string& parameters = "") {
  const std::string before = "double f(" + parameters + ") { ", text = before + body + " }";
  std::set<std::string> all;
  for (const Edit& one : edits_of(text)) {
    std::string edited = text;
    edited.replace(one.from, one.to - one.from, one.code);
    all.insert(edited.substr(before.size(), edited.size() - before.size() - 2));
  }
  return all;
}

/// Those that are not there.
std::string missing(const std::set<std::string>& all, const std::vector<std::string>& wanted) {
  std::string list;
  for (const std::string& one : wanted)
    if (!all.contains(one)) list += one + "\n";
  return list;
}

std::string names(const std::string& text) {
  std::string all;
  for (const auto& one : statements_of(text).locals) all += std::string(one.name) + " ";
  return all;
}

}  // namespace

TEST_CASE("operands are as long as precedence makes them") {
  const auto all = bodies("return a + b * c / 2.0 - d;");
  CHECK(missing(all, {"return a + b / c / 2.0 - d;", "return a + b * c - d;", "return a - b * c / 2.0 - d;",
                      "return a + b * c / 2.0;", "return b * c / 2.0 - d;", "return a + b * c / 2.0 + d;",
                      "return a + c / 2.0 - d;", "return a - d;"}) == "");
  CHECK(bodies("return a * (b - c) + d;").contains("return a * (b) + d;"));
  CHECK(bodies("return x && y || z;").contains("return y || z;"));
  CHECK(bodies("return a - b;").contains("return -(b);"));
}

TEST_CASE("a template's brackets are no comparison, and nothing is changed in texts and comments") {
  const auto all = bodies("return std::max<int>(a, std::vector<double>(3).size()) < n; // a < b + 1\n");
  CHECK(all.contains("return std::max<int>(a, std::vector<double>(3).size()) <= n; // a < b + 1\n"));
  for (const std::string& one : all) {
    CHECK(one.find("vector<=") == one.npos);
    CHECK(one.ends_with("// a < b + 1\n"));
  }
  CHECK(bodies("return g(\"a < b * 2\", 'x');").size() == 2);  // one argument in the place of the call
}

TEST_CASE("heads of loops, conditions and statements have edits of their own") {
  const auto all = bodies("for (int i = 0; i < n; ++i) { if (i > 2) break; s += i; }", "int n");
  CHECK(missing(all, {"for (int i = 1; i < n; ++i) { if (i > 2) break; s += i; }",
                      "for (int i = 0; i <= n; ++i) { if (i > 2) break; s += i; }",
                      "for (int i = 0; i < n; ++i) { if (false) break; s += i; }",
                      "for (int i = 0; i < n; ++i) { if (true) break; s += i; }",
                      "for (int i = 0; i < n; ++i) { if (i > 2) continue; s += i; }",
                      "for (int i = 0; i < n; ++i) { if (i > 2) ; s += i; }",
                      "for (int i = 0; i < n; ++i) { if (i > 2) break; ; }",
                      "for (int i = 0; i < n; ++i) { if (i > 2) break; s = i; }",
                      "for (int i = 0; i < n; ++i) { if (i > 2) break; s += n; }"}) == "");
  CHECK(!all.contains("for (int i = 0; true; ++i) { if (i > 2) break; s += i; }"));
}

TEST_CASE("calls have other functions of their kind, or one of their arguments in their place") {
  const auto all = bodies("return std::log2(x(i, j)) + std::max(0.0, std::min(1.0, y));", "int i, int j");
  CHECK(missing(all, {"return std::log(x(i, j)) + std::max(0.0, std::min(1.0, y));",
                      "return std::log2(x(j, j)) + std::max(0.0, std::min(1.0, y));",
                      "return x(i, j) + std::max(0.0, std::min(1.0, y));",
                      "return std::log2(x(i, j)) + std::min(0.0, std::min(1.0, y));",
                      "return std::log2(x(i, j)) + std::min(1.0, y);"}) == "");
}

TEST_CASE("an int that begins a sum, and a cast, are changed with all that they go through") {
  CHECK(bodies("const double s = std::accumulate(a, b, 0);")
            .contains("const double s = std::accumulate(a, b, 0.0);"));
  CHECK(
      bodies("s.push_back(std::accumulate(a, b, 0));").contains("s.push_back(std::accumulate(a, b, 0.0));"));
  CHECK(bodies("return 1 / n;").contains("return 1.0 / n;"));
  CHECK(bodies("return (double)std::sqrt(static_cast<int>(x));").contains("return (double)std::sqrt((x));"));
}

TEST_CASE("variables are known where they can be used, those of lambdas too") {
  CHECK(names("int f(const Tensor& x, int n) { auto g = [&](double d) { int k = 0; return d; }; }") ==
        "x n g d k ");
  CHECK(names("struct A { int n; double operator()(double v) const { return v * n; } };") == "v ");
  CHECK(bodies("double s = 0, t = 1; g(s);").contains("double s = 0, t = 1; g(t);"));
  const auto all = bodies("int a = 1; { int b = 2; } int c = a;");
  CHECK(all.contains("int a = 1; { int b = 2; } int c = 2;") == false);
  CHECK(!all.contains("int a = 1; { int b = 2; } int c = b;"));
}

TEST_CASE(
    "variables are known neither behind their loop, in what they begin with, nor uncaptured in a lambda") {
  CHECK(!bodies("for (int i = 0; i < n; ++i) for (int j : g(n)) { h(j); } return n;", "int n")
             .contains("for (int i = 0; i < n; ++i) for (int j : g(n)) { h(j); } return i;"));
  CHECK(!bodies("for (int j : g(n)) h(j);", "int n").contains("for (int j : g(j)) h(j);"));
  CHECK(!bodies("int k = n; return k;", "int n").contains("int k = k; return k;"));
  const auto named = bodies("const auto f = [m](int k) { return k; };", "int m, int n");
  CHECK(named.contains("const auto f = [m](int k) { return m; };"));
  CHECK(!named.contains("const auto f = [m](int k) { return n; };"));
  CHECK(bodies("const auto f = [&, m](int k) { return k; };", "int m, int n")
            .contains("const auto f = [&, m](int k) { return n; };"));
}

TEST_CASE("what no compiler takes is no edit: a text less a text, half of a sign, an index of 0.0") {
  for (const std::string& one : bodies("std::string s = \"a\"; s += b + \" \";", "std::string b"))
    CHECK((one.find(" - ") == one.npos && one.find("-=") == one.npos));
  for (const std::string& one : bodies("in >> n; return static_cast<int>(n) * 2 + n;", "int n, const int m"))
    CHECK((one.find("> = ") == one.npos && one.find(">= >") == one.npos &&
           one.find("return static_cast;") == one.npos && one.find("in >> m") == one.npos));
  CHECK(!bodies("g(x(0));", "const Tensor& x").contains("g(x(0.0));"));
  CHECK(!bodies("g(std::max(0, n));").contains("g(std::max(0.0, n));"));
  CHECK(!bodies("return std::find(a.begin(), a.end(), 3) - a.begin();").contains("return -(a.begin());"));
  CHECK(!bodies("v = v + w;", "Value v").contains("v += v + w;"));
  CHECK(bodies("v = v + w;", "double v").contains("v += v + w;"));
}

TEST_CASE("a variable that changes in a loop may begin anew there") {
  const auto all =
      bodies("double s = 0; const int k = 1; for (int i = 0; i < n; ++i) { s += i * k; }", "int n");
  CHECK(all.contains("double s = 0; const int k = 1; for (int i = 0; i < n; ++i) { s = 0;s += i * k; }"));
  CHECK(std::ranges::none_of(all, [](const std::string& one) { return one.find("k = 1;s") != one.npos; }));
}

TEST_CASE("neighbouring arguments of one type are exchanged") {
  const auto all = bodies("x(i, j) = g(i, j, v) - v;", "Tensor& x, int i, int j, double v");
  CHECK(missing(all, {"x(j, i) = g(i, j, v) - v;", "x(i, j) = g(j, i, v) - v;"}) == "");
  CHECK(!all.contains("x(i, j) = g(i, v, j) - v;"));
  CHECK(!bodies("g(a, b);", "const auto& a, const auto& b").contains("g(b, a);"));
}

TEST_CASE("of a clamp either limit is left out") {
  const auto all = bodies("return std::clamp(g(x), 0.0, top);");
  CHECK(missing(all, {"return std::max(g(x), 0.0);", "return std::min(g(x), top);"}) == "");
}

TEST_CASE("a member of an object is taken for another that the text names") {
  const auto all = bodies("int n = a.pad; g(b.eos, a.size(), other.bos);",
                          "const Ids& a, const Ids& b, const Rows& other");
  CHECK(missing(all, {"int n = a.eos; g(b.eos, a.size(), other.bos);",
                      "int n = a.pad; g(b.pad, a.size(), other.bos);"}) == "");
  CHECK(std::ranges::none_of(all, [](const std::string& one) {
    return one.find("a.bos") != one.npos || one.find("= a.size;") != one.npos;
  }));
}

TEST_CASE("an index of 0 may be that of a loop, but no size is") {
  const auto all =
      bodies("for (int i = 0; i < x.dim(0); ++i) { y += x(0) + v[0] + g(0); }", "const Tensor& x, double y");
  CHECK(missing(all, {"for (int i = 0; i < x.dim(0); ++i) { y += x(int(i)) + v[0] + g(0); }",
                      "for (int i = 0; i < x.dim(0); ++i) { y += x(0) + v[int(i)] + g(0); }"}) == "");
  CHECK(std::ranges::none_of(all, [](const std::string& one) {
    return one.find("g(int") != one.npos || one.find("dim(int") != one.npos;
  }));
}

TEST_CASE("a comparison that is a value may hold always or never, but the head of a loop stays") {
  CHECK(missing(bodies("m(i, j) = i < j && b;"), {"m(i, j) = true;", "m(i, j) = false;"}) == "");
  CHECK(bodies("g(i < j);").contains("g(true);"));
  CHECK(!bodies("while (i < j) ++i;").contains("while (true) ++i;"));
}

TEST_CASE("a statement stands before or behind others of its block, where what they declare is known") {
  CHECK(missing(
            bodies("const double m = x; x += 1; y = m; z = y;", "double x, double y, double z"),
            {"x += 1;\nconst double m = x;\ny = m;\nz = y;\n",
             "const double m = x; y = m;\nx += 1;\nz = y;\n", "const double m = x; y = m;\nz = y;\nx += 1;\n",
             "const double m = x; z = y;\nx += 1;\ny = m;\n"}) == "");
  const auto all = bodies("if (a) b = 1; else b = 2; c = b; return c;", "int a, int b, int c");
  CHECK(all.contains("c = b;\nif (a) b = 1; else b = 2;\nreturn c;\n"));
  CHECK(std::ranges::none_of(all, [](const std::string& one) { return one.starts_with("return"); }));
}

TEST_CASE("numbers may begin with a point") { CHECK(bodies("return x * .5;").contains("return x / .5;")); }

TEST_CASE("a text with macros, unequal brackets or blocks without end has no edits") {
  CHECK(edits_of("#define F(x) x + 1\nint f() { return F(2); }").empty());
  CHECK(edits_of("int f() { return (2 + 1; }").empty());
  std::string deep = "int f() ";
  for (int i = 0; i < 3000; ++i) deep += "{";
  deep += "return 1 + 1;";
  for (int i = 0; i < 3000; ++i) deep += "}";
  CHECK(edits_of(deep).empty());
}

TEST_CASE("what is inserted stands before the choices of what begins there") {
  const std::string text = "void f(double u) { double s = 0; for (int i = 0; i < 3; ++i) { s += u; } }";
  const std::string written = with_edits(text, edits_of(text));
  const std::size_t inserted = written.find("{ s = 0; }");
  REQUIRE(inserted != written.npos);
  CHECK(inserted < written.find("{ s = u; }"));
  CHECK(written.find("(\n#line", inserted) > written.find("{ ; }", inserted));
}

TEST_CASE("lines of a text with choices are those of the text") {
  const std::string text = "int f(int n) {\n  return n + 1;\n}\n";
  const std::string written = with_edits(text, edits_of(text));
  CHECK(written.find("\n#line 1\n" + text.substr(0, 15)) != written.npos);
  CHECK(written.find("#line 1000000\n") != written.npos);
  CHECK(written.find("#line 2\n") != written.npos);
}

}  // namespace edits
