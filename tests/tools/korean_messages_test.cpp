// What goes wrong outside trainings is said in Korean, too, and text of a Korean Windows is told as such.
#include <algorithm>

#include "nn/attention_rules.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/saved_translator.hpp"
#include "tests/tools/small_corpus.hpp"

namespace {

const std::string cp949 = "\xb3\xaa\xb4\xc2";  // 나는

ProgramEnd heed_in(const Scratch& scratch, std::vector<std::string> words, std::string input = "") {
  return run({.arguments = std::move(words), .folder = scratch.folder(), .input = std::move(input)});
}

}  // namespace

TEST_CASE("a line of a pipe that cannot be read gives an empty one, a message and status 1") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch);
  const ProgramEnd outcome =
      heed_in(scratch, {"translate", "--model", model, "--lang", "ko"}, cp949 + "\n나는\n");
  CHECK(outcome.status == 1);
  CHECK(outcome.out.starts_with("\n"));
  CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 2);
  CHECK_THAT(outcome.err, Catch::Contains("1번째 줄: 1번째 바이트가 UTF-8이 아닙니다"));
  CHECK(heed_in(scratch, {"translate", "--model", model}, "나는\n").status == 0);
}

TEST_CASE("an option in front of its command is told where it belongs") {
  const Scratch scratch;
  const ProgramEnd korean = heed_in(scratch, {"--lang", "ko", "translate"});
  CHECK(korean.status == 2);
  CHECK_THAT(korean.err, Catch::Contains("--lang 옵션은 명령 뒤에 씁니다: heed translate --lang …"));
  CHECK_THAT(heed_in(scratch, {"--beam=3", "translate"}).err,
             Catch::Contains("--beam stands behind the command: heed translate --beam …"));
  CHECK_THAT(heed_in(scratch, {"translate", "--bean", "3"}).err, Catch::Contains("no option --bean"));
}

TEST_CASE("the file of a run that is empty or of a Korean Windows is told as such") {
  const Scratch scratch;
  spill(scratch / "empty.json", " \n");
  spill(scratch / "old.json", "{\"out\": \"" + cp949 + "\"}");
  const auto said = [&](const char* file, const char* language) {
    const ProgramEnd outcome = heed_in(scratch, {"translate", "--config", file, "--lang", language});
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK_THAT(said("empty.json", "en"), Catch::Contains("--config empty.json: is empty"));
  CHECK_THAT(said("empty.json", "ko"), Catch::Contains("--config empty.json: 비어 있습니다"));
  CHECK_THAT(said("old.json", "en"), Catch::Contains("iconv -f CP949 -t UTF-8 old.json"));
  CHECK_THAT(said("old.json", "ko"), Catch::Contains("--config old.json: UTF-8이 아닙니다"));
}

TEST_CASE("score, completion, show and import speak Korean") {
  const Scratch scratch;
  spill(scratch / "hyp.txt", "나는 간다\n");
  spill(scratch / "old.txt", cp949 + "\n");
  spill(scratch / "empty.txt", "");
  const auto said = [&](std::vector<std::string> words) {
    words.insert(words.end(), {"--lang", "ko"});
    const ProgramEnd outcome = heed_in(scratch, std::move(words));
    CHECK(outcome.status == 1);
    return outcome.err;
  };
  CHECK_THAT(said({"score", "hyp.txt", "--ref", "none.txt"}), Catch::Contains("파일이 없습니다: none.txt"));
  CHECK_THAT(said({"score", "hyp.txt", "--ref", "."}), Catch::Contains("폴더입니다: ."));
  CHECK_THAT(said({"score", "hyp.txt", "--ref", "empty.txt"}), Catch::Contains("empty.txt: 빈 파일입니다"));
  CHECK_THAT(said({"score", "hyp.txt", "--ref", "old.txt"}),
             Catch::Contains("old.txt: 1번째 줄 1번째 바이트가 UTF-8이 아닙니다"));
  CHECK(heed_in(scratch, {"completion", "bash", "--lang", "ko"}).status == 0);
  CHECK_THAT(said({"show", "nowhere"}), Catch::Contains("파일이 없습니다: nowhere"));
  CHECK_THAT(said({"show", "hyp.txt"}), Catch::Contains("파일에 문제가 있습니다 (hyp.txt"));
  CHECK_THAT(said({"import", "nowhere", "--out", "x"}),
             Catch::Contains("파일이 없습니다: nowhere/model.safetensors"));
  std::filesystem::create_directory(scratch / "marian");
  std::filesystem::copy(saved_translator(scratch), scratch / "marian");
  for (const char* name : {"config.json", "vocab.json"}) spill(scratch / "marian" / name, "{}");
  CHECK_THAT(said({"import", "marian", "--out", "x"}), Catch::Contains("MarianMTModel로 읽을 수 없습니다 ("));
  CHECK_FALSE(std::filesystem::exists(scratch / "x"));
}

TEST_CASE("why a model is not written for others is said in Korean, each reason") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch, {.rules = heed::AttentionRules::parse("window:1")});
  const ProgramEnd outcome = heed_in(scratch, {"export", model, "--out", "marian", "--lang", "ko"});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err,
             Catch::Contains("Marian 형식으로 쓸 수 없는 모델입니다. 마지막 층 뒤에 정규화가 있습니다"));
  CHECK_THAT(outcome.err, Catch::Contains("(--attention all)"));
  CHECK_FALSE(std::filesystem::exists(scratch / "marian"));
}

TEST_CASE("the help of every command begins in Korean and has Korean headings") {
  const Scratch scratch;
  const auto has_hangul = [](const std::string& text) {
    return text.find_first_of("\xEA\xEB\xEC\xED") != text.npos;
  };
#define HEED_COMMAND(name, ...) name,
  for (const char* command : {
#include "tools/commands/list.inc"
       }) {
#undef HEED_COMMAND
    const ProgramEnd page = heed_in(scratch, {"help", command, "--lang", "ko"});
    INFO(command << page.out << page.err);
    CHECK(page.status == 0);
    CHECK(has_hangul(page.out.substr(0, page.out.find('\n'))));
    for (const char* heading :
         {"Usage:", "Options:", "Positionals:", "Subcommands:", "\nExamples:", "\nExample:", "Few labels:"})
      CHECK(page.out.find(heading) == std::string::npos);
  }
  CHECK_THAT(heed_in(scratch, {"help", "learn", "--lang", "ko"}).out, Catch::Contains("다음 힌트"));
  CHECK_THAT(heed_in(scratch, {"help", "nosuch", "--lang", "ko"}).err,
             Catch::Contains("'nosuch' 명령은 없습니다"));
}

TEST_CASE("UTF-16 is told as such, from a file and from a pipe, with what converts it") {
  const Scratch scratch;
  const std::string model = saved_translator(scratch), text("\xFF\xFE\x98\xB0\n\0", 6);
  spill(scratch / "u16.txt", text);
  for (const bool from_a_file : {true, false}) {
    std::vector<std::string> words{"translate", "--model", model};
    if (from_a_file) words.insert(words.end(), {"--input", "u16.txt"});
    CAPTURE(from_a_file);
    const ProgramEnd english = heed_in(scratch, words, from_a_file ? "" : text);
    CHECK(english.status == 1);
    CHECK(english.out.empty());
    CHECK_THAT(english.err,
               Catch::Contains("this is UTF-16, not UTF-8; convert it with iconv -f UTF-16 -t UTF-8"));
    words.insert(words.end(), {"--lang", "ko"});
    CHECK_THAT(heed_in(scratch, words, from_a_file ? "" : text).err,
               Catch::Contains("UTF-16입니다. iconv -f UTF-16 -t UTF-8"));
  }
}

TEST_CASE("how many subwords a text allows, and a model that is not there, are told in Korean") {
  const Scratch scratch;
  write_corpus(scratch);
  const auto subwords = [&](const char* pieces) {
    return heed_in(scratch, {"translate", "--data", "data", "--subwords", pieces, "--lang", "ko"}).err;
  };
  CHECK_THAT(subwords("5000"), Catch::Contains("--subwords 5000: 이 원문에는 많아야 "));
  CHECK_THAT(subwords("5"), Catch::Contains("--subwords 5: 이 원문에는 적어도 ") && Catch::Contains("개가 필요합니다"));
  CHECK_THAT(heed_in(scratch, {"translate", "--model", saved_translator(scratch), "--ensemble", "nowhere",
                               "--lang", "ko", "나는"})
                 .err,
             Catch::Contains("파일이 없습니다: nowhere"));
}
