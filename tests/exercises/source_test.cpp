// C++ texts without a compiler: words and signs, declarations, comments.
#include <string>

#include "exercises/grading/source/cpp_text.hpp"
#include "tests/catch.hpp"

namespace sources {

using namespace heed::grading;

/// The lexemes of a text with a letter before each: w(ord), s(ign), l(iteral), d(irective).
std::string kinds(std::string_view text) {
  std::string all;
  for (const Lexeme& one : lexemes_of(text)) {
    all.append(all.empty() ? "" : " ").append(1, "wsld"[one.kind]).append(one.text);
  }
  return all;
}

TEST_CASE("words and signs are found, comments are not") {
  CHECK(kinds("a::b2 /* c( */ = x; // d") == "wa s: s: wb2 s= wx s;");
  CHECK(kinds("int 곱하기;") == "wint w곱하기 s;");
  CHECK(kinds("/* open") == "");
}

TEST_CASE("what stands in quotation marks is one literal, a number too, and a line after # one directive") {
  CHECK(kinds(R"x("a\"b" c)x") == R"x(l"a\"b" wc)x");
  CHECK(kinds(R"x(L'"' d "e")x") == R"x(lL'"' wd l"e")x");  // no literal begins within another
  CHECK(kinds("u8R\"-( \" )\" \n# )-\" f") == "lu8R\"-( \" )\" \n# )-\" wf");
  CHECK(kinds("\"not closed\nnext") == "l\"not closed\n wnext");
  CHECK(kinds("1'000'000 + 0x1p-3 - 1e+5f 'c'") == "l1'000'000 s+ l0x1p-3 s- l1e+5f l'c'");
  CHECK(kinds("#include <a>\n  # pragma x(\nb # c\n/*\n*/ #d") == "d#include <a> d# pragma x( wb s# wc d#d");
}

TEST_CASE("function declarations at file level are found, and nothing else") {
  CHECK(function_declarations(R"(#include "exercises/grading/exercise.hpp"

// Tensor not_this(int);
Tensor softmax(const Tensor& logits);  // (N, C)
std::pair<Tensor, Tensor> split(const Tensor& x,
                                const std::function<double(double)>& f);
using Pair = std::pair<int, int>;
constexpr double pi = f(3);
struct S {
  int member(int);
};

namespace {
int helper(int x);
void run(Case& c) { c.give("x", 1); }
}  // namespace

void describe(Exercise& e) {
  e.part("f", {}, run, run);
}
int last();
)") == std::vector<std::string>{
           "Tensor softmax(const Tensor& logits)",
           "std::pair<Tensor, Tensor> split(const Tensor& x, const std::function<double(double)>& f)",
           "int last()"});
}

TEST_CASE("the names in a declaration") {
  const auto names = [](const std::string& declaration) {
    const auto [name, parameters] = names_in(declaration);
    return name + ": " + parameters;
  };
  CHECK(names("Tensor softmax(const Tensor& logits)") == "softmax: logits");
  CHECK(names("std::pair<Tensor, Tensor> split( const std::function<double(double, int)>& f, int n )") ==
        "split: f, n");
  CHECK(names("std::function<int(int)> twice(const std::map<int, std::vector<int>>& all)") == "twice: all");
  CHECK(names("int last()") == "last: ");
  CHECK_THROWS(names("int last"));
}

TEST_CASE("the comments that a text shares with a stub are exchanged, the others stay") {
  const std::vector<std::string> from =
      comments_of("// one\n// two\nint a;\n\nint f() {\n  // three\n  return 1;\n}\n");
  CHECK(from == std::vector<std::string>{"// one\n// two\n", "  // three\n"});
  CHECK(with_comments("// one\n// two\nint b;\n// own\n  // three\n", from, {"// 하나\n", "  // 셋\n"}) ==
        "// 하나\nint b;\n// own\n  // 셋\n");
}

}  // namespace sources
