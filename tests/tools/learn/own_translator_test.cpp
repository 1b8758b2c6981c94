// The learner's translator run: by programs that stand in for it.
#include "tools/learn/translator/own_translator.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "lib/core/name_hash.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/speaking.hpp"
#include "tools/learn/translator/training_pace.hpp"

using namespace heed;

TEST_CASE("a training that stands still or is far too slow is given up after ten seconds") {
  TrainingPace pace(75);
  CHECK_FALSE(pace.hopeless(9));
  CHECK(pace.hopeless(10));  // not one step
  pace.step(10, 200, 1000);
  CHECK_FALSE(pace.hopeless(10));  // 50 seconds in all
  pace.step(12, 100, 1000);
  CHECK(pace.hopeless(12));  // 120
  CHECK_FALSE(pace.stands_still(12));
  pace.step(20, 900, 1000);
  CHECK_FALSE(pace.hopeless(29));
  CHECK(pace.hopeless(30));
}

TEST_CASE("no translator answers before one is finished") {
  CHECK_THAT(error_text<Error>([] { OwnTranslator("/nonexistent").translate({"나는"}); }),
             Catch::Contains("no finished translator"));
  const Speaking korean(Language::korean);
  CHECK_THAT(error_text<Error>([] { OwnTranslator("/nonexistent").translate({"나는"}); }),
             Catch::Contains("아직 완성된 번역기가 없습니다"));
}

TEST_CASE("a finished translator says which words it has never seen") {
  const Scratch scratch;
  std::filesystem::create_directories(scratch / ".translator");
  std::ofstream(scratch / "translator.safetensors") << "weights";
  const std::filesystem::path program = scratch / ".translator/finished_program";
  const std::string line =
      "echo \"{\\\"translation\\\":\\\"i laugh\\\",\\\"unknown\\\":[\\\"$3\\\"]}\" >&200\n";
  std::ofstream(program) << "#!/bin/bash\n"  // translate MODEL SENTENCE
                            "nonce() { head -c 8 >&200; }\n"
                            "nonce\n"
                         << line;
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::vector<OwnTranslation> said = OwnTranslator(scratch.folder()).translate({"이상한"});
  REQUIRE(said.size() == 1);
  CHECK(said[0].text == "i laugh");
  CHECK(said[0].unknown == std::vector<std::string>{"이상한"});

  // an answer that is another one now
  std::filesystem::create_directories(scratch / "7_training");
  const std::string text = "int f() { return 1; }\n";
  std::ofstream(scratch / "7_training/bleu.cpp") << text;
  std::ofstream(scratch / ".translator/finished_answers.json")
      << fmt::format(R"({{"bleu":"{:016x}"}})", name_hash(text));
  CHECK(OwnTranslator(scratch.folder()).changed_since().empty());
  std::ofstream(scratch / "7_training/bleu.cpp") << "int f() { return 2; }\n";
  CHECK(OwnTranslator(scratch.folder()).changed_since() == std::vector<std::string>{"bleu"});

  // it loops, and writes all the while
  std::ofstream(program) << "#!/bin/bash\nwhile :; do echo; echo >&2; done\n";
  CHECK_THAT(error_text<Error>([&] { OwnTranslator(scratch.folder(), 0.3).translate({"이상한"}); }),
             Catch::Contains("it took longer than"));

  // what does not begin with the number that it was told is no result
  std::ofstream(program) << "#!/bin/bash\n" << line;
  CHECK_THAT(error_text<Error>([&] { OwnTranslator(scratch.folder()).translate({"이상한"}); }),
             Catch::Contains("did not translate"));
}
