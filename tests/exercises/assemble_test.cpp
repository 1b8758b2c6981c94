// Answers become parts of one program, the capstone, which names the one that is wrong.
#include "exercises/grading/run/assemble.hpp"

#include <set>

#include "exercises/translator/grammar.hpp"
#include "exercises/translator/part_names.hpp"
#include "lib/process/process.hpp"
#include "lib/text/words.hpp"
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

namespace {

std::string said_of(const fs::path& answers) {
  return heed::run_process({.arguments = {HEED_PROGRAM, "learn", "translate", "--lang", "en", "--answers",
                                          answers.string()}})
      .out;
}

}  // namespace

TEST_CASE("one wrong answer of all is named by the stage that it spoils", "[.long]") {
  const TemporaryFolder folder;
  const auto write_solution = [&](const std::string& exercise) {
    write_answer(folder.path(), exercise, solution(exercise));
  };
  for (const char* exercise : heed::translator::part_names) write_solution(exercise);
  for (const char* exercise : heed::translator::elective_names) write_solution(exercise);

  struct Spoiled {
    std::string exercise, wrong, stage, points;
  };
  for (const Spoiled& one :
       std::initializer_list<Spoiled>{{"feed_forward", "no_relu", "forward", "0/10"},
                                      {"cross_attention", "mask_of_the_target", "forward", "0/10"},
                                      {"transformer", "no_scale", "forward", "0/10"},
                                      {"softmax_backward", "diagonal_only", "gradients", "3/10"},
                                      {"embedding_backward", "overwrite", "gradients", "3/10"},
                                      {"train_step", "padding_counted", "steps", "5/10"},
                                      {"bleu", "counted_once", "search", "9/10"},
                                      {"bleu", "long_ngrams_left_out", "search", "9/10"}}) {
    write_answer(folder.path(), one.exercise, source_of(one.exercise).wrong(one.wrong));
    const std::string verdict = said_of(folder.path());
    INFO(verdict);
    CHECK_THAT(verdict,
               Contains("your_translator  " + one.points) && Contains("To blame: " + one.exercise + "\n"));
    CHECK(verdict.find("✗ ") == verdict.find("✗ " + one.stage));
    write_solution(one.exercise);
  }

  // with references in the place of the others no stage earns points
  fs::remove_all(folder.path() / find_entry("stable_softmax").chapter);
  CHECK_THAT(said_of(folder.path()), Contains("your_translator  0/10"));
}

TEST_CASE("every word occurs in the training and in what is held out") {
  const auto words = [](const std::vector<heed::translator::Pair>& pairs) {
    std::set<std::string> found;
    for (const heed::translator::Pair& pair : pairs) {
      for (const std::string& word : heed::split_words(pair.korean)) found.insert(word);
      for (const std::string& word : heed::split_words(pair.english)) found.insert(word);
    }
    return found;
  };
  std::set<std::string> all, held_out;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const heed::translator::Grammar grammar(seed);
    CHECK(grammar.train.size() == 240);
    CHECK(grammar.held_out.size() == 60);
    CHECK(words(grammar.train) == words(grammar.held_out));
    for (const auto& pairs : {grammar.train, grammar.held_out})
      for (const heed::translator::Pair& pair : pairs) all.insert(pair.korean);
    for (const heed::translator::Pair& pair : grammar.held_out) held_out.insert(pair.korean);
  }
  CHECK(all.size() == 300);
  CHECK(held_out.size() > 200);  // of any seed others
}

}  // namespace answers
