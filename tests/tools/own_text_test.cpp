// heed translate --data: what is chosen for one's own text, and who wins.
#include "tools/commands/train_translation.hpp"

#include <fmt/ranges.h>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tests/tools/small_corpus.hpp"

using namespace heed;

TEST_CASE("the usual epochs make 3,500 steps, from 5 to 50 of them") {
  CHECK(usual_epochs(3500, {.batch_sentences = 10}) == 10);
  CHECK(usual_epochs(3501, {.batch_sentences = 10}) == 10);
  CHECK(usual_epochs(5026, {.batch_sentences = 64}) == 45);
  CHECK(usual_epochs(29'000, {.batch_sentences = 64}) == 8);
  CHECK(usual_epochs(3500, {.batch_sentences = 10, .accumulate = 2}) == 20);
  CHECK(usual_epochs(1, {.batch_sentences = 64}) == 50);
  CHECK(usual_epochs(1'000'000, {.batch_sentences = 64}) == 5);
}

TEST_CASE("one's own text has defaults of its own, and every option wins over them") {
  const Scratch scratch;
  write_corpus(scratch, 640);  // ten batches
  const auto check = [&](std::vector<std::string> more, const std::string& tokens, const std::string& tie,
                         int epochs) {
    more.insert(more.begin(), {"translate", "--print-config", "--lang", "en"});
    const std::string printed = run({.arguments = more, .folder = scratch.folder()}).out;
    INFO(fmt::format("{}", fmt::join(more, " ")));
    CHECK_THAT(printed, Catch::Contains("\"tokens\": " + tokens + ","));
    CHECK_THAT(printed, Catch::Contains("\"tie\": \"" + tie + "\","));
    CHECK_THAT(printed, Catch::Contains(fmt::format("\"epochs\": {},", epochs)));
  };
  check({}, "null", "none", 5);  // of the grammar
  check({"--data", "data"}, "\"subwords\"", "target", 50);
  check({"--data", "data", "--batch", "4"}, "\"subwords\"", "target", 22);
  check({"--data", "data", "--tie", "none", "--epochs", "3"}, "\"subwords\"", "none", 3);
  check({"--data", "data", "--tokens", "words"}, "\"words\"", "none", 50);
  check({"--data", "data", "--min-frequency", "2"}, "null", "none", 50);
  check({"--data", "data", "--batch-tokens", "100"}, "\"subwords\"", "target", 5);
  check({"--data", "data", "--model", "lstm"}, "\"subwords\"", "none", 50);
  check({"--data", "nowhere"}, "null", "none", 5);
}

TEST_CASE("a training on one's own text says its defaults, and its run.json repeats them") {
  const Scratch scratch;
  write_corpus(scratch);
  const ProgramEnd trained =
      run({.arguments = {"translate", "--lang", "en", "--data", "data", "--d-model", "16", "--ff", "32",
                         "--heads", "2", "--layers", "1", "--beam", "1", "--max-length", "8"},
           .folder = scratch.folder()});
  INFO(trained.out << trained.err);
  REQUIRE(trained.status == 0);
  CHECK_THAT(trained.err, Catch::Contains("note: of a text of yours the defaults are --tokens subwords "
                                          "--tie target --epochs 50\n"));
  CHECK_THAT(slurp(scratch / "runs/data-ko-en/run.json"),
             Catch::Contains("\"tokens\": \"subwords\",") && Catch::Contains("\"epochs\": 50,"));
  const ProgramEnd again = run(
      {.arguments = {"translate", "--config", "runs/data-ko-en/run.json", "--out", "again", "--lang", "en"},
       .folder = scratch.folder()});
  REQUIRE(again.status == 0);
  CHECK_THAT(again.err, !Catch::Contains("the defaults are"));
  CHECK(slurp(scratch / "again/model.safetensors") == slurp(scratch / "runs/data-ko-en/model.safetensors"));
  // A saved model that only translates trains nothing.
  CHECK(run({.arguments = {"translate", "--data", "data", "나는 책 1 을 본다"}, .folder = scratch.folder()})
            .err.find("the defaults are") == std::string::npos);
}
