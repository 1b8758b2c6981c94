// The capstone with right answers but one, which is named.
#include "exercises/translator/part_names.hpp"
#include "lib/process/process.hpp"
#include "tests/exercises/answers.hpp"

namespace answers {
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
                                      {"softmax_backward", "diagonal_only", "gradients", "3/10"},
                                      {"embedding_backward", "overwrite", "gradients", "3/10"},
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

}  // namespace answers
