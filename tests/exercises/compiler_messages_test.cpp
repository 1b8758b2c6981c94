// Outputs of GCC 12, reduced.
#include "exercises/grading/run/compiler_messages.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;

namespace {

const std::string source =
    "#include \"exercises/learn.hpp\"\n\nTensor f(const Tensor& x) {\n  flaot y;\n  return x;\n}\n";

CompilerMessages reduce(const std::string& output) {
  return reduce_compiler_output(output, "/a/f.cpp", source);
}

}  // namespace

TEST_CASE("three errors are enough, one a line, and notes are none") {
  std::string output;
  for (int line = 1; line <= 5; ++line) {
    for (int column = 1; column <= 2; ++column)
      output += "/a/f.cpp:" + std::to_string(line) + ":" + std::to_string(column) +
                ": error: e\n/usr/include/x.h:1:1: note: n\n";
  }
  const CompilerMessages messages = reduce(output);
  REQUIRE(messages.errors.size() == 3);
  CHECK(messages.errors[2].line == 3);
  CHECK(messages.errors[2].column == 1);
}

TEST_CASE("an error is told at the line of the learner's file that led to it, or without a line") {
  struct Reduced {
    const char* output;
    int line;
    const char* message;
  };
  for (const Reduced& one : {
           Reduced{"/a/f.cpp: In function 'heed::learn::Tensor f(const heed::learn::Tensor&)':\n"
                   "/a/f.cpp:4:3: error: 'flaot' was not declared in this scope; did you mean 'float'?\n",
                   4, "'flaot' was not declared in this scope; did you mean 'float'?"},
           {"./exercises/learn.hpp:63:26:   required from 'double heed::learn::Tensor::operator()(Index ...) "
            "const'\n/a/f.cpp:5:11:   required from here\n"
            "./exercises/learn.hpp:85:50: error: static assertion failed: the indices must be integers\n",
            5, "static assertion failed: the indices must be integers"},
           {"/usr/include/x.h:3:1: fatal error: y.h: No such file or directory\n", 0,
            "y.h: No such file or directory"},
       }) {
    const CompilerMessages messages = reduce(one.output);
    REQUIRE(messages.errors.size() == 1);
    CHECK(messages.errors[0].line == one.line);
    CHECK(messages.errors[0].message == one.message);
    CHECK(messages.errors[0].source == (one.line == 4 ? "  flaot y;" : one.line == 5 ? "  return x;" : ""));
  }
}

TEST_CASE("warnings are kept apart, and only those of the learner's file") {
  const CompilerMessages messages =
      reduce("/a/f.cpp:5:3: warning: 'y' is used uninitialized\n/usr/include/x.h:3:1: warning: w\n");
  CHECK(messages.errors.empty());
  REQUIRE(messages.warnings.size() == 1);
  CHECK(messages.warnings[0].line == 5);
}

TEST_CASE("names are as the learner writes them") {
  CHECK(plain_names("cannot convert 'Tensor' {aka 'heed::learn::Tensor'} to 'double'") ==
        "cannot convert 'Tensor' to 'double'");
  CHECK(plain_names("std::vector<int, std::allocator<int> >") == "std::vector<int>");
  CHECK(plain_names(
            "f(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&)") ==
        "f(std::string const&)");
}

TEST_CASE("functions that the linker misses are named once each") {
  const std::string output =
      "/usr/bin/ld: grade.cpp.o: in function `run(heed::grading::Case&)':\n"
      "grade.cpp:(.text+0x1e): undefined reference to `softmax(heed::learn::Tensor const&)'\n"
      "/usr/bin/ld: grade.cpp:(.text+0x2e): undefined reference to `softmax(heed::learn::Tensor const&)'\n"
      "collect2: error: ld returned 1 exit status\n";
  CHECK(missing_functions(output) == std::vector<std::string>{"softmax(Tensor const&)"});
  const auto twice = linker_errors(
      "ld: a.o: in function `main':\na.cpp:(.text+0x0): multiple definition of `main'; b.o: first\n");
  REQUIRE(twice.size() == 1);
  CHECK(twice[0].message == "main may not be defined here: the course defines it itself");
}

TEST_CASE("a message may be as long as it likes") {
  const std::string long_one(60'000, 'a');
  const CompilerMessages messages =
      reduce("/a/f.cpp:4:2: error: #error " + long_one + "\n/a/f.cpp:99999999999:1: error: e\n");
  REQUIRE(messages.errors.size() == 1);
  CHECK(messages.errors[0].line == 4);
  CHECK_THAT(messages.errors[0].message, Catch::StartsWith("#error aaaa"));
  CHECK(missing_functions("undefined reference to `" + long_one + "'\nundefined reference to `f(int)'\n") ==
        std::vector<std::string>{"f(int)"});
  CHECK(linker_errors("multiple definition of `" + long_one + "'\n").empty());
}
