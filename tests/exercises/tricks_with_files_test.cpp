// Files that an answer may not include, and what a compiler may need.
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("another file of the course, or of the learner's, is not included") {
  const TemporaryFolder beside;
  const std::string file = (folder_of("causal_mask") / "solutions" / "growing_rows.cpp").string();
  CHECK(refused("causal_mask", "#include \"" + file + "\"\n") == "file growing_rows.cpp");
  std::ofstream(beside.path() / "mine.hpp") << "#include \"" + file + "\"\n";
  CHECK_THAT(refused("causal_mask", "#include \"" + (beside.path() / "mine.hpp").string() + "\"\n"),
             Contains("file "));
  CHECK(refused("residual_and_norm", "#include \"nn/layers.hpp\"\n").substr(0, 5) == "file ");
  // the library's implementation instead of its header
  CHECK(refused("stable_softmax", "#include \"exercises/given.cpp\"\n") == "file given.cpp");
  CHECK(refused("stable_softmax",
                "#include \"exercises/learn.hpp\"\n#include \"exercises/given.hpp\"\n#include "
                "<queue>\n" +
                    solution("stable_softmax")) == "");
}

TEST_CASE("of a file that an answer may not include, the compiler's messages show nothing") {
  const TemporaryFolder beside;
  const fs::path secret = beside.path() / "secret.txt";
  std::ofstream(secret) << "a sentence that is no C++\n";
  for (const char* around : {"\"", "<"}) {
    const std::string include =
        std::string("#include ") + around + secret.string() + (*around == '<' ? ">" : "\"") + "\n";
    CHECK(refused("causal_mask", include) == "file secret.txt");
  }
}

TEST_CASE("a compiler that needs too much is ended") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "answer.cpp")
      << "template <int N> struct Wide { Wide<N - 1> a, b; }; template <> struct Wide<0> { char x[1024]; };\n"
         "Wide<20> everything = {{}};\nauto take(Wide<20> w) { return w; }\n"
         "char big[1 << 30] = {1}; char bigger[1 << 30] = {2}; char biggest[1 << 30] = {3};\n";
  const Compiled compiled =
      compile_answer(toolchain(), find_entry("causal_mask"), folder.path() / "answer.cpp", folder.path());
  CHECK_FALSE(compiled.ok());
  CHECK(compiled.messages.errors.size() + compiled.forbidden.size() > 0);
  CHECK(compiled.seconds < 60);
}

}  // namespace tricks
