// The capstone with right answers but one, which is named.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "exercises/grading/source/marked_source.hpp"
#include "exercises/grading/source/registry.hpp"
#include "exercises/translator/part_names.hpp"
#include "lib/files/folders.hpp"
#include "lib/process/process.hpp"
#include "tests/catch.hpp"

namespace fs = std::filesystem;
using heed::grading::MarkedSource;

namespace {

fs::path place_of(const std::string& exercise) {
  return fs::path(heed::grading::find_entry(exercise).chapter) / exercise;
}

MarkedSource source_of(const std::string& exercise) {
  return MarkedSource::read(HEED_SOURCE_DIR / ("exercises" / place_of(exercise)) / "exercise.cpp");
}

void write(const fs::path& answers, const std::string& exercise, const std::string& text) {
  const fs::path file = answers / (place_of(exercise).string() + ".cpp");
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

/// "gradients: softmax_backward, 3 points": the first stage that does not pass.
std::string verdict_on(const fs::path& answers) {
  const heed::ProcessResult run = heed::run_process(
      {.arguments = {HEED_PROGRAM, "learn", "translate", "--json", "--answers", answers.string()}});
  const nlohmann::json verdict = nlohmann::json::parse(run.out, nullptr, false);
  INFO(run.err);
  REQUIRE(verdict.is_object());
  double points = 0;
  for (const nlohmann::json& part : verdict["parts"]) {
    points += part["points"].get<double>();
    if (part["status"] == "passed") continue;
    std::string text = part["name"].get<std::string>() + ":";
    for (const nlohmann::json& name : part.value("guilty", nlohmann::json::array()))
      text += " " + name.get<std::string>();
    return fmt::format("{}, {} points", text, points);
  }
  return fmt::format("passed, {} points", points);
}

}  // namespace

TEST_CASE("one wrong answer of all is named by the stage that it spoils", "[.long]") {
  const heed::TemporaryFolder folder;
  const fs::path& answers = folder.path();
  for (const char* exercise : heed::translator::part_names)
    write(answers, exercise, source_of(exercise).solution());
  for (const char* exercise : heed::translator::elective_names)
    write(answers, exercise, source_of(exercise).solution());

  struct Spoiled {
    const char *exercise, *wrong, *verdict;
  };
  for (const auto& [exercise, wrong, verdict] : std::initializer_list<Spoiled>{
           {"feed_forward", "no_relu", "forward: feed_forward, 0 points"},
           {"softmax_backward", "diagonal_only", "gradients: softmax_backward, 3 points"},
           {"embedding_backward", "overwrite", "gradients: embedding_backward, 3 points"},
           {"bleu", "counted_once", "search: bleu, 9 points"},
           {"bleu", "long_ngrams_left_out", "search: bleu, 9 points"}}) {
    write(answers, exercise, source_of(exercise).wrong(wrong));
    CHECK(verdict_on(answers) == verdict);
    write(answers, exercise, source_of(exercise).solution());
  }

  // with references in the place of the others no stage earns points
  fs::remove_all(answers / fs::path(place_of("stable_softmax")).parent_path());
  CHECK_THAT(verdict_on(answers), Catch::Contains(", 0 points"));
}
