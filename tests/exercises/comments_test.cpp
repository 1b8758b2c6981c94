// A stub in another language: the same code, other comments.
#include "exercises/grading/source/comments.hpp"

#include "tests/catch.hpp"

using namespace heed::grading;

TEST_CASE("code with other comments matches, other code or a missing comment does not") {
  const Commented english = take_apart("// one\n// two\nint a;\n\nint f() {\n  // three\n  return 1;\n}\n");
  CHECK(english.comments == std::vector<std::string>{"// one\n// two\n", "  // three\n"});
  CHECK(english.matches(take_apart("// 하나, 둘\nint a;\n\nint f() {\n  // 셋\n  // 더\n  return 1;\n}\n")));
  CHECK_FALSE(english.matches(take_apart("// 하나\nint a;\n\nint f() {\n  // 셋\n  return 2;\n}\n")));
  CHECK_FALSE(english.matches(take_apart("// 하나\nint a;\n\nint f() {\n  return 1;\n}\n")));
  CHECK_FALSE(english.matches(take_apart("int a;\n// 하나\n\nint f() {\n  // 셋\n  return 1;\n}\n")));
}

TEST_CASE("the comments that a text shares with a stub are exchanged, the others stay") {
  const Commented from = take_apart("// one\nint a;\n// two\n"), to = take_apart("// 하나\nint a;\n// 둘\n");
  CHECK(with_comments_of("// one\nint b;\n// own\n", from, to) == "// 하나\nint b;\n// own\n");
}
