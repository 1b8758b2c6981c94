// A stub in another language: the same code, other comments.
#include "exercises/grading/source/comments.hpp"

#include "tests/catch.hpp"

using namespace heed::grading;

TEST_CASE("the comments that a text shares with a stub are exchanged, the others stay") {
  const std::vector<std::string> from =
      comments_of("// one\n// two\nint a;\n\nint f() {\n  // three\n  return 1;\n}\n");
  CHECK(from == std::vector<std::string>{"// one\n// two\n", "  // three\n"});
  CHECK(with_comments("// one\n// two\nint b;\n// own\n  // three\n", from, {"// 하나\n", "  // 셋\n"}) ==
        "// 하나\nint b;\n// own\n  // 셋\n");
}
