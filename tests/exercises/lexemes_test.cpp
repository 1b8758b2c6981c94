#include "exercises/grading/source/lexemes.hpp"

#include <string>

#include "tests/catch.hpp"

namespace lexemes {

using heed::grading::Lexeme;

/// Those of a text with a letter before each: w(ord), s(ign), l(iteral), d(irective).
std::string kinds(std::string_view text) {
  std::string all;
  for (const Lexeme& one : heed::grading::lexemes_of(text)) {
    all.append(all.empty() ? "" : " ").append(1, "wsld"[one.kind]).append(one.text);
  }
  return all;
}

TEST_CASE("words and signs are found, comments are not") {
  CHECK(kinds("a::b2 /* c( */ = x; // d") == "wa s: s: wb2 s= wx s;");
  CHECK(kinds("int 곱하기;") == "wint w곱하기 s;");
  CHECK(kinds("/* open") == "");
}

TEST_CASE("what stands in quotation marks is one literal, whatever comes before it") {
  CHECK(kinds(R"x("a\"b" c)x") == R"x(l"a\"b" wc)x");
  CHECK(kinds(R"x(L'"' d "e")x") == R"x(lL'"' wd l"e")x");  // no literal begins within another
  CHECK(kinds("u8R\"-( \" )\" \n# )-\" f") == "lu8R\"-( \" )\" \n# )-\" wf");
  CHECK(kinds("\"not closed\nnext") == "l\"not closed\n wnext");
}

TEST_CASE("numbers are literals with their separators and exponents") {
  CHECK(kinds("1'000'000 + 0x1p-3 - 1e+5f 'c'") == "l1'000'000 s+ l0x1p-3 s- l1e+5f l'c'");
}

TEST_CASE("a line that begins with # is one directive") {
  CHECK(kinds("#include <a>\n  # pragma x(\nb # c\n/*\n*/ #d") == "d#include <a> d# pragma x( wb s# wc d#d");
}

}  // namespace lexemes
