// heed translate --data: what is chosen for one's own text, what is put right in it, and what is refused.
#include "tests/tools/refusals.hpp"
#include "tests/tools/small_corpus.hpp"
#include "tools/translation/train_translator.hpp"

using namespace heed;

TEST_CASE("the usual epochs make 3500 steps and are from 5 to 50") {
  CHECK(usual_epochs(3500, {.batch_sentences = 10}) == 10);
  CHECK(usual_epochs(3501, {.batch_sentences = 10}) == 10);
  CHECK(usual_epochs(5026, {.batch_sentences = 64}) == 45);
  CHECK(usual_epochs(3500, {.batch_sentences = 10, .accumulate = 2}) == 20);
  CHECK(usual_epochs(1, {.batch_sentences = 64}) == 50);
  CHECK(usual_epochs(1'000'000, {.batch_sentences = 64}) == 5);
}

TEST_CASE("one's own text has defaults of its own and every option wins over them") {
  const Scratch scratch;
  write_corpus(scratch, 640);  // ten batches
  const Words own{"--data", "data"};
  struct Case {
    Words more;
    std::string tokens, tie;
    int epochs;
  };
  for (const auto& [more, tokens, tie, epochs] :
       std::vector<Case>{{{}, "null", "none", 5},  // of the grammar
                         {own, "\"subwords\"", "target", 50},
                         {plus(own, {"--batch", "4"}), "\"subwords\"", "target", 22},
                         {plus(own, {"--tie", "none", "--epochs", "3"}), "\"subwords\"", "none", 3},
                         {plus(own, {"--tokens", "words"}), "\"words\"", "none", 50},
                         {plus(own, {"--model", "lstm"}), "\"subwords\"", "none", 50},
                         {{"--data", "nowhere"}, "null", "none", 5}}) {
    INFO(fmt::format("{}", fmt::join(more, " ")));
    const std::string printed = run_heed(scratch.folder(), plus({"translate", "--print-config"}, more)).out;
    CHECK_THAT(printed, Catch::Contains("\"tokens\": " + tokens + ",") &&
                            Catch::Contains("\"tie\": \"" + tie + "\",") &&
                            Catch::Contains(fmt::format("\"epochs\": {},", epochs)));
  }
}

TEST_CASE("a training on one's own text says its defaults and its run.json repeats them") {
  const Scratch scratch;
  write_corpus(scratch);
  const ProgramEnd trained =
      run_well(scratch.folder(), {"translate", "--data", "data", "--d-model", "16", "--ff", "16", "--heads",
                                  "2", "--layers", "1", "--beam", "1", "--max-length", "8"});
  CHECK_THAT(trained.err, Catch::Contains("note: of a text of yours the defaults are --tokens subwords "
                                          "--tie target --epochs 50\n"));
  CHECK_THAT(slurp(scratch / "runs/data-ko-en/run.json"),
             Catch::Contains("\"tokens\": \"subwords\",") && Catch::Contains("\"epochs\": 50,"));
  const ProgramEnd again =
      run_heed(scratch.folder(), {"translate", "--config", "runs/data-ko-en/run.json", "--out", "again"});
  CHECK_THAT(again.err, !Catch::Contains("the defaults are"));
  CHECK(slurp(scratch / "again/model.safetensors") == slurp(scratch / "runs/data-ko-en/model.safetensors"));
}

TEST_CASE("a text that cannot be used is said to be so before anything is written") {
  const Scratch scratch;
  write_corpus(scratch);
  spill(scratch / "one.txt", "a single line\n\n");
  spill(scratch / "two.txt", "a line\nand another\n");
  spill(scratch / "old.txt", "\xB3\xAA\xB4\xC2\n\xB3\xAA\n");
  spill(scratch / "blank.txt", "\n\n\n");
  check_refusals(scratch, "own text");
  CHECK_FALSE(std::filesystem::exists(scratch / "runs"));
  CHECK(slurp(scratch / "two.txt") == "a line\nand another\n");
}

TEST_CASE("untidy sentences are put right and that is said") {
  const Scratch scratch;
  write_corpus(scratch);
  spill(scratch / "data/train.ko", slurp(scratch / "data/train.ko") + "\n가 나 다 라 마 바 사 아 자 차\r\n");
  spill(scratch / "data/train.en", slurp(scratch / "data/train.en") + "\na b c d e f g h i j\r\n");
  const ProgramEnd end = run_well(scratch.folder(), of_corpus({"--max-tokens", "9"}));
  for (const char* said : {"1 of 42 lines left out (first data/train.ko:41: it is empty)",
                           "1 of 41 training pairs have more than 9 tokens on a side and are left out"})
    CHECK_THAT(end.err, Catch::Contains(said));
  CHECK_THAT(end.out, Catch::Contains("40 training, 5 validation, 5 test pairs"));
}

TEST_CASE("each command says that a text was written after its model had learned, or is gone") {
  const Scratch scratch;
  write_corpus(scratch);
  spill(scratch / "abc.txt", letters(60));
  const auto heed = [&](const Words& words) { return run_heed(scratch.folder(), words); };
  for (const auto& [train, ask, file] : std::vector<std::tuple<Words, Words, std::string>>{
           {of_corpus(), {"translate", "--data", "data", "책"}, "data/train.en"},
           {tiny("lm", {"--data", "abc.txt"}), {"lm", "--data", "abc.txt", "a"}, "abc.txt"},
           {tiny("bert", {"--data", "abc.txt"}), {"bert", "--data", "abc.txt", "a [MASK]"}, "abc.txt"}}) {
    REQUIRE(heed(train).status == 0);
    CHECK_THAT(heed(ask).err, !Catch::Contains("was written after"));
    spill(scratch / file, slurp(scratch / file));
    const ProgramEnd asked = heed(ask);
    CHECK(asked.status == 0);
    CHECK_THAT(asked.err, Catch::Contains("note: " + file + " was written after runs/") &&
                              Catch::Contains("--train trains a new one\n"));
  }
  std::filesystem::remove(scratch / "abc.txt");
  CHECK_THAT(heed({"lm", "--data", "abc.txt", "a"}).err,
             Catch::Contains("note: abc.txt is not there; what answers is the saved model runs/lm-abc/"));
}
