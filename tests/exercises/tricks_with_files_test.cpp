// Files that an answer may not include, and what a compiler may need.
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("another file of the course, or of the learner's, is not included", "[.long]") {
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

TEST_CASE("a link to a file of the course is no answer, one to a file of the learner's own is") {
  const TemporaryFolder learners, graders;
  const auto verdict_on = [&](const fs::path& file) {
    return grade(toolchain(), find_entry("causal_mask"), file);
  };
  const fs::path stored = folder_of("causal_mask") / "solutions" / "growing_rows.cpp",
                 own = learners.path() / "own.cpp", link = learners.path() / "link.cpp",
                 chapter = learners.path() / "chapter";
  fs::create_symlink(stored, link);
  fs::create_directory_symlink(stored.parent_path(), chapter);
  for (const fs::path& file : {stored, link, chapter / "growing_rows.cpp"}) {
    INFO(file.string());
    const heed::Verdict verdict = verdict_on(file);
    CHECK_FALSE(verdict.passed());
    REQUIRE(verdict.forbidden.size() == 1);
    CHECK(verdict.forbidden[0].reason == "stored");
    CHECK(verdict.forbidden[0].name == "exercises/3_attention/causal_mask/solutions/growing_rows.cpp");
  }
  fs::copy_file(stored, own);
  fs::remove(link);
  fs::create_symlink(own, link);
  CHECK(verdict_on(link).passed());
}

TEST_CASE("a file of the learner's own is not given.hpp by its name, nor is a link to a stored solution",
          "[.long]") {
  const TemporaryFolder beside;
  const fs::path folder = beside.path() / "exercises";
  fs::create_directory(folder);
  std::ofstream(folder / "given.hpp") << solution("masked_row");
  fs::create_symlink(folder_of("masked_row") / "solutions" / "guarded_sum.cpp", folder / "given_layers.hpp");
  for (const char* name : {"given.hpp", "given_layers.hpp"})
    CHECK(refused("masked_row", "#include \"" + (folder / name).string() + "\"\n") ==
          std::string("file ") + name);
  // what a folder's name leads to counts, not how it is written
  const fs::path elsewhere = beside.path() / "elsewhere", link = beside.path() / "link";
  fs::create_directories(elsewhere / "exercises" / "inner");
  fs::create_directory_symlink(elsewhere / "exercises" / "inner", link);
  std::ofstream(elsewhere / "exercises" / "learn.hpp") << "#include \"exercises/learn.hpp\"\n";
  CHECK(refused("masked_row", "#include \"" + (link / ".." / "learn.hpp").string() + "\"\n") ==
        "file learn.hpp");
  const std::string own = (fs::path(HEED_SOURCE_DIR) / "exercises" / "given_layers.hpp").string();
  CHECK(refused("stable_softmax", "#include \"" + own + "\"\n" + solution("stable_softmax")) == "");
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
