// Answers become parts of one program; what an exercise refuses is refused here, too.
#include "exercises/grading/run/assemble.hpp"

#include "tests/exercises/answers.hpp"

namespace answers {

TEST_CASE("answers are linked into a translator, each state by its name") {
  const TemporaryFolder folder;
  const auto write = [&](const std::string& exercise, const std::string& before) {
    write_answer(folder.path(), exercise, before + solution(exercise));
  };
  const auto assembled = [&](const std::vector<std::string>& exercises) {
    return assemble_translator(toolchain(), exercises, folder.path(), folder.path() / "built");
  };
  write("stable_softmax", "// was: not_written(\"softmax\"); /* not_written() */\n");
  write("similarity_scores", "void f() { asm(\"nop\"); }\n");
  write("bleu", "int next = ;\n");
  write("adam_step", "#include \"exercises/given.cpp\"\n");
  write("linear_attention", "");
  const Assembled translator = assembled(
      {"stable_softmax", "similarity_scores", "bleu", "layer_norm", "adam_step", "linear_attention"});
  CHECK(fs::exists(translator.program));
  REQUIRE(translator.parts.size() == 6);
  CHECK(translator.parts[0].state == "used");
  CHECK(translator.parts[1].state == "refused");
  CHECK_FALSE(translator.parts[1].reason.empty());
  CHECK(translator.parts[1].message == "asm");
  CHECK(translator.parts[2].state == "broken");
  CHECK(translator.parts[2].line == 1);
  CHECK(translator.parts[3].state == "missing");
  CHECK(translator.parts[4].state == "refused");
  CHECK(translator.parts[4].message == "\"exercises/given.cpp\"");
  CHECK(translator.parts[5].state == "used");

  // sentences and weights of the stages follow from the text
  const std::uint64_t before = assembled({"stable_softmax"}).seed;
  CHECK(assembled({"stable_softmax"}).seed == before);
  write("stable_softmax", "// a change\n");
  CHECK(assembled({"stable_softmax"}).seed != before);
}

}  // namespace answers
