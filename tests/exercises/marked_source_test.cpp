#include "exercises/grading/source/marked_source.hpp"

#include <sstream>

#include "exercises/grading/source/pieces.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using Catch::Contains;
using namespace heed::grading;

namespace {

const std::string good = R"(#include "exercises/learn.hpp"

//~ wrong helper M06
double half() { return 0.5; }
//~ end
double f(double x) {
  //~ stub
  return not_written("f");
  //~ solution
  const double y = 2 * x;
  //~ wrong three
  const double y = 3 * x;
  //~ wrong helper M06
  const double y = half() * x;
  //~ end
  // common
  //~ solution
  return y;
  //~ wrong three
  return y + 1;
  //~ end
}
)";

std::string error_of(const std::string& text) {
  try {
    MarkedSource(text, "exercise.cpp");
  } catch (const heed::Error& error) {
    return error.what();
  }
  return "";
}

std::vector<Piece> pieces(const std::string& text) {
  std::vector<SourceLine> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back({line, static_cast<int>(lines.size()) + 1});
  return pieces_of(lines);
}

/// A source that is right but for `middle`, which begins at line 5.
std::string with(const std::string& middle) { return "//~ stub\nint x;\n//~ solution\n//~ end\n" + middle; }

}  // namespace

TEST_CASE("a whole function that is wrong stands in a file of its own") {
  const Scratch scratch;
  const std::string source =
      "#include <cmath>\n// doubles\ndouble f(double x) {\n//~ stub\nreturn 0;\n//~ solution\nreturn 2 * x;\n"
      "//~ wrong other M06 in mistakes\n//~ end\n}\ndouble g(double x) { return f(x); }\n";
  const auto read = [&] { return MarkedSource(source, (scratch / "exercise.cpp").string()); };
  CHECK_THROWS_WITH(read(), Contains("other.cpp: cannot read"));
  std::filesystem::create_directory(scratch / "mistakes");
  spill(scratch / "mistakes/other.cpp",
        "double h() { return 1; }\ndouble f(double x) {\n  return h() + x;\n}\n");
  CHECK(read().wrong("other") ==
        "#include <cmath>\ndouble h() { return 1; }\ndouble f(double x) {\n  return h() + x;\n}\n"
        "double g(double x) { return f(x); }\n");
  CHECK(read().mistakes().front().code == "M06");
  CHECK_THAT(code_of(pieces_of(read().lines("wrong other")), "exercise.cpp"),
             Contains("#line 2 \"" + (scratch / "mistakes/other.cpp").string()));
  spill(scratch / "mistakes/other.cpp", "double h() { return 1; }\n");
  CHECK_THROWS_WITH(read(), Contains("none of its functions"));
}

TEST_CASE("a small mistake is written as a substitution") {
  const MarkedSource source(
      with("//~ solution\nint y = 2 * x;\nint z = 3;\n//~ wrong three M06: 2 * => 3 *\n"
           "//~ wrong none: int z = 3; =>\n//~ wrong both, too: 2 * => 4 *\n//~ wrong "
           "both, too: = 3 => = 5\n//~ wrong one_line: 2 * => | = 3 => = x | = x; => = 4;\n//~ end\n"),
      "exercise.cpp");
  CHECK_THAT(source.wrong("three"), Contains("int y = 3 * x;\nint z = 3;"));
  CHECK_THAT(source.wrong("none"), Contains("int y = 2 * x;\n\n"));
  CHECK_THAT(source.wrong("too"), Contains("int y = 4 * x;\nint z = 5;"));
  CHECK_THAT(source.solution(), Contains("int y = 2 * x;\nint z = 3;"));
  CHECK_THAT(source.wrong("one_line"), Contains("int y =  x;\nint z = 4;"));
  CHECK(source.mistakes().size() == 5);
  CHECK(source.mistakes()[0].code == "M06");
  const auto error = [](const std::string& mark) {
    return error_of(with("//~ solution\nint y = 2 * x * x;\n" + mark + "\n//~ end\n"));
  };
  CHECK(error("//~ wrong a: 2 => 3").empty());
  CHECK_THAT(error("//~ wrong a: * => +"), Contains("must stand once in the block"));
  CHECK_THAT(error("//~ wrong a: 7 => 3"), Contains("exercise.cpp:7: `7` must stand"));
  CHECK_THAT(error("//~ wrong a: 2 => 3 | 7 => 3"), Contains("`7` must stand"));
  CHECK_THAT(error("//~ wrong a: 7"), Contains("OLD => NEW"));
  CHECK_THAT(error("//~ wrong a: 2 => 3\nint z;"), Contains("text behind a substitution"));
  CHECK_THAT(error_of(with("//~ wrong a: 2 => 3\n//~ end\n")), Contains("without a solution"));
}

TEST_CASE("stub, solution and wrong implementations come from one source") {
  const MarkedSource source(good, "exercise.cpp");
  const std::string include = "#include \"exercises/learn.hpp\"\n\n", f = "double f(double x) {\n",
                    common = "  // common\n", end = "  return y;\n}\n";
  CHECK(source.stub() == include + f + "  return not_written(\"f\");\n" + common + "}\n");
  CHECK(source.solution() == include + f + "  const double y = 2 * x;\n" + common + end);
  CHECK(source.wrong("three") ==
        include + f + "  const double y = 3 * x;\n" + common + "  return y + 1;\n}\n");
  CHECK(source.wrong("helper") ==
        include + "double half() { return 0.5; }\n" + f + "  const double y = half() * x;\n" + common + end);
  REQUIRE(source.mistakes().size() == 2);
  CHECK(source.mistakes()[0].id == "helper");
  CHECK(source.mistakes()[0].code == "M06");
  CHECK(source.mistakes()[1].code.empty());
  CHECK_THROWS_WITH(source.wrong("four"), Contains("no block `wrong four`"));
}

TEST_CASE("what the compiler sees has no includes and names the lines of the source") {
  const std::string text =
      code_of(pieces_of(MarkedSource(good, "exercise.cpp").lines("wrong three")), "exercise.cpp");
  CHECK_THAT(text, !Contains("#include"));
  CHECK_THAT(text, Contains("#line 12 \"exercise.cpp\"\n  const double y = 3 * x;\n"));
  CHECK_THAT(text, Contains("#line 20 \"exercise.cpp\"\n  return y + 1;\n"));
}

TEST_CASE("what a mistake changes: the function, and those that use it") {
  const auto names = [](const std::string& before, const std::string& after) {
    std::string all;
    for (const Piece& piece : changed_pieces(pieces(before), pieces(after))) all += piece.name + " ";
    return all;
  };
  const std::string source =
      "struct Row {\n  int a;\n};\nconst char open = '{';  // {\n"
      "double half(double x) { return x / 2; }\n/// Text.\ndouble other(Row r) {\n  return r.a;\n}\n"
      "double f(double x) {\n  return half(x) + 1;\n}\n"
      "std::function<double(double)> times(double factor) {\n  return [=](double x) { return factor * x; "
      "};\n}\n";
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = source;
    return changed.replace(changed.find(from), from.size(), to);
  };
  CHECK(names(source, with("x / 2", "x / 3")) == "half f ");
  CHECK(names(source, with("+ 1", "- 1")) == "f ");
  CHECK(names(source, with("int a", "int a, b")) == "Row other ");
  CHECK(names(source, with("Text", "Words")) == "");
  CHECK(names(source, with("r.a", "halfway")) == "other ");
  CHECK(names(source, with("factor * x", "factor + x")) == "times ");
  // what cannot be told apart is compiled whole
  CHECK(names(source, with("double half(double x)", "template <typename T> T half(T x)")) ==
        "Row open  other f times ");
}

TEST_CASE("several wrong implementations share a block") {
  const MarkedSource source(with("//~ solution\nint a;\n//~ wrong one M01, two, three M03\nint b;\n//~ end\n"
                                 "//~ solution\nint c;\n//~ wrong two\nint d;\n//~ wrong three\n//~ end\n"),
                            "exercise.cpp");
  REQUIRE(source.mistakes().size() == 3);
  CHECK(source.mistakes()[0].code == "M01");
  CHECK(source.mistakes()[1].code.empty());
  CHECK(source.mistakes()[2].code == "M03");
  CHECK(source.solution() == "int a;\nint c;\n");
  CHECK(source.wrong("one") == "int b;\nint c;\n");
  CHECK(source.wrong("two") == "int b;\nint d;\n");
  CHECK(source.wrong("three") == "int b;\n");
}

TEST_CASE("malformed marks are errors with file and line") {
  CHECK(error_of(with("")).empty());
  for (const auto& [text, error] : std::vector<std::pair<std::string, std::string>>{
           {with("//~ solutoin\n"), "exercise.cpp:5: `//~ solutoin` is no mark"},
           {with("//~ wrong Bad-Id\n"), "exercise.cpp:5:"},
           {with("int y;\n//~ end\n"), "exercise.cpp:6: `//~ end` without a block"},
           {with("//~ wrong a\nint y;\n"), "the last block has no `//~ end`"},
           {with("//~ wrong a\n//~ wrong a\n//~ end\n"), "exercise.cpp:6: a second `wrong a`"},
           {with("//~ wrong a, b, a\n//~ end\n"), "exercise.cpp:5: a second `wrong a`"},
           {with("//~ wrong a, b M1\n"), "exercise.cpp:5: `//~ wrong a, b M1` is no mark"},
           {with("//~ wrong a M01\n//~ end\n//~ wrong a M02\n//~ end\n"),
            "exercise.cpp:7: `a` was M01 further up"},
           {"//~ solution\n//~ end\n", "there is no `//~ stub`"},
           {"//~ stub\n//~ end\n", "there is no `//~ solution`"}})
    CHECK_THAT(error_of(text), Contains(error));
}

TEST_CASE("functions are called by what is chosen, but where a variable has the name") {
  const auto called = [](const std::string& body) {
    const std::string text = "double weights(double x) {\n" + body + "\n}\n";
    return calling_the_chosen(pieces(text), {"softmax", "weights"}).at(0).lines.at(1).text;
  };
  CHECK(called("return softmax(x);") == "return adapter::softmax(x);");
  CHECK(called("return x + weights(x);  // the softmax of it") ==
        "return x + adapter::weights(x);  // the softmax of it");
  for (const char* own :
       {"const std::vector<double> softmax(3);", "Row softmax(x);",
        "for (const Row& softmax : f(softmax(x))) {}",
        "std::vector<std::vector<int>> softmax = f(softmax(x));", "const auto softmax = [](double) {};"})
    CHECK(called(own) == own);
}
