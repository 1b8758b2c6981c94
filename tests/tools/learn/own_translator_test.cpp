// The learner's translator run: by programs that stand in for it.
#include "tools/learn/translator/own_translator.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/speaking.hpp"

using namespace heed;

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
  std::ofstream(program) << "#!/bin/bash\n" << line;  // translate MODEL SENTENCE
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::vector<OwnTranslation> said = OwnTranslator(scratch.folder()).translate({"이상한"});
  REQUIRE(said.size() == 1);
  CHECK(said[0].text == "i laugh");
  CHECK(said[0].unknown == std::vector<std::string>{"이상한"});

  // it loops, and writes all the while
  std::ofstream(program) << "#!/bin/bash\nwhile :; do echo; echo >&2; done\n";
  CHECK_THAT(error_text<Error>([&] { OwnTranslator(scratch.folder(), 0.3).translate({"이상한"}); }),
             Catch::Contains("it took longer than"));

  std::ofstream(program) << "#!/bin/bash\n";
  CHECK_THAT(error_text<Error>([&] { OwnTranslator(scratch.folder()).translate({"이상한"}); }),
             Catch::Contains("did not translate"));
}
