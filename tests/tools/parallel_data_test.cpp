// heed translate --data: every way in which a folder of sentences can be wrong, or a little untidy.
#include <functional>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/small_corpus.hpp"

namespace {

ProgramEnd train_on(const Scratch& scratch, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments =
      tiny_training({"--data", "data", "--epochs", "1", "--max-length", "8"});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run({.arguments = std::move(arguments), .folder = scratch.folder()});
}

struct BadFolder {
  std::string name;
  std::function<void(const Scratch&)> spoil;
  std::vector<std::string> message;  // parts of it
  std::vector<std::string> more{};
  int status = 1;
};

}  // namespace

TEST_CASE("a folder of sentences that cannot be used is said to be so, with file and line") {
  const auto replace = [](const char* file, std::string text) {
    return [=](const Scratch& scratch) { spill(scratch / (std::string("data/") + file), text); };
  };
  const auto nothing = [](const Scratch&) {};
  const std::vector<BadFolder> cases{
      {"missing folder", nothing, {"there is no folder nowhere"}, {"--data", "nowhere"}},
      {"a file for a folder", nothing, {"data/train.ko is not a folder"}, {"--data", "data/train.ko"}},
      {"unreadable folder",
       [](const Scratch& scratch) {
         std::filesystem::permissions(scratch / "data", std::filesystem::perms::none);
       },
       {"data", "Permission denied"}},
      {"unreadable file",
       [](const Scratch& scratch) {
         std::filesystem::permissions(scratch / "data/valid.en", std::filesystem::perms::none);
       },
       {"data/valid.en", "Permission denied"}},
      {"missing language", nothing, {"data/train.fr is missing", "en, ko"}, {"--source", "fr"}},
      {"the same language twice", nothing, {"choose two languages"}, {"--source", "en"}, 2},
      {"missing part",
       [](const Scratch& scratch) { std::filesystem::remove(scratch / "data/test.en"); },
       {"data/test.en is missing"}},
      {"different length",
       replace("train.en", "one\ntwo\nthree\n"),
       {"data/train.ko has 40 lines", "data/train.en has 3"}},
      {"not UTF-8", replace("valid.en", "a\nb\nc\xFF\n\xFF\ne\n"), {"data/valid.en:3", "0xFF", "UTF-8"}},
      {"UTF-16", replace("train.en", "\xFF\xFEI\0"), {"data/train.en: this is UTF-16"}},
      {"many empty lines in one file",
       replace("test.en", "a\n\n\nd\ne\n"),
       {"data/test.en: 2 of 5 lines, more than a fifth, cannot be used",
        "first data/test.en:2: it is empty"}},
      {"empty file", replace("train.ko", ""), {"data/train.ko is empty"}},
      {"a byte-order mark and nothing else", replace("train.ko", "\xEF\xBB\xBF"), {"data/train.ko is empty"}},
      {"only empty lines",
       [](const Scratch& scratch) {
         spill(scratch / "data/valid.ko", "\n\n");
         spill(scratch / "data/valid.en", "\n \n");
       },
       {"data/valid.ko", "only empty lines"}},
      {"vocabulary of zero", nothing, {"a vocabulary of zero"}, {"--min-frequency", "1000"}},
      {"every sentence too long",
       nothing,
       {"every training pair has more than 2 tokens", "--max-tokens"},
       {"--max-tokens", "2"}},
  };
  for (const BadFolder& bad : cases) {
    const Scratch scratch;
    write_corpus(scratch);
    bad.spoil(scratch);
    const ProgramEnd outcome = train_on(scratch, bad.more);
    INFO(bad.name << "\n" << outcome.out << outcome.err);
    CHECK(outcome.status == bad.status);
    CHECK(outcome.out.empty());
    for (const std::string& part : bad.message) CHECK_THAT(outcome.err, Catch::Contains(part));
    CHECK_FALSE(std::filesystem::exists(scratch / "runs"));
    std::filesystem::permissions(scratch / "data",
                                 std::filesystem::perms::owner_all);  // so that it can be removed
  }
}

TEST_CASE("untidy sentences are put right, and that is said") {
  const Scratch scratch;
  write_corpus(scratch);
  spill(scratch / "data/train.ko",
        "\xEF\xBB\xBF" + slurp(scratch / "data/train.ko") + "\n가 나 다 라 마 바 사 아 자 차\r\n");
  spill(scratch / "data/train.en", slurp(scratch / "data/train.en") + "\na b c d e f g h i j\r\n");
  spill(scratch / "data/test.en",
        "a b c d e f g h i j\nI see book 1\nI see book 2\nI see book 3\nI see book 4");
  const ProgramEnd outcome = train_on(scratch, {"--tokens", "words", "--max-tokens", "9"});
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.err, Catch::Contains("data/train.ko: the byte-order mark at the start was left out"));
  CHECK_THAT(outcome.err, Catch::Contains("data/train.ko: 1 Windows line end(s) (CR LF)"));
  CHECK_THAT(outcome.err, Catch::Contains("1 of 42 lines left out (first data/train.ko:41: it is empty)"));
  CHECK_THAT(outcome.err,
             Catch::Contains("1 of 41 training pairs have more than 9 tokens on a side and are left out"));
  CHECK_THAT(outcome.err, Catch::Contains("1 validation and test pairs have more than 9 tokens on a side"));
  CHECK_THAT(outcome.out, Catch::Contains("40 training, 5 validation, 5 test pairs"));
  CHECK(std::filesystem::exists(scratch / "runs/data-ko-en/model.safetensors"));
}

TEST_CASE("heed translate says that a model has learned from other sentences, and learns those at hand") {
  const Scratch scratch;
  write_corpus(scratch);
  REQUIRE(train_on(scratch).status == 0);
  const std::string model = "runs/data-ko-en/model.safetensors",
                    note = "note: " + model + " has learned from other data than --data has now; ";
  const auto heed = [&](const std::string& input, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"translate", "--data", "data"});
    return run({.arguments = more, .folder = scratch.folder(), .input = input});
  };
  CHECK_THAT(heed("", {"책"}).err, !Catch::Contains("another text"));
  spill(scratch / "data/train.en", slurp(scratch / "data/train.en") + "we see\n");
  spill(scratch / "data/train.ko", slurp(scratch / "data/train.ko") + "우리는 본다\n");
  for (const ProgramEnd& end : {heed("", {"책"}), heed("책\n")}) {
    CHECK(end.status == 0);
    CHECK_THAT(end.err, Catch::Contains(note + "--train trains a new one\n"));
  }
  const ProgramEnd again = heed("");
  INFO(again.out << again.err);
  CHECK_THAT(again.err, Catch::Contains(note + "a new one is trained with the options given here; "));
  CHECK_THAT(again.out, Catch::StartsWith("ko → en: 41 training"));
  CHECK_THAT(heed("", {"책"}).err, !Catch::Contains("another text"));
}

TEST_CASE("characters as tokens, pre-norm, gelu, learned positions, tied matrices, batches by tokens") {
  const Scratch scratch;
  write_corpus(scratch);
  const ProgramEnd outcome =
      train_on(scratch, {"--tokens",     "characters", "--norm",     "pre",  "--activation",   "gelu",
                         "--position",   "learned",    "--tie",      "all",  "--batch-tokens", "100",
                         "--accumulate", "2",          "--schedule", "noam", "--beam",         "1",
                         "--max-length", "30"});
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.status == 0);
  const ProgramEnd again =
      run({.arguments = {"translate", "나는 책 1 을 본다", "--data", "data"}, .folder = scratch.folder()});
  INFO(again.err);
  CHECK(again.status == 0);
}
